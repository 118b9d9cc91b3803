/** POST /mer/own/phone/code: sends a code by text message to a phone number that is being added for verification. */
import { handler } from "../../calls/handler.ts";
import { sendCode } from "../../session/codes.ts";
import { maskAddress } from "../../session/mask-address.ts";

export const phoneCode = handler("phoneCode", async (call) => {
  const {
    body,
    session: { user },
  } = call;
  const address = body.phone;
  await sendCode(
    call,
    { purpose: "phone", subject: `${user.id}|${address}` },
    { channel: "sms", address, tenant: user.tenant },
    user,
  );
  return { to: maskAddress(address) };
});
