/** POST /mer/own/phone/code: a text message to the number that is to be used for verification. */
import { handler } from "./handler.ts";
import { sendCode } from "../session/codes.ts";

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
  return {};
});
