/** Amounts in words beside their figures. */
import { useEffect, useState } from "react";
import { usePorts } from "./ports-context.tsx";

/** Returns an amount in words: undefined when its currency is not spelled, empty until the words are loaded. */
export function useSpelled(amount: string | undefined, currency: string | undefined): string | undefined {
  const { spelledAmounts } = usePorts();
  const [words, setWords] = useState("");
  const spelled = amount !== undefined && spelledAmounts !== undefined && currency === spelledAmounts.currency;
  useEffect(() => {
    let current = true;
    if (spelled) void spelledAmounts.spell(amount).then((text) => current && setWords(text));
    return () => {
      current = false;
    };
  }, [amount, spelled, spelledAmounts]);
  return spelled ? words : undefined;
}
