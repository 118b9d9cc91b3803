/** Server side of the workbench: the saved schema folder, with unsaved texts in place of some files. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { compileSchemas, type CompiledSchemas } from "../../server/payments/schemas.ts";
import {
  parseJson,
  SchemaErrors,
  type Compiled,
  type SchemaError,
  type Json,
  type Library,
} from "@portolan/engine/compiler";
import {
  compileCall,
  compileEntity,
  compileValidator,
  hydrate,
  keywords,
  validatorModule,
} from "../../src/payments/compiler.ts";
import { flattenRecord, type Entity, type JsonSchema } from "@portolan/engine";
import { bankingFormats } from "../../src/payments/kinds/string-formats.ts";
import { type CaseResult, type FixtureFile, readCases, runCase } from "../schemas/cases.ts";
import type { Change } from "../schemas/changes/change.ts";
import { diffSchemas } from "../schemas/changes.ts";
import { runMutations, type UndetectedMutation } from "../schemas/mutations.ts";
import { suggestCases } from "../schemas/suggest.ts";
import { appendCases, replaceExpectations } from "../schemas/write-cases.ts";
import { structuredPatch } from "diff";
import {
  type DiffLine,
  API,
  type FieldKeyword,
  type Items,
  type Mend,
  type Open,
  type Refused,
  type Save,
  type Shown,
  type Tried,
  type Try,
  type Verdicts,
  type Whole,
  type Inherited,
} from "./protocol.ts";
import type { SampleData } from "./sample-server.ts";

/** Number of recent versions to which previews may still refer. */
const KEPT = 8;
/** Time slice after which a search yields, in ms. */
const REST_MS = 20;
const SCHEMA = /^(entities|calls)\/([A-Za-z0-9]+)\.json$/;
const WRITABLE = /^(?:(?:entities|calls|shared)\/[A-Za-z0-9]+\.json|(?:constants|contexts|pages)\.json)$/;
const FIXTURE = /^tests\/schemas\/[A-Za-z0-9]+\/(?:cases|(?:valid|invalid)\/[A-Za-z0-9_-]+)\.json$/;
/** Served by Vite from the repository root. */
const RUNTIME = {
  format: (name: string) => `/src/${name in bankingFormats ? "payments" : "engine"}/kinds/formats/${name}.ts`,
  helpers: "/src/engine/entity/validator-runtime.ts",
};

const FIELD_KEYWORDS: FieldKeyword[] = keywords
  .filter(({ on }) => on.includes("field"))
  .map(({ name, types, schema, doc }) => ({ name, ...(types && { types }), schema, doc }));

/** A text that compiled, with its sample data. */
export interface Trial extends SampleData {
  shown: Shown;
  compiled: Compiled;
  /** The whole folder, including this text. */
  schemas: CompiledSchemas;
  own: Entity;
  /** Returns the plan and texts of another entity that a preview needs. */
  saved(name: string): Pick<Compiled, "plan" | "texts"> | undefined;
}

export class Workspace {
  readonly root: string;
  #saved: CompiledSchemas | undefined;
  #entities = new Map<string, Entity>();
  #trials = new Map<number, Trial>();
  #last = 0;
  /** The folder to compare changes with; undefined when it does not compile. */
  #before: (Try & { schemas: CompiledSchemas | undefined }) | undefined;

  /** `dir`: folder of schemas. Fixtures are in `tests/schemas` next to it. */
  constructor(private readonly dir: string) {
    this.root = basename(dir);
  }

  /** Clears the caches after a file was saved. */
  clearCache(): void {
    this.#saved = this.#before = undefined;
    this.#entities.clear();
  }

  items(): Items {
    try {
      const { entities, calls } = this.#compiled();
      const item =
        (kind: "entity" | "call") =>
        ([name, { plan, texts }]: readonly [string, Compiled]) => ({
          name,
          kind,
          path: plan.file,
          label: { zh: texts.zh["label"] ?? name, en: texts.en["label"] ?? name },
        });
      const forms = [...calls].flatMap(([name, { request }]) =>
        request.plan.fields.length > 0 ? [[name, request] as const] : [],
      );
      // Stored entities come first, reference lists last.
      const ordered = [...entities].toSorted(
        ([, a], [, b]) => Number(b.plan.source === "store") - Number(a.plan.source === "store"),
      );
      return {
        root: this.root,
        items: [...ordered.map(item("entity")), ...forms.map(item("call"))],
        keywords: FIELD_KEYWORDS,
        findings: [],
      };
    } catch (error) {
      return { root: this.root, items: [], keywords: FIELD_KEYWORDS, findings: readFindings(error) };
    }
  }

  /** Returns the content of an editable file; undefined when there is none. */
  read(path: string): string | undefined {
    const file = this.#file(path);
    return file && statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : undefined;
  }

