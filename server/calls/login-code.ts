/** POST /mer/login/send/email/code (C2): the mailed code before sign-in. The answer never tells whether the address is known. */
import type { Handler } from "./handler.ts";
import { sendCode, type Purpose } from "../session/codes.ts";
import { normalUsername, userByName } from "../session/users.ts";

export const loginCode: Handler = async (call) => {
  const { services, body } = call;
  const address = normalUsername(String(body.email));
  const purpose = String(body.purpose ?? "login") as Purpose;
  const user = await userByName(services.db, address);
  // Who registers need not be known; that the mailbox has an account already is told to the one who can read it.
  const target = user || purpose === "register" ? { channel: "mail" as const, address, m: user?.merId } : undefined;
  await sendCode(call, { purpose, subject: address }, target, user);
  return {};
};
