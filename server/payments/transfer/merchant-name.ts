/**
 * GET /mer/transfer/getMerName (C95): returns the number and the masked name of a merchant by its number or a sign-in
 * name. If a name is given, it must match.
 */
import { Failure } from "../../core/failure.ts";
import { handler } from "../../calls/handler.ts";
import { findMerchant, maskName, isSameName, type Counterparty } from "./counterparty-fact.ts";
import { throttleTenantLookup } from "../../session/tenant-lookup-throttle.ts";

export const merchantName = handler("merchantName", async ({ services: { db }, actor, body }) => {
  const findWrong = (found: Counterparty | undefined) =>
    !found ? "noMerchant" : body.name !== undefined && !isSameName(body.name, found.name) ? "merchantName" : undefined;
  const found = await throttleTenantLookup(
    db,
    actor,
    () => findMerchant(db, body.merchant),
    (counterparty) => findWrong(counterparty) !== undefined,
  );
  if (!found) throw new Failure("noMerchant");
  const wrong = findWrong(found);
  if (wrong) throw new Failure(wrong);
  return { merchant: found.id, name: maskName(found.name) };
});