  /** Compiles a file together with the saved versions of all others. */
  try({ path, text }: Try): Tried {
    const started = performance.now();
    const took = () => Math.round(performance.now() - started);
    try {
      const saved = this.#compiled();
      const [, folder, name] = SCHEMA.exec(path.slice(this.root.length + 1)) ?? [];
      if (!name) return { findings: this.#whole({ path, text }).findings, took: took() };
      const library =
        folder === "entities"
          ? { ...saved.library, entities: { ...saved.library.entities, [name]: text } }
          : saved.library;
      const call = folder === "calls" ? compileCall(path, text, library) : undefined;
      const compiled = call?.request ?? compileEntity(path, text, library);
      const schemas = call
        ? { ...saved, library, calls: new Map(saved.calls).set(name, call) }
        : { ...saved, library, entities: new Map(saved.entities).set(name, compiled) };
      const trial = this.#keep({ name, kind: call ? "call" : "entity", text }, compiled, schemas);
      return { findings: compiled.warnings, shown: trial.shown, took: took() };
    } catch (error) {
      return { findings: readFindings(error), took: took() };
    }
  }

  /** Returns the findings that need all files. `v`: version compiled from the same text. */
  whole(tried: Try, v: number): Whole {
    const trial = this.#trials.get(v);
    const { findings, schemas } = this.#whole(tried);
    const before = this.#committed(tried.path) ?? this.read(tried.path) ?? "";
    return {
      findings,
      changes: trial && schemas ? this.#changes(tried.path, before, trial.shown.name, schemas) : [],
      diff: diffLines(before, tried.text),
    };
  }

  /** Compares with the saved folder, and with this file in the last commit. */
  #changes(path: string, text: string, name: string, after: CompiledSchemas): Change[] {
    if (this.#before?.path !== path || this.#before.text !== text)
      this.#before = { path, text, schemas: this.#whole({ path, text }).schemas };
    const before = this.#before.schemas;
    return before ? diffSchemas(before, after, (of) => this.#cases(of), { only: [name] }) : [];
  }

  /** Checks the fixtures. */
  async verdicts({ shown, own }: Trial): Promise<Verdicts> {
    const found: CaseResult[] = [];
    let rested = performance.now();
    for (const fixture of this.#cases(shown.name)?.fixtures ?? []) {
      found.push(runCase(own, fixture));
      if (performance.now() - rested < REST_MS) continue;
      await new Promise(setImmediate);
      rested = performance.now();
    }
    return found;
  }

  /** Searches for unguarded mutations. Stops when a newer text is compiled, since the result is then outdated. */
  async unguarded({ shown, compiled }: Trial): Promise<Open> {
    const open: UndetectedMutation[] = [];
    const fixtures = this.#cases(shown.name);
    if (!fixtures) return open;
    let rested = performance.now();
    for (const { noticed, ...breakage } of runMutations(compiled, fixtures)) {
      if (!noticed) open.push(breakage);
      if (performance.now() - rested < REST_MS) continue;
      await new Promise(setImmediate);
      if (this.#last !== shown.v) return open;
      rested = performance.now();
    }
    return open;
  }

  /** Writes the file. Refuses when it has errors, or has changed on disk in the meantime. */
  save({ path, text, was }: Save): Refused | undefined {
    const file = this.#file(path);
    const now = this.read(path);
    if (!file || now === undefined) return { refused: "path" };
    if (now !== was) return { refused: "changed", now };
    const findings = path.startsWith(`${this.root}/`)
      ? this.#whole({ path, text }).findings.filter(({ severity }) => severity === "error")
      : parseJson(path, text).findings;
    if (findings.length > 0) return { refused: "findings", findings };
    writeFileSync(file, text);
    this.clearCache();
    return undefined;
  }

  /** Returns the updated cases without writing them; generated ones are marked for review. */
  async mended(trial: Trial, { text, what }: Mend): Promise<string> {
    const { shown, compiled } = trial;
    if (parseJson("cases.json", text).findings.length > 0) return text;
    if (what === "accept")
      return replaceExpectations(
        text,
        (await this.verdicts(trial)).filter(({ ok, kind }) => !ok && kind === "case"),
      );
    const { cases } = suggestCases(compiled, this.#cases(shown.name)!);
    return cases.length > 0 ? appendCases(text, cases) : text;
  }

  trial(v: number): Trial | undefined {
    return this.#trials.get(v);
  }

  #compiled(): CompiledSchemas {
    return (this.#saved ??= compileSchemas(this.dir));
  }

  #whole({ path, text }: Try): { findings: readonly SchemaError[]; schemas?: CompiledSchemas } {
    try {
      // Uses the cached result when the text is unchanged.
      const schemas = text === this.read(path) ? this.#compiled() : compileSchemas(this.dir, { [path]: text });
      return { findings: schemas.warnings.filter(({ file }) => file === path), schemas };
    } catch (error) {
      return { findings: readFindings(error) };
    }
  }

  #keep(
    { name, kind, text }: Pick<Shown, "name" | "kind"> & { text: string },
    compiled: Compiled,
    schemas: CompiledSchemas,
  ): Trial {
    const v = ++this.#last;
    const { plan, texts } = compiled;
    const own = hydrate(plan, texts, compileValidator(plan.schema));
    const casesFile = `tests/schemas/${name}/cases.json`;
    const shown: Shown = {
      v,
      name,
      kind,
      plan,
      texts,
      check: `${API}/check/${name}.js?v=${v}`,
      ...(this.read(casesFile) !== undefined && { casesFile }),
      inherited: listInheritedKeywords(plan.file, text, schemas.library),
    };
    const trial: Trial = {
      shown,
      compiled,
      schemas,
      own,
      data: schemas.data,
      saved: (other) => schemas.entities.get(other),
      entity: (other) => (kind === "entity" && other === name ? own : this.#entity(other)),
      valid: (of) => {
        const about = of === name ? own : this.#entity(of);
        return this.#valid(of).map(({ record }) => flattenRecord(about ?? {}, record));
      },
      contexts: (of) => this.#valid(of)[0]?.contexts ?? {},
    };
    this.#trials.set(v, trial);
    this.#trials.delete(v - KEPT);
    return trial;
  }

  #cases(name: string): FixtureFile | undefined {
    return readCases(resolve(this.dir, "../tests/schemas"), name);
  }
  #valid = (name: string) => this.#cases(name)?.fixtures.filter(({ kind }) => kind === "valid") ?? [];

  /** Returns the saved version of another entity. */
  #entity(name: string): Entity | undefined {
    const compiled = this.#compiled().entities.get(name);
    const cached =
      this.#entities.get(name) ??
      (compiled && hydrate(compiled.plan, compiled.texts, compileValidator(compiled.plan.schema)));
    if (cached) this.#entities.set(name, cached);
    return cached;
  }

  /** Resolves an editable path to a location; undefined for any other path. */
  #file(path: string): string | undefined {
    if (path.startsWith(`${this.root}/`) && WRITABLE.test(path.slice(this.root.length + 1)))
      return join(this.dir, path.slice(this.root.length + 1));
    return FIXTURE.test(path) ? resolve(this.dir, "..", path) : undefined;
  }

