/** An entity during compilation: its plan, texts and findings so far, and lookups for keywords. */
import type { Node } from "jsonc-parser";
import { compileExpression } from "../rules/compile.ts";
import { listMeant, type LocalizedMessage } from "../rules/rule-messages.ts";
import type { Expression } from "../model/expression.ts";
import { buildRecordType } from "../rules/scope.ts";
import { RuleError, type RuleType, type RuleTypes } from "../rules/types.ts";
import { fillConstants, findConstantType } from "../entity/constants.ts";
import type { EntityPlan, FieldPlan, Lang, Texts } from "../model/entity.ts";
import type { Language } from "../model/dialect.ts";
import type { Kind } from "../model/kind.ts";
import type { Json } from "./json.ts";
import type { Constant, Library } from "./library.ts";
import { readFieldNames } from "./read-header.ts";
import type { FindingSubject } from "./finding-subjects.ts";
import { findingMessages } from "./finding-messages.ts";
import { createFinding, suggest, type SourceLocation, type SchemaError } from "./schema-error.ts";
import { pickText, type EngineTexts } from "../base/engine-texts.ts";

/** Arguments for creating a draft. */
export interface DraftParts {
  /** The whole file. */
  file: Json;
  /** JSON of the record: the file itself, or the call's request. */
  json: Json;
  library: Library;
  plan: EntityPlan;
  dialect: Language;
}

/** A nested object of the record. */
export interface ObjectDraft {
  name: string;
  /** Its keywords by name. */
  keywords: ReadonlyMap<string, Json>;
  /** The parent object. Undefined for an object of the record itself. */
  above: ObjectDraft | undefined;
  /** Whether its parent, the record or another object, requires it. */
  required: boolean;
}

/**
 * An entity during compilation, with its plan, file positions and findings.
 * @example
 * const keyword = defineKeyword({ ...example, entity: (_word, entityDraft) => void entityDraft.plan.name });
 */
export class EntityDraft {
  readonly findings: SchemaError[] = [];
  /** Fields added by the compiler (`id`), which are only listed where a schema names them. */
  readonly hidden = new Set<string>();
  /** Fields that already have a finding, so that references to them are not reported as unknown. */
  readonly reportedFields = new Set<string>();
  /** Nested objects of the record, each after its parent. */
  readonly objects: ObjectDraft[] = [];
  /** Nested `properties` that are being read, outermost first, to detect circular definitions. */
  readonly reading: Node[] = [];
  readonly texts: Record<Lang, Texts>;
  readonly plan: EntityPlan;
  readonly library: Library;
  readonly dialect: Language;
  /** The whole file. */
  readonly file: Json;
  /** JSON of the record: the file itself, or the call's request. */
  readonly json: Json;
  #types = new Map<string, RuleTypes>();
  #later: (() => void)[] = [];

  constructor({ file, json, library, plan, dialect }: DraftParts) {
    this.file = file;
    this.json = json;
    this.library = library;
    this.plan = plan;
    this.dialect = dialect;
    this.texts = Object.fromEntries(dialect.languages.map((lang) => [lang, {}])) as Record<Lang, Texts>;
  }

  /** Adds a finding. `text` is an entry of a catalogue such as `finding-messages.ts`. */
  report(
    location: SourceLocation,
    rule: string,
    text: LocalizedMessage,
    suggestion?: string,
    severity?: SchemaError["severity"],
  ): void {
    const finding = createFinding(location, rule, text, suggestion, severity);
    const { file, line, column, message } = finding;
    // A file may refer to a shared definition twice, but its mistake is reported only once.
    if (
      this.findings.some(
        (finding) =>
          finding.file === file && finding.line === line && finding.column === column && finding.message === message,
      )
    )
      return;
    this.findings.push(finding);
  }

  /** Reports an unknown name and suggests the closest candidate. */
  reportUnknown(location: SourceLocation, what: FindingSubject, name: string, candidates: Iterable<string>): void {
    if (what === "field" && this.reportedFields.has(name)) return;
    const [known, meant] = [[...candidates], suggest(name, candidates)];
    this.report(
      location,
      `unknown-${what.replaceAll(" ", "-")}`,
      findingMessages.unknown(what, name, listMeant(known, meant)),
      meant,
    );
  }

  /** Reads a name, and reports it when it is not one of the candidates. */
  readName(keyword: Json, what: FindingSubject, candidates: readonly string[]): string {
    const name = keyword.string();
    if (!candidates.includes(name)) this.reportUnknown(keyword.location(), what, name, candidates);
    return name;
  }

  /** Reads the name of a call. Reports unknown names if the library lists the calls. */
  readCallName(keyword: Json): string {
    const { calls } = this.library;
    return calls ? this.readName(keyword, "call", calls) : keyword.string();
  }

  /**
   * Returns the field names of the entity that `keyword` names. Reports unknown entities and returns undefined for
   * them.
   */
  readEntityFields(keyword: Json): readonly string[] | undefined {
    const names = readFieldNames(this.library, keyword.string());
    if (!names) this.reportUnknown(keyword.location(), "entity", keyword.string(), Object.keys(this.library.entities));
    return names;
  }

  /** Returns a kind by name. */
  kind(name: string): Kind {
    return this.dialect.kind(name);
  }

  /** Returns whether an actor stands for users. */
  isUser(by: string): boolean {
    return this.dialect.actors[by] === "user";
  }

