/**
 * Exchanges of the last ninety days: mostly foreign currency into yuan, nearly all of them booked, and audited
 * applications with all possible outcomes.
 */
import { tradingCloses, tradingOpens } from "../../../src/contract/constants.gen.ts";
import { computeRecord, Decimal, type Entity, type Row, type Scope } from "../../../src/engine/index.ts";
import type { Actor } from "../../core/actor.ts";
import { assertPresent } from "../../core/required.ts";
import { create } from "../../lifecycle/create.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import { fire } from "../../lifecycle/fire.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { findDigits } from "../../payments/ledger/minor-units.ts";
import { roundPrice, computeMid, readNewest, type Moment } from "../../payments/rates/market.ts";
import { computeAmounts } from "../../payments/swap/price.ts";
import { computeTradingTime } from "../../payments/swap/trading-time.ts";
import { createBankReference } from "../bank-reference.ts";
import { replay, type ReplayedRecord, type Step } from "../lifecycle-replay.ts";
import { pick, createRandom } from "../random.ts";
import { seedContract } from "../sample-files.ts";
import {
  buildContextAt,
  DAY,
  drawMoments,
  finishJobs,
  HISTORY_DAYS,
  HOUR,
  listMornings,
  loadActors,
  MINUTE,
  createSteps,
  type HistoryBuilder,
  type HistoryPart,
} from "./history-builder.ts";

/** Sizes in whole units, small compared to the merchants' balances, so that orders of other products stay covered. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ["USD", 500],
  ["EUR", 300],
  ["HKD", 2_000],
  ["GBP", 200],
  ["CNY", 3_000],
]);
/** Number of CNY payments per exchange. */
const SHARE = 14;
/** Factor from the mid rate to the demo merchants' rate. */
const MARGIN = "0.9975";
/** Trading hours. Source: K16 of the specification. */
const HOURS = { opens: tradingOpens, closes: tradingCloses };
const PURPOSES = ["currentSettlement", "project", "office"];
const MORE = "XD02";
const pad = (value: number) => String(value).padStart(2, "0");

export const swap: HistoryPart = { replayed: replayAll, open: createOpenApplications };

interface SwapHistory {
  builder: HistoryBuilder;
  entity: Entity;
  moment: Moment;
  held: readonly string[];
  maker: Actor;
  bank: Actor;
}

async function replayAll(builder: HistoryBuilder): Promise<ReplayedRecord[]> {
  const { tx, schemas, merchant, random, now } = builder;
  const entity = schemas.entity("swap");
  const moment = await readNewest(tx);
  const held = listHeld(builder);
  const count = Math.floor(merchant.payments / SHARE);
  if (!moment || held.length < 2 || count === 0) return [];
  const { maker, bank } = await loadActors(builder, entity);
  const history: SwapHistory = { builder, entity, moment, held, maker, bank };
  const days = listMornings(now, HISTORY_DAYS, HISTORY_DAYS - 3, (at) => computeTradingTime(at + 2 * HOUR, HOURS).open);
  const replayed: ReplayedRecord[] = [];
  for (const at of drawMoments(random, days, count, 7)) replayed.push(await replayExchange(history, at));
  // Use a separate generator, because the number of audited exchanges must not change the draws of other parts.
  const auditRandom = createRandom(Number(merchant.id));
  const purpose = findDocumentPurpose(entity);
  const documents = await seedContract(builder, purpose, maker.userId, now - HISTORY_DAYS * DAY);
  const dealt = drawMoments(auditRandom, days, Math.ceil(count / 4), 7);
  for (const [index, at] of dealt.entries())
    replayed.push(await replayApplication(history, { random: auditRandom, documents, dealt: at, index }));
  return replayed;
}

/** Draws an order before its first event and loads what its rules read, with a quote from that time. */
async function drawOrder(
  { builder, entity, moment, held, maker }: SwapHistory,
  at: number,
  random: () => number,
  more: Row = {},
): Promise<{ record: Row; facts: Scope }> {
  const { tx, schemas, vocabulary } = builder;
  const sellCurrency = pick(random, held);
  const buyCurrency = sellCurrency === "CNY" ? "USD" : "CNY";
  const market = assertPresent(
    computeMid(moment, { base: sellCurrency, quote: buyCurrency }),
    `a price of ${sellCurrency}`,
  );
  const mid = roundPrice(market.mul(Decimal.of((0.99 + random() * 0.02).toFixed(6))));
  const rate = roundPrice(mid.mul(Decimal.of(MARGIN)), true);
  const digits = (code: string) => findDigits(code, entity.minorUnits);
  const units = readSize(sellCurrency) * (1 + Math.floor(random() * 5));
  const amount = Decimal.of(`${units}.${pad(pick(random, [0, 0, 0, 35, 68, 90]))}`);
  const { sellAmount, buyAmount } = computeAmounts(
    { fixed: "sell", amount, sellDigits: digits(sellCurrency), buyDigits: digits(buyCurrency) },
    rate,
  );
  const quote = {
    quoteId: `Q${createRecordNumber({ ...entity, number: "" }, at).padStart(32, "0")}`,
    rate: rate.toString(),
    mid: mid.toString(),
    buyAmount: buyAmount.toString(),
    fixed: "sell",
  };
  const draft: Row = {
    ...more,
    sellCurrency,
    buyCurrency,
    amount: sellAmount.toString(),
    createdAt: new Date(at).toISOString(),
  };
  const clock = { now: () => at };
  const given = { quote };
  const facts = await loadFacts({ db: tx, schemas, vocabulary, clock, actor: maker, entity, record: draft, given });
  return { record: { ...draft, ...computeRecord(entity, draft, facts) }, facts };
}

