/** Sends mutating calls by name. Forms and record actions use the engine's operations instead. */
import type { Row } from "../../model/field.ts";
import { requireEndpoint } from "../client/declared-endpoints.ts";
import type { CallBody, CallResponse, DeclaredCallName } from "../../model/calls.ts";
import type { CallFailure, CallResult, Ports } from "../../model/ports.ts";
import { findFailure, runOnce } from "../../operation/run-once.ts";

/** Outcome of a call. `failure` is undefined when no response arrived. */
type Sent<T> = { ok: true; response: T } | { ok: false; failure?: CallFailure };

/**
 * Sends a call once, without an idempotency key. Use it only for calls that are safe to repeat.
 * @example const sent = await sendOrder(ports, "sessionEnd", { id });
 */
export function sendOrder<N extends DeclaredCallName>(
  ports: Ports,
  name: N,
  body: CallBody<N>,
): Promise<Sent<CallResponse<N>>>;
export async function sendOrder(ports: Ports, name: DeclaredCallName, body: Row): Promise<Sent<CallResult>> {
  const outcome = await runOnce(ports, { call: requireEndpoint(name) }, body);
  if (outcome.end === "succeeded") return { ok: true, response: outcome.result };
  const failure = findFailure(outcome);
  return { ok: false, ...(failure && { failure }) };
}
