/** POST /mer/gep/swap/currency/exchange (C54): a price for one exchange, stored, valid for fifteen seconds and once. */
import { Decimal, type Row } from "../../../src/engine/index.ts";
import { dayInChina } from "../../../src/payments/time.ts";
import type { FieldError } from "../../../src/contract/envelope.ts";
import { Failure } from "../../core/failure.ts";
import { fieldError } from "../../core/field-error.ts";
import type { DeclaredContext } from "../../calls/handler.ts";
import { paymentHandler } from "./handler.ts";
import type { PaymentServices } from "../services.ts";
import { digitsOf, fromMinor } from "../ledger/minor.ts";
import { balances } from "../ledger/balances.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import { load } from "../../lifecycle/store.ts";
import { typeRow } from "../../calls/typed-rows.ts";
import { figures } from "../rates/market.ts";
import { assertMarketOpen, priceNow } from "../swap/trading.ts";
import { exchanged, inverse, type QuoteRequest } from "../swap/price.ts";
import { storeQuote } from "../swap/quotes.ts";

/** What a quote is asked for. */
interface Asked {
  sell: string;
  buy: string;
  mode: string;
  fixed: QuoteRequest["fixed"];
  amount: Decimal;
  orderNo?: string;
  /** The fee that an audited application already holds. */
  fee?: string;
}

export const swapQuote = paymentHandler("swapQuote", async (call) => {
  const { services, actor } = call;
  const { db, schemas } = services;
  assertMarketOpen(services);
  const asked = await readRequest(call);
  await services.feed?.refresh();
  const { rate, mid } = await priceNow(db, services, actor.tenant, asked.sell, asked.buy);
  const entity = schemas.entity("swap");
  const [sellDigits, buyDigits] = [asked.sell, asked.buy].map((code) => digitsOf(code, entity.minorUnits)) as [
    number,
    number,
  ];
  const { sellAmount, buyAmount } = exchanged(
    { fixed: asked.fixed, amount: asked.amount, sellDigits, buyDigits },
    rate,
  );
  const fee = await checkedFee(call, asked, sellAmount.toString());
  const given = Date.now();
  const validMs = Number(schemas.constants["quoteValidMs"]!.value);
  const holder = { m: actor.tenant, userId: actor.userId! };
  const quote = await db.tx((tx) =>
    storeQuote(
      tx,
      holder,
      {
        mode: asked.mode,
        sellCurrency: asked.sell,
        buyCurrency: asked.buy,
        sellAmount: sellAmount.toString(),
        buyAmount: buyAmount.toString(),
        fixed: asked.fixed,
        rate: rate.toString(),
        mid: figures(mid).toString(),
        fee,
        orderNo: asked.orderNo,
        expiresAt: given + validMs,
      },
      given,
      call.body.form,
    ),
  );
  const { avail = 0n } = (await balances(db, actor.tenant)).get(asked.sell) ?? {};
  return {
    quoteId: quote.id,
    mode: quote.mode,
    ...(asked.orderNo ? { orderNo: asked.orderNo } : {}),
    sellCurrency: quote.sellCurrency,
    buyCurrency: quote.buyCurrency,
    sellAmount: quote.sellAmount,
    buyAmount: quote.buyAmount,
    fixed: quote.fixed,
    rate: quote.rate,
    inverse: inverse(rate).toString(),
    mid: quote.mid,
    fee,
    feeCurrency: quote.sellCurrency,
    debit: sellAmount.add(Decimal.of(fee)).toFixed(sellDigits),
    available: fromMinor(avail, sellDigits),
    settleDate: dayInChina(services.clock.now()),
    serverTime: new Date(services.clock.now()).toISOString(),
    expiresInMs: Math.max(0, quote.expiresAt - Date.now()),
  };
});

type Context = DeclaredContext<"swapQuote", PaymentServices>;

/** Returns what the quote is for: the request's own amounts, or those of an application that passed its audit. */
const readRequest = async (call: Context): Promise<Asked> =>
  call.body.orderNo === undefined ? readAmounts(call) : readApplication(call, call.body.orderNo);

/** @throws Failure `notFound`, or `transition` for an application that does not wait for its confirmation */
async function readApplication({ services, actor }: Context, orderNo: string): Promise<Asked> {
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

/** @throws Failure `invalid` without exactly one amount, or for one that is not positive */
function readAmounts({ body, lang }: Context): Asked {
  const [sells, buys] = [body.sellAmount, body.buyAmount];
  if (sells === undefined && buys === undefined)
    throw new Failure("invalid", {}, [fieldError("/sellAmount", "required", lang)]);
  if (sells !== undefined && buys !== undefined)
    throw new Failure("invalid", {}, [fieldError("/buyAmount", "oneAmount", lang)]);
  const amount = Decimal.of(sells ?? buys ?? "");
  if (amount.cmp(0n) <= 0)
    throw new Failure("invalid", {}, [
      fieldError(sells === undefined ? "/buyAmount" : "/sellAmount", "positive", lang),
    ]);
  return {
    sell: body.sellCurrency ?? "",
    buy: body.buyCurrency ?? "",
    mode: body.mode ?? "instant",
    fixed: sells === undefined ? "buy" : "sell",
    amount,
  };
}

/** The fee, after the order that would be made was checked like the order itself; only the balance may still be wrong, because a price is free to ask for. */
async function checkedFee({ services, actor, lang }: Context, asked: Asked, sellAmount: string): Promise<string> {
  if (asked.fee !== undefined) return asked.fee;
  const { db, schemas, vocabulary, clock } = services;
  const entity = schemas.entity("swap");
  const record: Row = { mode: asked.mode, sellCurrency: asked.sell, buyCurrency: asked.buy, amount: sellAmount };
  const facts = await loadFacts({ db, schemas, vocabulary, clock, actor, entity, record });
  const figured = entity.compute(record, facts);
  const { errors } = entity.check({ ...record, ...figured }, { lang, contexts: facts, side: "server" });
  const wrong = errors
    .filter(({ code }) => code !== "balance")
    .map((error): FieldError => ({
      ...error,
      at: error.at === "/amount" ? (asked.fixed === "sell" ? "/sellAmount" : "/buyAmount") : error.at,
    }));
  if (wrong.length > 0) throw new Failure("invalid", {}, wrong);
  return String(figured["fee"] ?? "0");
}
