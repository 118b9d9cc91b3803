/** Money received from foreign buyers, announced or not, with all possible outcomes. */
import { computeRecord, Decimal, formatDay, type Row } from "../../../src/engine/index.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { createBankReference } from "../bank-reference.ts";
import { DEMO_BUYERS } from "../demo.ts";
import { replay, type ReplayedRecord, type Step } from "../lifecycle-replay.ts";
import { pick } from "../random.ts";
import { addWorkingDays } from "../../payments/rates/working-days.ts";
import {
  buildContextAt,
  DAY,
  finishJobs,
  HISTORY_DAYS,
  HOUR,
  loadActors,
  MINUTE,
  findMorning,
  createSteps,
  type Actors,
  type HistoryBuilder,
  type HistoryPart,
} from "./history-builder.ts";

export const collections: HistoryPart = { replayed: replayCollections, open: createOpenCollections };

/** Fields of a receipt without an announcement. */
const UNANNOUNCED = new Set(["remitterName", "remitterAccount", "currency", "amount", "postscript", "createdAt"]);

const hasWallets = ({ merchant }: HistoryBuilder): boolean => Object.keys(merchant.opening).length > 0;

/**
 * Replays the receipts of each currency at its own frequency. CNY arrives every week, so that the balance always covers
 * the payments.
 */
async function replayCollections(builder: HistoryBuilder): Promise<ReplayedRecord[]> {
  if (!hasWallets(builder)) return [];
  const { schemas, merchant, random, now } = builder;
  const entity = schemas.entity("recharge");
  const replayed: ReplayedRecord[] = [];
  for (const [currency, whole] of Object.entries(merchant.opening)) {
    const actors = await loadActors(builder, entity, { currency });
    const every = currency === "CNY" ? 7 : 3 + Math.floor(random() * 4);
    for (let daysAgo = HISTORY_DAYS; daysAgo >= 2; daysAgo -= every) {
      const at = findMorning(now, daysAgo) + Math.floor(random() * 20) * MINUTE;
      const units = Math.floor(whole * (currency === "CNY" ? 0.17 + random() * 0.08 : 0.01 + random() * 0.05));
      const cents = entity.minorUnits[currency] ? `.${String(Math.floor(random() * 100)).padStart(2, "0")}` : "";
      const announcement = drawAnnouncement(builder, currency, `${units}${cents}`);
      replayed.push(replayCollection(builder, actors, at, announcement));
    }
  }
  return replayed;
}

/** Fields of an announcement that a user fills in. */
interface Announcement {
  currency: string;
  amount: string;
  [field: string]: string;
}

