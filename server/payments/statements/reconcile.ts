/**
 * Compares bank and ledger daily: the movements in the bank accounts since their first statement, and those in the
 * ledger.
 */
import { formatDay, startOfDay, getTableName, type Entity } from "@portolan/engine";
import { enqueue } from "../../jobs/queue.ts";
import type { JobHandler } from "../../jobs/worker.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { Queries, Tx } from "../../store/database.ts";
import { findDigits, fromMinor, toMinor } from "../ledger/minor-units.ts";
import { raiseCase, solveBalance } from "./cases.ts";
import { matchWaiting } from "./match-waiting.ts";
import { HOUSE } from "./model.ts";
import { shiftWorkingDays } from "./working-days.ts";

/** Name of the daily comparison job. Each run enqueues the next one. */
export const CHECK_JOB = "statement.check";
/**
 * Number of working days in which a bank is expected to report an order. After that, an order without an entry becomes
 * a case.
 */
const EXPECTED_DAYS = 3;
/** Maximum number of orders for which one comparison opens cases. */
const MAX_MISSING = 200;
const DAY_MS = 86_400_000;

export const createCheckKey = (at: number): string => `${CHECK_JOB}:${new Date(at).toISOString().slice(0, 10)}`;

/**
 * Returns the handler that matches entries in suspense once more, compares all currencies with statements, and enqueues
 * the comparison of the next day.
 */
export function checkBalances(context: LifecycleContext): JobHandler {
  return async (_job, { db, finish }) => {
    const { schemas, clock } = context;
    await matchWaiting(db, context);
    const at = clock.now();
    await db.tx(
      async (tx) => {
        for (const bank of await readBankMovements(tx, schemas.entity("bankStatement")))
          await compare(tx, bank, { at, context });
        enqueue(tx, {
          kind: CHECK_JOB,
          dedupe: createCheckKey(at + DAY_MS),
          tenant: HOUSE,
          runAt: at + DAY_MS,
          payload: {},
        });
        await finish(tx);
      },
      { statementMs: 120_000 },
    );
  };
}

/** Movements in a currency's bank accounts between their first and last statements, in minor units. */
interface BankMovement {
  currency: string;
  first: string;
  last: string;
  moved: bigint;
}

async function readBankMovements(tx: Queries, entity: Entity): Promise<BankMovement[]> {
  const rows = await tx.query<{ currency: string; first: string; last: string; opening: string; closing: string }>(
    `SELECT a.currency, a.first, a.last, b.data ->> 'opening' AS opening, e.data ->> 'closing' AS closing FROM (
       SELECT f_account AS account, f_currency AS currency, min(f_day) AS first, max(f_day) AS last FROM ${getTableName(entity)} WHERE m = $1 GROUP BY f_account, f_currency) a
     JOIN ${getTableName(entity)} b ON b.m = $1 AND b.f_account = a.account AND b.f_currency = a.currency AND b.f_day = a.first
     JOIN ${getTableName(entity)} e ON e.m = $1 AND e.f_account = a.account AND e.f_currency = a.currency AND e.f_day = a.last`,
    [HOUSE],
  );
  const found = new Map<string, BankMovement>();
  for (const { currency, first, last, opening, closing } of rows) {
    const digits = findDigits(currency, entity.minorUnits);
    const before = found.get(currency);
    found.set(currency, {
      currency,
      first: before && before.first < first ? before.first : first,
      last: before && before.last > last ? before.last : last,
      moved: (before?.moved ?? 0n) + toMinor(closing, digits) - toMinor(opening, digits),
    });
  }
  return [...found.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Records the difference between bank and ledger, and opens or resolves cases accordingly. */
async function compare(
  tx: Tx,
  { currency, first, last, moved }: BankMovement,
  { at, context }: { at: number; context: LifecycleContext },
): Promise<void> {
  const { zone } = context.schemas.entity("bankStatement").dialect;
  const digits = findDigits(currency, context.schemas.entity("bankStatement").minorUnits);
  const due = new Date(shiftWorkingDays(at, -EXPECTED_DAYS)).toISOString();
  const began = new Date(startOfDay(first, zone)).toISOString();
  const [sums] = await tx.query<{ proven: string; overdue: string; waiting: string }>(
    `SELECT coalesce(sum(CASE WHEN b.day IS NOT NULL THEN p.amount END), 0) AS proven,
       coalesce(sum(CASE WHEN b.day IS NULL AND p.at < $4 THEN p.amount END), 0) AS overdue,
       coalesce(sum(CASE WHEN b.day IS NULL AND p.at >= $4 THEN p.amount END), 0) AS waiting
     FROM ledger_posting p LEFT JOIN bank_proof b ON b.m = $2 AND b.txn_m = p.txn_m AND b.txn_id = p.txn_id
     WHERE p.name = 'nostro' AND p.currency = $1 AND (b.day IS NOT NULL OR p.at >= $3)`,
    [currency, HOUSE, began, due],
  );
  // `nostro` has the opposite sign, because money that arrives at the bank is a negative posting.
  const ledger = -BigInt(sums?.proven ?? 0) - BigInt(sums?.overdue ?? 0);
  const textOf = (minor: bigint) => fromMinor(minor, digits);
  const difference = moved - ledger;
  await tx.query(
    `INSERT INTO reconciliation (m, checked_on, currency, day, bank, ledger, waiting, difference, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (m, checked_on, currency) DO UPDATE SET day = excluded.day, bank = excluded.bank, ledger = excluded.ledger, waiting = excluded.waiting, difference = excluded.difference, at = excluded.at`,
    [
      HOUSE,
      formatDay(at, zone),
      currency,
      last,
      textOf(moved),
      textOf(ledger),
      textOf(-BigInt(sums?.waiting ?? 0)),
      textOf(difference),
      new Date(at).toISOString(),
    ],
  );
  await raiseMissing(tx, { currency, digits, began, due }, context);
  if (difference === 0n) await solveBalance(tx, currency, last, context);
  else
    await raiseCase(
      tx,
      { kind: "balance", subject: `${currency} ${last}`, currency, amount: textOf(moved), expected: textOf(ledger) },
      context,
    );
}

/** Opens a case for each order that the bank should have reported by now. */
async function raiseMissing(
  tx: Tx,
  { currency, digits, began, due }: { currency: string; digits: number; began: string; due: string },
  context: LifecycleContext,
): Promise<void> {
  const rows = await tx.query(
    `SELECT t.order_kind AS kind, t.order_id AS id, p.amount FROM ledger_posting p JOIN ledger_txn t ON t.m = p.m AND t.id = p.txn_id
     WHERE p.name = 'nostro' AND p.currency = $1 AND p.at >= $2 AND p.at < $3
       AND NOT EXISTS (SELECT 1 FROM bank_proof b WHERE b.m = $4 AND b.txn_m = p.txn_m AND b.txn_id = p.txn_id)
       AND (t.order_kind || ' ' || t.order_id) NOT IN (
         SELECT f_subject FROM ${getTableName(context.schemas.entity("case"))} WHERE m = $4 AND f_kind = 'missing' AND f_subject IS NOT NULL)
     ORDER BY p.at, t.id LIMIT ${MAX_MISSING}`,
    [currency, began, due, HOUSE],
  );
  for (const { kind, id, amount } of rows)
    await raiseCase(
      tx,
      { kind: "missing", subject: `${kind} ${id}`, currency, expected: fromMinor(-BigInt(amount), digits) },
      context,
    );
}
