/** Virtual cards in every state, purchases with them, and codes for purchases. */
import { computeRecord, createEmptyQuery, type Entity, type Row } from "../../../src/engine/index.ts";
import { formatDayInChina } from "../../../src/payments/time.ts";
import type { Actor } from "../../core/actor.ts";
import { assertPresent } from "../../core/required.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { insertRows } from "../../lifecycle/insert-rows.ts";
import { addClockJobs } from "../../lifecycle/side-effects.ts";
import { authorise, findDeclineReason, readRangeCodes } from "../../payments/cards/authorise.ts";
import { createCodeRow } from "../../payments/cards/codes.ts";
import { createCard } from "../../payments/cards/make.ts";
import { createRecordStore } from "../../store/records.ts";
import { replayStep, startReplay, type ReplayedRecord, type Step } from "../lifecycle-replay.ts";
import { pick } from "../random.ts";
import { findShopDecline } from "../shops.ts";
import { CARDHOLDERS, CARD_PLANS, listShops, type CardPlan } from "./card-plans.ts";
import {
  buildContextAt,
  copyReferenced,
  DAY,
  HOUR,
  loadActors,
  MINUTE,
  findMorning,
  createSteps,
  type HistoryBuilder,
  type HistoryPart,
} from "./history-builder.ts";

export const cards: HistoryPart = { replayed: replayCards, open: createOpenPurchases };

interface CardHistory {
  builder: HistoryBuilder;
  application: Entity;
  card: Entity;
  transaction: Entity;
  recharge: Entity;
  holders: readonly Row[];
  byMaker: ReturnType<typeof createSteps>;
  byBank: ReturnType<typeof createSteps>;
  byClock: ReturnType<typeof createSteps>;
  replayed: ReplayedRecord[];
}

/** Opens the card history. Returns undefined for a merchant without US dollars, because it has no cards. */
async function openHistory(builder: HistoryBuilder): Promise<CardHistory | undefined> {
  if (builder.merchant.opening["USD"] === undefined) return undefined;
  const { schemas } = builder;
  const recharge = schemas.entity("cardRecharge");
  const { maker, makerFacts, bank } = await loadActors(builder, recharge, { currency: "USD" });
  return {
    builder,
    application: schemas.entity("cardApplication"),
    card: schemas.entity("card"),
    transaction: schemas.entity("cardTransaction"),
    recharge,
    holders: await insertHolders(builder),
    byMaker: createSteps(maker, makerFacts),
    byBank: createSteps(bank, makerFacts),
    byClock: createSteps({ ...bank, by: "clock" }, makerFacts),
    replayed: [],
  };
}

/** Inserts the cardholders that the merchant's applications name, on the morning of the first one. */
async function insertHolders(builder: HistoryBuilder): Promise<Row[]> {
  const { tx, schemas, merchant, now } = builder;
  const plans = listPlans(builder);
  const used = CARDHOLDERS.filter((_, index) => plans.some(({ holder }) => holder === index));
  const at = findMorning(now, Math.max(...plans.map(({ daysAgo }) => daysAgo))) + HOUR;
  const entity = schemas.entity("cardholder");
  const rows = used.map((row) => ({ ...row, ...computeRecord(entity, row, {}) }));
  return insertRows(tx, entity, { tenant: merchant.id, at }, rows);
}

/** Returns the applications of a merchant. A merchant with one user has one. */
const listPlans = ({ merchant }: HistoryBuilder): readonly CardPlan[] =>
  merchant.users.length > 1 ? CARD_PLANS : CARD_PLANS.slice(0, 1);

async function replayCards(builder: HistoryBuilder): Promise<ReplayedRecord[]> {
  const history = await openHistory(builder);
  if (!history) return [];
  for (const plan of listPlans(builder)) replayApplication(history, plan);
  return history.replayed;
}

function begin(history: CardHistory, entity: Entity, record: Row, step: Step): ReplayedRecord {
  const id = createRecordNumber(entity, step.at);
  const replayed = startReplay(entity, id, { ...record, createdAt: new Date(step.at).toISOString() }, step);
  history.replayed.push(replayed);
  play(history, replayed, step);
  return replayed;
}

/** Replays a step, and the events on other records that it cascades to. */
function play(history: CardHistory, replayed: ReplayedRecord, step: Step): void {
  for (const { entity, id, event, input } of replayStep(replayed, step)) {
    const other = history.replayed.find((item) => item.entity.name === entity && item.id === id);
    const actor: Actor = { ...step.actor, by: "record" };
    play(history, assertPresent(other, `${entity} ${id}`), { ...step, event, actor, input });
  }
}

function replayApplication(history: CardHistory, plan: CardPlan): void {
  const { builder, application, card, byMaker, byBank } = history;
  const { schemas, now, random } = builder;
  const apply = byMaker("apply", findMorning(now, plan.daysAgo) + 2 * HOUR);
  const { at, facts } = apply;
  const holder = assertPresent(history.holders[plan.holder], "a cardholder");
  const product = (schemas.data.get("cardProduct") ?? []).find((row) => row["code"] === plan.product);
  const own: Row = {
    product: plan.product,
    count: plan.cards.length,
    label: plan.label,
    tradingRange: plan.range,
    validMonths: "24",
    singleLimit: "1000.00",
    dayLimit: "2000.00",
    monthLimit: "10000.00",
    cardholderId: holder["id"],
    ...copyReferenced(application, "cardholderId", holder),
    ...copyReferenced(application, "product", assertPresent(product, plan.product)),
  };
  const order = begin(history, application, { ...own, ...computeRecord(application, own, facts) }, apply);
  if (plan.refused) return play(history, order, byBank("refused", at + MINUTE, { reason: "XC01" }));
  play(history, order, byBank("issued", at + MINUTE));
  plan.cards.forEach((item, index) => {
    const made = createCard(card, order.data, at + 2 * MINUTE, Math.floor(random() * 10_000));
    // The issuer granted an expired card a shorter validity than was requested.
    if (item.end === "expired") made["expiry"] = formatDayInChina(now - 6 * DAY);
    const label = `${plan.label} ${index + 1}`;
    replayLife(history, begin(history, card, { ...made, label }, byBank("issue", at + 2 * MINUTE)), item);
  });
}

