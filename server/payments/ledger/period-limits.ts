import { recordCurrency, type Entity, type Expression, type Row } from "../../../src/engine/index.ts";
import { dayInChina } from "../../../src/payments/time.ts";

/** Returns the day or month in China that an instant counts to: `2026-11-21`, `2026-11`. */
export function formatPeriod(period: "day" | "month", at: number): string {
  return dayInChina(at).slice(0, period === "day" ? 10 : 7);
}

/** Returns the name that a limit is counted under; each currency has limits of its own. */
export function nameLimit(entity: Entity, limit: Pick<Expression, "source">, record: Row): string {
  const free = entity.fields.find(({ currency }) => currency)?.currency;
  const code = free && "field" in free ? recordCurrency(entity, record) : undefined;
  return `${entity.name}/${limit.source}${code ? `/${code}` : ""}`;
}
