/**
 * Writes `.vite/prefetch.json` of the built portal: the files that each page needs, by language and URL (path, with the
 * tab after `?`). The server lists them in the HTML, so that the browser loads them in parallel. Derived from the route
 * table and Vite's manifest; a file that is missing here only loads later.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest, Plugin } from "vite";
import { type CompiledSchemas, compileSchemas } from "../server/payments/schemas.ts";
import type { EntityPlan, Page, Tab, View } from "@portolan/engine";

const LANGS = ["zh", "en"] as const;
/** Modules by the view of an entity that a page shows. */
const ENTITY_VIEWS: Record<string, string> = {
  list: "src/engine/table/EntityTable.tsx",
  detail: "src/engine/detail/RecordDrawer.tsx",
  sole: "src/engine/detail/RecordDrawer.tsx",
  import: "src/engine/import/EntityImport.tsx",
};
/** Modules by the type of a view that a schema defines. */
const VIEW_TYPES: Record<string, string> = {
  balances: "src/payments/views/Balances.tsx",
  faces: "src/payments/views/Faces.tsx",
  statement: "src/payments/views/Statement.tsx",
};
/** Entities of the home page, on which most visits start. */
const HOME_ENTITIES = ["wallet", "pendingTrade", "latestOrder", "transaction"];

/** The product's texts and, by the same names, those of the app kit that they override. */
const listTexts = (lang: string, ...names: string[]) =>
  names.flatMap((name) => [`locales/${lang}/${name}.json`, `src/engine/locales/${lang}/${name}.json`]);
const listFrame = (lang: string) => [
  "src/engine/app/AuthenticatedApp.tsx",
  "src/engine/app/views/view-chunks.tsx",
  "src/app/inside.tsx",
  `virtual:schemas/inside/${lang}`,
  `virtual:schemas/pages/${lang}`,
  "virtual:schemas/ways",
  "virtual:schemas/reads",
  ...listTexts(lang, "shell", "engine", "failures"),
];
const listSignIn = (lang: string) => [
  "src/engine/app/pages/sign-in/SignIn.tsx",
  "src/engine/form/EntityForm.tsx",
  `virtual:schemas/call/login/${lang}`,
  ...listTexts(lang, "shell", "engine"),
];
const listHome = (lang: string) => [
  "src/screens/home/Home.tsx",
  "src/screens/home/InOut.tsx",
  ...listTexts(lang, "home"),
  ...HOME_ENTITIES.map((name) => `virtual:schemas/entity/${name}/${lang}`),
];
const listForm = ({ form }: EntityPlan) => [
  "src/engine/form/EntityForm.tsx",
  "src/engine/inputs/rare-inputs.tsx",
  "src/payments/inputs/banking-inputs.tsx",
  ...(form.flat ? [] : ["src/engine/form/RecordForm.tsx"]),
];

/** Returns the modules that a view loads. */
function listView({ entity, call, show = "list", screen }: View, lang: string, schemas: CompiledSchemas): string[] {
  if (screen) return screen === "home" ? listHome(lang) : [];
  const plan = entity === undefined ? undefined : schemas.entities.get(entity)?.plan;
  const request = call === undefined ? undefined : schemas.calls.get(call)?.request.plan;
  const isForm = show === "create" || show === "edit";
  const code = ENTITY_VIEWS[show] ?? VIEW_TYPES[plan?.views?.[show]?.type ?? ""];
  return [
    ...(plan || request ? ["src/engine/app/pages/EntityPage.tsx"] : []),
    ...(plan ? [`virtual:schemas/entity/${entity}/${lang}`] : []),
    ...(plan && code ? [code] : []),
    ...(plan && isForm ? listForm(plan) : []),
    ...(plan && (isForm || show === "import") ? [`virtual:schemas/check/${entity}`] : []),
    ...(request ? [`virtual:schemas/call/${call}/${lang}`, ...listForm(request)] : []),
  ];
}

/** Returns the files of these modules and of all that they import. */
function listFiles(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const visited = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || visited.has(name)) return;
    visited.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(add);
  };
  modules.forEach(add);
  return [...files];
}

/** Returns the files of each page by its URL, in one language. */
function listPageFiles(manifest: Manifest, schemas: CompiledSchemas, lang: string): Record<string, string[]> {
  const listOf = (path: string, view: View) =>
    listFiles(manifest, path === "/login" ? listSignIn(lang) : [...listFrame(lang), ...listView(view, lang, schemas)]);
  const pages: readonly Page[] = schemas.pages;
  return Object.fromEntries(
    pages.flatMap((page) => {
      const { path, view, tabs = [] } = page;
      const first: View | Tab = tabs[0] ?? view ?? page;
      return [[path, first] as const, ...tabs.map((tab) => [`${path}?${tab.id}`, tab] as const)].map(([url, shown]) => [
        url,
        listOf(path, shown),
      ]);
    }),
  );
}

/** Creates the plugin for a folder of schemas. */
export const createPagesPlugin = (dir: string): Plugin => ({
  name: "portolan-pages",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  writeBundle({ dir: out = "" }, bundle) {
    const asset = bundle[".vite/manifest.json"];
    if (asset?.type !== "asset") return this.error("the build has no manifest");
    const manifest = JSON.parse(String(asset.source)) as Manifest;
    const schemas = compileSchemas(dir);
    const files = Object.fromEntries(LANGS.map((lang) => [lang, listPageFiles(manifest, schemas, lang)]));
    return writeFileSync(join(out, ".vite/prefetch.json"), JSON.stringify(files));
  },
});
