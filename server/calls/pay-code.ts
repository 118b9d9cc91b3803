/** POST /mer/user/modify/pay/email/code (C8): the code for a new payment password. */
import type { CallContext, Handler } from "./handler.ts";
import { ownTarget } from "./session-cookies.ts";
import { sendCode, type Subject } from "../session/codes.ts";
import type { Target } from "../session/mail.ts";

export const payCode: Handler = async (call) => {
  const { about, target } = ownPayCode(call);
  await sendCode(call, about, target, call.session.user);
  return {};
};

/** What the code is bound to. Throws at the field when the user has no phone. */
export function ownPayCode(call: Pick<CallContext, "body" | "lang" | "session">): {
  about: Subject;
  target: Target & { m: string };
} {
  const {
    session: { user },
  } = call;
  const target = ownTarget(call, user);
  return { about: { purpose: "payPassword", subject: `${user.id}|${target.address}` }, target };
}
