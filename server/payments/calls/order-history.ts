/**
 * POST /mer/own/todo/history {ids}: returns, for each order, the number of completed payments to the same payee, the
 * average amount of the latest of them, the ratio of the order's amount to that average (rounded down), and the number
 * and the latest of the payments of the same amount to that payee in the 24 hours before it, so that a reviewer can
 * notice unusual orders. Compares payments in the same currency only, and ignores failed and rescinded ones.
 */
import { findColumn, getTableName, type Entity } from "@portolan/engine";
import { assertPresent } from "../../core/required.ts";
import { canSee } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { handler } from "../../calls/handler.ts";

const PAYEES: Readonly<Record<string, string>> = {
  withdrawal: "accountId",
  remittance: "payeeId",
  transfer: "payeeNo",
};
/** Number of recent payments whose average is returned as the usual amount. */
const RECENT = 20;
/** Maximum number of payments to a payee that are counted. */
const MAX_COUNTED = 100;

interface Facts {
  id: string;
  toPayee: number;
  usual?: string;
  times: number;
  same24h: number;
  sameNo?: string;
}
interface FactRow {
  id: string;
  to_payee: string;
  usual: string | null;
  times: string | null;
  same: string;
  same_no: string | null;
}

export const orderHistory = handler("orderHistory", async ({ services: { db, schemas }, actor, body }) => {
  const facts: Facts[] = [];
  for (const [name, payee] of Object.entries(PAYEES)) {
    const prefix = `${name}.`;
    const ids = body.ids.flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
    const entity = schemas.entities.get(name);
    if (!entity || ids.length === 0 || !canSee(schemas, name, actor.grants)) continue;
    facts.push(...(await readFacts(db, entity, { payee, ids, tenant: actor.tenant })));
  }
  return { facts };
});

async function readFacts(
  db: Queries,
  entity: Entity,
  { payee, ids, tenant }: { payee: string; ids: readonly string[]; tenant: string },
): Promise<Facts[]> {
  const table = getTableName(entity);
  const column = (name: string) => assertPresent(findColumn(entity, name), `column of ${entity.name}.${name}`).column;
  const [to, amount, status, at] = [payee, "amount", "status", "createdAt"].map(column);
  const currency = entity.field("amount").currency;
  const code = currency && "field" in currency ? column(currency.field) : undefined;
  const same = (item: string) =>
    `p.m = o.m AND p.${to} = o.${to}${code ? ` AND p.${code} = o.${code}` : ""} AND ${item}`;
  const paid = `FROM ${table} p WHERE ${same(`p.${status} = 'done'`)}`;
  const twins = `FROM ${table} p WHERE ${same(
    `p.${amount} = o.${amount} AND p.id <> o.id AND p.${at} <= o.${at} AND p.${at} > o.${at} - interval '24 hours' AND p.${status} NOT IN ('failed', 'rescinded')`,
  )}`;
  const usual = `(SELECT avg(r.amount) FROM (SELECT p.${amount} AS amount ${paid} ORDER BY p.${at} DESC LIMIT ${RECENT}) r)`;
  const rows = await db.query<FactRow>(
    `SELECT o.id, (SELECT count(*) FROM (SELECT 1 ${paid} LIMIT ${MAX_COUNTED}) n) AS to_payee, round(${usual}, 2)::text AS usual,
      floor(o.${amount} / nullif(${usual}, 0))::text AS times, (SELECT count(*) FROM (SELECT 1 ${twins} LIMIT ${MAX_COUNTED}) n) AS same,
      (SELECT p.id ${twins} ORDER BY p.${at} DESC LIMIT 1) AS same_no
      FROM ${table} o WHERE o.m = $1 AND o.id IN (${ids.map((_id, index) => `$${index + 2}`).join(", ")})`,
    [tenant, ...ids],
  );
  return rows.map((row) => ({
    id: `${entity.name}.${row.id}`,
    toPayee: Number(row.to_payee),
    ...(row.usual === null ? {} : { usual: row.usual }),
    times: Number(row.times ?? 0),
    same24h: Number(row.same),
    ...(row.same_no === null ? {} : { sameNo: row.same_no }),
  }));
}
