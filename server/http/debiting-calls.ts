/** Detects calls that debit an available balance. Their refusals state that nothing was debited. */
import type { Route } from "./call.ts";
import { acceptsKey, listTransitions } from "./call-headers.ts";

/**
 * Returns whether a call can debit a balance: an entity call that accepts an idempotency key if one of its events
 * has debiting ledger lines, a call in `schemas/calls/` if it moves money and requires a step-up, which releases do not
 * require.
 */
export function isDebiting(route: Pick<Route, "call" | "entity">): boolean {
  return route.entity
    ? acceptsKey(route) &&
        listTransitions(route).some((event) => (route.entity?.dialect.funds?.debits(event) ?? []).length > 0)
    : route.call.changes === "money" && route.call.stepUp !== undefined;
}
