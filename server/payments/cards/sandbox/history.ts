/** Virtual cards in every state, purchases with them, and codes for purchases. */
import { type EntityName, computeRecord, createEmptyQuery, type Row } from "@portolan/engine";
import { formatDayInChina } from "../../../../src/payments/time.ts";
import { assertPresent } from "../../../core/required.ts";
import { createRecordNumber } from "../../../lifecycle/order-number.ts";
import { insertRows } from "../../../lifecycle/insert-rows.ts";
import { addClockJobs } from "../../../lifecycle/side-effects.ts";
import { authorise, findDeclineReason, readRangeCodes } from "../authorise.ts";
import { createCodeRow } from "../codes.ts";
import { createCard } from "../make.ts";
import { createRecordStore } from "../../../store/records.ts";
import type { ReplayedRecord } from "../../demo/lifecycle-replay.ts";
import { pick } from "../../../sandbox/random.ts";
import { findShopDecline } from "./shops.ts";
import { CARDHOLDERS, CARD_PLANS, listShops, type CardPlan } from "./plans.ts";
import {
  buildContextAt,
  DAY,
  findMorning,
  HOUR,
  MINUTE,
  Orders,
  type HistoryBuilder,
  type HistoryPart,
} from "../../demo/history-builder.ts";

export const cards: HistoryPart = {
  /** Replays the cards of a merchant with US dollars. */
  async replay(builder) {
    if (builder.merchant.opening["USD"] === undefined) return;
    const open = (name: EntityName) => Orders.open(builder, name, { currency: "USD" });
    const orders = {
      application: await open("cardApplication"),
      card: await open("card"),
      transaction: await open("cardTransaction"),
      recharge: await open("cardRecharge"),
    };
    const holders = await insertHolders(builder);
    for (const plan of listPlans(builder)) replayApplication(orders, plan, holders);
  },
  /** Creates an unsettled purchase and codes, and schedules the expiry of all cards. */
  async open(builder) {
    const { tx, schemas, merchant, now: at } = builder;
    const { id: tenant } = merchant;
    if (merchant.opening["USD"] === undefined) return;
    const entity = schemas.entity("card");
    const query = { ...createEmptyQuery(), size: 50 };
    const { list } = await createRecordStore(tx, schemas).list(entity, query, { tenant });
    const transition = assertPresent(entity.lifecycle?.transitions[0], "the first transition of cards");
    for (const record of list)
      addClockJobs(tx, { tenant, entity, id: String(record["id"]), version: 1, transition, record, at });
    const usable = list.filter((row) => row["status"] === "usable");
    const [first] = usable;
    if (!first) return;
    const [shop, mcc] = assertPresent(listShops(first)[0], "a shop");
    const purchase = { tenant, cardId: String(first["id"]), amount: "86.50", merchant: shop, mcc };
    await authorise(tx, buildContextAt(builder, 3), purchase);
    await insertCodes(builder, usable);
  },
};

type CardOrders = Readonly<Record<"application" | "card" | "transaction" | "recharge", Orders>>;

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

function replayApplication(orders: CardOrders, plan: CardPlan, holders: readonly Row[]): void {
  const { application, card } = orders;
  const { schemas, now, random } = application.builder;
  const at = findMorning(now, plan.daysAgo) + 2 * HOUR;
  const holder = assertPresent(holders[plan.holder], "a cardholder");
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
    ...application.copy("cardholderId", holder),
    ...application.copy("product", assertPresent(product, plan.product)),
  };
  const order = application.replay(own, [
    ["maker", "apply", at],
    plan.refused ? ["bank", "refused", at + MINUTE, { reason: "XC01" }] : ["bank", "issued", at + MINUTE],
  ]);
  if (plan.refused) return;
  for (const [index, item] of plan.cards.entries()) {
    const made = createCard(card.entity, order.data, at + 2 * MINUTE, Math.floor(random() * 10_000));
    // The issuer granted an expired card a shorter validity than was requested.
    if (item[2] === "expired") made["expiry"] = formatDayInChina(now - 6 * DAY);
    const label = `${plan.label} ${index + 1}`;
    replayLife(orders, card.replayAsIs({ ...made, label }, [["bank", "issue", at + 2 * MINUTE]]), item);
  }
}

/** Replays a card's recharge, its purchases over the weeks, and its end. */
function replayLife(
  orders: CardOrders,
  card: ReplayedRecord,
  [amount, purchases, end]: CardPlan["cards"][number],
): void {
  const { random, now } = orders.card.builder;
  const recharged = card.at + 20 * MINUTE;
  orders.recharge.replay({ ...copyCard(card), amount, remark: "开卡充值" }, [
    ["maker", "apply", recharged],
    ["bank", "loaded", recharged + 2 * MINUTE],
  ]);
  const span = now - 2 * DAY - (card.at + DAY);
  // Replay in chronological order, because limits are counted per day.
  const times = Array.from(
    { length: purchases },
    () => card.at + DAY + Math.floor(random() * (end ? 0.6 : 1) * span),
  ).toSorted((a, b) => a - b);
  for (const at of times) replayPurchase(orders.transaction, card, at);
  const over = now - 5 * DAY;
  if (end === "frozen") orders.card.play(card, ["maker", "freeze", over]);
  if (end === "blocked") orders.card.play(card, ["bank", "block", over, { reason: "XC03" }]);
  if (end === "cancelled") orders.card.play(card, ["maker", "close", over]);
  if (end === "expired") {
    const lastDay = Date.parse(`${String(card.data["expiry"])}T00:00:00+08:00`);
    orders.card.play(card, ["clock", "expire", lastDay + DAY]);
  }
}

/** Returns the values that records of a card copy from it. */
const copyCard = ({ id, data }: ReplayedRecord): Row => ({
  cardId: id,
  cardLabel: data["label"],
  number: data["number"],
  currency: data["currency"],
});

/** Replays a purchase, which is declined by the card or the shop, reversed, or captured. */
function replayPurchase(orders: Orders, card: ReplayedRecord, at: number): void {
  const { random, schemas } = orders.builder;
  const [merchant, mcc] = pick(random, listShops(card.data));
  const amount = `${5 + Math.floor(random() ** 2 * 260)}.${pick(random, ["00", "50", "99"])}`;
  const codes = readRangeCodes(schemas, card.data);
  const declineReason =
    findShopDecline(merchant) ?? findDeclineReason(card.data, { amount, merchant, mcc }, formatDayInChina(at), codes);
  const own: Row = { ...copyCard(card), merchant, mcc, amount, ...(declineReason ? { declineReason } : {}) };
  const made = orders.replay(own, [["bank", declineReason ? "decline" : "authorise", at]]);
  if (declineReason) return;
  orders.play(made, random() < 0.12 ? ["bank", "reverse", at + 3 * HOUR] : ["bank", "capture", at + 5 * HOUR]);
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
