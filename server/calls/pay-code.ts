/** POST /mer/user/modify/pay/email/code (C8): the code for a new payment password. */
import type { CallBody } from "../../src/contract/calls.ts";
import { handler, type CallContext } from "./handler.ts";
import { ownTarget } from "./session-cookies.ts";
import { sendCode, type Subject } from "../session/codes.ts";
import type { Target } from "../session/mail.ts";

export const payCode = handler("payCode", async (call) => {
  const { about, target } = ownPayCode(call);
  await sendCode(call, about, target, call.session.user);
  return {};
});

/** Returns the subject that the code is bound to. @throws Failure at the field when the user has no phone */
export function ownPayCode(
  call: Pick<CallContext, "lang" | "session"> & { body: Pick<CallBody<"payCode">, "verifyType"> },
): {
  about: Subject;
  target: Target;
} {
  const {
    session: { user },
  } = call;
  const target = ownTarget(call, user);
  return { about: { purpose: "payPassword", subject: `${user.id}|${target.address}` }, target };
}
