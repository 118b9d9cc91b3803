/** Verifies that each bank entry is explained once, by facts that add up to it. */
import { getTableName, type Entity, type Row } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { buildRangeCondition, listParameters, splitRanges, type Range } from "../ledger/ranges.ts";
import type { Finding } from "../ledger/verify.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { HOUSE } from "../statements/model.ts";
import { toLineMinor } from "../statements/proofs.ts";
import { findKnownReferences, findNamedOrder, listNames, listOrderNumbers } from "../statements/references.ts";

const MAX_FINDINGS = 100;
const RULE = "I12 a bank entry is explained once";
/** States in which nothing is booked for an entry. */
const UNBOOKED: ReadonlySet<string> = new Set(["new", "held", "ignored"]);
/** Events that take an entry out of suspense and reverse its booking there. */
const UNPARKED: ReadonlySet<string> = new Set(["match", "assign"]);

/** A transaction over `nostro` that an entry proves. `moved`: change at the bank in minor units. */
interface Fact {
  kind: string;
  order: string;
  event: string;
  moved: bigint;
}
interface StoredEntry {
  line: Row;
  status: string;
  minor: bigint;
  facts: Fact[];
  isAssigned: boolean;
}

/**
 * I12: verifies for each entry that its facts have its direction and add up to it, that it is matched with the orders of
 * its facts, that a credit that undoes an outgoing order is no deposit unless operators assigned it, and that entries
 * that offset each other do so. The account `suspense` must be the sum of the entries in suspense.
 */
export async function verifyEntries(db: Queries, schemas: Schemas, tenant: string): Promise<Finding[]> {
  if (tenant !== HOUSE) return [];
  const entity = schemas.entity("bankStatementLine");
  const details: string[] = [];
  for (const range of await splitRanges(db, getTableName(entity), "id", HOUSE)) {
    const entries = await readEntries(db, entity, range);
    const report = (id: string, text: string) => details.push(`${entity.name} ${id}: ${text}`);
    for (const [id, entry] of entries) for (const text of await listErrors(db, entry, entity)) report(id, text);
    for (const [id, text] of await listIncomeErrors(db, entries, schemas)) report(id, text);
  }
  details.push(...(await listSuspenseErrors(db, entity)));
  return details.slice(0, MAX_FINDINGS).map((detail) => ({ rule: RULE, where: HOUSE, detail }));
}

/**
 * Reads entries and their facts. They are joined here, because the transactions belong to merchants, whose rows can be
 * on other nodes.
 */
async function readEntries(db: Queries, entity: Entity, range: Range): Promise<Map<string, StoredEntry>> {
  const rows = await db.query(
    `SELECT id, status, data FROM ${getTableName(entity)} WHERE m = $1 AND ${buildRangeCondition("id", range)}`,
    listParameters(HOUSE, range),
  );
  const ids = rows.map(({ id }) => id);
  const assigned = await db.query(
    "SELECT order_id AS id FROM order_event WHERE m = $1 AND order_kind = $2 AND event = 'assign' AND order_id = ANY($3)",
    [HOUSE, entity.name, ids],
  );
  const facts = await db.query<Omit<Fact, "moved"> & { line: string; moved: string }>(
    `SELECT b.line_id AS line, t.order_kind AS kind, t.order_id AS "order", t.kind AS event, coalesce(-sum(p.amount), 0) AS moved
       FROM bank_proof b JOIN ledger_txn t ON t.m = b.txn_m AND t.id = b.txn_id
       LEFT JOIN ledger_posting p ON p.m = b.txn_m AND p.txn_id = b.txn_id AND p.txn_m = b.txn_m AND p.name = 'nostro'
      WHERE b.m = $1 AND b.line_id = ANY($2) GROUP BY 1, 2, 3, 4, b.txn_m, b.txn_id`,
    [HOUSE, ids],
  );
  const isAssigned = new Set(assigned.map(({ id }) => id));
  const entries = new Map(
    rows.map(({ id, status, data }): [string, StoredEntry] => [
      id,
      { line: data, status, minor: toLineMinor(data, entity.minorUnits), facts: [], isAssigned: isAssigned.has(id) },
    ]),
  );
  for (const { line, moved, ...fact } of facts) entries.get(line)?.facts.push({ ...fact, moved: BigInt(moved) });
  return entries;
}

async function listErrors(db: Queries, entry: StoredEntry, entity: Entity): Promise<string[]> {
  const { status, facts } = entry;
  if (UNBOOKED.has(status)) return facts.length === 0 ? [] : [`is ${status} and has ${facts.length} facts`];
  const own = facts.filter(({ kind }) => kind === entity.name).map(({ event }) => event);
  const isParked = own.includes("park") && !own.some((event) => UNPARKED.has(event));
  const errors = listSumErrors(entry, entity);
  if (status === "suspense" && !isParked) errors.push("is in suspense without a booking there");
  if (status === "matched")
    errors.push(...(isParked ? await listOffsetErrors(db, entry, entity) : listOrderErrors(entry, entity)));
  return errors;
}

