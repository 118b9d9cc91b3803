/**
 * Handlers of the declared calls that every product has, by name. A handler registered under another call's name is a
 * type error.
 */
import type { DeclaredCallName } from "@portolan/engine";
import type { DeclaredHandler } from "./handler.ts";
import { avatar } from "./avatar.ts";
import { bindPhone } from "./bind-phone.ts";
import { digestMail } from "./digest-mail.ts";
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
import { notificationCount } from "./notification-count.ts";
import { notificationRead, notificationReadAll } from "./notification-read.ts";
import { passwordCode } from "./password-code.ts";
import { payCode } from "./pay-code.ts";
import { payPassword } from "./pay-password.ts";
import { phoneCode } from "./phone-code.ts";
import { register } from "./register.ts";
import { exportLine } from "./export-line.ts";
import { findRecords } from "./find-records.ts";
import { recordUse } from "./record-use.ts";
import { secondFactor } from "./second-factor.ts";
import { sessionEnd } from "./session-end.ts";
import { sessionList } from "./session-list.ts";
import { showImage } from "./show-image.ts";
import { userInfo } from "./user-info.ts";

export const handlers = {
  avatar,
  bindPhone,
  digestMail,
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
  notificationCount,
  notificationRead,
  notificationReadAll,
  passwordCode,
  payCode,
  payPassword,
  phoneCode,
  register,
  exportLine,
  findRecords,
  recordUse,
  secondFactor,
  sessionEnd,
  sessionList,
  showImage,
  userInfo,
} satisfies { [N in DeclaredCallName]?: DeclaredHandler<N> };
