/** Money that the simulated receiving bank sees. */
import type { LifecycleContext } from "../lifecycle/context.ts";
import { matchReceipt, type Receipt } from "../payments/collections/match.ts";
import type { Tx } from "../store/database.ts";
import { endingOf } from "./ending.ts";
import { arriving } from "./providers/collection.ts";
import { bankReference } from "./reference.ts";

const UNKNOWN_REMITTER = "Sandbox Remitter Ltd";

/** Money as the operator sends it. */
export type Arrival = Omit<Receipt, "remitter"> & Partial<Pick<Receipt, "remitter">>;

/** Sends money to a merchant; returns the numbers of its orders. What arrives of an amount goes by its last digits. */
export const deposit = (tx: Tx, arrival: Arrival, context: LifecycleContext, now: number): Promise<string[]> =>
  matchReceipt(
    tx,
    { ...arrival, remitter: arrival.remitter ?? UNKNOWN_REMITTER },
    {
      reference: () => bankReference(now),
      arrived: (entity, order) => arriving(String(order["amount"]), endingOf(entity, order)),
    },
    context,
  );
