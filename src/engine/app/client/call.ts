/** Sends calls by name; method, path, and the types of body and response follow from the name. */
import type { Row } from "../../model/field.ts";
import type { CallBody, CallResponse, DeclaredCallName, FileCallName, ReadCallName } from "../../model/calls.ts";
import type { CallInit, CallResult } from "../../model/ports.ts";
import { findEndpoint } from "./endpoints.ts";
import { send } from "./http.ts";

/**
 * Calls with a JSON response that can be sent by name. Forms and record actions use the engine's operations instead.
 */
export type NamedCall = Exclude<DeclaredCallName | ReadCallName, FileCallName>;
/** The body is optional when the call requires none. */
type Sent<N extends NamedCall> =
  Record<string, never> extends CallBody<N>
    ? [body?: CallBody<N>, init?: CallInit]
    : [body: CallBody<N>, init?: CallInit];

/**
 * Sends a call by name. Resolves to the `map` of the response envelope.
 * @throws CallFailure when the server refuses the call or no response arrives
 * @example const { unread } = await call("notificationCount", {}, { passive: true });
 */
export function call<N extends NamedCall>(name: N, ...sent: Sent<N>): Promise<CallResponse<N>>;
export function call<N extends NamedCall>(name: N, body: CallBody<N>, init: CallInit): Promise<CallResponse<N>>;
export async function call(name: NamedCall, body?: Row, init?: CallInit): Promise<CallResult> {
  const endpoint = await findEndpoint(name);
  if (!endpoint) throw new Error(`there is no call ${name}`);
  return send(endpoint, body, init);
}
