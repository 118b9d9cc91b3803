/** Settings of the payment dialect. */
import { antiDoubleClickMs, languages, resendSeconds, uploadMaxBytes } from "../contract/constants.gen.ts";
import { funds } from "./funds.ts";
import { spelledAmounts } from "./spell-amount.ts";

/** Preserves the literal types of the settings. */
const settle = <const Settled>(settled: Settled): Settled => settled;

/** Settings of the dialect, excluding its vocabularies. */
export const settings = settle({
  languages,
  zone: { name: "Asia/Shanghai", offsetMinutes: 480 },
  tenant: { column: "m", word: "merchant", label: { zh: "商户", en: "Merchant" } },
  path: (entity: string, call: string) => `/mer/own/${entity}/${call}`,
  access: { levels: ["public", "session", "certified"], default: "certified" },
  stepUps: ["pay", "pay+totp"],
  sources: ["ledger"],
  currencyWords: { RMB: ["CNY"], "¥": ["CNY", "JPY"], 元: ["CNY"], 人民币: ["CNY"] },
  actors: { merchant: "user", provider: "system" },
  doubleClickMs: antiDoubleClickMs,
  resendMs: resendSeconds * 1_000,
  uploadMaxBytes,
  funds,
  spellAmount: spelledAmounts,
  hashSecret: async (use: string, secret: string) => (await import("./password-digest.ts")).digestPassword(use, secret),
});

declare module "@portolan/engine" {
  interface Register {
    access: (typeof settings.access.levels)[number];
    stepUp: (typeof settings.stepUps)[number];
    actor: keyof typeof settings.actors;
    source: (typeof settings.sources)[number];
    lang: (typeof settings.languages)[number];
    tenant: (typeof settings.tenant)["word"];
  }
}
