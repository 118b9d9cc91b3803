/** The banks that carry remittances abroad (`remit.pay`), and go on once a person has answered (`remit.resume`). */
import { randomUUID } from "node:crypto";
import { Decimal } from "../../../src/engine/index.ts";
import { digitsOf } from "../../payments/ledger/minor.ts";
import { createBankReference } from "../bank-reference.ts";
import { scriptEvent, type ProviderScript, type ScriptedEvent, type Speed, type ScriptInput } from "./script.ts";

/** Usual waits by speed, in milliseconds of the product's clock: until the order is sent, and from there to the credit. */
const WAITS: Readonly<Record<Speed, { sent: number; answer: number }>> = {
  instant: { sent: 0, answer: 0 },
  fast: { sent: 300, answer: 1_500 },
  normal: { sent: 3_000, answer: 25_000 },
};
const DAY_MS = 86_400_000;

/** What a correspondent keeps of a payment that comes back, and by how much a charge may rise, in dollars and the like; yen are a hundred to one. */
const CHARGE = "15";
const RISE = "5";

/** Refusals by ending, with the ISO 20022 status reason codes that banks use. */
const REFUSALS: Readonly<Record<number, string>> = {
  20: "AC04 ACCOUNT CLOSED",
  21: "BE01 NAME DOES NOT MATCH ACCOUNT",
  22: "RC01 BANK IDENTIFIER UNKNOWN",
};

/** Sent with the references that banks trace it by, and credited. */
function carried({ speed, clock }: ScriptInput, wait = WAITS[speed].answer): ScriptedEvent[] {
  return [
    scriptEvent("sent", WAITS[speed].sent, { reference: createBankReference(clock.now()), uetr: randomUUID() }),
    scriptEvent("paid", wait),
  ];
}

/** An amount of the script in the order's currency. */
function sum({ entity, record }: ScriptInput, units: string): Decimal {
  const digits = digitsOf(String(record["currency"]), entity.minorUnits);
  return Decimal.of(units)
    .mul(digits === 0 ? 100n : 1n)
    .round(digits);
}

function script(stage: ScriptInput): ScriptedEvent[] {
  const { ending, speed, record } = stage;
  const [sent, paid] = carried(stage) as [ScriptedEvent, ScriptedEvent];
  const reason = REFUSALS[ending];
  if (reason) return [scriptEvent("refused", WAITS[speed].sent, { reason })];
  switch (ending) {
    case 10: // waits for the operator, or a day of the clock
      return carried(stage, DAY_MS);
    case 30:
      return [
        scriptEvent("investigate", WAITS[speed].sent),
        { event: "cleared", wait: { workingDays: 1 }, input: {} },
        sent,
        paid,
      ];
    case 40:
      return [scriptEvent("askDocuments", WAITS[speed].sent, { reason: "XD01" })];
    case 50:
      return [
        sent,
        paid,
        {
          event: "returned",
          wait: { workingDays: 2 },
          input: { reason: "MS03", correspondentCharge: sum(stage, CHARGE).toString() },
        },
      ];
    case 51:
      return [
        sent,
        scriptEvent("bounced", WAITS[speed].answer, {
          reason: "XB01",
          correspondentCharge: sum(stage, CHARGE).toString(),
        }),
      ];
    case 70:
      return [
        scriptEvent("reprice", WAITS[speed].sent, {
          fee: Decimal.of(String(record["fee"])).add(sum(stage, RISE)).toString(),
        }),
      ];
    default:
      return [sent, paid];
  }
}

export const remit: ProviderScript = { job: "remit.pay", script };
export const remitResume: ProviderScript = { job: "remit.resume", script: (stage) => carried(stage) };
