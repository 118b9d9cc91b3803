/** GET /mer/transfer/getMerName (C95): whose number it is, partly masked; a given name must be his. */
import { Failure } from "../core/failure.ts";
import type { Handler } from "./handler.ts";
import { findMerchant, partly, sameName, type Counterparty } from "../payments/facts/counterparty.ts";
import { asksName } from "../session/name-guard.ts";

export const merchantName: Handler = async ({ services: { db }, actor, body }) => {
  const wrongIn = (found: Counterparty | undefined) =>
    !found
      ? "noMerchant"
      : body.name !== undefined && !sameName(String(body.name), found.name)
        ? "merchantName"
        : undefined;
  const found = await asksName(
    db,
    actor,
    () => findMerchant(db, String(body.merchant)),
    (one) => wrongIn(one) !== undefined,
  );
  const wrong = wrongIn(found);
  if (!found || wrong) throw new Failure(wrong!);
  return { merchant: found.id, name: partly(found.name) };
};
