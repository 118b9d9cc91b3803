/** Conditions by field, shared by `x-show` and `x-require`. */
import type { ConditionPlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import type { Keyword } from "../schema/keyword.ts";
import type { LogicDraft } from "../schema/logic-draft.ts";

/** Schema of both keywords: CEL expressions by field name. */
export const conditionSchema = { type: "object", additionalProperties: { $ref: "#/$defs/cel" } };

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
