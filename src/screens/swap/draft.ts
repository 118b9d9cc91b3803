/** Draft of the exchange as entered by the user, and its state transitions. */
import type { Side } from "./amount.ts";

/** Form values, kept while the review is open. */
export interface Draft {
  sell: string;
  buy: string;
  fixed: Side;
  /** Text entered on the fixed side. */
  text: string;
}

/**
 * Returns the first draft: the pair, and the amount to buy of the URL (`?buy=CNY&buyAmount=120.00`), which a payment
 * that exceeds its balance links to. The amount is left out when the pair buys another currency.
 */
export function startDraft(pair: Pick<Draft, "sell" | "buy">, search: string): Draft {
  const params = new URLSearchParams(search);
  const text = params.get("buy") === pair.buy ? (params.get("buyAmount") ?? "") : "";
  return { ...pair, fixed: text === "" ? "sell" : "buy", text };
}

/** Returns the opposite side. */
export const flipSide = (side: Side): Side => (side === "sell" ? "buy" : "sell");

/** Swaps the two currencies; the amount stays with its currency. */
export const turnDraft = ({ sell, buy, fixed, text }: Draft): Draft => ({
  sell: buy,
  buy: sell,
  fixed: flipSide(fixed),
  text,
});

/** Sets the currency of a side. Selecting the other side's currency swaps the two. */
export const chooseCurrency = (draft: Draft, side: Side, code: string): Draft =>
  code === draft[flipSide(side)] ? turnDraft(draft) : { ...draft, [side]: code };
