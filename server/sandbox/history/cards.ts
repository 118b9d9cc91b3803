/** Virtual cards in every state, what was bought with them, and the codes that shops asked for. */
import { dayInChina, emptyQuery, type Entity, type Row, type Scope } from "../../../src/engine/index.ts";
import type { Actor } from "../../core/actor.ts";
import { cardOf } from "../../payments/cards/make.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { clockJobs } from "../../lifecycle/side-effects.ts";
import { records } from "../../store/records.ts";
import { authorise, findDeclineReason, readRangeCodes } from "../../payments/cards/authorise.ts";
import { codeRow } from "../../payments/cards/codes.ts";
import { pick } from "../random.ts";
import { declineByName } from "../shops.ts";
import { replayStep, startPast, type Past } from "../lifecycle-replay.ts";
import { loadActors, DAY, HOUR, MINUTE, morningOf, type HistoryPart, type HistoryBuilder } from "./history-builder.ts";

export const cards: HistoryPart = { pasts, open };

/** How a card ended; absent: it is in use. */
type End = "frozen" | "blocked" | "cancelled" | "expired";
interface Plan {
  product: string;
  label: string;
  range: string;
  daysAgo: number;
  cards: { recharge: string; purchases: number; end?: End }[];
  refused?: true;
}

/** Applications with the cards that came of them. */
const PLANS: readonly Plan[] = [
  {
    product: "USD-ADS",
    label: "谷歌广告",
    range: "advertising",
    daysAgo: 84,
    cards: [
      { recharge: "5000.00", purchases: 11 },
      { recharge: "2000.00", purchases: 5, end: "frozen" },
    ],
  },
  {
    product: "USD-GENERAL",
    label: "云服务",
    range: "software",
    daysAgo: 70,
    cards: [
      { recharge: "1500.00", purchases: 8 },
      { recharge: "600.00", purchases: 3, end: "cancelled" },
      { recharge: "300.00", purchases: 2, end: "blocked" },
    ],
  },
  {
    product: "USD-GENERAL",
    label: "展会差旅 REJECT",
    range: "travel",
    daysAgo: 55,
    cards: [{ recharge: "0", purchases: 0 }],
    refused: true,
  },
  {
    product: "USD-GENERAL",
    label: "样品采购",
    range: "all",
    daysAgo: 48,
    cards: [
      { recharge: "1200.00", purchases: 9 },
      { recharge: "400.00", purchases: 2, end: "expired" },
    ],
  },
];
const SHOPS: Readonly<Record<string, readonly [name: string, mcc: string][]>> = {
  advertising: [
    ["Search Ads", "7311"],
    ["Social Ads", "7311"],
  ],
  software: [
    ["Cloud Hosting", "5734"],
    ["Design Suite", "5817"],
    ["Mail Service", "7372"],
  ],
  all: [
    ["Sample Market", "5969"],
    ["Parcel Express", "4215"],
    ["Trade Fair Tickets", "7999"],
    ["DECLINE Electronics", "5732"],
  ],
};
const HOLDER = {
  phonePrefix: "+86",
  birthDate: "1988-06-15",
  country: "CN",
  province: "Zhejiang",
  city: "Hangzhou",
  address: "18 Wensan Road, Xihu",
  postcode: "310012",
  firstName: "Ming",
  lastName: "Chen",
  email: "ming@demo.portolan",
  phone: "13800138001",
};

/** The entities and who acts, for one merchant's cards. */
interface Desk {
  scene: HistoryBuilder;
  application: Entity;
  card: Entity;
  transaction: Entity;
  recharge: Entity;
  maker: Actor;
  bank: Actor;
  facts: Scope;
  pasts: Past[];
}

async function deskOf(scene: HistoryBuilder): Promise<Desk | undefined> {
  const [application, card, transaction, recharge] = ["cardApplication", "card", "cardTransaction", "cardRecharge"].map(
    (name) => scene.schemas.entities.get(name),
  );
  if (!application || !card || !transaction || !recharge || scene.merchant.opening["USD"] === undefined)
    return undefined;
  const { maker, makerFacts, bank } = await loadActors(scene, recharge, { currency: "USD" });
  return { scene, application, card, transaction, recharge, maker, bank, facts: makerFacts, pasts: [] };
}

async function pasts(scene: HistoryBuilder): Promise<Past[]> {
  const desk = await deskOf(scene);
  if (!desk) return [];
  for (const plan of PLANS.slice(0, scene.merchant.users.length > 1 ? PLANS.length : 1)) applied(desk, plan);
  return desk.pasts;
}

/** Starts a record's past and keeps it. */
function kept(desk: Desk, entity: Entity, record: Row, event: string, actor: Actor, at: number): Past {
  const past = startPast(
    entity,
    recordNumber(entity.number ?? "", at),
    { ...record, createdAt: new Date(at).toISOString() },
    { actor, at },
  );
  desk.pasts.push(past);
  play(desk, past, event, actor, at);
  return past;
}
/** Plays an event, and what it leads to at other records. */
function play(desk: Desk, past: Past, event: string, actor: Actor, at: number, input: Row = {}): void {
  for (const fired of replayStep(past, { event, at, actor, facts: desk.facts, input })) {
    const other = desk.pasts.find(({ entity, id }) => entity.name === fired.entity && id === fired.id)!;
    play(desk, other, fired.event, { ...actor, by: "record" }, at, fired.input);
  }
}

