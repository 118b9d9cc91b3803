/** Handlers of the calls in `schemas/calls/`, by name. A call without a handler here does not build, and the server does not start. */
import type { CallName } from "../../src/contract/types.gen.ts";
import type { Handler } from "../http/call.ts";
import { cancelOrder } from "./cancel-order.ts";
import { checkPassword } from "./check-password.ts";
import { context } from "./context.ts";
import { getConstants } from "./get-constants.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { menu } from "./menu.ts";
import { userInfo } from "./user-info.ts";

export const handlers = {
  cancelOrder,
  checkPassword,
  context,
  getConstants,
  login,
  logout,
  menu,
  userInfo,
} satisfies Record<CallName, Handler>;
