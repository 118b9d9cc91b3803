/** Draft of the exchange as typed, and its transitions. */
import type { Side } from "./amount.ts";

/** Form values, kept while the review is open. */
export interface Draft {
  sell: string;
  buy: string;
  fixed: Side;
  /** Typed text of the fixed side. */
  text: string;
}

/** Returns the other side. */
export const flipSide = (side: Side): Side => (side === "sell" ? "buy" : "sell");

/** Exchanges both currencies; the amount stays with its currency. */
export const turnDraft = ({ sell, buy, fixed, text }: Draft): Draft => ({
  sell: buy,
  buy: sell,
  fixed: flipSide(fixed),
  text,
});

/** Sets a side's currency; the other side's currency turns both. */
export const chooseCurrency = (draft: Draft, side: Side, code: string): Draft =>
  code === draft[flipSide(side)] ? turnDraft(draft) : { ...draft, [side]: code };
