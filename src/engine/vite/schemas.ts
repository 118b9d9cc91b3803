/**
 * Compiled schemas as modules of the portal, with precompiled validators: `virtual:schemas/pages/<lang>`, `creations`,
 * `ways`, `contexts`, `reads`, `public` and `inside/<lang>` (what exists and how to load it),
 * `virtual:schemas/entity/<name>/<lang>` (plan, kinds and texts), `virtual:schemas/check/<name>` (validator) and
 * `virtual:schemas/call/<name>/<lang>` (all of these). In development, a saved schema reloads the open page, whose forms
 * keep drafts of what was typed; one that does not compile shows its error and leaves the last valid version in use. A
 * build fails with all findings.
 */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { HotPayload, Plugin, ViteDevServer } from "vite";
import { compileSchemas, type CompiledSchemas, type CompileOptions } from "../folder/read.ts";
import { watchSchemas } from "../folder/watch.ts";
import { describe, SchemaErrors } from "../schema/schema-error.ts";
import { findFileField } from "../entity/transitions.ts";
import type { FieldPlan } from "../model/field.ts";
import type { EntityPlan, Texts, TransitionPlan } from "../model/entity.ts";
import type { Lang } from "../model/register.ts";
import { resolveEngineModule, resolveEnginePath } from "./engine-module.ts";
import { readAbout } from "./page-purposes.ts";

const PREFIX = "virtual:schemas/";
/** Message sent by a page that applies schemas itself, and the event sent to it when schemas were saved. */
const FOLLOWS = "schemas:follows";
const SAVED = "schemas:saved";

/** Modules of a product's vocabularies that pages import. */
export interface VocabularyModules {
  /** Folder of kinds, each in a subfolder of its name. String formats are in `formats/`, one module each. */
  kinds: string;
}
/** The schema folder to compile, and its dialect. */
export interface SchemasOptions extends Omit<CompileOptions, "overlay"> {
  dir: string;
  /** Defaults to the kinds and formats of the core. */
  modules?: VocabularyModules;
  /** Whether all forms keep drafts, so that values typed survive the reload after a schema was saved. */
  keepsDrafts?: boolean;
}

/**
 * Creates the plugin for a folder of schemas.
 * @example
 * const plugin = createSchemasPlugin({ dir: "schemas", engine });
 */
export function createSchemasPlugin(options: SchemasOptions): Plugin {
  const dir = resolve(options.dir);
  const compile = () => compileSchemas(dir, options);
  let good: CompiledSchemas | undefined;
  const compiled = () => (good ??= compile());
  let building = false;
  let keepsDrafts = false;
  let unwatch: (() => void) | undefined;

  return {
    name: "portolan-schemas",
    configResolved(config) {
      building = config.command === "build";
      keepsDrafts = config.command === "serve" && config.mode === "development";
    },
    buildStart() {
      if (!building) return;
      try {
        compiled();
      } catch (error) {
        this.error(toPlainError(error));
      }
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      try {
        return await writeModule(id.slice(PREFIX.length + 1), compiled(), { ...options, keepsDrafts });
      } catch (error) {
        return this.error(toPlainError(error));
      }
    },
    configureServer(server) {
      server.ws.on(FOLLOWS, (_data, client) => void followers.add(client));
      unwatch = watchSchemas(dir, () => {
        good = reload(server, compile, good);
      });
    },
    closeBundle() {
      unwatch?.();
    },
  };
}

/** Recompiles after a change. Returns the last valid version when the new one does not compile. */
function reload(
  server: ViteDevServer,
  compile: () => CompiledSchemas,
  last: CompiledSchemas | undefined,
): CompiledSchemas | undefined {
  try {
    const next = compile();
    for (const environment of Object.values(server.environments)) {
      for (const [id, module] of environment.moduleGraph.idToModuleMap)
        if (id.startsWith(`\0${PREFIX}`)) environment.moduleGraph.invalidateModule(module);
    }
    sendUpdate(server, { type: "full-reload" });
    return next;
  } catch (error) {
    const { message } = toPlainError(error);
    server.config.logger.error(message, { timestamp: true });
    sendUpdate(server, {
      type: "error",
      err: {
        message: `${message}\n\nThe last version that compiled stays in use.`,
        stack: "",
        plugin: "portolan-schemas",
      },
    });
    return last;
  }
}

