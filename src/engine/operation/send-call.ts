/**
 * Sends calls whose records may have nested objects. The engine uses flat records; requests and responses nest them.
 */
import { flattenResponse, nestBody } from "../entity/objects.ts";
import type { CallOf, Row } from "../model/entity.ts";
import type { CallInit, Ports } from "../model/ports.ts";

/** A call, with the paths of the nested objects of its records. */
type Carrier<Response extends object = Row> = Pick<CallOf<Response>, "method" | "path" | "objects" | "responds"> & {
  name?: string;
};
type Sent = [body?: Row, init?: CallInit];

/**
 * Sends a call of an entity. The body and the result contain flat records.
 * @throws CallFailure
 * @example const { record } = await sendCall(ports, entity.calls.detail!, { id: "7" });
 */
export async function sendCall<Response extends object = Row>(
  ports: Pick<Ports, "call">,
  call: Carrier<Response>,
  ...sent: Sent
): Promise<Response> {
  // The server's tests validate every response against the types of its call.
  if (!call.objects) return (await ports.call(call, ...sent)) as Response;
  const [body, init] = sent;
  return flattenResponse(call, await ports.call(call, body && nestBody(call, body), init)) as Response;
}

/** Returns the body as it is sent, with nested objects, because a step-up confirms exactly what is sent. */
export const writeBody = (call: Pick<Carrier, "name" | "objects">, body: Row): Row =>
  call.objects ? nestBody(call, body) : body;
