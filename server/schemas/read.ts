/** Reads and compiles the schema folder that the server runs on. @throws SchemaErrors with every finding of every file */
import { isRow } from "../core/row.ts";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { failures } from "../../src/contract/failures.ts";
import type { Page } from "../../src/contract/pages.ts";
import type { EntityName } from "../../src/contract/types.gen.ts";
import {
  type CompiledCall,
  type Compiled,
  type Constant,
  type Dialect,
  type Engine,
  type Library,
  type MetaName,
  type SchemaError,
  SchemaErrors,
  UNREADABLE,
} from "../../src/engine/compiler.ts";
import { checkNames } from "./check-names.ts";
import { checkContexts, checkPages } from "./check-pages.ts";
import { type CallPlan, type ContextPlan, type Entity, type JsonSchema, type Row } from "../../src/engine/index.ts";

/** A call of `schemas/calls`: its route, its request as a form, and its response. */
export interface Call {
  call: CallPlan;
  request: Entity;
  response: JsonSchema;
  /** The response is a file. */
  blob: boolean;
}
/** Compiled schemas with their validators. */
export interface Schemas {
  /** The product's words and settings: tenant, zone, languages, paths. */
  dialect: Dialect;
  entities: Map<string, Entity>;
  /** Returns an entity that the product's code relies on. @throws Error naming the missing file */
  entity(name: EntityName): Entity;
  calls: Map<string, Call>;
  pages: Page[];
  constants: Record<string, Constant>;
  contexts: Record<string, ContextPlan>;
  /** Rows of reference lists by entity. */
  data: Map<string, Row[]>;
}
/** The compiled folder as plain data, without validators: for the build and the command line. */
export interface CompiledSchemas {
  entities: Map<string, Compiled>;
  calls: Map<string, CompiledCall>;
  pages: Page[];
  library: Library;
  data: Map<string, Row[]>;
  /** Findings that do not prevent a start. */
  warnings: SchemaError[];
  /** Every source text by path. */
  sources: ReadonlyMap<string, string>;
}
interface Files {
  /** Source text by path below the folder's own name: `schemas/entities/payee.json`. */
  get(path: string): string | undefined;
  /** Names without `.json` in a folder. */
  names(folder: string): string[];
  root: string;
}

/** Options of compiling a folder. */
export interface CompileOptions {
  /** Reads the product's dialect. */
  engine: Engine;
  /** Texts by path (`schemas/entities/payee.json`) that replace or extend the files. */
  overlay?: Readonly<Record<string, string>>;
  /** Names of jobs that lifecycles may enqueue; undefined accepts any name. */
  jobs?: readonly string[] | undefined;
}

/**
 * Reads and compiles a folder; creates validators at their first use.
 * @example
 * const schemas = readSchemas("schemas", { engine: createEngine(dialect) });
 */
export function readSchemas(dir: string, options: CompileOptions): Schemas {
  const { dialect, hydrate, compileValidator } = options.engine;
  const { entities: compiled, calls, pages, library, data } = compileSchemas(dir, options);
  const entities = new Map(
    [...compiled].map(([name, { plan, texts }]) => [name, hydrate(plan, texts, compileValidator(plan.schema))]),
  );
  return {
    dialect,
    entities,
    entity(name) {
      const entity = entities.get(name);
      if (!entity) throw new Error(`there is no entity ${name}: add ${basename(dir)}/entities/${name}.json`);
      return entity;
    },
    calls: new Map(
      [...calls].map(([name, { call, request, response, blob }]) => [
        name,
        { call, request: hydrate(request.plan, request.texts, compileValidator(request.plan.schema)), response, blob },
      ]),
    ),
    pages,
    constants: library.constants,
    contexts: library.contexts,
    data,
  };
}

/**
 * Compiles a folder without creating validators. @throws SchemaErrors with every finding of every file.
 * @example
 * const { entities } = compileSchemas("schemas", { engine: createEngine(dialect) });
 */
