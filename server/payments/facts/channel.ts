import { recordCurrency, type Row } from "@portolan/engine";
import type { FactRequest, FactLoader } from "../../lifecycle/context.ts";
import { formatPeriod, formatLimitName, readUsed } from "../ledger/daily-and-monthly-limits.ts";
import { hasBalance, readBalances } from "../ledger/balances.ts";
import { readTerms, type Terms } from "./terms.ts";

/**
 * Loads the merchant's current terms for this product and currency. Returns undefined while the record has no currency,
 * and an empty object when no terms are set, so that rules can report that.
 */
export const channel: FactLoader = async (about) => {
  const currency = recordCurrency(about.entity, about.record);
  if (!currency) return undefined;
  const [terms, monthUsed] = await Promise.all([readTerms(about), readMonthUsed(about)]);
  const found = terms.byCurrency.get(currency) ?? (await readTermsOfHeld(about, terms, currency));
  return found ? { ...found, monthUsed } : {};
};

/** Returns the terms of a currency without its own if the merchant holds it. */
async function readTermsOfHeld(
  { db, actor }: FactRequest,
  { ofHeld }: Terms,
  currency: string,
): Promise<Row | undefined> {
  if (!ofHeld) return undefined;
  return hasBalance(await readBalances(db, actor.tenant), currency) ? ofHeld : undefined;
}

/**
 * Reads how much of the channel's monthly limit this month's orders have consumed. Returns `0` if the lifecycle has no
 * such limit.
 */
async function readMonthUsed({ db, actor, entity, record, clock }: FactRequest): Promise<string> {
  const counts = entity.lifecycle?.transitions.flatMap((transition) => transition.count) ?? [];
  const count = counts.find(({ period, limit }) => period === "month" && limit.reads.includes("channel.monthlyMax"));
  if (!count) return "0";
  return readUsed(db, actor.tenant, {
    rule: formatLimitName(entity, count.limit, record),
    period: formatPeriod(count.period, clock.now()),
  });
}
