import type { LedgerAccount } from "../../../src/payments/plans.ts";
import { Failure } from "../../core/failure.ts";
import type { Queries, SetWrite, Tx } from "../../store/database.ts";
import { compareText } from "../../core/compare-text.ts";
import { assertPresent } from "../../core/required.ts";
import { settleInOrder } from "../../core/settle-in-order.ts";
import { formatAccountId, isKept } from "./accounts.ts";
import { isBalance, readBalances, type Balance } from "./balances.ts";
import type { Entry, Line } from "./entry.ts";
import { Holds } from "./holds.ts";
import { insertRows, sendRows } from "../../store/insert-rows.ts";
import { uuidv7 } from "../../core/uuid.ts";

/** An account with a balance, and the sum and number of its changes. */
interface Account {
  tenant: string;
  id: string;
  /** Merchant and id. */
  key: string;
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
export async function post(tx: Pick<Tx, "query" | "send">, entry: Entry): Promise<boolean> {
  return (await postAll(tx, [entry])) === 1;
}

/** Posts entries. Skips a step of an order that has already been posted. */
export const ENTRIES: SetWrite<Entry> = {
  step: "money",
  async findRefused(db, entries) {
    const all = entries.map((entry) => ({ entry, changes: sumByAccount(listChanges(entry)) }));
    const debited = new Set(
      all.flatMap(({ changes }) => changes.flatMap(({ tenant, delta }) => (delta < 0n ? [tenant] : []))),
    );
    const balances = new Map(
      await Promise.all([...debited].map(async (tenant) => [tenant, await readBalances(db, tenant)] as const)),
    );
    const moved = new Map<string, bigint>();
    const refused = new Set<Entry>();
    for (const { entry, changes } of all) {
      const after = changes.map((change) => ({ ...change, moved: (moved.get(change.key) ?? 0n) + change.delta }));
      const isCovered = after.every(
        (change) => change.delta >= 0n || findAmount(balances.get(change.tenant), change) + change.moved >= 0n,
      );
      if (!isCovered) refused.add(entry);
      else for (const change of after) moved.set(change.key, change.moved);
    }
    return refused;
  },
  async write(tx, entries) {
    await postAll(tx, entries);
  },
};

/**
 * Posts entries in order, with one statement for each debited account, and returns how many of them had not been posted
 * before.
 *
 * @throws Failure `balance` when an account has insufficient funds; Error for a negative amount, or when an order would
 * release more than it holds
 */
export async function postAll(tx: Pick<Tx, "query" | "send">, entries: readonly Entry[]): Promise<number> {
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
    for (const line of draft.lines) holds.move(draft, line);
    for (const [line, change] of listChanges(draft).entries())
      postings.push({ draft, line, ...change, account: addChange(accounts, change) });
  }
  await settleInOrder(holds.write(), ...updateBalances(tx, [...accounts.values()]));
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

/** Returns both ends of each line: postings 2k and 2k + 1 are those of line k. */
const listChanges = ({ tenant, lines }: Pick<Entry, "tenant" | "lines">): Change[] =>
  lines.flatMap(({ from, fromM = tenant, to, toM = tenant, currency, amount }) => [
    { tenant: fromM, name: from, currency, amount: -amount },
    { tenant: toM, name: to, currency, amount },
  ]);

/** Returns the accounts with a balance that are changed. */
function sumByAccount(changes: readonly Change[]): Account[] {
  const accounts = new Map<string, Account>();
  for (const change of changes) addChange(accounts, change);
  return [...accounts.values()];
}

/** Returns the balance of an account, or 0 if it does not exist. */
function findAmount(balances: ReadonlyMap<string, Balance> | undefined, { name, currency }: Account): bigint {
  const balance = balances?.get(currency);
  return balance && isBalance(name) ? balance[name] : 0n;
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
async function insertTransactions(tx: Queries, drafts: readonly Draft[]): Promise<ReadonlySet<string>> {
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
 *
 * @throws Failure `balance` when a balance would be negative after one of them
 */
function sendPostings(tx: Pick<Tx, "send">, postings: readonly Posting[]): void {
  sendRows(tx, {
    table: "ledger_posting",
    columns: ["m", "account_id", "txn_id", "line", "txn_m", "name", "currency", "amount", "seq", "balance_after", "at"],
    rows: postings.map(({ draft, account, tenant, line, name, currency, amount }) => {
      if (account) {
        account.balance += amount;
        account.seq += 1n;
        // A balance may have changed since the entries were decided, so that only their sum is covered.
        if (amount < 0n && account.balance < 0n) throw new Failure("balance", { currency });
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
  const key = formatKey(tenant, id);
  const account = accounts.get(key) ?? { tenant, id, key, name, currency, delta: 0n, count: 0n, balance: 0n, seq: 0n };
  accounts.set(key, account);
  account.delta += amount;
  account.count += 1n;
  return account;
}

/**
 * Updates the balances, and sets the `balance` and `seq` of each account to their values before the update, from which
 * `sendPostings` continues. Locks accounts by id, then merchant, so that the credits of many merchants are one statement
 * and transactions do not deadlock.
 *
 * @throws Failure `balance` when a balance would be negative
 */
function updateBalances(tx: Queries, accounts: readonly Account[]): Promise<void>[] {
  const updates: Promise<void>[] = [];
  let credits: Account[] = [];
  const flush = () => {
    if (credits.length > 0) updates.push(addCredits(tx, credits));
    credits = [];
  };
  for (const account of accounts.toSorted((a, b) => compareText(a.id, b.id) || compareText(a.tenant, b.tenant)))
    if (account.delta >= 0n) credits.push(account);
    else {
      flush();
      updates.push(takeDebit(tx, account));
    }
  flush();
  return updates;
}

/** @throws Failure `balance` when the balance would be negative */
async function takeDebit(tx: Queries, account: Account): Promise<void> {
  const { tenant, id, currency, delta, count } = account;
  const [row] = await tx.query(
    "UPDATE ledger_account SET balance = balance + $3, seq = seq + $4 WHERE m = $1 AND id = $2 AND balance + $3 >= 0 RETURNING balance, seq",
    [tenant, id, delta.toString(), count.toString()],
  );
  if (!row) throw new Failure("balance", { currency });
  noteStart(account, row);
}

/** Adds to accounts, and opens those that do not exist. */
async function addCredits(tx: Queries, accounts: readonly Account[]): Promise<void> {
  const rows = await insertRows<{ m: string; id: string; balance: string; seq: string }>(tx, {
    table: "ledger_account",
    columns: ["m", "id", "name", "currency", "balance", "seq"],
    rows: accounts.map(({ tenant, id, name, currency, delta, count }) => [
      tenant,
      id,
      name,
      currency,
      delta.toString(),
      count.toString(),
    ]),
    tail: "ON CONFLICT (m, id) DO UPDATE SET balance = ledger_account.balance + excluded.balance, seq = ledger_account.seq + excluded.seq RETURNING m, id, balance, seq",
  });
  const known = new Map(rows.map((row) => [formatKey(row.m, row.id), row]));
  for (const account of accounts)
    noteStart(account, assertPresent(known.get(account.key), `the account ${account.id} of ${account.tenant}`));
}

function noteStart(account: Account, { balance, seq }: { balance: string; seq: string }): void {
  account.balance = BigInt(balance) - account.delta;
  account.seq = BigInt(seq) - account.count;
}

const formatKey = (tenant: string, id: string): string => JSON.stringify([tenant, id]);
