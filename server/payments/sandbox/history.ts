/**
 * About ninety days of orders of the demo merchants, created with the real lifecycles and the real ledger. Each product
 * has one file, listed here.
 */
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import type { Entry } from "../ledger/entry.ts";
import { findDigits } from "../ledger/minor-units.ts";
import { insertReplayed } from "../demo/lifecycle-replay.ts";
import { cards } from "../cards/sandbox/history.ts";
import { collections } from "../collect/sandbox/history.ts";
import { findMorning, HISTORY_DAYS, type HistoryBuilder, type HistoryPart } from "../demo/history-builder.ts";
import { invoices } from "./invoices.ts";
import { remittance } from "../remit/sandbox/history.ts";
import { swap } from "../swap/sandbox/history.ts";
import { transfers } from "../transfer/sandbox/history.ts";
import { withdrawal } from "../pay/sandbox/history.ts";

const parts: readonly HistoryPart[] = [collections, withdrawal, swap, cards, remittance, transfers, invoices];

/**
 * Writes the history of the merchants. Completed orders of all merchants are written in chronological order, because
 * merchants pay each other and each posting stores the balance after it. Then creates today's open orders.
 */
export async function seedHistory(builders: readonly HistoryBuilder[]): Promise<void> {
  const opening = builders.flatMap(createOpeningEntries);
  for (const builder of builders) for (const part of parts) await part.replay?.(builder);
  const [first] = builders;
  if (!first) return;
  await insertReplayed(
    first,
    builders.flatMap(({ replayed }) => replayed),
    opening,
  );
  for (const builder of builders) for (const part of parts) await part.open?.(builder);
}

/** Returns the balances of a merchant before its history begins. */
function createOpeningEntries({ merchant, schemas, now }: HistoryBuilder): Entry[] {
  const at = findMorning(now, HISTORY_DAYS + 1);
  const units = schemas.entity("wallet").minorUnits;
  return Object.entries(merchant.opening).map(([currency, whole]) => ({
    tenant: merchant.id,
    kind: "opening",
    order: { kind: "opening", id: createRecordNumber({ ...schemas, number: "OB" }, at) },
    step: currency,
    at,
    remark: "期初余额",
    lines: [
      { from: "nostro", to: "avail", currency, amount: BigInt(whole) * 10n ** BigInt(findDigits(currency, units)) },
    ],
  }));
}
