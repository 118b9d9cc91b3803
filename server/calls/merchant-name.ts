/** GET /mer/transfer/getMerName (C95): whose number it is, partly masked; a given name must be his. */
import { Failure } from "../failure.ts";
import type { Handler } from "../http/call.ts";
import { findMerchant, partly, sameName } from "../lifecycle/counterparty.ts";
import { countNameMiss, mayAskNames } from "../session/name-guard.ts";

export const merchantName: Handler = async ({ deps: { db }, actor, body }) => {
  await mayAskNames(db, actor);
  const found = await findMerchant(db, String(body.merchant));
  const wrong = !found ? "noMerchant" : body.name !== undefined && !sameName(String(body.name), found.name) ? "merchantName" : undefined;
  if (!found || wrong) {
    await countNameMiss(db, actor);
    throw new Failure(wrong!);
  }
  return { merchant: found.id, name: partly(found.name) };
};
