/**
 * Handlers of the calls in `schemas/calls`, by name, except those for one step of a form. Any other call without a
 * handler is a type error, and prevents the server from starting.
 */
import type { DeclaredCallName } from "@portolan/engine";
import type { DeclaredHandler } from "../calls/handler.ts";
import { handlers as coreHandlers } from "../calls/index.ts";
import { paymentHandlers } from "./calls/index.ts";
import type { PaymentServices } from "./services.ts";

/** Calls for one step of a form. `buildRoutes` supplies their handlers. */
type StepCall = "remitPayeeParty";

export const handlers = { ...coreHandlers, ...paymentHandlers } satisfies {
  [N in Exclude<DeclaredCallName, StepCall>]: DeclaredHandler<N, PaymentServices>;
};
