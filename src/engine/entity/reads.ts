/** Names of the fields that expressions read, and of those that rules and conditions apply to. */
import type { Expression } from "../model/expression.ts";
import { findFieldName, type WithObjects } from "./objects.ts";

/** Returns the names of the record fields that expressions read: `parties` for `self.parties.*.share`. */
export function listOwnReads(about: WithObjects, ...expressions: (Expression | undefined)[]): Set<string> {
  return listReadsBelow("self", about, expressions);
}

/** Returns the names of the fields that expressions read directly below a path. */
export function listReadsBelow(
  path: string,
  { objects }: WithObjects,
  expressions: readonly (Expression | undefined)[],
): Set<string> {
  const lead = `${path}.`;
  return new Set(
    expressions
      .flatMap((expression) => expression?.reads ?? [])
      .flatMap((read) => (read.startsWith(lead) ? findFieldName(read.slice(lead.length), objects) : [])),
  );
}

/**
 * Returns the name of the record field that a rule or condition applies to: the outermost list for rules of rows.
 * `path` is the path of the field, and `list` the path of the list, or undefined for a rule of the record.
 * @example
 * getTopName("lines.amount", "lines") // => "lines"
 */
export const getTopName = (path: string, list: string | undefined): string =>
  list === undefined ? path : (list.split(".", 1)[0] ?? list);

/**
 * Returns a field's name within the record or, if `list` is given, within a row of that list.
 * @example
 * getOwnName("lines.amount", "lines") // => "amount"
 */
export const getOwnName = (path: string, list: string | undefined): string =>
  list === undefined ? path : path.slice(list.length + 1);
