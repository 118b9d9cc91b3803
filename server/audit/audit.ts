/**
 * Audit log with one hash chain per tenant: each row's hash covers the previous row, so a changed, deleted or inserted
 * row is detected. Entries contain names of fields and states, never values of records.
 */
import { createHash } from "node:crypto";
import type { Row } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { toIso } from "../core/clock.ts";
import { compareText } from "../core/compare-text.ts";
import type { Queries, SetWrite, Tx } from "../store/database.ts";
import { insertRows, sendRows } from "../store/insert-rows.ts";
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
export const audit = (tx: Pick<Tx, "query" | "send">, entry: AuditEntry): Promise<void> => AUDIT.write(tx, [entry]);

/** Appends entries to the chains of their tenants, whose heads are locked in the order of the tenants. */
export const AUDIT: SetWrite<AuditEntry> = {
  step: "chain",
  async write(tx, entries) {
    const chains = new Map<string, AuditEntry[]>();
    for (const entry of entries.toSorted((a, b) => compareText(a.tenant, b.tenant)))
      chains.set(entry.tenant, [...(chains.get(entry.tenant) ?? []), entry]);
    const heads = await insertRows<{ m: string; seq: string; hash: string }>(tx, {
      table: "audit_head",
      columns: ["m", "seq", "hash"],
      rows: [...chains].map(([tenant, { length }]) => [tenant, length, GENESIS]),
      tail: "ON CONFLICT (m) DO UPDATE SET seq = audit_head.seq + excluded.seq RETURNING m, seq, hash",
    });
    const rows: unknown[][] = [];
    const ends = heads.map(({ m: tenant, seq, hash }) => {
      const own = chains.get(tenant) ?? [];
      const before = BigInt(seq) - BigInt(own.length);
      let previous = before === 0n ? GENESIS : hash;
      for (const [index, entry] of own.entries()) {
        const at = String(before + BigInt(index + 1));
        const next = hashEntry(at, entry, previous);
        rows.push(createRow(at, entry, previous, next));
        previous = next;
      }
      return [tenant, seq, previous];
    });
    if (rows.length !== entries.length) throw new Error("the heads of the audit chains were not written");
    sendRows(tx, {
      table: "audit",
      columns: ["m", "seq", "at", "actor", "action", "object", "ip", "trace_id", "detail", "prev_hash", "hash"],
      rows,
    });
    sendRows(tx, {
      table: "audit_head",
      columns: ["m", "seq", "hash"],
      rows: ends,
      tail: "ON CONFLICT (m) DO UPDATE SET hash = excluded.hash",
    });
  },
};

/** Returns the values of a row of `audit`. */
const createRow = (seq: string, entry: AuditEntry, previous: string, hash: string): unknown[] => [
  entry.tenant,
  seq,
  toIso(entry.at),
  entry.actor,
  entry.action,
  entry.object,
  entry.ip ?? null,
  entry.traceId ?? null,
  JSON.stringify(entry.detail),
  previous,
  hash,
];

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
