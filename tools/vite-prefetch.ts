/**
 * Writes `.vite/prefetch.json` of the built portal: the files that each page needs, by language and URL (path, with the
 * tab after `?`). The server lists them in the HTML, so that the browser loads them in parallel. Derived from the route
 * table; a file that is missing here only loads later.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { HOME_ENTITIES } from "./chunks.ts";
import type { EntityPlan, FormPart } from "../src/engine/index.ts";
import { type CompiledSchemas, compileSchemas } from "../server/payments/schemas.ts";

interface View {
  entity?: string;
  call?: string;
  show?: string;
  screen?: string;
}
interface Chunk {
  type: "chunk";
  fileName: string;
  imports: string[];
  moduleIds: string[];
  facadeModuleId: string | null;
  viteMetadata?: { importedCss: Set<string> };
}
const LANGS = ["zh", "en"] as const;
const resolveSource = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const resolveTexts = (lang: string, name: string) =>
  fileURLToPath(new URL(`../locales/${lang}/${name}.json`, import.meta.url));
const resolveVirtual = (path: string) => `\0virtual:${path}`;
const page = resolveSource("app/pages/EntityPage.tsx");
const form = resolveSource("engine/form/EntityForm.tsx");
/** Inputs that most forms of records share. */
const sharedInputs = resolveSource("engine/inputs/lazy-inputs.tsx");
/** Inputs of the product's kinds. */
const productInputs = resolveSource("payments/inputs/banking-inputs.tsx");
/** rjsf, for forms that contain lists. */
const resolver = resolveSource("engine/form/RecordForm.tsx");
/** Optional parts of forms. */
const PARTS: Record<FormPart, string> = {
  aids: resolveSource("engine/form/aids.tsx"),
  corrections: resolveSource("engine/form/Corrections.tsx"),
  facts: resolveSource("engine/form/facts.tsx"),
  last: resolveSource("engine/form/LastValues.tsx"),
  lookups: resolveSource("engine/form/Lookups.tsx"),
  steps: resolveSource("engine/form/steps.tsx"),
};
/** Summary of a form. */
const summary = resolveSource("engine/form/Summary.tsx");
const record = resolveSource("engine/detail/RecordDrawer.tsx");
/** Code that `src/app/views/view-chunks.tsx` loads for each view. */
const CODE: Record<string, string[]> = {
  list: [resolveSource("engine/table/EntityTable.tsx")],
  create: [sharedInputs],
  edit: [sharedInputs],
  detail: [record],
  sole: [record],
  import: [resolveSource("engine/import/EntityImport.tsx")],
};
/** Code of each view type. */
const VIEWS: Record<string, string[]> = {
  balances: [resolveSource("payments/views/Balances.tsx")],
  faces: [resolveSource("payments/views/Faces.tsx")],
  statement: [resolveSource("payments/views/Statement.tsx")],
};
const FORMS = ["create", "edit"];
/** Views that validate input. */
const JUDGED = [...FORMS, "import"];
const listFrameModules = (lang: string) => [
  resolveSource("app/AuthenticatedApp.tsx"),
  resolveSource("app/views/view-chunks.tsx"),
  resolveVirtual(`schemas/inside/${lang}`),
  resolveVirtual(`schemas/pages/${lang}`),
  resolveVirtual("schemas/ways"),
  resolveVirtual("schemas/reads"),
  resolveTexts(lang, "shell"),
  resolveTexts(lang, "engine"),
  resolveTexts(lang, "failures"),
];
const listSignInModules = (lang: string) => [
  resolveSource("app/pages/sign-in/SignIn.tsx"),
  form,
  resolveVirtual(`schemas/call/login/${lang}`),
  resolveTexts(lang, "shell"),
  resolveTexts(lang, "engine"),
];
/** The screen on which most visits start. */
const HOME = (lang: string) => [
  resolveSource("screens/home/Home.tsx"),
  resolveSource("screens/home/InOut.tsx"),
  resolveTexts(lang, "home"),
  ...HOME_ENTITIES.map((name) => resolveVirtual(`schemas/entity/${name}/${lang}`)),
];

