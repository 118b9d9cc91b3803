/** Parses the values of a filter, each of which the field's kind validates. */
import { findSpan } from "../base/days.ts";
import { formatDay } from "../base/time-zone.ts";
import { buildKindContext } from "../entity/values.ts";
import type { Entity, Field, Lang } from "../model/entity.ts";
import type { Filter } from "../model/query.ts";
import { listFixedValues, isDay } from "./context.ts";
import type { Shape } from "./grammar.ts";

/** Context for parsing queries. */
export interface QueryContext {
  /** Time from which relative ranges such as `last7d` are computed, in milliseconds since the epoch. */
  now: number;
  /** Language of typed values. Values in requests do not depend on it. Default: the dialect's first language. */
  lang?: Lang;
}

/** An entity with the context for parsing its queries. */
export interface Reading {
  entity: Entity;
  context: QueryContext;
}

/** Maximum length of search text and of a filter value, in UTF-16 code units. */
export const MAX_TEXT = 200;
/** Maximum number of values in a list. */
const MAX_VALUES = 200;

/**
 * Returns the filter with every value validated by the field's kind. Undefined when a value is rejected, which is then
 * added to `wrong`, or when there are too many values or search text is empty or too long.
 */
export function readFilter(
  field: Field,
  shape: Shape,
  { entity, context }: Reading,
  wrong: string[],
): Filter | undefined {
  const read = (text: string, edge: "from" | "to" | "is") => {
    const value = readValue(field, text, edge, { entity, context });
    if (value === undefined) wrong.push(text);
    return value;
  };
  switch (shape.style) {
    case "empty":
      return shape;
    case "contains": {
      const wanted = searchText(entity, field, shape.text);
      return wanted !== "" && wanted.length <= MAX_TEXT ? { style: "contains", text: wanted } : undefined;
    }
    case "is": {
      const values = shape.values.flatMap((value) => read(value, "is") ?? []);
      if (shape.values.length > MAX_VALUES || values.length < shape.values.length) return undefined;
      return { style: "is", values: [...new Set(values)], not: shape.not, ...(shape.all && { all: true }) };
    }
    case "range": {
      const from = shape.from === undefined ? undefined : read(shape.from, "from");
      const to = shape.to === undefined ? undefined : read(shape.to, "to");
      if ((shape.from !== undefined && from === undefined) || (shape.to !== undefined && to === undefined))
        return undefined;
      return { style: "range", ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    }
    case "text": {
      const span = isDay(field) ? findSpan(shape.text, formatDay(context.now, entity.dialect.zone)) : undefined;
      if (span) return { style: "range", ...span, relative: shape.text };
      const value = read(shape.text, "from");
      return value === undefined || read(shape.text, "to") === undefined
        ? undefined
        : { style: "range", from: value, to: value };
    }
  }
}

/**
 * Normalises search text to the stored form of the field: no spaces in account numbers, ASCII instead of full-width
 * digits. Only trims it if the kind yields no text.
 * @example
 * const needle = searchText(entity, field, "6222 0202");
 */
export function searchText(entity: Entity, field: Field, text: string): string {
  const clean = field.kind.normalize(text.trim(), buildKindContext(entity, field, entity.dialect.languages[0]));
  return typeof clean === "string" && clean !== "" ? clean : text.trim();
}

function readValue(
  field: Field,
  text: string,
  edge: "from" | "to" | "is",
  { entity, context }: Reading,
): string | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const fixed = listFixedValues(entity, field);
  if (fixed) return fixed.includes(text) ? text : undefined;
  // Relative ranges cannot be bounds of a range (`findSpan`); the bounds are dates.
  if (isDay(field) && !/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const about = buildKindContext(entity, field, context.lang ?? entity.dialect.languages[0]);
  if (field.kind.bound) return field.kind.bound(text, edge, about) === undefined ? undefined : text;
  const parsed = field.kind.parse(text, about);
  return parsed.ok && parsed.value !== undefined && parsed.value !== null && typeof parsed.value !== "object"
    ? String(parsed.value)
    : undefined;
}
