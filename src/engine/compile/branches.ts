/** Compiles branches of a schema into the conditions under which fields are shown or required. */
import type { ConditionPlan } from "../model/entity.ts";
import { findDiscriminator, isField, listBranches, listComparedValues, type Branch } from "../schema/branches.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import type { LogicDraft } from "../schema/logic-draft.ts";

const findRoot = ({ list }: LogicDraft) => (list === undefined ? "self" : "row");

/**
 * Returns the fields that branches define, without duplicates, since branches may share a definition. Reports a field
 * that branches define differently or that `properties` defines as well.
 */
export function listBranchFields(logic: LogicDraft): (readonly [string, Json])[] {
  const found = new Map<string, Json>();
  for (const { properties } of listBranches(logic.keywords, findRoot(logic))) {
    for (const [name, json] of properties) {
      if (!isField(json)) continue;
      const before = found.get(name);
      const own = logic.keywords.get("properties")?.get(name);
      if (own || (before && JSON.stringify(before.value) !== JSON.stringify(json.value)))
        logic.entity.report(json.location("key"), "duplicate-name", findingMessages.branchField(name));
      else found.set(name, json);
    }
  }
  return [...found];
}

/** Adds the conditions from the branches of a record or a list to the plan. */
export function compileBranches(logic: LogicDraft): void {
  reportLoose(logic);
  reportOptions(logic);
  const shown = new Map<string, { keyword: Json; when: string[] }>();
  for (const branch of listBranches(logic.keywords, findRoot(logic))) {
    for (const [name, json] of branch.properties) {
      if (!isField(json)) logic.entity.report(json.location("key"), "branch-limit", findingMessages.branchLimit(name));
      else shown.set(name, { keyword: json, when: [...(shown.get(name)?.when ?? []), branch.when] });
    }
    for (const keyword of branch.required) requireField(logic, branch, keyword);
  }
  const { show } = logic.entity.plan;
  for (const [name, { keyword, when }] of shown) {
    addCondition(logic, show, { name, keyword, when: when.map((item) => `(${item})`).join(" || "), join: "&&" });
    logic.relax(name);
  }
}

function requireField(logic: LogicDraft, { when }: Branch, keyword: Json): void {
  const name = keyword.string();
  if (logic.field(keyword)) addCondition(logic, logic.entity.plan.require, { name, keyword, when, join: "||" });
}

interface Condition {
  name: string;
  keyword: Json;
  when: string;
  join: "&&" | "||";
}

/** Adds a condition to a field, joined with `join` to a condition that the field already has. */
export function addCondition(logic: LogicDraft, into: ConditionPlan[], { name, keyword, when, join }: Condition): void {
  const field = logic.path(name);
  const index = into.findIndex((condition) => condition.field === field);
  const before = into[index];
  const source = before ? `(${before.expression.source}) ${join} (${when})` : when;
  const expression = logic.expression(keyword, "bool", source);
  if (expression) into.splice(index < 0 ? into.length : index, before ? 1 : 0, { field, ...logic.about, expression });
}

/** Reports values in `oneOf` and `if` that are no option of their field, so that the branch would never apply. */
function reportOptions({ keywords, fields, entity }: LogicDraft): void {
  for (const [name, value] of listComparedValues(keywords)) {
    const values = fields.find((field) => field.name === name)?.schema.enum;
    if (!Array.isArray(values) || values.includes(value.value)) continue;
    entity.reportUnknown(value.location(), "option", String(value.value), values.map(String));
    // The condition of the branch would be reported for the same value.
    entity.reportedFields.add(name);
  }
}

/** Reports a `oneOf` without a discriminator, and an `if`, `then` or `else` without its counterpart. */
function reportLoose(logic: LogicDraft): void {
  const { keywords, entity } = logic;
  const oneOf = keywords.get("oneOf");
  const name = findDiscriminator(oneOf);
  if (oneOf && name === undefined)
    entity.report(oneOf.location("key"), "no-discriminator", findingMessages.noDiscriminator());
  const [first] = oneOf?.items() ?? [];
  const known = name === undefined ? undefined : first?.get("properties")?.get(name);
  if (known) logic.field(known, name);
  for (const [keyword, other] of [
    ["if", ["then", "else"]],
    ["then", ["if"]],
    ["else", ["if"]],
  ] as const) {
    const here = keywords.get(keyword);
    if (here && !other.some((item) => keywords.get(item)))
      entity.report(here.location("key"), "loose-branch", findingMessages.looseBranch(keyword, other));
  }
}