/** Returns errors unless the facts of an entry add up to it, each in its direction. */
function listSumErrors({ line, minor, facts }: StoredEntry, entity: Entity): string[] {
  const digits = findDigits(String(line["currency"]), entity.minorUnits);
  const textOf = (amount: bigint) => fromMinor(amount, digits);
  const total = facts.reduce((sum, { moved }) => sum + moved, 0n);
  const isTurned = ({ kind, event, moved }: Fact) => {
    const isUndone = kind === entity.name && UNPARKED.has(event);
    return moved === 0n || moved > 0n !== (isUndone ? minor < 0n : minor > 0n);
  };
  return [
    ...(total === minor ? [] : [`is ${textOf(minor)}, but its facts add up to ${textOf(total)}`]),
    ...facts
      .filter(isTurned)
      .map(
        ({ kind, order, event, moved }) =>
          `is ${textOf(minor)}, but its fact ${kind} ${order} ${event} moved ${textOf(moved)}`,
      ),
  ];
}

/** Returns an error unless an entry is matched with exactly the orders of its facts. */
function listOrderErrors({ line, facts }: StoredEntry, entity: Entity): string[] {
  const orders = facts.filter(({ kind }) => kind !== entity.name).map(({ kind, order }) => `${kind} ${order}`);
  const proven = [...new Set(orders)].toSorted().join(", ");
  const named = String(line["order"] ?? "");
  return named.split(", ").toSorted().join(", ") === proven
    ? []
    : [`is matched with ${named || "nothing"}, but its facts are of ${proven || "no order"}`];
}

const isDeposit = ({ minor, isAssigned, facts }: StoredEntry): boolean =>
  minor > 0n && !isAssigned && facts.some(({ kind }) => kind === "recharge");

/** Returns an error for each entry that is a deposit, but undoes an earlier entry or names an outgoing order. */
async function listIncomeErrors(
  db: Queries,
  entries: ReadonlyMap<string, StoredEntry>,
  schemas: Schemas,
): Promise<[string, string][]> {
  const deposits = [...entries].filter(([, entry]) => isDeposit(entry));
  const known = await findKnownReferences(
    db,
    deposits.flatMap(([, { line }]) => listNames(line)),
  );
  const errors: [string, string][] = [];
  for (const [id, { line }] of deposits) {
    const mayName = listOrderNumbers(line).length > 0 || listNames(line).some((name) => known.has(name));
    const order = mayName ? await findNamedOrder(db, line, schemas) : undefined;
    if (order) errors.push([id, `is a deposit, but names ${order.kind} ${order.order}`]);
    else if (line["undoes"] !== undefined) errors.push([id, "is a deposit, but undoes an earlier entry"]);
  }
  return errors;
}

/**
 * Returns an error unless an entry that was matched in suspense is the house's own, or the entry that it names has the
 * opposite amount and names it back.
 */
async function listOffsetErrors(db: Queries, { line, minor }: StoredEntry, entity: Entity): Promise<string[]> {
  const named = line["order"];
  if (named === undefined) return [];
  const [kind, id] = String(named).split(" ");
  const [other] = await db.query(
    `SELECT data FROM ${getTableName(entity)} WHERE m = $1 AND id = $2 AND status = 'matched'`,
    [HOUSE, id],
  );
  const isMutual =
    kind === entity.name &&
    other?.data["order"] === `${entity.name} ${String(line["id"])}` &&
    other.data["currency"] === line["currency"] &&
    toLineMinor(other.data, entity.minorUnits) === -minor;
  return isMutual ? [] : [`is offset by ${String(named)}, which does not offset it`];
}

/** Returns an error for each currency in which `suspense` is not the sum of the entries in suspense. */
async function listSuspenseErrors(db: Queries, entity: Entity): Promise<string[]> {
  const booked = await db.query(
    "SELECT currency, sum(amount) AS sum FROM ledger_posting WHERE m = $1 AND name = 'suspense' GROUP BY currency",
    [HOUSE],
  );
  const parked = await db.query(`SELECT data FROM ${getTableName(entity)} WHERE m = $1 AND status = 'suspense'`, [
    HOUSE,
  ]);
  const sums = new Map(booked.map(({ currency, sum }) => [currency, BigInt(sum)]));
  for (const { data } of parked) {
    const currency = String(data["currency"]);
    sums.set(currency, (sums.get(currency) ?? 0n) - toLineMinor(data, entity.minorUnits));
  }
  return [...sums].flatMap(([currency, sum]) =>
    sum === 0n
      ? []
      : [`suspense ${currency} differs by ${fromMinor(sum, findDigits(currency, entity.minorUnits))} from its entries`],
  );
}