/** Replays an exchange by quote. Nearly all exchanges are booked, and a few are refused. */
async function replayExchange(history: SwapHistory, at: number): Promise<ReplayedRecord> {
  const { builder, entity, maker, bank } = history;
  const { random } = builder;
  const { record, facts } = await drawOrder(history, at, random);
  const byBank = createSteps(bank, facts);
  const mode = random() < 0.8 ? "instant" : "intra";
  const end =
    random() < 0.05
      ? byBank("refused", at + MINUTE, { reason: "XF01" })
      : byBank("booked", at + 2_000, { reference: `FX${createBankReference(at)}` });
  return replay(entity, createRecordNumber(entity, at), { mode, ...record }, [
    createSteps(maker, facts)("sure", at),
    end,
  ]);
}

/** Replays an audited application. `index` selects how it ends. */
async function replayApplication(
  history: SwapHistory,
  { random, documents, dealt, index }: { random: () => number; documents: string; dealt: number; index: number },
): Promise<ReplayedRecord> {
  const { entity, maker, bank } = history;
  const at = dealt - 2 * HOUR;
  const { record, facts } = await drawOrder(history, at, random, {
    mode: "application",
    purpose: pick(random, PURPOSES),
    documents,
  });
  const [byMaker, byBank] = [createSteps(maker, facts), createSteps(bank, facts)];
  const apply = byMaker("apply", at);
  const pass = byBank("pass", at + 80 * MINUTE);
  const deal = [
    byMaker("sure", dealt),
    byBank("booked", dealt + 2_000, { reference: `FX${createBankReference(dealt)}` }),
  ];
  const ends: readonly (readonly Step[])[] = [
    [pass, ...deal],
    [byBank("refused", at + 20 * MINUTE, { reason: "XD04" })],
    [
      byBank("askDocuments", at + 15 * MINUTE, { reason: MORE }),
      byMaker("supply", at + HOUR, { documents }),
      pass,
      ...deal,
    ],
    [pass, ...deal],
    [pass, byMaker("cancel", dealt)],
  ];
  const end = assertPresent(ends[index % ends.length], "an end");
  return replay(entity, createRecordNumber(entity, at), record, [apply, ...end]);
}

/**
 * Creates applications that wait for a merchant with a foreign currency: one to be confirmed and, for a merchant with
 * several users, one that needs more documents, each at its own time.
 */
async function createOpenApplications(builder: HistoryBuilder): Promise<void> {
  const { tx, schemas, merchant } = builder;
  const entity = schemas.entity("swap");
  const [sellCurrency] = listHeld(builder).filter((code) => code !== "CNY");
  if (!sellCurrency || merchant.payments === 0) return;
  const { maker, bank } = await loadActors(builder, entity, { sellCurrency });
  const [file] = await tx.query<{ id: string }>("SELECT id FROM file WHERE m = $1 AND purpose = $2", [
    merchant.id,
    findDocumentPurpose(entity),
  ]);
  const apply = async (amount: number, purpose: string, hoursAgo: number): Promise<string> => {
    const input = { sellCurrency, buyCurrency: "CNY", amount: `${amount}.00`, purpose, documents: file?.id };
    const record = await create(
      tx,
      { entity, input, actor: maker, event: "apply" },
      buildContextAt(builder, hoursAgo, "pay"),
    );
    return String(record[entity.key]);
  };
  const size = readSize(sellCurrency);
  const confirmed = await apply(size * 3, "currentSettlement", 7);
  await fire(tx, { entity, id: confirmed, event: "pass", actor: bank, input: {} }, buildContextAt(builder, 6.5, "pay"));
  if (merchant.users.length > 1) {
    const incomplete = await apply(size * 2, "project", 5);
    await fire(
      tx,
      { entity, id: incomplete, event: "askDocuments", actor: bank, input: { reason: MORE } },
      buildContextAt(builder, 4.5, "pay"),
    );
  }
  // Complete the audit jobs, because the history already contains the answers to these applications.
  await finishJobs(builder, "fx.audit");
}

const listHeld = ({ merchant }: HistoryBuilder): string[] =>
  Object.keys(merchant.opening).filter((code) => SIZES.has(code));

const readSize = (currency: string): number =>
  assertPresent(SIZES.get(currency), `the size of exchanges of ${currency}`);

const findDocumentPurpose = (entity: Entity): string =>
  assertPresent(entity.field("documents").file, "x-file of the documents").purpose;
