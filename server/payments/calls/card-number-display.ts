/**
 * GET /mer/gep/VCCmanagement/cardNumberDisplay (C105): returns a card's number, expiry date and security code. Each
 * request consumes a new step-up proof (the payment password or a stronger one), and every reveal is audited.
 */
import { Failure } from "../../core/failure.ts";
import { audit } from "../../audit/audit.ts";
import { load } from "../../lifecycle/store.ts";
import { present } from "../../records/present.ts";
import { paymentHandler } from "./handler.ts";

export const cardNumberDisplay = paymentHandler("cardNumberDisplay", async (call) => {
  const { services, actor, session, body, ip, traceId } = call;
  const card = services.schemas.entity("card");
  const vault = services.cardVault;
  if (!vault) throw new Failure("systemException");
  // Does not use `idempotent`, which would store the response.
  return services.db.tx(async (tx) => {
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
  });
});
