/** The currency market's other side: books deals (`fx.deal`) and audits applications (`fx.audit`, and `fx.recheck` after more documents). */
import { digitsOf, toMinor } from "../../payments/ledger/minor.ts";
import { createBankReference } from "../bank-reference.ts";
import { scriptEvent, type ProviderScript, type ScriptedEvent, type Speed, type ScriptInput } from "./script.ts";

/** Waits by speed in milliseconds of the product's clock: for a deal, and for the audit of an application. */
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

/** The script goes by the amount that the person named, whichever side that is. */
function endingOf({ entity, record }: ScriptInput): number {
  const [amount, currency] =
    record["fixedSide"] === "buy" ? ["settlementAmount", "buyCurrency"] : ["amount", "sellCurrency"];
  return Number(toMinor(String(record[amount!]), digitsOf(String(record[currency!]), entity.minorUnits)) % 100n);
}
/** A deal is booked at once; .10 waits for a day of the clock, .20 to .22 are refused. An audited application was judged by its amount before. */
function deal(stage: ScriptInput): ScriptedEvent[] {
  const wait = WAITS[stage.speed].deal;
  const ending = endingOf(stage);
  const reason = stage.record["mode"] === "application" ? undefined : REJECTIONS[ending];
  if (reason) return [scriptEvent("refused", wait, { reason })];
  const booked = (ms: number) =>
    scriptEvent("booked", ms, { reference: `FX${createBankReference(stage.clock.now())}` });
  return ending === 10 ? [scriptEvent("noAnswer", wait), booked(DAY_MS)] : [booked(wait)];
}

/** An application passes; .20 to .22 fail, .40 asks for more documents. */
function audit(stage: ScriptInput): ScriptedEvent[] {
  const wait = WAITS[stage.speed].audit;
  const ending = endingOf(stage);
  const reason = OBJECTIONS[ending];
  if (reason) return [scriptEvent("refused", wait, { reason })];
  return ending === 40 ? [scriptEvent("askDocuments", wait, { reason: "XD02" })] : [scriptEvent("pass", wait)];
}

export const fxDeal: ProviderScript = { job: "fx.deal", script: deal };
export const fxAudit: ProviderScript = { job: "fx.audit", script: audit };
export const fxRecheck: ProviderScript = {
  job: "fx.recheck",
  script: ({ speed }) => [scriptEvent("pass", WAITS[speed].audit)],
};
