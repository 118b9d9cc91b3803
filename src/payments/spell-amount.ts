/** Amounts of yuan in words as well: Chinese banks write them in capitals, so that no digit can be added. */
import type { SpelledAmounts } from "../engine/index.ts";

/** Yuan in Chinese bank capitals. Loads the module on first use. */
export const spelledAmounts: SpelledAmounts = {
  currency: "CNY",
  spell: async (amount) => (await import("./capitals.ts")).spellCapitals(amount),
};
