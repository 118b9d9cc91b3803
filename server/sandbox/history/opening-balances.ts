/** What the demo merchants had before their history begins. */
import type { Entry } from "../../payments/ledger/entry.ts";
import { digitsOf } from "../../payments/ledger/minor.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { HISTORY_DAYS, morningOf, type HistoryPart, type HistoryBuilder } from "./history-builder.ts";

export const opening: HistoryPart = { entries: balances };

function balances({ merchant, schemas, now }: HistoryBuilder): Entry[] {
  const at = morningOf(now, HISTORY_DAYS + 1);
  const units = Object.fromEntries(
    (schemas.data.get("currency") ?? []).map((row) => [String(row["code"]), Number(row["minorUnits"])]),
  );
  return Object.entries(merchant.opening).map(([currency, whole]) => ({
    m: merchant.id,
    kind: "opening",
    order: { kind: "opening", id: recordNumber("OB", at) },
    step: currency,
    at,
    remark: "期初余额",
    lines: [
      {
        from: "nostro" as const,
        to: "avail" as const,
        currency,
        amount: BigInt(whole) * 10n ** BigInt(digitsOf(currency, units)),
      },
    ],
  }));
}
