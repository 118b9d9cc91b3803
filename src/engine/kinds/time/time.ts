import type { Field } from "../../model/entity.ts";
import { toHalfWidth, createProblem, isWithinLimits, listEdges, createStringKind, rejectUnless } from "../shared.ts";

/**
 * Returns whether a string is a time of day from `00:00` to `23:59`.
 * @example
 * isTime("24:00"); // => false
 */
export const isTime = (value: unknown): value is string =>
  typeof value === "string" && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);

/** Parses `9:05`, `09:05`, `0905`, `905`, `9.05`, `9时05分`, `9点05分`, `9点`. Returns undefined for any other string. */
function readTime(text: string): string | undefined {
  const [, hour, minute = "00"] =
    /^(\d{1,2})(?:[:.时点] ?(\d\d)分?|[时点])$/.exec(toHalfWidth(text)) ??
    /^(\d{1,2})(\d\d)$/.exec(toHalfWidth(text)) ??
    [];
  const time = hour === undefined ? undefined : `${hour.padStart(2, "0")}:${minute}`;
  return isTime(time) ? time : undefined;
}

const isFitting = (field: Field, value: string): boolean => isTime(value) && isWithinLimits(field, value);

const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1440;
/** Returns the time after adding minutes, limited to the same day. */
function addMinutes(time: string, count: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const seconds = Math.min(Math.max(hour * MINUTES_OF_HOUR + minute + count, 0), MINUTES_OF_DAY - 1);
  return `${String(Math.floor(seconds / MINUTES_OF_HOUR)).padStart(2, "0")}:${String(seconds % MINUTES_OF_HOUR).padStart(2, "0")}`;
}

/** Returns the limits of a field, each with the minute before and after it. */
const listNearLimits = ({ schema }: Field): string[] =>
  [
    schema.formatMinimum,
    schema.formatMaximum,
    schema.formatExclusiveMinimum,
    schema.formatExclusiveMaximum,
    schema.const,
  ]
    .filter(isTime)
    .flatMap((limit) => [addMinutes(limit, -1), limit, addMinutes(limit, 1)]);

/** A wall-clock time of day, `HH:mm`, without day or zone, such as opening hours or a bank's cut-off time. */
export const time = createStringKind({
  name: "time",
  messages: { time: { zh: "请输入时间，例如 09:30", en: "Enter a time of day, for example 09:30" } },
  matches: (schema) => schema.format === "time",
  schema: { type: "string", format: "time" },
  clean: (value) => readTime(value) ?? toHalfWidth(value),
  validate: rejectUnless(isTime, "time"),
  parse(text) {
    if (toHalfWidth(text) === "") return createProblem("empty");
    const value = readTime(text);
    return value === undefined ? createProblem("time") : { ok: true, value };
  },
  filter: "range",
  width: 90,
  bound: readTime,
  samples(field) {
    const { examples } = field.schema;
    const all = [
      ...(Array.isArray(examples) ? examples : []),
      ...listNearLimits(field),
      "09:00",
      "17:30",
      "00:00",
      "23:59",
    ];
    return [...new Set(all)].filter((value) => isFitting(field, value));
  },
  boundaries: (field) =>
    listEdges(field, {
      near: listNearLimits(field),
      wrong: ["24:00", "12:60", "noon", "12:00:00", 900, true],
      isFitting,
    }),
  examples: [],
});
