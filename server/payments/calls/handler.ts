import { createHandlers } from "../../calls/handler.ts";
import type { PaymentServices } from "../services.ts";

/** As `handler`, for calls that need the services of payments. */
export const paymentHandler = createHandlers<PaymentServices>();
