/** Settings of the payment dialect. */
import { antiDoubleClickMs, languages, resendSeconds, uploadMaxBytes } from "../contract/constants.gen.ts";
import type { Funds, TransitionPlan, SpelledAmounts } from "@portolan/engine";
import type { MoneyLine } from "./plans.ts";

/** Yuan amounts in Chinese financial numerals. Loads the implementation on first use. */
const spelledAmounts: SpelledAmounts = {
  currency: "CNY",
  lang: "zh",
  spell: async (amount) => (await import("./capitals.ts")).spellCapitals(amount),
};

const listLines = ({ money }: TransitionPlan): readonly MoneyLine[] => (money && "lines" in money ? money.lines : []);

/** Tells the engine and the server how the ledger's effects change balances and limits. */
const funds: Funds = {
  moves: ({ money }: TransitionPlan) => money !== undefined,
  debits: (event: TransitionPlan) => listLines(event).filter(({ from }) => from === "avail"),
  limits: ({ count }: TransitionPlan) => count,
  releases: ({ money }: TransitionPlan) => money !== undefined && "release" in money,
};

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
