/**
 * About ninety days of orders of the demo merchants, created with the real lifecycles and the real ledger. Each product
 * has one file, listed here.
 */
import { insertReplayed, type ReplayedRecord } from "../lifecycle-replay.ts";
import { cards } from "./cards.ts";
import { collections } from "./collections.ts";
import type { HistoryBuilder, HistoryPart } from "./history-builder.ts";
import { invoices } from "./invoices.ts";
import { opening } from "./opening-balances.ts";
import { remittance } from "./remittance.ts";
import { swap } from "./swap.ts";
import { transfers } from "./transfer.ts";
import { withdrawal } from "./withdrawal.ts";

const parts: readonly HistoryPart[] = [opening, collections, withdrawal, swap, cards, remittance, transfers, invoices];

/**
 * Writes the history of the merchants. Completed orders of all merchants are written in chronological order, because
 * merchants pay each other and each posting stores the balance after it. Then creates today's open orders.
 */
export async function seedHistory(builders: readonly HistoryBuilder[]): Promise<void> {
  const entries = builders.flatMap((builder) => parts.flatMap((part) => part.entries?.(builder) ?? []));
  const replayed: ReplayedRecord[] = [];
  for (const builder of builders) for (const part of parts) replayed.push(...((await part.replayed?.(builder)) ?? []));
  const [first] = builders;
  if (first) await insertReplayed(first, replayed, entries);
  for (const builder of builders) for (const part of parts) await part.open?.(builder);
}
