/** Names rows for screen readers. */
import { type CellProps, formatCell } from "../cells/cell.tsx";
import { planCard } from "../cells/columns.ts";
import { findCurrency } from "../entity/values.ts";
import type { Lang } from "../model/entity.ts";

/**
 * Returns the name of a row: its key if it is a column of the list, as order numbers are, otherwise its title and first
 * amount. `isHidden`: whether amounts are hidden.
 */
export function nameRow({ entity, row, labels }: Omit<CellProps, "field">, lang: Lang, isHidden: boolean): string {
  const { columns } = entity.list;
  if (columns.includes(entity.key)) return String(row[entity.key]);
  const format = (name: string) => formatCell({ entity, field: entity.field(name), row, labels }, lang);
  const { title, meta } = planCard(entity, columns);
  const who = [title, ...meta].map(format).find(Boolean);
  const amount = isHidden ? undefined : columns.find((name) => entity.field(name).currency && format(name));
  return [who, ...(amount ? [format(amount), findCurrency(entity.field(amount), row)] : [])].join(" ");
}
