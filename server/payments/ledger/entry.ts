import type { LedgerAccount } from "../../../src/payments/plans.ts";

/** Reference to an order: the entity's name and the record's key. */
export interface OrderKey {
  kind: string;
  id: string;
}
/** One movement in minor units. Lines of zero are not posted. */
export interface Line {
  from: LedgerAccount;
  to: LedgerAccount;
  currency: string;
  amount: bigint;
  /** Merchants at either end, if they differ from the entry's merchant. */
  fromM?: string;
  toM?: string;
}
/** Lines that are posted together. Each `step` of an `order` is posted only once. */
export interface Entry {
  tenant: string;
  kind: string;
  order: OrderKey;
  step: string;
  lines: readonly Line[];
  /** Milliseconds since the epoch, by the product's clock. */
  at: number;
  remark?: string | undefined;
  reverses?: string | undefined;
}
