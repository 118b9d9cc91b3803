/** Describes what choosing an option of a field leads to. */
import { formatAmount } from "../base/amount-format.ts";
import { Decimal } from "../base/decimal.ts";
import type { Entity, Field, Lang, OptionPlan, Row } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import { evaluate } from "../rules/evaluate.ts";
import { computeRecord } from "./conditions.ts";
import { buildFactScope } from "./facts.ts";
import { getTextName } from "./labels.ts";
import { buildSelfScope } from "./self-scope.ts";
import { fillSentence } from "./sentence.ts";

/** The record so far, and the facts known about it. */
interface Known {
  record: Row;
  contexts: Scope;
  lang: Lang;
}

/**
 * Returns the sentence of an option about the record as it would be with this option. Undefined when the option has none,
 * or while one of its values is unknown.
 * @example
 * const says = describeOutcome(entity, field, { value: "OUR", outcome: {} }, { record, contexts, lang: "en" });
 */
export function describeOutcome(
  entity: Entity,
  field: Field,
  { value, outcome }: OptionPlan,
  { record, contexts, lang }: Known,
): string | undefined {
  if (!outcome) return undefined;
  const chosen = { ...record, [field.name]: value };
  const row = { ...chosen, ...computeRecord(entity, chosen, contexts) };
  const known = buildFactScope(entity, contexts);
  const scope = { ...known, self: buildSelfScope(entity, chosen, known) };
  const currency = entity.summary && evaluate(entity.summary.currency, scope);
  const more: Record<string, string> = {};
  for (const [name, expression] of Object.entries(outcome)) {
    const amount = evaluate(expression, scope);
    if (!(amount instanceof Decimal)) return undefined;
    more[name] = formatAmount(amount, typeof currency === "string" ? currency : undefined, entity.minorUnits);
  }
  return fillSentence(entity, `option.${getTextName(field)}.${value}.says`, { row, lang, more, whole: true });
}