/** Replays a card's recharge, its purchases over the weeks, and its end. */
function replayLife(
  history: CardHistory,
  card: ReplayedRecord,
  { recharge, purchases, end }: CardPlan["cards"][number],
): void {
  const { builder, byMaker, byBank, byClock } = history;
  const { random, now } = builder;
  replayRecharge(history, card, recharge, card.at + 20 * MINUTE);
  const span = now - 2 * DAY - (card.at + DAY);
  // Replay in chronological order, because limits are counted per day.
  const times = Array.from(
    { length: purchases },
    () => card.at + DAY + Math.floor(random() * (end ? 0.6 : 1) * span),
  ).toSorted((a, b) => a - b);
  for (const at of times) replayPurchase(history, card, at);
  const over = now - 5 * DAY;
  if (end === "frozen") play(history, card, byMaker("freeze", over));
  if (end === "blocked") play(history, card, byBank("block", over, { reason: "XC03" }));
  if (end === "cancelled") play(history, card, byMaker("close", over));
  if (end === "expired") {
    const lastDay = Date.parse(`${String(card.data["expiry"])}T00:00:00+08:00`);
    play(history, card, byClock("expire", lastDay + DAY));
  }
}

/** Returns the values that records of a card copy from it. */
const copyCard = ({ id, data }: ReplayedRecord): Row => ({
  cardId: id,
  cardLabel: data["label"],
  number: data["number"],
  currency: data["currency"],
});

function replayRecharge(history: CardHistory, card: ReplayedRecord, amount: string, at: number): void {
  const { recharge, byMaker, byBank } = history;
  const apply = byMaker("apply", at);
  const own: Row = { ...copyCard(card), amount, remark: "开卡充值" };
  const order = begin(history, recharge, { ...own, ...computeRecord(recharge, own, apply.facts) }, apply);
  play(history, order, byBank("loaded", at + 2 * MINUTE));
}

/** Replays a purchase, which is declined by the card or the shop, reversed, or captured. */
function replayPurchase(history: CardHistory, card: ReplayedRecord, at: number): void {
  const { builder, transaction, byBank } = history;
  const { random, schemas } = builder;
  const [merchant, mcc] = pick(random, listShops(card.data));
  const amount = `${5 + Math.floor(random() ** 2 * 260)}.${pick(random, ["00", "50", "99"])}`;
  const codes = readRangeCodes(schemas, card.data);
  const declineReason =
    findShopDecline(merchant) ?? findDeclineReason(card.data, { amount, merchant, mcc }, formatDayInChina(at), codes);
  const own: Row = { ...copyCard(card), merchant, mcc, amount, ...(declineReason ? { declineReason } : {}) };
  const made = begin(history, transaction, own, byBank(declineReason ? "decline" : "authorise", at));
  if (declineReason) return;
  play(history, made, random() < 0.12 ? byBank("reverse", at + 3 * HOUR) : byBank("capture", at + 5 * HOUR));
}

/** Creates an unsettled purchase and codes, and schedules the expiry of all cards. */
async function createOpenPurchases(builder: HistoryBuilder): Promise<void> {
  const { tx, schemas, merchant, now } = builder;
  if (merchant.opening["USD"] === undefined) return;
  const entity = schemas.entity("card");
  const all = (
    await createRecordStore(tx, schemas).list(entity, { ...createEmptyQuery(), size: 50 }, { tenant: merchant.id })
  ).list;
  for (const record of all) {
    const transition = assertPresent(entity.lifecycle?.transitions[0], "the first transition of cards");
    addClockJobs(tx, {
      tenant: merchant.id,
      entity,
      id: String(record["id"]),
      version: 1,
      transition,
      record,
      at: now,
    });
  }
  const usable = all.filter((row) => row["status"] === "usable");
  const [first] = usable;
  if (!first) return;
  const [shop, mcc] = assertPresent(listShops(first)[0], "a shop");
  const purchase = { tenant: merchant.id, cardId: String(first["id"]), amount: "86.50", merchant: shop, mcc };
  await authorise(tx, buildContextAt(builder, 3), purchase);
  await insertCodes(builder, usable);
}

/** Inserts six codes: one that is valid now, the others from the last two weeks. */
async function insertCodes(
  { tx, schemas, merchant, random, now }: HistoryBuilder,
  cards: readonly Row[],
): Promise<void> {
  const codes = schemas.entity("cardCode");
  const rows = Array.from({ length: 6 }, (_, index) => {
    const at = index === 0 ? now - MINUTE : now - index * 3 * DAY - Math.floor(random() * 6 * HOUR);
    const card = assertPresent(cards[index % cards.length], "a card");
    const [shop] = pick(random, listShops(card));
    const id = createRecordNumber(codes, at);
    const amount = `${20 + Math.floor(random() * 200)}.00`;
    const code = String(Math.floor(random() * 1e6)).padStart(6, "0");
    return { tenant: merchant.id, id, at, row: { id, ...createCodeRow(card, { amount, merchant: shop }, at, code) } };
  });
  await createRecordStore(tx, schemas).insertAll(codes, rows);
}
