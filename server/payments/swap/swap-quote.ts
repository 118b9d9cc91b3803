/**
 * POST /mer/gep/swap/currency/exchange (C54): creates and stores a quote. It can be used for one exchange, within the
 * time set by the constant `quoteValidMs`, unless the same form requests a newer one.
 */
import { quoteValidMs } from "../../../src/contract/constants.gen.ts";
import { computeRecord, Decimal, type FieldError, type Row } from "@portolan/engine";
import { formatDayInChina } from "../../../src/payments/time.ts";
import { Failure } from "../../core/failure.ts";
import { createFieldError } from "../../core/field-error.ts";
import type { DeclaredContext } from "../../calls/handler.ts";
import { paymentHandler } from "../services.ts";
import type { PaymentServices } from "../services.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { readBalances } from "../ledger/balances.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import { load } from "../../lifecycle/store.ts";
import { typeRow } from "../../calls/typed-rows.ts";
import { roundPrice } from "../rates/market.ts";
import { assertMarketOpen, readPrice } from "./trading.ts";
import { computeAmounts, invertRate, type QuoteRequest } from "./price.ts";
import { storeQuote } from "./quotes.ts";

/** The exchange to quote. `amount` is in the currency of the `fixed` side. */
interface ExchangeRequest {
  sell: string;
  buy: string;
  mode: string;
  fixed: QuoteRequest["fixed"];
  amount: Decimal;
  orderNo?: string | undefined;
  /** Fee of an audited application, included in its hold. */
  fee?: string | undefined;
}

export const swapQuote = paymentHandler("swapQuote", async (call) => {
  const { services, actor, session } = call;
  const { db, schemas } = services;
  assertMarketOpen(services);
  const request = await readRequest(call);
  await services.feed?.refresh();
  const { rate, mid } = await readPrice(db, services, actor.tenant, { base: request.sell, quote: request.buy });
  const { minorUnits } = schemas.entity("swap");
  const [sellDigits, buyDigits] = [findDigits(request.sell, minorUnits), findDigits(request.buy, minorUnits)];
  const { sellAmount, buyAmount } = computeAmounts(
    { fixed: request.fixed, amount: request.amount, sellDigits, buyDigits },
    rate,
  );
  const fee = await readFee(call, request, sellAmount.toString());
  const given = Date.now();
  const holder = { tenant: actor.tenant, userId: session.user.id };
  const quote = await db.tx((tx) =>
    storeQuote(
      tx,
      holder,
      {
        mode: request.mode,
        sellCurrency: request.sell,
        buyCurrency: request.buy,
        sellAmount: sellAmount.toString(),
        buyAmount: buyAmount.toString(),
        fixed: request.fixed,
        rate: rate.toString(),
        mid: roundPrice(mid).toString(),
        fee,
        orderNo: request.orderNo,
        expiresAt: given + quoteValidMs,
      },
      { now: given, form: call.body.form },
    ),
  );
  const { avail = 0n } = (await readBalances(db, actor.tenant)).get(request.sell) ?? {};
  return {
    quoteId: quote.id,
    mode: quote.mode,
    ...(request.orderNo ? { orderNo: request.orderNo } : {}),
    sellCurrency: quote.sellCurrency,
    buyCurrency: quote.buyCurrency,
    sellAmount: quote.sellAmount,
    buyAmount: quote.buyAmount,
    fixed: quote.fixed,
    rate: quote.rate,
    inverse: invertRate(rate).toString(),
    mid: quote.mid,
    fee,
    feeCurrency: quote.sellCurrency,
    debit: sellAmount.add(Decimal.of(fee)).toFixed(sellDigits),
    available: fromMinor(avail, sellDigits),
    settleDate: formatDayInChina(services.clock.now()),
    serverTime: new Date(services.clock.now()).toISOString(),
    expiresInMs: Math.max(0, quote.expiresAt - Date.now()),
  };
});

type Context = DeclaredContext<"swapQuote", PaymentServices>;

const readRequest = async (call: Context): Promise<ExchangeRequest> =>
  call.body.orderNo === undefined ? readAmounts(call) : readApplication(call, call.body.orderNo);

/**
 * Reads the application to quote.
 *
 * @throws Failure `notFound` for an unknown application, `transition` for one that does not await its confirmation
 */
async function readApplication({ services, actor }: Context, orderNo: string): Promise<ExchangeRequest> {
  const order = await load(services.db, services.schemas.entity("swap"), actor.tenant, orderNo);
  if (!order) throw new Failure("notFound");
  if (order.status !== "toBeConfirmed") throw new Failure("transition", { event: "sure", status: order.status });
  const { sellCurrency, buyCurrency, amount, fee, mode = "application" } = typeRow("swap", order.data);
  return {
    sell: sellCurrency,
    buy: buyCurrency,
    mode,
    fixed: "sell",
    amount: Decimal.of(amount),
    orderNo: order.id,
    fee,
  };
}

/** Reads the requested amounts. @throws Failure `invalid` unless exactly one amount is given and positive */
function readAmounts({ body, lang }: Context): ExchangeRequest {
  const [sells, buys] = [body.sellAmount, body.buyAmount];
  if (sells === undefined && buys === undefined)
    throw new Failure("invalid", {}, [createFieldError("/sellAmount", "required", lang)]);
  if (sells !== undefined && buys !== undefined)
    throw new Failure("invalid", {}, [createFieldError("/buyAmount", "oneAmount", lang)]);
  const amount = Decimal.of(sells ?? buys ?? "");
  if (amount.cmp(0n) <= 0)
    throw new Failure("invalid", {}, [
      createFieldError(sells === undefined ? "/buyAmount" : "/sellAmount", "positive", lang),
    ]);
  return {
    sell: body.sellCurrency ?? "",
    buy: body.buyCurrency ?? "",
    mode: body.mode ?? "instant",
    fixed: sells === undefined ? "buy" : "sell",
    amount,
  };
}

/**
 * Validates the order that the quote would create, except for its balance, and returns its fee. An audited application
 * is not validated again.
 *
 * @throws Failure `invalid` with the order's field errors
 */
async function readFee(
  { services, actor, lang }: Context,
  request: ExchangeRequest,
  sellAmount: string,
): Promise<string> {
  if (request.fee !== undefined) return request.fee;
  const { db, schemas, vocabulary, clock } = services;
  const entity = schemas.entity("swap");
  const record: Row = { mode: request.mode, sellCurrency: request.sell, buyCurrency: request.buy, amount: sellAmount };
  const facts = await loadFacts({ db, schemas, vocabulary, clock, actor, entity, record });
  const figured = computeRecord(entity, record, facts);
  const { errors } = entity.check({ ...record, ...figured }, { lang, contexts: facts, side: "server" });
  const wrong = errors
    .filter(({ code }) => code !== "balance")
    .map((error): FieldError => ({
      ...error,
      at: error.at === "/amount" ? (request.fixed === "sell" ? "/sellAmount" : "/buyAmount") : error.at,
    }));
  if (wrong.length > 0) throw new Failure("invalid", {}, wrong);
  return String(figured["fee"] ?? "0");
}
