/** Handlers of the calls in `schemas/calls/`, by name. A call without a handler here does not build, and the server does not start. */
import type { CallName } from "../../src/contract/types.gen.ts";
import type { Handler } from "../http/call.ts";
import { bindPhone } from "./bind-phone.ts";
import { cancelOrder } from "./cancel-order.ts";
import { changePassword } from "./change-password.ts";
import { checkPassword } from "./check-password.ts";
import { context } from "./context.ts";
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
import { passwordCode } from "./password-code.ts";
import { payCode } from "./pay-code.ts";
import { payPassword } from "./pay-password.ts";
import { phoneCode } from "./phone-code.ts";
import { register } from "./register.ts";
import { sessionEnd } from "./session-end.ts";
import { sessionList } from "./session-list.ts";
import { userInfo } from "./user-info.ts";

export const handlers = {
  bindPhone,
  cancelOrder,
  changePassword,
  checkPassword,
  context,
  forgetPassword,
  getConstants,
  googleBind,
  googleClose,
  googleQr,
  googleUser,
  login,
  loginCode,
  logout,
  menu,
  passwordCode,
  payCode,
  payPassword,
  phoneCode,
  register,
  sessionEnd,
  sessionList,
  userInfo,
} satisfies Record<CallName, Handler>;
