/** Collects the errors of a check, with their messages. */
import { Decimal, type Num } from "../base/decimal.ts";
import { isObject } from "../rules/operators.ts";
import { requireCore } from "./core.ts";
import type { CheckError, CheckOptions, Entity, Field, Lang, Row } from "../model/entity.ts";
import type { SchemaProblem } from "../model/validate.ts";
import { bounds, itemMessage, messageFor } from "./messages.ts";
import { kindContext, pointer } from "./values.ts";

/** Keywords of a value that cannot be read. */
const UNREADABLE = new Set(["type", "format", "pattern", "enum", "const"]);

/** Keywords whose limit is a value of the field, though none of the bounds. */
const VALUES = new Set(["const", "multipleOf"]);

/** Returns the limit that Ajv names in a problem; undefined when there is none, or when it is no text or number. */
function limitOf({ limit, multipleOf, allowedValue }: SchemaProblem["params"]): string | number | undefined {
  const value = limit ?? multipleOf ?? allowedValue;
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** An error of a field; `malformed`: its value cannot be read. */
interface FieldError {
  field: Field | undefined;
  at: string;
  code: string;
  params?: CheckError["params"] | undefined;
  malformed?: boolean;
}

/** Errors of one check. */
export class Errors {
  readonly entity: Entity;
  readonly lang: Lang;
  #all: (CheckError & { malformed?: boolean; bound?: Bound })[] = [];

  constructor(entity: Entity, lang: Lang) {
    this.entity = entity;
    this.lang = lang;
  }
  has(at: string): boolean {
    return this.#all.some((error) => error.at === at);
  }
  /** Returns whether the value there, or one below it, cannot be read: rules that read it are silent. */
  malformed(at: string): boolean {
    return this.#all.some((error) => error.malformed === true && (error.at === at || error.at.startsWith(`${at}/`)));
  }
  add({ field, at, code, params = {}, malformed = false }: FieldError): void {
    const message = this.#placed(at, messageFor(this.entity, { field, code, params }, this.lang));
    this.#all.push({ at, code, params, message, malformed });
  }
  /** Replaces everything that was found about a value. */
  replace(field: Field, at: string, code: string): void {
    this.#all = this.#all.filter((error) => error.at !== at);
    this.add({ field, at, code, malformed: true });
  }
  /** Adds the error of a rule. */
  rule(error: CheckError): void {
    this.#all.push(error);
  }
  /** Adds a failed bound; keeps only the strictest on each side of a field. */
  bound(error: CheckError, bound: Bound): void {
    const rival = this.#all.find((one) => one.at === error.at && one.bound?.side === bound.side);
    if (rival?.bound && !isStricter(bound, rival.bound)) return;
    this.#all = this.#all.filter((one) => one !== rival);
    this.#all.push({ ...error, bound });
  }
  /** Adds an error of the JSON Schema, except missing fields of the record: `checkRecord` adds those. */
  schema(problem: SchemaProblem, record: Row, { lang }: CheckOptions): void {
    const { instancePath, keyword, params } = problem;
    if (keyword === "required") {
      if (instancePath === "") return;
      const at = `${instancePath}/${pointer(String(params.missingProperty))}`;
      this.add({ field: this.#fieldAt(at), at, code: "required" });
      return;
    }
    if (keyword === "additionalProperties") {
      const name = String(params.additionalProperty);
      this.add({ field: undefined, at: `${instancePath}/${pointer(name)}`, code: keyword, params: { name } });
      return;
    }
    const field = this.#fieldAt(instancePath);
    const limit = limitOf(params);
    const side = bounds[keyword];
    if (!side || !field || limit === undefined) {
      const malformed = UNREADABLE.has(keyword);
      const shown: CheckError["params"] = limit === undefined ? {} : { limit };
      const told =
        field && VALUES.has(keyword) && limit !== undefined
          ? { limit: field.kind.text(limit, kindContext(this.entity, field, lang, record)) }
          : shown;
      const words =
        malformed && field && !field.messages.includes(keyword)
          ? this.#kindMessage(field, instancePath, record)
          : undefined;
      this.#all.push({
        at: instancePath,
        code: keyword,
        params: shown,
        message: this.#placed(
          instancePath,
          words ?? messageFor(this.entity, { field, code: keyword, params: told }, lang),
        ),
        malformed,
      });
      return;
    }
    const shown = field.kind.text(limit, kindContext(this.entity, field, lang, record));
    const said = messageFor(this.entity, { field, code: keyword, params: { limit: shown } }, lang);
    const message = this.#placed(instancePath, said);
    this.bound(
      { at: instancePath, code: keyword, params: { limit }, message },
      { side, value: field.kind.toRule(limit) },
    );
  }
  /** Returns the errors in the order of the fields, row by row. */
  sorted(): CheckError[] {
    const { order } = requireCore(this.entity);
    const rank = (error: CheckError) => order.get(error.at.split("/")[1] ?? "") ?? order.size;
    return this.#all
      .map(({ at, code, params, message }) => ({ at, code, params, message }))
      .sort((a, b) => rank(a) - rank(b));
  }
  /** Returns the more exact message of the kind for a value that it cannot read; undefined when it has none. */
  #kindMessage(field: Field, at: string, record: Row): string | undefined {
    const value = at
      .split("/")
      .slice(1)
      .reduce<unknown>((inner, step) => (isObject(inner) ? inner[step] : undefined), record);
    const problem = field.kind.validate?.(value, kindContext(this.entity, field, this.lang, record));
    return problem && messageFor(this.entity, { field, ...problem }, this.lang);
  }
  #fieldAt(at: string): Field | undefined {
    return this.#valueAt(at).field;
  }
  /** Returns the field of a value, and the value's index where it is an item of a list of plain values. */
  #valueAt(at: string): { field: Field | undefined; index?: number } {
    const [name = "", row, inner, place] = at.split("/").slice(1);
    const field = requireCore(this.entity).fields.get(name);
    if (field?.item && row !== undefined) return { field: field.item, index: Number(row) };
    if (inner === undefined) return { field };
    const own = field?.items?.find((item) => item.name === inner);
    return own?.item && place !== undefined ? { field: own.item, index: Number(place) } : { field: own };
  }
  /** Returns a message with the position of the item that it is about. */
  #placed(at: string, message: string): string {
    const { index } = this.#valueAt(at);
    return index === undefined ? message : itemMessage(message, index + 1, this.lang);
  }
}

/** A limit in rule types. */
export interface Bound {
  side: "min" | "max";
  value: unknown;
}
const isStricter = (one: Bound, other: Bound) =>
  one.side === "min" ? compare(one.value, other.value) > 0 : compare(one.value, other.value) < 0;

/** Compares two values in rule types: decimals and whole numbers exactly, dates and instants as text. Returns 0 for values of two types. */
export function compare(one: unknown, other: unknown): number {
  if (isNumber(one) && isNumber(other)) return Decimal.of(one).cmp(other);
  if (typeof one !== "string" || typeof other !== "string") return 0;
  return one < other ? -1 : one > other ? 1 : 0;
}
const isNumber = (value: unknown): value is Num => typeof value === "bigint" || value instanceof Decimal;
