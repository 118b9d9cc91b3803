/** An entity being compiled: its plan and texts so far, its findings, and lookups for keywords. */
import type { Node } from "jsonc-parser";
import { compileExpression } from "../rules/compile.ts";
import { listMeant, type Said } from "../rules/rule-words.ts";
import type { Expression } from "../model/expression.ts";
import { recordType } from "../rules/scope.ts";
import { RuleError, type RuleType, type RuleTypes } from "../rules/types.ts";
import { findConstantType } from "../entity/constants.ts";
import type { EntityPlan, FieldPlan, Lang, Texts } from "../model/entity.ts";
import type { Language } from "../model/dialect.ts";
import type { Kind } from "../model/kind.ts";
import type { Json } from "./json.ts";
import type { Library } from "./library.ts";
import { readFieldNames } from "./read-header.ts";
import type { Thing } from "./finding-things.ts";
import { findingWords } from "./finding-words.ts";
import { createFinding, suggest, type Place, type SchemaError } from "./schema-error.ts";

/** Input of a draft. */
export interface DraftParts {
  /** The whole file. */
  file: Json;
  /** Its record: the file itself, or the call's request. */
  json: Json;
  library: Library;
  plan: EntityPlan;
  dialect: Language;
}

/**
 * An entity while it is being compiled: its plan, its files' positions and findings.
 * @example
 * const keyword = defineKeyword({ ...example, entity: (_word, entityDraft) => void entityDraft.plan.name });
 */
export class EntityDraft {
  readonly findings: SchemaError[] = [];
  /** Fields that the compiler added (`id`): no list shows them unless it names them. */
  readonly hidden = new Set<string>();
  /** Fields that already have a finding; references to them are not reported as unknown. */
  readonly lost = new Set<string>();
  /** Nesting of `properties` being read, outermost first: those of a row follow those of its record. */
  readonly reading: Node[] = [];
  readonly texts: Record<Lang, Texts> = { zh: {}, en: {} };
  readonly plan: EntityPlan;
  readonly library: Library;
  readonly dialect: Language;
  /** The whole file. */
  readonly file: Json;
  /** Its record: the file itself, or the call's request. */
  readonly json: Json;
  #types = new Map<string, RuleTypes>();
  #later: (() => void)[] = [];

  constructor({ file, json, library, plan, dialect }: DraftParts) {
    this.file = file;
    this.json = json;
    this.library = library;
    this.plan = plan;
    this.dialect = dialect;
  }

  /** Adds a finding; `said` is an entry of a catalogue such as `finding-words.ts`. */
  report(place: Place, rule: string, said: Said, suggestion?: string, severity?: SchemaError["severity"]): void {
    const finding = createFinding(place, rule, said, suggestion, severity);
    const { file, line, column, message } = finding;
    // A file may read a shared definition twice: report its mistake once.
    if (
      this.findings.some(
        (one) => one.file === file && one.line === line && one.column === column && one.message === message,
      )
    )
      return;
    this.findings.push(finding);
  }

  /** Reports a name that is not one of the candidates, and suggests the closest one. */
  unknown(place: Place, what: Thing, name: string, candidates: Iterable<string>): void {
    if (what === "field" && this.lost.has(name)) return;
    const [known, meant] = [[...candidates], suggest(name, candidates)];
    this.report(
      place,
      `unknown-${what.replaceAll(" ", "-")}`,
      findingWords.unknown(what, name, listMeant(known, meant)),
      meant,
    );
  }

  /** Returns the name that a word gives; reports a finding when it is not one of the candidates. */
  readName(word: Json, what: Thing, candidates: readonly string[]): string {
    const name = word.string();
    if (!candidates.includes(name)) this.unknown(word.place(), what, name, candidates);
    return name;
  }

  /** Returns the name of a call; reports a finding when it is not one of `schemas/calls` and the library lists them. */
  readCallName(word: Json): string {
    const { calls } = this.library;
    return calls ? this.readName(word, "call", calls) : word.string();
  }

  /** Returns the names of the fields of the entity that a word names; reports a finding and returns undefined when there is none. */
  readEntityFields(word: Json): readonly string[] | undefined {
    const names = readFieldNames(this.library, word.string());
    if (!names) this.unknown(word.place(), "entity", word.string(), Object.keys(this.library.entities));
    return names;
  }

  /** Returns the kind of that name. */
  kind(name: string): Kind {
    return this.dialect.kind(name);
  }

  /** Whether users fire events of this actor. */
  isUser(by: string): boolean {
    return this.dialect.actors[by] === "user";
  }

