import type { Row } from "../../src/engine/index.ts";

/** How fast the simulated bank is when nothing special is asked for. `instant`: at once, for tests. */
export type Speed = "instant" | "fast" | "normal";

/** Usual waits by speed, in milliseconds of the product's clock: until the order is sent, and from there to the bank's answer. */
const WAITS: Readonly<Record<Speed, { sent: number; answer: number }>> = {
  instant: { sent: 0, answer: 0 },
  fast: { sent: 300, answer: 1_200 },
  normal: { sent: 3_000, answer: 20_000 },
};

/** Something that the bank does: after a wait it fires an event, if the order's lifecycle has one of that name there. */
export interface BankStep {
  event: string;
  wait: { ms: number } | { workingDays: number };
  input: Row;
}

/** The correspondent's charge on a returned payment. Source: domain table of endings, .50. */
const RETURN_CHARGE = "15.00";
const DAY_MS = 86_400_000;

/** Refusals by ending, with the ISO 20022 status reason codes that banks use. */
const REFUSALS: Readonly<Record<number, string>> = {
  20: "AC04 收款账户已销户 / account closed",
  21: "BE01 户名与账号不符 / name does not match the account",
  22: "RC01 收款行行号有误 / bank code unknown",
};

/** What the bank will do with an amount, by its last two digits (of minor units; whole digits where a currency has none). .80 and .81 go wrong before (`faults.ts`). */
export function scriptFor(ending: number, speed: Speed, reference: string): BankStep[] {
  const { sent, answer } = WAITS[speed];
  const step = (event: string, ms: number, input: Row = {}): BankStep => ({ event, wait: { ms }, input });
  const start = step("sent", sent);
  const paid = (ms: number) => step("paid", ms, { reference });
  const reason = REFUSALS[ending];
  if (reason) return [start, step("refused", answer, { reason })];
  switch (ending) {
    case 10: // waits for the operator, or a day of the clock
      return [start, paid(DAY_MS)];
    case 30:
      return [step("investigate", sent), { event: "cleared", wait: { workingDays: 1 }, input: {} }, step("sent", 0), paid(answer)];
    case 40: // waits for the merchant's documents; where the order has no such state, for a day of the clock
      return [step("askDocuments", sent), step("sent", DAY_MS), paid(answer)];
    case 50:
      return [start, paid(answer),
        { event: "returned", wait: { workingDays: 2 }, input: { reason: "收款行退回 / returned by the payee's bank", charge: RETURN_CHARGE } }];
    default:
      return [start, paid(answer)];
  }
}
