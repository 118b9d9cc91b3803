/**
 * Handlers of the calls in `schemas/calls`, by name, except those for one step of a form. Any other call without a
 * handler is a type error, and prevents the server from starting.
 */
import type { CallBody, CallResponse, DeclaredCallName } from "@portolan/engine";
import type { DeclaredHandler } from "../calls/handler.ts";
import type { Calls as SessionCalls } from "../session/calls.gen.ts";
import { sessionHandlers } from "../calls/index.ts";
import { bindPhone } from "./account/bind-phone.ts";
import { changePassword } from "./account/change-password.ts";
import { checkPassword } from "./account/check-password.ts";
import { context } from "./account/context.ts";
import { forgetPassword } from "./account/forget-password.ts";
import { googleBind, googleClose, googleQr, googleUser } from "./account/google-auth.ts";
import { login } from "./account/login.ts";
import { loginCode } from "./account/login-code.ts";
import { menu } from "./account/menu.ts";
import { passwordCode } from "./account/password-code.ts";
import { payCode } from "./account/pay-code.ts";
import { payPassword } from "./account/pay-password.ts";
import { phoneCode } from "./account/phone-code.ts";
import { register } from "./account/register.ts";
import { secondFactor } from "./account/second-factor.ts";
import { userInfo } from "./account/user-info.ts";
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
  bindPhone,
  changePassword,
  checkPassword,
  context,
  forgetPassword,
  googleBind,
  googleClose,
  googleQr,
  googleUser,
  login,
  loginCode,
  menu,
  passwordCode,
  payCode,
  payPassword,
  phoneCode,
  register,
  secondFactor,
  userInfo,
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

/** Calls whose handler is that of the sign-in schemas. The specified request must fit it, and its response these. */
type SharedCall = Exclude<Extract<DeclaredCallName, keyof SessionCalls>, keyof typeof paymentHandlers>;
type Unlike = {
  // The labels of `findRecords` have the languages of the product.
  [N in Exclude<SharedCall, "findRecords">]: [CallBody<N>, SessionCalls[N]["response"]] extends [
    SessionCalls[N]["request"],
    CallResponse<N>,
  ]
    ? never
    : N;
}[Exclude<SharedCall, "findRecords">];

export const handlers = { ...sessionHandlers, ...paymentHandlers } satisfies {
  [N in Exclude<DeclaredCallName, StepCall> | Unlike]: N extends Unlike ? never : DeclaredHandler<N, PaymentServices>;
};
