/** Spelled-out amounts: Chinese banks require yuan in words as well, so that no digit can be added. */
import type { SpelledAmounts } from "@portolan/engine";

/** Yuan amounts in Chinese financial numerals. Loads the implementation on first use. */
export const spelledAmounts: SpelledAmounts = {
  currency: "CNY",
  lang: "zh",
  spell: async (amount) => (await import("./capitals.ts")).spellCapitals(amount),
};
