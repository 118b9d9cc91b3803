import { refs } from "../schema/meta-parts.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";
import { compareMember, isSame, mapFields, unparse, type FieldPair } from "../schema/comparison.ts";
import { createReach, readsField, type Explained, type Reach } from "../schema/explanation.ts";
import type { Parts } from "../schema/dialect.ts";
import type { Effect } from "../schema/effect.ts";
import type { EntityPlan } from "../model/entity.ts";
import { findFieldName } from "../entity/objects.ts";

/**
 * Creates the keyword `x-compute`, which computes the value from other fields. The server computes it again and rejects
 * a call whose confirmed value differs.
 */
export const createCompute = ({ effects }: Parts): Keyword =>
  defineKeyword({
    name: "x-compute",
    on: ["field"],
    schema: refs.cel,
    doc: {
      zh: "计算得出的值（CEL），必须同时是 readOnly。表单中即时显示，提交时由服务器重算；与确认时不同则拒绝。列表的行里本行是 row。",
      en: "A computed value (CEL); the field is also readOnly. The form shows it live, the server computes it again; if it then differs from what was confirmed, the call is refused. In the rows of a list the row is `row`.",
    },
    field(keyword, { plan, entity, logic }) {
      if (!plan.readOnly)
        entity.report(keyword.location("key"), "computed-not-read-only", findingMessages.computedWritable(plan.name));
      entity.later(() => {
        const expression = logic.expression(keyword, entity.kind(plan.kind).celType);
        if (expression) plan.compute = expression;
      });
    },
    compare: compareMember("compute", {
      words: { zh: "由系统计算", en: "computed" },
      added: "warning/warning",
      removed: "warning/warning",
      risk: ["price-changed", (change) => setsPrice(change, effects)],
    }),
    explain: explainComputed,
    examples: {
      good: [
        {
          value: "round(self.amount * decimal('0.001'), 'USD')",
          with: { format: "decimal", "x-currency": "USD", readOnly: true },
        },
      ],
      bad: [
        {
          value: "self.amout * 2",
          with: { format: "decimal", "x-currency": "USD", readOnly: true },
          rule: "bad-expression",
          suggestion: "amount",
        },
        { value: "self.amount * 2", with: { format: "decimal", "x-currency": "USD" }, rule: "computed-not-read-only" },
        { value: "self.amount", with: { readOnly: true }, rule: "bad-expression" },
        {
          value: "self.tested * 2",
          with: { format: "decimal", "x-currency": "USD", readOnly: true },
          rule: "computed-circle",
        },
      ],
    },
  });

/** Returns whether another computation changes amounts that events move. */
function setsPrice({ path, was, is, record }: FieldPair, effects: readonly Effect[]): boolean {
  const isPriced = (plan: EntityPlan) => findPricedFields(plan, effects).has(path);
  return !isSame(unparse(was.compute), unparse(is.compute)) && (isPriced(record.was) || isPriced(record.is));
}

/** Returns the fields that determine the amounts that events move, and the fields that those are computed from. */
function findPricedFields({ fields, lifecycle, objects }: EntityPlan, effects: readonly Effect[]): ReadonlySet<string> {
  const plans = mapFields(fields);
  const amounts = (lifecycle?.transitions ?? []).flatMap((transition) =>
    effects.flatMap((effect) => effect.amounts?.(transition) ?? []),
  );
  const found = new Set<string>();
  const open = amounts.flatMap(({ reads }) => reads);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (!path.startsWith("self.")) continue;
    const name = findFieldName(path.slice("self.".length), objects);
    if (found.has(name)) continue;
    found.add(name);
    for (const [inner, { compute: expression }] of plans)
      if (inner === name || inner.startsWith(`${name}.`)) open.push(...(expression?.reads ?? []));
  }
  return found;
}

/** Explains how the field is computed, and the fields that are computed from it. */
function* explainComputed(at: Explained): Generator<Reach> {
  const { plan, field } = at;
  if (field.compute)
    yield createReach("computed", {
      zh: `由系统计算：${field.compute.source}`,
      en: `computed: ${field.compute.source}`,
    });
  for (const { name, compute: other } of plan.fields)
    if (other && readsField(at, [other]))
      yield createReach("computes", {
        zh: `${name} 由它算出：${other.source}`,
        en: `${name} is computed of it: ${other.source}`,
      });
}
