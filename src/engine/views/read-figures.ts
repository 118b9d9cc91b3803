/** Converts the groups of a report to bars, totals and texts in one currency. */
import { Decimal } from "../base/decimal.ts";
import type { GroupTotal } from "../model/wire.ts";
import type { ReportPlan } from "../view-types/report.ts";
import type { ReportTime } from "./report-time.ts";

/** Figures of a day or month, with the texts for the caption. */
export interface Bar {
  label: string;
  up: number;
  down: number;
  upText: string;
  downText: string;
}
/** Amounts in one currency by period, for a single measure. */
type Amounts = ReadonlyMap<string, Decimal>;
interface Shown {
  time: ReportTime;
  code: string;
  /** Formats an amount in the currency. */
  show(amount: Decimal, code: string): string;
  /** Converts a sum to `code`. By default sums in other currencies are left out. */
  convert?(amount: Decimal, from: string): Decimal | undefined;
}

/** Returns the currencies of the figures, ordered by number of records, highest first. */
export function listCodes(plan: ReportPlan, groups: readonly GroupTotal[][]): string[] {
  const counts = new Map<string, number>();
  plan.measures.forEach(({ sum }, index) => {
    for (const { sums, count } of groups[index] ?? [])
      for (const code of Object.keys(sums[sum] ?? {})) counts.set(code, (counts.get(code) ?? 0) + count);
  });
  return [...counts].toSorted(([, item], [, other]) => other - item).map(([code]) => code);
}

/**
 * Returns a bar for each period, and the formatted totals of the measures with their difference (incoming minus
 * outgoing).
 * @example
 * const plan = readReportPlan(entity, "inOut");
 * const figures = plan && readFigures(plan, [], { time: { unit: "day", periods: [] }, code: "EUR", show: String });
 */
export function readFigures(plan: ReportPlan, groups: readonly GroupTotal[][], shown: Shown) {
  const { time, code, show } = shown;
  const amounts = plan.measures.map(({ sum }, index) => buildAmounts(groups[index] ?? [], sum, shown));
  const zero = Decimal.of("0");
  const at = (sign: "in" | "out", period: string) =>
    amounts[plan.measures.findIndex((measure) => measure.sign === sign)]?.get(period) ?? zero;
  const bars = time.periods.map((period): Bar => {
    const [up, down] = [at("in", period), at("out", period)];
    return {
      label: period,
      up: Number(up.toString()),
      down: Number(down.toString()),
      upText: show(up, code),
      downText: show(down, code),
    };
  });
  const wholes = amounts.map((item) => [...item.values()].reduce((sum, amount) => sum.add(amount), zero));
  const net = plan.measures.reduce(
    (sum, { sign }, index) => (sign === "in" ? sum.add(wholes[index] ?? zero) : sum.sub(wholes[index] ?? zero)),
    zero,
  );
  return { bars, totals: wholes.map((whole) => show(whole, code)), net: show(net, code) };
}

function buildAmounts(groups: readonly GroupTotal[], sum: string, { code, convert }: Shown): Amounts {
  const found = new Map<string, Decimal>();
  for (const { value, sums } of groups) {
    for (const [from, text] of Object.entries(sums[sum] ?? {})) {
      const amount = Decimal.of(text);
      const own = convert ? convert(amount, from) : from === code ? amount : undefined;
      if (own) found.set(String(value), (found.get(String(value)) ?? Decimal.of("0")).add(own));
    }
  }
  return found;
}
