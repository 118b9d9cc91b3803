/** Handlers of the calls in `schemas/calls/`, by name. A call without a handler here does not build, and the server does not start. */
import type { DeclaredCallName } from "../../src/contract/calls.ts";
import type { PaymentServices } from "../payments/services.ts";
import type { DeclaredHandler } from "./handler.ts";
import { bankInformationRelevance } from "./bank-information-relevance.ts";
import { batchWithdraw } from "./batch-withdraw.ts";
import { authLetter, letterTemplate } from "./auth-letter.ts";
import { authMsg } from "./auth-msg.ts";
import { bindPhone } from "./bind-phone.ts";
import { cancelOrder } from "./cancel-order.ts";
import { cardInquiry } from "./card-inquiry.ts";
import { cardNumberDisplay } from "./card-number-display.ts";
import { changePassword } from "./change-password.ts";
import { checkPassword } from "./check-password.ts";
import { context } from "./context.ts";
import { currencyRate } from "./currency-rate.ts";
import { displayBalance } from "./display-balance.ts";
import { payeeTemplate, payTemplate, remitTemplate } from "./file-templates.ts";
import { forgetPassword } from "./forget-password.ts";
import { getConstants } from "./get-constants.ts";
import { googleBind } from "./google-bind.ts";
import { googleClose } from "./google-close.ts";
import { googleQr } from "./google-qr.ts";
import { googleUser } from "./google-user.ts";
import { login } from "./login.ts";
import { loginCode } from "./login-code.ts";
import { logout } from "./logout.ts";
import { menu } from "./menu.ts";
import { merRate } from "./mer-rate.ts";
import { merchantName } from "./merchant-name.ts";
import { merchantNames } from "./merchant-names.ts";
import { notificationCount } from "./notification-count.ts";
import { notificationRead, notificationReadAll } from "./notification-read.ts";
import { passwordCode } from "./password-code.ts";
import { payCode } from "./pay-code.ts";
import { payPassword } from "./pay-password.ts";
import { phoneCode } from "./phone-code.ts";
import { ratePrice } from "./rate-price.ts";
import { register } from "./register.ts";
import { exportLine } from "./export-line.ts";
import { findRecords } from "./find-records.ts";
import { remitPayeeFrom } from "./remit-payee-from.ts";
import { secondFactor } from "./second-factor.ts";
import { sessionEnd } from "./session-end.ts";
import { sessionList } from "./session-list.ts";
import { showImage } from "./show-image.ts";
import { swapQuote } from "./swap-quote.ts";
import { swapSure } from "./swap-sure.ts";
import { swapTime } from "./swap-time.ts";
import { userInfo } from "./user-info.ts";

/** Calls that a step of a form posts to: the call table gives them theirs. */
type StepCall = "remitPayeeParty";

export const handlers = {
  authLetter,
  authMsg,
  bankInformationRelevance,
  batchWithdraw,
  bindPhone,
  cancelOrder,
  cardInquiry,
  cardNumberDisplay,
  changePassword,
  checkPassword,
  context,
  currencyRate,
  displayBalance,
  forgetPassword,
  getConstants,
  googleBind,
  googleClose,
  googleQr,
  googleUser,
  letterTemplate,
  login,
  loginCode,
  logout,
  menu,
  merRate,
  merchantName,
  merchantNames,
  notificationCount,
  notificationRead,
  notificationReadAll,
  passwordCode,
  payCode,
  payeeTemplate,
  payTemplate,
  remitTemplate,
  payPassword,
  phoneCode,
  ratePrice,
  register,
  exportLine,
  findRecords,
  remitPayeeFrom,
  secondFactor,
  sessionEnd,
  sessionList,
  showImage,
  swapQuote,
  swapSure,
  swapTime,
  userInfo,
} satisfies { [N in Exclude<DeclaredCallName, StepCall>]: DeclaredHandler<N, PaymentServices> };
