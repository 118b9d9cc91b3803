import { basename } from "node:path";
import { isObject } from "../base/guards.ts";
import type { Area, Page } from "../model/pages.ts";
import type { EntityName } from "../model/calls.ts";
import type { JsonSchema, Row } from "../model/field.ts";
import type { CompiledCall, Compiled } from "../compile/compile.ts";
import type { Constant, Library } from "../schema/library.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { Engine } from "../compile/engine.ts";
import type { MetaName } from "../compile/meta.ts";
import { type SchemaError, SchemaErrors } from "../schema/schema-error.ts";
import { UNREADABLE } from "../schema/json.ts";
import { checkNames } from "./check-names.ts";
import { checkAreas, checkContexts, checkPages } from "./check-pages.ts";
import {
  NoSchemas,
  openFiles,
  createBasedFiles,
  createOverlayFiles,
  readFiles,
  type BaseSchemas,
  type Files,
  type ReadFiles,
} from "./files.ts";
import { createCompileCache } from "./compile-cache.ts";
import type { CallPlan, ContextPlan, Entity } from "../model/entity.ts";

/** A call in `schemas/calls`: its route, its request as a form, and its response. */
export interface Call {
  call: CallPlan;
  request: Entity;
  response: JsonSchema;
  blob: boolean;
}
/** Compiled schemas with their validators. */
export interface Schemas {
  /** Settings and keywords of the product, such as its tenant, time zone, languages and paths. */
  dialect: Dialect;
  entities: Map<string, Entity>;
  /** Returns an entity that the product's code depends on. @throws Error naming the missing file */
  entity(name: EntityName): Entity;
  calls: Map<string, Call>;
  pages: Page[];
  areas: Area[];
  constants: Record<string, Constant>;
  contexts: Record<string, ContextPlan>;
  /** Rows of reference lists by entity. */
  data: Map<string, Row[]>;
}
/** The compiled folder as plain data without validators, for the build and the command line. */
export interface CompiledSchemas {
  entities: Map<string, Compiled>;
  calls: Map<string, CompiledCall>;
  pages: Page[];
  areas: Area[];
  library: Library;
  data: Map<string, Row[]>;
  /** Findings that do not prevent starting. */
  warnings: SchemaError[];
  sources: ReadonlyMap<string, string>;
}
/** Options for compiling a folder. */
export interface CompileOptions {
  engine: Engine;
  /** Schemas of a package, such as those of sign-in, that apply where the folder has no file of that name. */
  base?: BaseSchemas | undefined;
  /** Texts by path (`schemas/entities/payee.json`) that replace or extend the files. */
  overlay?: Readonly<Record<string, string>>;
  /**
   * Jobs that lifecycles may enqueue, each with the fields that an entity must have for it, or undefined to accept any
   * name.
   */
  jobs?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Names of failures that schemas may use. */
  failures?: readonly string[] | undefined;
  /** File types that fields may accept, as extensions with a dot and media types, or undefined to accept any. */
  fileTypes?: readonly string[] | undefined;
}
/** Names of the product's code that schemas may use. */
type ProductNames = Pick<CompileOptions, "jobs" | "fileTypes" | "failures">;

/**
 * Reads and compiles a folder. Validators are created on first use.
 *
 * @throws NoSchemas for a folder without an entity, SchemaErrors for invalid schemas
 * @example
 * const schemas = readSchemas("schemas", { engine: createEngine(dialect) });
 */
export function readSchemas(dir: string, options: CompileOptions): Schemas {
  const { dialect, hydrate, compileValidator } = options.engine;
  const { entities: compiled, calls, pages, areas, library, data } = compileSchemas(dir, options);
  if (compiled.size === 0) throw new NoSchemas(dir);
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
    areas,
    constants: library.constants,
    contexts: library.contexts,
    data,
  };
}

const remember = createCompileCache<CompiledSchemas>();

/**
 * Compiles a folder without creating validators. Returns the cached result for texts that were compiled recently.
 *
 * @throws SchemaErrors with all findings in all files
 * @example
 * const { entities } = compileSchemas("schemas", { engine: createEngine(dialect) });
 */
export function compileSchemas(
  dir: string,
  { engine, base, overlay = {}, jobs, fileTypes, failures }: CompileOptions,
): CompiledSchemas {
  const own = openFiles(dir);
  const based = base ? createBasedFiles(own, base, engine.dialect.languages) : own;
  const files = readFiles(createOverlayFiles(overlay, based));
  const names = { jobs, fileTypes, failures };
  return remember(engine, [files.root, names, [...files.texts]], () => compileTexts(files, engine, names));
}

function compileTexts(files: ReadFiles, engine: Engine, names: ProductNames): CompiledSchemas {
  const findings = new Findings();
  const plain: ReadPlain = (meta, path, none) => {
    const text = files.get(path);
    if (text === undefined) return none;
    return findings.attempt(() => omitSchema(engine.plainJson(meta, path, text)) as typeof none) ?? none;
  };
  const library = readLibrary(files, plain, names.failures);
  const { entities, calls } = compileFiles(engine, files, library, findings);
  const pages = plain<Page[]>("pages", `${files.root}/pages.json`, []);
  const areas = plain<Area[]>("areas", `${files.root}/areas.json`, []);
  findings.throwIf(({ rule }) => UNREADABLE.has(rule));
  // Check names across files only when every single file is valid.
  if (findings.errors.length === 0)
    checkAcross(files, { entities, calls, pages, ...engine.dialect, ...names }, findings);
  findings.throwIf(() => true);
  const data = new Map(
    files
      .names("data")
      .map((name): [string, Row[]] => [name, JSON.parse(files.get(`${files.root}/data/${name}.json`) ?? "[]")]),
  );
  return { entities, calls, pages, areas, library, data, warnings: findings.warnings, sources: files.texts };
}

