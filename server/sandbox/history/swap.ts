/** Exchanges of the last ninety days: mostly foreign money into yuan, nearly all of them booked; audited ones with each of their ways. */
import { Decimal, type Row, type Scope } from "../../../src/engine/index.ts";
import type { Actor } from "../../core/actor.ts";
import { systemActor } from "../../lifecycle/clock-events.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import { digitsOf } from "../../payments/ledger/minor.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { figures, midOf, newest } from "../../payments/rates/market.ts";
import { exchanged } from "../../payments/swap/price.ts";
import { tradingTime } from "../../payments/swap/trading-time.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { seedContract } from "../sample-files.ts";
import { pick, seeded } from "../random.ts";
import { createBankReference } from "../bank-reference.ts";
import { replay, type Past, type Step } from "../lifecycle-replay.ts";
import {
  loadActors,
  DAY,
  HISTORY_DAYS,
  HOUR,
  MINUTE,
  morningOf,
  type HistoryPart,
  type HistoryBuilder,
} from "./history-builder.ts";

/** Sizes in whole units, small against what the merchants hold, so that other products' orders stay covered. */
const SIZES: Readonly<Record<string, number>> = { USD: 500, EUR: 300, HKD: 2_000, GBP: 200, CNY: 3_000 };
/** One exchange for so many CNY payments. */
const SHARE = 14;
/** What the demo terms take off the mid. */
const MARGIN = "0.9975";
/** Source: K16. */
const HOURS = { opens: "09:30", closes: "17:00" };
const PURPOSES = ["currentSettlement", "project", "office"];
const MORE = "XD02";
const pad = (value: number) => String(value).padStart(2, "0");

export const swap: HistoryPart = { pasts, open: desk };

