/** Loads facts about an inbox's rows and derives remarks from them. */
import { useMemo } from "react";
import { listObjects } from "../base/guards.ts";
import { useNamedRead } from "../data/use-named-read.tsx";
import { buildFactScope } from "../entity/facts.ts";
import type { Entity, Row } from "../model/entity.ts";
import { evaluate } from "../rules/evaluate.ts";
import { buildRecordScope } from "../rules/scope.ts";
import type { InboxFlag, InboxPlan } from "../view-types/inbox.ts";

/** A remark on a row, with the facts to fill into its text. */
export type Remark = Pick<InboxFlag, "name" | "tone"> & { facts: Record<string, string> };

/**
 * Loads facts about the rows that can be decided. Returns a function that returns the remarks on a row, or an empty
 * array until the facts are loaded.
 */
export function useRemarks(entity: Entity, plan: InboxPlan, rows: readonly Row[]): (row: Row) => Remark[] {
  const ids = useMemo(
    () => rows.filter((row) => plan.decide.of.includes(String(row[plan.next]))).map((row) => String(row[entity.key])),
    [rows, plan, entity],
  );
  const { data } = useNamedRead(
    entity,
    plan.history ?? "",
    { ids },
    {
      enabled: plan.history !== undefined && ids.length > 0,
      read: ({ facts }) => new Map(listObjects(facts).map((object) => [String(object["id"]), object])),
    },
  );
  return (row) => {
    const history = data?.get(String(row[entity.key]));
    if (!history) return [];
    const scope = { ...buildFactScope(entity, { history }), self: buildRecordScope(entity.fields, row) };
    const facts = Object.fromEntries(Object.entries(history).map(([name, value]) => [name, String(value)]));
    return plan.flags
      .filter(({ when }) => evaluate(when, scope) === true)
      .map(({ name, tone }) => ({ name, tone, facts }));
  };
}
