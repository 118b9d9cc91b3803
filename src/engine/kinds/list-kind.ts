/**
 * Base of kinds whose values are lists of plain values, such as tags and multiple choices. Each item is parsed, checked
 * and formatted by its own kind.
 */
import type { Field } from "../model/entity.ts";
import type { Kind, KindContext } from "../model/kind.ts";
import { defineKind, joinItems, createProblem } from "./shared.ts";
import { text as plain } from "./text/text.ts";

/** Separators of items in a string: a semicolon, including its full-width form, or a line break. */
const SEPARATOR = /[;；\n]/u;
/** Encloses each item in the column, so that a single comparison finds an item. Items contain no line breaks. */
const FENCE = "\n";

/**
 * Returns the field that describes the items of a list: plain text without limits if the schema does not define them.
 */
export const describeItem = ({ item, ...field }: Field): Field =>
  item ?? { ...field, kind: plain, schema: plain.schema };

const toItemContext = (context: KindContext): KindContext => ({ ...context, field: describeItem(context.field) });
const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/**
 * Splits a string into trimmed items, without empty ones.
 * @example
 * splitItems("vip; 深圳；") // => ["vip", "深圳"]
 */
export const splitItems = (text: string): string[] =>
  text
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Returns an item, or several joined by the fence, as stored in the column. */
const fenceItem = (item: string): string => FENCE + item + FENCE;

/**
 * Parses an item. Text that its kind cannot parse is returned unchanged, so that the check reports it with its
 * position.
 */
function parseItem(text: string, context: KindContext): unknown {
  const parsed = context.field.kind.parse(text, context);
  return parsed.ok ? parsed.value : text;
}

function formatItems(value: unknown, context: KindContext): string[] {
  if (!Array.isArray(value)) return [];
  const inner = toItemContext(context);
  return value.map((item: unknown) => inner.field.kind.text(item, inner) || String(item));
}

/**
 * Returns three sample items, or the nearest number that `minItems` and `maxItems` allow, as far as the item's kind has
 * enough samples.
 */
function listSamples(field: Field): unknown[] {
  const { minItems, maxItems } = field.schema;
  const item = describeItem(field);
  const all = item.kind.samples(item);
  const count = Math.max(Number(minItems ?? 1), Math.min(3, Number(maxItems ?? 3)));
  return all.slice(0, Math.max(1, count));
}

/**
 * Returns invalid values: values that are not lists, lists of objects or lists, duplicates, and lists with one item too
 * few or too many.
 */
function listBoundaries(field: Field): { value: unknown; valid: boolean }[] {
  const [sample] = listSamples(field);
  const { minItems, maxItems, uniqueItems } = field.schema;
  const repeated = (length: number) => Array.from({ length }, () => sample);
  return [
    ...[7, "one", true, {}, [{}], [[sample]]].map((value) => ({ value, valid: false })),
    ...(uniqueItems === true ? [{ value: repeated(2), valid: false }] : []),
    ...(typeof minItems === "number" && minItems > 1 ? [{ value: repeated(minItems - 1), valid: false }] : []),
    ...(typeof maxItems === "number" ? [{ value: repeated(maxItems + 1), valid: false }] : []),
  ];
}

/**
 * Creates a kind whose values are lists of plain values. An empty list counts as no value.
 * @example
 * const tags = listKind({ name: "tags", matches: (schema) => schema.type === "array" });
 */
export const listKind = (parts: Pick<Kind, "name" | "matches"> & Partial<Kind<unknown[]>>): Kind<unknown[]> =>
  defineKind<unknown[]>({
    schema: { type: "array" },
    ofItems: true,
    column: "text",
    celType: "list",
    tsType: "unknown[]",
    filter: "has",
    align: "start",
    width: 200,
    minWidth: 112,
    normalize(value, context) {
      if (!Array.isArray(value)) return value;
      const inner = toItemContext(context);
      const items = value.map((item: unknown) => inner.field.kind.normalize(item, inner)).filter(isPresent);
      return items.length > 0 ? items : undefined;
    },
    text: (value, context) => joinItems(formatItems(value, context), context.lang),
    parse(text, context) {
      const inner = toItemContext(context);
      const items = splitItems(text).map((part) => parseItem(part, inner));
      return items.length > 0 ? { ok: true, value: items } : createProblem("empty");
    },
    cell(value, context) {
      const text = formatItems(value, context).join("; ");
      return text === "" ? { type: "empty" } : { type: "text", value: text };
    },
    bound(value, _edge, context) {
      const inner = toItemContext(context);
      const parsed = inner.field.kind.parse(value, inner);
      return parsed.ok ? fenceItem(String(parsed.value)) : undefined;
    },
    // Items must not contain separators, so that an exported file can be imported again.
    validate: (value) =>
      Array.isArray(value) && value.some((item) => typeof item === "string" && SEPARATOR.test(item))
        ? { code: "separator" }
        : undefined,
    messages: {
      separator: { zh: "每一项不能含分号或换行", en: "No entry may contain a semicolon or a line break" },
    },
    toColumn: (value) => (Array.isArray(value) && value.length > 0 ? fenceItem(value.join(FENCE)) : undefined),
    toRule: (value) => (Array.isArray(value) ? value : undefined),
    fromRule: (value) => (Array.isArray(value) ? value : []),
    samples(field) {
      const { examples } = field.schema;
      const own = Array.isArray(examples) ? examples.filter(Array.isArray) : [];
      return [...own, listSamples(field)];
    },
    boundaries: listBoundaries,
    ...parts,
  });
