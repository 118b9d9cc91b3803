/** Compiles a list's sort order to SQL: the ORDER BY terms, and the condition for records after a position. */
import type { Position, SortTerm } from "./sort-order.ts";
import type { Binder } from "./scope.ts";

const collateTerm = (term: SortTerm, column = term.column) => (term.type === "text" ? `${column} collate "C"` : column);

/** Returns an ORDER BY term. `column` overrides the term's own column. */
export function buildOrderTerm(term: SortTerm, column = term.column): string {
  return `${collateTerm(term, column)} ${term.desc ? "desc" : "asc"}${term.column === "id" ? "" : ` nulls ${(term.noneEmpty ? term.desc : term.emptyFirst) ? "first" : "last"}`}`;
}

/**
 * Returns the condition for records after a position: `(a, b) < (1, 2)` when all terms have the same direction and no
 * empty values follow, so that an index can be used. Otherwise `a > 1 or (a = 1 and (b > 2 or ...))`, preceded by a
 * bound on the first term where possible.
 */
export function buildAfter(order: readonly SortTerm[], position: Position, bind: Binder): string {
  const [first] = order;
  if (!first) return "1 = 0";
  const isPlain = (term: SortTerm, index: number) =>
    term.desc === first.desc && isLast(term) && (position[index] ?? null) !== null;
  if (order.every(isPlain))
    return `(${order.map((term) => collateTerm(term)).join(", ")}) ${first.desc ? "<" : ">"} (${order.map((term, index) => bind.add(position[index], term.type)).join(", ")})`;
  const step = (index: number): string => {
    const term = order[index];
    const value = position[index] ?? null;
    if (!term) return "1 = 0";
    const further = buildBeyond(term, value, bind);
    if (index === order.length - 1) return further;
    const same = value === null ? `${term.column} is null` : `${collateTerm(term)} = ${bind.add(value, term.type)}`;
    return `(${further} or (${same} and ${step(index + 1)}))`;
  };
  const value = position[0] ?? null;
  const lead =
    first.column !== "id" && isLast(first) && value !== null && order.length > 1
      ? `${collateTerm(first)} ${first.desc ? "<=" : ">="} ${bind.add(value, first.type)} and `
      : "";
  return lead + step(0);
}

/**
 * Returns whether no record without a value follows those with one, because there is none or empty values come first.
 */
const isLast = (term: SortTerm): boolean => term.column === "id" || term.noneEmpty === true || term.emptyFirst;

function buildBeyond(term: SortTerm, value: string | null, bind: Binder): string {
  if (value === null) return term.emptyFirst ? `${term.column} is not null` : "1 = 0";
  const past = `${collateTerm(term)} ${term.desc ? "<" : ">"} ${bind.add(value, term.type)}`;
  return isLast(term) ? past : `(${past} or ${term.column} is null)`;
}
