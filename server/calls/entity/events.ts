/**
 * Calls that fire lifecycle events: `{id | ids, event, ...needs}` returns the updated record or records. `{fileNo, event,
 * count, sums, ...needs}` starts a job that fires the event on all waiting records of an imported file.
 */
import { findFileField, type CallPlan, type Entity, type Row } from "@portolan/engine";
import { readText } from "../../core/body.ts";
import { Failure } from "../../core/failure.ts";
import { createFieldError } from "../../core/field-error.ts";
import { fire, type EventRequest } from "../../lifecycle/fire.ts";
import { startDecision } from "../../import/decide-file.ts";
import { listCodes, localizeReasons } from "../../lifecycle/reasons.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { present } from "../../records/present.ts";
import { mapUniqueViolation } from "../../records/unique-violation.ts";
import type { Tx } from "../../store/database.ts";
import type { CallContext, EntityHandler } from "../handler.ts";

/** Maximum number of records in one call. A call is one transaction. */
const MAX_IDS = 200;
const RESERVED = new Set(["id", "ids", "event"]);

/**
 * Returns the handler of a call that fires one of `plan.events`. `event` is optional in the request when the plan has
 * only one event.
 */
export function createEventHandler(plan: CallPlan): EntityHandler {
  return async (call, entity) => {
    const { body } = call;
    const [only = "", ...others] = plan.events;
    const event = body.event === undefined && others.length === 0 ? only : readText(body, "event");
    if (!plan.events.includes(event))
      throw new Failure("invalid", {}, [createFieldError("/event", "operation", call.lang, { code: "enum" })]);
    const input = Object.fromEntries(
      Object.entries(body).filter(([name]) => !RESERVED.has(name) && name !== entity.key),
    );
    const fileNo = readFileNo(body, entity, event);
    if (fileNo !== undefined) {
      const { count, sums, ...rest } = input;
      return startDecision(call, entity, { fileNo, event, count, sums, input: rest });
    }
    const ids = readIds(call, entity);
    return call.idempotent(async (tx) => {
      const records: Row[] = [];
      for (const id of ids) records.push(await fireEvent(call, tx, { entity, id, event, input }));
      return Array.isArray(body.ids) ? { records } : { record: records[0] };
    });
  };
}

/**
 * Returns the number of the imported file whose records the request decides; undefined when it names records, or when
 * the list does not offer the event for several records.
 */
function readFileNo(body: Row, entity: Entity, event: string): string | undefined {
  const fileNo = body[findFileField(entity) ?? ""];
  const namesRecords = [body.ids, body.id, body[entity.key]].some((value) => value !== undefined);
  return typeof fileNo === "string" && !namesRecords && entity.list.bulk.includes(event) ? fileNo : undefined;
}

/** Fires one event and returns the updated record in the form of `presentRecord`. */
export async function fireEvent(call: CallContext, tx: Tx, request: Omit<EventRequest, "actor">): Promise<Row> {
  const fired = fire(tx, { ...request, actor: call.actor }, buildLifecycleContext(call, tx));
  return presentRecord(call, request.entity, await mapUniqueViolation(call, request.entity, fired));
}

/** Returns a created or changed record as the actor may see it, with its reasons in the reader's language. */
export const presentRecord = (
  { services, lang, actor }: Pick<CallContext, "services" | "lang" | "actor">,
  entity: Entity,
  row: Row,
): Row => present(entity, localizeReasons(listCodes(services.schemas, lang), entity, row, lang), actor, "answer");

const proofs = new WeakMap<Tx, LifecycleContext["proved"]>();

/** Builds the lifecycle context. The proof is consumed once per transaction, however many records it covers. */
export function buildLifecycleContext(call: CallContext, tx: Tx): LifecycleContext {
  const { schemas, vocabulary, clock, notifyWorker, sessions, seal } = call.services;
  if (!proofs.has(tx)) proofs.set(tx, consumeProof(call, tx));
  return {
    schemas,
    vocabulary,
    clock,
    notifyWorker,
    seal,
    proved: proofs.get(tx),
    invalidateSessions: () => sessions.invalidate(),
  };
}

function consumeProof(call: CallContext, tx: Tx): LifecycleContext["proved"] {
  const proof = call.consumeProof(tx);
  // The event that needs the proof awaits it. If the call fails earlier, the rejection must not stay unhandled.
  proof.catch(() => undefined);
  return proof;
}

/**
 * Reads the record ids from `ids`, `id` or the key field, without duplicates and sorted, so that concurrent bulk calls
 * cannot deadlock.
 *
 * @throws Failure `invalid` when ids are missing, malformed, or more than `MAX_IDS`
 */
export function readIds(call: CallContext, entity: Entity): string[] {
  const { body } = call;
  const given: unknown = body.ids ?? [body.id ?? body[entity.key]];
  const ids: unknown[] = Array.isArray(given) ? given : [];
  if (ids.length === 0 || ids.length > MAX_IDS || !ids.every(isId))
    throw new Failure("invalid", {}, [
      createFieldError(body.ids === undefined ? "/id" : "/ids", "record", call.lang, { code: "required" }),
    ]);
  return [...new Set(ids)].sort();
}

const isId = (id: unknown): id is string => typeof id === "string" && id !== "" && id.length <= 100;
