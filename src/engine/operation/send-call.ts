/**
 * Sends calls whose records may have nested objects. The engine uses flat records; requests and responses nest them.
 */
import type { CallPlan, Row } from "../model/entity.ts";
import type { CallInit, CallResult, Ports } from "../model/ports.ts";

/** A call, with the paths of the nested objects of its records. */
type Carrier = Pick<CallPlan, "method" | "path" | "objects"> & { name?: string };
type Sent = [body?: Row, init?: CallInit];

/**
 * Sends a call of an entity. The body and the result contain flat records.
 * @throws CallFailure
 */
export const sendCall = (ports: Pick<Ports, "call">, call: Carrier, ...sent: Sent): Promise<CallResult> =>
  // Few entities have nested objects, so the code that handles them is loaded on demand.
  call.objects ? sendDocument(ports, call, ...sent) : ports.call(call, ...sent);

async function sendDocument(ports: Pick<Ports, "call">, call: Carrier, ...[body, init]: Sent): Promise<CallResult> {
  const { flattenResponse, nestBody } = await import("../entity/objects.ts");
  return flattenResponse(call, await ports.call(call, body && nestBody(call, body), init));
}

/** Returns the body as it is sent, with nested objects, because a step-up confirms exactly what is sent. */
export const writeBody = async (call: Pick<Carrier, "name" | "objects">, body: Row): Promise<Row> =>
  call.objects ? (await import("../entity/objects.ts")).nestBody(call, body) : body;
