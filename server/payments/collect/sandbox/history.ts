/** Money received from foreign buyers, announced or not, with all possible outcomes. */
import { Decimal, formatDay } from "@portolan/engine";
import { addWorkingDays } from "../../rates/working-days.ts";
import { createBankReference } from "../../demo/bank-reference.ts";
import { DEMO_BUYERS } from "../../demo/merchants.ts";
import { pick } from "../../../sandbox/random.ts";
import {
  DAY,
  findMorning,
  finishJobs,
  HISTORY_DAYS,
  HOUR,
  MINUTE,
  Orders,
  type Event,
  type HistoryBuilder,
  type HistoryPart,
} from "../../demo/history-builder.ts";

export const collections: HistoryPart = {
  /**
   * Replays the receipts of each currency at its own frequency. CNY arrives every week, so that the balance always
   * covers the payments.
   */
  async replay(builder) {
    const { merchant, random, now } = builder;
    for (const [currency, whole] of Object.entries(merchant.opening)) {
      const orders = await Orders.open(builder, "recharge", { currency });
      const every = currency === "CNY" ? 7 : 3 + Math.floor(random() * 4);
      for (let daysAgo = HISTORY_DAYS; daysAgo >= 2; daysAgo -= every) {
        const at = findMorning(now, daysAgo) + Math.floor(random() * 20) * MINUTE;
        const units = Math.floor(whole * (currency === "CNY" ? 0.17 + random() * 0.08 : 0.01 + random() * 0.05));
        const hasCents = (orders.entity.minorUnits[currency] ?? 0) > 0;
        const cents = hasCents ? `.${String(Math.floor(random() * 100)).padStart(2, "0")}` : "";
        replayReceipt(orders, at, drawAnnouncement(builder, currency, `${units}${cents}`));
      }
    }
  },
  /** Creates receipts that are expected, that need documents, or that are under investigation. */
  async open(builder) {
    const { now, merchant } = builder;
    if (Object.keys(merchant.opening).length === 0) return;
    const orders = await Orders.open(builder, "recharge", { currency: "USD" });
    for (const [hoursAgo, currency, amount, next] of merchant.users.length > 1 ? OPEN : OPEN.slice(0, 2)) {
      const announcement = drawAnnouncement(builder, currency, amount);
      if (typeof next === "number") {
        const expectedOn = formatDay(now + next * DAY, orders.entity.dialect.zone);
        await orders.create({ ...announcement, expectedOn }, { hoursAgo });
        continue;
      }
      const input = { ...readMoney(announcement), actualAmount: amount, reference: createBankReference(now) };
      const id = await orders.create(input, { hoursAgo, event: "received", by: "bank" });
      if (next) await orders.fire(id, next.event, { hoursAgo: next.hoursAgo });
    }
    // Complete the jobs that these events enqueued, because they would run the scripts again.
    await finishJobs(builder, "collection.%");
  },
};

/**
 * Open receipts: age in hours, currency, amount, and in how many days the money is expected, or what happened after it
 * arrived. A merchant with one user has the first two.
 */
const OPEN: readonly (readonly [
  hoursAgo: number,
  currency: string,
  amount: string,
  next?: number | { event: string; hoursAgo: number },
])[] = [
  [26, "USD", "18600.10", 3],
  [7, "USD", "42150.40", { event: "askDocuments", hoursAgo: 6.5 }],
  [3, "EUR", "9320.10", 1],
  [30, "EUR", "15800.40", { event: "askDocuments", hoursAgo: 29 }],
  [20, "HKD", "86400.00", { event: "investigate", hoursAgo: 19 }],
  [2, "USD", "7450.10"],
];

/** Fields of an announcement that a user fills in. */
type Announcement = Record<"remitterName" | "remitterAccount" | "currency" | "amount" | "postscript", string>;

function drawAnnouncement({ random }: HistoryBuilder, currency: string, amount: string): Announcement {
  const buyer = pick(
    random,
    DEMO_BUYERS.filter(({ currencies }) => currencies.includes(currency)),
  );
  const receiptNo = `INV-${Math.floor(80_000 + random() * 9_999)}`;
  const businessType = random() < 0.7 ? "generalTrade" : "ecommerce";
  const contractNo = `QH-2026-${String(Math.floor(random() * 900) + 100)}`;
  const remitter = { remitterName: buyer.name, remitterAccount: buyer.account };
  const about = { businessType, contractNo, receiptNo, postscript: `Invoice ${receiptNo}` };
  return { ...remitter, currency, amount, ...about };
}

/** Returns the fields of a receipt without an announcement. */
const readMoney = ({ remitterName, remitterAccount, currency, amount, postscript }: Announcement): Announcement => ({
  remitterName,
  remitterAccount,
  currency,
  amount,
  postscript,
});

/** Replays a receipt with a random outcome. CNY always arrives in full, because payments depend on it. */
function replayReceipt(orders: Orders, at: number, announcement: Announcement): void {
  const { random, now } = orders.builder;
  const { currency, amount } = announcement;
  const announced = random() < 0.4;
  const chance = currency === "CNY" ? 1 : random();
  const seen = announced ? at + Math.floor(5 + random() * 40) * HOUR : at;
  const actualAmount = chance > 0.16 && chance < 0.3 ? Decimal.of(amount).sub(Decimal.of("3")).toString() : amount;
  const booked = seen + Math.floor(10 + random() * 90) * MINUTE;
  const expect: Event = ["maker", "expect", at];
  if (chance < 0.04 && at < now - 9 * DAY)
    // The money never arrived.
    orders.replay(announcement, [
      expect,
      chance < 0.02 ? ["maker", "cancel", at + 3 * HOUR] : ["clock", "lapse", at + 7 * DAY],
    ]);
  else {
    const received: Event = ["bank", "received", seen, { actualAmount, reference: createBankReference(seen) }];
    const events = listBankEvents(booked, now, chance);
    if (announced) orders.replay(announcement, [expect, received, ...events]);
    else orders.replay({ ...readMoney(announcement), actualAmount }, [received, ...events]);
  }
}

/** Returns the bank's events for received money: booking it, or investigating it and then returning or clearing it. */
function listBankEvents(booked: number, now: number, chance: number): Event[] {
  const back = addWorkingDays(booked, 2);
  if (chance >= 0.16 || back >= now - DAY) return [["bank", "book", booked]];
  const investigate: Event = ["bank", "investigate", booked];
  if (chance < 0.08) return [investigate, ["bank", "returned", back, { reason: "CU01" }]];
  return [investigate, ["bank", "cleared", back], ["bank", "book", back + HOUR]];
}
