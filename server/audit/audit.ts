/**
 * Audit log with one hash chain per tenant: each row's hash covers the previous row, so a changed, deleted or inserted
 * row is detected. Entries contain names of fields and states, never values of records.
 */
import { createHash } from "node:crypto";
import type { Row } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import type { Queries, Tx } from "../store/database.ts";
import { readTenants } from "../store/tenants.ts";

/**
 * An audit entry to append. `actor`: a user id, the name of a system actor such as `clock`, `operator:<name>` or
 * `account:<name>@<host>`. `object`: `entity/id`, or a name such as `session`.
 */
export interface AuditEntry {
  tenant: string;
  at: number;
  actor: string;
  action: string;
  object: string;
  ip?: string | undefined;
  traceId?: string | undefined;
  detail: Row;
}
/** Previous hash of the first entry in a chain. */
const GENESIS = "";

function hashEntry(seq: string, entry: AuditEntry, previous: string): string {
  const { tenant, at, actor, action, object, ip, traceId, detail } = entry;
  return createHash("sha256")
    .update(
      JSON.stringify([
        previous,
        tenant,
        seq,
        at,
        actor,
        action,
        object,
        ip ?? null,
        traceId ?? null,
        listSortedEntries(detail),
      ]),
    )
    .digest("hex");
}
/** Returns the entries in the order in which the chain hashes them. */
const listSortedEntries = (detail: Row) =>
  Object.entries(detail)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Appends an entry to its tenant's chain. Call it late in a transaction, because it locks the tenant's head row. */
export async function audit(tx: Pick<Tx, "query" | "send">, entry: AuditEntry): Promise<void> {
  const [head] = await tx.query(
    `INSERT INTO audit_head (m, seq, hash) VALUES ($1, 1, $2) ON CONFLICT (m) DO UPDATE SET seq = audit_head.seq + 1 RETURNING seq, hash`,
    [entry.tenant, GENESIS],
  );
  if (!head) throw new Error("the head of an audit chain was not written");
  const previous = head.seq === "1" ? GENESIS : head.hash;
  const hash = hashEntry(head.seq, entry, previous);
  tx.send(
    `INSERT INTO audit (m, seq, at, actor, action, object, ip, trace_id, detail, prev_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      entry.tenant,
      head.seq,
      new Date(entry.at).toISOString(),
      entry.actor,
      entry.action,
      entry.object,
      entry.ip ?? null,
      entry.traceId ?? null,
      JSON.stringify(entry.detail),
      previous,
      hash,
    ],
  );
  tx.send("UPDATE audit_head SET hash = $2 WHERE m = $1", [entry.tenant, hash]);
}

/** Appends an entry about what the actor of a call did. */
export const auditActor = (
  tx: Pick<Tx, "query" | "send">,
  { tenant, userId, by, ip, traceId }: Actor,
  entry: Pick<AuditEntry, "at" | "action" | "object" | "detail">,
): Promise<void> => audit(tx, { tenant, actor: userId ?? by, ip, traceId, ...entry });

/** Maximum number of rows per query. */
const PAGE = 1_000;

/**
 * Checks one tenant's chain or, without `tenant`, all chains. Returns the broken positions: the sequence number of each
 * row that was changed or does not follow from the previous row, that of only one row (the last, or the first if there
 * is no head) when the head does not cover all rows, and `head <seq>` when the last row does not match the head. Empty
 * when all chains are intact. Ignores entries appended during the check.
 */
export async function verifyAudit(db: Queries, tenant?: string): Promise<{ m: string; seq: string }[]> {
  if (tenant === undefined) {
    const broken: { m: string; seq: string }[] = [];
    for (const tenant of await readTenants(db, ["audit_head", "audit"]))
      broken.push(...(await verifyAudit(db, tenant)));
    return broken;
  }
  const broken: string[] = [];
  const [head] = await db.query<{ seq: string; hash: string; beyond: string | null }>(
    "SELECT h.seq, h.hash, (SELECT max(a.seq) FROM audit a WHERE a.m = h.m) AS beyond FROM audit_head h WHERE h.m = $1",
    [tenant],
  );
  const last = head?.seq ?? "0";
  let previous = GENESIS;
  let expected = 1n;
  let after = "0";
  for (;;) {
    const rows = await readPage(db, tenant, after, last);
    if (rows.length === 0) break;
    for (const row of rows) {
      after = row.seq;
      const hash = hashEntry(row.seq, toEntry(tenant, row), previous);
      if (BigInt(row.seq) !== expected || row.prev_hash !== previous || row.hash !== hash) broken.push(row.seq);
      previous = row.hash;
      expected += 1n;
    }
  }
  if (head && (expected !== BigInt(last) + 1n || previous !== head.hash)) broken.push(`head ${last}`);
  if (head?.beyond && BigInt(head.beyond) > BigInt(last)) broken.push(head.beyond);
  if (!head)
    broken.push(
      ...(await db.query("SELECT seq FROM audit WHERE m = $1 ORDER BY seq LIMIT 1", [tenant])).map(({ seq }) => seq),
    );
  return broken.map((seq) => ({ m: tenant, seq }));
}

interface AuditRow {
  seq: string;
  at: string;
  actor: string;
  action: string;
  object: string;
  ip: string | null;
  trace_id: string | null;
  detail: Row;
  prev_hash: string;
  hash: string;
}

const toEntry = (tenant: string, row: AuditRow): AuditEntry => ({
  tenant,
  at: Date.parse(row.at),
  actor: row.actor,
  action: row.action,
  object: row.object,
  ip: row.ip ?? undefined,
  traceId: row.trace_id ?? undefined,
  detail: row.detail,
});

const readPage = (db: Queries, tenant: string, after: string, last: string) =>
  db.query(`SELECT * FROM audit WHERE m = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT ${PAGE}`, [
    tenant,
    after,
    last,
  ]);
