/** What a review says first, read off the schema: the amount, and who it is for. */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { currencyOf, kindContext } from "../entity/values.ts";

export interface Cheque {
  /** The figure that it is about: the card's amount; where there is no card, the first amount that the person fills in. */
  amount: Field | undefined;
  currency: string | undefined;
  /** The fields that say who it is for: what the label of the chosen record is made of, name first; the choice itself, where not all of its label was copied. */
  to: Field[];
  /** What else was copied from it and the form does not lay out. */
  more: Field[];
  /** The choices that the head says already. */
  said: ReadonlySet<string>;
}
const GROUPED_FROM = 12;

export function chequeOf(entity: Entity, record: Row): Cheque {
  const main = entity.fields.find((field) => field.name === entity.list.card?.amount && field.currency);
  // A record whose card in a list names no amount is not about one: a company's capital is no payment.
  const amount =
    main ??
    (entity.list.card
      ? undefined
      : entity.fields.find((field) => field.currency && !field.readOnly && record[field.name] !== undefined));
  const currency = amount && currencyOf(amount, record);
  const laidOut = new Set(entity.form.sections.flatMap((section) => section.rows.flat()));
  const refs = entity.fields.filter((field) => field.ref && Object.keys(field.ref.copies).length > 0);
  // Of several choices, the one that gives the records their title: a payment's payee, not its payer.
  const named = refs.filter((field) => field.ref!.copies[entity.list.card?.title ?? ""] !== undefined);
  const chosen = refs.length > 1 && named.length > 0 ? named : refs;
  const whole = chosen.filter((field) => record[field.name] !== undefined && !labelIsCopied(field));
  const inLabel = (field: Field, theirs: string) => field.ref!.label?.includes(`{${theirs}}`) ?? true;
  const copied = new Map(
    chosen.flatMap((field) =>
      Object.entries(field.ref!.copies).flatMap(([own, theirs]) =>
        whole.includes(field) && inLabel(field, theirs) ? [] : [[own, inLabel(field, theirs)] as const],
      ),
    ),
  );
  const unlaid = entity.fields.filter(
    (field) => copied.has(field.name) && !laidOut.has(field.name) && record[field.name] !== undefined,
  );
  const to = entity.fields.filter(
    (field) => whole.includes(field) || (unlaid.includes(field) && copied.get(field.name)),
  );
  const more = to.length > 0 ? unlaid.filter((field) => !copied.get(field.name)) : [];
  const said = new Set(to.length > 0 ? chosen.map((field) => field.name) : []);
  return { amount: amount && record[amount.name] !== undefined ? amount : undefined, currency, to, more, said };
}

function labelIsCopied({ ref }: Field): boolean {
  const copies = Object.values(ref!.copies);
  return [...(ref!.label ?? "").matchAll(/\{(\w+)\}/g)].every(([, part]) => copies.includes(part!));
}

/** A value as the review reads it: long runs of digits in groups of four. */
export function reviewText(entity: Entity, field: Field, record: Row, lang: Lang): string {
  const text = field.kind.text(record[field.name] as never, kindContext(entity, field, lang, record));
  return new RegExp(`^\\d{${GROUPED_FROM},}$`).test(text) ? text.replace(/(\d{4})(?=\d)/g, "$1 ") : text;
}