/**
 * Reads a plain JSON file and validates it against its meta-schema. Returns `none` if the file is missing or invalid.
 */
type ReadPlain = <T>(meta: MetaName, path: string, none: T) => T;

/** Collects the findings of all files, without duplicates. */
class Findings {
  readonly errors: SchemaError[] = [];
  readonly warnings: SchemaError[] = [];

  /** Returns the result of `work`. If `work` throws findings, collects them and returns undefined. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SchemaErrors)) throw error;
      for (const finding of error.findings)
        if (!this.errors.some((known) => isSameError(known, finding))) this.errors.push(finding);
      return undefined;
    }
  }

  /** Throws the collected errors that `stops` accepts, if any. @throws SchemaErrors */
  throwIf(stops: (finding: SchemaError) => boolean): void {
    const stopping = this.errors.filter(stops);
    if (stopping.length > 0) throw new SchemaErrors(stopping);
  }
}

/** Compiles the shared definitions, entities and calls, file by file. */
function compileFiles(
  { checkShared, compileCall, compileEntity }: Engine,
  files: Files,
  library: Library,
  findings: Findings,
): Pick<CompiledSchemas, "entities" | "calls"> {
  for (const [path, text] of Object.entries(library.shared)) findings.errors.push(...checkShared(path, text, library));
  // Skip files that use an invalid definition, because their findings would hide those of the definition.
  const broken = [...new Set(findings.errors.map(({ file }) => basename(file)))].map((name) => `shared/${name}#`);
  const isJudged = (text: string) => !broken.some((reference) => text.includes(reference));
  const entities = new Map<string, Compiled>();
  for (const [name, text] of Object.entries(library.entities)) {
    if (!isJudged(text)) continue;
    const compiled = findings.attempt(() => compileEntity(`${files.root}/entities/${name}.json`, text, library));
    if (compiled) entities.set(name, compiled);
    findings.warnings.push(...(compiled?.warnings ?? []));
  }
  const calls = new Map<string, CompiledCall>();
  for (const name of files.names("calls")) {
    const path = `${files.root}/calls/${name}.json`;
    const text = files.get(path);
    if (text === undefined || !isJudged(text)) continue;
    const compiled = findings.attempt(() => compileCall(path, text, library));
    if (compiled) calls.set(name, compiled);
  }
  return { entities, calls };
}

/** Checks references across files: areas, pages, contexts, menus, jobs and grants. */
function checkAcross(
  files: Files,
  compiled: Parameters<typeof checkNames>[0] & Parameters<typeof checkPages>[2],
  findings: Findings,
): void {
  const { root } = files;
  const textOf = (path: string, none: string) => files.get(path) ?? none;
  findings.errors.push(
    ...checkPages(`${root}/pages.json`, textOf(`${root}/pages.json`, "[]"), compiled),
    ...checkAreas(`${root}/areas.json`, textOf(`${root}/areas.json`, "[]"), compiled),
    ...checkContexts(`${root}/contexts.json`, textOf(`${root}/contexts.json`, "{}"), files.names("calls")),
  );
  for (const finding of checkNames(compiled, (path) => textOf(path, "{}")))
    (finding.severity === "warn" ? findings.warnings : findings.errors).push(finding);
}

const isSameError = (finding: SchemaError, other: SchemaError) =>
  finding.file === other.file &&
  finding.line === other.line &&
  finding.column === other.column &&
  finding.message === other.message;

function readLibrary(files: Files, plain: ReadPlain, failures: readonly string[] | undefined): Library {
  const all = (folder: string) =>
    files.names(folder).map((name) => [name, files.get(`${files.root}/${folder}/${name}.json`) ?? ""] as const);
  const contexts = plain<Record<string, Partial<ContextPlan>>>("contexts", `${files.root}/contexts.json`, {});
  const currencies: { code: string; minorUnits: number }[] = JSON.parse(
    files.get(`${files.root}/data/currency.json`) ?? "[]",
  );
  return {
    shared: Object.fromEntries(all("shared").map(([name, text]) => [`${files.root}/shared/${name}.json`, text])),
    constants: plain<Record<string, Constant>>("constants", `${files.root}/constants.json`, {}),
    // Constants are loaded above. The entry in the file only allows rules to read them.
    contexts: Object.fromEntries(
      Object.entries(contexts)
        .filter(([name]) => name !== "constants")
        .map(([name, plan]) => [name, { ...plan, types: plan.types ?? {} }]),
    ),
    currencies: Object.fromEntries(currencies.map(({ code, minorUnits }) => [code, { minorUnits }])),
    entities: Object.fromEntries(all("entities")),
    ...(failures && { failures }),
    calls: files.names("calls"),
  };
}

/** Drops `$schema`, which only editors use. */
function omitSchema(value: unknown) {
  if (!isObject(value)) return value;
  const { $schema: _unused, ...rest } = value;
  return rest;
}
