/** What a review says first, read off the schema: the amount, and who it is for. */
import type { Entity, Field, Lang, Row } from "../entity/entity.ts";

export interface Cheque {
  /** The figure that the person fills in: the card's amount, else the first amount that is no computed one. */
  amount: Field | undefined;
  currency: string | undefined;
  /** The fields that say who it is for: what was copied from the chosen record, name first. */
  to: Field[];
}
const GROUPED_FROM = 12;

export function chequeOf(entity: Entity, record: Row): Cheque {
  const named = entity.fields.find((field) => field.name === entity.list.card?.amount && field.currency);
  const amount = named ?? entity.fields.find((field) => field.currency && !field.readOnly && record[field.name] !== undefined);
  const currency = amount?.currency && ("code" in amount.currency ? amount.currency.code : (record[amount.currency.field] as string | undefined));
  const copied = new Set(entity.fields.flatMap((field) => Object.keys(field.ref?.copies ?? {})));
  const laidOut = new Set(entity.form.sections.flatMap((section) => section.rows.flat()));
  // What the form itself does not lay out but was copied is what the label of the choice is made of: name and account.
  const to = entity.fields.filter((field) => copied.has(field.name) && !laidOut.has(field.name) && record[field.name] !== undefined);
  return { amount: amount && record[amount.name] !== undefined ? amount : undefined, currency, to };
}

/** A value as the review reads it: long runs of digits in groups of four. */
export function reviewText(entity: Entity, field: Field, record: Row, lang: Lang): string {
  const text = field.kind.text(record[field.name] as never, { field, record, lang, minorUnits: entity.minorUnits, text: (key) => entity.text(key, lang) });
  return new RegExp(`^\\d{${GROUPED_FROM},}$`).test(text) ? text.replace(/(\d{4})(?=\d)/g, "$1 ") : text;
}