/** Clients that apply saved schemas themselves, such as the workbench, where a reload would lose unsaved input. */
const followers = new WeakSet<object>();

function sendUpdate(server: ViteDevServer, payload: HotPayload): void {
  const clients = [...server.ws.clients];
  // Vite's own `send` buffers an error for the first page that connects.
  if (!clients.some((client) => followers.has(client))) return server.ws.send(payload);
  for (const client of clients) client.send(followers.has(client) ? { type: "custom", event: SAVED } : payload);
}

/** Returns the entries of the "New" menu, in order. */
const listCreations = ({ pages }: CompiledSchemas) =>
  pages
    .flatMap(({ path, menu, tabs = [] }) =>
      tabs.flatMap(({ id, grant, create }) => (create ? [{ href: `${path}?tab=${id}`, menu, grant, ...create }] : [])),
    )
    .toSorted((left, right) => left.order - right.order);

function toPlainError(error: unknown): { message: string; stack?: string } {
  if (error instanceof SchemaErrors)
    return {
      message: `${error.findings.length} finding${error.findings.length === 1 ? "" : "s"} in the schemas\n\n${error.findings.map((finding) => describe(finding)).join("\n\n")}`,
    };
  return error instanceof Error ? error : { message: String(error) };
}

/**
 * Returns the code of a virtual module.
 * @example
 * const code = await writeModule("pages/en", compileSchemas("schemas", { engine }), { dir: "schemas", engine });
 */
export async function writeModule(path: string, schemas: CompiledSchemas, options: SchemasOptions): Promise<string> {
  const [part = "", name = "", lang = ""] = path.split("/");
  if (part === "pages") {
    const needs = listCreations(schemas).map(({ menu, grant }) => ({ menu, grant }));
    return `export const pages = ${writeRouteTable(schemas.pages, name)};\nexport const areas = ${writeRouteTable(schemas.areas, name)};\nexport const creationNeeds = ${toScriptJson(needs)};`;
  }
  if (part === "creations") return `export const creations = ${toScriptJson(listCreations(schemas))};`;
  if (part === "ways") return `export const paths = ${toScriptJson(listEndpoints(schemas))};`;
  if (part === "about") return `export const about = ${toScriptJson(readAbout(schemas, name as Lang))};`;
  if (part === "public-ways") return `export const paths = ${toScriptJson(listEndpoints(schemas, isPublic(schemas)))};`;
  if (part === "contexts") return `export const contexts = ${toScriptJson(listContextEndpoints(schemas))};`;
  if (part === "reads") return `export const reads = ${toScriptJson(readEndpoints(schemas))};`;
  if (part === "public") return writePublicLoaders(schemas, options.engine.dialect.languages);
  if (part === "inside") return writeSessionLoaders(schemas, name);
  const entity = schemas.entities.get(name);
  const call = schemas.calls.get(name);
  if (part === "entity" && entity)
    return `${writePlan(entity, lang as Lang, options)}\nexport default { validator: ${load(`check/${name}`)}, findKind, plan, texts };`;
  if (part === "check" && entity)
    return `${await writeValidator(entity.plan, options)}\nexport default { checkRecord, validate };`;
  if (part === "call" && call)
    return `${await writeValidator(call.request.plan, options)}\n${writePlan(call.request, lang as Lang, options)}\nexport default { call: ${toScriptJson(call.call)}, validator: { checkRecord, validate }, findKind, plan, texts };`;
  throw new Error(`there is no ${part} "${name}" in the schemas`);
}

/**
 * Returns pages or areas as JSON, with labels in one language and without defaults. Parts that load on demand are in
 * modules of their own.
 */
const writeRouteTable = (table: unknown, lang: string): string =>
  JSON.stringify(table, (key, value: unknown) => {
    if (key === "create" || key === "about" || (key === "show" && value === "list")) return undefined;
    return key === "label" && value instanceof Object ? { [lang]: Reflect.get(value, lang) } : value;
  });

const load = (path: string) => `() => import(${JSON.stringify(PREFIX + path)})`;
const writeLoaders = (names: Iterable<string>, item: (name: string) => string) =>
  `{ ${[...names].map((name) => `${JSON.stringify(name)}: ${item(name)}`).join(", ")} }`;

