/** The receiving bank: money that was announced arrives, is checked, and is booked (`collection.expect`, `collection.book`, `collection.review`). */
import { Decimal } from "../../../src/engine/index.ts";
import { midOf, PIVOT, type Moment } from "../../payments/rates/market.ts";
import { createBankReference } from "../bank-reference.ts";
import { scriptEvent, type ProviderScript, type ScriptedEvent, type Speed, type ScriptInput } from "./script.ts";

/** Usual waits by speed, in milliseconds of the product's clock: until announced money arrives, and until money is looked at. */
const WAITS: Readonly<Record<Speed, { arrival: number; check: number }>> = {
  instant: { arrival: 0, check: 0 },
  fast: { arrival: 600, check: 900 },
  normal: { arrival: 20_000, check: 12_000 },
};

/** From this value on general trade is asked for its documents, in the currency that everything else is priced in. */
const DOCUMENTS_FROM = Decimal.of("100000");

/** Why money goes back, by ending, with the ISO 20022 reason codes that banks use. */
const RETURNS: Readonly<Record<number, string>> = {
  20: "AC04 ACCOUNT CLOSED",
  21: "BE01 NAME DOES NOT MATCH ACCOUNT",
  22: "RC01 BANK IDENTIFIER UNKNOWN",
  50: "CU01",
};

/** What an intermediary keeps of an amount that ends in .60. */
const KEPT_ON_THE_WAY = Decimal.of("3");

/** What arrives of an amount: less than was sent where it ends in .60. */
export function receivedAmount(amount: string, ending: number): string {
  const sent = Decimal.of(amount);
  return ending === 60 && sent.cmp(KEPT_ON_THE_WAY) > 0 ? sent.sub(KEPT_ON_THE_WAY).toString() : amount;
}

/** Money that was announced. .10 does not come by itself: the operator sends it, or the announcement lapses. */
function expected({ record, ending, speed, clock }: ScriptInput): ScriptedEvent[] {
  if (ending === 10) return [];
  const amount = String(record["amount"]);
  return [
    scriptEvent("received", WAITS[speed].arrival, {
      actualAmount: receivedAmount(amount, ending),
      reference: createBankReference(clock.now()),
    }),
  ];
}

/** Money that is there: documents, questions, or at once into the wallet. */
function checked(stage: ScriptInput): ScriptedEvent[] {
  const { ending, speed } = stage;
  const { check } = WAITS[speed];
  const reason = RETURNS[ending];
  if (reason)
    return [
      scriptEvent("investigate", check),
      { event: "returned", wait: { workingDays: ending === 50 ? 2 : 0 }, input: { reason } },
    ];
  if (ending === 10) return [];
  if (ending === 30)
    return [
      scriptEvent("investigate", check),
      { event: "cleared", wait: { workingDays: 1 }, input: {} },
      scriptEvent("book", check),
    ];
  if (asksDocuments(stage)) return [scriptEvent("askDocuments", check)];
  return [scriptEvent("book", check)];
}

/** A rule of the provider: by ending, or for general trade of a large value without documents. */
function asksDocuments({ record, ending, market }: ScriptInput): boolean {
  if (record["tradeDocument"] !== undefined) return false;
  return (
    ending === 40 ||
    (record["businessType"] === "generalTrade" && isLarge(String(record["amount"]), String(record["currency"]), market))
  );
}

/** Whether an amount is worth the threshold or more at the middle of the market. An amount that has no price counts as large: whoever does not know asks. */
function isLarge(amount: string, currency: string, market: Moment | undefined): boolean {
  const mid = midOf(market ?? { mids: {} }, { base: PIVOT, quote: currency });
  return !mid || Decimal.of(amount).cmp(DOCUMENTS_FROM.mul(mid)) >= 0;
}

/** Documents that were handed in are read and accepted. */
const reviewed = ({ speed }: ScriptInput): ScriptedEvent[] => [
  scriptEvent("pass", WAITS[speed].check),
  scriptEvent("book", WAITS[speed].check),
];

/** Ending .10 is booked by the clock, a day later: `book` is one of its own events. */
export const collection: readonly ProviderScript[] = [
  { job: "collection.expect", script: expected },
  { job: "collection.book", script: checked },
  { job: "collection.review", script: reviewed },
];
