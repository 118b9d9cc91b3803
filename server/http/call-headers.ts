/**
 * Headers of a call besides those of the session. Which of them it accepts or requires is derived from its schema, so
 * that the API document and the server agree.
 */
import { isUser } from "../core/actor.ts";
import type { TransitionPlan } from "@portolan/engine";
import type { Route } from "./call.ts";

/** Idempotency key: repeated requests of a user with the same key are executed once. */
export const KEY_HEADER = "idempotency-key";
/** Step-up proof from `checkPassword`, valid for exactly one call and body. */
export const PROOF_HEADER = "proof";
/** Client-chosen name of an export, by which the call `exportLine` returns its status. */
export const TICKET_HEADER = "export-ticket";
/** Response header with the value `missing` when a call that moves money was sent without a key. */
export const WARNING_HEADER = "idempotency-warning";
/** Response header with the value `true` when the response is replayed for a repeated key. */
export const REPLAYED_HEADER = "idempotency-replayed";

/** Entity calls that only read. */
const READING: ReadonlySet<string> = new Set(["list", "options", "detail", "export", "template", "queue", "reveal"]);
/** Entity calls that change a record without firing an event. */
const SILENT: ReadonlySet<string> = new Set(["remove", "print"]);

/** Returns whether the call is idempotent by key, so that a repeated request gets the first response. */
export function acceptsKey({ call, entity }: Pick<Route, "call" | "entity">): boolean {
  return entity ? !READING.has(call.name) : call.changes !== undefined;
}

/** Returns whether the call can fire an event that moves money or, without an entity, is declared to move money. */
export function canMoveMoney(route: Pick<Route, "call" | "entity">): boolean {
  return route.entity
    ? acceptsKey(route) && listTransitions(route).some((event) => route.entity?.dialect.funds?.moves(event))
    : route.call.changes === "money";
}

/** Returns whether the call accepts a proof, even if only some records need one. */
export function acceptsProof(route: Pick<Route, "call" | "entity">): boolean {
  if (route.call.stepUp) return true;
  // An export of unmasked values needs the same confirmation as a reveal.
  if (route.call.name === "export") return route.entity?.calls["reveal"] !== undefined;
  // A sole reviewer confirms the review of their own record by step-up, whether or not the event requires one.
  return (
    route.entity !== undefined &&
    acceptsKey(route) &&
    listTransitions(route).some(({ stepUp, not }) => stepUp !== undefined || not !== undefined)
  );
}

/**
 * Returns whether the call always needs a proof: it accepts no key, so no stored response is replayed, and its step-up
 * is not limited to some fields (`guards`).
 */
export const requiresProof = (route: Pick<Route, "call" | "entity">): boolean =>
  route.call.stepUp !== undefined && !route.call.guards && !acceptsKey(route);

/**
 * Returns whether the call must have an idempotency key when it is sent with this method: a GET that changes data and
 * needs a step-up, because browsers and proxies may repeat a GET on their own.
 */
export const requiresKey = (route: Pick<Route, "call" | "entity">, method: string): boolean =>
  method === "GET" && acceptsKey(route) && route.call.stepUp !== undefined;

/** Returns the transitions of users that an entity call can fire. */
export function listTransitions({ call, entity }: Pick<Route, "call" | "entity">): TransitionPlan[] {
  const own = (entity?.lifecycle?.transitions ?? []).filter(isUser);
  if (SILENT.has(call.name)) return [];
  if (call.name === "import") return own.filter(({ from }) => from.length === 0);
  return own.filter(({ on, touches }) => call.events.includes(on) || (call.name === "update" && touches !== undefined));
}
