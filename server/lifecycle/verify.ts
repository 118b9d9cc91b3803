import { projected, tableOf, type Entity } from "../../src/engine/index.ts";
import { verifyLedger, type Finding } from "../ledger/verify.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Queries } from "../store/database.ts";
import { verifyAudit } from "./audit.ts";

/** Findings of one kind that are worth telling. */
const MOST = 100;

/**
 * Every promise about stored money, orders and acts; what does not hold, empty is the good answer. Each statement looks at one moment, so
 * that it may run beside anything else.
 */
export async function verifyAll(db: Queries, schemas: Schemas): Promise<Finding[]> {
  const audit = (await verifyAudit(db)).map(({ m, seq }) => ({ rule: "I10 the audit chain is whole", where: m, detail: seq }));
  return [...(await verifyLedger(db)), ...(await verifyOrders(db, schemas)), ...audit];
}

/** I6: every order's status is where its events lead, every event is in its lifecycle, and an order that is over holds no money. */
export async function verifyOrders(db: Queries, schemas: Schemas): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const entity of schemas.entities.values()) {
    if (entity.source === "store") findings.push(...(await accounts(db, entity)));
    if (entity.lifecycle && entity.source === "store") findings.push(...(await chains(db, entity)), ...(await axes(db, entity)), ...(await holds(db, entity)));
  }
  return findings;
}

async function chains(db: Queries, entity: Entity): Promise<Finding[]> {
  const finding = (m: string, id: string, detail: string): Finding => ({ rule: "I6 an order's status follows from its events", where: m, detail: `${entity.name} ${id}: ${detail}` });
  const known = new Set(entity.lifecycle!.transitions.flatMap(({ on, from, to }) => (from.length === 0 ? [`${on} -${to}`] : from.map((start) => `${on} ${start}-${to}`))));
  const broken = await db.query(
    `SELECT m, order_id AS id, event, "from", was FROM (
       SELECT m, order_id, event, "from", lag("to") OVER (PARTITION BY m, order_id ORDER BY seq) AS was FROM order_event WHERE order_kind = $1) s
     WHERE coalesce("from", '') <> coalesce(was, '') ORDER BY 1, 2 LIMIT ${MOST}`, [entity.name]);
  const ways = await db.query(`SELECT event, "from", "to", min(m) AS m, min(order_id) AS id FROM order_event WHERE order_kind = $1 GROUP BY event, "from", "to"`, [entity.name]);
  const astray = await db.query(
    `SELECT r.m, r.id, r.status, e."to" FROM ${tableOf(entity)} r LEFT JOIN (
       SELECT m, order_id, "to", row_number() OVER (PARTITION BY m, order_id ORDER BY seq DESC) AS back FROM order_event WHERE order_kind = $1) e
       ON e.m = r.m AND e.order_id = r.id AND e.back = 1
     WHERE coalesce(e."to", '') <> r.status ORDER BY 1, 2 LIMIT ${MOST}`, [entity.name]);
  return [
    ...broken.map(({ m, id, event, from, was }) => finding(m, id, `${event} begins at ${from}, the order was at ${was}`)),
    ...ways.filter(({ event, from, to }) => !known.has(`${event} ${from ?? ""}-${to}`)).map(({ m, id, event, from, to }) => finding(m, id, `no transition ${event} from ${from} to ${to}`)),
    ...astray.map(({ m, id, status, to }) => finding(m, id, `is ${status}, its events end at ${to}`)),
  ];
}

/** A further axis has the value that the last event which sets it leads to. */
async function axes(db: Queries, entity: Entity): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const axis of entity.lifecycle!.also ?? []) {
    const setting = entity.lifecycle!.transitions.filter(({ alsoTo }) => alsoTo?.[axis] !== undefined);
    const rows = await db.query(
      `SELECT r.m, r.id, json_extract_path_text(r.data, $2) AS value, e.event, e."to" FROM ${tableOf(entity)} r LEFT JOIN (
         SELECT m, order_id, event, "to", row_number() OVER (PARTITION BY m, order_id ORDER BY seq DESC) AS back FROM order_event WHERE order_kind = $1 AND event = ANY (SELECT json_array_elements_text(CAST($3 AS json)))) e
         ON e.m = r.m AND e.order_id = r.id AND e.back = 1
       WHERE NOT coalesce(concat(e.event, ' ', e."to", ' ', json_extract_path_text(r.data, $2)), '') = ANY (SELECT json_array_elements_text(CAST($4 AS json)))
       ORDER BY 1, 2 LIMIT ${MOST}`,
      [entity.name, axis, JSON.stringify([...new Set(setting.map(({ on }) => on))]), JSON.stringify(setting.map(({ on, to, alsoTo }) => `${on} ${to} ${alsoTo![axis]}`))]);
    found.push(...rows.map(({ m, id, value, event, to }) => ({ rule: "I6 an order's status follows from its events", where: m, detail: `${entity.name} ${id}: ${axis} is ${value}, but ${event} led to ${to}` })));
  }
  return found;
}

async function holds(db: Queries, entity: Entity): Promise<Finding[]> {
  const final = new Set(entity.lifecycle!.states.filter((state) => state.final).map((state) => state.name));
  const rows = await db.query(
    `SELECT r.m, r.id, r.status, h.account_id, h.amount FROM ledger_hold h JOIN ${tableOf(entity)} r ON r.m = h.m AND r.id = h.order_id WHERE h.order_kind = $1 AND h.amount > 0`,
    [entity.name]);
  return rows.filter((row) => final.has(row.status))
    .map((row) => ({ rule: "I3 an order that is over holds nothing", where: row.m, detail: `${entity.name} ${row.id} is ${row.status} and holds ${row.amount} of ${row.account_id}` }));
}

/** I11: what the records say of an account (`x-ledger`) is what the ledger says of it, per merchant and currency. */
async function accounts(db: Queries, entity: Entity): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, ledger, currency } of entity.fields) {
    if (!ledger || !currency) continue;
    const value = (field: string) => projected(entity).get(field)?.column ?? `(data ->> '${field}')`;
    const code = "code" in currency ? `'${currency.code}'` : value(currency.field);
    const units = Object.entries(entity.minorUnits).filter(([, digits]) => digits !== 2).map(([unit, digits]) => `WHEN '${unit}' THEN ${10 ** digits}`).join(" ");
    const rows = await db.query(
      `SELECT coalesce(a.m, r.m) AS m, coalesce(a.currency, r.currency) AS currency, coalesce(a.balance, 0) AS balance, coalesce(r.total, 0) AS total
       FROM (SELECT m, currency, balance FROM ledger_account WHERE name = $1) a FULL JOIN (
         SELECT m, ${code} AS currency, sum(CAST(${value(name)} AS numeric) * ${units ? `CASE ${code} ${units} ELSE 100 END` : "100"}) AS total FROM ${tableOf(entity)} GROUP BY m, ${code}) r
         ON r.m = a.m AND r.currency = a.currency
       WHERE coalesce(a.balance, 0) <> coalesce(r.total, 0) ORDER BY 1, 2 LIMIT ${MOST}`, [ledger]);
    findings.push(...rows.map((row) => ({ rule: "I11 records and ledger agree", where: row.m, detail: `${entity.name}.${name} is ${row.total} ${row.currency} in minor units, the account ${ledger} ${row.balance}` })));
  }
  return findings;
}
