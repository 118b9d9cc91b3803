import { findSpan } from "../../base/days.ts";
import { formatDay } from "../../base/time-zone.ts";
import type { Field } from "../../model/entity.ts";
import { addDays, isRealDate, readDate } from "../dates.ts";
import { defineKind, toHalfWidth, createProblem, isWithinLimits, listEdges } from "../shared.ts";

const isFitting = (field: Field, value: string): boolean => isRealDate(value) && isWithinLimits(field, value);

/** A calendar day, `YYYY-MM-DD`, without time or zone, such as a date of birth or expiry. */
export const date = defineKind<string>({
  name: "date",
  matches: (schema) => schema.type === "string" && schema.format === "date",
  schema: { type: "string", format: "date" },
  column: "date",
  celType: "date",
  tsType: "string",
  filter: "range",
  align: "start",
  width: 120,
  normalize: (value) => (typeof value === "string" ? (readDate(value) ?? toHalfWidth(value)) : value),
  validate: (value) => (typeof value === "string" && !isRealDate(value) ? { code: "date" } : undefined),
  text: (value) => value ?? "",
  parse(text) {
    if (toHalfWidth(text) === "") return createProblem("empty");
    const value = readDate(text);
    return value === undefined ? createProblem("date") : { ok: true, value };
  },
  cell(value) {
    if (!value) return { type: "empty" };
    return isRealDate(value) ? { type: "date", value, format: "yyyy-mm-dd" } : { type: "text", value };
  },
  bound(value, edge, { dialect, now = Date.now() }) {
    const span = findSpan(value, formatDay(now, dialect.zone));
    return span ? (edge === "to" ? span.to : span.from) : readDate(value);
  },
  toRule: (value) => (isRealDate(value) ? value : undefined),
  fromRule: (value) => String(value),
  samples(field) {
    const { examples, formatMinimum, formatMaximum, formatExclusiveMinimum, formatExclusiveMaximum } = field.schema;
    const all = [
      ...(Array.isArray(examples) ? examples : []),
      formatMinimum,
      formatMaximum,
      field.schema.const,
      ...[formatExclusiveMinimum, formatExclusiveMaximum]
        .filter(isRealDate)
        .flatMap((limit) => [addDays(limit, 1), addDays(limit, -1)]),
      "2026-11-21",
      "1988-06-15",
      "2028-02-29",
    ].filter((value) => typeof value === "string");
    return [...new Set(all)].filter((value) => isFitting(field, value));
  },
  boundaries(field) {
    const limits = [
      field.schema.formatMinimum,
      field.schema.formatMaximum,
      field.schema.formatExclusiveMinimum,
      field.schema.formatExclusiveMaximum,
    ].filter(isRealDate);
    const near = limits.flatMap((limit) => [addDays(limit, -1), limit, addDays(limit, 1)]);
    const wrong = ["2026-02-30", "2026-13-01", "21/11/2026", "tomorrow", 20261121, true];
    return listEdges(field, { near, wrong, isFitting });
  },
});
