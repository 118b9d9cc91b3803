import { formatDay, formatWallClock } from "../../base/time-zone.ts";
import { findSpan } from "../../base/days.ts";
import { findDayBounds, parseInstant, readDate, readInstant } from "../dates.ts";
import { defineKind, toHalfWidth, createProblem } from "../shared.ts";

/** Length of `2026-11-21 18:05`. */
const MINUTE = 16;

/**
 * An instant, stored in UTC (`2026-11-21T10:05:00.000Z`) and displayed in the dialect's time zone (`2026-11-21
 * 18:05:00`). Input without an offset is in that zone as well.
 */
export const dateTime = defineKind<string>({
  name: "date-time",
  matches: (schema) => schema.type === "string" && schema.format === "date-time",
  schema: { type: "string", format: "date-time" },
  column: "timestamptz",
  celType: "timestamp",
  tsType: "string",
  filter: "range",
  align: "start",
  width: 144,
  normalize(value) {
    const ms = parseInstant(value);
    return ms === undefined ? (typeof value === "string" ? toHalfWidth(value) : value) : new Date(ms).toISOString();
  },
  validate: (value) =>
    typeof value === "string" && parseInstant(value) === undefined ? { code: "dateTime" } : undefined,
  text(value, { dialect, toMinute }) {
    const ms = parseInstant(value);
    return ms === undefined ? (value ?? "") : formatWallClock(ms, dialect.zone).slice(0, toMinute ? MINUTE : undefined);
  },
  parse(text, { dialect }) {
    if (toHalfWidth(text) === "") return createProblem("empty");
    const value = readInstant(text, dialect.zone);
    return value === undefined ? createProblem("dateTime") : { ok: true, value };
  },
  cell(value, { dialect }) {
    if (!value) return { type: "empty" };
    const ms = parseInstant(value);
    return ms === undefined
      ? { type: "text", value }
      : { type: "date", value: formatWallClock(ms, dialect.zone), format: "yyyy-mm-dd hh:mm:ss" };
  },
  bound(value, edge, { dialect: { zone }, now = Date.now() }) {
    const span = findSpan(value, formatDay(now, zone));
    const day = (edge === "to" ? span?.to : span?.from) ?? readDate(value);
    if (day === undefined) return readInstant(value, zone);
    const { from, to } = findDayBounds(day, zone);
    return edge === "to" ? to : from;
  },
  toRule(value) {
    const ms = parseInstant(value);
    return ms === undefined ? undefined : new Date(ms).toISOString();
  },
  fromRule: (value) => String(value),
  samples(field) {
    const { examples } = field.schema;
    const own = Array.isArray(examples)
      ? examples.flatMap((example) => parseInstant(example) ?? []).map((ms) => new Date(ms).toISOString())
      : [];
    return [...new Set([...own, "2026-11-21T10:05:00.000Z", "2026-11-20T16:00:00.000Z", "2024-02-29T15:59:59.000Z"])];
  },
  boundaries: () => [
    { value: "2026-11-21T10:05:00Z", valid: true },
    { value: "2026-11-21T18:05:00+08:00", valid: true },
    ...["2026-11-21", "2026-02-30T00:00:00Z", "2026-11-21T25:00:00Z", "2026-11-21T10:05:00", "now", 1763719500].map(
      (value) => ({ value, valid: false }),
    ),
  ],
});
