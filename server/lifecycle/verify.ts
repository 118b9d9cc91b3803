import { tableOf, type Entity } from "../../src/engine/index.ts";
import type { Finding } from "../ledger/verify.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Queries } from "../store/database.ts";

/** I6: every order's status is where its events lead, every event is in its lifecycle, and an order that is over holds no money. */
export async function verifyOrders(db: Queries, schemas: Schemas): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const entity of schemas.entities.values()) {
    if (entity.lifecycle && entity.source === "store") findings.push(...(await chains(db, entity)), ...(await holds(db, entity)));
  }
  return findings;
}

async function chains(db: Queries, entity: Entity): Promise<Finding[]> {
  const findings: Finding[] = [];
  const bad = (m: string, id: string, detail: string) => findings.push({ rule: "I6 an order's status follows from its events", where: m, detail: `${entity.name} ${id}: ${detail}` });
  const known = new Set(entity.lifecycle!.transitions.flatMap(({ on, from, to }) => (from.length === 0 ? [`${on} -${to}`] : from.map((start) => `${on} ${start}-${to}`))));
  const last = new Map<string, string>();
  const events = await db.query(`SELECT m, order_id, event, "from", "to" FROM order_event WHERE order_kind = $1 ORDER BY m, order_id, seq`, [entity.name]);
  for (const { m, order_id: id, event, from, to } of events) {
    const key = JSON.stringify([m, id]);
    if ((from ?? undefined) !== last.get(key)) bad(m, id, `${event} begins at ${from}, the order was at ${last.get(key)}`);
    if (!known.has(`${event} ${from ?? ""}-${to}`)) bad(m, id, `no transition ${event} from ${from} to ${to}`);
    last.set(key, to);
  }
  for (const { m, id, status } of await db.query(`SELECT m, id, status FROM ${tableOf(entity)}`)) {
    if (last.get(JSON.stringify([m, id])) !== status) bad(m, id, `is ${status}, its events end at ${last.get(JSON.stringify([m, id]))}`);
  }
  return findings;
}

async function holds(db: Queries, entity: Entity): Promise<Finding[]> {
  const final = new Set(entity.lifecycle!.states.filter((state) => state.final).map((state) => state.name));
  const rows = await db.query(
    `SELECT r.m, r.id, r.status, h.account_id, h.amount FROM ledger_hold h JOIN ${tableOf(entity)} r ON r.m = h.m AND r.id = h.order_id WHERE h.order_kind = $1 AND h.amount > 0`,
    [entity.name]);
  return rows.filter((row) => final.has(row.status))
    .map((row) => ({ rule: "I3 an order that is over holds nothing", where: row.m, detail: `${entity.name} ${row.id} is ${row.status} and holds ${row.amount} of ${row.account_id}` }));
}