/** Endpoints of standalone calls, needed before any page is known. */
const listEndpoints = ({ calls }: CompiledSchemas, includes: (name: string) => boolean = () => true) =>
  Object.fromEntries(
    [...calls]
      .filter(([name]) => includes(name))
      .map(([name, { call }]) => [name, { method: call.method, path: call.path }]),
  );
/**
 * Endpoints of the calls that load contexts, and the response property to read; loaded with the first form that needs
 * one.
 */
const listContextEndpoints = (schemas: CompiledSchemas) => {
  const known = listEndpoints(schemas);
  return Object.fromEntries(
    Object.entries(schemas.library.contexts).flatMap(([name, { call, key }]) => {
      const endpoint = call === undefined ? undefined : known[call];
      return endpoint ? [[name, { ...endpoint, ...(key === undefined ? {} : { key }) }]] : [];
    }),
  );
};
const isPublic =
  ({ calls }: CompiledSchemas) =>
  (name: string) =>
    calls.get(name)?.call.access === "public";
/** Calls that have a form. */
const listForms = ({ calls }: CompiledSchemas) =>
  [...calls].flatMap(([name, { request }]) => (request.plan.fields.length > 0 ? [name] : []));

/**
 * Loaders, by language, of the public forms (the only ones that the sign-in page needs), of the texts of the app kit, and
 * of the lists of everything else.
 */
function writePublicLoaders(schemas: CompiledSchemas, languages: readonly Lang[]): string {
  const forms = listForms(schemas).filter(isPublic(schemas));
  const parts: Record<string, (lang: string) => string> = {
    calls: (lang) => writeLoaders(forms, (name) => load(`call/${name}/${lang}`)),
    texts: writeTextLoaders,
    inside: (lang) => load(`inside/${lang}`),
    pages: (lang) => load(`pages/${lang}`),
    abouts: (lang) => load(`about/${lang}`),
  };
  return Object.entries(parts)
    .map(([name, write]) => `export const ${name} = ${writeLoaders(languages, write)};`)
    .join("\n");
}

/** Loaders of the app kit's texts in a language, by namespace; none in a language that only the product speaks. */
function writeTextLoaders(lang: string): string {
  const folder = resolveEnginePath(`locales/${lang}`);
  const names = existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.json$/, "")) : [];
  return writeLoaders(names, (name) => `() => import(${JSON.stringify(join(folder, `${name}.json`))})`);
}

/** Loaders of everything else, in one language. */
function writeSessionLoaders(schemas: CompiledSchemas, lang: string): string {
  const closed = listForms(schemas).filter((name) => !isPublic(schemas)(name));
  return [
    `export const entities = ${writeLoaders(listReachableEntities(schemas), (name) => load(`entity/${name}/${lang}`))};`,
    `export const calls = ${writeLoaders(closed, (name) => load(`call/${name}/${lang}`))};`,
  ].join("\n");
}
/** Entities that users can reach. An entity without calls is not part of the portal. */
const listReachableEntities = ({ entities }: CompiledSchemas) =>
  [...entities].flatMap(([name, { plan }]) => (Object.keys(plan.calls).length > 0 ? [name] : []));
/** Endpoints of calls that read multiple records, by `entity.call`, so that a screen can use them without a plan. */
const readEndpoints = ({ entities }: CompiledSchemas) =>
  Object.fromEntries(
    [...entities].flatMap(([name, { plan }]) =>
      ["list", "options"].flatMap((read) => {
        const call = plan.calls[read];
        if (!call) return [];
        const { method, path, objects } = call;
        return [[`${name}.${read}`, { method, path, ...(objects && { objects }) }]];
      }),
    ),
  );

/** Code of a plan with its kinds, and its texts in one language. */
function writePlan(
  { plan, texts }: { plan: EntityPlan; texts: Record<Lang, Texts> },
  lang: Lang,
  { modules, keepsDrafts = false }: SchemasOptions,
): string {
  const { schema, ...rest } = stripServerParts(keepsDrafts ? keepDrafts(plan) : plan);
  const { properties: _ofFields, ...record } = schema;
  const kinds = listKinds(plan.fields);
  return `${kinds.map((name) => `import { ${toCamelCase(name)} } from ${JSON.stringify(findModule(`${name}/${name}`, modules))};`).join("\n")}
${listRenderers(kinds)}
const kinds = { ${kinds.map((name) => `${JSON.stringify(name)}: ${toCamelCase(name)}`).join(", ")} };
const findKind = (name) => kinds[name];
const plan = ${toScriptJson(rest)};
plan.schema = ${plan.objects ? toScriptJson(schema) : `{ ...${toScriptJson(record)}, properties: Object.fromEntries(plan.fields.map((field) => [field.name, field.schema])) }`};
const texts = ${toScriptJson(omitSentences(texts[lang]))};`;
}
/**
 * Returns a plan whose form keeps drafts. They are stored under one version, because a schema that was changed would not
 * find those of its former version.
 */
