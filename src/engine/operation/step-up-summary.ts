/** Summarises the confirmed action for the step-up dialog. Loaded with the dialog. */
import type { Entity, Lang, Row } from "../model/entity.ts";
import { findCurrency } from "../entity/values.ts";
import { computeRecord } from "../entity/conditions.ts";
import { formatText } from "../entity/record-label.ts";
import { fillSentence, formatValue } from "../entity/sentence.ts";
import { summarize } from "../entity/summary.ts";
import type { Scope } from "../model/expression.ts";
import type { Confirmed, ConfirmedLine } from "../model/ports.ts";

/** Returns the action, the record's title, and the amount with its currency, omitting parts without a value. */
export function summarizeAction(entity: Entity, record: Row, action: string, lang: Lang): string {
  const { title, amount } = entity.list.card ?? {
    title: undefined,
    amount: entity.fields.find((field) => field.currency)?.name,
  };
  const figures = amount ? formatText(entity, amount, record, lang) : "";
  const currency = figures && amount && findCurrency(entity.field(amount), record);
  return [
    action,
    title && title !== entity.key ? formatText(entity, title, record, lang) : "",
    [figures, currency].filter(Boolean).join("\u00a0"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** An action on a record: its label and, if it fires one, the event of the lifecycle. */
export interface ConfirmedAction {
  label: string;
  event: string | undefined;
}

/** Returns what the user confirms by an action on a stored record. `lines`: figures of the record to show. */
export const describeAction = (
  entity: Entity,
  record: Row,
  action: ConfirmedAction,
  lang: Lang,
  lines: readonly ConfirmedLine[] = [],
): Confirmed => ({
  text: summarizeAction(entity, record, action.label, lang),
  lines,
  ...describeConfirmation(entity, record, action, lang),
});

/** Returns the phrase of the event, and the button's text: the action with the amount that it is about. */
function describeConfirmation(entity: Entity, row: Row, { label, event = "" }: ConfirmedAction, lang: Lang) {
  const amount = formatValue(entity, entity.list.card?.amount, lang, row);
  return {
    does: fillSentence(entity, `does.${event}`, { row, lang }),
    action: [label, amount].filter(Boolean).join(" "),
  };
}

/** Returns what the user confirms by a form, with the figures of its `x-summary` as lines if it has one. */
export function describeForm(
  entity: Entity,
  { record, contexts }: { record: Row; contexts: Scope },
  action: ConfirmedAction,
  lang: Lang,
): Confirmed {
  const row = { ...record, ...computeRecord(entity, record, contexts) };
  const text = summarizeAction(entity, row, entity.text("label", lang), lang);
  const summaries = summarize(entity, record, contexts, lang);
  const confirmed = fillSentence(entity, "form.confirm", { row, lang });
  const confirmation = {
    ...describeConfirmation(entity, row, action, lang),
    ...(confirmed !== undefined && { action: confirmed }),
  };
  const figures = summaries.flatMap(({ lead, lines }) => [lead, ...lines]);
  const lines = figures.flatMap((figure) =>
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
  return { text, lines, ...confirmation };
}