export function compileSchemas(dir: string, { engine, overlay = {}, jobs }: CompileOptions): CompiledSchemas {
  const { checkShared, compileCall, compileEntity, plainJson } = engine;
  const sources = new Map<string, string>();
  const files = recordSources(sources, overlayFiles(overlay, openFiles(dir)));
  const findings: SchemaError[] = [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SchemaErrors)) throw error;
      for (const finding of error.findings) if (!findings.some((known) => same(known, finding))) findings.push(finding);
      return undefined;
    }
  };
  const plain = <T>(meta: MetaName, path: string, none: T): T => {
    const text = files.get(path);
    return text === undefined ? none : (attempt(() => withoutSchema(plainJson(meta, path, text)) as T) ?? none);
  };
  const library = readLibrary(files, plain);
  for (const [path, text] of Object.entries(library.shared)) findings.push(...checkShared(path, text, library));
  // Skip files that use a broken definition: their findings would hide its own.
  const broken = [...new Set(findings.map(({ file }) => basename(file)))].map((name) => `shared/${name}#`);
  const isJudged = (text: string) => !broken.some((reference) => text.includes(reference));
  const warnings: SchemaError[] = [];
  const entities = new Map<string, Compiled>();
  for (const [name, text] of Object.entries(library.entities)) {
    if (!isJudged(text)) continue;
    const compiled = attempt(() => compileEntity(`${files.root}/entities/${name}.json`, text, library));
    if (compiled) entities.set(name, compiled);
    warnings.push(...(compiled?.warnings ?? []));
  }
  const calls = new Map<string, CompiledCall>();
  for (const name of files.names("calls")) {
    const text = files.get(`${files.root}/calls/${name}.json`);
    if (text === undefined || !isJudged(text)) continue;
    const compiled = attempt(() => compileCall(`${files.root}/calls/${name}.json`, text, library));
    if (compiled) calls.set(name, compiled);
  }
  const pages = plain<Page[]>("pages", `${files.root}/pages.json`, []);
  const unreadable = findings.filter(({ rule }) => UNREADABLE.has(rule));
  if (unreadable.length > 0) throw new SchemaErrors(unreadable);
  // Check names across files only when every file is valid by itself.
  if (findings.length === 0) {
    findings.push(
      ...checkPages(`${files.root}/pages.json`, files.get(`${files.root}/pages.json`) ?? "[]", { entities, calls }),
    );
    findings.push(
      ...checkContexts(
        `${files.root}/contexts.json`,
        files.get(`${files.root}/contexts.json`) ?? "{}",
        files.names("calls"),
      ),
    );
    for (const finding of checkNames({ entities, calls, pages, jobs }, (path) => files.get(path) ?? "{}"))
      (finding.severity === "warn" ? warnings : findings).push(finding);
  }
  if (findings.length > 0) throw new SchemaErrors(findings);
  const data = new Map(
    files
      .names("data")
      .map((name): [string, Row[]] => [name, JSON.parse(files.get(`${files.root}/data/${name}.json`) ?? "[]")]),
  );
  return { entities, calls, pages, library, data, warnings, sources };
}

const same = (one: SchemaError, other: SchemaError) =>
  one.file === other.file && one.line === other.line && one.column === other.column && one.message === other.message;

function readLibrary(files: Files, plain: <T>(meta: MetaName, path: string, none: T) => T): Library {
  const all = (folder: string) =>
    files.names(folder).map((name) => [name, files.get(`${files.root}/${folder}/${name}.json`) ?? ""] as const);
  const contexts = plain<Record<string, Partial<ContextPlan>>>("contexts", `${files.root}/contexts.json`, {});
  const currencies: { code: string; minorUnits: number }[] = JSON.parse(
    files.get(`${files.root}/data/currency.json`) ?? "[]",
  );
  return {
    shared: Object.fromEntries(all("shared").map(([name, text]) => [`${files.root}/shared/${name}.json`, text])),
    constants: plain<Record<string, Constant>>("constants", `${files.root}/constants.json`, {}),
    // Constants are loaded above; the entry in the file only lets rules read them.
    contexts: Object.fromEntries(
      Object.entries(contexts)
        .filter(([name]) => name !== "constants")
        .map(([name, plan]) => [name, { ...plan, types: plan.types ?? {} }]),
    ),
    currencies: Object.fromEntries(currencies.map(({ code, minorUnits }) => [code, { minorUnits }])),
    entities: Object.fromEntries(all("entities")),
    failures: Object.keys(failures),
    calls: files.names("calls"),
  };
}

/** Drops `$schema`, which is for editors. */
function withoutSchema(value: unknown) {
  if (!isRow(value)) return value;
  const { $schema: _unused, ...rest } = value;
  return rest;
}

/** Returns the files with an overlay of replaced and added texts. */
function overlayFiles(overlay: Readonly<Record<string, string>>, { root, get, names }: Files): Files {
  const added = (folder: string) =>
    Object.keys(overlay).flatMap((path) =>
      dirname(path) === `${root}/${folder}` && path.endsWith(".json") ? [basename(path, ".json")] : [],
    );
  return {
    root,
    get: (path) => overlay[path] ?? get(path),
    names: (folder) => [...new Set([...names(folder), ...added(folder)])].sort(),
  };
}

/** Returns the files; records each text by path when it is read. */
const recordSources = (texts: Map<string, string>, files: Files): Files => ({
  ...files,
  get(path) {
    const text = texts.get(path) ?? files.get(path);
    if (text !== undefined) texts.set(path, text);
    return text;
  },
});

/** Reads files of a folder. Paths begin with the folder's own name, as in findings. */
function openFiles(dir: string): Files {
  const root = basename(dir);
  const at = (path: string) => join(dir, path.slice(root.length + 1));
  return {
    root,
    get: (path) => (statSync(at(path), { throwIfNoEntry: false }) ? readFileSync(at(path), "utf8") : undefined),
    names: (folder) =>
      statSync(join(dir, folder), { throwIfNoEntry: false })
        ? readdirSync(join(dir, folder))
            .filter((name) => name.endsWith(".json"))
            .map((name) => name.slice(0, -".json".length))
            .sort()
        : [],
  };
}
