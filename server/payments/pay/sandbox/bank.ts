/** Simulated bank for payouts (`bank.pay`). */
import type { Entity } from "@portolan/engine";
import { createBankReference } from "../../demo/bank-reference.ts";
import {
  createScriptedEvent,
  type ProviderScript,
  type ScriptedEvent,
  type Speed,
  type ScriptInput,
} from "../../demo/script.ts";

/**
 * Delays by speed, in milliseconds of the product's clock: until the order is sent, and from then until the bank
 * responds.
 */
const WAITS: Readonly<Record<Speed, { sent: number; answer: number }>> = {
  instant: { sent: 0, answer: 0 },
  fast: { sent: 300, answer: 1_200 },
  normal: { sent: 3_000, answer: 20_000 },
};

/** Charge of the correspondent bank on a returned payment. */
const RETURN_CHARGE = "15.00";
const DAY_MS = 86_400_000;

/** Reason codes of refusals (ISO 20022 status reasons), by the last two digits of the amount. */
const REFUSALS: Readonly<Record<number, string>> = {
  20: "AC04 ACCOUNT CLOSED",
  21: "BE01 NAME DOES NOT MATCH ACCOUNT",
  22: "RC01 BANK IDENTIFIER UNKNOWN",
};

/**
 * Selects the events by the last two digits of the amount in minor units. Amounts ending in .80 and .81 simulate faults
 * of the call itself (`../faults.ts`).
 */
function payOut({ ending, speed, entity, clock }: ScriptInput): ScriptedEvent[] {
  const reference = createBankReference(clock.now());
  const { sent, answer } = WAITS[speed];
  const start = createScriptedEvent("sent", sent);
  const paid = (ms: number) => createScriptedEvent("paid", ms, { reference });
  const reason = REFUSALS[ending];
  if (reason) return [start, createScriptedEvent("refused", answer, { reason })];
  switch (ending) {
    case 10: // pending until the operator fires an event or a day of the clock has passed
      return [start, paid(DAY_MS)];
    case 30:
      return [
        createScriptedEvent("investigate", sent),
        { event: "cleared", wait: { workingDays: 1 }, input: {} },
        createScriptedEvent("sent", 0),
        paid(answer),
      ];
    case 40: // wants documents, and `bank.resume` continues; an order without that event is pending for a day of the clock
      return hasEvent(entity, ASK)
        ? [createScriptedEvent(ASK, sent, { reason: "XD01" })]
        : [createScriptedEvent("sent", DAY_MS), paid(answer)];
    case 50:
      return [
        start,
        paid(answer),
        { event: "returned", wait: { workingDays: 2 }, input: { reason: "MS03", charge: RETURN_CHARGE } },
      ];
    default:
      return [start, paid(answer)];
  }
}

/** Event of a bank that requests documents first. */
const ASK = "askDocuments";
const hasEvent = (entity: Entity, event: string): boolean =>
  entity.lifecycle?.transitions.some(({ on }) => on === event) ?? false;

export const bank: ProviderScript = { job: "bank.pay", script: payOut };

/** Pays after the requested documents have been supplied. */
export const bankResume: ProviderScript = {
  job: "bank.resume",
  script: ({ speed, clock }) => [
    { event: "sent", wait: { ms: WAITS[speed].sent }, input: {} },
    { event: "paid", wait: { ms: WAITS[speed].answer }, input: { reference: createBankReference(clock.now()) } },
  ],
};
