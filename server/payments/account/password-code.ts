/**
 * POST /mer/password/send/email/code (C6): sends the user, by email or text message, a code for changing the login
 * password.
 */
import type { CallBody } from "@portolan/engine";
import { handler, type CallContext } from "../../calls/handler.ts";
import { createFieldFailure } from "../../calls/account-steps.ts";
import { findMessageTarget } from "./message-target.ts";
import { sendCode, type Subject } from "../../session/codes.ts";
import type { Target } from "../../session/mail.ts";
import { normalizeUsername } from "../../session/users.ts";
import { maskAddress } from "../../session/mask-address.ts";

export const passwordCode = handler("passwordCode", async (call) => {
  const { about, target } = resolvePasswordCode(call);
  await sendCode(call, about, target, call.session.user);
  return { to: maskAddress(target.address) };
});

/**
 * Returns the subject that the code is bound to, and the recipient of the code.
 *
 * @throws Failure at the field when the address or number is not the user's own
 */
export function resolvePasswordCode(
  call: Pick<CallContext, "lang" | "session"> & { body: Pick<CallBody<"passwordCode">, "verifyType" | "email"> },
): {
  about: Subject;
  target: Target;
} {
  const {
    body,
    session: { user },
  } = call;
  const target = findMessageTarget(call, user);
  const given = target.channel === "mail" ? normalizeUsername(body.email) : readPhone(body.email);
  if (given !== target.address) throw createFieldFailure(call, "email", "notOwnAddress");
  return { about: { purpose: "loginPassword", subject: `${user.id}|${target.address}` }, target };
}

/** Normalises a phone number to its stored form. The prefix of a Chinese mobile number, +86, may be omitted. */
const readPhone = (text: string): string => {
  const digits = text.replace(/[\s()-]/g, "");
  return /^1[3-9]\d{9}$/.test(digits) ? `+86${digits}` : digits;
};
