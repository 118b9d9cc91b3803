/** POST /mer/own/secondFactor: raises a proof of the payment password by a code of the authenticator, when the call that it is for asked for one. */
import { handler } from "./handler.ts";
import { Failure } from "../core/failure.ts";
import { verifySecondFactor } from "../session/second-factor.ts";
import { noteSecurity } from "../audit/security-log.ts";
import { checkRaisable, raiseProof } from "../session/step-up.ts";

export const secondFactor = handler("secondFactor", async (call) => {
  const { services, session, body, ip } = call;
  const { proof = "" } = body;
  // A code is valid once: do not consume it for an expired proof.
  await checkRaisable(services.db, proof, session);
  try {
    await verifySecondFactor(services, session.user, body.googleCode, ip);
  } catch (error) {
    if (error instanceof Failure)
      await noteSecurity(call, session.user, "stepUpRefused", {
        detail: { call: call.route.id, reason: error.failure },
      });
    throw error;
  }
  await raiseProof(services.db, proof, session);
  return { proof };
});
