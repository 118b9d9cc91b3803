import { listProjected, getTableName, type Entity, type TransitionPlan } from "@portolan/engine";
import { listParameters, splitRanges, buildRangeCondition, type Range } from "../ledger/ranges.ts";
import { checkEach, verifyLedger, type Finding } from "../ledger/verify.ts";
import { assertPresent } from "../../core/required.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { verifyAudit } from "../../audit/audit.ts";
import { verifyEntries } from "./verify-entries.ts";

const MAX_FINDINGS = 100;

/**
 * Verifies all invariants of stored money, orders and audit chains, for one merchant or, without `tenant`, for all of
 * them, and returns the findings. Each query reads one snapshot. Queries of postings, transactions and orders read a
 * bounded key range, so that they are short and can run concurrently with other work.
 */
export async function verifyAll(db: Queries, schemas: Schemas, tenant?: string): Promise<Finding[]> {
  if (tenant === undefined) return checkEach(db, (tenantId) => verifyAll(db, schemas, tenantId));
  const audit = (await verifyAudit(db, tenant)).map(({ seq }) => ({
    rule: "I10 the audit chain is whole",
    where: tenant,
    detail: seq,
  }));
  return [
    ...(await verifyLedger(db, tenant)),
    ...(await verifyOrders(db, schemas, tenant)),
    ...(await verifyEntries(db, schemas, tenant)),
    ...audit,
  ];
}

/**
 * I3, I6, I11: verifies that an order's status follows from its events, that each event is in its lifecycle, that a
 * final order holds no money, and that records agree with the ledger. Without `tenant`, checks all merchants.
 */
export async function verifyOrders(db: Queries, schemas: Schemas, tenant?: string): Promise<Finding[]> {
  if (tenant === undefined) return checkEach(db, (tenantId) => verifyOrders(db, schemas, tenantId));
  const findings: Finding[] = [];
  for (const entity of schemas.entities.values()) {
    if (entity.source !== "store") continue;
    findings.push(...(await verifyAccounts(db, entity, tenant)));
    if (!entity.lifecycle) continue;
    for (const range of await splitRanges(db, getTableName(entity), "id", tenant))
      findings.push(...(await verifyLifecycles(db, entity, tenant, range)));
  }
  return findings;
}

interface Event {
  seq: number;
  event: string;
  from: string | null;
  to: string;
}
/** A record with its states as JSON, one of its events, or an account with what it holds. */
type StoredPart = { id: string; seq: number; to: string } & (
  | { what: "record"; axes: string }
  | { what: "event"; name: string; from: string | null }
  | { what: "hold"; name: string }
);
interface StoredOrder {
  status?: string;
  axes: (string | null)[];
  events: Event[];
  holds: { account: string; amount: string }[];
}

/**
 * Reads orders, their events and holds in one snapshot. The tables are read by key range and joined here, independently
 * of the planner. Keys of records and of events have different collations, so each needs its own range.
 */
async function readOrders(
  db: Queries,
  entity: Entity,
  tenant: string,
  range: Range,
): Promise<Map<string, StoredOrder>> {
  const ids = (
    await db.query(
      `SELECT id FROM ${getTableName(entity)} WHERE m = $1 AND ${buildRangeCondition("id", range)}`,
      listParameters(tenant, range),
    )
  ).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const [row] = await db.query<{ low: string; high: string }>(
    "SELECT min(v) AS low, max(v) AS high FROM json_array_elements_text(CAST($1 AS json)) AS t (v)",
    [JSON.stringify(ids)],
  );
  const ends = assertPresent(row, "the bounds of the keys");
  const axes = (entity.lifecycle?.also ?? []).map((axis) => `json_extract_path_text(data, '${axis}')`);
  const keys = listParameters(tenant, range);
  const offset = keys.length + 1;
  const rows = await db.query<StoredPart>(
    `SELECT 'record' AS what, id, 0 AS seq, CAST(NULL AS text) AS name, CAST(NULL AS text) AS "from", status AS "to", CAST(json_build_array(${axes.join(", ")}) AS text) AS axes
       FROM ${getTableName(entity)} WHERE m = $1 AND ${buildRangeCondition("id", range)}
     UNION ALL SELECT 'event', order_id, seq, event, "from", "to", CAST(NULL AS text) FROM order_event WHERE m = $1 AND order_kind = $${offset} AND order_id >= $${offset + 1} AND order_id <= $${offset + 2}
     UNION ALL SELECT 'hold', order_id, 0, account_id, CAST(NULL AS text), CAST(amount AS text), CAST(NULL AS text) FROM ledger_hold WHERE m = $1 AND order_kind = $${offset} AND order_id >= $${offset + 1} AND order_id <= $${offset + 2} AND amount > 0`,
    [...keys, entity.name, ends.low, ends.high],
  );
  const found = new Map<string, StoredOrder>(ids.map((id) => [id, { axes: [], events: [], holds: [] }]));
  for (const row of rows) {
    const { seq, to } = row;
    const order = found.get(row.id);
    if (row.what === "record" && order) Object.assign(order, { status: to, axes: JSON.parse(row.axes) });
    else if (row.what === "event") order?.events.push({ seq, event: row.name, from: row.from, to });
    else if (row.what === "hold") order?.holds.push({ account: row.name, amount: to });
  }
  return found;
}

