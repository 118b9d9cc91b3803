/** CNY payments with every way that they can end. */
import type { Entity, Row } from "../../../src/engine/index.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { addWorkingDays } from "../working-days.ts";
import { DEMO_REMARKS } from "../demo.ts";
import { pick } from "../random.ts";
import { createBankReference } from "../bank-reference.ts";
import { replay, type Past, type Step } from "../lifecycle-replay.ts";
import {
  loadActors,
  DAY,
  HISTORY_DAYS,
  HOUR,
  isWorkday,
  MINUTE,
  morningOf,
  type Actors,
  type HistoryPart,
  type HistoryBuilder,
} from "./history-builder.ts";

export const withdrawal: HistoryPart = { pasts: payments, open: openOrders };

/** Nothing to tell where the schemas have no such orders, or the merchant nobody to pay. */
const entityOf = ({ schemas, payees }: HistoryBuilder): Entity | undefined =>
  payees.length > 0 ? schemas.entity("withdrawal") : undefined;

async function payments(scene: HistoryBuilder): Promise<Past[]> {
  const entity = entityOf(scene);
  if (!entity) return [];
  const { merchant, random, now } = scene;
  const who = await loadActors(scene, entity);
  const workdays = Array.from({ length: HISTORY_DAYS - 2 }, (_, index) => morningOf(now, HISTORY_DAYS - index)).filter(
    isWorkday,
  );
  const times = Array.from(
    { length: merchant.payments },
    () => pick(random, workdays) + HOUR + Math.floor(random() * 6 * 60) * MINUTE,
  ).sort((a, b) => a - b);
  return times.map((at) => payment(scene, entity, who, at));
}

/** A payment's own fields as a person fills them in. */
function filled({ payees, random }: HistoryBuilder, ending?: string): Row {
  const payee = pick(random, payees);
  const whole = 2_000 + Math.floor(random() ** 3 * 60_000);
  const remark = pick(random, DEMO_REMARKS);
  return {
    accountId: payee["id"],
    amount: `${whole}.${ending ?? pick(random, ["00", "00", "00", "35", "68", "90"])}`,
    ...(remark ? { remark } : {}),
  };
}

function payment(scene: HistoryBuilder, entity: Entity, who: Actors, at: number): Past {
  const { random, payees, now } = scene;
  const own = filled(scene);
  const payee = payees.find((row) => row["id"] === own["accountId"])!;
  const copies = Object.fromEntries(
    Object.entries(entity.field("accountId").ref?.copies ?? {}).map(([name, theirs]) => [name, payee[theirs]]),
  );
  const draft: Row = { ...own, ...copies, createdAt: new Date(at).toISOString() };
  const record = { ...draft, ...entity.compute(draft, who.makerFacts) };
  const reviewed = at + Math.floor(20 + random() * 150) * MINUTE;
  const sent = reviewed + MINUTE;
  const answered = sent + Math.floor(4 + random() * 80) * MINUTE;
  const maker = (event: string, when: number, input: Row = {}): Step => ({
    event,
    at: when,
    actor: who.maker,
    facts: who.makerFacts,
    input,
  });
  const checker = (event: string, when: number, input: Row = {}): Step => ({
    event,
    at: when,
    actor: who.checker,
    facts: who.checkerFacts,
    input,
  });
  const bank = (event: string, when: number, input: Row = {}): Step => ({
    event,
    at: when,
    actor: who.bank,
    facts: who.makerFacts,
    input,
  });
  const paid = [
    maker("apply", at),
    checker("pass", reviewed),
    bank("sent", sent),
    bank("paid", answered, { reference: createBankReference(answered) }),
  ];
  const chance = random();
  const back = addWorkingDays(answered, 2);
  const steps =
    chance < 0.04
      ? [
          maker("apply", at),
          checker("reject", reviewed, { reason: pick(random, ["金额与合同不符", "收款人有误", "重复付款"]) }),
        ]
      : chance < 0.07
        ? [maker("apply", at), maker("cancel", at + 7 * MINUTE)]
        : chance < 0.11
          ? [
              ...paid.slice(0, 3),
              bank("refused", answered, {
                reason: pick(random, ["AC04 ACCOUNT CLOSED", "BE01 NAME DOES NOT MATCH ACCOUNT"]),
              }),
            ]
          : chance < 0.125 && back < now - 2 * DAY
            ? [...paid, bank("returned", back, { reason: "MS03" })]
            : paid;
  return replay(entity, recordNumber(entity.number ?? "", at), record, steps);
}

/** Today's desk: some orders to review, one at the bank whose answer is awaited. By the executor itself, at their own time. */
async function openOrders(scene: HistoryBuilder): Promise<void> {
  const entity = entityOf(scene);
  if (!entity) return;
  const { tx, schemas, vocabulary, now } = scene;
  const who = await loadActors(scene, entity);
  const at = (hoursAgo: number) => ({
    schemas,
    vocabulary,
    clock: { now: () => now - hoursAgo * HOUR },
    proved: "pay+totp" as const,
  });
  // A merchant's only user reviews on submitting: none of his orders waits.
  const alone = scene.merchant.users.length === 1;
  for (let index = 0; index < (alone ? 0 : 3); index++)
    await create(tx, entity, filled(scene, "00"), who.maker, at(20 - index * 3));
  const waiting = await create(tx, entity, filled(scene, "10"), who.maker, at(9));
  const id = String(waiting[entity.key]);
  if (!alone) await fire(tx, entity, id, "pass", who.checker, {}, { ...at(8) });
  await fire(tx, entity, id, "sent", who.bank, {}, at(7.9));
  // The script of an amount that ends in .10 has begun here already: the job that the review left would begin it again.
  await tx.query("UPDATE job SET state = 'done' WHERE m = $1 AND kind = 'bank.pay' AND state = 'open'", [
    scene.merchant.id,
  ]);
}
