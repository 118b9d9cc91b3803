/** Remittances with all possible outcomes, and open ones: a few a month, as usual for small exporters. */
import { randomUUID } from "node:crypto";
import { computeRecord, getTableName, type Entity, type Row } from "../../../src/engine/index.ts";
import { assertPresent } from "../../core/required.ts";
import { create } from "../../lifecycle/create.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { createBankReference } from "../bank-reference.ts";
import { replay, type ReplayedRecord, type Step } from "../lifecycle-replay.ts";
import { pick } from "../random.ts";
import { addWorkingDays } from "../../payments/rates/working-days.ts";
import {
  buildContextAt,
  copyReferenced,
  DAY,
  drawMoments,
  HISTORY_DAYS,
  HOUR,
  listMornings,
  loadActors,
  MINUTE,
  createSteps,
  type Actors,
  type HistoryBuilder,
  type HistoryPart,
} from "./history-builder.ts";
import { replayParties, type Parties } from "./parties.ts";

export const remittance: HistoryPart = { replayed: replayRemittances, open: createOpenOrders };

const PURPOSES = ["goods", "goods", "services", "remuneration"];
/** Number of orders of a merchant with two users, and of one with a single user. */
const ORDERS = { team: 26, sole: 8 };
/** Last digits of the amounts of open orders. The simulated bank pays them, requests documents, or raises the fee. */
const OPEN_CENTS = ["00", "40", "70"];

interface Choice {
  payerId: string;
  payees: readonly { id: string; currencies: readonly string[] }[];
}

async function replayRemittances(builder: HistoryBuilder): Promise<ReplayedRecord[]> {
  const entity = builder.schemas.entity("remittance");
  const parties = await replayParties(builder);
  if (parties.payees.length === 0) return [];
  const { merchant, random, now } = builder;
  const actors = await loadActors(builder, entity);
  const days = listMornings(now, HISTORY_DAYS - 4, HISTORY_DAYS - 8);
  const times = drawMoments(random, days, merchant.users.length > 1 ? ORDERS.team : ORDERS.sole, 5);
  const orders: ReplayedRecord[] = [];
  for (const at of times) orders.push(await replayRemittance(builder, { entity, actors, parties, at }));
  // List parties first, because rows are written entity by entity in this order.
  return [...parties.payers, ...parties.payees.map(({ replayed: past }) => past), ...parties.others, ...orders];
}

/** Draws the fields that a user fills in. The currency is one that the merchant holds and the payee accepts. */
function drawRemittance(
  { merchant, random }: HistoryBuilder,
  { payerId, payees }: Choice,
  number: string,
  cents = "00",
): { input: Row; payeeId: string; currency: string } {
  const possible = payees.flatMap(({ id, currencies }) =>
    currencies.filter((code) => (merchant.opening[code] ?? 0) >= 8_000).map((currency) => ({ payeeId: id, currency })),
  );
  const { payeeId, currency } = pick(random, possible);
  const whole = Math.max(60, Math.floor((merchant.opening[currency] ?? 0) * (0.004 + random() * 0.012)));
  const yen = currency === "JPY";
  const input = {
    payerId,
    payeeId,
    currency,
    amount: yen ? String(Math.max(10_000, whole - (whole % 100)) + Number(cents)) : `${whole}.${cents}`,
    feeBearing: random() < 0.7 ? "SHA" : "OUR",
    purpose: pick(random, PURPOSES),
    contractNo: `INV-2026-${number}`,
    postscript: `Invoice INV-2026-${number}`,
  };
  return { input, payeeId, currency };
}

