/** CNY payments with all possible outcomes. */
import type { Row } from "@portolan/engine";
import { addWorkingDays } from "../../rates/working-days.ts";
import { createBankReference } from "../../demo/bank-reference.ts";
import { DEMO_REMARKS } from "../../demo/merchants.ts";
import { pick } from "../../../sandbox/random.ts";
import {
  DAY,
  drawMoments,
  finishJobs,
  HISTORY_DAYS,
  listMornings,
  MINUTE,
  Orders,
  type Event,
  type HistoryBuilder,
  type HistoryPart,
} from "../../demo/history-builder.ts";

export const withdrawal: HistoryPart = {
  async replay(builder) {
    const { merchant, payees, random, now } = builder;
    if (payees.length === 0) return;
    const orders = await Orders.open(builder, "withdrawal");
    const days = listMornings(now, HISTORY_DAYS, HISTORY_DAYS - 2);
    for (const at of drawMoments(random, days, merchant.payments, 6)) {
      const { input, payee } = drawPayment(builder);
      orders.replay({ ...input, ...orders.copy("accountId", payee) }, drawEvents(builder, at));
    }
  },
  /** Creates orders that await review, and one that is pending at the bank. */
  async open(builder) {
    const { merchant, payees } = builder;
    if (payees.length === 0) return;
    const orders = await Orders.open(builder, "withdrawal");
    const proved = "pay+totp";
    // A merchant's only user reviews when submitting, so none of its orders await review.
    const alone = merchant.users.length === 1;
    for (const hoursAgo of alone ? [] : [20, 17, 14])
      await orders.create(drawPayment(builder, "00").input, { hoursAgo, proved });
    const id = await orders.create(drawPayment(builder, "10").input, { hoursAgo: 9, proved });
    if (!alone) await orders.fire(id, "pass", { by: "checker", hoursAgo: 8, proved });
    await orders.fire(id, "sent", { hoursAgo: 7.9, proved });
    // Complete the job that the review enqueued, because it would run the script of an amount ending in .10 again.
    await finishJobs(builder, "bank.pay");
  },
};

/**
 * Draws the fields that a user fills in. `cents`: last two digits of the amount, which determine how the payment ends.
 */
function drawPayment({ payees, random }: HistoryBuilder, cents?: string): { input: Row; payee: Row } {
  const payee = pick(random, payees);
  const whole = 2_000 + Math.floor(random() ** 3 * 60_000);
  const remark = pick(random, DEMO_REMARKS);
  const amount = `${whole}.${cents ?? pick(random, ["00", "00", "00", "35", "68", "90"])}`;
  return { input: { accountId: payee["id"], amount, ...(remark ? { remark } : {}) }, payee };
}

/** Draws how a payment ends: paid, or rejected, cancelled, refused or returned. */
function drawEvents({ random, now }: HistoryBuilder, at: number): Event[] {
  const reviewed = at + Math.floor(20 + random() * 150) * MINUTE;
  const answered = reviewed + MINUTE + Math.floor(4 + random() * 80) * MINUTE;
  const applied: Event = ["maker", "apply", at];
  const sent: Event[] = [applied, ["checker", "pass", reviewed], ["bank", "sent", reviewed + MINUTE]];
  const paid: Event[] = [...sent, ["bank", "paid", answered, { reference: createBankReference(answered) }]];
  const chance = random();
  const back = addWorkingDays(answered, 2);
  if (chance < 0.04) {
    const reason = pick(random, ["金额与合同不符", "收款人有误", "重复付款"]);
    return [applied, ["checker", "reject", reviewed, { reason }]];
  }
  if (chance < 0.07) return [applied, ["maker", "cancel", at + 7 * MINUTE]];
  if (chance < 0.11) {
    const reason = pick(random, ["AC04 ACCOUNT CLOSED", "BE01 NAME DOES NOT MATCH ACCOUNT"]);
    return [...sent, ["bank", "refused", answered, { reason }]];
  }
  if (chance < 0.125 && back < now - 2 * DAY) return [...paid, ["bank", "returned", back, { reason: "MS03" }]];
  return paid;
}
