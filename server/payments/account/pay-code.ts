/** POST /mer/user/modify/pay/email/code (C8): sends a code for setting or changing the payment password. */
import type { CallBody } from "@portolan/engine";
import { handler, type CallContext } from "../../calls/handler.ts";
import { findMessageTarget } from "./message-target.ts";
import { sendCode, type Subject } from "../../session/codes.ts";
import type { Target } from "../../session/mail.ts";
import { maskAddress } from "../../session/mask-address.ts";

export const payCode = handler("payCode", async (call) => {
  const { about, target } = resolvePayCode(call);
  await sendCode(call, about, target, call.session.user);
  return { to: maskAddress(target.address) };
});

/**
 * Returns the subject that the code is bound to, and the recipient of the code.
 *
 * @throws Failure at `verifyType` when the code is to be sent to the phone and the user has none
 */
export function resolvePayCode(
  call: Pick<CallContext, "lang" | "session"> & { body: Pick<CallBody<"payCode">, "verifyType"> },
): {
  about: Subject;
  target: Target;
} {
  const {
    session: { user },
  } = call;
  const target = findMessageTarget(call, user);
  return { about: { purpose: "payPassword", subject: `${user.id}|${target.address}` }, target };
}
