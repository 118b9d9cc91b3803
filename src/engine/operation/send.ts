/** Sends what a form holds, and says what became of it. */
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { CallFailure, CallResult, Lacking, Ports } from "../model/ports.ts";
import type { IdempotencyKey } from "./idempotency-key.ts";
import { codes, isDefinitive, isInconclusive, isServerFault } from "./refusals.ts";
import { hashSecrets, preferPost } from "./request.ts";

export type Outcome =
  | { end: "done"; map: CallResult; body: Row }
  /** The person closed the question for the payment password. */
  | { end: "cancelled" }
  /** Nothing left the browser. */
  | { end: "offline" }
  /** Sent, and no answer that says what came of it: it may have happened. */
  | { end: "unknown"; failure?: CallFailure }
  | { end: "refused" | "broken"; failure: CallFailure };

/** Whether the order certainly did not happen. `before`: it had gone out without an answer, so that only the server's word on it counts. */
export const certainlyNot = (failure: CallFailure, before: boolean): boolean =>
  isDefinitive(failure) || (!before && !isInconclusive(failure));

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
  key: IdempotencyKey,
  about?: { record: Row; act: string },
): Promise<Outcome> {
  const call = preferPost(way);
  // An order that went out before without an answer stays open until one comes, whatever this attempt meets.
  const before = key.open;
  let sent = false;
  try {
    const body = await hashSecrets(entity, plain);
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
    if (call.method === "POST") key.keep();
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
      key.drop();
      return { end: "cancelled" };
    }
    key.drop();
    return { end: "done", map, body };
  } catch (error) {
    // What is no failure of the call itself broke on our side: before sending nothing happened (the hash could not be loaded).
    const failure: CallFailure = (error as CallFailure).kind
      ? (error as CallFailure)
      : { kind: sent ? "unknown" : "offline", code: 0, message: "" };
    const how = failure.kind;
    if (certainlyNot(failure, before)) key.drop();
    if (isInconclusive(failure)) return isServerFault(failure) ? { end: "unknown", failure } : { end: "unknown" };
    if (how === "offline") return { end: "offline" };
    return { end: how, failure };
  }
}
