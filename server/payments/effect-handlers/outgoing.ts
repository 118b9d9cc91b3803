/** Stops a merchant's outgoing money while its books are closed. Incoming and returned money is still posted. */
import { isHolding, isKept } from "../ledger/accounts.ts";
import { requireProvenBooks } from "../ledger/book-state.ts";
import type { Line, OrderKey } from "../ledger/entry.ts";
import type { Tx } from "../../store/database.ts";

/**
 * Returns whether money in an account belongs to the merchant. Money in `in` does not belong to the merchant yet, so
 * booking or returning it is not outgoing.
 */
const isOwned = (name: string): boolean => isKept(name) && name !== "in";

/** Returns whether lines reduce a merchant's money in any currency, or reserve some of it for an order. */
export function isOutgoing(tenant: string, lines: readonly Line[]): boolean {
  const net = new Map<string, bigint>();
  const add = (currency: string, amount: bigint) => net.set(currency, (net.get(currency) ?? 0n) + amount);
  for (const { from, to, fromM = tenant, toM = tenant, currency, amount } of lines) {
    if (amount <= 0n) continue;
    const [ours, theirs] = [fromM === tenant && isOwned(from), toM === tenant && isOwned(to)];
    if (ours && theirs && isHolding(to) && !isHolding(from)) return true;
    if (ours) add(currency, -amount);
    if (theirs) add(currency, amount);
  }
  return [...net.values()].some((amount) => amount < 0n);
}

/**
 * Asserts that the lines may be posted.
 *
 * @throws Failure `moneyStopped` when they debit a merchant whose books are closed, or have not been proven for
 * `closeAfterMs`
 */
export async function requireBooksFor(
  tx: Tx,
  tenant: string,
  lines: readonly Line[],
  closeAfterMs?: number,
): Promise<void> {
  if (isOutgoing(tenant, lines)) await requireProvenBooks(tx, tenant, closeAfterMs);
}

/**
 * Asserts that the order's money may move.
 *
 * @throws Failure `moneyStopped` when the order holds money and its merchant's books are closed, or have not been
 * proven for `closeAfterMs`
 */
export async function requireBooksForOrder(
  tx: Tx,
  tenant: string,
  order: OrderKey,
  closeAfterMs?: number,
): Promise<void> {
  const held = await tx.query(
    "SELECT 1 AS held FROM ledger_hold WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND amount > 0 LIMIT 1",
    [tenant, order.kind, order.id],
  );
  if (held.length > 0) await requireProvenBooks(tx, tenant, closeAfterMs);
}
