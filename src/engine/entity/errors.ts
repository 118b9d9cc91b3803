import { Decimal, type Num } from "../base/decimal.ts";
import { isObject } from "../rules/operators.ts";
import { type Logic, readCore } from "./core.ts";
import type { CheckError, CheckOptions, Entity, Field, Lang, Row } from "../model/entity.ts";
import type { SchemaProblem } from "../model/validate.ts";
import { bounds, formatItemMessage, formatMessage, formatObjectMessage } from "./messages.ts";
import { splitFieldPointer } from "./objects.ts";
import { buildKindContext, toPointer, splitPointer } from "./values.ts";

/** Keywords whose failure means that a value cannot be parsed. */
const UNREADABLE = new Set(["type", "format", "pattern", "enum", "const"]);

/** Keywords whose limit is formatted like a value of the field although it is not a bound. */
const VALUES = new Set(["const", "multipleOf"]);

/** Returns the limit that an Ajv error reports, or undefined when it reports none that is a string or number. */
function findLimit({ limit, multipleOf, allowedValue }: SchemaProblem["params"]): string | number | undefined {
  const value = limit ?? multipleOf ?? allowedValue;
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** An error of a field. `malformed` means that its value cannot be parsed. */
interface FieldError {
  field: Field | undefined;
  at: string;
  code: string;
  params?: CheckError["params"] | undefined;
  malformed?: boolean;
}

/** An error with details for later steps of the check: whether the value is malformed, and the violated bound. */
export type FoundError = CheckError & { malformed?: boolean; bound?: Bound };

/** Collects the errors of a single check along with their messages. */
export class Errors {
  readonly entity: Entity;
  readonly lang: Lang;
  #all: FoundError[] = [];
  readonly #places = new Set<string>();

  constructor(entity: Entity, lang: Lang) {
    this.entity = entity;
    this.lang = lang;
  }
  has(pointer: string): boolean {
    return this.#places.has(pointer);
  }
  /** Returns the JSON pointers of values that cannot be parsed. Rules that read them pass. */
  listMalformed(): string[] {
    return this.#all.flatMap(({ at, malformed }) => (malformed ? [at] : []));
  }
  /** Returns the errors in rows of the given lists by the row's JSON pointer, with paths relative to the row. */
  listRowErrors(lists: ReadonlySet<string>): Map<string, FoundError[]> {
    const found = new Map<string, FoundError[]>();
    for (const error of this.#all) {
      const [, name = "", index, ...rest] = error.at.split("/");
      if (index === undefined || !lists.has(name)) continue;
      const row = `/${name}/${index}`;
      const inner = { ...error, at: ["", ...rest].join("/") };
      const before = found.get(row);
      if (before) before.push(inner);
      else found.set(row, [inner]);
    }
    return found;
  }
  /** Adds the errors that a row had in an earlier check. */
  restore(row: string, errors: readonly FoundError[]): void {
    for (const error of errors) this.#push({ ...error, at: row + error.at });
  }
  #push(error: FoundError): void {
    this.#all.push(error);
    this.#places.add(error.at);
  }
  /** Adds an error. Fields that are missing in a value that is no object are not reported, the value is. */
  add({ field, at, code, params = {}, malformed = false }: FieldError): void {
    if (code === "required" && this.#all.some((error) => error.malformed && at.startsWith(`${error.at}/`))) return;
    const message = this.#placed(at, formatMessage(this.entity, { field, code, params }, this.lang));
    this.#push({ at, code, params, message, malformed });
  }
  /** Replaces all errors of a value with a single one and marks the value as malformed. */
  replace(field: Field, pointer: string, code: string): void {
    this.#all = this.#all.filter((error) => error.at !== pointer);
    this.add({ field, at: pointer, code, malformed: true });
  }
  addRuleError(error: CheckError): void {
    this.#push(error);
  }
  /** Adds a failed bound, keeping only the strictest one on each side of a field. */
  bound(error: CheckError, bound: Bound): void {
    const rival = this.has(error.at)
      ? this.#all.find((item) => item.at === error.at && item.bound?.side === bound.side)
      : undefined;
    if (rival?.bound && !isStricter(bound, rival.bound)) return;
    this.#all = this.#all.filter((error) => error !== rival);
    this.#push({ ...error, bound });
  }
  /**
   * Adds an error that JSON Schema validation found. Skips missing fields of the record and of its nested objects,
   * which `checkRecord` reports.
   */
  addSchemaError(problem: SchemaProblem, record: Row, { lang }: CheckOptions): void {
    const { instancePath, keyword, params } = problem;
    if (this.#addObjectError(problem)) return;
    const field = this.#fieldAt(instancePath);
    const limit = findLimit(params);
    const side = bounds[keyword];
    if (!side || !field || limit === undefined) {
      const malformed = UNREADABLE.has(keyword);
      const shown: CheckError["params"] = limit === undefined ? {} : { limit };
      const params =
        field && VALUES.has(keyword) && limit !== undefined
          ? { limit: field.kind.text(limit, buildKindContext(this.entity, field, lang, record)) }
          : shown;
      const text =
        malformed && field && !field.messages.includes(keyword)
          ? this.#kindMessage(field, instancePath, record)
          : undefined;
      this.#push({
        at: instancePath,
        code: keyword,
        params: shown,
        message: this.#placed(instancePath, text ?? formatMessage(this.entity, { field, code: keyword, params }, lang)),
        malformed,
      });
      return;
    }
    const shown = field.kind.text(limit, buildKindContext(this.entity, field, lang, record));
    const formatted = formatMessage(this.entity, { field, code: keyword, params: { limit: shown } }, lang);
    const message = this.#placed(instancePath, formatted);
    this.bound(
      { at: instancePath, code: keyword, params: { limit }, message },
      { side, value: field.kind.toRule(limit) },
    );
  }
  /**
   * Handles a problem with a record, a row or a nested object as a whole: a missing or unknown member, or another value
   * in its place. Adds an error, except for missing members of the record and its nested objects, which `checkRecord`
   * reports. Returns whether the problem was one of these.
   */
  #addObjectError({ instancePath: pointer, keyword, params }: SchemaProblem): boolean {
    const object = this.#findObject(pointer);
    if (keyword === "required") {
      const member = `${pointer}/${toPointer(String(params.missingProperty))}`;
      if (pointer !== "" && object === undefined) this.add({ field: this.#fieldAt(member), at: member, code: keyword });
      return true;
    }
    if (keyword === "additionalProperties") {
      const name = String(params.additionalProperty);
      this.add({ field: undefined, at: `${pointer}/${toPointer(name)}`, code: keyword, params: { name } });
      return true;
    }
    if (keyword !== "type" || object === undefined) return false;
    const message = formatObjectMessage(this.entity, object, this.lang);
    this.#push({ at: pointer, code: keyword, params: {}, message, malformed: true });
    return true;
  }
  /** Returns the errors in field order, row by row. */
  sortErrors(): CheckError[] {
    const { order } = readCore(this.entity);
    return this.#all
      .map(({ at, code, params, message }) => {
        const [name = "", index] = splitFieldPointer(this.entity, at);
        return {
          error: { at, code, params, message },
          rank: order.get(name) ?? order.size,
          index: Number(index ?? -1),
        };
      })
      .sort((a, b) => a.rank - b.rank || a.index - b.index || 0)
      .map(({ error }) => error);
  }
  /**
   * Returns the kind's message about a value, which is more specific than that of the keyword. Undefined when the kind
   * finds no error.
   */
  #kindMessage(field: Field, pointer: string, record: Row): string | undefined {
    const value = splitFieldPointer(this.entity, pointer).reduce<unknown>(
      (inner, step) => (isObject(inner) ? inner[step] : undefined),
      record,
    );
    const problem = field.kind.validate?.(value, buildKindContext(this.entity, field, this.lang, record));
    return problem && formatMessage(this.entity, { field, ...problem }, this.lang);
  }
  /** Returns the name of the nested object at a JSON pointer, or undefined when there is none. */
  #findObject(pointer: string): string | undefined {
    const name = splitPointer(pointer).join(".");
    return this.entity.objects?.find((object) => object === name);
  }
  #fieldAt(pointer: string): Field | undefined {
    return this.#valueAt(pointer).field;
  }
  /** Returns the field of a value, and its index if it is an item of a plain list. */
  #valueAt(pointer: string): { field: Field | undefined; index?: number } {
    let logic: Logic | undefined = readCore(this.entity);
    let field: Field | undefined;
    const steps = splitFieldPointer(this.entity, pointer);
    for (let step = 0; step < steps.length; step += 2) {
      const [name = "", index] = steps.slice(step, step + 2);
      field = logic?.fields.get(name);
      if (field?.item && index !== undefined) return { field: field.item, index: Number(index) };
      logic = logic?.lists.get(name);
    }
    return { field };
  }
  /** Adds the position of the item to a message about an item of a plain list. Returns any other message unchanged. */
  #placed(pointer: string, message: string): string {
    const { index } = this.#valueAt(pointer);
    return index === undefined ? message : formatItemMessage(message, index + 1, this.lang);
  }
}

/** A limit as a rule value. */
export interface Bound {
  side: "min" | "max";
  value: unknown;
}
const isStricter = (bound: Bound, other: Bound) =>
  bound.side === "min" ? compare(bound.value, other.value) > 0 : compare(bound.value, other.value) < 0;

/**
 * Compares two rule values: decimals and whole numbers exactly, dates and instants as strings. Returns 0 for any other
 * pair of values.
 */
export function compare(left: unknown, right: unknown): number {
  if (isNumber(left) && isNumber(right)) return Decimal.of(left).cmp(right);
  if (typeof left !== "string" || typeof right !== "string") return 0;
  return left < right ? -1 : left > right ? 1 : 0;
}
const isNumber = (value: unknown): value is Num => typeof value === "bigint" || value instanceof Decimal;
