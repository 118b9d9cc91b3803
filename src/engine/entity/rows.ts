/** Rows of lists in a record: their places, and what rules read of them. */
import { isObject } from "../base/guards.ts";
import type { Row } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import type { Logic } from "./core.ts";

/** A record or one row of it, with its values for rules. */
export interface RecordPlace {
  record: Row;
  /** Its values in rule types. */
  values: Row;
  /** What expressions read: facts, `self`, and in rows `row` and `parent`. */
  scope: Scope;
  /** JSON pointer: `/lines/3`; empty for the record. */
  at: string;
}

/**
 * Calls `visit` with every row of a record's lists, rows in rows after theirs. The scope is one object for the rows of a list: use it at once.
 */
export function visitRows(
  { lists }: Pick<Logic, "lists">,
  { record, values, scope, at }: RecordPlace,
  visit: (logic: Logic, place: RecordPlace) => void,
): void {
  for (const [name, logic] of lists) {
    const [rows, held] = [record[name], values[name]];
    if (!Array.isArray(rows) || !Array.isArray(held)) continue;
    const own: Scope = { ...scope, parent: scope["row"] };
    for (const [index, row] of rows.entries()) {
      const inner: unknown = held[index];
      if (!isObject(row) || !isObject(inner)) continue;
      own["row"] = inner;
      const place = { record: row, values: inner, scope: own, at: `${at}/${name}/${index}` };
      visit(logic, place);
      if (logic.lists.size > 0) visitRows(logic, place, visit);
    }
  }
}
