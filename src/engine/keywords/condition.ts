/** Conditions by field, shared by `x-show` and `x-require`. */
import { buildMap, refs } from "../schema/meta-parts.ts";
import { findFieldName } from "../entity/objects.ts";
import type { ConditionPlan, EntityPlan } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import {
  addRisk,
  mapFields,
  type Comparison,
  type Levels,
  type RecordPair,
  type Risk,
  type Words,
} from "../schema/comparison.ts";
import { createReach, readsField, type Explain } from "../schema/explanation.ts";
import type { Json } from "../schema/json.ts";
import type { Keyword } from "../schema/keyword.ts";
import type { LogicDraft } from "../schema/logic-draft.ts";

/** Schema of both keywords: CEL expressions by field name. */
export const conditionSchema = buildMap(refs.cel);

/** Reads the conditions of a keyword. Names that are not fields are reported. */
export function readConditions(keyword: Json | undefined, draft: LogicDraft, into: ConditionPlan[]): void {
  for (const [name, source] of keyword?.entries() ?? []) {
    const field = draft.field(source, name);
    const expression = draft.expression(source, "bool");
    if (field && expression) into.push({ field: draft.path(name), ...draft.about, expression });
  }
}

export const conditionExamples: Keyword["examples"] = {
  good: [{ value: { city: "has(self.title)" } }],
  bad: [
    { value: { citi: "has(self.title)" }, rule: "unknown-field", suggestion: "city" },
    { value: { city: "has(self.titel)" }, rule: "bad-expression", suggestion: "title" },
    { value: { city: "self.title" }, rule: "bad-expression" },
    { value: { city: "has(row.title)" }, rule: "bad-expression" },
    { value: { city: true }, rule: "bad-value" },
  ],
};

/**
 * Returns the path to the condition of a field in its file.
 * @example
 * buildConditionPath("show", { field: "lines.reason", list: "lines" }) // => ["properties", "lines", "items", "x-show", "reason"]
 */
export const buildConditionPath = (keyword: string, { field, list }: Omit<ConditionPlan, "expression">) => [
  ...buildLogicPath(list),
  `x-${keyword}`,
  list === undefined ? field : field.slice(list.length + 1),
];

/** Returns the path to the keywords of a record (`list` undefined) or of the rows of a list. */
export const buildLogicPath = (list: string | undefined): string[] =>
  list?.split(".").flatMap((name) => ["properties", name, "items"]) ?? [];

/** Levels of a condition that is added, changed or removed, and the risk of removing it. */
interface ConditionLevels {
  added: Levels;
  changed: Levels;
  removed: Levels;
  risk?: Risk;
}

/** Compares the conditions of all fields. `words` says what they decide. */
export const compareConditions = (
  keyword: "show" | "require",
  { zh, en }: Words,
  levels: ConditionLevels,
): Comparison => ({
  *record(change) {
    const read = (plan: EntityPlan) => new Map(plan[keyword].map((condition) => [condition.field, condition]));
    const [was, is] = [read(change.was), read(change.is)];
    const fields = mapFields(change.is.fields);
    for (const field of new Set([...was.keys(), ...is.keys()])) {
      const [old, now] = [was.get(field)?.expression, is.get(field)?.expression];
      if (old?.source === now?.source || !fields.has(field)) continue;
      const isUnmet = now && !old && readsNewFieldsOnly(change, now);
      yield change
        .mention(field, buildConditionPath(keyword, is.get(field) ?? was.get(field) ?? { field }))
        .report(
          `${keyword}-changed`,
          isUnmet ? "info/info" : levels[now ? (old ? "changed" : "added") : "removed"],
          now
            ? { zh: `${zh}现在是 ${now.source}`, en: `${en}: now if ${now.source}` }
            : { zh: `${zh}不再有条件`, en: `${en}: not said any more` },
          { field, ...(old && now && { byWitness: true }), ...(levels.risk && addRisk(!now, levels.risk)) },
        );
    }
  },
});

/**
 * Returns whether a condition reads only fields that the schema before did not have, such as those of a new nested
 * object. It holds for no record that was valid before.
 */
function readsNewFieldsOnly({ was, is }: RecordPair, { reads }: Expression): boolean {
  const known = mapFields(was.fields);
  const isNew = (path: string) =>
    path.startsWith("self.") && !known.has(findFieldName(path.slice("self.".length), is.objects));
  return reads.length > 0 && reads.every(isNew);
}

/** Explains the conditions that are about the field or read it. `value` describes a value with a condition. */
export const explainConditions = (keyword: "show" | "require", { zh, en }: Words, value?: Words): Explain =>
  function* (at) {
    for (const { field, expression } of at.plan[keyword]) {
      if (value && field === at.path && !at.field.required) yield createReach("value", value);
      if (field === at.path || readsField(at, [expression]))
        yield createReach(keyword, {
          zh: `${field} ${zh}的条件：${expression.source}`,
          en: `${field} ${en} if ${expression.source}`,
        });
    }
  };