  /** Adds the text `{zh, en}` of a key, with the values of the constants that it names: `{constants.most}`. */
  text(key: string, keyword: Json | undefined): void {
    if (!keyword) return;
    for (const lang of this.dialect.languages) {
      const text = keyword.get(lang);
      if (typeof text?.value === "string") this.texts[lang][key] = this.#fillConstants(text, text.value);
    }
  }

  #fillConstants(keyword: Json, text: string): string {
    const { constants } = this.library;
    return fillConstants(text, (name, index) => {
      if (Object.hasOwn(constants, name)) return constants[name]?.value;
      const location = keyword.location({ from: index, to: index + `{constants.${name}}`.length });
      this.reportUnknown(location, "constant", name, Object.keys(constants));
      return undefined;
    });
  }

  /** Sets a text of the engine, or one that is the same in all languages, unless the schema defines it. */
  defaultText(key: string, text: EngineTexts | string): void {
    for (const lang of this.dialect.languages)
      this.texts[lang][key] ??= typeof text === "string" ? text : pickText(text, lang);
  }

  /** Returns whether a key has a text. */
  hasText(key: string): boolean {
    return this.texts[this.dialect.languages[0]][key] !== undefined;
  }

  /** Sets a text to that of another key unless the schema defines it. */
  copyText(key: string, from: (lang: Lang) => string): void {
    for (const lang of this.dialect.languages) this.texts[lang][key] ??= this.texts[lang][from(lang)] ?? key;
  }

  /** Returns the top-level field of that name. Reports unknown fields and returns undefined for them. */
  field(keyword: Json, name = keyword.string()): FieldPlan | undefined {
    return this.pick(keyword, name, this.plan.fields);
  }

  /** Returns the field of that name among `fields`. Reports a finding and returns undefined when there is none. */
  pick(keyword: Json, name: string, fields: readonly FieldPlan[]): FieldPlan | undefined {
    const field = fields.find((field) => field.name === name);
    if (field) return field;
    const location = keyword.location(keyword.value === name ? undefined : "key");
    const inside = fields.find((field) => field.name.startsWith(`${name}.`));
    if (inside) this.report(location, "whole-object", findingMessages.wholeObject(name, inside.name), inside.name);
    else
      this.reportUnknown(
        location,
        "field",
        name,
        fields.map((field) => field.name),
      );
    return undefined;
  }

  /**
   * Returns the names of the fields in a list. A nested object stands for all its fields. Reports and omits unknown
   * names.
   */
  fieldNames(nodes: readonly Json[]): string[] {
    return nodes.flatMap((keyword) => this.listInside(keyword.string()) ?? this.field(keyword)?.name ?? []);
  }

  /** Returns the names of the fields of a nested object, or undefined for any other name. */
  listInside(name: string): string[] | undefined {
    const inside = this.plan.fields.flatMap((field) => (field.name.startsWith(`${name}.`) ? [field.name] : []));
    return inside.length > 0 ? inside : undefined;
  }

  /** Returns the constant that `constants.<name>` names. Reports unknown names and returns undefined for them. */
  constant(keyword: Json): Constant | undefined {
    const name = keyword.string().replace(/^constants\./, "");
    const { constants } = this.library;
    if (Object.hasOwn(constants, name)) return constants[name];
    this.reportUnknown(keyword.location(), "constant", name, Object.keys(constants));
    return undefined;
  }

  /** Reads a whole number or a constant `constants.<name>`. Reports any other value and returns 0. */
  wholeNumber(keyword: Json): number {
    if (typeof keyword.value === "number") return keyword.value;
    const constant = this.constant(keyword);
    if (typeof constant?.value === "number") return constant.value;
    if (constant)
      this.report(
        keyword.location(),
        "constant-type",
        findingMessages.constantOfType(keyword.string(), constant.value, "integer"),
      );
    return 0;
  }

  /** Defers work until all fields and entity keywords have been read. */
  later(work: () => void): void {
    this.#later.push(work);
  }
  finish(): void {
    for (const work of this.#later) work();
    this.#later = [];
  }

  /**
   * Compiles an expression, or reports it and returns undefined when it is invalid. `roots` are additional variables.
   * `source` is the expression in CEL if the keyword is not written in CEL.
   */
  expression(
    keyword: Json,
    expected?: string,
    roots: Record<string, RuleType> = {},
    source: string = keyword.string(),
  ): Expression | undefined {
    return this.#compile({ keyword, source, from: source === keyword.value ? 0 : undefined }, expected, roots);
  }

  /** Compiles an expression that is part of a longer string. `from` is the index of its first character. */
  expressionWithin(
    keyword: Json,
    source: string,
    from: number,
    roots?: Record<string, RuleType>,
  ): Expression | undefined {
    return this.#compile({ keyword, source, from }, undefined, roots);
  }

  /**
   * Compiles `source`. `from` is the index of its first character in the string of `keyword`, or undefined when that
   * string is not the source.
   */
  #compile(
    { keyword, source, from }: { keyword: Json; source: string; from: number | undefined },
    expected?: string,
    roots: Record<string, RuleType> = {},
  ): Expression | undefined {
    try {
      const expression = compileExpression(source, this.#typesWith(roots), expected);
      for (const path of expression.reads) this.#use(path);
      return expression;
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      if ([...this.reportedFields].some((name) => source.includes(name))) return undefined;
      const location = keyword.location(
        from === undefined ? undefined : { from: from + error.position, to: from + error.end },
      );
      this.report(location, "bad-expression", error.messages, error.suggestion);
      return undefined;
    }
  }

  /** Returns one object per set of variables, because it is the cache key of the rule compiler. */
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
          self: buildRecordType(this.plan.fields, this.dialect.kind),
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
