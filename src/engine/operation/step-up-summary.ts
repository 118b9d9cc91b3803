/** Summary of the confirmed action for the step-up dialog. Loaded with the dialog. */
import type { Entity, Lang, Row } from "../model/entity.ts";
import { currencyOf } from "../entity/values.ts";
import { textOf } from "../entity/record-label.ts";

/** Returns the action, the record's title and the amount with its currency; parts without a value are left out. */
export function summarizeAction(entity: Entity, record: Row, act: string, lang: Lang): string {
  const { title, amount } = entity.list.card ?? {
    title: undefined,
    amount: entity.fields.find((field) => field.currency)?.name,
  };
  const figures = amount ? textOf(entity, amount, record, lang) : "";
  const currency = figures && amount && currencyOf(entity.field(amount), record);
  return [
    act,
    title && title !== entity.key ? textOf(entity, title, record, lang) : "",
    [figures, currency].filter(Boolean).join("\u00a0"),
  ]
    .filter(Boolean)
    .join(" · ");
}
