/** Balances of the demo merchants before their history begins. */
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import type { Entry } from "../../payments/ledger/entry.ts";
import { findDigits } from "../../payments/ledger/minor-units.ts";
import { HISTORY_DAYS, findMorning, type HistoryBuilder, type HistoryPart } from "./history-builder.ts";

export const opening: HistoryPart = { entries: createOpeningEntries };

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
