import { Decimal } from "../base/decimal.ts";
import type { KindContext } from "../model/kind.ts";
import type { Entity, Field, Lang, Row } from "../model/entity.ts";

/** Returns whether a value is present. Null and empty strings count as absent. */
export const present = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/**
 * Returns the value of a field, or the kind's default when the field has no value.
 * @example
 * const value = readValue(field, row);
 */
export const readValue = ({ name, kind, schema }: Pick<Field, "name" | "kind" | "schema">, record: Row): unknown =>
  record[name] ?? kind.emptyValue?.({ schema });

/** Escapes a name as a segment of a JSON pointer. */
export const toPointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Splits a JSON pointer into unescaped names. */
export const splitPointer = (pointer: string): string[] => {
  const steps = pointer.split("/").slice(1);
  // Few names are escaped, and a form splits hundreds of pointers on a key press.
  return pointer.includes("~") ? steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")) : steps;
};

/**
 * Creates the context that a kind needs to parse or format a value of a record.
 * @example
 * const text = field.kind.text(row["amount"], buildKindContext(entity, field, "en", row));
 */
export function buildKindContext(entity: Entity, field: Field, lang: Lang, record: Row = {}): KindContext {
  const { dialect, minorUnits } = entity;
  return { dialect, field, record, lang, minorUnits, text: (key) => entity.text(key, lang) };
}

/**
 * Returns a function that provides the contexts of a record's fields. It reuses a single object, which must not be
 * retained, since an import checks thousands of records.
 */
export function reuseKindContext(entity: Entity, lang: Lang, record: Row): (field: Field) => KindContext {
  let context: KindContext | undefined;
  return (field) => {
    context ??= buildKindContext(entity, field, lang, record);
    context.field = field;
    return context;
  };
}

/**
 * Returns the ISO code of an amount's currency, either fixed or from a sibling field. Undefined while the sibling is
 * empty, and for fields that are not amounts.
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
 * Returns the exact sums of an amount over the records, by ISO code in order of appearance. Values that are not amounts
 * are ignored. Amounts whose currency is unknown are summed under `""`.
 * @example
 * sumByCurrency(entity.field("amount"), rows).get("USD")?.toString()
 */
export function sumByCurrency(field: Field, records: readonly Row[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const record of records) {
    const value = Decimal.parse(record[field.name]);
    const currency = findCurrency(field, record) ?? "";
    if (value) sums.set(currency, sums.get(currency)?.add(value) ?? value);
  }
  return sums;
}

/**
 * Formats a sum in its currency like the values of the field.
 * @example
 * formatSum(entity, entity.field("amount"), { currency: "USD", value: "1200" }, "en") // => "1,200.00"
 */
export function formatSum(
  entity: Entity,
  field: Field,
  { currency, value }: { currency: string; value: string },
  lang: Lang,
): string {
  const record = field.currency && "field" in field.currency ? { [field.currency.field]: currency } : {};
  return field.kind.text(value, buildKindContext(entity, field, lang, record));
}

/**
 * Returns the currency of the record's first amount with a known currency, or undefined when there is none.
 * @example
 * const currency = recordCurrency(entity, row);
 */
export const recordCurrency = (entity: Entity, record: Row): string | undefined =>
  entity.fields
    .map((field) => findCurrency(field, record))
    .find((code) => code !== undefined && Object.hasOwn(entity.minorUnits, code));
