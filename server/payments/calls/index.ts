/** Handlers of the payment calls, by name. Registering a handler under the name of another call is a type error. */
import type { DeclaredCallName } from "@portolan/engine";
import type { DeclaredHandler } from "../../calls/handler.ts";
import type { PaymentServices } from "../services.ts";
import { authLetter, letterTemplate } from "./auth-letter.ts";
import { authMsg } from "./auth-msg.ts";
import { bankInformationRelevance } from "./bank-information-relevance.ts";
import { batchWithdraw } from "./batch-withdraw.ts";
import { cancelOrder } from "./cancel-order.ts";
import { cardInquiry } from "./card-inquiry.ts";
import { cardNumberDisplay } from "./card-number-display.ts";
import { currencyRate } from "./currency-rate.ts";
import { decideOrders } from "./decide-orders.ts";
import { displayBalance } from "./display-balance.ts";
import { payeeTemplate, payTemplate, remitTemplate } from "./file-templates.ts";
import { merRate } from "./mer-rate.ts";
import { merchantName } from "./merchant-name.ts";
import { merchantNames } from "./merchant-names.ts";
import { orderHistory } from "./order-history.ts";
import { ratePrice } from "./rate-price.ts";
import { remitPayeeFrom } from "./remit-payee-from.ts";
import { swapQuote } from "./swap-quote.ts";
import { swapSure } from "./swap-sure.ts";
import { swapTime } from "./swap-time.ts";
import { walletStatement } from "./wallet-statement.ts";
import { walletHistory } from "./wallet-history.ts";
import { walletTotal } from "./wallet-total.ts";

export const paymentHandlers = {
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
