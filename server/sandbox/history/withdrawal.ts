/** CNY payments with all possible outcomes. */
import { computeRecord } from "../../../src/engine/index.ts";
import type { Entity, Row } from "../../../src/engine/index.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { createBankReference } from "../bank-reference.ts";
import { DEMO_REMARKS } from "../demo.ts";
import { replay, type ReplayedRecord, type Step } from "../lifecycle-replay.ts";
import { pick } from "../random.ts";
import { addWorkingDays } from "../../payments/rates/working-days.ts";
import {
  buildContextAt,
  copyReferenced,
  DAY,
  drawMoments,
  finishJobs,
  HISTORY_DAYS,
  listMornings,
  loadActors,
  MINUTE,
  createSteps,
  type Actors,
  type HistoryBuilder,
  type HistoryPart,
} from "./history-builder.ts";

export const withdrawal: HistoryPart = { replayed: replayPayments, open: createOpenOrders };

async function replayPayments(builder: HistoryBuilder): Promise<ReplayedRecord[]> {
  const { schemas, merchant, payees, random, now } = builder;
  if (payees.length === 0) return [];
  const entity = schemas.entity("withdrawal");
  const actors = await loadActors(builder, entity);
  const days = listMornings(now, HISTORY_DAYS, HISTORY_DAYS - 2);
  return drawMoments(random, days, merchant.payments, 6).map((at) => replayPayment(builder, entity, actors, at));
}

/**
 * Draws the fields that a user fills in. `cents`: last two digits of the amount, which determine how the payment ends.
 */
function drawPayment({ payees, random }: HistoryBuilder, cents?: string): { input: Row; payee: Row } {
  const payee = pick(random, payees);
  const whole = 2_000 + Math.floor(random() ** 3 * 60_000);
  const remark = pick(random, DEMO_REMARKS);
  const input = {
    accountId: payee["id"],
    amount: `${whole}.${cents ?? pick(random, ["00", "00", "00", "35", "68", "90"])}`,
    ...(remark ? { remark } : {}),
  };
  return { input, payee };
}

function replayPayment(builder: HistoryBuilder, entity: Entity, actors: Actors, at: number): ReplayedRecord {
  const { random } = builder;
  const { input, payee } = drawPayment(builder);
  const draft: Row = {
    ...input,
    ...copyReferenced(entity, "accountId", payee),
    createdAt: new Date(at).toISOString(),
  };
  const record = { ...draft, ...computeRecord(entity, draft, actors.makerFacts) };
  const reviewed = at + Math.floor(20 + random() * 150) * MINUTE;
  const answered = reviewed + MINUTE + Math.floor(4 + random() * 80) * MINUTE;
  const steps = drawSteps(builder, actors, { at, reviewed, answered });
  return replay(entity, createRecordNumber(entity, at), record, steps);
}

/** Draws how a payment ends: paid, or rejected, cancelled, refused or returned. */
function drawSteps(
  { random, now }: HistoryBuilder,
  { maker, makerFacts, checker, checkerFacts, bank }: Actors,
  { at, reviewed, answered }: { at: number; reviewed: number; answered: number },
): Step[] {
  const [byMaker, byChecker, byBank] = [
    createSteps(maker, makerFacts),
    createSteps(checker, checkerFacts),
    createSteps(bank, makerFacts),
  ];
  const applied = byMaker("apply", at);
  const sent = [applied, byChecker("pass", reviewed), byBank("sent", reviewed + MINUTE)];
  const paid = [...sent, byBank("paid", answered, { reference: createBankReference(answered) })];
  const chance = random();
  const back = addWorkingDays(answered, 2);
  if (chance < 0.04) {
    const reason = pick(random, ["金额与合同不符", "收款人有误", "重复付款"]);
    return [applied, byChecker("reject", reviewed, { reason })];
  }
  if (chance < 0.07) return [applied, byMaker("cancel", at + 7 * MINUTE)];
  if (chance < 0.11) {
    const reason = pick(random, ["AC04 ACCOUNT CLOSED", "BE01 NAME DOES NOT MATCH ACCOUNT"]);
    return [...sent, byBank("refused", answered, { reason })];
  }
  if (chance < 0.125 && back < now - 2 * DAY) return [...paid, byBank("returned", back, { reason: "MS03" })];
  return paid;
}

/** Creates orders that await review, and one that is pending at the bank. */
async function createOpenOrders(builder: HistoryBuilder): Promise<void> {
  const { tx, schemas, merchant, payees } = builder;
  if (payees.length === 0) return;
  const entity = schemas.entity("withdrawal");
  const { maker, checker, bank } = await loadActors(builder, entity);
  const at = (hoursAgo: number) => buildContextAt(builder, hoursAgo, "pay+totp");
  // A merchant's only user reviews when submitting, so none of its orders await review.
  const alone = merchant.users.length === 1;
  for (let index = 0; index < (alone ? 0 : 3); index++)
    await create(tx, { entity, input: drawPayment(builder, "00").input, actor: maker }, at(20 - index * 3));
  const waiting = await create(tx, { entity, input: drawPayment(builder, "10").input, actor: maker }, at(9));
  const id = String(waiting[entity.key]);
  if (!alone) await fire(tx, { entity, id, event: "pass", actor: checker, input: {} }, at(8));
  await fire(tx, { entity, id, event: "sent", actor: bank, input: {} }, at(7.9));
  // Complete the job that the review enqueued, because it would run the script of an amount ending in .10 again.
  await finishJobs(builder, "bank.pay");
}
