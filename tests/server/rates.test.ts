/** Market prices: the simulated random walk, the merchant's bid and ask, history, an operator's price, and no feed. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Decimal } from "@portolan/engine";
import { createLine } from "../../server/payments/rates/board.ts";
import { writeMoments } from "../../server/payments/rates/feed.ts";
import { roundPrice } from "../../server/payments/rates/market.ts";
import { SandboxFeed } from "../../server/payments/rates/sandbox/market.ts";
import { operatorCommands } from "../../server/payments/sandbox/operator-commands.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
});
afterAll(() => server.stop());

const price = (body: Record<string, unknown> = {}) => maker.call("POST /mer/home/rate/price", body);

describe("prices", () => {
  it.each([
    ["7.123456", "7.12346"],
    ["0.04851234", "0.0485123"],
    ["155.12345", "155.123"],
    ["16612.4", "16612.4"],
    ["1234567", "1234567"],
    ["0.0000123456", "0.00001235"],
    ["1", "1.00000"],
  ])("%s is rounded to %s", (exact, shown) => {
    expect(roundPrice(Decimal.of(exact)).toString()).toBe(shown);
  });
  it("are truncated where rounding would cost the house", () => {
    expect(roundPrice(Decimal.of("7.123456"), true).toString()).toBe("7.12345");
    expect(roundPrice(Decimal.of("7.12345"), true).toString()).toBe("7.12345");
  });
});

describe("the rates board", () => {
  it("shows mid, both of the merchant's sides, the day's change and a chart of quarter hours [C32 H1]", async () => {
    const { code, map } = await price({ pairs: "USD/CNY,EUR/USD", days: 1 });
    expect(code).toBe(2000);
    expect(map.stale).toBe(false);
    const [usd, eur] = map.rates;
    expect(usd).toMatchObject({
      pair: "USD/CNY",
      base: "USD",
      quote: "CNY",
      stale: false,
      changePercent: expect.stringMatching(/^-?\d+\.\d\d$/),
    });
    expect(Number(usd.sell)).toBeLessThan(Number(usd.mid));
    expect(Number(usd.buy)).toBeGreaterThan(Number(usd.mid));
    expect(Number(usd.sell) / Number(usd.mid)).toBeCloseTo(0.9975, 4);
    const [yesterday] = await server.db.query(
      "SELECT mids ->> 'CNY' AS mid FROM rate WHERE at <= (SELECT max(at) FROM rate) - interval '1 day' ORDER BY at DESC LIMIT 1",
    );
    expect(Number(usd.changePercent)).toBeCloseTo((Number(usd.mid) / Number(yesterday!.mid) - 1) * 100, 1);
    expect(eur.pair).toBe("EUR/USD");
    const points: [number, string][] = map.history["USD/CNY"];
    expect(points.length).toBeGreaterThan(90);
    expect(points.length).toBeLessThanOrEqual(98);
    expect(points.every(([at], index) => index === 0 || at > points[index - 1]![0])).toBe(true);
    expect(new Set(points.map(([, mid]) => mid)).size).toBeGreaterThan(20);
  });

  it("thins out a week to the same number of points", async () => {
    const { map } = await price({ pairs: "USD/CNY", days: 7 });
    const points: [number, string][] = map.history["USD/CNY"];
    expect(points.at(-1)![0] - points[0]![0]).toBeGreaterThan(6.5 * 86_400_000);
    expect(points.length).toBeLessThanOrEqual(98);
  });

  it("shows 30 and 90 days from what is stored: a point every three hours beyond nine days", async () => {
    const [month, quarter] = [
      await price({ pairs: "USD/CNY", days: 30 }),
      await price({ pairs: "USD/CNY", days: 90 }),
    ].map(({ map }): [number, string][] => map.history["USD/CNY"]);
    for (const [points, days] of [
      [month!, 30],
      [quarter!, 90],
    ] as const) {
      expect(points.at(-1)![0] - points[0]![0]).toBeGreaterThan((days - 1) * 86_400_000);
      expect(points.length).toBeGreaterThan(70);
      expect(points.length).toBeLessThanOrEqual(100);
    }
    expect((await price({ pairs: "USD/CNY", days: 91 })).code).not.toBe(2000);
  });

  it("deletes history beyond nine days but for a point every three hours, and all beyond 92 days", async () => {
    const day = 86_400_000;
    const now = server.clock.now();
    const hour = Math.floor((now - 20 * day) / 10_800_000) * 10_800_000;
    const ages = await server.db.tx(async (tx) => {
      const write = (at: number) => writeMoments(tx, [{ at, mids: { CNY: "7" } }], { before: undefined, now });
      // Between the points of the simulated market: the end of the first quarter of an hour is kept, a later one is not.
      for (const at of [hour + 14 * 60_000, hour + 60 * 60_000 + 1, now - 93 * day, now - 8 * day + 1]) await write(at);
      const rows = await tx.query<{ at: string }>("SELECT at FROM rate WHERE mids ->> 'CNY' = '7' ORDER BY at");
      await tx.query("DELETE FROM rate WHERE mids ->> 'CNY' = '7'");
      return rows.map(({ at }) => Date.parse(at));
    });
    expect(ages).toEqual([hour + 14 * 60_000, now - 8 * day + 1]);
  });

  it("lists every offered currency against the yuan, named in the reader's language [C35]", async () => {
    const { map } = await maker.call("GET /mer/home/currencyRate");
    expect(map.list).toHaveLength(29);
    expect(map.list[0]).toMatchObject({ pair: "USD/CNY", name: "美元" });
    // Without a margin, there is a mid price but none for the merchant.
    const sek = map.list.find((line: { base: string }) => line.base === "SEK");
    expect(sek.mid).toBeDefined();
    expect(sek.sell).toBeUndefined();
  });

  it("lists the merchant's selling rates as key and value [C24]", async () => {
    const { map } = await maker.call("GET /mer/other/merRate/kv");
    const rates = Object.fromEntries(
      map.list.map(({ key, value }: { key: string; value: string }) => [key, Number(value)]),
    );
    expect(rates["USD/CNY"]! * rates["CNY/USD"]!).toBeLessThan(1);
    expect(rates["SEK/CNY"]).toBeUndefined();
  });

  it("applies the merchant's own terms, the newest in effect", async () => {
    const [terms] = await server.db.query(
      "SELECT id, data FROM e_channel WHERE m = '100001' AND data ->> 'product' = 'swap' AND data ->> 'currency' = 'USD'",
    );
    for (const [m, id, days, exchangeRate] of [
      ["100001", "T1", -1, "0.01"],
      ["100001", "T2", 1, "0.5"],
      ["100002", "T3", -0.5, "0.2"],
    ] as const) {
      const data = {
        ...terms!.data,
        exchangeRate,
        effectiveFrom: new Date(server.clock.now() + days * 86_400_000).toISOString(),
      };
      await server.db.query(
        "INSERT INTO e_channel (m, id, status, version, schema_version, created_at, updated_at, data) SELECT $3, $4, status, version, schema_version, created_at, updated_at, $5 FROM e_channel WHERE m = $1 AND id = $2",
        ["100001", terms!.id, m, id, data],
      );
    }
    const [usd] = (await price({ pairs: "USD/CNY" })).map.rates;
    expect(Number(usd.sell) / Number(usd.mid)).toBeCloseTo(0.99, 4);
    await server.db.query("DELETE FROM e_channel WHERE id IN ('T1', 'T2', 'T3')");
  });

  it("marks a price as stale after a minute", () => {
    const moment = { at: Date.parse("2026-11-20T03:00:00Z"), mids: { CNY: "7.1" } };
    const stale = (ms: number) =>
      createLine({ now: moment.at + ms, moment, margins: new Map() }, { base: "USD", quote: "CNY" })!.stale;
    expect([stale(60_000), stale(60_001)]).toEqual([false, true]);
  });

  it.each(["USDCNY", "USD/USD", "usd/cny", "USD/CNY,,", Array(41).fill("USD/CNY").join(",")])(
    "rejects the pair %s",
    async (pairs) => {
      expect((await price({ pairs })).map.errors).toEqual([expect.objectContaining({ at: "/pairs" })]);
    },
  );

  it("omits a currency without a price", async () => {
    expect((await price({ pairs: "USD/XAU" })).map).toMatchObject({ rates: [], stale: true });
  });
});

describe("the simulated feed", () => {
  it("moves with time, and fills in periods without requests", async () => {
    const before = (await price({ pairs: "USD/CNY" })).map.rates[0];
    await server.sandbox!.clock.advance(2 * 3_600_000);
    const after = (await price({ pairs: "USD/CNY" })).map;
    expect(after.rates[0].at > before.at).toBe(true);
    expect(after.rates[0].stale).toBe(false);
    const lately = after.history["USD/CNY"].filter(([at]: [number]) => at > Date.parse(before.at));
    expect(lately.length).toBeGreaterThanOrEqual(8);
  });

  it("keeps one current row and the history", async () => {
    for (let turn = 0; turn < 3; turn++) {
      await server.sandbox!.clock.advance(4_000);
      await price({ pairs: "USD/CNY" });
    }
    const rows = await server.db.query<{ at: string }>("SELECT at FROM rate ORDER BY at");
    expect(rows.filter(({ at }) => Date.parse(at) % 900_000 !== 0).length).toBeLessThanOrEqual(1);
    expect(rows.length).toBeGreaterThan(670);
  });

  it.each([
    ["USD/CNY", "7.1234"],
    ["EUR/USD", "1.2"],
    ["EUR/CNY", "8.2"],
  ])("accepts the operator's price for %s", async (pair, value) => {
    const desk = { feed: server.sandbox!.feed } as Parameters<(typeof operatorCommands)["rate"]["run"]>[0];
    // Three seconds later the market moves on.
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      await operatorCommands["rate"]!.run(desk, { words: ["set", pair, value], options: {} });
      expect(Number((await price({ pairs: pair })).map.rates[0].mid)).toBeCloseTo(Number(value), 4);
    } finally {
      vi.useRealTimers();
    }
  });

  it("rejects an invalid price", async () => {
    const desk = { feed: server.sandbox!.feed } as Parameters<(typeof operatorCommands)["rate"]["run"]>[0];
    await expect(operatorCommands["rate"]!.run(desk, { words: ["set", "USD/CNY", "0"], options: {} })).rejects.toThrow(
      "a price above zero",
    );
    await expect(server.sandbox!.feed.set({ base: "USD", quote: "XAU" }, Decimal.of("1"))).rejects.toThrow("no market");
  });

  it("follows the same random walk on every node", async () => {
    const rows = () => server.db.query("SELECT at, mids FROM rate ORDER BY at DESC LIMIT 3");
    const clock = server.sandbox!.clock;
    const kept = await rows();
    await clock.advance(4_000);
    await new SandboxFeed(server.db, clock).refresh();
    const once = await rows();
    await server.db.query("DELETE FROM rate WHERE at = $1", [(once[0] as { at: string }).at]);
    await server.db.query("INSERT INTO rate (at, mids) VALUES ($1, $2) ON CONFLICT (at) DO NOTHING", [
      (kept[0] as { at: string }).at,
      JSON.stringify((kept[0] as { mids: unknown }).mids),
    ]);
    const now = Date.parse((once[0] as { at: string }).at);
    await new SandboxFeed(server.db, { now: () => now } as typeof clock).refresh();
    expect((await rows())[0]).toEqual(once[0]);
  });

  it("reports empty, stale lists when there is no feed", async () => {
    await server.db.query("DELETE FROM rate");
    const { feed } = server.services;
    server.services.feed = undefined;
    try {
      expect((await price()).map).toMatchObject({ rates: [], history: {}, stale: true });
      expect((await maker.call("GET /mer/home/currencyRate")).map).toMatchObject({ list: [], stale: true });
      expect((await maker.call("GET /mer/other/merRate/kv")).map.list).toEqual([]);
    } finally {
      server.services.feed = feed;
    }
  });
});
