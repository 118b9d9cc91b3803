/** How many orders wait for this person, by kind: for the badges of the tabs and the page's title. */
import { useSyncExternalStore } from "react";
import { send } from "../client/http.ts";
import { signedIn } from "../client/session.ts";
import type { Row } from "../engine/index.ts";
import { callNamed } from "./schemas.ts";

/** The union of all orders that are under way. */
const PENDING = "pendingTrade";
const EVERY_MS = 60_000;
/** Kinds are counted over so many orders; the total is exact. */
const MOST = 100;

export interface Approvals {
  total: number;
  /** By entity. */
  kinds: Readonly<Record<string, number>>;
}
let known: Approvals = { total: 0, kinds: {} };
const listeners = new Set<() => void>();

async function ask(): Promise<void> {
  const { list, total } = await send((await callNamed(`${PENDING}.list`))!, { turn: "you", size: MOST, totals: 1 }, { passive: true });
  const kinds: Record<string, number> = {};
  for (const { entity } of list as Row[]) kinds[String(entity)] = (kinds[String(entity)] ?? 0) + 1;
  known = { total: Number(total), kinds };
  listeners.forEach((listener) => listener());
}
/** Asks again now; a failure leaves what was known. */
export const refreshApprovals = (): void => {
  if (signedIn() && document.visibilityState === "visible") ask().catch(() => undefined);
};
let timer: ReturnType<typeof setInterval> | undefined;
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(refreshApprovals, EVERY_MS);
    document.addEventListener("visibilitychange", refreshApprovals);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", refreshApprovals);
  };
}
export const useApprovals = (): Approvals => useSyncExternalStore(subscribe, () => known);
