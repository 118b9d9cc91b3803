/** Which headers beyond the session's a call takes. Derived from its schema, so that the API document and the server cannot differ. */
import { isUser } from "../core/actor.ts";
import type { TransitionPlan } from "../../src/engine/index.ts";
import type { Route } from "./call.ts";

/** Names the order that a call makes: the same key makes one order. */
export const KEY_HEADER = "idempotency-key";
/** The payment password for exactly this call and body, from `checkPassword`. */
export const PROOF_HEADER = "proof";
/** Names an export among the user's, for `exportLine`. */
export const TICKET_HEADER = "export-ticket";
/** On the answer of a call that moves money and came without a key: `missing`. */
export const WARNING_HEADER = "idempotency-warning";
/** On an answer that was given before, under the same key: `true`. */
export const REPLAYED_HEADER = "idempotency-replayed";

/** Plain calls that read. */
const READING: ReadonlySet<string> = new Set(["list", "options", "detail", "export", "template", "queue", "reveal"]);
/** Plain calls that change a record and fire no event of a lifecycle. */
const SILENT: ReadonlySet<string> = new Set(["remove", "print"]);

/** Whether the call happens once however often it is sent: a repeated one gets the first one's answer. */
export function takesKey({ call, entity }: Pick<Route, "call" | "entity">): boolean {
  return entity ? !READING.has(call.name) : call.changes !== undefined;
}

/** Whether the call moves money, by any event that it may fire. */
export function movesMoney(route: Pick<Route, "call" | "entity">): boolean {
  return route.entity
    ? takesKey(route) && transitionsOf(route).some((event) => route.entity?.dialect.funds?.moves(event))
    : route.call.changes === "money";
}

/** Whether the call must, or for some records or fields may have to, be confirmed by a proof. */
export function takesProof(route: Pick<Route, "call" | "entity">): boolean {
  if (route.call.stepUp) return true;
  // A file with whole values is confirmed like a look at one.
  if (route.call.name === "export") return route.entity?.calls["reveal"] !== undefined;
  // A sole reviewer confirms an own order by step-up, whatever the event asks for.
  return (
    route.entity !== undefined &&
    takesKey(route) &&
    transitionsOf(route).some(({ stepUp, not }) => stepUp !== undefined || not !== undefined)
  );
}

/** Whether no call without a proof is ever answered: the answer is kept nowhere, so none is repeated, and it guards no single field. */
export const needsProof = (route: Pick<Route, "call" | "entity">): boolean =>
  route.call.stepUp !== undefined && !route.call.guards && !takesKey(route);

/** Returns whether a call by this method is refused without a key: browsers and proxies may repeat a GET on their own. */
export const needsKey = (route: Pick<Route, "call" | "entity">, method: string): boolean =>
  method === "GET" && takesKey(route) && route.call.stepUp !== undefined;

/** The merchant's transitions that a call of an entity may fire. */
export function transitionsOf({ call, entity }: Pick<Route, "call" | "entity">): TransitionPlan[] {
  const own = (entity?.lifecycle?.transitions ?? []).filter(isUser);
  if (SILENT.has(call.name)) return [];
  if (call.name === "import") return own.filter(({ from }) => from.length === 0);
  return own.filter(({ on, touches }) => call.events.includes(on) || (call.name === "update" && touches !== undefined));
}