  /** Returns the content in the last commit; undefined when there is none. */
  #committed(path: string): string | undefined {
    const file = this.#file(path)!;
    const shown = spawnSync("git", ["show", `HEAD:./${basename(file)}`], { cwd: dirname(file), encoding: "utf8" });
    return shown.status === 0 ? shown.stdout : undefined;
  }
}

/** Returns the validator module of a version. */
export const checkModule = ({ compiled }: Trial): Promise<string> => validatorModule(compiled.plan.schema, RUNTIME);

function readFindings(error: unknown): readonly SchemaError[] {
  if (error instanceof SchemaErrors) return error.findings;
  throw error;
}

const AROUND = 2;

/** Returns the lines that differ; empty for equal texts. */
export function diffLines(before: string, after: string): DiffLine[] {
  return structuredPatch("", "", before, after, "", "", { context: AROUND }).hunks.flatMap(({ newStart, lines }) => {
    let line = newStart;
    // A line starting with \ only marks a missing newline at the end.
    return lines
      .filter((text) => !text.startsWith("\\"))
      .map((text): DiffLine => {
        const sign = text[0] as DiffLine["sign"];
        return { sign, text: text.slice(1), ...(sign === "-" ? {} : { line: line++ }) };
      });
  });
}

/** Returns the keywords inherited from shared definitions, by field. Limits from constants have their values. */
function listInheritedKeywords(file: string, text: string, library: Library): Record<string, Inherited> {
  const json = parseJson(file, text).json;
  return Object.fromEntries(
    listFields((json?.get("request") ?? json)?.get("properties")).flatMap(([name, field]) => {
      const found = readDefinition(field, file, library);
      return found ? [[name, found]] : [];
    }),
  );
}

/** Returns the fields with their names, those of nested objects by their path. */
const listFields = (properties: Json | undefined, above = ""): [string, Json][] =>
  (properties?.entries() ?? []).flatMap(([name, field]): [string, Json][] =>
    field.get("type")?.value === "object"
      ? listFields(field.get("properties"), `${above}${name}.`)
      : [[above + name, field]],
  );

/**
 * Returns the keywords of the definition that a field refers to, following any number of references; undefined without
 * a reference.
 */
function readDefinition(field: Json, file: string, library: Library): Inherited | undefined {
  const [to = "", pointer = ""] = String(field.get("$ref")?.value ?? "").split("#/$defs/");
  if (pointer === "") return undefined;
  const path = to === "" ? file : decodeURI(new URL(to, `file:///${file}`).pathname).slice(1);
  const definition = parseJson(path, library.shared[path] ?? "{}")
    .json?.get("$defs")
    ?.get(pointer);
  if (!definition) return undefined;
  const { $ref: _further, "x-limits": limits = {}, ...keywords } = definition.value as JsonSchema;
  for (const [name, constant] of Object.entries(limits as Record<string, string>))
    keywords[name] = library.constants[constant.replace("constants.", "")]?.value;
  return { keywords: { ...readDefinition(definition, path, library)?.keywords, ...keywords }, path, name: pointer };
}
