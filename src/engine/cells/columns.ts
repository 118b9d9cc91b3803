/** Column choice and column widths of a list. */
import { isCovered } from "../entity/covered.ts";
import type { Entity, Field, ListPlan, Row } from "../model/entity.ts";
import { maskStyles } from "../entity/mask.ts";
import { Decimal } from "../base/decimal.ts";
import { isObject } from "../base/guards.ts";

/** The user's column choice. `known`: the schema's columns at that time, so that columns added later still appear. */
export interface KeptColumns {
  shown: string[];
  known: string[];
}

/** Returns the names of all fields that can be columns: the schema's own first, then every other listable field. */
export function offered(entity: Entity, own: readonly string[]): string[] {
  const rest = entity.fields.filter((field) => mayShow(field) && !own.includes(field.name)).map((field) => field.name);
  return [...own, ...rest];
}
// A reference with copied labels is left out: the copies show it, its own value is a database key.
const mayShow = (field: Field): boolean =>
  !(
    field.writeOnly ||
    field.local ||
    field.digest ||
    field.sensitive ||
    field.items ||
    field.file ||
    (field.ref && Object.keys(field.ref.copies).length > 0)
  );

/** Reads a stored column choice. Undefined when the stored value has another shape. */
export function readColumns(kept: unknown): KeptColumns | undefined {
  if (!isObject(kept)) return undefined;
  const { shown, known } = kept;
  return isTexts(shown) && isTexts(known) ? { shown, known } : undefined;
}

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((name) => typeof name === "string");

/**
 * Returns the columns to show, in order, never none. A link's `cols` wins over the user's choice; without either:
 * `usual`. Unknown names are dropped.
 */
export function chosenColumns(
  entity: Entity,
  own: readonly string[],
  { kept, link, usual = own }: { kept: KeptColumns | undefined; link: string | null; usual?: readonly string[] },
): readonly string[] {
  const all = new Set(offered(entity, own));
  const known = (names: readonly string[]) => [...new Set(names)].filter((name) => all.has(name));
  const asked = known(link?.split(",") ?? []);
  if (asked.length > 0) return asked;
  if (!kept) return usual;
  const shown = known(kept.shown);
  for (const [at, name] of own.entries()) {
    if (kept.known.includes(name) || shown.includes(name)) continue;
    const before = shown.indexOf(own[at - 1] ?? "");
    shown.splice(before < 0 ? shown.length : before + 1, 0, name);
  }
  return shown.length > 0 ? shown : usual;
}

/**
 * Returns what a record card shows: the schema's `card`, otherwise first column, first amount, status and two more
 * columns.
 */
export function cardOf(entity: Entity, columns: readonly string[]): NonNullable<ListPlan["card"]> {
  if (entity.list.card) return entity.list.card;
  const [title = entity.key] = columns;
  const amount = columns.find((name) => entity.field(name).currency);
  const status = entity.lifecycle && columns.find((name) => name === entity.lifecycle?.field);
  const meta = columns.filter((name) => ![title, amount, status].includes(name)).slice(0, 2);
  return { title, ...(amount !== undefined && { amount }), ...(status !== undefined && { status }), meta };
}

/**
 * Returns the default columns of a tablet: the first one and those of the card, so that the status is visible without
 * scrolling.
 */
export function fewColumns(entity: Entity, own: readonly string[]): readonly string[] {
  const { title, amount, status, meta } = cardOf(entity, own);
  return [...new Set([...own.slice(0, 1), title, amount ?? "", status ?? "", ...meta])].filter((name) =>
    own.includes(name),
  );
}

/** Returns a copy with one item moved. Unchanged when an index is out of range. */
export function moved(names: readonly string[], from: number, to: number): string[] {
  if (Math.min(from, to) < 0 || Math.max(from, to) >= names.length) return [...names];
  return names.toSpliced(from, 1).toSpliced(to, 0, ...names.slice(from, from + 1));
}

/** Width of a digit of a masked number, and of the cell's padding, in px. */
const COVERED_LETTER = 7.3;
const COVERED_EDGES = 24 + 8;
const LONG_NUMBER = "0".repeat(19);
/** Returns the width of a column in px. A field masked in lists needs less than its kind. */
export function columnWidth({ mask, kind }: Field): number {
  if (!mask || mask.whole?.includes("list")) return kind.width;
  const covered = (maskStyles[mask.style] ?? maskStyles["all"])?.(LONG_NUMBER) ?? LONG_NUMBER;
  return Math.min(kind.width, Math.ceil(covered.length * COVERED_LETTER) + COVERED_EDGES);
}

