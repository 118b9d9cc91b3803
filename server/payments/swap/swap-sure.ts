/**
 * POST /mer/gep/swap/currency/exchange/sure (C55): creates the order of a stored quote, or confirms the application
 * that was quoted.
 */
import { Failure } from "../../core/failure.ts";
import { buildLifecycleContext } from "../../calls/entity/events.ts";
import { paymentHandler } from "../services.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { presentRow } from "../../calls/typed-rows.ts";
import { assertMarketOpen, readPrice, isStillFair } from "./trading.ts";
import { readQuote, takeQuote } from "./quotes.ts";

const EVENT = "sure";

export const swapSure = paymentHandler("swapSure", async (call) => {
  // Record the time before acquiring any lock, so that a quote does not expire while waiting for one.
  const received = Date.now();
  const { services, actor, session, body } = call;
  const holder = { tenant: actor.tenant, userId: session.user.id };
  const id = body.quoteId;
  const entity = services.schemas.entity("swap");
  await services.feed?.simulateConfirmation?.(await readQuote(services.db, holder, id));
  return call.idempotent(async (tx) => {
    const quote = await readQuote(tx, holder, id);
    const { rate: rateNow } = await readPrice(tx, services, actor.tenant, {
      base: quote.sellCurrency,
      quote: quote.buyCurrency,
    }).catch((error: unknown) => {
      if (error instanceof Failure) return { rate: undefined };
      throw error;
    });
    await takeQuote(tx, holder, quote, { received, rateNow });
    assertMarketOpen(services);
    if (rateNow && !isStillFair(quote.rate, rateNow))
      throw new Failure("priceMoved", { oldRate: quote.rate, newRate: rateNow.toString() });
    const { sellCurrency, buyCurrency, sellAmount, fee, mode, orderNo } = quote;
    const context = {
      ...buildLifecycleContext(call, tx),
      facts: {
        quote: { quoteId: quote.id, rate: quote.rate, mid: quote.mid, buyAmount: quote.buyAmount, fixed: quote.fixed },
      },
    };
    const record = orderNo
      ? await fire(tx, { entity, id: orderNo, event: EVENT, actor, input: {} }, context)
      : await create(
          tx,
          { entity, input: { mode, sellCurrency, buyCurrency, amount: sellAmount, fee }, actor, event: EVENT },
          context,
        );
    return { record: presentRow(services.schemas, "swap", record, { actor, purpose: "answer" }) };
  });
});
