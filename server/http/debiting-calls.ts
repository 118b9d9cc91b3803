/** Detects calls that debit an available balance. Their refusals state that nothing was debited. */
import type { Route } from "./call.ts";
import { acceptsKey, listTransitions } from "./call-headers.ts";

/**
 * Returns whether a successful call debits a balance: for an entity call by the ledger lines of its events, for a call
 * in `schemas/calls/` when it changes money and requires the payment password (releases require none).
 */
export function isDebiting(route: Pick<Route, "call" | "entity">): boolean {
  return route.entity
    ? acceptsKey(route) &&
        listTransitions(route).some((event) => (route.entity?.dialect.funds?.debits(event) ?? []).length > 0)
    : route.call.changes === "money" && route.call.stepUp !== undefined;
}
