/** Computes when the clock ends a state, and formats dates for sentences. */
import { canTransition, formatDay, type Entity, type Lang, type Row } from "../../src/engine/index.ts";
import { parseDurationMs } from "./duration.ts";

/**
 * Returns the earliest time in milliseconds at which the clock can end a state that was entered at `since`; undefined
 * for a state that the clock does not end after a fixed time. Transitions at a date of the record (`at`) do not count.
 */
export function findEndOfState(entity: Entity, record: Row, state: string, since: number): number | undefined {
  const ends = (entity.lifecycle?.transitions ?? []).flatMap((transition) =>
    transition.by === "clock" && transition.after !== undefined && canTransition(transition, state, record)
      ? [since + parseDurationMs(transition.after)]
      : [],
  );
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: Record<Lang, (month: number, day: number) => string> = {
  zh: (month, day) => `${month} 月 ${day} 日`,
  en: (month, day) => `${day} ${MONTHS[month - 1]}`,
};

/** Formats a date in the product's time zone: `11 月 30 日`, `30 Nov`. */
export function formatLocalDay({ dialect }: Pick<Entity, "dialect">, ms: number, lang: Lang): string {
  const [, month = 1, day = 1] = formatDay(ms, dialect.zone).split("-").map(Number);
  return DAYS[lang](month, day);
}
