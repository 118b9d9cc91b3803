/**
 * Sends calls whose records may have nested objects. The engine uses flat records; requests and responses nest them.
 */
import { flattenResponse, nestBody } from "../entity/objects.ts";
import type { CallPlan, Row } from "../model/entity.ts";
import type { CallInit, CallResult, Ports } from "../model/ports.ts";

/** A call, with the paths of the nested objects of its records. */
type Carrier = Pick<CallPlan, "method" | "path" | "objects"> & { name?: string };
type Sent = [body?: Row, init?: CallInit];

/**
 * Sends a call of an entity. The body and the result contain flat records.
 * @throws CallFailure
 */
export async function sendCall(ports: Pick<Ports, "call">, call: Carrier, ...sent: Sent): Promise<CallResult> {
  if (!call.objects) return ports.call(call, ...sent);
  const [body, init] = sent;
  return flattenResponse(call, await ports.call(call, body && nestBody(call, body), init));
}

/** Returns the body as it is sent, with nested objects, because a step-up confirms exactly what is sent. */
export const writeBody = (call: Pick<Carrier, "name" | "objects">, body: Row): Row =>
  call.objects ? nestBody(call, body) : body;
