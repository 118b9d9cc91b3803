/** Sends calls by name, with method, path and the types of body and response. */
import type { CallAnswer, CallBody, DeclaredCallName, FileCallName, ReadCallName } from "../contract/calls.ts";
import type { CallInit, CallResult, Row } from "../engine/index.ts";
import { requireEndpoint, findEndpoint, isDeclared } from "./endpoints.ts";
import { send } from "./http.ts";

/** Calls with a JSON response that the portal sends by name; forms and actions send theirs through the engine. */
export type NamedCall = Exclude<DeclaredCallName | ReadCallName, FileCallName>;
/** The body is optional when the call requires none. */
type Sent<N extends NamedCall> =
  Record<string, never> extends CallBody<N>
    ? [body?: CallBody<N>, init?: CallInit]
    : [body: CallBody<N>, init?: CallInit];

/**
 * Sends a call by its name. Resolves with the envelope's `map`.
 * @throws CallFailure when the server refuses, or no answer comes
 * @example const { unread } = await call("notificationCount", {}, { passive: true });
 */
export function call<N extends NamedCall>(name: N, ...sent: Sent<N>): Promise<CallAnswer<N>>;
export function call<N extends NamedCall>(name: N, body: CallBody<N>, init: CallInit): Promise<CallAnswer<N>>;
export async function call(name: NamedCall, body?: Row, init?: CallInit): Promise<CallResult> {
  const endpoint = isDeclared(name) ? requireEndpoint(name) : await findEndpoint(name);
  if (!endpoint) throw new Error(`there is no call ${name}`);
  return send(endpoint, body, init);
}
