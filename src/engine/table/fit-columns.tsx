/** Picks the default columns that fit next to each other, so that lists need not scroll sideways. */
import { listColumn } from "../cells/cell.tsx";
import { isCopyable, pickFewColumns, planCard } from "../cells/columns.ts";
import type { Entity, Lang, Row } from "../model/entity.ts";
import type { Labels } from "../model/wire.ts";
import { measureColumn, type Span } from "./column-span.tsx";

/** Width of the checkbox column in pixels. */
export const TICK_WIDTH = 48;
/** Width in pixels at which most names fit on two lines. */
const NAME_WIDTH = 128;
/** Width of a table's frame in pixels. */
const FRAME_WIDTH = 2;

/** Rows of a page, with the labels of their references. */
export interface PageRows {
  rows: readonly Row[];
  labels: Labels;
}
interface Fit {
  lang: Lang;
  /** Width available to the table in pixels. */
  room: number;
  page?: PageRows | undefined;
}

/**
 * Returns the columns that fit into `room` pixels, in the same order. The first column, and the title, amount and
 * status of the card, always stay. The others leave in the order of `LEAVING`, and among equals from right to left.
 * Widths are those of the page's rows and the longest states. Without rows they are estimated from the kinds.
 * @example
 * fitColumns(entity, ["orderNo", "amount", "fee", "remark", "status"], { lang: "en", room: 600 }) // => ["orderNo", "amount", "status"]
 */
export function fitColumns(entity: Entity, own: readonly string[], { lang, room, page }: Fit): readonly string[] {
  const widths = new Map(own.map((name) => [name, measureLeast(entity, name, lang, page)]));
  let width = [...widths.values()].reduce((sum, each) => sum + each, TICK_WIDTH + FRAME_WIDTH);
  if (width <= room) return own;
  const { title, amount, status } = planCard(entity, own);
  const stay = new Set([own[0], title, amount, status ?? entity.lifecycle?.field]);
  const rank = rankColumns(entity, own);
  const leave = own.filter((name) => !stay.has(name)).toReversed();
  const gone = new Set<string>();
  for (const name of leave.toSorted((a, b) => rank(a) - rank(b))) {
    if (width <= room) break;
    width -= widths.get(name) ?? 0;
    gone.add(name);
  }
  return own.filter((name) => !gone.has(name));
}

/** Order in which columns leave. */
const LEAVING = ["date", "detail", "identifier", "summary", "amount", "sorted"] as const;

/**
 * Returns a function that ranks a column in `LEAVING`: first dates and others that are neither states nor on the card,
 * then identifiers, states and others of the card, its amounts, and what the list is sorted by.
 */
function rankColumns(entity: Entity, own: readonly string[]): (name: string) => number {
  const few = new Set(pickFewColumns(entity, own));
  const sorted = new Set(entity.list.sort.map((term) => term.replace(/^-/, "")));
  const classify = (name: string): (typeof LEAVING)[number] => {
    const field = entity.field(name);
    if (sorted.has(name)) return "sorted";
    if (!few.has(name) && !isState(entity, name))
      return ["date", "timestamptz"].includes(field.kind.column) ? "date" : "detail";
    if (isCopyable(field)) return "identifier";
    return field.currency ? "amount" : "summary";
  };
  return (name) => LEAVING.indexOf(classify(name));
}

/** Returns whether the field is the status, or an option field whose options have tones. */
function isState(entity: Entity, name: string): boolean {
  const { options } = entity.field(name);
  return (
    entity.lifecycle?.field === name ||
    (options !== undefined && "values" in options && options.values.some(({ tone }) => tone !== undefined))
  );
}

/** Returns the width in pixels to which a column can shrink. */
function measureLeast(entity: Entity, name: string, lang: Lang, page: PageRows | undefined): number {
  const column = listColumn(entity, entity.field(name), lang, { toMinute: true });
  const states = listStates(entity, name).map((value): Row => ({ [name]: value }));
  const measure = (rows: readonly Row[], labels: Labels) =>
    measureColumn(column, entity.label(name, lang), rows, labels);
  if (page) return findLeast(measure([...page.rows, ...states], page.labels));
  const span = measure(states, {});
  return span.turn === 2 ? Math.max(findLeast(span), NAME_WIDTH) : findLeast(span);
}

const findLeast = ({ width, least = width }: Span): number => least;

/** Returns the values of a status or option field, or nothing for any other field. */
function listStates(entity: Entity, name: string): string[] {
  if (entity.lifecycle?.field === name) return entity.lifecycle.states.map((state) => state.name);
  const { options } = entity.field(name);
  return options && "values" in options ? options.values.map(({ value }) => String(value)) : [];
}
