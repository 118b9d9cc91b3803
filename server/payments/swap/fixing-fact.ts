import { recordCurrency, startOfDay } from "@portolan/engine";
import { formatDayInChina } from "../../../src/payments/time.ts";
import type { FactLoader } from "../../lifecycle/context.ts";
import { readNewest, readNewestAt, PIVOT } from "../rates/market.ts";
import { computeBuyingRate, readMargins } from "../rates/terms.ts";

/**
 * Loads the merchant's price of one dollar in the order's currency as of the start of the day in China, so that a
 * charge in another currency equals the one that was displayed to the user. If there is no price that old, the newest
 * one is used.
 */
export const fixing: FactLoader = async ({ db, schemas, clock, actor, entity, record }) => {
  const quote = recordCurrency(entity, record);
  if (!quote) return undefined;
  if (quote === PIVOT) return { usd: "1" };
  const now = clock.now();
  const moment =
    (await readNewestAt(db, startOfDay(formatDayInChina(now), entity.dialect.zone))) ?? (await readNewest(db));
  const usd =
    moment && computeBuyingRate(moment, { base: PIVOT, quote }, await readMargins(db, schemas, actor.tenant, now));
  return usd ? { usd: usd.toString() } : {};
};
