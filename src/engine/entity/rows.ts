import { isObject } from "../base/guards.ts";
import type { Row } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import type { Logic } from "./core.ts";

/** A record or one of its rows, with its values in rule types. */
export interface RecordLocation {
  record: Row;
  values: Row;
  /** Variables of expressions: facts, `self`, and in rows `row` and `parent`. */
  scope: Scope;
  /** JSON pointer such as `/lines/3`. Empty for the record. */
  at: string;
}

/**
 * Calls `visit` for every row in a record's lists, parents before nested rows. The rows of a list share one scope
 * object, which must not be retained.
 */
export function visitRows(
  { lists }: Pick<Logic, "lists">,
  { record, values, scope, at }: RecordLocation,
  visit: (logic: Logic, location: RecordLocation) => void,
): void {
  for (const [name, logic] of lists) {
    const [rows, held] = [record[name], values[name]];
    if (!Array.isArray(rows) || !Array.isArray(held)) continue;
    const own: Scope = { ...scope, parent: scope["row"] };
    for (const [index, row] of rows.entries()) {
      const inner: unknown = held[index];
      if (!isObject(row) || !isObject(inner)) continue;
      own["row"] = inner;
      const location = { record: row, values: inner, scope: own, at: `${at}/${name}/${index}` };
      visit(logic, location);
      if (logic.lists.size > 0) visitRows(logic, location, visit);
    }
  }
}
