import { findLines } from "../entity/file-lines.ts";
import { isMasked } from "../entity/is-masked.ts";
import type { Entity, Field, ListPlan, Row } from "../model/entity.ts";
import { Decimal } from "../base/decimal.ts";
import { isObject } from "../base/guards.ts";

/**
 * The user's choice of columns for a list. `known` lists the columns that the schema had when the user chose, so that
 * columns added later still appear.
 */
export interface StoredColumns {
  shown: string[];
  known: string[];
}

/** Returns the names of all fields that can be columns: the schema's columns first, then every other listable field. */
export function listOfferedColumns(entity: Entity, own: readonly string[]): string[] {
  const rest = entity.fields
    .filter((field) => isShowable(field) && !own.includes(field.name))
    .map((field) => field.name);
  return [...own, ...rest];
}
/**
 * Returns the names of all columns of a file: those that a list can show, and the list field whose rows become lines of
 * the file.
 */
export function listExportedColumns(entity: Entity, offered: readonly string[]): readonly string[] {
  const lines = findLines(entity, entity.fields);
  return lines && !offered.includes(lines.name) ? [...offered, lines.name] : offered;
}
// A reference with copied fields is left out: the copies are shown instead of its database key.
const isShowable = (field: Field): boolean =>
  !(
    field.writeOnly ||
    field.local ||
    field.digest ||
    field.sensitive ||
    field.items ||
    field.file ||
    (field.ref && Object.keys(field.ref.copies).length > 0)
  );

/** Parses a stored choice of columns. Returns undefined when it has an unexpected shape. */
export function readColumns(kept: unknown): StoredColumns | undefined {
  if (!isObject(kept)) return undefined;
  const { shown, known } = kept;
  return isTexts(shown) && isTexts(known) ? { shown, known } : undefined;
}

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((name) => typeof name === "string");

/**
 * Returns the columns to show in order, at least one. The `cols` parameter of a URL takes precedence over the user's
 * choice; without either, `usual` applies. Unknown names are dropped, and columns that the schema gained since the
 * choice follow their predecessor.
 */
export function listChosenColumns(
  entity: Entity,
  own: readonly string[],
  { kept, link, usual = own }: { kept: StoredColumns | undefined; link: string | null; usual?: readonly string[] },
): readonly string[] {
  const all = new Set(listOfferedColumns(entity, own));
  const known = (names: readonly string[]) => [...new Set(names)].filter((name) => all.has(name));
  const linked = known(link?.split(",") ?? []);
  if (linked.length > 0) return linked;
  if (!kept) return usual;
  const shown = known(kept.shown);
  for (const [index, name] of own.entries()) {
    if (kept.known.includes(name) || shown.includes(name)) continue;
    const before = shown.indexOf(own[index - 1] ?? "");
    shown.splice(before < 0 ? shown.length : before + 1, 0, name);
  }
  return shown.length > 0 ? shown : usual;
}

/**
 * Returns the layout of a record card: the schema's `card`, or by default the first column, the first amount, the
 * status and up to two more columns.
 */
export function planCard(entity: Entity, columns: readonly string[]): NonNullable<ListPlan["card"]> {
  if (entity.list.card) return entity.list.card;
  const [title = entity.key] = columns;
  const amount = columns.find((name) => entity.field(name).currency);
  const status = entity.lifecycle && columns.find((name) => name === entity.lifecycle?.field);
  const meta = columns.filter((name) => ![title, amount, status].includes(name)).slice(0, 2);
  return { title, ...(amount !== undefined && { amount }), ...(status !== undefined && { status }), meta };
}

/**
 * Returns the default columns for tablets: the first column and those of the card, so that the status is visible
 * without scrolling.
 */
export function pickFewColumns(entity: Entity, own: readonly string[]): readonly string[] {
  const { title, amount, status, meta } = planCard(entity, own);
  return [...new Set([...own.slice(0, 1), title, amount ?? "", status ?? "", ...meta])].filter((name) =>
    own.includes(name),
  );
}

/** Returns a copy with the name at `from` moved to `to`, or an unchanged copy when an index is out of range. */
export function moveName(names: readonly string[], from: number, to: number): string[] {
  if (Math.min(from, to) < 0 || Math.max(from, to) >= names.length) return [...names];
  return names.toSpliced(from, 1).toSpliced(to, 0, ...names.slice(from, from + 1));
}

/** Returns whether the field is an identifier that users copy and that lists do not mask. */
export const isCopyable = (field: Field): boolean => field.kind.ellipsis !== undefined && !isMasked(field, "list");

/**
 * Returns the highest number of decimal places among the values of a column, or undefined when its kind does not align
 * decimals.
 */
export const countDecimals = ({ name, kind }: Field, rows: readonly Row[]): number | undefined =>
  kind.decimals &&
  Math.max(0, ...rows.map((row) => (Decimal.parse(row[name]) ? (kind.decimals?.(row[name]) ?? 0) : 0)));
