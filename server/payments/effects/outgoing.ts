/** Stops a merchant's outgoing money while its books are closed. Money that comes in or back is not outgoing. */
import { isHolding, isKept } from "../ledger/accounts.ts";
import { requireProvenBooks } from "../ledger/book-state.ts";
import type { Line, OrderKey } from "../ledger/entry.ts";
import type { Tx } from "../../store/database.ts";

/** Returns whether money on an account belongs to the merchant. Money on `in` does not yet: booking or returning it takes nothing from the merchant. */
const isOwned = (name: string): boolean => isKept(name) && name !== "in";

/** Returns whether lines leave the merchant with less of a currency than before, or reserve some of it for an order. */
export function isOutgoing(m: string, lines: readonly Line[]): boolean {
  const net = new Map<string, bigint>();
  const add = (currency: string, amount: bigint) => net.set(currency, (net.get(currency) ?? 0n) + amount);
  for (const { from, to, fromM = m, toM = m, currency, amount } of lines) {
    if (amount <= 0n) continue;
    const [ours, theirs] = [fromM === m && isOwned(from), toM === m && isOwned(to)];
    if (ours && theirs && isHolding(to) && !isHolding(from)) return true;
    if (ours) add(currency, -amount);
    if (theirs) add(currency, amount);
  }
  return [...net.values()].some((amount) => amount < 0n);
}

/** @throws Failure `moneyStopped` when the lines take the merchant's money while its books are closed, or not proven for `closeAfterMs`. */
export async function requireBooksFor(tx: Tx, m: string, lines: readonly Line[], closeAfterMs?: number): Promise<void> {
  if (isOutgoing(m, lines)) await requireProvenBooks(tx, m, closeAfterMs);
}

/** @throws Failure `moneyStopped` when the order holds money and its merchant's books are closed, or not proven for `closeAfterMs`. */
export async function requireBooksForOrder(tx: Tx, m: string, order: OrderKey, closeAfterMs?: number): Promise<void> {
  const held = await tx.query(
    "SELECT 1 AS held FROM ledger_hold WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND amount > 0 LIMIT 1",
    [m, order.kind, order.id],
  );
  if (held.length > 0) await requireProvenBooks(tx, m, closeAfterMs);
}
