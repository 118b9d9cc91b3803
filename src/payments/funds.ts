/** Tells the engine and the server how the ledger's effects change balances and limits. */
import type { Funds, TransitionPlan } from "@portolan/engine";
import type { MoneyLine } from "./plans.ts";

const listLines = ({ money }: TransitionPlan): readonly MoneyLine[] => (money && "lines" in money ? money.lines : []);

export const funds: Funds = {
  moves: ({ money }: TransitionPlan) => money !== undefined,
  debits: (event: TransitionPlan) => listLines(event).filter(({ from }) => from === "avail"),
  limits: ({ count }: TransitionPlan) => count,
  releases: ({ money }: TransitionPlan) => money !== undefined && "release" in money,
};
