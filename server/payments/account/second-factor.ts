/**
 * POST /mer/own/secondFactor: upgrades a proof of the payment password with an authenticator or recovery code, for a
 * call that requires both.
 */
import { handler } from "../../calls/handler.ts";
import { addSecondFactor } from "../../calls/account-steps.ts";

export const secondFactor = handler("secondFactor", async (call) => {
  const { proof = "", googleCode } = call.body;
  await addSecondFactor(call, { proof, code: googleCode });
  return { proof };
});
