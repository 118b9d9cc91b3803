/** GET /mer/transfer/getMerName (C95): whose number it is, partly masked; a given name must be his. */
import { Failure } from "../../core/failure.ts";
import { handler } from "../../calls/handler.ts";
import { findMerchant, partly, sameName, type Counterparty } from "../facts/counterparty.ts";
import { asksName } from "../../session/name-guard.ts";

export const merchantName = handler("merchantName", async ({ services: { db }, actor, body }) => {
  const wrongIn = (found: Counterparty | undefined) =>
    !found ? "noMerchant" : body.name !== undefined && !sameName(body.name, found.name) ? "merchantName" : undefined;
  const found = await asksName(
    db,
    actor,
    () => findMerchant(db, body.merchant),
    (one) => wrongIn(one) !== undefined,
  );
  const wrong = wrongIn(found);
  if (!found || wrong) throw new Failure(wrong!);
  return { merchant: found.id, name: partly(found.name) };
});
