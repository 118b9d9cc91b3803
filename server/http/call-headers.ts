/** Headers that a call takes besides the session's. Derived from its schema, so that the API document and the server agree. */
import { isUser } from "../core/actor.ts";
import type { TransitionPlan } from "../../src/engine/index.ts";
import type { Route } from "./call.ts";

/** Idempotency key: the same key creates one order. */
export const KEY_HEADER = "idempotency-key";
/** Proof of the step-up for exactly this call and body, from `checkPassword`. */
export const PROOF_HEADER = "proof";
/** Names an export among the user's, for `exportLine`. */
export const TICKET_HEADER = "export-ticket";
/** On the answer of a call that moves money and came without a key: `missing`. */
export const WARNING_HEADER = "idempotency-warning";
/** On an answer that was given before, under the same key: `true`. */
export const REPLAYED_HEADER = "idempotency-replayed";

/** Entity calls that read. */
const READING: ReadonlySet<string> = new Set(["list", "options", "detail", "export", "template", "queue", "reveal"]);
/** Entity calls that change a record and fire no event. */
const SILENT: ReadonlySet<string> = new Set(["remove", "print"]);

/** Returns whether the call is idempotent by key: a repeated one gets the first response. */
export function acceptsKey({ call, entity }: Pick<Route, "call" | "entity">): boolean {
  return entity ? !READING.has(call.name) : call.changes !== undefined;
}

/** Returns whether the call moves money by an event that it can fire. */
export function canMoveMoney(route: Pick<Route, "call" | "entity">): boolean {
  return route.entity
    ? acceptsKey(route) && listTransitions(route).some((event) => route.entity?.dialect.funds?.moves(event))
    : route.call.changes === "money";
}

/** Returns whether the call takes a proof, for every record or for some. */
export function acceptsProof(route: Pick<Route, "call" | "entity">): boolean {
  if (route.call.stepUp) return true;
  // An export of unmasked values is confirmed like a reveal.
  if (route.call.name === "export") return route.entity?.calls["reveal"] !== undefined;
  // A sole reviewer confirms an own order by step-up, whatever the event asks for.
  return (
    route.entity !== undefined &&
    acceptsKey(route) &&
    listTransitions(route).some(({ stepUp, not }) => stepUp !== undefined || not !== undefined)
  );
}

/** Returns whether every call needs a proof: the response is not stored, so none is repeated, and no single field decides. */
export const requiresProof = (route: Pick<Route, "call" | "entity">): boolean =>
  route.call.stepUp !== undefined && !route.call.guards && !acceptsKey(route);

/** Returns whether a call by this method is refused without a key: browsers and proxies may repeat a GET on their own. */
export const requiresKey = (route: Pick<Route, "call" | "entity">, method: string): boolean =>
  method === "GET" && acceptsKey(route) && route.call.stepUp !== undefined;

/** Returns the users' transitions that a call of an entity can fire. */
export function listTransitions({ call, entity }: Pick<Route, "call" | "entity">): TransitionPlan[] {
  const own = (entity?.lifecycle?.transitions ?? []).filter(isUser);
  if (SILENT.has(call.name)) return [];
  if (call.name === "import") return own.filter(({ from }) => from.length === 0);
  return own.filter(({ on, touches }) => call.events.includes(on) || (call.name === "update" && touches !== undefined));
}
