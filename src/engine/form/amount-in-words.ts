/** Returns an amount in Chinese bank capitals; empty when it is no amount. Loads the module on first use. */
export const amountInWords = async (amount: string): Promise<string> =>
  (await import("./capitals.ts")).capitals(amount);
