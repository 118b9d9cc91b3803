/** Simulated dealer: books deals (`fx.deal`) and audits applications (`fx.audit`, and `fx.recheck` after more documents). */
import { findDigits, toMinor } from "../../ledger/minor-units.ts";
import { createBankReference } from "../../demo/bank-reference.ts";
import {
  createScriptedEvent,
  type ProviderScript,
  type ScriptedEvent,
  type Speed,
  type ScriptInput,
} from "../../demo/script.ts";

/** Delays by speed, in milliseconds of the product's clock: for a deal, and for the audit of an application. */
const WAITS: Readonly<Record<Speed, { deal: number; audit: number }>> = {
  instant: { deal: 0, audit: 0 },
  fast: { deal: 300, audit: 1_200 },
  normal: { deal: 1_500, audit: 30_000 },
};
const DAY_MS = 86_400_000;

const REJECTIONS: Readonly<Record<number, string>> = {
  20: "XF01",
  21: "XF02",
  22: "XF03",
};
const OBJECTIONS: Readonly<Record<number, string>> = {
  20: "XD04",
  21: "XD05",
  22: "XD06",
};

/** Returns the last two digits of the amount that the user entered, which may be on either side. */
function readFixedEnding({ entity, record }: ScriptInput): number {
  const buys = record["fixedSide"] === "buy";
  const amount = String(buys ? record["settlementAmount"] : record["amount"]);
  const currency = String(buys ? record["buyCurrency"] : record["sellCurrency"]);
  return Number(toMinor(amount, findDigits(currency, entity.minorUnits)) % 100n);
}

/**
 * Books a deal after the dealer's delay, or after one day for amounts ending in .10, and refuses amounts ending in .20
 * to .22. Audited applications are not refused, because the audit has already judged their amount.
 */
function scriptDeal(input: ScriptInput): ScriptedEvent[] {
  const wait = WAITS[input.speed].deal;
  const ending = readFixedEnding(input);
  const reason = input.record["mode"] === "application" ? undefined : REJECTIONS[ending];
  if (reason) return [createScriptedEvent("refused", wait, { reason })];
  const booked = (ms: number) =>
    createScriptedEvent("booked", ms, { reference: `FX${createBankReference(input.clock.now())}` });
  return ending === 10 ? [createScriptedEvent("noAnswer", wait), booked(DAY_MS)] : [booked(wait)];
}

/**
 * Passes an application, except that amounts ending in .20 to .22 fail, and those ending in .40 require more documents.
 */
function audit(input: ScriptInput): ScriptedEvent[] {
  const wait = WAITS[input.speed].audit;
  const ending = readFixedEnding(input);
  const reason = OBJECTIONS[ending];
  if (reason) return [createScriptedEvent("refused", wait, { reason })];
  return ending === 40
    ? [createScriptedEvent("askDocuments", wait, { reason: "XD02" })]
    : [createScriptedEvent("pass", wait)];
}

export const fxDeal: ProviderScript = { job: "fx.deal", script: scriptDeal };
export const fxAudit: ProviderScript = { job: "fx.audit", script: audit };
export const fxRecheck: ProviderScript = {
  job: "fx.recheck",
  script: ({ speed }) => [createScriptedEvent("pass", WAITS[speed].audit)],
};
