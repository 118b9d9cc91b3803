/** The bank that pays orders out (`bank.pay`). */
import type { Entity } from "../../../src/engine/index.ts";
import { createBankReference } from "../bank-reference.ts";
import { scriptEvent, type ProviderScript, type ScriptedEvent, type Speed, type ScriptInput } from "./script.ts";

/** Usual waits by speed, in milliseconds of the product's clock: until the order is sent, and from there to the bank's answer. */
const WAITS: Readonly<Record<Speed, { sent: number; answer: number }>> = {
  instant: { sent: 0, answer: 0 },
  fast: { sent: 300, answer: 1_200 },
  normal: { sent: 3_000, answer: 20_000 },
};

/** The correspondent's charge on a returned payment. */
const RETURN_CHARGE = "15.00";
const DAY_MS = 86_400_000;

/** Refusals by ending, with the ISO 20022 status reason codes that banks use. */
const REFUSALS: Readonly<Record<number, string>> = {
  20: "AC04 ACCOUNT CLOSED",
  21: "BE01 NAME DOES NOT MATCH ACCOUNT",
  22: "RC01 BANK IDENTIFIER UNKNOWN",
};

/** What the bank will do with an amount, by its last two digits (of minor units; whole digits where a currency has none). .80 and .81 go wrong before (`../faults.ts`). */
function payOut({ ending, speed, entity, clock }: ScriptInput): ScriptedEvent[] {
  const reference = createBankReference(clock.now());
  const { sent, answer } = WAITS[speed];
  const start = scriptEvent("sent", sent);
  const paid = (ms: number) => scriptEvent("paid", ms, { reference });
  const reason = REFUSALS[ending];
  if (reason) return [start, scriptEvent("refused", answer, { reason })];
  switch (ending) {
    case 10: // waits for the operator, or a day of the clock
      return [start, paid(DAY_MS)];
    case 30:
      return [
        scriptEvent("investigate", sent),
        { event: "cleared", wait: { workingDays: 1 }, input: {} },
        scriptEvent("sent", 0),
        paid(answer),
      ];
    case 40: // waits for the merchant's documents, which `bank.resume` answers; where the order has no such state, for a day of the clock
      return knows(entity, ASK)
        ? [scriptEvent(ASK, sent, { reason: "XD01" })]
        : [scriptEvent("sent", DAY_MS), paid(answer)];
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

/** Event of a bank that wants to see documents first. */
const ASK = "askDocuments";
const knows = (entity: Entity, event: string): boolean =>
  entity.lifecycle?.transitions.some(({ on }) => on === event) ?? false;

/** Pays what a lifecycle sends by the job `bank.pay`: sent, then paid, refused or returned. */
export const bank: ProviderScript = { job: "bank.pay", script: payOut };

/** The documents came: now it is paid. */
export const bankResume: ProviderScript = {
  job: "bank.resume",
  script: ({ speed, clock }) => [
    { event: "sent", wait: { ms: WAITS[speed].sent }, input: {} },
    { event: "paid", wait: { ms: WAITS[speed].answer }, input: { reference: createBankReference(clock.now()) } },
  ],
};
