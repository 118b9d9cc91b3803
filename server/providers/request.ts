/** Submits the request of a job to a provider, and fires the events in its answer. */
import type { Entity } from "@portolan/engine";
import { readErrorMessage } from "../core/error-message.ts";
import { traceOperation, type TracedOperation } from "../core/diagnostics.ts";
import { enqueue, type JobOrder } from "../jobs/queue.ts";
import { MAX_ATTEMPTS, type Job, type JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { assertFrozen, type FrozenOrder } from "../lifecycle/frozen.ts";
import { load } from "../lifecycle/store.ts";
import { present } from "../records/present.ts";
import type { Database, Tx } from "../store/database.ts";
import { readTenantName } from "../store/tenants.ts";
import {
  claimRequest,
  recordResponse,
  recordNoResponse,
  readRequestEntry,
  releaseRequest,
  type RequestEntry,
} from "./request-log.ts";
import { readFault, UnusableAnswer, type ReportFault, type RequestedOrder } from "./answer-fault.ts";
import { isRequestedAgain, isWaiting, readPast, tryFireEvent } from "./event.ts";
import { reopenParked } from "./inbox.ts";
import { NotSent, type ProviderResponse, type ProviderRequest, type ProviderPort } from "./provider-port.ts";

/** Timeout of a provider's response, in milliseconds of real time. */
const DEADLINE_MS = 10_000;
/** Minimum time in milliseconds between two queries. Both must return "unknown" before a request is submitted again. */
const UNKNOWN_AGAIN_MS = 30_000;
/** Options for requests to a provider. */
export interface RequestOptions {
  context: LifecycleContext;
  /** Runs in the transaction that reads the order. @throws Failure to hold the request back */
  before?(tx: Tx, order: RequestedOrder): Promise<void>;
  /** Reports an answer that cannot be used, in a transaction of its own. Nothing of the answer has taken effect. */
  report?: ReportFault;
  /** Called when a request that failed before was answered usably, in the transaction of the answer. */
  recover?(tx: Tx, request: string): Promise<void>;
}

interface OpenRequest {
  request: ProviderRequest;
  /** The order as read, whose values the request contains. */
  stored: FrozenOrder;
  /** Whether the order is still in a target state of the job's transitions, and no newer job was enqueued. */
  mayBeSubmitted: boolean;
}

/** The running job of a request, with its provider and its order's entity. */
interface RequestContext extends RequestOptions {
  provider: ProviderPort;
  entity: Entity;
  job: Job;
  db: Database;
  finish(tx: Tx): Promise<void>;
}

/**
 * Returns the handler of a job that a provider runs. A request is stored as `sending` before it is submitted. If it may
 * have been sent, it is only queried, and submitted again under the same id only after the provider responded twice, at
 * least 30 seconds apart, that it does not know the request. Nothing is submitted for an order that has left the job's
 * state, because an operator or another answer has already changed it, or whose frozen fields were changed outside of
 * events (OrderAltered). While the order is pending, an accepted request is queried at the provider's polling interval,
 * if it has one.
 *
 * @example
 * const pay = createProviderHandler(provider, { context });
 */
export function createProviderHandler(provider: ProviderPort, options: RequestOptions): JobHandler {
  const handle: JobHandler = async (job, { db, finish }) => {
    const requestContext = { ...options, provider, entity: findEntity(options.context, job), job, db, finish };
    const step = await db.tx((tx) => begin(tx, requestContext));
    if (step.next === "nothing") return;
    if (step.next === "query") {
      const found = await queryProvider(requestContext, step);
      if (found === "postponed") return;
      if (found !== "unknown") return settle(requestContext, step.request, found);
      if (!(await db.tx((tx) => claimUnknown(tx, requestContext, step)))) return;
    }
    const response = await submit(requestContext, step.request);
    if (response !== "postponed") await settle(requestContext, step.request, response);
  };
  return async (job, tools) => {
    try {
      await handle(job, tools);
    } catch (error) {
      const detail = readFault(error);
      if (detail !== undefined) await reportFault(job, tools.db, options, detail);
      throw error;
    }
  };
}

async function reportFault(job: Job, db: Database, { report, context }: RequestOptions, detail: string): Promise<void> {
  if (!report) return;
  const entity = findEntity(context, job);
  await db.tx(async (tx) => {
    const { request } = await readOpenRequest(tx, { entity, context }, job);
    await report(tx, {
      request: request.id,
      order: { tenant: job.tenant, kind: entity.name, id: request.order.id },
      detail,
    });
  });
}

interface Step extends OpenRequest {
  next: "submit" | "query" | "nothing";
  entry: RequestEntry | undefined;
}

/** Reads the order and decides on the next step. Stores a request to submit as `sending`. */
async function begin(tx: Tx, requestContext: RequestContext): Promise<Step> {
  const { before, provider, job, context } = requestContext;
  const open = await readOpenRequest(tx, requestContext, job);
  await before?.(tx, { tenant: job.tenant, ...open.request.order });
  const entry = await readRequestEntry(tx, { tenant: job.tenant, id: open.request.id });
  if (entry?.state === "done" || entry?.state === "refused") return { ...open, entry, next: "nothing" };
  if (entry && entry.state !== "new") return { ...open, entry, next: "query" };
  if (!open.mayBeSubmitted) return { ...open, entry, next: "nothing" };
  await assertFrozen(tx, context.seal, open.stored);
  await claimRequest(tx, open.request, {
    tenant: job.tenant,
    port: provider.name,
    seen: entry,
    at: context.clock.now(),
  });
  return { ...open, entry, next: "submit" };
}

/**
 * Decides what to do with a request that the provider does not know. If it may be submitted now, stores it as `sending`
 * and returns true. Otherwise completes this job and returns false: a later job queries again, unless the order has
 * left the job's state.
 *
 * @throws Error when the provider accepted the request before, or after too many submissions
 */
async function claimUnknown(tx: Tx, requestContext: RequestContext, step: Step): Promise<boolean> {
  const { provider, job, context, finish } = requestContext;
  const { request, entry } = step;
  const { mayBeSubmitted } = await readOpenRequest(tx, requestContext, job);
  if (!entry || entry.state === "accepted")
    throw new Error(`${request.id} was accepted and is no longer known to ${provider.name}`);
  const key = { tenant: job.tenant, id: request.id };
  const now = context.clock.now();
  if (!mayBeSubmitted) {
    await releaseRequest(tx, key, "the provider does not know it, and the order has moved on");
    await finish(tx);
    return false;
  }
  if (entry.unknownAt !== undefined && now - entry.unknownAt >= UNKNOWN_AGAIN_MS) {
    if (entry.attempts >= MAX_ATTEMPTS)
      throw new Error(`${request.id} was sent ${entry.attempts} times and never arrived`);
    await assertFrozen(tx, context.seal, step.stored);
    await claimRequest(tx, request, { tenant: job.tenant, port: provider.name, seen: entry, at: now });
    return true;
  }
  const unknownAt = entry.unknownAt ?? now;
  await recordNoResponse(tx, key, { error: "the provider does not know it", unknownAt });
  enqueue(tx, followUp(job, request.id, unknownAt + UNKNOWN_AGAIN_MS));
  await finish(tx);
  return false;
}

/**
 * Submits a request. Returns `postponed` if nothing was sent and a later job submits it.
 *
 * @throws Error from the port, after the state of the request was stored
 */
async function submit(
  context: RequestContext,
  providerRequest: ProviderRequest,
): Promise<ProviderResponse | "postponed"> {
  const { provider, job, db } = context;
  try {
    return requireOwn(
      await request(context, "submit", (signal) => provider.submit(providerRequest, signal)),
      providerRequest,
    );
  } catch (error) {
    const key = { tenant: job.tenant, id: providerRequest.id };
    const message = readErrorMessage(error);
    const isPostponed = await db.tx(async (tx) => {
      if (!(error instanceof NotSent)) await recordNoResponse(tx, key, { error: message });
      else await releaseRequest(tx, key, message);
      return postpone(tx, context, providerRequest, error);
    });
    if (!isPostponed) throw error;
    return "postponed";
  }
}

/**
 * Queries a request. Returns `postponed` if the provider cannot be queried now and a later job does it.
 *
 * @throws Error from the port, or when the answer belongs to another request
 */
async function queryProvider(
  context: RequestContext,
  { request: providerRequest }: Step,
): Promise<ProviderResponse | "unknown" | "postponed"> {
  const { provider, db } = context;
  try {
    const found = await request(context, "query", (signal) => provider.query(providerRequest.id, signal));
    return found === "unknown" ? found : requireOwn(found, providerRequest);
  } catch (error) {
    if (!(await db.tx((tx) => postpone(tx, context, providerRequest, error)))) throw error;
    return "postponed";
  }
}

/**
 * Sends one request to the provider with a timeout of ten seconds, and publishes its outcome for metrics and traces.
 */
function request<T extends ProviderResponse | "unknown">(
  { provider, job }: RequestContext,
  op: "submit" | "query",
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const work: TracedOperation = { name: op, attributes: { port: provider.name, job: job.kind } };
  return traceOperation("ask", work, async () => {
    try {
      const response = await send(AbortSignal.timeout(DEADLINE_MS));
      work.outcome = typeof response === "string" ? response : response.state;
      return response;
    } catch (error) {
      work.outcome = error instanceof NotSent ? "notSent" : "error";
      throw error;
    }
  });
}

/**
 * Replaces the job with a later one if the error is a `NotSent` with a delay, so that an outage does not use up the
 * job's attempts. Returns false for any other error.
 */
async function postpone(
  tx: Tx,
  { job, context, finish }: RequestContext,
  request: ProviderRequest,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof NotSent) || error.retryAfterMs === undefined) return false;
  enqueue(tx, followUp(job, request.id, context.clock.now() + error.retryAfterMs));
  await finish(tx);
  return true;
}

