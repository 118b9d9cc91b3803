/** Money that the simulated receiving bank receives. */
import type { LifecycleContext } from "../lifecycle/context.ts";
import { matchReceipt, type Receipt } from "../payments/collections/match.ts";
import type { Tx } from "../store/database.ts";
import { readAmountEnding } from "./amount-script.ts";
import { computeReceivedAmount } from "./providers/collection.ts";
import { createBankReference } from "./bank-reference.ts";

const UNKNOWN_REMITTER = "Sandbox Remitter Ltd";

/** Money as the operator sends it. The remitter defaults to an invented one. */
export type ReceivedMoney = Omit<Receipt, "remitter"> & Partial<Pick<Receipt, "remitter">>;

/** Receives money of a merchant and returns the numbers of its orders. The last digits of an amount decide how much of it arrives. */
export const receiveMoney = (
  tx: Tx,
  arrival: ReceivedMoney,
  context: LifecycleContext,
  now: number,
): Promise<string[]> =>
  matchReceipt(
    tx,
    { ...arrival, remitter: arrival.remitter ?? UNKNOWN_REMITTER },
    {
      reference: () => createBankReference(now),
      arrived: (entity, order) => computeReceivedAmount(String(order["amount"]), readAmountEnding(entity, order)),
    },
    context,
  );
