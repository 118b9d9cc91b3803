/**
 * What was done, by whom, chained per merchant: each row's hash covers the row before, so that a changed, removed or inserted row shows.
 * Values of records do not belong here, names of fields and states do.
 */
import { createHash } from "node:crypto";
import type { Row } from "../../src/engine/index.ts";
import type { Queries, Tx } from "../store/database.ts";

/** One act. `actor` is a user's id, `provider` or `clock`; `object` is `entity/id`. */
export interface Act {
  m: string;
  at: number;
  actor: string;
  action: string;
  object: string;
  ip?: string;
  traceId?: string;
  detail: Row;
}
const GENESIS = "";

function hashOf(seq: string, act: Act, previous: string): string {
  const { m, at, actor, action, object, ip, traceId, detail } = act;
  return createHash("sha256").update(JSON.stringify([previous, m, seq, at, actor, action, object, ip ?? null, traceId ?? null, canonical(detail)])).digest("hex");
}
const canonical = (detail: Row) => Object.entries(detail).filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));

/** Appends an act to its merchant's chain. Late in a transaction, because the chain's head is one row per merchant. */
export async function audit(tx: Pick<Tx, "query" | "send">, act: Act): Promise<void> {
  const [head] = await tx.query(`INSERT INTO audit_head (m, seq, hash) VALUES ($1, 1, $2) ON CONFLICT (m) DO UPDATE SET seq = audit_head.seq + 1 RETURNING seq, hash`,
    [act.m, GENESIS]);
  const previous = head!.seq === "1" ? GENESIS : (head!.hash as string);
  const hash = hashOf(head!.seq, act, previous);
  tx.send(`INSERT INTO audit (m, seq, at, actor, action, object, ip, trace_id, detail, prev_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [act.m, head!.seq, new Date(act.at).toISOString(), act.actor, act.action, act.object, act.ip ?? null, act.traceId ?? null, JSON.stringify(act.detail), previous, hash]);
  tx.send("UPDATE audit_head SET hash = $2 WHERE m = $1", [act.m, hash]);
}

/** Rows of a chain that are read at once. */
const PAGE = 1_000;

/** Rows of the chains that do not follow from the row before. Empty is the good answer. Acts that are added meanwhile are left for the next time. */
export async function verifyAudit(db: Queries): Promise<{ m: string; seq: string }[]> {
  const broken: { m: string; seq: string }[] = [];
  const heads = await db.query<{ m: string; seq: string; hash: string }>("SELECT m, seq, hash FROM audit_head ORDER BY m");
  for (const { m, seq: last, hash } of heads) {
    let previous = GENESIS;
    let expected = 1n;
    for (let rows = await page(db, m, "0", last); rows.length > 0; rows = await page(db, m, rows.at(-1)!["seq"], last)) {
      for (const row of rows) {
        const act: Act = { m, at: Date.parse(row.at), actor: row.actor, action: row.action, object: row.object, ip: row.ip ?? undefined, traceId: row.trace_id ?? undefined, detail: row.detail };
        if (BigInt(row.seq) !== expected || row.prev_hash !== previous || row.hash !== hashOf(row.seq, act, previous)) broken.push({ m, seq: row.seq });
        previous = row.hash;
        expected += 1n;
      }
    }
    if (expected !== BigInt(last) + 1n || previous !== hash) broken.push({ m, seq: `head ${last}` });
  }
  const beyond = await db.query<{ m: string; seq: string }>("SELECT a.m, a.seq FROM audit a LEFT JOIN audit_head h ON h.m = a.m WHERE h.m IS NULL OR a.seq > h.seq ORDER BY 1, 2");
  return [...broken, ...beyond];
}

const page = (db: Queries, m: string, after: string, last: string) =>
  db.query(`SELECT * FROM audit WHERE m = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT ${PAGE}`, [m, after, last]);
