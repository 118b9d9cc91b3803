/**
 * Caches schema and kind errors of frozen rows. A form passes the same row objects on every key press, so that in a
 * list of 500 rows only the row that changed is checked again.
 */
import type { Field, Lang, Row } from "../model/entity.ts";
import type { SchemaProblem } from "../model/validate.ts";
import type { Logic } from "./core.ts";
import type { Errors, FoundError } from "./errors.ts";

interface RowVerdict {
  /** The row fields that the verdict depends on. */
  items: readonly Field[];
  recordKey: string;
  errors: readonly FoundError[];
}
const verdicts = new WeakMap<object, RowVerdict>();
const NONE: readonly FoundError[] = [];

interface CheckedList {
  field: Field;
  rows: readonly unknown[];
  recordKey: string;
  /** Indexes of the rows to check now. */
  fresh: readonly number[];
}

/** Input of a check: the fields, the logic of row lists, and the record including the values that other fields read. */
interface RowsCheck {
  fields: readonly Field[];
  lists: Logic["lists"];
  around: Row;
  lang: Lang;
}

/** Tracks which rows of a record's lists have cached verdicts. */
export class RowVerdicts {
  /** The record with only the rows that must be checked. */
  readonly record: Row;
  readonly #lists = new Map<string, CheckedList>();

  constructor(record: Row, { fields, lists, around, lang }: RowsCheck) {
    this.record = record;
    for (const field of fields) {
      const rows = record[field.name];
      // A list with `uniqueItems` is always checked whole, since only comparing all rows finds duplicates.
      if (!field.items || !Array.isArray(rows) || field.schema.uniqueItems === true) continue;
      const recordKey = lang + computeRecordKey(lists.get(field.name), around);
      const fresh = [...rows.keys()].filter((index) => !hasVerdict(rows[index], field, recordKey));
      this.#lists.set(field.name, { field, rows, recordKey, fresh });
      if (fresh.length < rows.length)
        this.record = { ...this.record, [field.name]: fresh.map((index) => rows[index] as unknown) };
    }
  }

  /** Returns whether a row has a cached verdict. */
  has(list: string, row: unknown): boolean {
    const own = this.#lists.get(list);
    return own !== undefined && hasVerdict(row, own.field, own.recordKey);
  }

  /**
   * Maps an error in the reduced record to its path in the full record. Returns undefined for errors about the number
   * of rows of a reduced list, which `checkCounts` reports.
   */
  locate(problem: SchemaProblem): SchemaProblem | undefined {
    const [, name = "", index, ...rest] = problem.instancePath.split("/");
    const own = this.#lists.get(name);
    if (!own || own.fresh.length === own.rows.length) return problem;
    if (index === undefined) return COUNTED.has(problem.keyword) ? undefined : problem;
    return { ...problem, instancePath: ["", name, own.fresh[Number(index)], ...rest].join("/") };
  }

  /** Yields errors about the number of rows for lists that are only partly checked. */
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

  /** Adds the errors of rows with a cached verdict, and caches those of the rows that were checked. */
  finish(errors: Errors): void {
    const found = errors.listRowErrors(new Set(this.#lists.keys()));
    for (const [name, { field, rows, recordKey, fresh }] of this.#lists) {
      const checked = new Set(fresh);
      for (const [index, row] of rows.entries()) {
        if (!isFrozenRow(row)) continue;
        const pointer = `/${name}/${index}`;
        if (checked.has(index))
          verdicts.set(row, { items: field.items ?? [], recordKey, errors: found.get(pointer) ?? NONE });
        else errors.restore(pointer, verdicts.get(row)?.errors ?? NONE);
      }
    }
  }
}

/** Returns the values outside the rows that their schema and kinds read, as JSON: the currencies of the record. */
export const computeRecordKey = (logic: Pick<Logic, "currencies"> | undefined, record: Row): string =>
  JSON.stringify(logic?.currencies.map((name) => record[name]));

const COUNTED: ReadonlySet<string> = new Set(["minItems", "maxItems"]);

const isFrozenRow = (row: unknown): row is object => typeof row === "object" && row !== null && Object.isFrozen(row);

function hasVerdict(row: unknown, { items }: Field, recordKey: string): boolean {
  const cached = isFrozenRow(row) ? verdicts.get(row) : undefined;
  return cached !== undefined && cached.items === items && cached.recordKey === recordKey;
}