function applied(desk: Desk, plan: Plan): void {
  const { scene, application, card, maker, bank, facts } = desk;
  const at = morningOf(scene.now, plan.daysAgo) + 2 * HOUR;
  const product = (scene.schemas.data.get("cardProduct") ?? []).find((row) => row["code"] === plan.product)!;
  const copies = Object.fromEntries(
    Object.entries(application.field("product").ref?.copies ?? {}).map(([own, theirs]) => [own, product[theirs]]),
  );
  const own: Row = {
    product: plan.product,
    count: plan.cards.length,
    label: plan.label,
    tradingRange: plan.range,
    validMonths: "24",
    singleLimit: "1000.00",
    dayLimit: "2000.00",
    monthLimit: "10000.00",
    ...HOLDER,
    ...copies,
  };
  const order = kept(desk, application, { ...own, ...application.compute(own, facts) }, "apply", maker, at);
  if (plan.refused) return play(desk, order, "refused", bank, at + MINUTE, { reason: "XC01" });
  play(desk, order, "issued", bank, at + MINUTE);
  plan.cards.forEach((one, index) => {
    const made = cardOf(card, order.data, at + 2 * MINUTE, Math.floor(scene.random() * 10_000));
    // An expired one: the issuer gave it a shorter life than was asked for.
    if (one.end === "expired") made["expiry"] = dayInChina(scene.now - 6 * DAY);
    life(desk, kept(desk, card, { ...made, label: `${plan.label} ${index + 1}` }, "issue", bank, at + 2 * MINUTE), one);
  });
}

/** A card's life: a recharge, purchases over the weeks, perhaps an end. */
function life(desk: Desk, card: Past, { recharge, purchases, end }: Plan["cards"][number]): void {
  const { scene, maker, bank } = desk;
  const { random, now } = scene;
  loaded(desk, card, recharge, card.at + 20 * MINUTE);
  const span = now - 2 * DAY - (card.at + DAY);
  // In the order of time: limits are counted by the day.
  const times = Array.from(
    { length: purchases },
    () => card.at + DAY + Math.floor(random() * (end ? 0.6 : 1) * span),
  ).sort((a, b) => a - b);
  for (const at of times) bought(desk, card, at);
  const over = now - 5 * DAY;
  if (end === "frozen") play(desk, card, "freeze", maker, over);
  if (end === "blocked") play(desk, card, "block", bank, over, { reason: "XC03" });
  if (end === "cancelled") play(desk, card, "close", maker, over);
  if (end === "expired")
    play(
      desk,
      card,
      "expire",
      { ...bank, by: "clock" },
      Date.parse(`${String(card.data["expiry"])}T00:00:00+08:00`) + DAY,
    );
}

function loaded(desk: Desk, card: Past, amount: string, at: number): void {
  const { recharge, maker, bank, facts } = desk;
  const own: Row = {
    cardId: card.id,
    cardLabel: card.data["label"],
    number: card.data["number"],
    currency: card.data["currency"],
    amount,
    remark: "开卡充值",
  };
  const order = kept(desk, recharge, { ...own, ...recharge.compute(own, facts) }, "apply", maker, at);
  play(desk, order, "loaded", bank, at + 2 * MINUTE);
}

function bought(desk: Desk, card: Past, at: number): void {
  const { scene, transaction, bank } = desk;
  const { random, schemas } = scene;
  const [merchant, mcc] = pick(random, SHOPS[String(card.data["tradingRange"])] ?? SHOPS["all"]!);
  const amount = `${5 + Math.floor(random() ** 2 * 260)}.${pick(random, ["00", "50", "99"])}`;
  const codes = readRangeCodes(schemas, card.data);
  const declineReason =
    declineByName(merchant) ?? findDeclineReason(card.data, { amount, merchant, mcc }, dayInChina(at), codes);
  const own: Row = {
    cardId: card.id,
    cardLabel: card.data["label"],
    number: card.data["number"],
    currency: card.data["currency"],
    merchant,
    mcc,
    amount,
    ...(declineReason ? { declineReason } : {}),
  };
  const made = kept(desk, transaction, own, declineReason ? "decline" : "authorise", bank, at);
  if (declineReason) return;
  if (random() < 0.12) play(desk, made, "reverse", bank, at + 3 * HOUR);
  else play(desk, made, "capture", bank, at + 5 * HOUR);
}

/** Today: a purchase that is not settled yet, codes old and new, and the days on which cards will expire. */
async function open(scene: HistoryBuilder): Promise<void> {
  const desk = await deskOf(scene);
  if (!desk) return;
  const { tx, schemas, vocabulary, merchant, now, random } = scene;
  const store = records(tx, schemas);
  const all = (await store.list(desk.card, { ...emptyQuery(), size: 50 }, { tenant: merchant.id })).list;
  for (const record of all) {
    const transition = desk.card.lifecycle!.transitions[0]!;
    clockJobs(tx, {
      tenant: merchant.id,
      entity: desk.card,
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
  const [merchantName, mcc] = SHOPS[String(first["tradingRange"])]![0]!;
  const context = { schemas, vocabulary, clock: { now: () => now - 3 * HOUR } };
  await authorise(tx, context, {
    m: merchant.id,
    cardId: String(first["id"]),
    amount: "86.50",
    merchant: merchantName,
    mcc,
  });
  const codes = schemas.entity("cardCode");
  const rows = Array.from({ length: 6 }, (_, index) => {
    const at = index === 0 ? now - MINUTE : now - index * 3 * DAY - Math.floor(random() * 6 * HOUR);
    const row = usable[index % usable.length]!;
    const [shop] = pick(random, SHOPS[String(row["tradingRange"])]!);
    const id = recordNumber(codes.number ?? "", at);
    return {
      tenant: merchant.id,
      id,
      at,
      row: {
        id,
        ...codeRow(
          row,
          { amount: `${20 + Math.floor(random() * 200)}.00`, merchant: shop },
          at,
          String(Math.floor(random() * 1e6)).padStart(6, "0"),
        ),
      },
    };
  });
  await store.insertAll(codes, rows);
}
