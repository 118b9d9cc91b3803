/** Effect `fires` with `where`: fires an event on every record that has certain values, in a job after the commit. */
import { createEmptyQuery, type Entity, type Query, type TransitionPlan } from "@portolan/engine";
import type { Actor } from "../../core/actor.ts";
import { Failure } from "../../core/failure.ts";
import { isRow } from "../../core/row.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { JobHandler } from "../../jobs/worker.ts";
import type { Database } from "../../store/database.ts";
import { createRecordStore } from "../../store/records.ts";
import { createSystemActor } from "../clock-events.ts";
import { formatPostingStep, type EffectExecutor, type LifecycleContext } from "../context.ts";
import { fire } from "../fire.ts";
import { evaluateText, type Evaluation } from "../values.ts";

/** Name of the job that fires an event on every matching record. */
export const CASCADE_JOB = "lifecycle.cascade";

/**
 * Enqueues one job per item. The job runs after the commit, so that it sees this event, and so that many records do not
 * lengthen its transaction.
 */
export const cascadeLater: EffectExecutor = {
  effect: "fires",
  phase: "record",
  expressions: ({ firesWhere = [] }) => firesWhere.flatMap(({ where }) => Object.values(where)),
  run: async (tx, event, scope, { actor, notifyWorker }) => {
    const evaluation = { entity: event.entity, scope, lang: actor.lang };
    const { tenant, entity, id, transition, at } = event;
    for (const [index, item] of (transition.firesWhere ?? []).entries()) {
      enqueue(tx, {
        kind: CASCADE_JOB,
        dedupe: `${tenant}/${entity.name}/${id}/${formatPostingStep(event)}/fires/${index}`,
        tenant,
        runAt: at,
        payload: { entity: item.entity, event: item.event, where: evaluateValues(item.where, evaluation) },
      });
      if (notifyWorker) tx.afterCommit(notifyWorker);
    }
  },
};

/**
 * Evaluates the values to search for.
 *
 * @throws Failure `invalid` with the field when one is unknown, because the search would then be too wide
 */
const evaluateValues = (
  where: NonNullable<TransitionPlan["firesWhere"]>[number]["where"],
  evaluation: Evaluation,
): Record<string, string> =>
  Object.fromEntries(Object.entries(where).map(([name, expression]) => [name, evaluateText(expression, evaluation)]));

/**
 * Returns the handler of cascade jobs. Fires the event on each matching record in a transaction of its own. A record
 * that does not allow the event is skipped, so that a repeated job changes nothing.
 */
export function createCascadeHandler(context: LifecycleContext): JobHandler {
  return async (job, { db }) => {
    const { where } = job.payload;
    const name = String(job.payload["entity"]);
    const entity = context.schemas.entities.get(name);
    if (!entity || !isRow(where)) throw new Error(`no entity ${name}`);
    const event = String(job.payload["event"]);
    const actor = createSystemActor("record", job.tenant, job.id);
    const query = buildQuery(entity, event, where);
    for (const id of await listIds(db, context, { entity, query, tenant: job.tenant }))
      await fireIfAllowed(db, { entity, id, event, actor }, context);
  };
}

/** Builds the query of the records with these values that are in a state that allows the event. */
function buildQuery(entity: Entity, event: string, where: Record<string, unknown>): Query {
  const { lifecycle } = entity;
  const from = (lifecycle?.transitions ?? []).flatMap((transition) => (transition.on === event ? transition.from : []));
  const filters = Object.fromEntries(
    [...Object.entries(where), ...(lifecycle ? [[lifecycle.field, from] as const] : [])].map(([name, values]) => [
      name,
      { style: "is" as const, values: [values].flat().map(String), not: false },
    ]),
  );
  return { ...createEmptyQuery(), filters };
}

/** Lists the ids of all matching records before any of them changes. */
async function listIds(
  db: Database,
  { schemas }: LifecycleContext,
  { entity, query, tenant }: { entity: Entity; query: Query; tenant: string },
): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of createRecordStore(db, schemas).exportRows(entity, query, { tenant }))
    ids.push(...rows.map((row) => String(row[entity.key])));
  return ids;
}

interface Firing {
  entity: Entity;
  id: string;
  event: string;
  actor: Actor;
}
/** Fires the event unless the record does not allow it now. */
async function fireIfAllowed(db: Database, firing: Firing, context: LifecycleContext): Promise<void> {
  await db
    .tx((tx) => fire(tx, { ...firing, input: {} }, context))
    .catch((error: unknown) => {
      if (!(error instanceof Failure && (error.failure === "transition" || error.failure === "notFound"))) throw error;
    });
}
