/** Inbox of provider events from callbacks: each is stored once under its id and fired by a job. */
import { readText } from "../core/body.ts";
import type { Row } from "@portolan/engine";
import { isRow } from "../core/row.ts";
import { Failure } from "../core/failure.ts";
import type { Seal } from "../core/seal.ts";
import { enqueue } from "../jobs/queue.ts";
import type { Job, JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import type { OperatorAction } from "../operators/proposals.ts";
import { OperatorRefused } from "../operators/refusal.ts";
import type { Database, Queries, Tx } from "../store/database.ts";
import { readFault, type ReportFault } from "./answer-fault.ts";
import { fireEvent, type EventOutcome } from "./event.ts";
import type { PortName, ProviderEvent } from "./provider-port.ts";

/** Name of the job that fires a stored event. */
export const EVENT_JOB = "provider.event";

/**
 * Reason why an event is parked: an outcome of `fireEvent`, `noAsk` if the event names no request, `unknownAsk` if its
 * port has no such request, `invalid` if the transition does not accept its input, or `duplicate` if its bank reference
 * is another order's.
 */
export type ParkReason = Exclude<EventOutcome, "fired" | "taken"> | "noAsk" | "unknownAsk" | "invalid" | "duplicate";

/**
 * Returns the identifier to which the sealed input of an event is bound, so that no other sealed value can replace it.
 */
export const describeEventContext = (port: string, id: string): string => `provider_event|body|${port}|${id}`;

export interface Received {
  port: PortName;
  event: ProviderEvent;
  /** Time of receipt, in milliseconds on the product's clock. */
  at: number;
}

/**
 * Stores an event and enqueues its job, unless the port has already delivered an event with this id. Returns whether the
 * event is new.
 */
export async function storeEvent(tx: Tx, { port, event, at }: Received, seal: Seal): Promise<boolean> {
  const [tenant = ""] = event.askId?.split("/") ?? [];
  const [request] =
    event.askId === undefined
      ? []
      : await tx.query("SELECT 1 FROM provider_ask WHERE m = $1 AND id = $2", [tenant, event.askId]);
  const rowTenant = request ? tenant : "";
  const stored = await tx.query(
    `INSERT INTO provider_event (port, id, m, ask_id, event, state, received_at, body) VALUES ($1, $2, $3, $4, $5, 'new', $6, $7)
      ON CONFLICT (port, id) DO NOTHING RETURNING id`,
    [
      port,
      event.id,
      rowTenant,
      event.askId ?? null,
      event.event,
      new Date(at).toISOString(),
      seal.sealValue(rowTenant, describeEventContext(port, event.id), JSON.stringify(event.input)),
    ],
  );
  if (stored.length === 0) return false;
  enqueue(tx, {
    kind: EVENT_JOB,
    dedupe: `${EVENT_JOB}/${port}/${event.id}`,
    tenant: rowTenant,
    runAt: at,
    payload: { port, id: event.id },
  });
  return true;
}

/**
 * Retries the events of a request that were parked as `notNext`, after `cause` changed its order. Callbacks can arrive
 * before earlier ones, and before the response to the request. Each event is retried once per `cause`.
 */
export async function reopenParked(
  tx: Tx,
  { port, tenant, askId, cause, at }: { port: PortName; tenant: string; askId: string; cause: string; at: number },
): Promise<void> {
  const parked = await tx.query(
    `UPDATE provider_event SET state = 'new', reason = NULL WHERE ask_id = $1 AND port = $2 AND state = 'parked' AND reason = 'notNext'
      RETURNING id`,
    [askId, port],
  );
  for (const { id } of parked)
    enqueue(tx, {
      kind: EVENT_JOB,
      dedupe: `${EVENT_JOB}/${port}/${id}@${cause}`,
      tenant,
      runAt: at,
      payload: { port, id },
    });
}

const MAX_LISTED = 200;

export interface WaitingEvent {
  port: PortName;
  id: string;
  event: string;
  askId: string | null;
  reason: ParkReason | null;
  receivedAt: string;
}

/** Returns the parked callbacks, oldest first (at most 200). */
export const listEvents = (db: Queries): Promise<WaitingEvent[]> =>
  db.query(
    `SELECT port, id, event, ask_id AS "askId", reason, received_at AS "receivedAt" FROM provider_event
      WHERE state = 'parked' ORDER BY received_at, id LIMIT $1`,
    [MAX_LISTED],
  );

/**
 * Retries a parked callback. Returns its tenant (an empty string while its request is unknown), or undefined if no such
 * callback is parked.
 */
export async function retryEvent(
  tx: Tx,
  { port, id, at }: { port: PortName; id: string; at: number },
): Promise<string | undefined> {
  const [row] = await tx.query(
    "UPDATE provider_event SET state = 'new', reason = NULL WHERE port = $1 AND id = $2 AND state = 'parked' RETURNING m",
    [port, id],
  );
  if (row)
    enqueue(tx, {
      kind: EVENT_JOB,
      dedupe: `${EVENT_JOB}/${port}/${id}@${at}`,
      tenant: row.m,
      runAt: at,
      payload: { port, id },
    });
  return row?.m;
}

/** Name of the operation that dismisses a parked callback. */
export const DISMISS_ACTION = "provider.dismiss";

/** Returns a callback in any state; undefined when the port has delivered none with this id. */
export async function readEvent(
  db: Queries,
  port: string,
  id: string,
): Promise<{ m: string; event: string; state: string; reason: ParkReason | null } | undefined> {
  const [row] = await db.query("SELECT m, event, state, reason FROM provider_event WHERE port = $1 AND id = $2", [
    port,
    id,
  ]);
  return row;
}

/** The operation that dismisses a parked callback: it is kept, and never fired. */
export const dismissEvent: OperatorAction = {
  async readVersion(db, _tenant, body) {
    const row = await readEvent(db, readText(body, "port"), readText(body, "event"));
    return row ? `${row.state}#${row.reason ?? ""}` : "";
  },
  async run(tx, { body }) {
    const [port, id] = [readText(body, "port"), readText(body, "event")];
    const rows = await tx.query(
      "UPDATE provider_event SET state = 'dismissed' WHERE port = $1 AND id = $2 AND state = 'parked' RETURNING id",
      [port, id],
    );
    if (rows.length === 0) throw new OperatorRefused("notParked", `${port} ${id}`);
    return `${port} ${id} dismissed`;
  },
};

/** An event that names a record, or nothing, in place of a request. */
export interface UnaskedEvent {
  id: string;
  askId: string | null;
  event: string;
  input: Row;
}

/** Takes the events of a port that answer no request, such as messages about card purchases. */
export interface UnaskedEvents {
  /** Fires an event. Returns the reason for parking it, or undefined if it has been fired, now or before. */
  fire(tx: Tx, event: UnaskedEvent): Promise<ParkReason | undefined>;
  /** Called in the transaction that parks an event. */
  park(tx: Tx, event: UnaskedEvent, reason: ParkReason): Promise<void>;
}

/** Options of the handler that fires stored events. */
export interface FiringOptions {
  /** Reports an event that can never be used. */
  report?: ReportFault | undefined;
  /** By port. Events of the other ports that answer no request are parked. */
  unasked?: Partial<Record<PortName, UnaskedEvents>> | undefined;
}

interface StoredEvent {
  port: PortName;
  id: string;
  m: string;
  askId: string | null;
  event: string;
  body: string;
}

/** Failures of an event for which it is parked, with the reason. */
const PARKED: Readonly<Partial<Record<string, ParkReason>>> = {
  invalid: "invalid",
  transition: "notNext",
  duplicate: "duplicate",
};

/**
 * Returns the handler that fires a stored event. An event that is invalid, that the order's state does not allow, or
 * whose bank reference is another order's, is parked with the reason, and its job is completed. After any other error,
 * the job is retried.
 */
export function fireStoredEvents(context: LifecycleContext, { report, unasked = {} }: FiringOptions = {}): JobHandler {
  const park = async (tx: Tx, event: StoredEvent, reason: ParkReason) => {
    const own = unasked[event.port];
    if (own && !(await findRequest(tx, event))) await own.park(tx, openEvent(event, context), reason);
  };
  return async (job, { db, finish }) => {
    const event = await readNew(db, job);
    if (!event) return;
    try {
      await db.tx(async (tx) => {
        const reason = await fireStored(tx, event, { context, unasked });
        await close(tx, event, reason);
        if (reason !== undefined) await park(tx, event, reason);
        await finish(tx);
      });
    } catch (error) {
      // Other failures, such as concurrent changes of the order or stopped money, are retried instead of parked.
      const reason = error instanceof Failure ? PARKED[error.failure] : undefined;
      if (reason === undefined) throw error;
      await db.tx(async (tx) => {
        await close(tx, event, reason);
        const fault = readFault(error);
        const request = fault !== undefined && (await findRequest(tx, event));
        if (request)
          await report?.(tx, {
            request: event.askId ?? "",
            order: { tenant: request.tenant, kind: request.kind, id: request.order },
            detail: `${event.port} ${event.id}: ${fault}`,
          });
        await park(tx, event, reason);
        await finish(tx);
      });
    }
  };
}

async function readNew(db: Database, { payload }: Job): Promise<StoredEvent | undefined> {
  const [row] = await db.query(
    `SELECT port, id, m, ask_id AS "askId", event, body FROM provider_event WHERE port = $1 AND id = $2 AND state = 'new'`,
    [payload["port"], payload["id"]],
  );
  return row;
}

/**
 * Fires an event on the order of its request. Returns the reason for parking it, or undefined if it has been fired, now
 * or before.
 */
async function fireStored(
  tx: Tx,
  stored: StoredEvent,
  { context, unasked }: { context: LifecycleContext; unasked: NonNullable<FiringOptions["unasked"]> },
): Promise<ParkReason | undefined> {
  const { port, id, askId } = stored;
  const request = await findRequest(tx, stored);
  const entity = request && context.schemas.entities.get(request.kind);
  const at = context.clock.now();
  const own = request ? undefined : unasked[port];
  if (own) {
    const reason = await own.fire(tx, openEvent(stored, context));
    const [tenant = ""] = askId?.split("/") ?? [];
    if (reason === undefined && askId !== null) await reopenParked(tx, { port, tenant, askId, cause: id, at });
    return reason;
  }
  if (askId === null) return "noAsk";
  if (!request || !entity) return "unknownAsk";
  const { tenant } = request;
  const outcome = await fireEvent(
    tx,
    { entity, tenant, ask: { job: request.job, order: { id: request.order, version: Number(request.version) } } },
    openEvent(stored, context),
    context,
  );
  if (outcome === "fired") await reopenParked(tx, { port, tenant, askId, cause: id, at });
  return outcome === "fired" || outcome === "taken" ? undefined : outcome;
}

/** Opens the sealed input of an event. @throws Error without the seal */
function openEvent({ port, id, m, askId, event, body }: StoredEvent, { seal }: LifecycleContext): UnaskedEvent {
  if (!seal) throw new Error("a stored event cannot be opened without the seal");
  const input: unknown = JSON.parse(seal.openValue(m, describeEventContext(port, id), body));
  return { id, askId, event, input: isRow(input) ? input : {} };
}

/**
 * Returns the request that an event answers. A request of another port counts as unknown, because a provider must not
 * change orders of other ports. The update makes concurrent events of a request run one after the other: otherwise, one
 * could be parked just after the event before it had retried the parked ones.
 */
async function findRequest(
  tx: Tx,
  { askId, port }: StoredEvent,
): Promise<{ tenant: string; job: string; kind: string; order: string; version: number } | undefined> {
  const [tenant = ""] = askId?.split("/") ?? [];
  const [request] = await tx.query(
    `UPDATE provider_ask SET port = port WHERE m = $1 AND id = $2 AND port = $3
      RETURNING job, order_kind AS kind, order_id AS "order", version`,
    [tenant, askId, port],
  );
  return request && { ...request, tenant };
}

async function close(tx: Tx, { port, id }: StoredEvent, reason: ParkReason | undefined): Promise<void> {
  await tx.query("UPDATE provider_event SET state = $3, reason = $4 WHERE port = $1 AND id = $2", [
    port,
    id,
    reason === undefined ? "done" : "parked",
    reason ?? null,
  ]);
}
