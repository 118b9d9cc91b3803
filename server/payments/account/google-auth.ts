/**
 * Calls of the second factor (C111-C114): GET /mer/googleAuth/getMerUser, GET …/getQrCode, POST …/bind, GET …/close.
 */
import { handler } from "../../calls/handler.ts";
import { closeTotp, confirmTotp, enrolTotp, readTotpStatus } from "../../calls/totp.ts";

export const googleUser = handler("googleUser", readTotpStatus);
export const googleQr = handler("googleQr", enrolTotp);
export const googleBind = handler("googleBind", async (call) => {
  const { googleCode, password, proof } = call.body;
  return { recoveryCodes: await confirmTotp(call, { code: googleCode, digest: password, proof }) };
});
export const googleClose = handler("googleClose", async (call) => {
  await closeTotp(call);
  return {};
});
