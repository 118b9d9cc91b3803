/** Books entries: the orders that they prove, suspense, and entries that offset each other. */
import { canTransition, getTableName, toColumnName, type Row, type TransitionPlan } from "@portolan/engine";
import { isProvider } from "../../core/actor.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { fire } from "../../lifecycle/fire.ts";
import type { Queries, Tx } from "../../store/database.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { raiseCase, solveEntry, solveMissing } from "./cases.ts";
import { HOUSE, NO_REFERENCE } from "./model.ts";
import { recordProofs, toLineMinor, type Proof } from "./proofs.ts";
import { findNamedOrder, type OutgoingOrder } from "./references.ts";

/** Maximum number of entries that are tried as the counterpart of one. */
const MAX_PARTNERS = 50;
const STATEMENTS = "statements";

/** An event of an entry. `by`: who causes it, by default the matching of statements. */
export interface EntryEvent {
  event: string;
  input?: Row;
  by?: string | undefined;
}

export async function fireEntry(
  tx: Tx,
  line: Row,
  { event, input = {}, by = STATEMENTS }: EntryEvent,
  context: LifecycleContext,
): Promise<void> {
  const entity = context.schemas.entity("bankStatementLine");
  const actor = createSystemActor("provider", HOUSE, by);
  await fire(tx, { event, input, entity, id: String(line["id"]), actor }, context);
}

/** An entry with the transactions that it proves. `event`: `match`, or `assign` by an operator. */
interface Settlement {
  line: Row;
  proofs: readonly Proof[];
  event?: "match" | "assign";
  operator?: string;
}

/**
 * Matches an entry, new or in suspense, with the transactions that it proves. Resolves the cases about it and about
 * their orders.
 */
export async function settleEntry(
  tx: Tx,
  { line, proofs, event = "match", operator }: Settlement,
  context: LifecycleContext,
): Promise<void> {
  const id = String(line["id"]);
  const orders = proofs.map(({ kind, order }) => `${kind} ${order}`);
  for (const subject of orders) await solveMissing(tx, subject, id, context);
  const resolution = orders.join(", ");
  const by = operator === undefined ? undefined : `operator:${operator}`;
  await fireEntry(tx, line, { event, input: { order: resolution }, by }, context);
  await recordProofs(tx, line, [...proofs, ...(await listOwnTransactions(tx, id, event))]);
  await solveEntry(tx, id, { resolution, operator }, context);
}

const listOwnTransactions = (tx: Tx, id: string, event: string): Promise<Proof[]> =>
  tx.query(
    `SELECT m, id, order_kind AS kind, order_id AS "order" FROM ledger_txn WHERE m = $1 AND order_kind = 'bankStatementLine' AND order_id = $2 AND kind = $3`,
    [HOUSE, id, event],
  );

/**
 * Books a new entry to suspense and opens a case, unless it offsets an entry there. Ignores an entry of zero.
 * `origin`: the order that the entry names, or the earlier entry that it undoes.
 */
export async function parkEntry(tx: Tx, line: Row, context: LifecycleContext): Promise<void> {
  const id = String(line["id"]);
  const minor = toLineMinor(line, context.schemas.entity("bankStatementLine").minorUnits);
  if (minor === 0n) return fireEntry(tx, line, { event: "ignore" }, context);
  await fireEntry(tx, line, { event: "park" }, context);
  await recordProofs(tx, line, await listOwnTransactions(tx, id, "park"));
  if (await offsetEntry(tx, line, context)) return;
  const origin = await findOrigin(tx, line, context.schemas);
  await raiseCase(
    tx,
    {
      kind: line["undoes"] !== undefined || (minor > 0n && origin) ? "returned" : "unclaimed",
      subject: id,
      currency: String(line["currency"]),
      amount: String(line["amount"]),
      detail: origin && describeOrigin(origin, minor),
    },
    context,
  );
}

/** The outgoing order that an entry is about, or the earlier entry that it undoes. */
export interface Origin {
  order?: OutgoingOrder | undefined;
  entry?: Row | undefined;
}

/** Returns what an entry names or undoes; undefined when that is unknown. */
export async function findOrigin(
  db: Queries,
  line: Row,
  schemas: LifecycleContext["schemas"],
): Promise<Origin | undefined> {
  const order = await findNamedOrder(db, line, schemas);
  if (order) return { order };
  if (line["undoes"] === undefined || line["reference"] === NO_REFERENCE) return undefined;
  const entity = schemas.entity("bankStatementLine");
  const [entry] = await db.query(
    `SELECT data FROM ${getTableName(entity)} WHERE m = $1 AND ${toColumnName("account")} = $2 AND ${toColumnName("currency")} = $3 AND ${toColumnName("amount")} = $4
       AND ${toColumnName("reference")} = $5 ORDER BY created_at DESC, id DESC LIMIT 1`,
    [HOUSE, line["account"], line["currency"], negate(line, schemas), line["reference"]],
  );
  if (!entry) return undefined;
  const text = `${String(entry.data["text"] ?? "")} ${String(entry.data["order"] ?? "")}`;
  return { entry: entry.data, order: await findNamedOrder(db, { ...entry.data, text }, schemas) };
}

