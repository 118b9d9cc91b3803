/** How many orders wait for this person, by kind: for the badges of the tabs and the page's title. */
import { send } from "../client/http.ts";
import type { Row } from "../engine/index.ts";
import { polled } from "./polled.ts";
import { callNamed } from "./schemas.ts";

/** The union of all orders that are under way. */
const PENDING = "pendingTrade";
/** Kinds are counted over so many orders; the total is exact. */
const MOST = 100;

export interface Approvals {
  total: number;
  /** By entity. */
  kinds: Readonly<Record<string, number>>;
}
const approvals = polled<Approvals>({ total: 0, kinds: {} }, async () => {
  const { list, total } = await send(
    (await callNamed(`${PENDING}.list`))!,
    { turn: "you", size: MOST, totals: 1 },
    { passive: true },
  );
  const kinds: Record<string, number> = {};
  for (const { entity } of list as Row[]) kinds[String(entity)] = (kinds[String(entity)] ?? 0) + 1;
  return { total: Number(total), kinds };
});

export const { refresh: refreshApprovals, use: useApprovals } = approvals;