  /** The text `{zh, en}` of a key. */
  text(key: string, word: Json | undefined): void {
    if (!word) return;
    for (const lang of this.dialect.languages) {
      const text = word.get(lang)?.value;
      if (typeof text === "string") this.texts[lang][key] = text;
    }
  }

  /** Texts that the schema did not give. */
  defaultText(key: string, text: Record<Lang, string | undefined>): void {
    for (const lang of this.dialect.languages) this.texts[lang][key] ??= text[lang] ?? key;
  }

  /** Returns the top-level field of that name; reports a finding and returns undefined when there is none. */
  field(word: Json, name = word.string()): FieldPlan | undefined {
    const field = this.plan.fields.find((one) => one.name === name);
    if (!field)
      this.unknown(
        word.place(word.value === name ? undefined : "key"),
        "field",
        name,
        this.plan.fields.map((one) => one.name),
      );
    return field;
  }

  /** Returns the names of fields in a list; reports and leaves out those that are not fields. */
  fieldNames(words: readonly Json[]): string[] {
    return words.flatMap((word) => this.field(word)?.name ?? []);
  }

  /** Returns a whole number, or that of the constant `constants.<name>`; reports a finding and returns 0 when there is none. */
  wholeNumber(word: Json): number {
    if (typeof word.value === "number") return word.value;
    const name = String(word.value).replace(/^constants\./, "");
    const constant = this.library.constants[name];
    if (typeof constant?.value === "number") return constant.value;
    this.unknown(word.place(), "constant", name, Object.keys(this.library.constants));
    return 0;
  }

  /** Does something after all fields and entity words are known. */
  later(work: () => void): void {
    this.#later.push(work);
  }
  finish(): void {
    for (const work of this.#later) work();
    this.#later = [];
  }

  /**
   * Compiles an expression; reports a finding and returns undefined when it does not compile. `roots`: further names that it may use;
   * `source`: what the word says in CEL, when it says it otherwise.
   */
  expression(
    word: Json,
    expected?: string,
    roots: Record<string, RuleType> = {},
    source: string = word.string(),
  ): Expression | undefined {
    return this.#compile({ word, source, from: source === word.value ? 0 : undefined }, expected, roots);
  }

  /** Compiles the part of a text that is an expression, as `expression` does a whole one. `from`: its first character. */
  expressionWithin(word: Json, source: string, from: number): Expression | undefined {
    return this.#compile({ word, source, from });
  }

  /** Compiles `source`. `from`: its first character in the word; undefined when the word has another text. */
  #compile(
    { word, source, from }: { word: Json; source: string; from: number | undefined },
    expected?: string,
    roots: Record<string, RuleType> = {},
  ): Expression | undefined {
    try {
      const expression = compileExpression(source, this.#typesWith(roots), expected);
      for (const path of expression.reads) this.#use(path);
      return expression;
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      if ([...this.lost].some((name) => source.includes(name))) return undefined;
      const place = word.place(from === undefined ? undefined : { from: from + error.position, to: from + error.end });
      this.report(place, "bad-expression", error.said, error.suggestion);
      return undefined;
    }
  }

  /** One object per set of roots: it is the key of the rule compiler's cache. */
  #typesWith(roots: Record<string, RuleType>): RuleTypes {
    const key = JSON.stringify(roots);
    let types = this.#types.get(key);
    if (!types) {
      const contexts = Object.entries(this.library.contexts)
        .filter(([, { rows }]) => !rows)
        .map(([name, { type, types: members }]) => [name, type ?? { record: members }] as const);
      const constants = Object.entries(this.library.constants).map(
        ([name, { value }]) => [name, findConstantType(value)] as const,
      );
      const minorUnits = Object.fromEntries(
        Object.entries(this.library.currencies).map(([code, currency]) => [code, currency.minorUnits]),
      );
      types = {
        roots: {
          ...Object.fromEntries(contexts),
          constants: { record: Object.fromEntries(constants) },
          self: recordType(this.plan.fields, this.dialect.kind),
          ...roots,
        },
        minorUnits,
        zone: this.dialect.zone,
      };
      this.#types.set(key, types);
    }
    return types;
  }

  #use(path: string): void {
    const [root = "", member = ""] = path.split(".");
    const { constants, contexts } = this.library;
    if (root === "constants") {
      const constant = constants[member];
      if (constant) (this.plan.constants ??= {})[member] = constant.value;
      return;
    }
    const context = Object.hasOwn(contexts, root) ? contexts[root] : undefined;
    if (context) this.plan.contexts[root] = context;
  }
}
