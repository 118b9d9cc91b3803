/** Sends what a form holds, and says what became of it. */
import type { CallPlan, Entity, Row } from "../entity/entity.ts";
import type { CallFailure, CallResult, Ports } from "../ports.ts";
import type { OrderKey } from "./order-key.ts";

export type Outcome =
  | { kind: "done"; map: CallResult; body: Row }
  /** The person closed the question for the payment password. */
  | { kind: "cancelled" }
  /** Nothing left the browser. */
  | { kind: "offline" }
  /** Sent, no answer: it may have happened. */
  | { kind: "unknown" }
  | { kind: "refused" | "broken"; failure: CallFailure };

/** Body codes of refusals that a form acts on. Source: `contract/failures.ts`; a test keeps them equal. */
export const codes = { inProgress: 4123, idempotencyMismatch: 4122, figuresChanged: 4131, authenticateFirst: 4103 } as const;

/** Whether a refusal says for certain that this order did not happen; a lost session or a call still running says nothing about it. */
const definite = (failure: CallFailure): boolean => failure.kind === "refused" && failure.code >= 4000 && failure.code !== codes.inProgress && failure.code !== codes.authenticateFirst;

/** Passwords as digests; the module with the hash loads only when one goes out. */
export async function digested(entity: Entity, body: Row): Promise<Row> {
  const secrets = entity.fields.filter((field) => field.digest && typeof body[field.name] === "string");
  if (secrets.length === 0) return body;
  const { passwordDigest } = await import("./digest.ts");
  return { ...body, ...Object.fromEntries(secrets.map((field) => [field.name, passwordDigest(field.digest!, String(body[field.name]))])) };
}

/** `plain` is the record as checked; step-up, key and digests are added here. Never throws. */
export async function send(ports: Ports, call: CallPlan, entity: Entity, plain: Row, key: OrderKey): Promise<Outcome> {
  // An order that went out before without an answer stays open until one comes, whatever this attempt meets.
  const before = key.open;
  try {
    const body = await digested(entity, plain);
    const proof = call.stepUp ? await ports.stepUp(call.stepUp, call, body) : undefined;
    if (call.stepUp && proof === undefined) return { kind: "cancelled" };
    if (call.method === "POST") key.sending();
    const map = await ports.call(call, body, { idempotencyKey: call.method === "POST" ? key.value : undefined, proof });
    key.settled();
    return { kind: "done", map, body };
  } catch (error) {
    const failure = error as CallFailure;
    if (definite(failure)) key.settled();
    else if (!before && failure.kind !== "unknown" && failure.code !== codes.inProgress) key.settled();
    if (failure.kind === "unknown" || failure.code === codes.inProgress) return { kind: "unknown" };
    if (failure.kind === "offline") return { kind: "offline" };
    if (failure.kind === "refused" || failure.kind === "broken") return { kind: failure.kind, failure };
    throw error;
  }
}
