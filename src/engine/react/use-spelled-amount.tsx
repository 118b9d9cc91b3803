/** Spells out amounts in words, shown next to the figures. */
import { useEffect, useState } from "react";
import { usePorts } from "./ports-context.tsx";

/**
 * Returns an amount in words: undefined without an amount or for a currency that is not spelled out, empty until the
 * words are loaded.
 * @example
 * const spelled = useSpelledAmount("1234.50", "EUR");
 */
export function useSpelledAmount(amount: string | undefined, currency: string | undefined): string | undefined {
  const { spellAmount } = usePorts().dialect;
  const [spelled, setSpelled] = useState({ amount: "", text: "" });
  const isSpelled = amount !== undefined && spellAmount !== undefined && currency === spellAmount.currency;
  useEffect(() => {
    if (isSpelled) void spellAmount.spell(amount).then((text) => setSpelled({ amount, text }));
  }, [amount, isSpelled, spellAmount]);
  if (!isSpelled) return undefined;
  return spelled.amount === amount ? spelled.text : "";
}