/** Width of the copy button, in px. */
const COPY_WIDTH = 36;
/** True for identifiers that users copy, unless the list masks them. */
export const copies = (field: Field): boolean => field.kind.ellipsis !== undefined && !isCovered(field, "list");

/** Returns the most decimals that a row of the column needs; undefined when the kind does not align decimals. */
export const decimalsOf = ({ name, kind }: Field, rows: readonly Row[]): number | undefined =>
  kind.decimals &&
  Math.max(0, ...rows.map((row) => (Decimal.parse(row[name]) ? (kind.decimals?.(row[name]) ?? 0) : 0)));

/** Horizontal padding of a cell, in px. */
const EDGES = 24;
/**
 * Upper bounds of character widths in px: digit, lower-case letter or punctuation, capital or non-ASCII letter, CJK
 * character.
 */
const [FIGURE, SMALL, LARGE, WIDE] = [8, 10, 13, 15];
/** Returns an upper bound of a text's width, in px. */
export function estimateWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    width +=
      code >= 0x2e80
        ? WIDE
        : code >= 0x30 && code <= 0x39
          ? FIGURE
          : (code >= 0x40 && code <= 0x5a) || code >= 0x7f || code === 0x6d || code === 0x77
            ? LARGE
            : SMALL;
  }
  return width;
}

/** Padding and currency code beside an amount, in px. */
const FIGURE_EDGES = EDGES + 34;

/** Dot and padding of a status chip, in px. Options without a tone get the same. */
const CHIP = 28;

/**
 * Returns a column's width in px. `words`: text of a row in this column. `least`: the width that it may shrink to
 * before the table scrolls; absent when the column has a fixed width. Amounts are never cut: the longest one of the
 * page sets the width.
 */
export function columnSpan(
  field: Field,
  label: string,
  rows: readonly Row[],
  words: (row: Row) => string,
): { width: number; least?: number } {
  const head = headWidth(label);
  const figures =
    field.kind.align === "end" ? Math.max(0, ...rows.map((row) => figuresOf(String(row[field.name] ?? "")))) : 0;
  const width = Math.max(
    columnWidth(field) + (copies(field) ? COPY_WIDTH : 0),
    head,
    Math.ceil(figures * FIGURE) + FIGURE_EDGES,
  );
  const least = leastWidth(field);
  if (least === undefined) return { width };
  // A column of short texts gives its spare width to the other columns.
  const longest =
    rows.length > 0
      ? EDGES + (field.options ? CHIP : 0) + Math.max(0, ...rows.map((row) => estimateWidth(words(row))))
      : Infinity;
  return longest <= least ? { width: Math.max(longest, head) } : { width, least: Math.max(least, head) };
}
/**
 * Returns the width that a text column may shrink to. Undefined for columns with a copy button and kinds without a
 * minimum.
 */
const leastWidth = (field: Field): number | undefined =>
  copies(field) || field.kind.minWidth === undefined ? undefined : Math.min(field.kind.minWidth, columnWidth(field));
/** Returns the minimum width of a cell's text, in px. */
export const textRoom = (field: Field): number =>
  (leastWidth(field) ?? columnWidth(field) + (copies(field) ? COPY_WIDTH : 0)) - EDGES;
/** Counts the characters of a formatted number, thousands separators included. */
const figuresOf = (value: string): number =>
  value.length + Math.max(0, Math.floor((value.replace(/\..*$/, "").length - 1) / 3));

/** Padding, sort arrow and sort index beside a column header, in px. */
const HEAD_EDGES = EDGES + 40;
/** Upper bounds of the width of a Latin and a CJK character in a header, in px. */
const LETTER = 8;
const SIGN = 14;
/** CJK headers up to this length stay on one line; longer ones may wrap anywhere. */
const UNBROKEN = 3;

/** Returns the smallest width in px at which no word of a header breaks. 0 for an empty header. */
export function headWidth(label: string): number {
  const longest = Math.max(
    0,
    ...(label.match(/[\w-]+/g) ?? []).map((word) => word.length * LETTER),
    Math.min((label.match(/\p{Script=Han}/gu) ?? []).length, UNBROKEN) * SIGN,
  );
  return longest === 0 ? 0 : longest + HEAD_EDGES;
}
