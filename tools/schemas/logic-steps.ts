/** Locations of rules and conditions in a schema file: at the record, or in the items of a list. */
import type { ConditionPlan, EntityPlan } from "../../src/engine/index.ts";

/** Returns the path to the keywords of a record (`list` undefined) or of the rows of a list. */
const buildLogicPath = (list: string | undefined): string[] =>
  list?.split(".").flatMap((name) => ["properties", name, "items"]) ?? [];

/** Returns the list that contains a field: `lines` for `lines.amount`. */
const getListName = (path: string): string | undefined =>
  path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : undefined;

/** Returns the path to a rule in its file. */
export function buildRulePath({ rules }: Pick<EntityPlan, "rules">, id: string): string[] {
  const list = getListName(id);
  const beside = rules.filter((rule) => rule.list === list);
  return [...buildLogicPath(list), "x-rules", String(beside.findIndex((rule) => rule.id === id))];
}

/** Returns the path to the condition of a field in its file. */
export const buildConditionPath = (
  keyword: string,
  { field, list }: Pick<ConditionPlan, "field" | "list">,
): string[] => [...buildLogicPath(list), `x-${keyword}`, list === undefined ? field : field.slice(list.length + 1)];
