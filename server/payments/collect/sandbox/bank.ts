/**
 * Simulated receiving bank: announced money arrives, is checked, and is booked (`collection.expect`, `collection.book`,
 * `collection.review`).
 */
import { Decimal } from "@portolan/engine";
import { computeMid, PIVOT, type Moment } from "../../rates/market.ts";
import { createBankReference } from "../../demo/bank-reference.ts";
import {
  createScriptedEvent,
  type ProviderScript,
  type ScriptedEvent,
  type Speed,
  type ScriptInput,
} from "../../demo/script.ts";

/** Delays by speed, in milliseconds of the product's clock: until announced money arrives, and until it is checked. */
const WAITS: Readonly<Record<Speed, { arrival: number; check: number }>> = {
  instant: { arrival: 0, check: 0 },
  fast: { arrival: 600, check: 900 },
  normal: { arrival: 20_000, check: 12_000 },
};

/** Amount in the pivot currency from which general trade requires documents. */
const DOCUMENTS_FROM = Decimal.of("100000");

/** Reason codes of returns (ISO 20022), by the last two digits of the amount. */
const RETURNS: Readonly<Record<number, string>> = {
  20: "AC04 ACCOUNT CLOSED",
  21: "BE01 NAME DOES NOT MATCH ACCOUNT",
  22: "RC01 BANK IDENTIFIER UNKNOWN",
  50: "CU01",
};

/** Charge of an intermediary bank on amounts ending in .60. */
const INTERMEDIARY_CHARGE = Decimal.of("3");

/** Returns the amount that arrives. For amounts ending in .60, it is less than was sent. */
export function computeReceivedAmount(amount: string, ending: number): string {
  const sent = Decimal.of(amount);
  return ending === 60 && sent.cmp(INTERMEDIARY_CHARGE) > 0 ? sent.sub(INTERMEDIARY_CHARGE).toString() : amount;
}

/**
 * Lets announced money arrive, except for amounts ending in .10: the operator sends that money, or the announcement
 * lapses.
 */
function scriptExpected({ record, ending, speed, clock }: ScriptInput): ScriptedEvent[] {
  if (ending === 10) return [];
  const amount = String(record["amount"]);
  return [
    createScriptedEvent("received", WAITS[speed].arrival, {
      actualAmount: computeReceivedAmount(amount, ending),
      reference: createBankReference(clock.now()),
    }),
  ];
}

/** Checks money that has arrived, and books it, requests documents, investigates it or returns it. */
function scriptChecked(input: ScriptInput): ScriptedEvent[] {
  const { ending, speed } = input;
  const { check } = WAITS[speed];
  const reason = RETURNS[ending];
  if (reason)
    return [
      createScriptedEvent("investigate", check),
      { event: "returned", wait: { workingDays: ending === 50 ? 2 : 0 }, input: { reason } },
    ];
  if (ending === 10) return [];
  if (ending === 30)
    return [
      createScriptedEvent("investigate", check),
      { event: "cleared", wait: { workingDays: 1 }, input: {} },
      createScriptedEvent("book", check),
    ];
  if (isAskingForDocuments(input)) return [createScriptedEvent("askDocuments", check)];
  return [createScriptedEvent("book", check)];
}

/**
 * Returns whether documents are requested: for amounts ending in .40 and for large general trade, unless the order
 * already has documents.
 */
function isAskingForDocuments({ record, ending, market }: ScriptInput): boolean {
  if (record["tradeDocument"] !== undefined) return false;
  return (
    ending === 40 ||
    (record["businessType"] === "generalTrade" && isLarge(String(record["amount"]), String(record["currency"]), market))
  );
}

/** Returns whether an amount reaches the threshold at the mid price. A currency without a price counts as large. */
function isLarge(amount: string, currency: string, market: Moment | undefined): boolean {
  const mid = computeMid(market ?? { mids: {} }, { base: PIVOT, quote: currency });
  return !mid || Decimal.of(amount).cmp(DOCUMENTS_FROM.mul(mid)) >= 0;
}

const scriptReviewed = ({ speed }: ScriptInput): ScriptedEvent[] => [
  createScriptedEvent("pass", WAITS[speed].check),
  createScriptedEvent("book", WAITS[speed].check),
];

/**
 * Scripts of the receiving bank. `collection.book` leaves amounts ending in .10 to the clock of the lifecycle, which
 * books them after one day.
 */
export const collection: readonly ProviderScript[] = [
  { job: "collection.expect", script: scriptExpected },
  { job: "collection.book", script: scriptChecked },
  { job: "collection.review", script: scriptReviewed },
];
