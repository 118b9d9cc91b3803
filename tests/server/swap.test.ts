/** Instant exchange over HTTP: quote, confirmation, deal, money after each step, and every refusal. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Decimal } from "@portolan/engine";
import { listBalancesWithoutExit } from "../../server/payments/monitor/exits.ts";
import { storeQuote } from "../../server/payments/swap/quotes.ts";
import { Client, startTestServer, type TestServer } from "./server.ts";
import { deposit, endQuotes, findings, openMarket, quote, QUOTE, sure, SURE, wallet } from "./swap-world.ts";

let server: TestServer;
let maker: Client;
let solo: Client;
beforeEach(async () => {
  await server.worker.drain();
  await endQuotes(server);
});
beforeAll(async () => {
  server = await startTestServer();
  await openMarket(server);
  for (const mer of ["100001", "100002"])
    for (const [ccy, amount] of [
      ["USD", "100000"],
      ["CNY", "100000"],
    ])
      await deposit(server, mer, ccy!, amount!);
  [maker, solo] = await Promise.all([server.as("maker"), server.as("solo")]);
});
afterAll(() => server.stop());
afterEach(() => vi.useRealTimers());

const USD_CNY = { sellCurrency: "USD", buyCurrency: "CNY" };
const orders = async () => Number((await server.db.query<{ n: string }>("SELECT count(*) AS n FROM e_swap"))[0]!.n);

it("reports for every currency whether it has an exchange rate in force and a balance to sell", async () => {
  const { currencies } = (await maker.call("GET /mer/own/context", { entity: "swap" })).map;
  expect(Object.keys(currencies)).toHaveLength(30);
  const { withdrawable } = (await maker.call("GET /mer/wallet/one", { currency: "USD" })).map.record;
  expect(currencies["USD"]).toMatchObject({
    channel: true,
    exchangeRate: "0.0025",
    wallet: true,
    balance: withdrawable,
  });
  expect(currencies["THB"]).toEqual({ channel: false, exit: false, wallet: false, balance: "0.00" });
});

describe("open quotes", () => {
  const open = async (m: string) =>
    Number(
      (
        await server.db.query<{ n: string }>(
          "SELECT count(*) AS n FROM swap_quote WHERE m = $1 AND used_at IS NULL AND expires_at > $2",
          [m, new Date().toISOString()],
        )
      )[0]!.n,
    );
  const wish = { ...USD_CNY, sellAmount: "100.00" };

  it("are limited to five per user, even when requested concurrently, until they expire", async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => quote(maker, wish)));
    expect(responses.filter(({ code }) => code === 2000)).toHaveLength(5);
    const refused = responses.find(({ code }) => code !== 2000)!;
    expect(new Set(responses.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(["200 2000", "200 4164"]),
    );
    expect(refused.message).toMatch(/^未使用的报价太多。请先用已有报价成交，或 \d+ 秒后重新获取。$/);
    expect(await open("100001")).toBe(5);
    // Quotes of another merchant are counted separately, and a used one is no longer open.
    expect((await quote(solo, wish)).code).toBe(2000);
    const [taken] = responses.filter(({ code }) => code === 2000);
    expect((await sure(maker, taken!.map.quoteId)).code).toBe(2000);
    expect((await quote(maker, wish)).code).toBe(2000);
    expect((await quote(maker, wish)).code).toBe(4164);
    await endQuotes(server);
    expect((await quote(maker, wish)).code).toBe(2000);
  });

  it("are limited to twenty per merchant", async () => {
    const holders = Array.from({ length: 5 }, (_, n) => ({ tenant: "100001", userId: `u${n}` }));
    const now = Date.now();
    const given = await Promise.allSettled(
      holders.flatMap((holder) =>
        Array.from({ length: 5 }, () =>
          server.db.tx((tx) =>
            storeQuote(
              tx,
              holder,
              {
                mode: "instant",
                sellCurrency: "USD",
                buyCurrency: "CNY",
                sellAmount: "100.00",
                buyAmount: "700.00",
                fixed: "sell",
                rate: "7",
                mid: "7.01",
                fee: "0.00",
                expiresAt: now + 15_000,
              },
              { now },
            ),
          ),
        ),
      ),
    );
    expect(given.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(given.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { failure: "quotesOpen", params: { seconds: 15 } },
    });
  });

  it("are limited to one per form, and a new one invalidates the previous one", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) {
      const { code, map } = await quote(maker, { ...wish, form: "one" });
      expect(code).toBe(2000);
      ids.push(map.quoteId);
    }
    expect(await open("100001")).toBe(1);
    expect((await sure(maker, ids[10]!)).code).toBe(4160);
    expect((await sure(maker, ids[11]!)).code).toBe(2000);
  });
});

describe("a quote", () => {
  it("with a fixed sell amount contains rate, inverse, mid, fee, buy amount and an expiry of fifteen seconds [C54 F3]", async () => {
    const { code, map } = await quote(maker, { ...USD_CNY, sellAmount: "1000.00", mode: "instant" });
    expect(code).toBe(2000);
    expect(map).toMatchObject({
      ...USD_CNY,
      sellAmount: "1000.00",
      fixed: "sell",
      mode: "instant",
      fee: "0.00",
      feeCurrency: "USD",
      debit: "1000.00",
    });
    // Money held by other products is not available.
    expect(Number(map.available)).toBe((await wallet(maker, "USD")).withdrawable);
    expect(map.expiresInMs).toBeGreaterThan(14_000);
    expect(map.expiresInMs).toBeLessThanOrEqual(15_000);
    expect(Number(map.rate)).toBeLessThan(Number(map.mid));
    expect(Number(map.inverse)).toBeCloseTo(1 / Number(map.rate), 5);
    expect(map.buyAmount).toBe((Math.floor(Number(map.rate) * 100_000) / 100).toFixed(2));
  });

  it("can fix the buy amount instead", async () => {
    const { map } = await quote(maker, { ...USD_CNY, buyAmount: "7000.00" });
    expect(map).toMatchObject({ buyAmount: "7000.00", fixed: "buy" });
    expect(Number(map.sellAmount) * Number(map.rate)).toBeGreaterThanOrEqual(7000);
    expect((Number(map.sellAmount) - 0.01) * Number(map.rate)).toBeLessThan(7000);
  });

  it("adds the fee in the sold currency, and rounds to whole units in a currency without minor units", async () => {
    const { map } = await quote(maker, { sellCurrency: "CNY", buyCurrency: "JPY", sellAmount: "1000" });
    expect(map).toMatchObject({
      fee: "5.00",
      feeCurrency: "CNY",
      debit: "1005.00",
      buyAmount: expect.stringMatching(/^\d+$/),
    });
  });

  it.each([
    [
      "equal currencies [V4]",
      { sellCurrency: "USD", buyCurrency: "USD", sellAmount: "1000" },
      "/buyCurrency",
      "differ",
    ],
    [
      "an amount under the channel's single minimum [V3]",
      { ...USD_CNY, sellAmount: "19.99" },
      "/sellAmount",
      "singleMin",
    ],
    [
      "a buy amount that sells less than the single minimum [V3]",
      { ...USD_CNY, buyAmount: "100" },
      "/buyAmount",
      "singleMin",
    ],
    ["an amount over the single maximum", { ...USD_CNY, sellAmount: "2000000.01" }, "/sellAmount", "singleMax"],

    ["no amount", USD_CNY, "/sellAmount", "required"],
    ["both amounts", { ...USD_CNY, sellAmount: "100", buyAmount: "700" }, "/buyAmount", "oneAmount"],
    ["an amount of zero", { ...USD_CNY, sellAmount: "0" }, "/sellAmount", "positive"],
    ["a third decimal", { ...USD_CNY, sellAmount: "100.001" }, "/sellAmount", "minorUnits"],
    [
      "a fraction of a yen",
      { sellCurrency: "JPY", buyCurrency: "CNY", sellAmount: "5000.5" },
      "/sellAmount",
      "minorUnits",
    ],
    [
      "a currency that is not offered",
      { sellCurrency: "USD", buyCurrency: "XAU", sellAmount: "100" },
      "/buyCurrency",
      "currency",
    ],
    ["an invalid mode", { ...USD_CNY, sellAmount: "100", mode: "application" }, "/mode", "enum"],
  ])("rejects %s", async (_, body, at, code) => {
    const answer = await quote(maker, body);
    expect(answer.code).toBe(4000);
    expect(answer.map.errors).toContainEqual(expect.objectContaining({ at, code }));
  });

  it("rejects an amount under ten even if the channel's minimum is lower [V2 K10]", async () => {
    const [row] = await server.db.query<{ id: string; data: Record<string, unknown> }>(
      "SELECT id, data FROM e_channel WHERE m = '100002' AND f_product = 'swap' AND f_currency = 'EUR'",
    );
    await server.db.query("UPDATE e_channel SET data = $2 WHERE m = '100002' AND id = $1", [
      row!.id,
      JSON.stringify({ ...row!.data, singleMin: "1.00" }),
    ]);
    const answer = await quote(solo, { sellCurrency: "EUR", buyCurrency: "CNY", sellAmount: "9.99" });
    expect(answer.map.errors).toEqual([
      expect.objectContaining({ at: "/sellAmount", code: "genericMin", message: "至少 10.00" }),
    ]);
    expect((await quote(solo, { sellCurrency: "EUR", buyCurrency: "CNY", sellAmount: "10" })).code).toBe(2000);
  });

  it("rejects a currency without a rate [M18 V23]", async () => {
    const answer = await quote(maker, { sellCurrency: "SEK", buyCurrency: "CNY", sellAmount: "1000" });
    expect(answer).toMatchObject({ code: 4115, message: "这个币种还没有为您开通。" });
  });

  it("rejects buying a currency that no terms let out again", async () => {
    const answer = await quote(maker, { sellCurrency: "USD", buyCurrency: "THB", sellAmount: "1000" });
    expect(answer.map.errors).toEqual([expect.objectContaining({ at: "/buyCurrency", code: "exit" })]);
  });

  it("may exceed the balance", async () => {
    expect((await quote(maker, { ...USD_CNY, sellAmount: "900000" })).code).toBe(2000);
  });

  it("requires a session and certification", async () => {
    const fresh = await server.as("new");
    expect((await quote(fresh, { ...USD_CNY, sellAmount: "100" })).status).toBe(303);
    expect((await server.client().call(QUOTE, {})).status).toBe(302);
  });
});

describe("a confirmation", () => {
  it("creates the order from the stored quote, holds the money, and the deal moves both currencies [C55 E5]", async () => {
    const before = { usd: await wallet(maker, "USD"), cny: await wallet(maker, "CNY") };
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: "1234.56" });
    const answer = await sure(maker, given.quoteId);
    expect(answer).toMatchObject({
      code: 2000,
      map: {
        record: {
          status: "processing",
          mode: "instant",
          amount: "1234.56",
          settlementAmount: given.buyAmount,
          fee: "0.00",
          quoteId: given.quoteId,
          fixedSide: "sell",
        },
      },
    });
    expect(Number(answer.map.record.rate)).toBe(Number(given.rate));
    const held = await wallet(maker, "USD");
    expect(held.withdrawable).toBeCloseTo(before.usd.withdrawable - 1234.56, 2);
    expect(held.unavailable).toBeCloseTo(before.usd.unavailable + 1234.56, 2);
    await server.worker.drain();
    const { map } = await maker.call("GET /mer/gep/swap/detail", { orderNo: answer.map.record.orderNo });
    expect(map.record).toMatchObject({
      status: "done",
      dealNo: expect.stringMatching(/^FX\d{18}$/),
      settleDate: expect.any(String),
    });
    expect(map.timeline.map(({ event }: { event: string }) => event)).toEqual(["sure", "booked"]);
    expect(JSON.stringify(map.receipt)).toContain("1234.56");
    const after = { usd: await wallet(maker, "USD"), cny: await wallet(maker, "CNY") };
    expect(after.usd.balance).toBeCloseTo(before.usd.balance - 1234.56, 2);
    expect(after.usd.unavailable).toBeCloseTo(before.usd.unavailable, 2);
    expect(after.cny.withdrawable).toBeCloseTo(before.cny.withdrawable + Number(given.buyAmount), 2);
    expect(await findings(server)).toEqual([]);
  });

  it("charges the fee once, in addition to the amount", async () => {
    const before = await wallet(solo, "CNY");
    const { map: given } = await quote(solo, {
      sellCurrency: "CNY",
      buyCurrency: "USD",
      buyAmount: "100.00",
      mode: "intra",
    });
    const { map } = await sure(solo, given.quoteId, undefined, "POST /mer/gep/swap/exchange/sure");
    expect(map.record).toMatchObject({ mode: "intra", fixedSide: "buy", settlementAmount: "100.00", fee: "5.00" });
    await server.worker.drain();
    const after = await wallet(solo, "CNY");
    expect(after.balance).toBeCloseTo(before.balance - Number(given.sellAmount) - 5, 2);
  });

  it("without a proof of the payment password for this body creates nothing", async () => {
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: "100" });
    const before = await orders();
    expect((await maker.call(SURE, { quoteId: given.quoteId })).code).toBe(4124);
    const proof = await maker.proof(SURE, { quoteId: `Q${"0".repeat(32)}` });
    expect((await maker.call(SURE, { quoteId: given.quoteId }, { proof })).code).toBe(4125);
    expect(await orders()).toBe(before);
    // A refusal rolls back, so the quote stays valid.
    expect((await sure(maker, given.quoteId)).code).toBe(2000);
  });

  it("repeated with the same key returns the same response and creates one order", async () => {
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: "200" });
    const [key, before] = [randomUUID(), await orders()];
    const first = await sure(maker, given.quoteId, key);
    const again = await maker.call(SURE, { quoteId: given.quoteId }, { "idempotency-key": key });
    expect(again).toMatchObject({ code: 2000, map: first.map });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await orders()).toBe(before + 1);
  });

  it("rejects a used quote under another key [E13.6]", async () => {
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: "100" });
    await sure(maker, given.quoteId);
    const before = await orders();
    expect((await sure(maker, given.quoteId)).code).toBe(4161);
    expect(await orders()).toBe(before);
  });

  it("succeeds for exactly one of twenty concurrent calls", async () => {
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: "321" });
    const before = { orders: await orders(), usd: await wallet(maker, "USD") };
    const proofs = await Promise.all(Array.from({ length: 20 }, () => maker.proof(SURE, { quoteId: given.quoteId })));
    const responses = await Promise.all(
      proofs.map((proof) => maker.call(SURE, { quoteId: given.quoteId }, { proof, "idempotency-key": randomUUID() })),
    );
    expect(responses.map(({ code }) => code).sort()).toEqual([2000, ...Array.from({ length: 19 }, () => 4161)]);
    expect(await orders()).toBe(before.orders + 1);
    await server.worker.drain();
    expect((await wallet(maker, "USD")).balance).toBeCloseTo(before.usd.balance - 321, 2);
  });

  it("is accepted until the last millisecond of fifteen seconds, and rejected after [K1]", async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const [{ map: one }, { map: two }] = [
      await quote(maker, { ...USD_CNY, sellAmount: "100" }),
      await quote(maker, { ...USD_CNY, sellAmount: "101" }),
    ];
    expect(one.expiresInMs).toBe(15_000);
    const proofs = [
      await maker.proof(SURE, { quoteId: one.quoteId }),
      await maker.proof(SURE, { quoteId: two.quoteId }),
    ];
    vi.setSystemTime(start + 14_999);
    expect((await maker.call(SURE, { quoteId: one.quoteId }, { proof: proofs[0]! })).code).toBe(2000);
    vi.setSystemTime(start + 15_000);
    const before = await orders();
    const late = await maker.call(SURE, { quoteId: two.quoteId }, { proof: proofs[1]! });
    expect(late).toMatchObject({ code: 4160, map: { oldRate: two.rate, newRate: expect.stringMatching(/^\d/) } });
    expect(await orders()).toBe(before);
  });

  it("is rejected with both rates when the market moved too far, and a fresh quote succeeds", async () => {
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: "450.70" });
    const before = await orders();
    const moved = await sure(maker, given.quoteId);
    expect(moved).toMatchObject({ code: 4162, map: { oldRate: given.rate } });
    expect(Number(moved.map.newRate)).toBeLessThan(Number(given.rate) * 0.995);
    expect(moved.message).toContain(given.rate);
    expect(await orders()).toBe(before);
    const { map: fresh } = await quote(maker, { ...USD_CNY, sellAmount: "450.70" });
    expect(Number(fresh.rate)).toBeCloseTo(Number(moved.map.newRate), 2);
    expect((await sure(maker, fresh.quoteId)).code).toBe(2000);
  });

  it("rejects an amount above the balance in the specification's words [M10]", async () => {
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: "900000" });
    const before = await orders();
    const answer = await sure(maker, given.quoteId);
    expect(answer.map.errors).toEqual([
      expect.objectContaining({ at: "/amount", code: "balance", message: "可用余额不足" }),
    ]);
    expect(await orders()).toBe(before);
  });

  it("rejects a quote of another merchant or another user", async () => {
    const { map: given } = await quote(solo, { ...USD_CNY, sellAmount: "100" });
    expect((await sure(maker, given.quoteId)).code).toBe(4119);
    const { map: own } = await quote(maker, { ...USD_CNY, sellAmount: "100" });
    expect((await sure(await server.as("checker"), own.quoteId)).code).toBe(4119);
    expect((await sure(maker, `Q${"0".repeat(32)}`)).code).toBe(4119);
  });

  it("is the only call that creates an instant order", async () => {
    const before = await orders();
    const body = { ...USD_CNY, amount: "100.00", mode: "instant" };
    expect((await maker.confirmed("POST /mer/gep/swap/apply", body)).code).toBe(4120);
    expect((await maker.call("POST /mer/own/swap/sure", { id: "SW1" })).status).toBe(404);
    expect(await orders()).toBe(before);
  });
});

describe("the exchange provider", () => {
  it.each([
    ["100.20", "对手"],
    ["100.21", "额度"],
    ["100.22", "中断"],
  ])("rejects %s and returns everything", async (amount, words) => {
    const before = await wallet(maker, "USD");
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: amount });
    const { map } = await sure(maker, given.quoteId);
    await server.worker.drain();
    const detail = await maker.call("GET /mer/gep/swap/detail", { orderNo: map.record.orderNo });
    expect(detail.map.record.status).toBe("failed");
    expect(detail.map.timeline.at(-1).reason).toContain(words);
    expect(await wallet(maker, "USD")).toEqual(before);
  });

  it("decides by the fixed amount, even when it is the buy amount", async () => {
    const { map: given } = await quote(maker, { ...USD_CNY, buyAmount: "1000.20" });
    const { map } = await sure(maker, given.quoteId);
    await server.worker.drain();
    expect((await maker.call("GET /mer/gep/swap/detail", { orderNo: map.record.orderNo })).map.record.status).toBe(
      "failed",
    );
  });

  it("may take a day to respond, during which the money stays held", async () => {
    const before = await wallet(maker, "USD");
    const { map: given } = await quote(maker, { ...USD_CNY, sellAmount: "100.10" });
    const { map } = await sure(maker, given.quoteId);
    await server.worker.drain();
    const status = async () =>
      (await maker.call("GET /mer/gep/swap/detail", { orderNo: map.record.orderNo })).map.record.status;
    expect(await status()).toBe("waitingAsync");
    expect((await wallet(maker, "USD")).unavailable).toBeCloseTo(before.unavailable + 100.1, 2);
    expect((await maker.call("POST /m/sys/order/cancel", { orderNo: map.record.orderNo })).code).toBe(4120);
    await server.sandbox!.clock.advance(86_400_000);
    await server.worker.drain();
    expect(await status()).toBe("done");
    await openMarket(server);
  });
});

describe("exchange records", () => {
  it("are listed, summed, filtered and exported with the same number of rows [C53 C67 H9]", async () => {
    const query = { status: "done", totals: 1 };
    const { map } = await maker.call("GET /mer/gep/swap/page", query);
    expect(map.total).toBeGreaterThan(2);
    expect(Object.keys(map.sums.amount)).toEqual(["USD"]);
    expect(Object.keys(map.sums.settlementAmount)).toEqual(["CNY"]);
    const file = await maker.call("GET /mer/gep/swap/swapRecordsDerive", { ...query, format: "csv" });
    expect(file.bytes.toString("utf8").trim().split("\n")).toHaveLength(map.total + 1);
    const other = await solo.call("GET /mer/gep/swap/detail", { orderNo: map.list[0].orderNo });
    expect(other.code).toBe(4119);
  });

  it("sells a held currency without terms at the largest margin, and the wallet offers nothing else", async () => {
    await server.db.query(
      "INSERT INTO e_channel (m, id, status, version, schema_version, created_at, updated_at, data, f_product, f_currency) SELECT m, 'THB', status, version, schema_version, created_at, updated_at, CAST(jsonb_set(CAST(data AS jsonb), '{currency}', '\"THB\"') AS json), f_product, 'THB' FROM e_channel WHERE m = '100001' AND f_product = 'swap' AND f_currency = 'USD'",
    );
    const bought = await quote(maker, { sellCurrency: "USD", buyCurrency: "THB", buyAmount: "50000" });
    await sure(maker, bought.map.quoteId);
    await server.worker.drain();
    await server.db.query("DELETE FROM e_channel WHERE m = '100001' AND id = 'THB'");
    const wallet = (await maker.call("GET /mer/wallet/one", { currency: "THB" })).map.record;
    expect(wallet).toMatchObject({ withdrawable: "50000.00", canPay: false, canReceive: false, canBuy: false });
    expect((await maker.call("GET /mer/wallet/one", { currency: "USD" })).map.record).toMatchObject({
      canPay: true,
      canReceive: true,
      canBuy: true,
    });
    expect(await listBalancesWithoutExit(server.db, server.app.services.schemas)).toEqual([
      expect.objectContaining({ where: "100001", detail: "50000.00 THB" }),
    ]);
    expect((await quote(maker, { sellCurrency: "THB", buyCurrency: "INR", sellAmount: "100" })).map.errors).toEqual([
      expect.objectContaining({ at: "/buyCurrency", code: "exit" }),
    ]);
    const { map } = await quote(maker, { sellCurrency: "THB", buyCurrency: "CNY", sellAmount: "50000" });
    expect(Number(map.rate) / Number(map.mid)).toBeCloseTo(0.9975, 4);
    expect((await sure(maker, map.quoteId)).code).toBe(2000);
  });

  it("count against the monthly limit of their sell currency", async () => {
    const context = async (currency: string) =>
      Number((await maker.call("GET /mer/own/context", { entity: "swap", currency })).map.channel.monthUsed);
    const [usd, cny] = [await context("USD"), await context("CNY")];
    const { map: given } = await quote(maker, { sellCurrency: "CNY", buyCurrency: "USD", sellAmount: "500" });
    await sure(maker, given.quoteId);
    expect(await context("CNY")).toBeCloseTo(cny + 500, 2);
    expect(await context("USD")).toBe(usd);
  });

  it("never create money at any quote", async () => {
    const currencies = ["USD", "CNY", "EUR", "JPY", "HKD"];
    for (let turn = 0; turn < 24; turn++) {
      const sell = currencies[turn % 5]!;
      const buy = currencies[(turn * 3 + 1) % 5]!;
      if (sell === buy) continue;
      const amount =
        sell === "JPY" ? String(5_000 + turn * 37) : `${200 + turn * 3}.${String(turn * 4).padStart(2, "0")}`;
      const { map: given, code } = await quote(maker, {
        sellCurrency: sell,
        buyCurrency: buy,
        sellAmount: amount,
        form: "walk",
      });
      expect(code).toBe(2000);
      expect(Decimal.of(given.buyAmount).cmp(Decimal.of(given.sellAmount).mul(Decimal.of(given.mid))) <= 0).toBe(true);
      if ((await wallet(maker, sell)).withdrawable > Number(given.debit)) await sure(maker, given.quoteId);
    }
    await server.worker.drain();
    expect(await findings(server)).toEqual([]);
  });
});
