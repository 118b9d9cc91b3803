/** Simulated banks for remittances (`remit.pay`, and `remit.resume` after the merchant has responded). */
import { randomUUID } from "node:crypto";
import { Decimal } from "@portolan/engine";
import { findDigits } from "../../ledger/minor-units.ts";
import { createBankReference } from "../../demo/bank-reference.ts";
import {
  createScriptedEvent,
  type ProviderScript,
  type ScriptedEvent,
  type Speed,
  type ScriptInput,
} from "../../demo/script.ts";

/**
 * Delays by speed, in milliseconds of the product's clock: until the order is sent, and from then until it is credited.
 */
const WAITS: Readonly<Record<Speed, { sent: number; answer: number }>> = {
  instant: { sent: 0, answer: 0 },
  fast: { sent: 300, answer: 1_500 },
  normal: { sent: 3_000, answer: 25_000 },
};
const DAY_MS = 86_400_000;

/**
 * Charge of a correspondent bank on returned payments, and increase of a repriced fee, in currency units. Multiplied by
 * 100 for currencies without decimals, such as yen.
 */
const CHARGE = "15";
const RISE = "5";

/** Reason codes of refusals (ISO 20022 status reasons), by the last two digits of the amount. */
const REFUSALS: Readonly<Record<number, string>> = {
  20: "AC04 ACCOUNT CLOSED",
  21: "BE01 NAME DOES NOT MATCH ACCOUNT",
  22: "RC01 BANK IDENTIFIER UNKNOWN",
};

/** Returns the events of a successful payment: sent with its references, then paid. */
function payOut({ speed, clock }: ScriptInput, wait = WAITS[speed].answer): [ScriptedEvent, ScriptedEvent] {
  return [
    createScriptedEvent("sent", WAITS[speed].sent, { reference: createBankReference(clock.now()), uetr: randomUUID() }),
    createScriptedEvent("paid", wait),
  ];
}

/** Converts an amount in a script to the order's currency. It is multiplied by 100 for currencies without decimals. */
function toOrderCurrency({ entity, record }: ScriptInput, units: string): Decimal {
  const digits = findDigits(String(record["currency"]), entity.minorUnits);
  return Decimal.of(units)
    .mul(digits === 0 ? 100n : 1n)
    .round(digits);
}

function scriptRemittance(input: ScriptInput): ScriptedEvent[] {
  const { ending, speed, record } = input;
  const [sent, paid] = payOut(input);
  const reason = REFUSALS[ending];
  if (reason) return [createScriptedEvent("refused", WAITS[speed].sent, { reason })];
  switch (ending) {
    case 10: // pending until the operator fires an event or a day of the clock has passed
      return payOut(input, DAY_MS);
    case 30:
      return [
        createScriptedEvent("investigate", WAITS[speed].sent),
        { event: "cleared", wait: { workingDays: 1 }, input: {} },
        sent,
        paid,
      ];
    case 40:
      return [createScriptedEvent("askDocuments", WAITS[speed].sent, { reason: "XD01" })];
    case 50:
      return [
        sent,
        paid,
        {
          event: "returned",
          wait: { workingDays: 2 },
          input: { reason: "MS03", correspondentCharge: toOrderCurrency(input, CHARGE).toString() },
        },
      ];
    case 51:
      return [
        sent,
        createScriptedEvent("bounced", WAITS[speed].answer, {
          reason: "XB01",
          correspondentCharge: toOrderCurrency(input, CHARGE).toString(),
        }),
      ];
    case 70:
      return [
        createScriptedEvent("reprice", WAITS[speed].sent, {
          fee: Decimal.of(String(record["fee"])).add(toOrderCurrency(input, RISE)).toString(),
        }),
      ];
    default:
      return [sent, paid];
  }
}

export const remit: ProviderScript = { job: "remit.pay", script: scriptRemittance };
export const remitResume: ProviderScript = { job: "remit.resume", script: (input) => payOut(input) };