async function verifyLifecycles(db: Queries, entity: Entity, tenant: string, range: Range): Promise<Finding[]> {
  const { transitions = [], states = [], also = [] } = entity.lifecycle ?? {};
  const known = new Set(
    transitions.flatMap(({ on, from, to }) =>
      from.length === 0 ? [`${on} -${to}`] : from.map((start) => `${on} ${start}-${to}`),
    ),
  );
  const final = new Set(states.filter((state) => state.final).map((state) => state.name));
  const findings: Finding[] = [];
  for (const [id, order] of await readOrders(db, entity, tenant, range)) {
    const { status, holds } = order;
    const report = (rule: string) => (detail: string) =>
      findings.push({ rule, where: tenant, detail: `${entity.name} ${id}: ${detail}` });
    // The record was deleted between the two queries.
    if (status === undefined) continue;
    const wrong = [...listEventErrors(order, known), ...listAxisErrors(order, transitions, also)];
    wrong.forEach(report("I6 an order's status follows from its events"));
    if (final.has(status))
      holds
        .map(({ account, amount }) => `is ${status} and holds ${amount} of ${account}`)
        .forEach(report("I3 an order that is over holds nothing"));
  }
  return findings.slice(0, MAX_FINDINGS);
}

/**
 * Returns errors where an order's events are not consecutive, are not in its lifecycle, or do not lead to its status.
 * Sorts the events in place.
 */
function listEventErrors({ status, events }: StoredOrder, known: ReadonlySet<string>): string[] {
  const errors: string[] = [];
  let was: string | null = null;
  for (const { event, from, to } of events.sort((a, b) => a.seq - b.seq)) {
    if ((from ?? "") !== (was ?? "")) errors.push(`${event} begins at ${from}, the order was at ${was}`);
    if (!known.has(`${event} ${from ?? ""}-${to}`)) errors.push(`no transition ${event} from ${from} to ${to}`);
    was = to;
  }
  if (was !== status) errors.push(`is ${status}, its events end at ${was}`);
  return errors;
}

/** Returns errors for additional state axes whose value was not set by the last event that sets them. */
function listAxisErrors(
  { axes, events }: StoredOrder,
  transitions: readonly TransitionPlan[],
  also: readonly string[],
): string[] {
  return also.flatMap((axis, index) => {
    const setting = transitions.filter(({ alsoTo }) => alsoTo?.[axis] !== undefined);
    const last = events.findLast(({ event }) => setting.some(({ on }) => on === event));
    const isRight = setting.some(
      ({ on, to, alsoTo }) => on === last?.event && to === last.to && alsoTo?.[axis] === axes[index],
    );
    return isRight ? [] : [`${axis} is ${axes[index]}, but ${last?.event} led to ${last?.to}`];
  });
}

/**
 * I11: verifies that the sum of an `x-ledger` field over all records equals the balance of its ledger account in each
 * currency.
 */
async function verifyAccounts(db: Queries, entity: Entity, tenant: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, ledger, currency } of entity.fields) {
    if (!ledger || !currency) continue;
    const value = (field: string) => listProjected(entity).get(field)?.column ?? `(data ->> '${field}')`;
    const code = "code" in currency ? `'${currency.code}'` : value(currency.field);
    const units = Object.entries(entity.minorUnits)
      .filter(([, digits]) => digits !== 2)
      .map(([unit, digits]) => `WHEN '${unit}' THEN ${10 ** digits}`)
      .join(" ");
    const rows = await db.query<{ currency: string; balance: string; total: string }>(
      `SELECT coalesce(a.currency, r.currency) AS currency, coalesce(a.balance, 0) AS balance, coalesce(r.total, 0) AS total
       FROM (SELECT currency, balance FROM ledger_account WHERE m = $1 AND name = $2) a FULL JOIN (
         SELECT ${code} AS currency, sum(CAST(${value(name)} AS numeric) * ${units ? `CASE ${code} ${units} ELSE 100 END` : "100"}) AS total FROM ${getTableName(entity)} WHERE m = $1 GROUP BY ${code}) r
         ON r.currency = a.currency
       WHERE coalesce(a.balance, 0) <> coalesce(r.total, 0) ORDER BY 1 LIMIT ${MAX_FINDINGS}`,
      [tenant, ledger],
    );
    findings.push(
      ...rows.map((row) => ({
        rule: "I11 records and ledger agree",
        where: tenant,
        detail: `${entity.name}.${name} is ${row.total} ${row.currency} in minor units, the account ${ledger} ${row.balance}`,
      })),
    );
  }
  return findings;
}