/** Asserts that an answer and its events belong to the request. @throws UnusableAnswer when one belongs to another */
function requireOwn(response: ProviderResponse, request: ProviderRequest): ProviderResponse {
  const foreign = [response, ...response.events].find(({ askId = request.id }) => askId !== request.id);
  if (foreign) throw new UnusableAnswer(`asked about ${request.id}, answered about ${foreign.askId}`);
  return response;
}

/**
 * Fires the events of an answer, stores the state of the request, and completes the job. Schedules the next query if
 * the provider is polled.
 *
 * @throws UnusableAnswer for a final answer that leaves the order in the job's state
 */
async function settle(
  requestContext: RequestContext,
  request: ProviderRequest,
  response: ProviderResponse,
): Promise<void> {
  const { provider, entity, job, context, finish, db } = requestContext;
  const { pollMs } = await provider.capabilities();
  await db.tx(async (tx) => {
    const target = { entity, tenant: job.tenant, ask: request };
    const fired = [];
    for (const event of response.events) if (await tryFireEvent(tx, target, event, context)) fired.push(event.id);
    // Retry until the job is dead, which alerts an operator, because no other event would change the order.
    if (response.state !== "accepted" && (await readOpenRequest(tx, requestContext, job)).mayBeSubmitted)
      throw new UnusableAnswer(`${request.id} was answered "${response.state}" without an event that moves the order`);
    if (job.attempts > 0) await requestContext.recover?.(tx, request.id);
    const at = context.clock.now();
    await recordResponse(tx, { tenant: job.tenant, id: request.id }, { response, at });
    const cause = fired.at(-1);
    if (cause !== undefined)
      await reopenParked(tx, { port: provider.name, tenant: job.tenant, askId: request.id, cause, at });
    if (pollMs !== undefined && response.state === "accepted" && (await isWaiting(tx, target)))
      enqueue(tx, followUp(job, request.id, at + pollMs));
    await finish(tx);
  });
}

