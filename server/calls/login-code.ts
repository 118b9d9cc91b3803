/** POST /mer/login/send/email/code (C2): the mailed code before sign-in. The answer never tells whether the address is known. */
import { handler } from "./handler.ts";
import { sendCode } from "../session/codes.ts";
import { normalUsername, userByName } from "../session/users.ts";

export const loginCode = handler("loginCode", async (call) => {
  const { services, body } = call;
  const address = normalUsername(body.email);
  const { purpose = "login" } = body;
  const user = await userByName(services.db, address);
  // Who registers need not be known; that the mailbox has an account already is told to the one who can read it.
  const target =
    user || purpose === "register" ? { channel: "mail" as const, address, tenant: user?.merchantId } : undefined;
  await sendCode(call, { purpose, subject: address }, target, user);
  return {};
});
