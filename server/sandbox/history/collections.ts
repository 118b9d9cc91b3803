/** Money that came in from foreign buyers, announced or not, with every way that it can end. */
import { Decimal, type Entity, type Row } from "../../../src/engine/index.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { addWorkingDays } from "../working-days.ts";
import { DEMO_BUYERS } from "../demo.ts";
import { pick } from "../random.ts";
import { createBankReference } from "../bank-reference.ts";
import { replay, type Past, type Step } from "../lifecycle-replay.ts";
import {
  loadActors,
  DAY,
  HISTORY_DAYS,
  HOUR,
  MINUTE,
  morningOf,
  type Actors,
  type HistoryPart,
  type HistoryBuilder,
} from "./history-builder.ts";

export const collections: HistoryPart = { pasts: incoming, open: today };

const entityOf = ({ schemas, merchant }: HistoryBuilder): Entity | undefined =>
  Object.keys(merchant.opening).length > 0 ? schemas.entity("recharge") : undefined;

/** Each currency comes in on its own rhythm; CNY every week, so that payments are always covered. */
async function incoming(scene: HistoryBuilder): Promise<Past[]> {
  const entity = entityOf(scene);
  if (!entity) return [];
  const { merchant, random, now } = scene;
  const pasts: Past[] = [];
  for (const [currency, whole] of Object.entries(merchant.opening)) {
    const who = await loadActors(scene, entity, { currency });
    const every = currency === "CNY" ? 7 : 3 + Math.floor(random() * 4);
    for (let daysAgo = HISTORY_DAYS; daysAgo >= 2; daysAgo -= every) {
      const at = morningOf(now, daysAgo) + Math.floor(random() * 20) * MINUTE;
      const units = Math.floor(whole * (currency === "CNY" ? 0.17 + random() * 0.08 : 0.01 + random() * 0.05));
      const cents = entity.minorUnits[currency] ? `.${String(Math.floor(random() * 100)).padStart(2, "0")}` : "";
      pasts.push(collection(scene, entity, who, at, filled(scene, currency, `${units}${cents}`)));
    }
  }
  return pasts;
}

/** What a person writes of money that is to come. */
function filled({ random }: HistoryBuilder, currency: string, amount: string): Row {
  const buyer = pick(
    random,
    DEMO_BUYERS.filter(({ currencies }) => currencies.includes(currency)),
  );
  const invoice = `INV-${Math.floor(80_000 + random() * 9_999)}`;
  return {
    remitterName: buyer.name,
    remitterAccount: buyer.account,
    currency,
    amount,
    businessType: random() < 0.7 ? "generalTrade" : "ecommerce",
    contractNo: `QH-2026-${String(Math.floor(random() * 900) + 100)}`,
    receiptNo: invoice,
    postscript: `Invoice ${invoice}`,
  };
}

/** One order's past. CNY always arrives whole: payments count on it. */
function collection({ random, now }: HistoryBuilder, entity: Entity, who: Actors, at: number, own: Row): Past {
  const record: Row = { ...own, createdAt: new Date(at).toISOString() };
  const maker = (event: string, when: number): Step => ({
    event,
    at: when,
    actor: who.maker,
    facts: who.makerFacts,
    input: {},
  });
  const bank = (event: string, when: number, input: Row = {}): Step => ({
    event,
    at: when,
    actor: who.bank,
    facts: who.makerFacts,
    input,
  });
  const clock = (event: string, when: number): Step => ({ ...bank(event, when), actor: { ...who.bank, by: "clock" } });
  const announced = random() < 0.4;
  const chance = own["currency"] === "CNY" ? 1 : random();
  const seen = announced ? at + Math.floor(5 + random() * 40) * HOUR : at;
  const actual =
    chance > 0.16 && chance < 0.3
      ? Decimal.of(String(own["amount"])).sub(Decimal.of("3")).toString()
      : String(own["amount"]);
  const arrived = { actualAmount: actual, reference: createBankReference(seen) };
  const booked = seen + Math.floor(10 + random() * 90) * MINUTE;
  const back = addWorkingDays(booked, 2);
  const first = announced ? [maker("expect", at), bank("received", seen, arrived)] : [bank("received", seen, arrived)];
  const steps =
    chance < 0.04 && at < now - 9 * DAY
      ? [maker("expect", at), chance < 0.02 ? maker("cancel", at + 3 * HOUR) : clock("lapse", at + 7 * DAY)]
      : chance < 0.08 && back < now - DAY
        ? [...first, bank("investigate", booked), bank("returned", back, { reason: "CU01" })]
        : chance < 0.16 && back < now - DAY
          ? [...first, bank("investigate", booked), bank("cleared", back), bank("book", back + HOUR)]
          : [...first, bank("book", booked)];
  // Nobody writes a contract number to money that nobody announced.
  const names =
    steps[0]!.event === "expect"
      ? Object.keys(record)
      : ["remitterName", "remitterAccount", "currency", "amount", "postscript", "createdAt"];
  const draft = Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
  const extra =
    steps[0]!.event === "expect"
      ? entity.compute(draft, who.makerFacts)
      : { actualAmount: actual, ...entity.compute(draft, who.makerFacts) };
  return replay(entity, recordNumber(entity.number ?? "", at), { ...draft, ...extra }, steps);
}

/** Today's desk: money awaited, money whose documents are asked for, money that is looked into. By the executor itself, at their own time. */
async function today(scene: HistoryBuilder): Promise<void> {
  const entity = entityOf(scene);
  if (!entity) return;
  const { tx, schemas, vocabulary, now, merchant } = scene;
  const who = await loadActors(scene, entity, { currency: "USD" });
  const at = (hoursAgo: number) => ({ schemas, vocabulary, clock: { now: () => now - hoursAgo * HOUR } });
  const arrive = async (hoursAgo: number, own: Row, then: readonly [number, string][]): Promise<void> => {
    const { remitterName, remitterAccount, currency, amount, postscript } = own;
    const record = await create(
      tx,
      entity,
      {
        remitterName,
        remitterAccount,
        currency,
        amount,
        postscript,
        actualAmount: amount,
        reference: createBankReference(now),
      },
      who.bank,
      at(hoursAgo),
      "received",
    );
    for (const [later, event] of then)
      await fire(tx, entity, String(record[entity.key]), event, who.bank, {}, at(later));
  };
  await create(tx, entity, filled(scene, "USD", "18600.10"), who.maker, at(26));
  await arrive(7, filled(scene, "USD", "42150.40"), [[6.5, "askDocuments"]]);
  if (merchant.users.length > 1) {
    await create(tx, entity, filled(scene, "EUR", "9320.10"), who.maker, at(3));
    await arrive(30, filled(scene, "EUR", "15800.40"), [[29, "askDocuments"]]);
    await arrive(20, filled(scene, "HKD", "86400.00"), [[19, "investigate"]]);
    await arrive(2, filled(scene, "USD", "7450.10"), []);
  }
  // Their scripts have begun here already: the jobs that these events left would begin them again.
  await tx.query("UPDATE job SET state = 'done' WHERE m = $1 AND kind LIKE 'collection.%' AND state = 'open'", [
    merchant.id,
  ]);
}
