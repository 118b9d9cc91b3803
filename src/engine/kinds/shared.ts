/**
 * Shared parts of kinds: conversion of typed characters, samples and boundary values from a field's schema, and the
 * base of string kinds.
 */
import type { Field, JsonSchema } from "../model/entity.ts";
import type { Kind, KindContext, Parsed } from "../model/kind.ts";

/** Declares a kind with type checking. */
export const defineKind = <V>(kind: Kind<V>): Kind<V> => kind;

/**
 * Control characters except tab and line breaks, and those that change the direction of text. They are removed, because
 * text columns cannot store all of them, and a name or reason must be displayed in the order in which it is stored.
 */
export const CONTROLS = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Converts full-width letters, digits and signs to ASCII, all spaces to U+0020 and all hyphens, dashes and minus signs
 * to `-`. Removes zero-width and control characters, and trims. For codes and numbers, not for prose.
 */
export function toHalfWidth(text: string): string {
  // Fast path, since most strings are plain ASCII.
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim();
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, "")
    .replace(/\s/g, " ")
    .replace(CONTROLS, "")
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, "-")
    .replace(/￥/g, "¥")
    .trim();
}

/**
 * Applies `toHalfWidth` to a code and removes all spaces and hyphens, which separate its groups.
 * @example
 * removeSpaces("62 22-02"); // => "622202"
 */
export const removeSpaces = (text: string): string => toHalfWidth(text).replace(/[ -]/g, "");

/**
 * Returns the parse result of a rejected value.
 * @example
 * createProblem("decimals", { places: 2 }); // => { ok: false, code: "decimals", params: { places: 2 } }
 */
export const createProblem = (
  code: string,
  params?: Record<string, string | number>,
): { ok: false; code: string; params?: Record<string, string | number> } => ({
  ok: false,
  code,
  ...(params && { params }),
});

/** Returns the length in code points, as JSON Schema counts it. */
const countCharacters = (text: string): number => [...text].length;

/** Returns whether a string satisfies `minLength`, `maxLength`, `pattern` and `enum` of a schema. */
export function isFittingText({ minLength, maxLength, pattern, enum: values }: JsonSchema, text: string): boolean {
  const length = countCharacters(text);
  if (typeof minLength === "number" && length < minLength) return false;
  if (typeof maxLength === "number" && length > maxLength) return false;
  if (Array.isArray(values) && !values.includes(text)) return false;
  return typeof pattern !== "string" || new RegExp(pattern, "u").test(text);
}

/**
 * Returns the field's own examples followed by the given ones, without duplicates and without those that its schema
 * rejects.
 */
export function listSamples(field: Field, others: readonly string[]): string[] {
  const { examples } = field.schema;
  const own = Array.isArray(examples) ? examples.filter((example) => typeof example === "string") : [];
  return [...new Set([...own, ...others])].filter((sample) => isFittingText(field.schema, sample));
}

/** Returns values of wrong types and, when length is the only limit, strings at and beyond it, built from `unit`. */
function listLengthBoundaries(schema: JsonSchema, unit: string): { value: unknown; valid: boolean }[] {
  const wrong = [7, true, {}, []].map((value) => ({ value, valid: false }));
  const { minLength, maxLength } = schema;
  if (schema.pattern !== undefined || schema.enum !== undefined || schema.format !== undefined || unit === "")
    return wrong;
  const lengths = [
    ...(typeof minLength === "number" && minLength > 0
      ? [
          { length: minLength, valid: true },
          { length: minLength - 1, valid: false },
        ]
      : []),
    ...(typeof maxLength === "number"
      ? [
          { length: maxLength, valid: true },
          { length: maxLength + 1, valid: false },
        ]
      : []),
  ];
  return [
    ...wrong,
    ...lengths.filter(({ length }) => length > 0).map(({ length, valid }) => ({ value: unit.repeat(length), valid })),
  ];
}

interface StringParts extends Partial<Omit<Kind<string>, "name" | "normalize">> {
  name: string;
  /** Returns the canonical form of a string from the user or a request. Must be idempotent. Default: trim. */
  clean?(text: string, context: KindContext): string;
  /** Valid values for schemas without examples. */
  examples: readonly string[];
  /** Strings that the kind's own check rejects. */
  wrong?: readonly string[];
  /** A character that may be repeated to build valid strings of any length. Without it lengths are not tested. */
  filler?: string;
}

