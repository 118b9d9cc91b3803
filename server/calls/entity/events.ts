/** Calls that fire lifecycle events: `{id | ids, event, ...needs}` -> the record or records afterwards. */
import type { CallPlan, Entity, Row } from "../../../src/engine/index.ts";
import { readText } from "../../core/body.ts";
import { Failure } from "../../core/failure.ts";
import { fieldError } from "../../core/field-error.ts";
import { fire } from "../../lifecycle/fire.ts";
import { sayReasons } from "../../lifecycle/reasons.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { present } from "../../records/present.ts";
import type { Tx } from "../../store/database.ts";
import type { CallContext, EntityHandler } from "../handler.ts";
import { codesIn } from "../../schemas/localised.ts";

/** Most records in one call: they are one transaction, all or none. */
const MAX_IDS = 200;
const RESERVED = new Set(["id", "ids", "event"]);

/** A handler for a call that may fire `call.events`; with one event the request need not name it. */
export function eventHandler(plan: CallPlan): EntityHandler {
  return async (call, entity) => {
    const { body } = call;
    const [only = "", ...others] = plan.events;
    const event = body.event === undefined && others.length === 0 ? only : readText(body, "event");
    if (!plan.events.includes(event))
      throw new Failure("invalid", {}, [fieldError("/event", "operation", call.lang, { code: "enum" })]);
    const ids = idsOf(call, entity);
    const input = Object.fromEntries(
      Object.entries(body).filter(([name]) => !RESERVED.has(name) && name !== entity.key),
    );
    return call.idempotent(async (tx) => {
      const records: Row[] = [];
      for (const id of ids) records.push(await fireEvent(call, tx, entity, id, event, input));
      return Array.isArray(body.ids) ? { records } : { record: records[0] };
    });
  };
}

/** Fires one event and answers the record as its detail shows it. */
export async function fireEvent(
  call: CallContext,
  tx: Tx,
  entity: Entity,
  id: string,
  event: string,
  input: Row,
): Promise<Row> {
  return answered(call, entity, await fire(tx, entity, id, event, call.actor, input, lifecycleContext(call, tx)));
}

/** A record that a call made or changed, as its detail shows it. */
export const answered = (
  { services, lang, actor }: Pick<CallContext, "services" | "lang" | "actor">,
  entity: Entity,
  row: Row,
): Row => present(entity, sayReasons(codesIn(services.schemas, lang), entity, row, lang), actor, "answer");

const proofs = new WeakMap<Tx, LifecycleContext["proved"]>();

/** What the lifecycle needs; the proof is used up once a transaction, however many records it is for. */
export function lifecycleContext(call: CallContext, tx: Tx): LifecycleContext {
  const { schemas, vocabulary, clock, notifyWorker, sessions, seal } = call.services;
  if (!proofs.has(tx)) proofs.set(tx, proofOf(call, tx));
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

function proofOf(call: CallContext, tx: Tx): LifecycleContext["proved"] {
  const proof = call.consumeProof(tx);
  // Whoever needs it hears of it; what fails before that has a reason of its own.
  proof.catch(() => undefined);
  return proof;
}

/** `id`, the key's own name, or `ids`; sorted, so that two bulk calls never wait for each other crosswise. */
export function idsOf(call: CallContext, entity: Entity): string[] {
  const { body } = call;
  const given = body.ids ?? [body.id ?? body[entity.key]];
  const ok =
    Array.isArray(given) &&
    given.length > 0 &&
    given.length <= MAX_IDS &&
    given.every((id) => typeof id === "string" && id !== "" && id.length <= 100);
  if (!ok)
    throw new Failure("invalid", {}, [
      fieldError(body.ids === undefined ? "/id" : "/ids", "record", call.lang, { code: "required" }),
    ]);
  return [...new Set(given as string[])].sort();
}
