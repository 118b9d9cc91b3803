/** Calls that debit an available balance: their refusals state that nothing was debited. */
import type { Route } from "./call.ts";
import { acceptsKey, listTransitions } from "./call-headers.ts";

/** Returns whether the call debits when it succeeds: by the ledger lines of its events; one of `schemas/calls/` when it changes money and the payment password confirms it (a release needs none). */
export function isDebiting(route: Pick<Route, "call" | "entity">): boolean {
  return route.entity
    ? acceptsKey(route) &&
        listTransitions(route).some((event) => (route.entity?.dialect.funds?.debits(event) ?? []).length > 0)
    : route.call.changes === "money" && route.call.stepUp !== undefined;
}
