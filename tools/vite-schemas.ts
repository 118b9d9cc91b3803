/**
 * Compiled schemas as modules of the portal, with validators made ahead of time:
 * `virtual:schemas/pages`, `ways`, `public` and `inside` (what there is and how to load it), `virtual:schemas/entity/<name>`, `virtual:schemas/call/<name>`, `virtual:schemas/texts/<name>/<lang>`
 * and `virtual:schemas/call-texts/<name>/<lang>`. In dev a saved schema shows in the open page; one that does not compile leaves the last good
 * version in use and shows where it is wrong. A build fails with every finding.
 */
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, ViteDevServer } from "vite";
import { compileSchemas, type CompiledSchemas } from "../server/schemas/read.ts";
import { describe, SchemaErrors, validatorModule } from "../src/engine/compiler.ts";
import type { EntityPlan, FieldPlan, Lang, TransitionPlan } from "../src/engine/index.ts";

const PREFIX = "virtual:schemas/";
const LANGS: readonly Lang[] = ["zh", "en"];
const engine = (path: string) => fileURLToPath(new URL(`../src/engine/entity/${path}`, import.meta.url));
const runtime = { formats: engine("formats.ts"), helpers: engine("validator-runtime.ts") };

/** The plugin over one folder of schemas. */
export function schemasPlugin(options: { dir: string }): Plugin {
  const dir = resolve(options.dir);
  let good: CompiledSchemas | undefined;
  const compiled = () => (good ??= compileSchemas(dir));
  let building = false;

  return {
    name: "portolan-schemas",
    configResolved(config) {
      building = config.command === "build";
    },
    buildStart() {
      if (!building) return;
      try {
        compiled();
      } catch (error) {
        this.error(explained(error));
      }
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      try {
        return moduleCode(id.slice(PREFIX.length + 1), compiled());
      } catch (error) {
        return this.error(explained(error));
      }
    },
    configureServer(server) {
      server.watcher.add(dir);
      const changed = (path: string) => {
        if (!resolve(path).startsWith(dir + sep) || !path.endsWith(".json") || resolve(path).startsWith(resolve(dir, "meta") + sep)) return;
        good = reload(server, dir, good);
      };
      for (const event of ["add", "change", "unlink"] as const) server.watcher.on(event, changed);
    },
  };
}

/** Compiles anew after a change; the last good version where it does not compile. */
function reload(server: ViteDevServer, dir: string, last: CompiledSchemas | undefined): CompiledSchemas | undefined {
  try {
    const next = compileSchemas(dir);
    for (const environment of Object.values(server.environments)) {
      for (const [id, module] of environment.moduleGraph.idToModuleMap) if (id.startsWith(`\0${PREFIX}`)) environment.moduleGraph.invalidateModule(module);
    }
    server.ws.send({ type: "full-reload" });
    return next;
  } catch (error) {
    const { message } = explained(error);
    server.config.logger.error(message, { timestamp: true });
    server.ws.send({ type: "error", err: { message: `${message}\n\nThe last version that compiled stays in use.`, stack: "", plugin: "portolan-schemas" } });
    return last;
  }
}

function explained(error: unknown): { message: string; stack?: string } {
  if (error instanceof SchemaErrors) return { message: `${error.findings.length} finding${error.findings.length === 1 ? "" : "s"} in the schemas\n\n${error.findings.map(describe).join("\n\n")}` };
  return error instanceof Error ? error : { message: String(error) };
}

/** The text of one virtual module. */
export function moduleCode(path: string, schemas: CompiledSchemas): string {
  const [part = "", name = "", lang = ""] = path.split("/");
  if (part === "pages") return `export const pages = ${json(schemas.pages)};`;
  if (part === "ways") return ways(schemas);
  if (part === "public") return publicLoaders(schemas);
  if (part === "inside") return insideLoaders(schemas, name);
  const entity = schemas.entities.get(name);
  const call = schemas.calls.get(name);
  if (part === "entity" && entity) return planModule(entity.plan, "{ kindOf, plan, validate }");
  if (part === "texts" && entity) return `export default ${json(entity.texts[lang as Lang])};`;
  if (part === "call" && call) return planModule(call.request.plan, `{ call: ${json(call.call)}, kindOf, plan, validate }`);
  if (part === "call-texts" && call) return `export default ${json(call.request.texts[lang as Lang])};`;
  throw new Error(`there is no ${part} "${name}" in the schemas`);
}

