/** Values of a record: presence, and the form in which kinds and rules take them. */
import type { KindContext } from "../model/kind.ts";
import type { Entity, Field, Lang, Row } from "../model/entity.ts";

/** Returns whether a value is there; null and empty text count as absent. */
export const present = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/**
 * Returns the value of a field, or what its kind makes of an absent one.
 * @example
 * const value = readValue(field, row);
 */
export const readValue = ({ name, kind, schema }: Pick<Field, "name" | "kind" | "schema">, record: Row): unknown =>
  record[name] ?? kind.emptyValue?.({ schema });

/** Returns a name as a step of a JSON pointer. */
export const toPointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns the names of the steps of a JSON pointer. */
export const splitPointer = (at: string): string[] =>
  at
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * Returns what a kind needs to read or write a value of a record.
 * @example
 * const text = field.kind.text(row["amount"], buildKindContext(entity, field, "en", row));
 */
export function buildKindContext(entity: Entity, field: Field, lang: Lang, record: Row = {}): KindContext {
  const { dialect, minorUnits } = entity;
  return { dialect, field, record, lang, minorUnits, text: (key) => entity.text(key, lang) };
}

/** Makes the contexts of a record's fields. Reuses one object: an import checks thousands of records. */
export function reuseKindContext(entity: Entity, lang: Lang, record: Row): (field: Field) => KindContext {
  let context: KindContext | undefined;
  return (field) => {
    context ??= buildKindContext(entity, field, lang, record);
    context.field = field;
    return context;
  };
}

/**
 * Returns the ISO code of an amount: the field's own, or that of its sibling; undefined while the sibling is empty.
 * @example
 * findCurrency({ currency: { code: "EUR" } }, {}) // => "EUR"
 * findCurrency({ currency: { field: "ccy" } }, { ccy: "USD" }) // => "USD"
 */
export function findCurrency({ currency }: Pick<Field, "currency">, record: Row): string | undefined {
  if (!currency) return undefined;
  const code = "code" in currency ? currency.code : record[currency.field];
  return typeof code === "string" && code !== "" ? code : undefined;
}

/**
 * Returns the currency of a record: that of its first amount with a known one.
 * @example
 * const currency = recordCurrency(entity, row);
 */
export const recordCurrency = (entity: Entity, record: Row): string | undefined =>
  entity.fields
    .map((field) => findCurrency(field, record))
    .find((code) => code !== undefined && Object.hasOwn(entity.minorUnits, code));
