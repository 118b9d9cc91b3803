/** Types of postings. */
import type { LedgerAccount } from "../../../src/payments/plans.ts";

/** An order as the ledger refers to it: the entity's name and the record's key. */
export interface OrderKey {
  kind: string;
  id: string;
}
/** One movement in minor units; a line of zero is not posted. */
export interface Line {
  from: LedgerAccount;
  to: LedgerAccount;
  currency: string;
  amount: bigint;
  /** Merchants of the two ends where they differ from the entry's. */
  fromM?: string;
  toM?: string;
}
/** Lines that are posted together. The same `order` and `step` is posted once, however often it is requested. */
export interface Entry {
  m: string;
  /** Event of the lifecycle that moves the money. */
  kind: string;
  order: OrderKey;
  step: string;
  lines: readonly Line[];
  /** Milliseconds since the epoch, by the product's clock. */
  at: number;
  remark?: string | undefined;
  /** Id of the transaction that this one reverses. */
  reverses?: string | undefined;
}
