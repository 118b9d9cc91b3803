/** About ninety days of life for the demo merchants, made by the real lifecycles and the real ledger. One file a product, and its line here. */
import { writePasts, type Past } from "../lifecycle-replay.ts";
import { cards } from "./cards.ts";
import { collections } from "./collections.ts";
import { opening } from "./opening-balances.ts";
import { remittance } from "./remittance.ts";
import type { HistoryPart, HistoryBuilder } from "./history-builder.ts";
import { swap } from "./swap.ts";
import { transfers } from "./transfer.ts";
import { withdrawal } from "./withdrawal.ts";

const chapters: readonly HistoryPart[] = [opening, collections, withdrawal, swap, cards, remittance, transfers];

/**
 * Writes the merchants' past: what moved and ended, of all of them in the order of time, because they pay each other and a balance is what
 * it was after the last movement; then today's desks.
 */
export async function seedHistory(scenes: readonly HistoryBuilder[]): Promise<void> {
  const entries = scenes.flatMap((scene) => chapters.flatMap((chapter) => chapter.entries?.(scene) ?? []));
  const pasts: Past[] = [];
  for (const scene of scenes) for (const chapter of chapters) pasts.push(...((await chapter.pasts?.(scene)) ?? []));
  const [first] = scenes;
  if (first) await writePasts(first.tx, pasts, entries);
  for (const scene of scenes) for (const chapter of chapters) await chapter.open?.(scene);
}
