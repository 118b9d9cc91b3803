/** Sends what a form holds, and says what became of it. */
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { CallFailure, CallResult, Lacking, Ports } from "../model/ports.ts";
import type { OrderKey } from "./idempotency-key.ts";

export type Outcome =
  | { end: "done"; map: CallResult; body: Row }
  /** The person closed the question for the payment password. */
  | { end: "cancelled" }
  /** Nothing left the browser. */
  | { end: "offline" }
  /** Sent, and no answer that says what came of it: it may have happened. */
  | { end: "unknown"; failure?: CallFailure }
  | { end: "refused" | "broken"; failure: CallFailure };

/** Body codes of refusals that the engine acts on. Source: `contract/failures.ts`; a test keeps them equal. */
export const codes = {
  inProgress: 4123,
  proofMissing: 4124,
  idempotencyMismatch: 4122,
  figuresChanged: 4131,
  authenticateFirst: 4103,
  notFound: 4119,
  notGranted: 4118,
  totpNeeded: 4135,
  soleAbove: 4143,
} as const;

/** Whether a refusal says for certain that this order did not happen; a lost session or a call still running says nothing about it. */
const definite = ({ kind: how, code }: CallFailure): boolean =>
  how === "refused" && code >= 4000 && code !== codes.inProgress && code !== codes.authenticateFirst;

/** A fault of the server's own or of what stands before it (502, 504): the order may have been carried out all the same. */
const faulty = ({ kind: how, code }: CallFailure): boolean =>
  how === "broken" && ((code >= 500 && code < 600) || code >= 5000);

/** Nothing that was answered says what came of it. */
const silent = (failure: CallFailure): boolean =>
  failure.kind === "unknown" || failure.code === codes.inProgress || faulty(failure);

/** Whether the order certainly did not happen. `before`: it had gone out without an answer, so that only the server's word on it counts. */
export const certainlyNot = (failure: CallFailure, before: boolean): boolean =>
  definite(failure) || (!before && !silent(failure));

/** Passwords as digests; the module with the hash loads only when one goes out. */
export async function digested(entity: Entity, body: Row): Promise<Row> {
  const secrets = entity.fields.filter((field) => field.digest && typeof body[field.name] === "string");
  if (secrets.length === 0) return body;
  const { passwordDigest } = await import("./digest.ts");
  return {
    ...body,
    ...Object.fromEntries(
      secrets.map((field) => [field.name, passwordDigest(field.digest!, String(body[field.name]))]),
    ),
  };
}

/** How a call that changes something goes out: as POST where it may, so that what it says is in no address. */
export function postWay<T extends Pick<CallPlan, "method" | "path"> & { alias?: CallPlan["alias"] }>(call: T): T {
  const post = call.method === "POST" ? undefined : call.alias?.find(({ method }) => method === "POST");
  return post ? { ...call, ...post } : call;
}

/**
 * Sends a confirmed call by `go`. Where the server wants a second factor as well, `ask` raises the proof by it and the same call goes out again: the
 * refusal has changed nothing. Nothing when that question is closed. Throws what the call throws.
 */
export async function withSecondFactor(
  proof: string | undefined,
  go: (proof: string | undefined) => Promise<CallResult>,
  ask: (lacking: Lacking) => Promise<string | undefined>,
): Promise<CallResult | undefined> {
  try {
    return await go(proof);
  } catch (error) {
    const { code, message } = error as CallFailure;
    if (proof === undefined || (code !== codes.totpNeeded && code !== codes.soleAbove)) throw error;
    const raised = await ask({ proof, why: message });
    return raised === undefined ? undefined : go(raised);
  }
}

/** `plain` is the record as checked; step-up (about what, in words), key and digests are added here. Never throws. */
export async function send(
  ports: Ports,
  way: Pick<CallPlan, "method" | "path" | "stepUp" | "guards"> & { alias?: CallPlan["alias"] },
  entity: Entity,
  plain: Row,
  key: OrderKey,
  about?: { record: Row; act: string },
): Promise<Outcome> {
  const call = postWay(way);
  // An order that went out before without an answer stays open until one comes, whatever this attempt meets.
  const before = key.open;
  let sent = false;
  try {
    const body = await digested(entity, plain);
    const asked = async (need: NonNullable<CallPlan["stepUp"]>, lacking?: Lacking) =>
      ports.stepUp(
        need,
        call,
        body,
        about && (await import("./order-words.ts")).orderWords(entity, about.record, about.act, ports.lang),
        ...(lacking ? [lacking] : []),
      );
    const go = (proof: string | undefined) =>
      ports.call(call, body, { idempotencyKey: call.method === "POST" ? key.value : undefined, proof });
    const need = call.guards ? undefined : call.stepUp;
    const proof = need && (await asked(need));
    if (need && proof === undefined) return { end: "cancelled" };
    if (call.method === "POST") key.sending();
    sent = true;
    const raising = (lacking: Lacking) => asked("pay+totp", lacking);
    let map: CallResult | undefined;
    try {
      map = await withSecondFactor(proof, go, raising);
    } catch (failure) {
      // Only the server knows whether this change is one that is confirmed; its refusal changed nothing.
      if (!call.guards || (failure as CallFailure).code !== codes.proofMissing) throw failure;
      const late = await asked(call.stepUp!);
      map = late === undefined ? undefined : await withSecondFactor(late, go, raising);
    }
    if (map === undefined) {
      key.settled();
      return { end: "cancelled" };
    }
    key.settled();
    return { end: "done", map, body };
  } catch (error) {
    // What is no failure of the call itself broke on our side: before sending nothing happened (the hash could not be loaded).
    const failure: CallFailure = (error as CallFailure).kind
      ? (error as CallFailure)
      : { kind: sent ? "unknown" : "offline", code: 0, message: "" };
    const how = failure.kind;
    if (certainlyNot(failure, before)) key.settled();
    if (silent(failure)) return faulty(failure) ? { end: "unknown", failure } : { end: "unknown" };
    if (how === "offline") return { end: "offline" };
    return { end: how, failure };
  }
}
