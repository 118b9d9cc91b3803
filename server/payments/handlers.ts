/**
 * Handlers of the calls in `schemas/calls`, by name, except those for one step of a form. Any other call without a
 * handler is a type error, and prevents the server from starting.
 */
import type { DeclaredCallName } from "@portolan/engine";
import type { DeclaredHandler } from "../calls/handler.ts";
import { handlers as coreHandlers } from "../calls/index.ts";
import { authLetter, letterTemplate } from "./onboarding/auth-letter.ts";
import { authMsg } from "./onboarding/auth-msg.ts";
import { bankInformationRelevance } from "./pay/bank-information-relevance.ts";
import { batchWithdraw } from "./pay/batch-withdraw.ts";
import { cancelOrder } from "./calls/cancel-order.ts";
import { cardInquiry } from "./cards/card-inquiry.ts";
import { cardNumberDisplay } from "./cards/card-number-display.ts";
import { currencyRate } from "./calls/currency-rate.ts";
import { decideOrders } from "./calls/decide-orders.ts";
import { displayBalance } from "./wallet/display-balance.ts";
import { payeeTemplate, payTemplate, remitTemplate } from "./calls/file-templates.ts";
import { merRate } from "./calls/mer-rate.ts";
import { merchantName } from "./transfer/merchant-name.ts";
import { merchantNames } from "./transfer/merchant-names.ts";
import { orderHistory } from "./calls/order-history.ts";
import { ratePrice } from "./calls/rate-price.ts";
import { remitPayeeFrom } from "./remit/remit-payee-from.ts";
import { swapQuote } from "./swap/swap-quote.ts";
import { swapSure } from "./swap/swap-sure.ts";
import { swapTime } from "./swap/swap-time.ts";
import { walletStatement } from "./wallet/wallet-statement.ts";
import { walletHistory } from "./wallet/wallet-history.ts";
import { walletTotal } from "./wallet/wallet-total.ts";
import type { PaymentServices } from "./services.ts";

/** Handlers of the payment calls. Registering a handler under the name of another call is a type error. */
const paymentHandlers = {
  authLetter,
  authMsg,
  bankInformationRelevance,
  batchWithdraw,
  cancelOrder,
  cardInquiry,
  cardNumberDisplay,
  currencyRate,
  decideOrders,
  displayBalance,
  letterTemplate,
  merchantName,
  merchantNames,
  merRate,
  orderHistory,
  payeeTemplate,
  payTemplate,
  ratePrice,
  remitPayeeFrom,
  remitTemplate,
  swapQuote,
  swapSure,
  swapTime,
  walletStatement,
  walletHistory,
  walletTotal,
} satisfies { [N in DeclaredCallName]?: DeclaredHandler<N, PaymentServices> };

/** Calls for one step of a form. `buildRoutes` supplies their handlers. */
type StepCall = "remitPayeeParty";

export const handlers = { ...coreHandlers, ...paymentHandlers } satisfies {
  [N in Exclude<DeclaredCallName, StepCall>]: DeclaredHandler<N, PaymentServices>;
};
