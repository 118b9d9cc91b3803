/** Handlers of the calls in `server/session/schemas`, by name. Registering one under another call's name is a type error. */
import type { Calls as SessionCalls } from "../session/calls.gen.ts";
import type { DeclaredHandler } from "./handler.ts";
import { avatar } from "./avatar.ts";
import { context } from "./context.ts";
import { digestMail } from "./digest-mail.ts";
import { exportLine } from "./export-line.ts";
import { findRecords } from "./find-records.ts";
import { getConstants } from "./get-constants.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { menu } from "./menu.ts";
import { notificationCount } from "./notification-count.ts";
import { notificationRead, notificationReadAll } from "./notification-read.ts";
import { changePassword, checkPassword, forgetPassword, passwordCode, secondFactor } from "./passwords.ts";
import { recordUse } from "./record-use.ts";
import { sessionEnd } from "./session-end.ts";
import { sessionList } from "./session-list.ts";
import { showImage } from "./show-image.ts";
import { totpClose, totpConfirm, totpEnrol, totpStatus } from "./totp.ts";
import { userInfo } from "./user-info.ts";

export const sessionHandlers = {
  avatar,
  changePassword,
  checkPassword,
  context,
  digestMail,
  exportLine,
  findRecords,
  forgetPassword,
  getConstants,
  login,
  logout,
  menu,
  notificationCount,
  notificationRead,
  notificationReadAll,
  passwordCode,
  recordUse,
  secondFactor,
  sessionEnd,
  sessionList,
  showImage,
  totpClose,
  totpConfirm,
  totpEnrol,
  totpStatus,
  userInfo,
} satisfies { [N in keyof SessionCalls]: DeclaredHandler<N> };
