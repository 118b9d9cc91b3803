/**
 * What schema and kinds find wrong with rows that cannot change. A form hands over the same frozen rows at every key: in a list of 500 rows only
 * the row that changed is checked again.
 */
import type { Field, Lang, Row } from "../model/entity.ts";
import type { SchemaProblem } from "../model/validate.ts";
import type { Logic } from "./core.ts";
import type { Errors, FoundError } from "./errors.ts";

interface RowVerdict {
  /** What the verdict depends on besides the row. */
  items: readonly Field[];
  beside: string;
  errors: readonly FoundError[];
}
const verdicts = new WeakMap<object, RowVerdict>();
const NONE: readonly FoundError[] = [];

interface CheckedList {
  field: Field;
  rows: readonly unknown[];
  beside: string;
  /** Indexes of the rows that are checked now. */
  fresh: readonly number[];
}

/** What is checked: fields, what is said about the rows of lists, and the record with what other fields read. */
interface RowsCheck {
  fields: readonly Field[];
  lists: Logic["lists"];
  around: Row;
  lang: Lang;
}

/** The lists of a record whose rows may have verdicts. */
export class RowVerdicts {
  /** The record with the rows that must be checked. */
  readonly record: Row;
  readonly #lists = new Map<string, CheckedList>();

  constructor(record: Row, { fields, lists, around, lang }: RowsCheck) {
    this.record = record;
    for (const field of fields) {
      const rows = record[field.name];
      // Whether rows are alike is seen with all of them alone.
      if (!field.items || !Array.isArray(rows) || field.schema.uniqueItems === true) continue;
      const beside = lang + findBeside(lists.get(field.name), around);
      const fresh = [...rows.keys()].filter((index) => !isKnown(rows[index], field, beside));
      this.#lists.set(field.name, { field, rows, beside, fresh });
      if (fresh.length < rows.length)
        this.record = { ...this.record, [field.name]: fresh.map((index) => rows[index] as unknown) };
    }
  }

  /** Returns whether a row has a verdict and is not checked again. */
  has(list: string, row: unknown): boolean {
    const own = this.#lists.get(list);
    return own !== undefined && isKnown(row, own.field, own.beside);
  }

  /** Maps a problem of the nested record to its path in the whole record; undefined for the number of rows. */
  place(problem: SchemaProblem): SchemaProblem | undefined {
    const [, name = "", index, ...rest] = problem.instancePath.split("/");
    const own = this.#lists.get(name);
    if (!own || own.fresh.length === own.rows.length) return problem;
    if (index === undefined) return COUNTED.has(problem.keyword) ? undefined : problem;
    return { ...problem, instancePath: ["", name, own.fresh[Number(index)], ...rest].join("/") };
  }

  /** Yields the problems of lists with a wrong number of rows, where not all of their rows are checked. */
  *checkCounts(): Generator<SchemaProblem> {
    for (const [name, { field, rows, fresh }] of this.#lists) {
      if (fresh.length === rows.length) continue;
      for (const keyword of COUNTED) {
        const limit = field.schema[keyword];
        if (typeof limit === "number" && (keyword === "minItems" ? rows.length < limit : rows.length > limit))
          yield { instancePath: `/${name}`, keyword, params: { limit } };
      }
    }
  }

  /** Adds the errors of rows with a verdict, and keeps those of the rows that were checked. */
  finish(errors: Errors): void {
    const found = errors.listRowErrors(new Set(this.#lists.keys()));
    for (const [name, { field, rows, beside, fresh }] of this.#lists) {
      const checked = new Set(fresh);
      for (const [index, row] of rows.entries()) {
        if (!isFrozenRow(row)) continue;
        const at = `/${name}/${index}`;
        if (checked.has(index)) verdicts.set(row, { items: field.items ?? [], beside, errors: found.get(at) ?? NONE });
        else errors.restore(at, verdicts.get(row)?.errors ?? NONE);
      }
    }
  }
}

/** Returns what schema and kinds read for rows besides the row, as JSON: the currencies of the record. */
export const findBeside = (logic: Pick<Logic, "currencies"> | undefined, record: Row): string =>
  JSON.stringify(logic?.currencies.map((name) => record[name]));

const COUNTED: ReadonlySet<string> = new Set(["minItems", "maxItems"]);

const isFrozenRow = (row: unknown): row is object => typeof row === "object" && row !== null && Object.isFrozen(row);

function isKnown(row: unknown, { items }: Field, beside: string): boolean {
  const known = isFrozenRow(row) ? verdicts.get(row) : undefined;
  return known !== undefined && known.items === items && known.beside === beside;
}
