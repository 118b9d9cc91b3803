import type { LifecycleContext } from "../../../lifecycle/context.ts";
import { matchReceipt, type Receipt } from "../match.ts";
import type { Tx } from "../../../store/database.ts";
import { readAmountEnding } from "../../demo/amount-ending.ts";
import { computeReceivedAmount } from "./bank.ts";
import { createBankReference } from "../../demo/bank-reference.ts";

const UNKNOWN_REMITTER = "Sandbox Remitter Ltd";

/** Received money, as in the operator's command. The remitter defaults to an invented one. */
export type ReceivedMoney = Omit<Receipt, "remitter"> & Partial<Pick<Receipt, "remitter">>;

/**
 * Receives money for a merchant and returns the numbers of its orders. The last digits of an amount determine how much
 * of it arrives.
 */
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
