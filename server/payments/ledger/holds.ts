import type { Queries, Tx } from "../../store/database.ts";
import { isHolding, isKept, parseAccount, parseAccountId } from "./accounts.ts";
import { sendRows } from "../../store/insert-rows.ts";
import type { Entry, Line, OrderKey } from "./entry.ts";

interface Hold {
  tenant: string;
  order: OrderKey;
  account: string;
  source: string;
  stored: bigint;
  amount: bigint;
}

/** Holds of orders while entries are posted: read once, changed in memory, and written once. */
export class Holds {
  private readonly orders = new Map<string, Hold[]>();
  constructor(private readonly tx: Pick<Tx, "query" | "send">) {}

  /**
   * Reads the holds of the entries' orders. Skips entries that only reserve money, because the upsert adds to the
   * stored amount.
   */
  async read(entries: readonly Pick<Entry, "tenant" | "order" | "lines">[]): Promise<void> {
    const wanted = entries.flatMap(({ tenant, order, lines }) =>
      lines.flatMap((line) => [
        ...(isHolding(line.from) ? [{ tenant: line.fromM ?? tenant, order }] : []),
        ...(isHolding(line.to) && !isKept(line.from) ? [{ tenant: line.toM ?? tenant, order }] : []),
      ]),
    );
    const orders = new Map(wanted.map((hold) => [formatKey(hold.tenant, hold.order), hold]));
    await Promise.all(
      [...orders].map(async ([key, { tenant, order }]) => {
        const rows = await this.tx.query(
          "SELECT account_id, source_id, amount FROM ledger_hold WHERE m = $1 AND order_kind = $2 AND order_id = $3 ORDER BY account_id, source_id",
          [tenant, order.kind, order.id],
        );
        this.orders.set(
          key,
          rows.map((row) => ({
            tenant,
            order,
            account: row.account_id,
            source: row.source_id,
            stored: BigInt(row.amount),
            amount: BigInt(row.amount),
          })),
        );
      }),
    );
  }

  private listHolds(tenant: string, order: OrderKey): Hold[] {
    const key = formatKey(tenant, order);
    const holds = this.orders.get(key) ?? [];
    this.orders.set(key, holds);
    return holds;
  }

  /**
   * Applies one movement in memory.
   *
   * @throws Error when an order would release more than it holds, because the excess belongs to other orders
   */
  move(entry: Entry, line: Line): void {
    if (isHolding(line.from))
      this.take(line.fromM ?? entry.tenant, entry.order, `${line.from}:${line.currency}`, line.amount);
    if (isHolding(line.to)) this.give(line.toM ?? entry.tenant, entry.order, line);
  }

  private take(tenant: string, order: OrderKey, account: string, amount: bigint): void {
    let left = amount;
    for (const hold of this.listHolds(tenant, order).filter((hold) => hold.account === account)) {
      const part = hold.amount < left ? hold.amount : left;
      hold.amount -= part;
      left -= part;
    }
    if (left > 0n) throw new Error(`${order.kind} ${order.id} holds ${left} less on ${account} than it is to give`);
  }

  private give(tenant: string, order: OrderKey, line: Line): void {
    const account = `${line.to}:${line.currency}`;
    const holds = this.listHolds(tenant, order);
    // Money that returns from a house account is released to the account from which it was reserved.
    const known = holds.find((hold) => hold.account === account)?.source ?? `avail:${line.currency}`;
    const source = isKept(line.from) ? `${line.from}:${line.currency}` : known;
    const hold = holds.find((hold) => hold.account === account && hold.source === source);
    if (hold) hold.amount += line.amount;
    else holds.push({ tenant, order, account, source, stored: -1n, amount: line.amount });
  }

  /**
   * Writes the changes as differences, so that a concurrent change is not overwritten.
   *
   * @throws Error when, because of a concurrent change, less is on hold than is to be released
   */
  async write(): Promise<void> {
    const all = [...this.orders.values()].flat();
    const key = (hold: Hold) => [hold.tenant, hold.order.kind, hold.order.id, hold.account, hold.source];
    sendRows(this.tx, {
      table: "ledger_hold",
      columns: ["m", "order_kind", "order_id", "account_id", "source_id", "amount"],
      rows: all.filter((hold) => hold.stored < 0n).map((hold) => [...key(hold), hold.amount.toString()]),
      tail: "ON CONFLICT (m, order_kind, order_id, account_id, source_id) DO UPDATE SET amount = ledger_hold.amount + excluded.amount",
    });
    await Promise.all(
      all
        .filter((hold) => hold.stored >= 0n && hold.stored !== hold.amount)
        .map(async (hold) => {
          const rows = await this.tx.query(
            `UPDATE ledger_hold SET amount = amount + $6 WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND account_id = $4 AND source_id = $5
          AND amount + $6 >= 0 RETURNING amount`,
            [...key(hold), (hold.amount - hold.stored).toString()],
          );
          if (!rows.length) throw new Error(`holds of ${hold.order.kind} ${hold.order.id} changed meanwhile`);
        }),
    );
  }
}

const formatKey = (tenant: string, order: OrderKey): string => JSON.stringify([tenant, order.kind, order.id]);

/** Returns the lines that release everything an order still holds, or an empty array if it holds nothing. */
export async function releaseLines(db: Queries, tenant: string, order: OrderKey): Promise<Line[]> {
  const rows = await db.query(
    "SELECT account_id, source_id, amount FROM ledger_hold WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND amount > 0 ORDER BY account_id, source_id",
    [tenant, order.kind, order.id],
  );
  return rows.map((row) => {
    const { name, currency } = parseAccountId(row.account_id);
    return { from: name, to: parseAccountId(row.source_id).name, currency, amount: BigInt(row.amount) };
  });
}

/**
 * Returns the lines that reverse the order's latest posting of an event, and the id of the reversed transaction.
 * Returns undefined if all postings of the event have been reversed.
 */
export async function buildReversalLines(
  db: Queries,
  tenant: string,
  order: OrderKey,
  event: string,
): Promise<{ lines: Line[]; reverses: string } | undefined> {
  const [txn] = await db.query(
    `SELECT t.id FROM ledger_txn t WHERE t.m = $1 AND t.order_kind = $2 AND t.order_id = $3 AND t.kind = $4
      AND NOT EXISTS (SELECT 1 FROM ledger_txn r WHERE r.m = t.m AND r.reverses = t.id) ORDER BY t.id DESC LIMIT 1`,
    [tenant, order.kind, order.id, event],
  );
  if (!txn) return undefined;
  const rows = await db.query(
    "SELECT m, name, currency, amount FROM ledger_posting WHERE txn_m = $1 AND txn_id = $2 ORDER BY line",
    [tenant, txn.id],
  );
  const lines: Line[] = [];
  // Postings 2k and 2k + 1 are the two ends of one line.
  for (const [index, into] of rows.entries()) {
    const out = rows[index - 1];
    if (!out || index % 2 === 0) continue;
    lines.push({
      from: parseAccount(into.name),
      fromM: into.m,
      to: parseAccount(out.name),
      toM: out.m,
      currency: into.currency,
      amount: BigInt(into.amount),
    });
  }
  return { lines: lines.toReversed(), reverses: txn.id };
}
