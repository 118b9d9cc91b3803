import type { LedgerAccount } from "../../../src/payments/plans.ts";
import { Failure } from "../../core/failure.ts";
import type { Tx } from "../../store/database.ts";
import { settleInOrder } from "../../core/settle-in-order.ts";
import { accountId, isKept } from "./accounts.ts";
import type { Entry, Line } from "./entry.ts";
import { Holds } from "./holds.ts";
import { insertRows, sendRows } from "./rows.ts";
import { uuidv7 } from "../../core/uuid.ts";

interface Account {
  m: string;
  id: string;
  name: LedgerAccount;
  currency: string;
  delta: bigint;
  count: bigint;
  balance: bigint;
  seq: bigint;
}

/** Posts one entry. False when this step of the order was posted before. Throws `Failure("balance")` when an account does not cover it. */
export async function post(tx: Tx, entry: Entry): Promise<boolean> {
  return (await postAll(tx, [entry])) === 1;
}

/**
 * Posts entries in order, with one statement an account however many they are; the number that were new. Accounts are changed in
 * (merchant, id) order, so that two transactions never wait for each other in a circle.
 */
export async function postAll(tx: Tx, entries: readonly Entry[]): Promise<number> {
  const drafts = entries.map((entry) => ({
    ...entry,
    id: uuidv7(entry.at),
    lines: entry.lines.filter((line) => checked(line).amount > 0n),
  }));
  const holds = new Holds(tx);
  const inserted = insertRows<{ id: string }>(
    tx,
    "ledger_txn",
    ["m", "id", "kind", "order_kind", "order_id", "step", "reverses", "remark", "at"],
    drafts.map((d) => [
      d.m,
      d.id,
      d.kind,
      d.order.kind,
      d.order.id,
      d.step,
      d.reverses ?? null,
      d.remark ?? null,
      new Date(d.at).toISOString(),
    ]),
    "ON CONFLICT (m, order_kind, order_id, step) DO NOTHING RETURNING id",
  );
  const [rows] = await settleInOrder(inserted, holds.read(drafts));
  const fresh = new Set(rows.map((row) => row.id));
  const posted = drafts.filter((draft) => fresh.has(draft.id));
  const accounts = new Map<string, Account>();
  const postings: {
    draft: (typeof drafts)[number];
    line: number;
    m: string;
    name: LedgerAccount;
    currency: string;
    amount: bigint;
    account?: Account;
  }[] = [];
  for (const draft of posted) {
    for (const [index, line] of draft.lines.entries()) {
      holds.move(draft, line);
      const ends = [
        [line.fromM ?? draft.m, line.from, -line.amount],
        [line.toM ?? draft.m, line.to, line.amount],
      ] as const;
      for (const [end, [m, name, amount]] of ends.entries()) {
        postings.push({
          draft,
          line: index * 2 + end,
          m,
          name,
          currency: line.currency,
          amount,
          account: noted(accounts, m, name, line.currency, amount),
        });
      }
    }
  }
  await settleInOrder(
    holds.write(),
    ...[...accounts.values()]
      .sort((a, b) => compare(a.m, b.m) || compare(a.id, b.id))
      .map((account) => apply(tx, account)),
  );
  sendRows(
    tx,
    "ledger_posting",
    ["m", "account_id", "txn_id", "line", "txn_m", "name", "currency", "amount", "seq", "balance_after", "at"],
    postings.map(({ draft, account, ...posting }) => {
      if (account) {
        account.balance += posting.amount;
        account.seq += 1n;
      }
      return [
        posting.m,
        account?.id ?? accountId(posting.name, posting.currency, draft.id),
        draft.id,
        posting.line,
        draft.m,
        posting.name,
        posting.currency,
        posting.amount.toString(),
        account ? account.seq.toString() : null,
        account ? account.balance.toString() : null,
        new Date(draft.at).toISOString(),
      ];
    }),
  );
  return posted.length;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function checked(line: Line): Line {
  if (line.amount < 0n) throw new Error(`a ledger line moves ${line.amount}; turn it round instead`);
  return line;
}

function noted(
  accounts: Map<string, Account>,
  m: string,
  name: LedgerAccount,
  currency: string,
  amount: bigint,
): Account | undefined {
  if (!isKept(name)) return undefined;
  const id = `${name}:${currency}`;
  const key = JSON.stringify([m, id]);
  const account = accounts.get(key) ?? { m, id, name, currency, delta: 0n, count: 0n, balance: 0n, seq: 0n };
  accounts.set(key, account);
  account.delta += amount;
  account.count += 1n;
  return account;
}

/** Changes one balance and leaves in the account what it was before. */
async function apply(tx: Tx, account: Account): Promise<void> {
  const { m, id, name, currency, delta, count } = account;
  const [row] =
    delta < 0n
      ? await tx.query(
          "UPDATE ledger_account SET balance = balance + $3, seq = seq + $4 WHERE m = $1 AND id = $2 AND balance + $3 >= 0 RETURNING balance, seq",
          [m, id, delta.toString(), count.toString()],
        )
      : await tx.query(
          `INSERT INTO ledger_account (m, id, name, currency, balance, seq) VALUES ($1, $2, $5, $6, $3, $4)
        ON CONFLICT (m, id) DO UPDATE SET balance = ledger_account.balance + excluded.balance, seq = ledger_account.seq + excluded.seq RETURNING balance, seq`,
          [m, id, delta.toString(), count.toString(), name, currency],
        );
  if (!row) throw new Failure("balance", { currency });
  account.balance = BigInt(row.balance) - delta;
  account.seq = BigInt(row.seq) - count;
}
