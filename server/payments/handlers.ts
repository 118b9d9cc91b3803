/** Handlers of all calls in `schemas/calls`, by name. A call without one does not build, and the server does not start. */
import type { DeclaredCallName } from "../../src/contract/calls.ts";
import type { DeclaredHandler } from "../calls/handler.ts";
import { handlers as coreHandlers } from "../calls/index.ts";
import { paymentHandlers } from "./calls/index.ts";
import type { PaymentServices } from "./services.ts";

/** Calls that a step of a form posts to: `buildRoutes` gives them the step's handler. */
type StepCall = "remitPayeeParty";

export const handlers = { ...coreHandlers, ...paymentHandlers } satisfies {
  [N in Exclude<DeclaredCallName, StepCall>]: DeclaredHandler<N, PaymentServices>;
};