/** Returns the amount of an entry with the opposite sign. */
function negate(line: Row, schemas: LifecycleContext["schemas"]): string {
  const { minorUnits } = schemas.entity("bankStatementLine");
  return fromMinor(-toLineMinor(line, minorUnits), findDigits(String(line["currency"]), minorUnits));
}

/** Describes an entry's origin, with the events by which the order would book it: `withdrawal WD… returned`. */
function describeOrigin({ order, entry }: Origin, minor: bigint): string {
  if (!order) return `bankStatementLine ${String(entry?.["id"])}`;
  const events = listAnswers(order, minor).map(({ on }) => on);
  return `${order.kind} ${order.order} ${events.join(", ") || `(${order.status})`}`;
}

/**
 * Returns the provider's transitions by which an order books an entry of this amount: those that move its money at the
 * bank in the same direction, and for a credit also those that release what was never booked as paid.
 */
export function listAnswers({ entity, status, record }: OutgoingOrder, minor: bigint): TransitionPlan[] {
  return (entity.lifecycle?.transitions ?? []).filter((transition) => {
    const { money } = transition;
    if (!money || !isProvider(transition) || !canTransition(transition, status, record)) return false;
    if ("lines" in money) return money.lines.some(({ from, to }) => (minor > 0n ? from : to) === "nostro");
    return minor > 0n && "release" in money;
  });
}

/**
 * Matches an entry in suspense with the one there that it undoes: of the same amount in the other direction, about the
 * same order, which is over without money at the bank, or without an order and under the same bank reference. Returns
 * false when there is none.
 */
export async function offsetEntry(tx: Tx, line: Row, context: LifecycleContext): Promise<boolean> {
  const { schemas } = context;
  const rows = await tx.query(
    `SELECT data FROM ${getTableName(schemas.entity("bankStatementLine"))} WHERE m = $1 AND status = 'suspense'
       AND ${toColumnName("currency")} = $2 AND ${toColumnName("amount")} = $3 ORDER BY created_at, id LIMIT ${MAX_PARTNERS}`,
    [HOUSE, line["currency"], negate(line, schemas)],
  );
  if (rows.length === 0) return false;
  const own = await findOrigin(tx, line, schemas);
  for (const { data: other } of rows) {
    if (!(await isOffset(tx, { line, own, other }, context))) continue;
    for (const [one, two] of [
      [line, other],
      [other, line],
    ] as const) {
      const resolution = `bankStatementLine ${String(two["id"])}`;
      await fireEntry(tx, one, { event: "offset", input: { order: resolution } }, context);
      await solveEntry(tx, String(one["id"]), { resolution }, context);
    }
    return true;
  }
  return false;
}

async function isOffset(
  tx: Tx,
  { line, own, other }: { line: Row; own: Origin | undefined; other: Row },
  { schemas }: LifecycleContext,
): Promise<boolean> {
  const [order, theirs] = [own?.order, (await findOrigin(tx, other, schemas))?.order];
  if (order && theirs) return order.order === theirs.order && order.kind === theirs.kind && isOver(tx, order);
  return (
    !order &&
    !theirs &&
    (line["undoes"] !== undefined || other["undoes"] !== undefined) &&
    line["account"] === other["account"] &&
    line["reference"] === other["reference"] &&
    line["reference"] !== NO_REFERENCE
  );
}

/** Returns whether an order is in a final state and no entry is missing for its transactions. */
async function isOver(tx: Tx, { m: tenant, kind, order, entity, status }: OutgoingOrder): Promise<boolean> {
  if (!entity.lifecycle?.states.some(({ name, final }) => name === status && final)) return false;
  const open = await tx.query(
    `SELECT t.id FROM ledger_txn t JOIN ledger_posting p ON p.m = t.m AND p.txn_id = t.id
      WHERE t.m = $1 AND t.order_kind = $2 AND t.order_id = $3 AND p.name = 'nostro'
        AND NOT EXISTS (SELECT 1 FROM bank_proof b WHERE b.m = $4 AND b.txn_m = t.m AND b.txn_id = t.id) LIMIT 1`,
    [tenant, kind, order, HOUSE],
  );
  return open.length === 0;
}
