import type { LedgerAccount } from "../../../src/payments/plans.ts";
import { Failure } from "../../core/failure.ts";
import type { Tx } from "../../store/database.ts";
import { settleInOrder } from "../../core/settle-in-order.ts";
import { formatAccountId, isKept } from "./accounts.ts";
import type { Entry, Line } from "./entry.ts";
import { Holds } from "./holds.ts";
import { insertRows, sendRows } from "./rows.ts";
import { uuidv7 } from "../../core/uuid.ts";

interface Account {
  tenant: string;
  id: string;
  name: LedgerAccount;
  currency: string;
  delta: bigint;
  count: bigint;
  balance: bigint;
  seq: bigint;
}

/**
 * Posts one entry. Returns false if this step of the order has already been posted.
 *
 * @throws Failure `balance` when an account has insufficient funds
 */
export async function post(tx: Tx, entry: Entry): Promise<boolean> {
  return (await postAll(tx, [entry])) === 1;
}

/**
 * Posts entries in order, with one statement per account, and returns how many of them had not been posted before.
 * Locks accounts in (merchant, id) order to avoid deadlocks.
 *
 * @throws Failure `balance` when an account has insufficient funds; Error for a negative amount, or when an order would
 * release more than it holds
 */
export async function postAll(tx: Tx, entries: readonly Entry[]): Promise<number> {
  const drafts = entries.map((entry) => ({
    ...entry,
    id: uuidv7(entry.at),
    lines: entry.lines.filter((line) => isPosted(line)),
  }));
  const holds = new Holds(tx);
  const [fresh] = await settleInOrder(insertTransactions(tx, drafts), holds.read(drafts));
  const posted = drafts.filter((draft) => fresh.has(draft.id));
  const accounts = new Map<string, Account>();
  const postings: Posting[] = [];
  for (const draft of posted) {
    for (const [index, line] of draft.lines.entries()) {
      holds.move(draft, line);
      const { currency } = line;
      const out = { tenant: line.fromM ?? draft.tenant, name: line.from, currency, amount: -line.amount };
      const into = { tenant: line.toM ?? draft.tenant, name: line.to, currency, amount: line.amount };
      for (const [end, change] of [out, into].entries())
        postings.push({ draft, line: index * 2 + end, ...change, account: addChange(accounts, change) });
    }
  }
  await settleInOrder(
    holds.write(),
    ...[...accounts.values()]
      .sort((a, b) => compare(a.tenant, b.tenant) || compare(a.id, b.id))
      .map((account) => updateBalance(tx, account)),
  );
  sendPostings(tx, postings);
  return posted.length;
}

type Draft = Entry & { id: string };

interface Change {
  tenant: string;
  name: LedgerAccount;
  currency: string;
  amount: bigint;
}

/** One end of a line. House accounts have no `account`. */
interface Posting extends Change {
  draft: Draft;
  line: number;
  account: Account | undefined;
}

/** Returns the merchants whose accounts an entry touches, starting with its own. */
const listTouched = ({ tenant, lines }: Draft): ReadonlySet<string> =>
  new Set([tenant, ...lines.flatMap(({ fromM, toM }) => [fromM ?? tenant, toM ?? tenant])]);

/**
 * Inserts the transactions and returns the ids of the new ones. A transaction has a row for each merchant that it
 * touches, so that a merchant's postings can be joined with it. The row of the entry's own merchant decides whether the
 * transaction is new.
 */
async function insertTransactions(tx: Tx, drafts: readonly Draft[]): Promise<ReadonlySet<string>> {
  const own = new Map(drafts.map(({ id, tenant }) => [id, tenant]));
  const rows = await insertRows<{ m: string; id: string }>(tx, {
    table: "ledger_txn",
    columns: ["m", "id", "kind", "order_kind", "order_id", "step", "reverses", "remark", "at"],
    rows: drafts.flatMap((draft) => {
      const { id, kind, order, step, reverses, remark, at } = draft;
      const rest = [kind, order.kind, order.id, step, reverses ?? null, remark ?? null, new Date(at).toISOString()];
      return [...listTouched(draft)].map((tenant) => [tenant, id, ...rest]);
    }),
    tail: "ON CONFLICT (m, order_kind, order_id, step) DO NOTHING RETURNING m, id",
  });
  return new Set(rows.flatMap(({ m: tenant, id }) => (own.get(id) === tenant ? [id] : [])));
}

/**
 * Inserts the postings, each with its sequence number within the account and the resulting balance (both null for house
 * accounts).
 */
function sendPostings(tx: Tx, postings: readonly Posting[]): void {
  sendRows(tx, {
    table: "ledger_posting",
    columns: ["m", "account_id", "txn_id", "line", "txn_m", "name", "currency", "amount", "seq", "balance_after", "at"],
    rows: postings.map(({ draft, account, tenant, line, name, currency, amount }) => {
      if (account) {
        account.balance += amount;
        account.seq += 1n;
      }
      return [
        tenant,
        account?.id ?? formatAccountId(name, currency, draft.id),
        draft.id,
        line,
        draft.tenant,
        name,
        currency,
        amount.toString(),
        account ? account.seq.toString() : null,
        account ? account.balance.toString() : null,
        new Date(draft.at).toISOString(),
      ];
    }),
  });
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns whether a line has an amount to post. @throws Error for a negative amount */
function isPosted({ amount }: Line): boolean {
  if (amount < 0n) throw new Error(`a ledger line moves ${amount}; turn it round instead`);
  return amount > 0n;
}

/**
 * Adds a change to its account and returns the account. Returns undefined for house accounts, which have no balance.
 */
function addChange(accounts: Map<string, Account>, { tenant, name, currency, amount }: Change): Account | undefined {
  if (!isKept(name)) return undefined;
  const id = `${name}:${currency}`;
  const key = JSON.stringify([tenant, id]);
  const account = accounts.get(key) ?? { tenant, id, name, currency, delta: 0n, count: 0n, balance: 0n, seq: 0n };
  accounts.set(key, account);
  account.delta += amount;
  account.count += 1n;
  return account;
}

/**
 * Updates one balance, and sets the account's `balance` and `seq` to their values before the update, from which
 * `sendPostings` continues.
 *
 * @throws Failure `balance` when the balance would be negative
 */
async function updateBalance(tx: Tx, account: Account): Promise<void> {
  const { tenant, id, name, currency, delta, count } = account;
  const [row] =
    delta < 0n
      ? await tx.query(
          "UPDATE ledger_account SET balance = balance + $3, seq = seq + $4 WHERE m = $1 AND id = $2 AND balance + $3 >= 0 RETURNING balance, seq",
          [tenant, id, delta.toString(), count.toString()],
        )
      : await tx.query(
          `INSERT INTO ledger_account (m, id, name, currency, balance, seq) VALUES ($1, $2, $5, $6, $3, $4)
        ON CONFLICT (m, id) DO UPDATE SET balance = ledger_account.balance + excluded.balance, seq = ledger_account.seq + excluded.seq RETURNING balance, seq`,
          [tenant, id, delta.toString(), count.toString(), name, currency],
        );
  if (!row) throw new Failure("balance", { currency });
  account.balance = BigInt(row.balance) - delta;
  account.seq = BigInt(row.seq) - count;
}
