/**
 * POST /mer/login/send/email/code (C2): sends a code by email for signing in, registering or resetting the password
 * (`purpose`). The response never reveals whether the address is registered.
 */
import { handler } from "../../calls/handler.ts";
import { sendCode } from "../../session/codes.ts";
import { normalizeUsername, findUserByName } from "../../session/users.ts";
import { maskAddress } from "../../session/mask-address.ts";

export const loginCode = handler("loginCode", async (call) => {
  const { services, body } = call;
  const address = normalizeUsername(body.email);
  const { purpose = "login" } = body;
  const user = await findUserByName(services, address);
  // Without an account, send a code only for registration. Whether an account exists is revealed only in its own
  // mailbox.
  const target =
    user || purpose === "register" ? { channel: "mail" as const, address, tenant: user?.tenant } : undefined;
  await sendCode(call, { purpose, subject: address }, target, user);
  return { to: maskAddress(address) };
});
