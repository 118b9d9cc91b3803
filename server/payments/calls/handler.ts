import { createHandlers } from "../../calls/handler.ts";
import type { PaymentServices } from "../services.ts";

/** Same as `handler`, for calls that need the payment services. */
export const paymentHandler = createHandlers<PaymentServices>();
