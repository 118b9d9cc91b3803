/**
 * GET /mer/gep/VCCmanagement/cardNumberDisplay (C105): returns a card's number, expiry date and security code. Each
 * successful request consumes a new step-up proof (the payment password or a stronger one) and is audited; a refused one
 * does neither. Every request with a proof counts towards a limit per user, whatever its result.
 */
import { Failure } from "../../core/failure.ts";
import { audit } from "../../audit/audit.ts";
import { load } from "../../lifecycle/store.ts";
import { present } from "../../records/present.ts";
import type { Tx } from "../../store/database.ts";
import { PROOF_HEADER } from "../../http/call-headers.ts";
import { countAttempt, type ThrottleRule } from "../../session/throttle.ts";
import { paymentHandler } from "../services.ts";

/** Limits attempts per user, so that a stolen session cannot be used to read all card numbers. */
const REVEALS: ThrottleRule = { windowMs: 60 * 60_000, free: 30, firstWaitMs: 60_000, maxWaitMs: 15 * 60_000 };

export const cardNumberDisplay = paymentHandler("cardNumberDisplay", async (call) => {
  const { services, actor, session, body, ip, traceId } = call;
  const card = services.schemas.entity("card");
  const vault = services.cardVault;
  if (!vault) throw new Failure("systemException");
  const key = `cardNumber:${session.user.id}`;
  // Do not use `idempotent`, because it would store the card number with the response.
  const revealOnce = async (tx: Tx) => {
    const stored = await load(tx, card, actor.tenant, body.id);
    if (!stored) throw new Failure("notFound");
    if (!(await call.consumeProof(tx))) throw new Failure("proofMissing");
    if (stored.status !== "usable") throw new Failure("transition", { event: "reveal", status: stored.status });
    await audit(tx, {
      tenant: actor.tenant,
      at: services.clock.now(),
      actor: session.user.id,
      action: "card.reveal",
      object: `card/${stored.id}`,
      ip,
      traceId,
      detail: {},
    });
    return { ...(await vault.reveal(present(card, stored.data, undefined, "provider"))) };
  };
  if (call.header(PROOF_HEADER) === undefined) throw new Failure("proofMissing");
  await countAttempt(services.db, key, REVEALS);
  return services.db.tx(revealOnce);
});
