/** What is shown below a field: its hint, and what the rules that hold have checked. */
import { buildFactScope } from "../entity/facts.ts";
import { buildSelfScope } from "../entity/self-scope.ts";
import { fillSentence } from "../entity/sentence.ts";
import type { Entity, Field, Lang, Row, RulePlan, JsonSchema } from "../model/entity.ts";
import type { Scope, Expression } from "../model/expression.ts";
import { evaluate } from "../rules/evaluate.ts";
import { buildKindContext } from "../entity/values.ts";
import { buildRecordScope } from "../rules/scope.ts";
import { Decimal } from "../base/decimal.ts";
import { isObject } from "../base/guards.ts";
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

type Translate = (key: string, params?: Record<string, string | number>) => string;

/** Matches a comparison that ends in `<` or `<=` and a member of a context, such as `... <= wallet.withdrawable`. */
const CEILING = /<=?\s*([A-Za-z_]\w*)\.([A-Za-z_]\w*)\s*$/;

/**
 * Returns a function that builds a field's hint, or returns undefined when there is nothing to say. Limits that depend
 * on facts are omitted until the facts are loaded.
 */
function createHints(
  entity: Entity,
  lang: Lang,
  t: Translate,
): (field: Field, record: Row, contexts: Scope) => string | undefined {
  const rules = entity.rules.filter((rule) => !rule.when && !rule.warns);
  let last: { contexts: Scope; known: Scope } | undefined;
  const knownOf = (contexts: Scope) =>
    (last?.contexts === contexts ? last : (last = { contexts, known: buildFactScope(entity, contexts) })).known;
  return (field, record, contexts) => {
    const context = buildKindContext(entity, field, lang, record);
    if (field.ref?.line) return describeReference(entity, field.ref.line, { record, lang });
    if (!field.currency)
      return record[field.name] === undefined ? undefined : field.kind.describe?.(record[field.name], context);
    const at = rules.filter((rule) => rule.at === field.name);
    if (at.length === 0 && LIMITS.every((keyword) => field.schema[keyword] === undefined)) return undefined;
    const outside = knownOf(contexts);
    const scope: Scope = { ...outside, self: buildRecordScope(entity.fields, record) };
    const known = (expression: Expression | undefined) => {
      const value = expression && evaluate(expression, scope);
      return value instanceof Decimal ? value : undefined;
    };
    const low = findExtreme([bound(field.schema, "formatMinimum"), ...at.map((rule) => known(rule.min))], 1);
    const high = findExtreme([bound(field.schema, "formatMaximum"), ...at.map((rule) => known(rule.max))], -1);
    const free = findExtreme(
      at.map((rule) => findCeiling(rule.assert, outside)),
      -1,
    );
    const read = (value: Decimal) => field.kind.text(value.toString(), context);
    const parts = [
      ...describeLimits({ low, high, schema: field.schema }, read, t),
      free ? t("form.available", { amount: read(free) }) : "",
      ...at.map((rule) => {
        const limit = rule.hint && known(rule.min ?? rule.max);
        return limit ? entity.text(`rule.${rule.id}`, lang, { limit: read(limit) }) : "";
      }),
    ];
    return parts.filter(Boolean).join(" · ") || undefined;
  };
}

/** Joins the values that a selected record has in the fields of its line. */
const describeReference = (entity: Entity, line: readonly string[], { record, lang }: { record: Row; lang: Lang }) =>
  line
    .flatMap((name) => {
      const field = entity.field(name);
      return record[name] === undefined
        ? []
        : field.kind.text(record[name], buildKindContext(entity, field, lang, record));
    })
    .join(" · ") || undefined;

/** Schema keywords of the limits that hints describe. */
const LIMITS = [
  "formatMinimum",
  "formatMaximum",
  "formatExclusiveMinimum",
  "formatExclusiveMaximum",
  "x-step",
] as const;
const bound = (schema: JsonSchema, keyword: string): Decimal | undefined =>
  typeof schema[keyword] === "string" ? Decimal.of(schema[keyword]) : undefined;

/**
 * Describes an amount's limits: the combined bounds `low` and `high`, the step, and the exclusive bounds that are not
 * looser than `low` and `high`.
 */
function describeLimits(
  { low, high, schema }: { low: Decimal | undefined; high: Decimal | undefined; schema: JsonSchema },
  read: (value: Decimal) => string,
  t: Translate,
): string[] {
  const above = bound(schema, "formatExclusiveMinimum");
  const below = bound(schema, "formatExclusiveMaximum");
  const step = bound(schema, "x-step");
  return [
    low && high
      ? t("form.between", { low: read(low), high: read(high) })
      : low
        ? t("form.atLeast", { low: read(low) })
        : high
          ? t("form.atMost", { high: read(high) })
          : "",
    above && !(low && low.cmp(above) > 0) ? t("form.moreThan", { low: read(above) }) : "",
    below && !(high && high.cmp(below) < 0) ? t("form.lessThan", { high: read(below) }) : "",
    step ? t("form.multipleOf", { step: read(step) }) : "",
  ];
}

function findCeiling(assert: Expression | undefined, contexts: Scope): Decimal | undefined {
  const [, root, member] = CEILING.exec(assert?.source ?? "") ?? [];
  if (!root || !member || root === "self") return undefined;
  const facts = contexts[root];
  const value = isObject(facts) ? facts[member] : undefined;
  return value instanceof Decimal ? value : undefined;
}

/** Returns the largest (`sign` 1) or smallest (`sign` -1) defined value, or undefined when there is none. */
function findExtreme(values: (Decimal | undefined)[], sign: 1 | -1): Decimal | undefined {
  return values.reduce((best, value) => (value && (!best || value.cmp(best) * sign > 0) ? value : best), undefined);
}
