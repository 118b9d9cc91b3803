/** Asks a provider by a job, and fires the events that it answers with. */
import { canTransition, type Entity } from "../../src/engine/index.ts";
import { enqueue, type JobOrder } from "../jobs/queue.ts";
import type { Job, JobHandler } from "../jobs/worker.ts";
import { systemActor } from "../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { fire } from "../lifecycle/fire.ts";
import { load } from "../lifecycle/store.ts";
import { present } from "../records/present.ts";
import type { Tx } from "../store/database.ts";
import type { Answer, Ask, ProviderEvent, ProviderPort } from "./port.ts";
import { readTenantName } from "../store/tenants.ts";

/** How long a provider may take to answer, in real milliseconds. */
const DEADLINE_MS = 10_000;

/** An order that a provider is asked about. */
export interface AskedOrder {
  tenant: string;
  kind: string;
  id: string;
}

/** Context of a request to a provider. */
export interface AskOptions {
  context: LifecycleContext;
  /** Runs in the transaction that reads the order. @throws Failure to hold the ask back */
  before?(tx: Tx, order: AskedOrder): Promise<void>;
}

/**
 * Returns the handler of a job that a provider answers. Whether an earlier try was sent is not known here, so the provider is queried first: an ask
 * without an answer is never sent again unless the provider does not know it, and then under the same id. An order that has left the state that the
 * job was made in is not submitted: an operator or another answer has moved it. An accepted ask is queried again as long as the order waits for its
 * provider, where the provider names an interval.
 * @example
 * const pay = askProvider(provider, { context });
 */
export function askProvider(provider: ProviderPort, { context, before }: AskOptions): JobHandler {
  return async (job, { db, finish }) => {
    const entity = findEntity(context, job);
    const { ask, mayBeSubmitted } = await db.tx(async (tx) => {
      const read = await readAsk(tx, entity, job);
      await before?.(tx, { tenant: job.tenant, ...read.ask.order });
      return read;
    });
    const { pollMs } = await provider.capabilities();
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const known = await provider.query(ask.id, signal);
    if (known === "unknown" && !mayBeSubmitted) return;
    const answer: Answer = known === "unknown" ? await provider.submit(ask, signal) : known;
    if (answer.askId !== ask.id) throw new Error(`asked about ${ask.id}, answered about ${answer.askId}`);
    await db.tx(async (tx) => {
      const target = { entity, tenant: job.tenant, ask };
      for (const event of answer.events) await takeEvent(tx, target, event, context);
      // Ends after the last attempt as a dead job, which an operator sees: nothing else would move the order.
      if (answer.state !== "accepted" && (await readAsk(tx, entity, job)).mayBeSubmitted)
        throw new Error(`${ask.id} was answered "${answer.state}" without an event that moves the order`);
      if (pollMs !== undefined && answer.state === "accepted" && (await isWaiting(tx, target)))
        enqueue(tx, followUp(job, ask.id, context.clock.now() + pollMs));
      await finish(tx);
    });
  };
}

/** An order that a provider's event is for. */
interface EventTarget {
  entity: Entity;
  tenant: string;
  /** The ask that the event answers; without `job` and `version` when it is not known. */
  ask: { order: { id: string; version?: number | undefined }; job?: string | undefined };
}

/** Returns the job of the next query of an accepted ask. */
const followUp = ({ kind, tenant, payload }: Job, askId: string, runAt: number): JobOrder => ({
  kind,
  dedupe: `${askId}@${runAt}`,
  tenant,
  runAt,
  payload,
});

/** Returns whether the order's state leads on by an event of its provider. */
async function isWaiting(tx: Tx, { entity, tenant, ask }: EventTarget): Promise<boolean> {
  const record = await load(tx, entity, tenant, ask.order.id);
  return (entity.lifecycle?.transitions ?? []).some(
    (one) => one.by === "provider" && record !== undefined && canTransition(one, record.status, record.data),
  );
}

/**
 * Fires a provider's event at its order. Returns false, and changes nothing, for an event that was taken before, that the order's state does not
 * lead on by, or that answers an ask which was repeated: the order's data may have changed between the two.
 * @example
 * const isTaken = await takeEvent(tx, { entity, tenant: "100001", ask: { order: { id: "WD1" } } }, { id: "e1", event: "paid", input: {} }, context);
 */
export async function takeEvent(
  tx: Tx,
  { entity, tenant, ask }: EventTarget,
  { id: eventId, event, input }: Pick<ProviderEvent, "id" | "event" | "input">,
  context: LifecycleContext,
): Promise<boolean> {
  const { id } = ask.order;
  const record = await load(tx, entity, tenant, id);
  const transitions = entity.lifecycle?.transitions ?? [];
  const isNext = transitions.some(
    (one) => one.on === event && one.by === "provider" && record && canTransition(one, record.status, record.data),
  );
  if (!isNext) return false;
  const past = await readPast(tx, entity, { tenant, id });
  const isTaken = past.some((one) => one.cause === eventId && one.event === event);
  if (isTaken || isRequestedAgain(entity, past, ask)) return false;
  await fire(tx, { entity, id, event, actor: systemActor("provider", tenant, eventId), input }, context);
  return true;
}

interface PastEvent {
  seq: number;
  event: string;
  /** Id of the provider's event. */
  cause: string | null;
}

const readPast = async (
  tx: Tx,
  entity: Entity,
  { tenant, id }: { tenant: string; id: string },
): Promise<readonly PastEvent[]> =>
  tx.query<PastEvent>("SELECT seq, event, cause FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3", [
    tenant,
    entity.name,
    id,
  ]);

/** Returns whether a later event of the order made the ask's job again; false when the job or the version is not known. */
function isRequestedAgain(
  { lifecycle }: Entity,
  past: readonly PastEvent[],
  { job, order: { version = Infinity } }: EventTarget["ask"],
): boolean {
  const asking = (lifecycle?.transitions ?? []).filter((one) => one.job !== undefined && one.job === job);
  return past.some(({ seq, event }) => seq > version && asking.some(({ on }) => on === event));
}

function findEntity({ schemas }: LifecycleContext, job: Job): Entity {
  const entity = schemas.entities.get(String(job.payload["entity"]));
  if (!entity) throw new Error(`no entity ${String(job.payload["entity"])}`);
  return entity;
}

/**
 * Reads a job's order as an ask. `mayBeSubmitted`: the order is still in a state that the job's transitions lead to, and the job was not made again since.
 */
async function readAsk(
  tx: Tx,
  entity: Entity,
  { kind: job, tenant, payload }: Job,
): Promise<{ ask: Ask; mayBeSubmitted: boolean }> {
  const id = String(payload["id"]);
  const version = Number(payload["version"]);
  const stored = await load(tx, entity, tenant, id);
  if (!stored) throw new Error(`no ${entity.name} ${id}`);
  const ask = {
    id: [tenant, entity.name, id, version, job].join("/"),
    job,
    order: { kind: entity.name, id, version },
    merchant: { id: tenant, name: (await readTenantName(tx, tenant)) ?? "" },
    payload: present(entity, stored.data, undefined, "provider"),
    deadline: new Date(Date.now() + DEADLINE_MS).toISOString(),
  };
  const isInState = (entity.lifecycle?.transitions ?? []).some((one) => one.job === job && one.to === stored.status);
  const mayBeSubmitted = isInState && !isRequestedAgain(entity, await readPast(tx, entity, { tenant, id }), ask);
  return { ask, mayBeSubmitted };
}