const keepDrafts = (plan: EntityPlan): EntityPlan => ({
  ...plan,
  version: "development",
  form: { ...plan.form, draft: true },
});

/** Texts shown by pages, excluding notifications, which the server renders. */
const omitSentences = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith("says.")));
/**
 * Code of the validator and the checks. Loaded with the first form, since pages that only display records do not need
 * it.
 */
async function writeValidator({ schema }: EntityPlan, { engine: compiler, modules }: SchemasOptions): Promise<string> {
  const runtime = {
    format: (name: string) => findModule(`formats/${name}`, modules),
    helpers: resolveEngineModule("entity/validator-runtime.ts"),
  };
  return `${await compiler.validatorModule(schema, runtime)}\nimport { checkRecord } from ${JSON.stringify(resolveEngineModule("entity/check.ts"))};`;
}

/** Returns the path of a module in the folder of kinds, of the product or else of the core. */
function findModule(path: string, modules: VocabularyModules | undefined): string {
  const own = modules && join(modules.kinds, `${path}.ts`);
  return own && existsSync(own) ? own : resolveEngineModule(`kinds/${path}.ts`);
}

/** Returns the code that registers the renderers of those kinds that have one. */
function listRenderers(kinds: readonly string[]): string {
  const drawn = kinds.filter((name) => existsSync(resolveEngineModule(`cells/kinds/${name}.tsx`)));
  if (drawn.length === 0) return "";
  return [
    `import { cellRenderers } from ${JSON.stringify(resolveEngineModule("cells/cell-renderers.tsx"))};`,
    ...drawn.map(
      (name) =>
        `import { renderCell as ${toCamelCase(name)}Renderer } from ${JSON.stringify(resolveEngineModule(`cells/kinds/${name}.tsx`))};\ncellRenderers.set(${JSON.stringify(name)}, ${toCamelCase(name)}Renderer);`,
    ),
  ].join("\n");
}

/** Converts the folder name of a kind to its export name. */
const toCamelCase = (name: string) => name.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase());
/** Returns the kinds of fields, of their rows and of their list items. */
const listKinds = (fields: readonly FieldPlan[]): string[] =>
  [
    ...new Set(fields.flatMap(({ kind, items = [], item }) => [kind, ...listKinds(item ? [item, ...items] : items)])),
  ].toSorted();

/** Removes what the browser does not need, such as the effects of events on the server and the queries of unions. */
function stripServerParts(full: EntityPlan) {
  const plan = full.union ? { ...full, union: full.union.map(({ entity }) => ({ entity, map: {}, where: {} })) } : full;
  if (!plan.lifecycle) return plan;
  // A batch shows the amount to be debited before confirmation.
  const isShown = ({ from, by }: TransitionPlan) =>
    plan.list.import !== undefined && from.length === 0 && by !== "clock" && by !== "record";
  // Lists and imports find the records of a file by its number.
  const file = findFileField(plan);
  const isNumber = ([name]: [string, unknown], { from }: TransitionPlan) => from.length === 0 && name === file;
  const transitions = plan.lifecycle.transitions.map((transition) => {
    const set = Object.fromEntries(Object.entries(transition.set).filter((entry) => isNumber(entry, transition)));
    const dropped = isShown(transition) ? ["job"] : ["job", "money"];
    const kept = Object.entries(transition).filter(([keyword]) => !dropped.includes(keyword));
    return { ...Object.fromEntries(kept), ...("count" in transition && { count: [] }), set };
  });
  return { ...plan, lifecycle: { ...plan.lifecycle, transitions } };
}

/** JSON that is safe inside a script. */
const toScriptJson = (value: unknown) =>
  JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
