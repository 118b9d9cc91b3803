/** POST /mer/home/rate/price (C32): returns prices with the merchant's bid and ask, and chart points. */
import type { Lang } from "@portolan/engine";
import { paymentHandler } from "../services.ts";
import { Failure } from "../../core/failure.ts";
import { createFieldError } from "../../core/field-error.ts";
import { createLine, listHomePairs, readHistory, readMarket } from "../rates/board.ts";
import { parsePair, type Pair } from "../rates/market.ts";

/** Number of charts to return when no pairs are given. */
const CHARTS = 6;
/** Maximum number of pairs, for the error message. The schema itself limits only the length of the parameter. */
const MAX_PAIRS = 40;

export const ratePrice = paymentHandler("ratePrice", async ({ services, actor, body, lang }) => {
  const named = readPairs(body.pairs, lang);
  const market = await readMarket(services, actor.tenant);
  const pairs = named ?? listHomePairs(services);
  const rates = pairs.flatMap((pair) => createLine(market, pair) ?? []);
  return {
    serverTime: new Date(market.now).toISOString(),
    stale: rates.length === 0 || rates.some(({ stale }) => stale),
    rates,
    history: market.moment
      ? await readHistory(services, market.now, named ? pairs : pairs.slice(0, CHARTS), Number(body.days ?? 1))
      : {},
  };
});

/** Parses `USD/CNY,EUR/CNY`. Returns undefined if no pairs are given. @throws Failure `invalid` for any other form */
function readPairs(text: string | undefined, lang: Lang): Pair[] | undefined {
  if (text === undefined || text === "") return undefined;
  return text.split(",").map((name) => {
    const pair = parsePair(name.trim());
    if (pair) return pair;
    throw new Failure("invalid", {}, [
      createFieldError("/pairs", "pairs", lang, { params: { limit: MAX_PAIRS }, code: "pattern" }),
    ]);
  });
}
