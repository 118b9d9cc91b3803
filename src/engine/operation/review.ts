/** Derives the head of a review from the schema: the amount and its recipient. */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { findCurrency, buildKindContext } from "../entity/values.ts";

export interface AmountSummary {
  /**
   * The amount field of the card, or without a card the first amount that the user filled in. Undefined for a card
   * without an amount, and when the field has no value.
   */
  amount: Field | undefined;
  currency: string | undefined;
  /**
   * Fields that identify the recipient, in schema order: the copied parts of the selected record's label that the form
   * does not show, or the reference itself when its label was not fully copied.
   */
  to: Field[];
  /** Other copied fields that the form does not show, by the name of their reference. */
  more: ReadonlyMap<string, readonly Field[]>;
  /** Names of the references that the head already covers. */
  covered: ReadonlySet<string>;
}
/** Minimum number of digits of numbers that are shown in groups. */
const GROUPED_FROM = 12;

interface Reference {
  field: Field;
  ref: NonNullable<Field["ref"]>;
}

export function buildAmountSummary(entity: Entity, record: Row): AmountSummary {
  const amount = findAmountField(entity, record);
  const hasValue = (field: Field) => record[field.name] !== undefined;
  const chosen = listRecipients(entity);
  const whole = chosen.filter(({ field, ref }) => hasValue(field) && !labelIsCopied(ref)).map(({ field }) => field);
  const isInLabel = (ref: Reference["ref"], theirs: string) => ref.label.includes(`{${theirs}}`);
  const copied = new Map(
    chosen.flatMap(({ field, ref }) =>
      Object.entries(ref.copies).flatMap(([own, theirs]) =>
        whole.includes(field) && isInLabel(ref, theirs) ? [] : [[own, isInLabel(ref, theirs)] as const],
      ),
    ),
  );
  const inForm = new Set(entity.form.sections.flatMap((section) => section.rows.flat()));
  const hidden = entity.fields.filter((field) => copied.has(field.name) && !inForm.has(field.name) && hasValue(field));
  const to = entity.fields.filter(
    (field) => whole.includes(field) || (hidden.includes(field) && copied.get(field.name)),
  );
  return {
    amount: amount && hasValue(amount) ? amount : undefined,
    currency: amount && findCurrency(amount, record),
    to,
    more: new Map(
      (to.length > 0 ? chosen : []).map(({ field: { name }, ref }) => [
        name,
        hidden.filter((field) => field.name in ref.copies && !copied.get(field.name)),
      ]),
    ),
    covered: new Set(to.length > 0 ? chosen.map(({ field }) => field.name) : []),
  };
}

/**
 * Returns the amount field of the card, or without a card the first amount that the user filled in. Returns undefined
 * for a card without an amount, because the record's amounts are then secondary, such as a company's capital.
 */
function findAmountField({ fields, list: { card } }: Entity, record: Row): Field | undefined {
  const main = fields.find((field) => field.name === card?.amount && field.currency);
  if (main || card) return main;
  return fields.find((field) => field.currency && !field.readOnly && record[field.name] !== undefined);
}

/**
 * Returns the references that copy values. If some of several references copy the title, returns only these (a
 * payment's payee, not its payer).
 */
function listRecipients({ fields, list }: Entity): Reference[] {
  const refs = fields.flatMap((field) =>
    field.ref && Object.keys(field.ref.copies).length > 0 ? [{ field, ref: field.ref }] : [],
  );
  const named = refs.filter(({ ref }) => ref.copies[list.card?.title ?? ""] !== undefined);
  return refs.length > 1 && named.length > 0 ? named : refs;
}

function labelIsCopied({ copies, label }: Reference["ref"]): boolean {
  const own = Object.values(copies);
  return [...label.matchAll(/\{([\w.]+)\}/g)].every(([, part = ""]) => own.includes(part));
}

/** Returns the text of a value, with long numbers in groups of four. */
export function reviewText(entity: Entity, field: Field, record: Row, lang: Lang): string {
  const text = field.kind.text(record[field.name], buildKindContext(entity, field, lang, record));
  return new RegExp(`^\\d{${GROUPED_FROM},}$`).test(text) ? text.replace(/(\d{4})(?=\d)/g, "$1 ") : text;
}
