/** What is confirmed with the payment password, in words; loads with the question. */
import type { Entity, Lang, Row } from "../model/entity.ts";
import { currencyOf } from "../entity/values.ts";
import { textOf } from "../entity/record-label.ts";

/** What an order is about, in few words: what happens, whom it concerns, and the amount with its currency. */
export function orderWords(entity: Entity, record: Row, act: string, lang: Lang): string {
  const { title, amount } = entity.list.card ?? {
    title: undefined,
    amount: entity.fields.find((field) => field.currency)?.name,
  };
  const figures = amount ? textOf(entity, amount, record, lang) : "";
  const currency = figures && currencyOf(entity.field(amount!), record);
  return [
    act,
    title && title !== entity.key ? textOf(entity, title, record, lang) : "",
    [figures, currency].filter(Boolean).join("\u00a0"),
  ]
    .filter(Boolean)
    .join(" · ");
}
