/** Groups a file's rows into records. A row is either a whole record or one line of it. */
import { computeRecord } from "../entity/conditions.ts";
import { listObjects } from "../base/guards.ts";
import type { CheckError, Entity, Row } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import type { ImportRow } from "./rows.ts";

/** Returns whether a row has no problem and all its references were found. */
export const isGood = (row: ImportRow): boolean => row.problems.length === 0 && !row.open;

/** Returns the line number of the first row of a row's record. */
export const getFirstLine = ({ first, line }: ImportRow): number => first ?? line;

/**
 * Returns the rows that can be submitted: valid ones that are not excluded. A record is never submitted without all its
 * lines.
 */
export function listSendable(rows: readonly ImportRow[], left: ReadonlySet<number>): ImportRow[] {
  const held = new Set(rows.filter((row) => !isGood(row) || left.has(row.line)).map(getFirstLine));
  return rows.filter((row) => !held.has(getFirstLine(row)));
}

/** Returns one row per record: its first row with the lines of all its rows, and with values computed from them. */
export function joinRecords(
  entity: Entity,
  rows: readonly ImportRow[],
  factsFor: (record: Row) => Scope,
): readonly ImportRow[] {
  const list = entity.list.import?.fields.find((name) => entity.field(name).items);
  if (list === undefined) return rows;
  const records = new Map<number, ImportRow[]>();
  for (const row of rows) records.set(getFirstLine(row), [...(records.get(getFirstLine(row)) ?? []), row]);
  return [...records.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const record = { ...first.value, [list]: own.flatMap(({ value }) => listObjects(value[list])) };
    return [{ ...first, value: { ...record, ...computeRecord(entity, record, factsFor(record)) } }];
  });
}

/**
 * Returns the errors of a record that concern one of its rows: those of the row's line, and for the first row also
 * those of the record. `at` is the 0-based index of the row in the record. Pointers to the line are rewritten to index
 * 0.
 */
export function listLineErrors(entity: Entity, errors: readonly CheckError[], position: number): CheckError[] {
  const list = entity.list.import?.fields.find((name) => entity.field(name).items);
  return errors.flatMap((error) => {
    const [, name, index, ...rest] = error.at.split("/");
    if (name !== list || rest.length === 0) return position === 0 ? [error] : [];
    return Number(index) === position ? [{ ...error, at: ["", name, "0", ...rest].join("/") }] : [];
  });
}
