/** Summarises the confirmed action for the step-up dialog. Loaded with the dialog. */
import type { Entity, Lang, Row } from "../model/entity.ts";
import { findCurrency } from "../entity/values.ts";
import { formatText } from "../entity/record-label.ts";
import { summarize } from "../entity/summary.ts";
import type { Scope } from "../model/expression.ts";
import type { Confirmed } from "../model/ports.ts";

/** Returns the action, the record's title, and the amount with its currency, omitting parts without a value. */
export function summarizeAction(entity: Entity, record: Row, act: string, lang: Lang): string {
  const { title, amount } = entity.list.card ?? {
    title: undefined,
    amount: entity.fields.find((field) => field.currency)?.name,
  };
  const figures = amount ? formatText(entity, amount, record, lang) : "";
  const currency = figures && amount && findCurrency(entity.field(amount), record);
  return [
    act,
    title && title !== entity.key ? formatText(entity, title, record, lang) : "",
    [figures, currency].filter(Boolean).join("\u00a0"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns the summary of an action, with the figures of the form's `x-summary` as lines if the form has one. */
export function summarizeForm(
  entity: Entity,
  { record, contexts }: { record: Row; contexts: Scope },
  act: string,
  lang: Lang,
): Confirmed {
  const text = summarizeAction(entity, record, act, lang);
  const summary = summarize(entity, record, contexts, lang);
  if (!summary) return text;
  const lines = [summary.lead, ...summary.lines].flatMap((figure) =>
    figure
      ? [
          {
            label: figure.label,
            text: [figure.text, figure.currency].filter(Boolean).join("\u00a0"),
            ...(figure.strong && { strong: figure.strong }),
          },
        ]
      : [],
  );
  return { text, lines };
}
