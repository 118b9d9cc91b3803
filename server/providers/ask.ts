/** Submits the ask of a job to a provider, and fires the events of its answer. */
import type { Entity } from "../../src/engine/index.ts";
import { doWork, type Work } from "../core/work.ts";
import { enqueue, type JobOrder } from "../jobs/queue.ts";
import { MAX_ATTEMPTS, type Job, type JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { load } from "../lifecycle/store.ts";
import { present } from "../records/present.ts";
import type { Database, Tx } from "../store/database.ts";
import { readTenantName } from "../store/tenants.ts";
import { claimAsk, noteAnswer, noteUnanswered, readAskEntry, releaseAsk, type AskEntry } from "./ask-log.ts";
import { isRequestedAgain, isWaiting, readPast, takeEvent } from "./event.ts";
import { reopenParked } from "./inbox.ts";
import { NotSent, type Answer, type Ask, type ProviderPort } from "./port.ts";

/** Timeout of a provider's answer, in real milliseconds. */
const DEADLINE_MS = 10_000;
/** Minimum time between two queries that must both answer "unknown" before an ask is submitted again, in milliseconds. */
const UNKNOWN_AGAIN_MS = 30_000;

/** The order of an ask. */
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

/** An ask of a job. */
interface OpenAsk {
  ask: Ask;
  /** The order is still in a state that the job's transitions lead to, and no newer job was enqueued. */
  mayBeSubmitted: boolean;
}

/** A running job of an ask. */
interface Asking extends AskOptions {
  provider: ProviderPort;
  entity: Entity;
  job: Job;
  db: Database;
  finish(tx: Tx): Promise<void>;
}

/**
 * Returns the handler of a job that a provider answers. An ask is stored as `sending` before it is submitted. One that may have been sent is only
 * queried; it is submitted again, under the same id, after the provider answered twice, 30 seconds apart, that it does not know it. A port that
 * stores its asks itself is queried first instead. Nothing is submitted for an order that has left the state of the job: an operator or another
 * answer has changed it. An accepted ask is queried while the order waits, at the interval that the provider names.
 * @example
 * const pay = askProvider(provider, { context });
 */
export function askProvider(provider: ProviderPort, options: AskOptions): JobHandler {
  return async (job, { db, finish }) => {
    const asking = { ...options, provider, entity: findEntity(options.context, job), job, db, finish };
    const step = await db.tx((tx) => begin(tx, asking));
    if (step.next === "nothing") return;
    if (step.next === "query") {
      const found = await queryProvider(asking, step);
      if (found === "postponed") return;
      if (found !== "unknown") return settle(asking, step.ask, found);
      if (provider.storesAsks ? !step.mayBeSubmitted : !(await db.tx((tx) => claimUnknown(tx, asking, step)))) return;
    }
    const answer = await submit(asking, step.ask);
    if (answer !== "postponed") await settle(asking, step.ask, answer);
  };
}

/** Next step of an ask. */
interface Step extends OpenAsk {
  next: "submit" | "query" | "nothing";
  entry: AskEntry | undefined;
}

/** Reads the order and decides on the next step; an ask to submit is stored as `sending`. */
async function begin(tx: Tx, asking: Asking): Promise<Step> {
  const { before, provider, entity, job, context } = asking;
  const open = await readAsk(tx, entity, job);
  await before?.(tx, { tenant: job.tenant, ...open.ask.order });
  if (provider.storesAsks) return { ...open, next: "query", entry: undefined };
  const entry = await readAskEntry(tx, { tenant: job.tenant, id: open.ask.id });
  if (entry?.state === "done" || entry?.state === "refused") return { ...open, entry, next: "nothing" };
  if (entry && entry.state !== "new") return { ...open, entry, next: "query" };
  if (!open.mayBeSubmitted) return { ...open, entry, next: "nothing" };
  await claimAsk(tx, open.ask, { tenant: job.tenant, port: provider.name, seen: entry, at: context.clock.now() });
  return { ...open, entry, next: "submit" };
}

/**
 * Decides on an ask that the provider does not know. Returns whether it is submitted now, and stores that; otherwise this job ends and a later one
 * queries again if useful. @throws Error when the provider accepted the ask before, or after too many submits
 */
async function claimUnknown(tx: Tx, asking: Asking, step: Step): Promise<boolean> {
  const { provider, job, context, finish, entity } = asking;
  const { ask, entry } = step;
  const { mayBeSubmitted } = await readAsk(tx, entity, job);
  if (!entry || entry.state === "accepted")
    throw new Error(`${ask.id} was accepted and is no longer known to ${provider.name}`);
  const key = { tenant: job.tenant, id: ask.id };
  const now = context.clock.now();
  if (!mayBeSubmitted) {
    await releaseAsk(tx, key, "the provider does not know it, and the order has moved on");
    await finish(tx);
    return false;
  }
  if (entry.unknownAt !== undefined && now - entry.unknownAt >= UNKNOWN_AGAIN_MS) {
    if (entry.attempts >= MAX_ATTEMPTS) throw new Error(`${ask.id} was sent ${entry.attempts} times and never arrived`);
    await claimAsk(tx, ask, { tenant: job.tenant, port: provider.name, seen: entry, at: now });
    return true;
  }
  const unknownAt = entry.unknownAt ?? now;
  await noteUnanswered(tx, key, { error: "the provider does not know it", unknownAt });
  enqueue(tx, followUp(job, ask.id, unknownAt + UNKNOWN_AGAIN_MS));
  await finish(tx);
  return false;
}

/** Submits an ask. `postponed`: nothing was sent, and a later job submits it. @throws Error of the port, after the state of the ask was stored */
async function submit(asking: Asking, ask: Ask): Promise<Answer | "postponed"> {
  const { provider, job, db } = asking;
  try {
    return requireOwn(await request(asking, "submit", (signal) => provider.submit(ask, signal)), ask);
  } catch (error) {
    if (provider.storesAsks) throw error;
    const key = { tenant: job.tenant, id: ask.id };
    const message = error instanceof Error ? error.message : String(error);
    const isPostponed = await db.tx(async (tx) => {
      if (!(error instanceof NotSent)) await noteUnanswered(tx, key, { error: message });
      else await releaseAsk(tx, key, message);
      return postpone(tx, asking, ask, error);
    });
    if (!isPostponed) throw error;
    return "postponed";
  }
}

/** Queries an ask. `postponed`: the provider cannot be queried now, and a later job does it. @throws Error of the port */
async function queryProvider(asking: Asking, { ask }: Step): Promise<Answer | "unknown" | "postponed"> {
  const { provider, db } = asking;
  try {
    const found = await request(asking, "query", (signal) => provider.query(ask.id, signal));
    return found === "unknown" ? found : requireOwn(found, ask);
  } catch (error) {
    if (!(await db.tx((tx) => postpone(tx, asking, ask, error)))) throw error;
    return "postponed";
  }
}

/** Sends one request to the provider with the deadline, and publishes its outcome. */
function request<T extends Answer | "unknown">(
  { provider, job }: Asking,
  op: "submit" | "query",
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const work: Work = { name: op, attributes: { port: provider.name, job: job.kind } };
  return doWork("ask", work, async () => {
    try {
      const answer = await send(AbortSignal.timeout(DEADLINE_MS));
      work.outcome = typeof answer === "string" ? answer : answer.state;
      return answer;
    } catch (error) {
      work.outcome = error instanceof NotSent ? "notSent" : "error";
      throw error;
    }
  });
}

/** Replaces the job by a later one when the port named a delay, so that an outage consumes no attempts. Returns whether it did. */
async function postpone(tx: Tx, { job, context, finish }: Asking, ask: Ask, error: unknown): Promise<boolean> {
  if (!(error instanceof NotSent) || error.retryAfterMs === undefined) return false;
  enqueue(tx, followUp(job, ask.id, context.clock.now() + error.retryAfterMs));
  await finish(tx);
  return true;
}

/** @throws Error when the answer is about another ask */
function requireOwn(answer: Answer, ask: Ask): Answer {
  if (answer.askId !== ask.id) throw new Error(`asked about ${ask.id}, answered about ${answer.askId}`);
  return answer;
}

/** Fires the events of an answer, stores the state of the ask, and ends the job. */
async function settle(asking: Asking, ask: Ask, answer: Answer): Promise<void> {
  const { provider, entity, job, context, finish, db } = asking;
  const { pollMs } = await provider.capabilities();
  await db.tx(async (tx) => {
    const target = { entity, tenant: job.tenant, ask };
    const fired = [];
    for (const event of answer.events) if (await takeEvent(tx, target, event, context)) fired.push(event.id);
    // Retries until the job is dead, which alerts an operator: no other event would change the order.
    if (answer.state !== "accepted" && (await readAsk(tx, entity, job)).mayBeSubmitted)
      throw new Error(`${ask.id} was answered "${answer.state}" without an event that moves the order`);
    const at = context.clock.now();
    if (!provider.storesAsks) {
      await noteAnswer(tx, { tenant: job.tenant, id: ask.id }, { answer, at });
      const cause = fired.at(-1);
      if (cause !== undefined)
        await reopenParked(tx, { port: provider.name, tenant: job.tenant, askId: ask.id, cause, at });
    }
    if (pollMs !== undefined && answer.state === "accepted" && (await isWaiting(tx, target)))
      enqueue(tx, followUp(job, ask.id, at + pollMs));
    await finish(tx);
  });
}

/** Returns the job that queries an ask next. */
const followUp = ({ kind, tenant, payload }: Job, askId: string, runAt: number): JobOrder => ({
  kind,
  dedupe: `${askId}@${runAt}`,
  tenant,
  runAt,
  payload,
});

function findEntity({ schemas }: LifecycleContext, job: Job): Entity {
  const entity = schemas.entities.get(String(job.payload["entity"]));
  if (!entity) throw new Error(`no entity ${String(job.payload["entity"])}`);
  return entity;
}

/** Reads a job's order as an ask. */
async function readAsk(tx: Tx, entity: Entity, { kind: job, tenant, payload }: Job): Promise<OpenAsk> {
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
