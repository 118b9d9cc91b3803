/** The errors that a check has found so far, and the words for them. */
import { Decimal } from "../base/decimal.ts";
import { coreOf } from "./core.ts";
import type { CheckError, CheckOptions, Entity, Field, Lang, Row } from "../model/entity.ts";
import type { SchemaProblem } from "../model/validate.ts";
import { bounds, messageFor } from "./messages.ts";
import { kindContext, pointer } from "./values.ts";

/** Keywords whose failure means that the value cannot be read at all. */
const UNREADABLE = new Set(["type", "format", "pattern", "enum", "const"]);

/** The errors found so far. */
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
  /** Whether the value there, or one below it, cannot be read: rules that read it are silent. */
  malformed(at: string): boolean {
    return this.#all.some((error) => error.malformed === true && (error.at === at || error.at.startsWith(`${at}/`)));
  }
  add(
    field: Field | undefined,
    at: string,
    code: string,
    params: Record<string, string | number>,
    malformed = false,
  ): void {
    this.#all.push({ at, code, params, message: messageFor(this.entity, field, code, params, this.lang), malformed });
  }
  /** The one thing to say of a value: what else was found about it falls out. */
  instead(field: Field, at: string, code: string): void {
    this.#all = this.#all.filter((error) => error.at !== at);
    this.add(field, at, code, {}, true);
  }
  /** A rule that does not hold. */
  rule(error: CheckError): void {
    this.#all.push(error);
  }
  /** A failed bound; of several on one side of a field only the strictest stays. */
  bound(error: CheckError, bound: Bound): void {
    const rival = this.#all.find((one) => one.at === error.at && one.bound?.side === bound.side);
    if (rival && !stricter(bound, rival.bound!)) return;
    this.#all = this.#all.filter((one) => one !== rival);
    this.#all.push({ ...error, bound });
  }
  /** An error of the JSON Schema. Missing top-level fields are told by `demands`. */
  schema(problem: SchemaProblem, record: Row, { lang }: CheckOptions): void {
    const { instancePath, keyword, params } = problem;
    if (keyword === "required") {
      if (instancePath === "") return;
      const at = `${instancePath}/${pointer(String(params.missingProperty))}`;
      this.add(this.#fieldAt(at), at, "required", {});
      return;
    }
    if (keyword === "additionalProperties") {
      const name = String(params.additionalProperty);
      this.add(undefined, `${instancePath}/${pointer(name)}`, keyword, { name });
      return;
    }
    const field = this.#fieldAt(instancePath);
    const limit = params.limit as string | number | undefined;
    const side = bounds[keyword];
    if (!side || !field || limit === undefined) {
      const malformed = UNREADABLE.has(keyword);
      const words =
        malformed && field && !field.messages.includes(keyword)
          ? this.#kindWords(field, instancePath, record)
          : undefined;
      this.#all.push({
        at: instancePath,
        code: keyword,
        params: limit === undefined ? {} : { limit },
        message: words ?? messageFor(this.entity, field, keyword, limit === undefined ? {} : { limit }, lang),
        malformed,
      });
      return;
    }
    const shown = field.kind.text(limit, kindContext(this.entity, field, lang, record));
    const message = messageFor(this.entity, field, keyword, { limit: shown }, lang);
    this.bound(
      { at: instancePath, code: keyword, params: { limit }, message },
      { side, value: field.kind.toRule(limit) },
    );
  }
  /** In the order of the fields, row by row. */
  sorted(): CheckError[] {
    const { order } = coreOf(this.entity);
    const rank = (error: CheckError) => order.get(error.at.split("/")[1] ?? "") ?? order.size;
    return this.#all
      .map(({ at, code, params, message }) => ({ at, code, params, message }))
      .sort((a, b) => rank(a) - rank(b));
  }
  /** A kind can say more exactly what is wrong with a value that it cannot read. */
  #kindWords(field: Field, at: string, record: Row): string | undefined {
    const value = at
      .split("/")
      .slice(1)
      .reduce<unknown>((inner, step) => (inner as Row | undefined)?.[step], record);
    const problem = field.kind.problem?.(value, kindContext(this.entity, field, this.lang, record));
    return problem && messageFor(this.entity, field, problem.code, problem.params ?? {}, this.lang);
  }
  #fieldAt(at: string): Field | undefined {
    const [name = "", , inner] = at.split("/").slice(1);
    const field = coreOf(this.entity).fields.get(name);
    return inner === undefined ? field : field?.items?.find((item) => item.name === inner);
  }
}

/** A limit in rule types. */
export interface Bound {
  side: "min" | "max";
  value: unknown;
}
const stricter = (one: Bound, other: Bound) =>
  one.side === "min" ? compare(one.value, other.value) > 0 : compare(one.value, other.value) < 0;

/** Order of two values in rule types: decimals and whole numbers exactly, dates and instants as text. */
export function compare(one: unknown, other: unknown): number {
  if (one instanceof Decimal || other instanceof Decimal)
    return Decimal.of(one as Decimal | bigint).cmp(Decimal.of(other as Decimal | bigint));
  return (one as bigint) < (other as bigint) ? -1 : (one as bigint) > (other as bigint) ? 1 : 0;
}
