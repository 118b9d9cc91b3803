/**
 * POST /mer/other2/checkPassword (C27): verifies the payment password, and the second factor if one is given, and
 * issues a one-time proof for one call with one body.
 */
import { handler } from "../../calls/handler.ts";
import { confirmCall } from "../../calls/account-steps.ts";

export const checkPassword = handler("checkPassword", async (call) => {
  const { call: confirmed, password, googleCode } = call.body;
  return { proof: await confirmCall(call, { confirmed, digest: password, code: googleCode }) };
});
