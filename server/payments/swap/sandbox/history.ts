/**
 * Exchanges of the last ninety days: mostly foreign currency into yuan, nearly all of them booked, and audited
 * applications with all possible outcomes.
 */
import { tradingCloses, tradingOpens } from "../../../../src/contract/constants.gen.ts";
import { Decimal, type Entity, type Row, type Scope } from "@portolan/engine";
import { assertPresent } from "../../../core/required.ts";
import { createRecordNumber } from "../../../lifecycle/order-number.ts";
import { findDigits } from "../../ledger/minor-units.ts";
import { roundPrice, computeMid, readNewest, type Moment } from "../../rates/market.ts";
import { computeAmounts } from "../price.ts";
import { computeTradingTime } from "../trading-time.ts";
import { createBankReference } from "../../demo/bank-reference.ts";
import { pick, createRandom } from "../../../sandbox/random.ts";
import { seedContract } from "../../demo/sample-files.ts";
import {
  DAY,
  drawMoments,
  finishJobs,
  HISTORY_DAYS,
  HOUR,
  listMornings,
  MINUTE,
  Orders,
  type Event,
  type HistoryBuilder,
  type HistoryPart,
} from "../../demo/history-builder.ts";

/** Sizes in whole units, small compared to the merchants' balances, so that orders of other products stay covered. */
const SIZES: Readonly<Record<string, number>> = { USD: 500, EUR: 300, HKD: 2_000, GBP: 200, CNY: 3_000 };
/** Number of CNY payments per exchange. */
const SHARE = 14;
/** Factor from the mid rate to the demo merchants' rate. */
const MARGIN = "0.9975";
/** Trading hours. Source: K16 of the specification. */
const HOURS = { opens: tradingOpens, closes: tradingCloses };
const PURPOSES = ["currentSettlement", "project", "office"];
const MORE = "XD02";

export const swap: HistoryPart = {
  async replay(builder) {
    const { tx, merchant, random, now } = builder;
    const moment = await readNewest(tx);
    const count = Math.floor(merchant.payments / SHARE);
    if (!moment || listHeld(builder).length < 2 || count === 0) return;
    const orders = await Orders.open(builder, "swap");
    const days = listMornings(
      now,
      HISTORY_DAYS,
      HISTORY_DAYS - 3,
      (at) => computeTradingTime(at + 2 * HOUR, HOURS).open,
    );
    for (const at of drawMoments(random, days, count, 7)) {
      const { draft, facts } = await drawOrder(orders, moment, { at, random });
      const mode = random() < 0.8 ? "instant" : "intra";
      const end: Event =
        random() < 0.05
          ? ["bank", "refused", at + MINUTE, { reason: "XF01" }]
          : ["bank", "booked", at + 2_000, { reference: `FX${createBankReference(at)}` }];
      orders.replay({ mode, ...draft }, [["maker", "sure", at], end], facts);
    }
    // Use a separate generator, because the number of audited exchanges must not change the draws of other parts.
    const auditRandom = createRandom(Number(merchant.id));
    const { userId } = orders.actors.maker;
    const documents = await seedContract(builder, findPurpose(orders.entity), userId, now - HISTORY_DAYS * DAY);
    for (const [index, dealt] of drawMoments(auditRandom, days, Math.ceil(count / 4), 7).entries()) {
      const more = { mode: "application", purpose: pick(auditRandom, PURPOSES), documents };
      const { draft, facts } = await drawOrder(orders, moment, { at: dealt - 2 * HOUR, random: auditRandom, more });
      orders.replay(draft, listAudited(dealt, documents, index), facts);
    }
  },
  /**
   * Creates applications that wait for a merchant with a foreign currency: one to be confirmed and, for a merchant with
   * several users, one that needs more documents.
   */
  async open(builder) {
    const { tx, merchant } = builder;
    const sellCurrency = listHeld(builder).find((code) => code !== "CNY");
    if (!sellCurrency || merchant.payments === 0) return;
    const orders = await Orders.open(builder, "swap", { sellCurrency });
    const [file] = await tx.query("SELECT id FROM file WHERE m = $1 AND purpose = $2", [
      merchant.id,
      findPurpose(orders.entity),
    ]);
    const apply = (times: number, purpose: string, hoursAgo: number) => {
      const amount = `${readSize(sellCurrency) * times}.00`;
      const input = { sellCurrency, buyCurrency: "CNY", amount, purpose, documents: file?.id };
      return orders.create(input, { hoursAgo, event: "apply", proved: "pay" });
    };
    await orders.fire(await apply(3, "currentSettlement", 7), "pass", { hoursAgo: 6.5, proved: "pay" });
    if (merchant.users.length > 1) {
      const incomplete = await apply(2, "project", 5);
      await orders.fire(incomplete, "askDocuments", { input: { reason: MORE }, hoursAgo: 4.5, proved: "pay" });
    }
    // Complete the audit jobs, because the history already contains the answers to these applications.
    await finishJobs(builder, "fx.audit");
  },
};

/** Draws an order before its first event and loads what its rules read, with a quote from that time. */
async function drawOrder(
  orders: Orders,
  moment: Moment,
  { at, random, more = {} }: { at: number; random: () => number; more?: Row },
): Promise<{ draft: Row; facts: Scope }> {
  const { entity, builder } = orders;
  const sellCurrency = pick(random, listHeld(builder));
  const buyCurrency = sellCurrency === "CNY" ? "USD" : "CNY";
  const market = assertPresent(
    computeMid(moment, { base: sellCurrency, quote: buyCurrency }),
    `a price of ${sellCurrency}`,
  );
  const mid = roundPrice(market.mul(Decimal.of((0.99 + random() * 0.02).toFixed(6))));
  const rate = roundPrice(mid.mul(Decimal.of(MARGIN)), true);
  const digits = (code: string) => findDigits(code, entity.minorUnits);
  const units = readSize(sellCurrency) * (1 + Math.floor(random() * 5));
  const amount = Decimal.of(`${units}.${pick(random, ["00", "00", "00", "35", "68", "90"])}`);
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
  const draft = { ...more, sellCurrency, buyCurrency, amount: sellAmount.toString() };
  const record = { ...draft, createdAt: new Date(at).toISOString() };
  return { draft, facts: await orders.loadFacts(record, at, { quote }) };
}

/** Returns the events of an audited application. `index` selects how it ends. */
function listAudited(dealt: number, documents: string, index: number): Event[] {
  const at = dealt - 2 * HOUR;
  const pass: Event = ["bank", "pass", at + 80 * MINUTE];
  const reference = `FX${createBankReference(dealt)}`;
  const passed: Event[] = [pass, ["maker", "sure", dealt], ["bank", "booked", dealt + 2_000, { reference }]];
  const ends: readonly (readonly Event[])[] = [
    passed,
    [["bank", "refused", at + 20 * MINUTE, { reason: "XD04" }]],
    [
      ["bank", "askDocuments", at + 15 * MINUTE, { reason: MORE }],
      ["maker", "supply", at + HOUR, { documents }],
      ...passed,
    ],
    passed,
    [pass, ["maker", "cancel", dealt]],
  ];
  return [["maker", "apply", at], ...assertPresent(ends[index % ends.length], "an end")];
}

const listHeld = ({ merchant }: HistoryBuilder): string[] =>
  Object.keys(merchant.opening).filter((code) => code in SIZES);

const readSize = (currency: string): number => assertPresent(SIZES[currency], `the size of exchanges of ${currency}`);

const findPurpose = (entity: Entity): string =>
  assertPresent(entity.field("documents").file, "x-file of the documents").purpose;
