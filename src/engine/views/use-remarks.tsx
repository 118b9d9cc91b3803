/** Loads facts about an inbox's rows and derives remarks from them. */
import { useMemo } from "react";
import { listObjects } from "../base/guards.ts";
import { useNamedRead } from "../data/use-named-read.tsx";
import { buildFactScope } from "../entity/facts.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { Flags } from "../operation/bulk-actions.ts";
import { sendCall } from "../operation/send-call.ts";
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
  return (row) => deriveRemarks(entity, plan, row, data?.get(String(row[entity.key])));
}

function deriveRemarks(entity: Entity, plan: InboxPlan, row: Row, history: Row | undefined): Remark[] {
  if (!history) return [];
  const scope = { ...buildFactScope(entity, { history }), self: buildRecordScope(entity.fields, row) };
  const facts = Object.fromEntries(Object.entries(history).map(([name, value]) => [name, String(value)]));
  return plan.flags
    .filter(({ when }) => when && evaluate(when, scope) === true)
    .map(({ name, tone }) => ({ name, tone, facts }));
}

/** Maximum number of rows per request for facts. */
const MAX_IDS = 100;
/**
 * Returns the function that loads the remarks on rows as texts, by id. `view`: id of the inbox.
 * @throws CallFailure when facts cannot be loaded, so that nothing is decided without its flags
 */
export const createFlagLoader =
  (ports: Ports, { entity, id: view, plan }: { entity: Entity; id: string; plan: InboxPlan }) =>
  async (rows: readonly Row[], signal: AbortSignal): Promise<Flags> => {
    const call = plan.history === undefined ? undefined : await ports.callNamed?.(plan.history);
    const flags = new Map<string, string[]>();
    if (!call) return flags;
    for (let start = 0; start < rows.length; start += MAX_IDS) {
      const part = rows.slice(start, start + MAX_IDS);
      const { facts } = await sendCall(ports, call, { ids: part.map((row) => String(row[entity.key])) }, { signal });
      const histories = new Map(listObjects(facts).map((object) => [String(object["id"]), object]));
      for (const row of part) {
        const key = String(row[entity.key]);
        const remarks = deriveRemarks(entity, plan, row, histories.get(key));
        if (remarks.length > 0)
          flags.set(
            key,
            remarks.map((remark) => entity.text(`views.${view}.flag.${remark.name}`, ports.lang, remark.facts)),
          );
      }
    }
    return flags;
  };
