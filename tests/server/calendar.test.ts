/** One server on the six days of the calendar, by the product's clock, and the dates that are computed on them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSpan, startOfDay } from "@portolan/engine";
import { formatDayInChina } from "../../src/payments/time.ts";
import { findNextDigest } from "../../server/lifecycle/digest-mail.ts";
import { addWorkingDays } from "../../server/payments/rates/working-days.ts";
import { HOLIDAYS } from "../../server/payments/rates/holidays.ts";
import { readTradingTime } from "../../server/payments/swap/trading.ts";
import { listCalendarDays } from "../calendar.ts";
import { Client, startTestServer, type TestServer } from "./server.ts";
import { deposit, endQuotes, findings, openMarket, quote } from "./swap-world.ts";

let server: TestServer;
let maker: Client;
const zone = () => server.schemas.dialect.zone;
const getWeekday = (at: number) => new Date(formatDayInChina(at)).getUTCDay();

beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
  await deposit(server, "100001", "CNY", "100000.00");
});
afterAll(() => server?.stop());

/** Pays and returns the order's number. */
async function pay(): Promise<string> {
  const { list } = (await maker.call("GET /mer/account/page")).map;
  const answer = await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId: list[0]?.id, amount: "2000.00" });
  expect(answer).toMatchObject({ code: 2000 });
  return answer.map.record.orderNo;
}
/** Returns the numbers of the orders of a period in activity. */
async function listActivity(period: string): Promise<string[]> {
  const { list } = await maker.ask("transaction.list", { createdAt: period });
  return list.map(({ orderNo }) => String(orderNo));
}

// The clock only moves forward, so each day is later than the one before.
describe.each(listCalendarDays(Date.now()))("on $name", ({ at }) => {
  beforeAll(async () => {
    await server.sandbox!.clock.advance(Math.max(0, at - server.clock.now()));
    await server.worker.drain();
  });

  it("finds a payment where lists of money open, twenty minutes later as well", async () => {
    const order = await pay();
    expect(await listActivity("today")).toContain(order);
    expect(await listActivity("last30d")).toContain(order);
    const day = formatDayInChina(server.clock.now());
    await server.sandbox!.clock.advance(20 * 60_000);
    await server.worker.drain();
    expect(await listActivity("last30d")).toContain(order);
    const later = formatDayInChina(server.clock.now());
    expect((await listActivity("today")).includes(order)).toBe(day === later);
    expect((await listActivity("thisMonth")).includes(order)).toBe(day.slice(0, 7) === later.slice(0, 7));
  });

  it("closes a statement of the last 30 days with the wallet's balance, and proves the books", async () => {
    const span = findSpan("last30d", formatDayInChina(server.clock.now()))!;
    const { map } = await maker.call("GET /mer/own/wallet/statement", { currency: "CNY", ...span });
    const { record } = (await maker.call("GET /mer/wallet/one", { currency: "CNY" })).map;
    expect(map.closing).toBe(record.balance);
    expect(await findings(server)).toEqual([]);
  });

  it("says that a payment abroad arrives on a working day", async () => {
    const { workday } = (await maker.call("GET /mer/own/context", { entity: "remittance", currency: "USD" })).map;
    const today = formatDayInChina(server.clock.now());
    const isOff = (day: string) =>
      [0, 6].includes(new Date(day).getUTCDay()) || HOLIDAYS[day.slice(0, 4)]?.includes(day) === true;
    expect([workday.first > today, workday.third > workday.first]).toEqual([true, true]);
    expect([isOff(workday.first), isOff(workday.third)]).toEqual([false, false]);
  });

  it("deals currencies in the next session, which is on no weekend or holiday", async () => {
    await openMarket(server);
    const now = server.clock.now();
    const { open, closesAt, opensAt, yearKnown } = readTradingTime(server.app.services);
    expect([open, yearKnown, closesAt > now, opensAt > closesAt]).toEqual([true, true, true, true]);
    for (const session of [now, opensAt]) {
      const day = formatDayInChina(session);
      expect([0, 6]).not.toContain(getWeekday(session));
      expect(HOLIDAYS[day.slice(0, 4)]).not.toContain(day);
    }
    await endQuotes(server);
    const { code } = await quote(maker, { sellCurrency: "USD", buyCurrency: "CNY", sellAmount: "100.00" });
    expect(code).toBe(2000);
  });

  it("computes the next summaries and working days", () => {
    const now = server.clock.now();
    const [daily, weekly] = [findNextDigest("daily", now, zone()), findNextDigest("weekly", now, zone())];
    expect([daily > now, daily - now <= 86_400_000, weekly - now <= 7 * 86_400_000]).toEqual([true, true, true]);
    for (const due of [daily, weekly]) expect(due - startOfDay(formatDayInChina(due), zone())).toBe(9 * 3_600_000);
    expect(getWeekday(weekly)).toBe(1);
    const next = addWorkingDays(now, 1);
    expect([0, 6]).not.toContain(getWeekday(next));
    expect(HOLIDAYS[formatDayInChina(next).slice(0, 4)]).not.toContain(formatDayInChina(next));
    expect(next - now).toBeLessThanOrEqual(12 * 86_400_000);
  });
});
