/**
 * POST /mer/own/secondFactor: upgrades a proof of the payment password with an authenticator or recovery code, for a
 * call that requires both.
 */
import { handler } from "./handler.ts";
import { Failure } from "../core/failure.ts";
import { verifySecondFactor } from "../session/second-factor.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";
import { checkRaisable, raiseProof } from "../session/step-up.ts";

export const secondFactor = handler("secondFactor", async (call) => {
  const { services, session, body, ip } = call;
  const { proof = "" } = body;
  // A code works only once, so check that the proof has not expired before consuming it.
  await checkRaisable(services.db, proof, session);
  try {
    await verifySecondFactor(services, session.user, body.googleCode, ip);
  } catch (error) {
    if (error instanceof Failure)
      await auditSecurityEvent(call, session.user, "stepUpRefused", {
        detail: { call: call.route.id, reason: error.failure },
      });
    throw error;
  }
  await raiseProof(services.db, proof, session);
  return { proof };
});
