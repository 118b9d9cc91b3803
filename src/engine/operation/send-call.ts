/** Where records leave the browser and enter it: they travel as documents, in which the fields of nested objects nest. */
import type { CallPlan, Row } from "../model/entity.ts";
import type { CallInit, CallResult, Ports } from "../model/ports.ts";

/** A call, and the nested objects of its records. */
type Carrier = Pick<CallPlan, "method" | "path" | "objects">;
type Sent = [body?: Row, init?: CallInit];

/** Sends a call of an entity; its request and answer hold flat records. @throws CallFailure */
export const sendCall = (ports: Pick<Ports, "call">, call: Carrier, ...sent: Sent): Promise<CallResult> =>
  // Few entities have objects: the others do without the code.
  call.objects ? sendDocument(ports, call, ...sent) : ports.call(call, ...sent);

async function sendDocument(ports: Pick<Ports, "call">, call: Carrier, ...[body, init]: Sent): Promise<CallResult> {
  const { flattenAnswer, nestBody } = await import("../entity/objects.ts");
  return flattenAnswer(call, await ports.call(call, body && nestBody(call, body), init));
}

/** Returns the body as it travels: a step-up confirms what is sent. */
export const writeBody = async (call: Pick<CallPlan, "objects">, body: Row): Promise<Row> =>
  call.objects ? (await import("../entity/objects.ts")).nestBody(call, body) : body;
