/** Picks the default columns that fit next to each other, so that wide screens need not scroll sideways. */
import { listColumn } from "../cells/cell.tsx";
import { pickFewColumns } from "../cells/columns.ts";
import type { Entity, Lang, Row } from "../model/entity.ts";
import { measureColumn } from "./column-span.tsx";

/** Width of the checkbox column in pixels. */
export const TICK_WIDTH = 48;
/** Width in pixels at which most names fit on two lines. */
const NAME_WIDTH = 128;

/**
 * Returns the columns that fit into `room` pixels, in the same order. The first column, those of the card, states and
 * those of the default sort order always stay, even if they do not fit. Of the others, dates leave first, and then the
 * rest, each from right to left. Widths are estimated from the kinds and the longest states instead of the rows, so
 * that all pages have the same columns.
 * @example
 * fitColumns(entity, ["orderNo", "amount", "fee", "remark", "status"], "en", 600) // => ["orderNo", "amount", "status"]
 */
export function fitColumns(entity: Entity, own: readonly string[], lang: Lang, room: number): readonly string[] {
  const stay = new Set([...pickFewColumns(entity, own), ...entity.list.sort.map((term) => term.replace(/^-/, ""))]);
  const leave = own.filter((name) => !stay.has(name) && !isState(entity, name)).toReversed();
  const isDate = (name: string) => ["date", "timestamptz"].includes(entity.field(name).kind.column);
  const widths = new Map(own.map((name) => [name, estimateLeast(entity, name, lang)]));
  let width = [...widths.values()].reduce((sum, each) => sum + each, TICK_WIDTH);
  const gone = new Set<string>();
  for (const name of [...leave.filter(isDate), ...leave.filter((item) => !isDate(item))]) {
    if (width <= room) break;
    width -= widths.get(name) ?? 0;
    gone.add(name);
  }
  return gone.size === 0 ? own : own.filter((name) => !gone.has(name));
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
function estimateLeast(entity: Entity, name: string, lang: Lang): number {
  const field = entity.field(name);
  const column = listColumn(entity, field, lang, { toMinute: true });
  const rows = listStates(entity, name).map((value): Row => ({ [name]: value }));
  const { width, least = width, turn } = measureColumn(column, entity.label(name, lang), rows, {});
  return turn === 2 ? Math.max(least, NAME_WIDTH) : least;
}

/** Returns the values of a status or option field, or nothing for any other field. */
function listStates(entity: Entity, name: string): string[] {
  if (entity.lifecycle?.field === name) return entity.lifecycle.states.map((state) => state.name);
  const { options } = entity.field(name);
  return options && "values" in options ? options.values.map(({ value }) => String(value)) : [];
}
