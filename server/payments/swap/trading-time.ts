/**
 * Computes when the currency market trades: Monday to Friday in China, from the opening (inclusive) to the close
 * (exclusive), except on public holidays. Source: K16 of the specification.
 */
import { ZONE_MS } from "../../../src/payments/time.ts";
import { HOLIDAYS, type Holidays, isWorkingDay } from "../rates/holidays.ts";

const DAY_MS = 86_400_000;
/** Maximum number of days to search for the next session, longer than any run of holidays. */
const SEARCH_DAYS = 20;

export interface Hours {
  /** Opening time in China, such as `09:30`. */
  opens: string;
  closes: string;
}
export interface TradingTime {
  open: boolean;
  /** Next opening of the market in milliseconds since the epoch. While it is open, the opening after this session. */
  opensAt: number;
  /** Close of the current session or, while the market is closed, of the next one. */
  closesAt: number;
  /** Holidays of this year. Empty when the year is unknown. */
  holidays: readonly string[];
  /** Whether this year's holidays are known. If not, only weekends are excluded. */
  yearKnown: boolean;
}

const parseMinutes = (text: string): number => {
  const [hours = 0, rest = 0] = text.split(":").map(Number);
  return (hours * 60 + rest) * 60_000;
};
const formatDay = (local: number): string => new Date(local).toISOString().slice(0, 10);

/**
 * Returns the state of the market at an instant.
 *
 * @throws Error if there are fewer than two sessions in the next twenty days
 */
export function computeTradingTime(now: number, { opens, closes }: Hours, holidays: Holidays = HOLIDAYS): TradingTime {
  const local = now + ZONE_MS;
  const today = local - (local % DAY_MS);
  const sessions = Array.from({ length: SEARCH_DAYS }, (_, index) => today + index * DAY_MS)
    .filter((day) => isWorkingDay(formatDay(day), holidays))
    .map((day) => ({ from: day + parseMinutes(opens) - ZONE_MS, to: day + parseMinutes(closes) - ZONE_MS }))
    .filter(({ to }) => now < to);
  const [first, second] = sessions;
  if (!first || !second) throw new Error(`no trading within ${SEARCH_DAYS} days`);
  const open = now >= first.from;
  const year = formatDay(local).slice(0, 4);
  return {
    open,
    opensAt: open ? second.from : first.from,
    closesAt: first.to,
    holidays: holidays[year] ?? [],
    yearKnown: holidays[year] !== undefined,
  };
}

/**
 * Returns the first year whose holidays an operator should know and does not: the year of an instant in China and, from
 * 1 December, the next one. Undefined when all are known.
 */
export function findUnknownYear(now: number, holidays: Holidays = HOLIDAYS): string | undefined {
  const day = formatDay(now + ZONE_MS);
  const year = Number(day.slice(0, 4));
  const due = day.slice(5, 7) === "12" ? [year, year + 1] : [year];
  return due.map(String).find((one) => holidays[one] === undefined);
}