async function replayRemittance(
  builder: HistoryBuilder,
  { entity, actors, parties, at }: { entity: Entity; actors: Actors; parties: Parties; at: number },
): Promise<ReplayedRecord> {
  const { tx, schemas, vocabulary, random, now } = builder;
  const payer = assertPresent(parties.payers[0], "a payer");
  const choice = {
    payerId: payer.id,
    payees: parties.payees.map(({ replayed: { id }, currencies }) => ({ id, currencies })),
  };
  const { input, payeeId, currency } = drawRemittance(builder, choice, String(1000 + Math.floor(random() * 9000)));
  const payee = assertPresent(
    parties.payees.find(({ replayed: past }) => past.id === payeeId),
    `the payee ${payeeId}`,
  );
  const clock = { now: () => now };
  const loaded = await loadFacts({ db: tx, schemas, vocabulary, clock, actor: actors.maker, entity, record: input });
  // The payee is not stored yet, but was approved before its first payment.
  const facts = { ...loaded, payee: { status: "passed", unchanged: true } };
  const draft: Row = {
    ...input,
    ...copyReferenced(entity, "payerId", payer.data),
    ...copyReferenced(entity, "payeeId", payee.replayed.data),
    createdAt: new Date(at).toISOString(),
  };
  const record = { ...draft, ...computeRecord(entity, draft, facts) };
  const steps = drawSteps(builder, { ...actors, makerFacts: facts, checkerFacts: facts }, currency, at);
  return replay(entity, createRecordNumber(entity, at), record, steps);
}

/** Draws how a remittance ends: paid, or rejected, cancelled, refused, bounced or returned. */
function drawSteps(
  { random, now, merchant }: HistoryBuilder,
  { maker, makerFacts, checker, checkerFacts, bank }: Actors,
  currency: string,
  at: number,
): Step[] {
  const [byMaker, byChecker, byBank] = [
    createSteps(maker, makerFacts),
    createSteps(checker, checkerFacts),
    createSteps(bank, makerFacts),
  ];
  const reviewed = at + Math.floor(30 + random() * 200) * MINUTE;
  const credited = addWorkingDays(reviewed, 1) + Math.floor(random() * 5 * 60) * MINUTE;
  const begun = [
    byMaker("apply", at),
    ...(merchant.users.length > 1 ? [byChecker("opened", reviewed - 5 * MINUTE)] : []),
  ];
  const passed = [...begun, byChecker("pass", reviewed)];
  const reference = createBankReference(reviewed);
  const sent = [...passed, byBank("sent", reviewed + 2 * MINUTE, { reference, uetr: randomUUID() })];
  const paid = [...sent, byBank("paid", credited)];
  const correspondentCharge = currency === "JPY" ? "1500" : "15.00";
  const back = addWorkingDays(credited, 2);
  const chance = random();
  if (chance < 0.08)
    return [...begun, byChecker("reject", reviewed, { reason: pick(random, ["合同金额不符", "收款人有误"]) })];
  if (chance < 0.14) return [...begun, byMaker("cancel", reviewed + MINUTE)];
  if (chance < 0.22)
    return [...passed, byBank("refused", reviewed + HOUR, { reason: "BE01 NAME DOES NOT MATCH ACCOUNT" })];
  if (chance < 0.3) return [...sent, byBank("bounced", credited, { reason: "XB01", correspondentCharge })];
  if (chance < 0.36 && back < now - DAY)
    return [...paid, byBank("returned", back, { reason: "MS03", correspondentCharge })];
  return paid;
}

/** Creates today's orders. They await review if the merchant has two users. */
async function createOpenOrders(builder: HistoryBuilder): Promise<void> {
  const { tx, schemas, merchant } = builder;
  if (merchant.payments === 0) return;
  const listIds = async (entity: Entity, where = "true"): Promise<string[]> =>
    (
      await tx.query<{ id: string }>(`SELECT id FROM ${getTableName(entity)} WHERE m = $1 AND ${where} ORDER BY id`, [
        merchant.id,
      ])
    ).map(({ id }) => id);
  const [payerId] = await listIds(schemas.entity("payer"), "data ->> 'type' = '01'");
  const payees = (await listIds(schemas.entity("remitPayee"))).map((id) => ({ id, currencies: ["USD"] }));
  const entity = schemas.entity("remittance");
  const { maker } = await loadActors(builder, entity);
  for (let index = 0; index < (merchant.users.length > 1 ? 3 : 1); index++) {
    const choice = { payerId: assertPresent(payerId, "a company that pays"), payees };
    const { input } = drawRemittance(builder, choice, `77${index}1`, OPEN_CENTS[index]);
    await create(tx, { entity, input, actor: maker }, buildContextAt(builder, 6 - index * 2, "pay+totp"));
  }
}
