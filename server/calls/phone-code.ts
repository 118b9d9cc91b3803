/** POST /mer/own/phone/code: a text message to the number that is to be used for verification. */
import type { Handler } from "../http/call.ts";
import { sendCode } from "../session/codes.ts";

export const phoneCode: Handler = async ({ deps, body, ip, session: { user } }) => {
  const address = String(body.phone);
  await sendCode(deps, { purpose: "phone", subject: `${user.id}|${address}` }, { channel: "sms", address, m: user.merId }, ip);
  return {};
};
