/** The currency market's other side: books deals (`fx.deal`) and audits applications (`fx.audit`, and `fx.recheck` after more documents). */
import { digitsOf, toMinor } from "../../payments/ledger/minor.ts";
import { bankReference } from "../reference.ts";
import { step, type Provider, type ProviderStep, type Speed, type Stage } from "./provider.ts";

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
function endingOf({ entity, record }: Stage): number {
  const [amount, currency] =
    record["fixedSide"] === "buy" ? ["settlementAmount", "buyCurrency"] : ["amount", "sellCurrency"];
  return Number(toMinor(String(record[amount!]), digitsOf(String(record[currency!]), entity.minorUnits)) % 100n);
}
/** A deal is booked at once; .10 waits for a day of the clock, .20 to .22 are refused. An audited application was judged by its amount before. */
function deal(stage: Stage): ProviderStep[] {
  const wait = WAITS[stage.speed].deal;
  const ending = endingOf(stage);
  const reason = stage.record["mode"] === "application" ? undefined : REJECTIONS[ending];
  if (reason) return [step("refused", wait, { reason })];
  const booked = (ms: number) => step("booked", ms, { reference: `FX${bankReference(stage.clock.now())}` });
  return ending === 10 ? [step("noAnswer", wait), booked(DAY_MS)] : [booked(wait)];
}

/** An application passes; .20 to .22 fail, .40 asks for more documents. */
function audit(stage: Stage): ProviderStep[] {
  const wait = WAITS[stage.speed].audit;
  const ending = endingOf(stage);
  const reason = OBJECTIONS[ending];
  if (reason) return [step("refused", wait, { reason })];
  return ending === 40 ? [step("askDocuments", wait, { reason: "XD02" })] : [step("pass", wait)];
}

export const fxDeal: Provider = { job: "fx.deal", script: deal };
export const fxAudit: Provider = { job: "fx.audit", script: audit };
export const fxRecheck: Provider = { job: "fx.recheck", script: ({ speed }) => [step("pass", WAITS[speed].audit)] };
