/** GET /mer/gep/VCCmanagement/cardNumberDisplay (C105): a card's number, expiry and security code, once per proof of the payment password. Every look is audited. */
import { Failure } from "../core/failure.ts";
import { secretsOf } from "../payments/cards/issuer.ts";
import type { Handler } from "../http/handler.ts";
import { audit } from "../audit/audit.ts";
import { load } from "../lifecycle/store.ts";

export const cardNumberDisplay: Handler = async (call) => {
  const { deps, actor, body, ip, traceId } = call;
  const card = deps.schemas.entities.get("card")!;
  // No idempotency here: the answer must be kept nowhere.
  return deps.db.tx(async (tx) => {
    const stored = await load(tx, card, actor.merId, String(body.id));
    if (!stored) throw new Failure("notFound");
    if (!(await call.prove(tx))) throw new Failure("proofMissing");
    if (stored.status !== "usable") throw new Failure("transition", { event: "reveal", status: stored.status });
    await audit(tx, {
      m: actor.merId,
      at: deps.clock.now(),
      actor: actor.userId!,
      action: "card.reveal",
      object: `card/${stored.id}`,
      ip,
      traceId,
      detail: {},
    });
    return { ...secretsOf(deps.seal.key, stored.data) };
  });
};
