/** How many orders wait for this person, by kind: for the badges of the tabs and the page's title. */
import { call } from "../client/call.ts";
import { polled } from "./polled.ts";

/** Kinds are counted over so many orders; the total is exact. */
const MOST = 100;

export interface Approvals {
  total: number;
  /** By entity. */
  kinds: Readonly<Record<string, number>>;
}
const approvals = polled<Approvals>({ total: 0, kinds: {} }, async () => {
  const { list, total } = await call("pendingTrade.list", { turn: "you", size: MOST, totals: 1 }, { passive: true });
  const kinds: Record<string, number> = {};
  for (const { entity } of list) kinds[entity] = (kinds[entity] ?? 0) + 1;
  return { total: total ?? 0, kinds };
});

export const { refresh: refreshApprovals, use: useApprovals } = approvals;
