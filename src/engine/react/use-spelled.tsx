/** Spells out amounts in words, shown next to the figures. */
import { useEffect, useState } from "react";
import { usePorts } from "./ports-context.tsx";

/**
 * Returns an amount in words: undefined without an amount or for a currency that is not spelled out, empty until the
 * words are loaded.
 * @example
 * const words = useSpelled("1234.50", "EUR");
 */
export function useSpelled(amount: string | undefined, currency: string | undefined): string | undefined {
  const { spellAmount } = usePorts().dialect;
  const [words, setWords] = useState({ amount: "", text: "" });
  const isSpelled = amount !== undefined && spellAmount !== undefined && currency === spellAmount.currency;
  useEffect(() => {
    if (isSpelled) void spellAmount.spell(amount).then((text) => setWords({ amount, text }));
  }, [amount, isSpelled, spellAmount]);
  if (!isSpelled) return undefined;
  return words.amount === amount ? words.text : "";
}
