/** What is shown below a field: its hint, and what the rules that hold have checked. */
import { buildFactScope } from "../entity/facts.ts";
import { buildSelfScope } from "../entity/self-scope.ts";
import { fillSentence } from "../entity/sentence.ts";
import type { Entity, Field, Lang, Row, RulePlan } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import { evaluate } from "../rules/evaluate.ts";
import { createHints } from "./hints.ts";
import type { DescribeField } from "./tree.ts";

type Confirm = (field: Field, record: Row, contexts: Scope) => string | undefined;

/** Returns a function that describes a field for the current values and facts. */
export function createDescriptions(entity: Entity, lang: Lang, t: Parameters<typeof createHints>[2]): DescribeField {
  const hint = createHints(entity, lang, t);
  const confirm = createConfirmations(entity, lang);
  return (field, record, contexts) => ({
    hint: hint(field, record, contexts),
    confirmation: confirm(field, record, contexts),
  });
}

/** Returns a function that builds the sentence of the first rule of a field that is known to hold. */
function createConfirmations(entity: Entity, lang: Lang): Confirm {
  const rules = entity.rules.filter(({ confirms, list }) => confirms && list === undefined);
  return (field, record, contexts) => {
    const own = rules.filter(({ at }) => at === field.name);
    if (own.length === 0 || record[field.name] === undefined) return undefined;
    const facts = buildFactScope(entity, contexts);
    const scope = { ...facts, self: buildSelfScope(entity, record, facts) };
    const holding = own.find((rule) => isKnownToHold(rule, scope));
    return holding && fillSentence(entity, `confirms.${holding.id}`, { row: record, lang, whole: true });
  };
}

const isKnownToHold = ({ when, assert }: RulePlan, scope: Scope): boolean =>
  (!when || evaluate(when, scope) === true) && assert !== undefined && evaluate(assert, scope) === true;
