/**
 * Stores whether each merchant's books are open and when they were last proven, in one `book_state` row per merchant,
 * in real time. The monitor and operators change it, and it is read before money moves. Fails closed: without a recent
 * proof, a merchant's outgoing money stops even if the monitor is not running.
 */
import { Failure } from "../../core/failure.ts";
import type { Queries, Tx } from "../../store/database.ts";
import type { Finding } from "./verify.ts";
import { toIso } from "../../core/clock.ts";

/** Age in milliseconds at which a proof expires and the books close. `BOOKS_CLOSE_MINUTES` overrides it. */
export const CLOSE_AFTER_MS = 60 * 60_000;
const KEPT = 20;

export interface BookState {
  m: string;
  /** `closed` until an operator reopens them. */
  state: "open" | "closed";
  /** Reason why the books are closed: a finding, an expired proof, or an operator. Null while they are open. */
  reason: "finding" | "unproven" | "operator" | null;
  /** Findings when the books were closed, at most twenty. */
  findings: Finding[];
  /** Start of this state, ISO 8601. */
  since: string;
  /** Start of the last check without a finding, ISO 8601; null before the first one. */
  provenAt: string | null;
}

/**
 * Asserts that the merchant's books are open and were proven within `closeAfterMs`. For a merchant that has never been
 * checked, that time starts when its first money moves, which inserts the row.
 *
 * @throws Failure `moneyStopped`
 */
export async function requireProvenBooks(tx: Tx, tenant: string, closeAfterMs = CLOSE_AFTER_MS): Promise<void> {
  const [row] = await tx.query("SELECT state, coalesce(proven_at, since) AS known FROM book_state WHERE m = $1", [
    tenant,
  ]);
  if (!row)
    tx.send("INSERT INTO book_state (m, state, since) VALUES ($1, 'open', $2) ON CONFLICT (m) DO NOTHING", [
      tenant,
      toIso(Date.now()),
    ]);
  else if (row.state !== "open" || Date.parse(row.known) < Date.now() - closeAfterMs) throw new Failure("moneyStopped");
}

/** Returns the state of every merchant's books, oldest proof first. */
export async function readBookStates(db: Queries): Promise<BookState[]> {
  const rows = await db.query(
    "SELECT m, state, reason, findings, since, proven_at FROM book_state ORDER BY coalesce(proven_at, since), m",
  );
  return rows.map(({ m: tenant, state, reason, findings, since, proven_at }) => ({
    m: tenant,
    state,
    reason,
    findings: findings ?? [],
    since,
    provenAt: proven_at,
  }));
}

/** Records that a check started at `at` (in milliseconds) had no findings. Closed books stay closed. */
export async function recordProof(db: Queries, tenant: string, at: number): Promise<void> {
  await db.query(
    "INSERT INTO book_state (m, state, since, proven_at) VALUES ($1, 'open', $2, $2) ON CONFLICT (m) DO UPDATE SET proven_at = excluded.proven_at",
    [tenant, toIso(at)],
  );
}

/** Closes a merchant's books because of findings. Returns false when they were already closed. */
export async function closeBooks(
  db: Queries,
  tenant: string,
  findings: readonly Finding[],
  at: number,
): Promise<boolean> {
  await db.query("INSERT INTO book_state (m, state, since) VALUES ($1, 'open', $2) ON CONFLICT (m) DO NOTHING", [
    tenant,
    toIso(at),
  ]);
  const rows = await db.query(
    "UPDATE book_state SET state = 'closed', reason = 'finding', findings = $3, since = $2 WHERE m = $1 AND state = 'open' RETURNING m",
    [tenant, toIso(at), JSON.stringify(findings.slice(0, KEPT))],
  );
  return rows.length > 0;
}

/** Closes all open books that have not been proven since `limit` (in milliseconds), and returns their merchants. */
export async function closeUnproven(db: Queries, limit: number, at: number): Promise<string[]> {
  const rows = await db.query(
    "UPDATE book_state SET state = 'closed', reason = 'unproven', findings = NULL, since = $2 WHERE state = 'open' AND coalesce(proven_at, since) < $1 RETURNING m",
    [toIso(limit), toIso(at)],
  );
  return rows.map(({ m: tenant }) => String(tenant));
}

/** Closes a merchant's books on behalf of an operator. Books that are already closed keep their reason. */
export async function freezeBooks(tx: Queries, tenant: string, at: number): Promise<void> {
  await tx.query(
    `INSERT INTO book_state (m, state, reason, since) VALUES ($1, 'closed', 'operator', $2)
     ON CONFLICT (m) DO UPDATE SET state = 'closed', reason = 'operator', since = excluded.since WHERE book_state.state = 'open'`,
    [tenant, toIso(at)],
  );
}

/** Opens a merchant's books. Returns false when they were already open. */
export async function openBooks(tx: Queries, tenant: string, at: number): Promise<boolean> {
  const rows = await tx.query(
    "UPDATE book_state SET state = 'open', reason = NULL, findings = NULL, since = $2 WHERE m = $1 AND state = 'closed' RETURNING m",
    [tenant, toIso(at)],
  );
  return rows.length > 0;
}
