/**
 * Hints shown below a field before any error: what its value means, bounds of schema and rules, an available balance.
 */
import type { Entity, Field, JsonSchema, Lang, Row } from "../model/entity.ts";
import { factScope } from "../entity/facts.ts";
import { kindContext } from "../entity/values.ts";
import { evaluate } from "../rules/evaluate.ts";
import type { Expression, Scope } from "../model/expression.ts";
import { recordScope } from "../rules/scope.ts";
import { Decimal } from "../base/decimal.ts";
import { isObject } from "../base/guards.ts";

type Word = (key: string, params?: Record<string, string | number>) => string;

/** Matches `... <= wallet.withdrawable`: the last operand is a fact outside of the record. */
const CEILING = /<=?\s*([A-Za-z_]\w*)\.([A-Za-z_]\w*)\s*$/;

/**
 * Returns a function that builds a field's hint; undefined when there is nothing to say or the facts are not loaded.
 */
export function hintsOf(
  entity: Entity,
  lang: Lang,
  word: Word,
): (field: Field, record: Row, contexts: Scope) => string | undefined {
  const rules = entity.rules.filter((rule) => !rule.when && !rule.warns);
  let last: { contexts: Scope; known: Scope } | undefined;
  const knownOf = (contexts: Scope) =>
    (last?.contexts === contexts ? last : (last = { contexts, known: factScope(entity, contexts) })).known;
  return (field, record, contexts) => {
    const context = kindContext(entity, field, lang, record);
    if (!field.currency)
      return record[field.name] === undefined ? undefined : field.kind.describe?.(record[field.name], context);
    const at = rules.filter((rule) => rule.at === field.name);
    if (at.length === 0 && field.schema.formatMinimum === undefined && field.schema.formatMaximum === undefined)
      return undefined;
    const outside = knownOf(contexts);
    const scope: Scope = { ...outside, self: recordScope(entity.fields, record) };
    const known = (expression: Expression | undefined) => {
      const value = expression && evaluate(expression, scope);
      return value instanceof Decimal ? value : undefined;
    };
    const low = extreme([bound(field.schema, "formatMinimum"), ...at.map((rule) => known(rule.min))], 1);
    const high = extreme([bound(field.schema, "formatMaximum"), ...at.map((rule) => known(rule.max))], -1);
    const free = extreme(
      at.map((rule) => ceiling(rule.assert, outside)),
      -1,
    );
    const read = (value: Decimal) => field.kind.text(value.toString(), context);
    const parts = [
      low && high
        ? word("form.between", { low: read(low), high: read(high) })
        : low
          ? word("form.atLeast", { low: read(low) })
          : high
            ? word("form.atMost", { high: read(high) })
            : "",
      free ? word("form.available", { amount: read(free) }) : "",
    ];
    return parts.filter(Boolean).join(" · ") || undefined;
  };
}

const bound = (schema: JsonSchema, keyword: string): Decimal | undefined =>
  typeof schema[keyword] === "string" ? Decimal.of(schema[keyword]) : undefined;

function ceiling(assert: Expression | undefined, contexts: Scope): Decimal | undefined {
  const [, root, member] = CEILING.exec(assert?.source ?? "") ?? [];
  if (!root || !member || root === "self") return undefined;
  const facts = contexts[root];
  const value = isObject(facts) ? facts[member] : undefined;
  return value instanceof Decimal ? value : undefined;
}

/** Returns the largest (1) or smallest (-1) defined value; undefined when there is none. */
function extreme(values: (Decimal | undefined)[], sign: 1 | -1): Decimal | undefined {
  return values.reduce((best, value) => (value && (!best || value.cmp(best) * sign > 0) ? value : best), undefined);
}