/** Returns the job that queries a request at `runAt`. */
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

/** Builds the provider request of a job's order. @throws Error when the order does not exist */
async function readOpenRequest(
  tx: Tx,
  { entity, context }: Pick<RequestContext, "entity" | "context">,
  { kind: job, tenant, payload }: Job,
): Promise<OpenRequest> {
  const id = String(payload["id"]);
  const version = Number(payload["version"]);
  const stored = await load(tx, entity, tenant, id);
  if (!stored) throw new Error(`no ${entity.name} ${id}`);
  const request = {
    id: [tenant, entity.name, id, version, job].join("/"),
    job,
    order: { kind: entity.name, id, version },
    merchant: { id: tenant, name: (await readTenantName(tx, context.vocabulary.accounts.tenants, tenant)) ?? "" },
    payload: present(entity, stored.data, undefined, "provider"),
    deadline: new Date(Date.now() + DEADLINE_MS).toISOString(),
  };
  const isInState = (entity.lifecycle?.transitions ?? []).some(
    (transition) => transition.job === job && transition.to === stored.status,
  );
  const mayBeSubmitted = isInState && !isRequestedAgain(entity, await readPast(tx, entity, { tenant, id }), request);
  return { request, stored: { entity, tenant, ...stored }, mayBeSubmitted };
}