const load = (path: string) => `() => import(${JSON.stringify(PREFIX + path)})`;
const loaders = (names: Iterable<string>, one: (name: string) => string) => `{ ${[...names].map((name) => `${JSON.stringify(name)}: ${one(name)}`).join(", ")} }`;

/** Ways of calls that are no entity's, and which of them load a context: what requests need before any page is known. */
function ways({ calls, library }: CompiledSchemas): string {
  const wayOf = (name: string) => ({ method: calls.get(name)!.call.method, path: calls.get(name)!.call.path });
  const contexts = Object.entries(library.contexts).flatMap(([name, { call, key }]) => (call !== undefined && calls.has(call) ? [[name, { ...wayOf(call), ...(key === undefined ? {} : { key }) }]] : []));
  return [`export const paths = ${json(Object.fromEntries([...calls.keys()].map((name) => [name, wayOf(name)])))};`, `export const contexts = ${json(Object.fromEntries(contexts))};`].join("\n");
}
const isPublic = ({ calls }: CompiledSchemas) => (name: string) => calls.get(name)?.call.access === "public";

/** How to load the forms that everyone may see, in either language: the sign-in page waits for nothing else. */
function publicLoaders(schemas: CompiledSchemas): string {
  const names = [...schemas.calls.keys()].filter(isPublic(schemas));
  return [
    `export const calls = ${loaders(names, (name) => load(`call/${name}`))};`,
    `export const callTexts = { ${LANGS.map((lang) => `${lang}: ${loaders(names, (name) => load(`call-texts/${name}/${lang}`))}`).join(", ")} };`,
  ].join("\n");
}
/** How to load everything else; texts by language in modules of their own (`virtual:schemas/inside/<lang>`), because a page needs one. */
function insideLoaders(schemas: CompiledSchemas, lang: string): string {
  const entities = [...schemas.entities.keys()];
  const calls = [...schemas.calls.keys()].filter((name) => !isPublic(schemas)(name));
  if (lang) return [`export const texts = ${loaders(entities, (name) => load(`texts/${name}/${lang}`))};`, `export const callTexts = ${loaders(calls, (name) => load(`call-texts/${name}/${lang}`))};`].join("\n");
  return [`export const entities = ${loaders(entities, (name) => load(`entity/${name}`))};`, `export const calls = ${loaders(calls, (name) => load(`call/${name}`))};`].join("\n");
}

function planModule(plan: EntityPlan, result: string): string {
  const { schema, ...rest } = forBrowser(plan);
  const { properties: _ofFields, ...record } = schema;
  const kinds = kindsOf(plan.fields);
  return `${validatorModule(schema, runtime)}
${kinds.map((name) => `import { ${camel(name)} } from ${JSON.stringify(engine(`../kinds/${name}/${name}.ts`))};`).join("\n")}
const kinds = { ${kinds.map((name) => `${JSON.stringify(name)}: ${camel(name)}`).join(", ")} };
const kindOf = (name) => kinds[name];
const plan = ${json(rest)};
plan.schema = { ...${json(record)}, properties: Object.fromEntries(plan.fields.map((field) => [field.name, field.schema])) };
export default ${result};`;
}

/** A kind's folder has its name, and its file what its name says. */
const camel = (name: string) => name.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase());
const kindsOf = (fields: readonly FieldPlan[]): string[] => [...new Set(fields.flatMap(({ kind, items = [] }) => [kind, ...kindsOf(items)]))].toSorted();

/** The portal needs to know which events there are, not how they are booked. */
function forBrowser(plan: EntityPlan): EntityPlan {
  if (!plan.lifecycle) return plan;
  // A batch says what it takes out of the wallet before it is confirmed: what making a record moves stays.
  const shown = (one: TransitionPlan) => plan.list.import !== undefined && one.from.length === 0 && one.by === "merchant" && one.money;
  const transitions = plan.lifecycle.transitions.map(({ money, job: _job, ...transition }) => ({ ...transition, ...(shown({ ...transition, money }) ? { money } : {}), count: [], set: {} }));
  return { ...plan, lifecycle: { ...plan.lifecycle, transitions } };
}

/** JSON that may stand in a script. */
const json = (value: unknown) => JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
