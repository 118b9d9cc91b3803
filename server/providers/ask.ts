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
 * without an answer is never sent again unless the provider does not know it, and then under the same id. An accepted ask is queried again as long
 * as the order waits for its provider, where the provider names an interval.
 * @example
 * const pay = askProvider(provider, { context });
 */
export function askProvider(provider: ProviderPort, { context, before }: AskOptions): JobHandler {
  return async (job, { db, finish }) => {
    const entity = entityOf(context, job);
    const ask = await db.tx(async (tx) => {
      const ask = await readAsk(tx, entity, job);
      await before?.(tx, { tenant: job.tenant, ...ask.order });
      return ask;
    });
    const { pollMs } = await provider.capabilities();
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const known = await provider.query(ask.id, signal);
    const answer: Answer = known === "unknown" ? await provider.submit(ask, signal) : known;
    await db.tx(async (tx) => {
      const order = { entity, tenant: job.tenant, id: ask.order.id };
      for (const event of answer.events) await takeEvent(tx, order, event, context);
      if (pollMs !== undefined && answer.state === "accepted" && (await isWaiting(tx, order)))
        enqueue(tx, followUp(job, ask.id, context.clock.now() + pollMs));
      await finish(tx);
    });
  };
}

/** An order to which events of a provider belong. */
interface EventTarget {
  entity: Entity;
  tenant: string;
  id: string;
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
async function isWaiting(tx: Tx, { entity, tenant, id }: EventTarget): Promise<boolean> {
  const record = await load(tx, entity, tenant, id);
  return (entity.lifecycle?.transitions ?? []).some(
    (one) => one.by === "provider" && record !== undefined && canTransition(one, record.status, record.data),
  );
}

/**
 * Fires a provider's event at its order. Returns false when the order's state does not lead on by it: a late, repeated or reordered event changes
 * nothing.
 * @example
 * const isTaken = await takeEvent(tx, { entity, tenant: "100001", id: "WD1" }, { id: "e1", event: "paid", input: {} }, context);
 */
export async function takeEvent(
  tx: Tx,
  { entity, tenant, id }: EventTarget,
  { id: eventId, event, input }: Pick<ProviderEvent, "id" | "event" | "input">,
  context: LifecycleContext,
): Promise<boolean> {
  const record = await load(tx, entity, tenant, id);
  const isNext = (entity.lifecycle?.transitions ?? []).some(
    (one) => one.on === event && one.by === "provider" && record && canTransition(one, record.status, record.data),
  );
  if (!isNext) return false;
  await fire(tx, { entity, id, event, actor: systemActor("provider", tenant, eventId), input }, context);
  return true;
}

function entityOf({ schemas }: LifecycleContext, job: Job): Entity {
  const entity = schemas.entities.get(String(job.payload["entity"]));
  if (!entity) throw new Error(`no entity ${String(job.payload["entity"])}`);
  return entity;
}

async function readAsk(tx: Tx, entity: Entity, { kind: job, tenant, payload }: Job): Promise<Ask> {
  const id = String(payload["id"]);
  const version = Number(payload["version"]);
  const stored = await load(tx, entity, tenant, id);
  if (!stored) throw new Error(`no ${entity.name} ${id}`);
  const [merchant] = await tx.query<{ name: string }>("SELECT name FROM merchant WHERE id = $1", [tenant]);
  return {
    id: [tenant, entity.name, id, version, job].join("/"),
    job,
    order: { kind: entity.name, id, version },
    merchant: { id: tenant, name: merchant?.name ?? "" },
    payload: present(entity, stored.data, undefined, "provider"),
    deadline: new Date(Date.now() + DEADLINE_MS).toISOString(),
  };
}
