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
  icons: ["house", "wallet", "arrow-down-left", "arrow-up-right", "arrow-left-right", "credit-card", "list", "inbox"],
  // The shell shows the last two itself.
  screens: [
    "home",
    "sessions",
    "verification",
    "swap",
    "swapIntra",
    "swapApplication",
    "swapConfirm",
    "validator",
    "notFound",
    "redirect",
  ],
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
    icon: (typeof settings.icons)[number];
    screen: (typeof settings.screens)[number];
    source: (typeof settings.sources)[number];
    lang: (typeof settings.languages)[number];
    tenant: (typeof settings.tenant)["word"];
  }
}