async function pasts(scene: HistoryBuilder): Promise<Past[]> {
  const { tx, schemas, vocabulary, merchant, random, now } = scene;
  const entity = schemas.entity("swap");
  const moment = await newest(tx);
  const held = holdings(scene);
  const count = Math.floor(merchant.payments / SHARE);
  if (!moment || held.length < 2 || count === 0) return [];
  const { maker } = await loadActors(scene, entity);
  const bank = systemActor("provider", merchant.id, "demo");
  const workdays = Array.from({ length: HISTORY_DAYS - 3 }, (_, index) => morningOf(now, HISTORY_DAYS - index)).filter(
    (at) => tradingTime(at + 2 * HOUR, HOURS).open,
  );
  const moments = (many: number, dice: () => number) =>
    Array.from({ length: many }, () => pick(dice, workdays) + HOUR + Math.floor(dice() * 7 * 60) * MINUTE).sort(
      (a, b) => a - b,
    );
  /** The record before its first event, and what its rules know, with a quote of that moment. */
  const order = async (at: number, dice: () => number, more: Row): Promise<{ record: Row; facts: Scope }> => {
    const sellCurrency = pick(dice, held);
    const buyCurrency = sellCurrency === "CNY" ? "USD" : "CNY";
    const mid = figures(
      midOf(moment, { base: sellCurrency, quote: buyCurrency })!.mul(Decimal.of((0.99 + dice() * 0.02).toFixed(6))),
    );
    const rate = figures(mid.mul(Decimal.of(MARGIN)), true);
    const digits = (code: string) => digitsOf(code, entity.minorUnits);
    const amount = Decimal.of(
      `${SIZES[sellCurrency]! * (1 + Math.floor(dice() * 5))}.${pad(pick(dice, [0, 0, 0, 35, 68, 90]))}`,
    );
    const { sellAmount, buyAmount } = exchanged(
      { fixed: "sell", amount, sellDigits: digits(sellCurrency), buyDigits: digits(buyCurrency) },
      rate,
    );
    const quote = {
      quoteId: `Q${recordNumber("", at).padStart(32, "0")}`,
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
    const facts: Scope = await loadFacts({
      db: tx,
      schemas,
      vocabulary,
      clock: { now: () => at },
      actor: maker,
      entity,
      record: draft,
      given: { quote },
    });
    return { record: { ...draft, ...entity.compute(draft, facts) }, facts };
  };
  const found: Past[] = [];
  for (const at of moments(count, random)) {
    const { record, facts } = await order(at, random, {});
    const mode = random() < 0.8 ? "instant" : "intra";
    const step = (event: string, when: number, input: Row = {}): Step => ({
      event,
      at: when,
      actor: event === "sure" ? maker : bank,
      facts,
      input,
    });
    const end =
      random() < 0.05
        ? step("refused", at + MINUTE, { reason: "XF01" })
        : step("booked", at + 2_000, { reference: `FX${createBankReference(at)}` });
    found.push(replay(entity, recordNumber(entity.number ?? "", at), { mode, ...record }, [step("sure", at), end]));
  }
  // Audited exchanges, by dice of their own: what other chapters tell does not hang on how many there are.
  const dice = seeded(Number(merchant.id));
  const documents = await seedContract(
    scene,
    entity.field("documents").file!.purpose,
    maker.userId,
    now - HISTORY_DAYS * DAY,
  );
  for (const [index, dealt] of moments(Math.ceil(count / 4), dice).entries()) {
    const at = dealt - 2 * HOUR;
    const { record, facts } = await order(at, dice, { mode: "application", purpose: pick(dice, PURPOSES), documents });
    const step = (event: string, when: number, actor: Actor, input: Row = {}): Step => ({
      event,
      at: when,
      actor,
      facts,
      input,
    });
    const apply = step("apply", at, maker);
    const pass = step("pass", at + 80 * MINUTE, bank);
    const deal = [
      step("sure", dealt, maker),
      step("booked", dealt + 2_000, bank, { reference: `FX${createBankReference(dealt)}` }),
    ];
    const ways = [
      [apply, pass, ...deal],
      [apply, step("refused", at + 20 * MINUTE, bank, { reason: "XD04" })],
      [
        apply,
        step("askDocuments", at + 15 * MINUTE, bank, { reason: MORE }),
        step("supply", at + HOUR, maker, { documents }),
        pass,
        ...deal,
      ],
      [apply, pass, ...deal],
      [apply, pass, step("cancel", dealt, maker)],
    ];
    found.push(replay(entity, recordNumber(entity.number ?? "", at), record, ways[index % ways.length]!));
  }
  return found;
}

/** Today's desk: applications that wait for the merchant, one to be confirmed and one for more documents. By the executor itself, at their own time. */
async function desk(scene: HistoryBuilder): Promise<void> {
  const { tx, schemas, vocabulary, merchant, now } = scene;
  const entity = schemas.entity("swap");
  const [sellCurrency] = holdings(scene).filter((code) => code !== "CNY");
  if (!sellCurrency || merchant.payments === 0) return;
  const { maker, bank } = await loadActors(scene, entity, { sellCurrency });
  const [file] = await tx.query<{ id: string }>("SELECT id FROM file WHERE m = $1 AND purpose = $2", [
    merchant.id,
    entity.field("documents").file!.purpose,
  ]);
  const at = (hoursAgo: number) => ({
    schemas,
    vocabulary,
    clock: { now: () => now - hoursAgo * HOUR },
    proved: "pay" as const,
  });
  const apply = (amount: number, purpose: string, hoursAgo: number) =>
    create(
      tx,
      entity,
      { sellCurrency, buyCurrency: "CNY", amount: `${amount}.00`, purpose, documents: file?.id },
      maker,
      at(hoursAgo),
      "apply",
    );
  const audited = async (order: Row, hoursAgo: number, event: string, input: Row) =>
    fire(tx, entity, String(order[entity.key]), event, bank, input, at(hoursAgo));
  await audited(await apply(SIZES[sellCurrency]! * 3, "currentSettlement", 7), 6.5, "pass", {});
  if (merchant.users.length > 1)
    await audited(await apply(SIZES[sellCurrency]! * 2, "project", 5), 4.5, "askDocuments", { reason: MORE });
  // What the applications left for the auditor is answered here already.
  await tx.query("UPDATE job SET state = 'done' WHERE m = $1 AND kind = 'fx.audit' AND state = 'open'", [merchant.id]);
}

const holdings = ({ merchant }: HistoryBuilder): string[] =>
  Object.keys(merchant.opening).filter((code) => SIZES[code]);
