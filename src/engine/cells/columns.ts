/** Which columns a list shows: the schema's, the person's own choice, or what a link says. */
import { isCovered } from "../entity/covered.ts";
import type { Entity, Field, ListPlan, Row } from "../model/entity.ts";
import { maskStyles } from "../entity/mask.ts";
import { Decimal } from "../base/decimal.ts";

/** A person's choice. `known` are the schema's columns when it was made: ones that came later still appear. */
export interface KeptColumns {
  shown: string[];
  known: string[];
}

/** Fields that may be a column: the schema's own first, then every other that the server shows in lists. */
export function offered(entity: Entity, own: readonly string[]): string[] {
  const rest = entity.fields.filter((field) => mayShow(field) && !own.includes(field.name)).map((field) => field.name);
  return [...own, ...rest];
}
// A reference whose words are copied into the record is said by those copies; its own value is a number for machines.
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

/** What was kept, if it has the shape of a choice. */
export function readColumns(kept: unknown): KeptColumns | undefined {
  const { shown, known } = (kept ?? {}) as Partial<KeptColumns>;
  const texts = (list: unknown) => Array.isArray(list) && list.every((name) => typeof name === "string");
  return texts(shown) && texts(known) ? { shown: shown!, known: known! } : undefined;
}

/** The columns to show, in order; never none. A link's `cols` wins over the person's choice, and without one it is the usual ones. Unknown names fall out. */
export function chosenColumns(
  entity: Entity,
  own: readonly string[],
  kept: KeptColumns | undefined,
  link: string | null,
  usual = own,
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

/** What a card of a record says: the schema's, or the first column, the first amount, the state, two more. */
export function cardOf(entity: Entity, columns: readonly string[]): NonNullable<ListPlan["card"]> {
  if (entity.list.card) return entity.list.card;
  const title = columns[0]!;
  const amount = columns.find((name) => entity.field(name).currency);
  const status = entity.lifecycle && columns.find((name) => name === entity.lifecycle?.field);
  return { title, amount, status, meta: columns.filter((name) => ![title, amount, status].includes(name)).slice(0, 2) };
}

/** The columns that a tablet shows until the person chooses: the first and those of the card in its order, so that no state stands beyond the edge. */
export function fewColumns(entity: Entity, own: readonly string[]): readonly string[] {
  const { title, amount, status, meta } = cardOf(entity, own);
  return [...new Set([own[0]!, title, amount ?? "", status ?? "", ...meta])].filter((name) => own.includes(name));
}

/** The list with one item at another place. */
export function moved(names: readonly string[], from: number, to: number): string[] {
  if (Math.min(from, to) < 0 || Math.max(from, to) >= names.length) return [...names];
  return names.toSpliced(from, 1).toSpliced(to, 0, names[from]!);
}

/** Pixels of a letter of a covered number, and beside them: padding and some air. */
const COVERED_LETTER = 7.3;
const COVERED_EDGES = 24 + 8;
const LONG_NUMBER = "0".repeat(19);
/** A number that is covered in lists is shorter than its kind: its ends and the stars. */
export function columnWidth({ mask, kind }: Field): number {
  if (!mask || mask.whole?.includes("list")) return kind.width;
  const covered = (maskStyles[mask.style] ?? maskStyles["all"]!)(LONG_NUMBER);
  return Math.min(kind.width, Math.ceil(covered.length * COVERED_LETTER) + COVERED_EDGES);
}

/** Room for the button that copies a value. */
const COPY_WIDTH = 36;
/** Numbers that people carry elsewhere; a masked one is no use there. */
export const copies = (field: Field): boolean => field.kind.ellipsis !== undefined && !isCovered(field, "list");

/** Decimals that the values of a column need at most, where its kind shows all of them with as many. */
export const decimalsOf = ({ name, kind }: Field, rows: readonly Row[]): number | undefined =>
  kind.decimals && Math.max(0, ...rows.map((row) => (Decimal.parse(row[name]) ? kind.decimals!(row[name]) : 0)));

/** Pixels of a cell's padding. */
const EDGES = 24;
/** Pixels of letters in a cell, each rather too much: small ones and signs, capitals and other scripts' letters, Chinese; a figure has its own. */
const [FIGURE, SMALL, LARGE, WIDE] = [8, 10, 13, 15];
/** Pixels that a text needs at most. */
export function roughWidth(text: string): number {
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

/** Pixels beside an amount's figures: padding and the currency's code. */
const FIGURE_EDGES = EDGES + 34;

/** Pixels of a state's dot and the edges of its chip; options without a colour have as much air. */
const CHIP = 28;

/** A column's width in px; `words`: what a row says in it. `least`: where that keeps the table from scrolling it shrinks to this, and it grows where there is room. Amounts are never cut: the longest one on the page counts. */
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
  // Short words leave their room to the names and addresses beside them.
  const longest =
    rows.length > 0
      ? EDGES + (field.options ? CHIP : 0) + Math.max(0, ...rows.map((row) => roughWidth(words(row))))
      : Infinity;
  return longest <= least ? { width: Math.max(longest, head) } : { width, least: Math.max(least, head) };
}
/** What a column of words may shrink to; columns of numbers to be copied keep their width. */
const leastWidth = (field: Field): number | undefined =>
  copies(field) || field.kind.leastWidth === undefined
    ? undefined
    : Math.min(field.kind.leastWidth, columnWidth(field));
/** Pixels for a cell's text at least. */
export const textRoom = (field: Field): number =>
  (leastWidth(field) ?? columnWidth(field) + (copies(field) ? COPY_WIDTH : 0)) - EDGES;
/** Signs of a number as it shows: with a comma every three figures. */
const figuresOf = (value: string): number =>
  value.length + Math.max(0, Math.floor((value.split(".")[0]!.length - 1) / 3));

/** Pixels beside a heading's words: padding, the sort arrow and its place among several. */
const HEAD_EDGES = EDGES + 40;
/** Pixels of a latin letter in a heading, at most, and of a Chinese one. */
const LETTER = 8;
const SIGN = 14;
/** So many Chinese letters stay on one line; longer headings may break anywhere. */
const UNBROKEN = 3;

/** The least width in pixels at which no word of a heading is broken. */
export function headWidth(label: string): number {
  const longest = Math.max(
    0,
    ...(label.match(/[\w-]+/g) ?? []).map((word) => word.length * LETTER),
    Math.min((label.match(/\p{Script=Han}/gu) ?? []).length, UNBROKEN) * SIGN,
  );
  return longest === 0 ? 0 : longest + HEAD_EDGES;
}