function drawAnnouncement({ random }: HistoryBuilder, currency: string, amount: string): Announcement {
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

/** Replays a receipt with a random outcome. CNY always arrives in full, because payments depend on it. */
function replayCollection(
  builder: HistoryBuilder,
  actors: Actors,
  at: number,
  announcement: Announcement,
): ReplayedRecord {
  const { random, schemas } = builder;
  const entity = schemas.entity("recharge");
  const { currency, amount } = announcement;
  const record: Row = { ...announcement, createdAt: new Date(at).toISOString() };
  const announced = random() < 0.4;
  const chance = currency === "CNY" ? 1 : random();
  const seen = announced ? at + Math.floor(5 + random() * 40) * HOUR : at;
  const actualAmount = chance > 0.16 && chance < 0.3 ? Decimal.of(amount).sub(Decimal.of("3")).toString() : amount;
  const booked = seen + Math.floor(10 + random() * 90) * MINUTE;
  const expect = createSteps(actors.maker, actors.makerFacts)("expect", at);
  const received = createSteps(actors.bank, actors.makerFacts)("received", seen, {
    actualAmount,
    reference: createBankReference(seen),
  });
  const steps = listUnpaidSteps(builder, actors, expect, chance) ?? [
    ...(announced ? [expect, received] : [received]),
    ...listBankSteps(builder, actors, booked, chance),
  ];
  const isAnnounced = steps[0] === expect;
  const draft = Object.fromEntries(Object.entries(record).filter(([name]) => isAnnounced || UNANNOUNCED.has(name)));
  const computed = computeRecord(entity, draft, actors.makerFacts);
  const fields = { ...draft, ...(isAnnounced ? {} : { actualAmount }), ...computed };
  return replay(entity, createRecordNumber(entity, at), fields, steps);
}

/**
 * Returns the steps of an announcement that was cancelled or lapsed because its money never arrived, or undefined for
 * all others.
 */
function listUnpaidSteps({ now }: HistoryBuilder, actors: Actors, expect: Step, chance: number): Step[] | undefined {
  const { at } = expect;
  if (chance >= 0.04 || at >= now - 9 * DAY) return undefined;
  if (chance < 0.02) return [expect, createSteps(actors.maker, actors.makerFacts)("cancel", at + 3 * HOUR)];
  return [expect, createSteps({ ...actors.bank, by: "clock" }, actors.makerFacts)("lapse", at + 7 * DAY)];
}

/** Returns the bank's steps for received money: booking it, or investigating it and then returning or clearing it. */
function listBankSteps({ now }: HistoryBuilder, actors: Actors, booked: number, chance: number): Step[] {
  const byBank = createSteps(actors.bank, actors.makerFacts);
  const back = addWorkingDays(booked, 2);
  if (chance >= 0.16 || back >= now - DAY) return [byBank("book", booked)];
  const investigate = byBank("investigate", booked);
  if (chance < 0.08) return [investigate, byBank("returned", back, { reason: "CU01" })];
  return [investigate, byBank("cleared", back), byBank("book", back + HOUR)];
}

/** Creates receipts that are expected, that need documents, or that are under investigation, each at its own time. */
async function createOpenCollections(builder: HistoryBuilder): Promise<void> {
  if (!hasWallets(builder)) return;
  const { tx, schemas, now, merchant } = builder;
  const entity = schemas.entity("recharge");
  const { maker, bank } = await loadActors(builder, entity, { currency: "USD" });
  const expect = (hoursAgo: number, currency: string, amount: string, expectedOn: string) =>
    create(
      tx,
      { entity, input: { ...drawAnnouncement(builder, currency, amount), expectedOn }, actor: maker },
      buildContextAt(builder, hoursAgo),
    );
  const inDays = (days: number) => formatDay(now + days * DAY, entity.dialect.zone);
  const receive = async (hoursAgo: number, announcement: Announcement): Promise<string> => {
    const { remitterName, remitterAccount, currency, amount, postscript } = announcement;
    const reference = createBankReference(now);
    const input = { remitterName, remitterAccount, currency, amount, postscript, actualAmount: amount, reference };
    const record = await create(
      tx,
      { entity, input, actor: bank, event: "received" },
      buildContextAt(builder, hoursAgo),
    );
    return String(record[entity.key]);
  };
  const fireEvent = (id: string, hoursAgo: number, event: string) =>
    fire(tx, { entity, id, event, actor: bank, input: {} }, buildContextAt(builder, hoursAgo));
  await expect(26, "USD", "18600.10", inDays(3));
  await fireEvent(await receive(7, drawAnnouncement(builder, "USD", "42150.40")), 6.5, "askDocuments");
  if (merchant.users.length > 1) {
    await expect(3, "EUR", "9320.10", inDays(1));
    await fireEvent(await receive(30, drawAnnouncement(builder, "EUR", "15800.40")), 29, "askDocuments");
    await fireEvent(await receive(20, drawAnnouncement(builder, "HKD", "86400.00")), 19, "investigate");
    await receive(2, drawAnnouncement(builder, "USD", "7450.10"));
  }
  // Complete the jobs that these events enqueued, because they would run the scripts again.
  await finishJobs(builder, "collection.%");
}