/** Returns the modules of the inputs of a form: `DateTimeInput.tsx` for the kind `date-time`. */
function inputsOf({ fields, form: { sections } }: EntityPlan): string[] {
  const shown = new Set(sections.flatMap(({ rows }) => rows.flat()));
  const kinds = fields
    .filter(({ name }) => shown.has(name))
    .flatMap(({ kind, items = [] }) => [kind, ...items.map((item) => item.kind)]);
  return [...new Set(kinds)].flatMap((kind) =>
    existsSync(resolveSource(`payments/kinds/${kind}`))
      ? productInputs
      : resolveSource(
          `engine/inputs/${kind.replace(/(?:^|-)(\w)/g, (_dash, letter: string) => letter.toUpperCase())}Input.tsx`,
        ),
  );
}

/** Returns the modules of a form. */
const formOf = (plan: EntityPlan): string[] => [
  form,
  ...inputsOf(plan),
  ...(plan.form.parts ?? []).map((part) => PARTS[part]),
  ...(plan.summary ? [summary] : []),
  ...(plan.form.flat ? [] : [resolver]),
];

function listViewModules(
  { entity, call, show = "list", screen }: View,
  lang: string,
  schemas: CompiledSchemas,
): string[] {
  if (screen) return screen === "home" ? HOME(lang) : [];
  const plan = entity === undefined ? undefined : schemas.entities.get(entity)?.plan;
  if (entity && plan)
    return [
      page,
      resolveVirtual(`schemas/entity/${entity}/${lang}`),
      ...(CODE[show] ?? VIEWS[plan.views?.[show]?.type ?? ""] ?? []),
      ...(FORMS.includes(show) ? formOf(plan) : []),
      ...(JUDGED.includes(show) ? [resolveVirtual(`schemas/check/${entity}`)] : []),
    ];
  const request = call === undefined ? undefined : schemas.calls.get(call)?.request.plan;
  return request ? [page, resolveVirtual(`schemas/call/${call}/${lang}`), ...formOf(request)] : [];
}

/** Creates the plugin for a folder of schemas. */
export function createPrefetchPlugin(dir: string): Plugin {
  return {
    name: "portolan-prefetch",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    // Runs after Vite has removed chunks that contain only style sheets.
    enforce: "post",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((item): item is typeof item & Chunk => item.type === "chunk");
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk as Chunk]));
      const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk as Chunk] as const)));
      // A dynamic import of a module that shares a file loads a file of its own first, which only names the shared one.
      const byFacade = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk as Chunk]));
      const filesOf = (modules: string[]): string[] => {
        const found = new Set<string>();
        const add = (chunk: Chunk | undefined) => {
          if (!chunk || found.has(chunk.fileName)) return;
          found.add(chunk.fileName);
          for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
          for (const name of chunk.imports) add(byName.get(name));
        };
        for (const id of modules) {
          add(byModule.get(id));
          add(byFacade.get(id));
        }
        return [...found];
      };
      const schemas = compileSchemas(dir);
      const files = Object.fromEntries(
        LANGS.map((lang) => {
          const pages = schemas.pages.flatMap(({ path, view, tabs = [], ...own }) => {
            const first = tabs[0] ?? view ?? own;
            const of = (view: View) =>
              filesOf(
                path === "/login"
                  ? listSignInModules(lang)
                  : [...listFrameModules(lang), ...listViewModules(view, lang, schemas)],
              );
            return [[path, of(first as View)], ...tabs.map((tab) => [`${path}?${tab.id}`, of(tab)])];
          });
          return [lang, Object.fromEntries(pages) as Record<string, string[]>];
        }),
      );
      this.emitFile({ type: "asset", fileName: ".vite/prefetch.json", source: JSON.stringify(files) });
    },
  };
}