/**
 * Creates a kind whose values are strings. Omitted parts behave as for plain text, except that a kind without `matches`
 * must be named by `x-kind`.
 * @example
 * const postcode = createStringKind({ name: "postcode", examples: ["518000"], matches: ({ format }) => format === "postcode" });
 */
export function createStringKind(parts: StringParts): Kind<string> {
  const { clean = (text) => text.trim(), examples, wrong = [], filler = "", ...own } = parts;
  return {
    matches: () => false,
    schema: { type: "string" },
    column: "text",
    celType: "string",
    tsType: "string",
    filter: "contains",
    align: "start",
    width: 160,
    normalize: (value, context) => (typeof value === "string" ? clean(value, context) : value),
    text: (value) => (value === undefined || value === null ? "" : String(value)),
    parse(text, context): Parsed<string> {
      const value = clean(text, context);
      if (value === "") return createProblem("empty");
      const problem = own.validate?.(value, context);
      return problem ? createProblem(problem.code, problem.params) : { ok: true, value };
    },
    cell: (value) =>
      value === undefined || value === null || value === ""
        ? { type: "empty" }
        : { type: "text", value: String(value) },
    toRule: (value) => (typeof value === "string" ? value : undefined),
    fromRule: (value) => String(value),
    samples: (field) => listSamples(field, examples),
    boundaries: (field) => [
      ...listLengthBoundaries(field.schema, filler),
      ...wrong.map((value) => ({ value, valid: false })),
    ],
    ...own,
  };
}

/**
 * Returns a `validate` function that fails with `code` when `holds` returns false for a string. Other values pass,
 * because JSON Schema rejects them.
 * @example
 * rejectUnless((text) => text.length === 6, "format")("12345") // => { code: "format" }
 */
export const rejectUnless =
  (holds: (value: string) => boolean, code: string) =>
  (value: string): { code: string } | undefined =>
    typeof value === "string" && !holds(value) ? { code } : undefined;

/** Returns examples of invalid values, and of values near limits, which are valid if they fit the field. */
export const listEdges = <V>(
  field: Field,
  {
    near,
    wrong,
    isFitting,
  }: { near: readonly V[]; wrong: readonly unknown[]; isFitting(field: Field, value: V): boolean },
): { value: unknown; valid: boolean }[] => [
  ...[...new Set(near)].map((value) => ({ value, valid: isFitting(field, value) })),
  ...wrong.map((value) => ({ value, valid: false })),
];

/** Returns whether a string is within a field's `formatMinimum` and similar limits by UTF-16 order, and is its `const`. */
export function isWithinLimits(field: Field, value: string): boolean {
  const limit = (keyword: string) => readText(field, keyword);
  const [least, most] = [limit("formatMinimum"), limit("formatMaximum")];
  const [above, below] = [limit("formatExclusiveMinimum"), limit("formatExclusiveMaximum")];
  return (
    (limit("const") ?? value) === value &&
    !(least && value < least) &&
    !(most && value > most) &&
    !(above && value <= above) &&
    !(below && value >= below)
  );
}

/** Returns a keyword of a field's schema if it is a string, otherwise undefined. */
export function readText({ schema }: Pick<Field, "schema">, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === "string" ? value : undefined;
}

/** Returns a keyword of a field's schema if it is a number, otherwise undefined. */
export function readLimit({ schema }: Pick<Field, "schema">, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

/** Returns the values of a field's `enum` as strings, or undefined when it has none. */
export function readEnum({ schema }: Pick<Field, "schema">): string[] | undefined {
  return Array.isArray(schema["enum"]) ? schema["enum"].map(String) : undefined;
}

/** Separators of list items by language. Default: `; `. */
const SEPARATORS: Readonly<Record<string, string>> = { zh: "；" };

/** Joins formatted list items with the language's separator. */
export const joinItems = (texts: readonly string[], lang: string): string => texts.join(SEPARATORS[lang] ?? "; ");
