/** POST /mer/home/rate/price (C32): the market with the merchant's two sides, and points for a small chart. */
import { paymentHandler } from "./handler.ts";
import { Failure } from "../../core/failure.ts";
import { fieldError } from "../../core/field-error.ts";
import { history, homePairs, line, marketFor } from "../rates/board.ts";
import { pairOf, type Pair } from "../rates/market.ts";

/** Pairs whose chart comes along when none are named. */
const CHARTS = 6;
/** As many as the longest list that the schema lets through names. */
const MOST_PAIRS = 40;

export const ratePrice = paymentHandler("ratePrice", async ({ services, actor, body, lang }) => {
  const named =
    typeof body.pairs === "string" && body.pairs !== ""
      ? body.pairs.split(",").map((text) => pairOf(text.trim()))
      : undefined;
  if (named?.some((pair) => !pair))
    throw new Failure("invalid", {}, [
      fieldError("/pairs", "pairs", lang, { params: { limit: MOST_PAIRS }, code: "pattern" }),
    ]);
  const market = await marketFor(services, actor.tenant);
  const pairs = (named as Pair[] | undefined) ?? homePairs(services);
  const rates = pairs.flatMap((pair) => line(market, pair) ?? []);
  return {
    serverTime: new Date(market.now).toISOString(),
    stale: rates.length === 0 || rates.some(({ stale }) => stale),
    rates,
    history: market.moment
      ? await history(services, market.now, named ? pairs : pairs.slice(0, CHARTS), Number(body.days ?? 1))
      : {},
  };
});
