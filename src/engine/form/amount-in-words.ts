/** An amount of yuan in the capitals of Chinese banks, by a module that loads with the first one; nothing for what is no amount. */
export const amountInWords = async (amount: string): Promise<string> =>
  (await import("./capitals.ts")).capitals(amount);
