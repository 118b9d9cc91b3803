/**
 * Outgoing orders by what a bank names them: order number, bank reference, UETR. A bank's entry names no merchant, so
 * each of these identifies one order over all merchants.
 */
import { getTableName, type Entity, type Row } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database, Queries, Tx } from "../../store/database.ts";
import { HOUSE } from "./model.ts";

type Entities = Pick<Schemas, "entities">;

/** An order of a merchant. */
export interface OrderKey {
  m: string;
  kind: string;
  order: string;
}
/** An outgoing order with its state. */
export interface OutgoingOrder extends OrderKey {
  entity: Entity;
  status: string;
  record: Row;
}

/** Minimum length of a word of the remittance text that is searched for as a bank reference. */
const MIN_REFERENCE = 6;
const MAX_WORDS = 50;
/** Name of the `schema_lock` row that marks the references of earlier releases as collected. */
const DONE = "(bank references)";
const SLOW = { statementMs: 600_000 };

/** Returns whether orders of an entity send money from a merchant to a bank. */
export const isOutgoing = ({ lifecycle }: Pick<Entity, "lifecycle">): boolean =>
  (lifecycle?.transitions ?? []).some(
    ({ money }) => money && "lines" in money && money.lines.some(({ from, to }) => from === "hold" && to === "nostro"),
  );

const listOutgoing = ({ entities }: Entities): Entity[] =>
  [...entities.values()].filter((entity) => entity.source === "store" && isOutgoing(entity));

const normalize = (reference: string): string => reference.trim().toLowerCase();

/** Returns the bank's reference and the UETR of an order, as far as they are known. */
export const listReferences = ({ bankOrderNo, uetr }: Row): string[] =>
  [bankOrderNo, uetr].flatMap((value) => (typeof value === "string" && value.trim() !== "" ? [normalize(value)] : []));

/** Returns the order numbers in the end-to-end id and the remittance text of an entry. */
export const listOrderNumbers = (line: Row): string[] =>
  [...`${String(line["endToEndId"] ?? "")} ${String(line["text"] ?? "")}`.matchAll(/[A-Z]{2,4}\d{20}/g)].map(
    ([number]) => number,
  );

/**
 * Reserves the bank references of an order for it.
 *
 * @throws Failure `duplicate` when one of them is another order's
 */
export async function claimReferences(tx: Tx, { m: tenant, kind, order }: OrderKey, record: Row): Promise<void> {
  for (const reference of listReferences(record)) {
    const claimed = await tx.query(
      `INSERT INTO bank_reference (m, reference, order_m, order_kind, order_id) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (m, reference) DO NOTHING RETURNING reference`,
      [HOUSE, reference, tenant, kind, order],
    );
    if (claimed.length > 0) continue;
    const [owner] = await findByReferences(tx, [reference]);
    if (owner?.m !== tenant || owner.kind !== kind || owner.order !== order)
      throw new Failure("duplicate", { field: "bankOrderNo" });
  }
}

const findByReferences = (db: Queries, references: readonly string[]): Promise<OrderKey[]> =>
  db.query(
    `SELECT order_m AS m, order_kind AS kind, order_id AS "order" FROM bank_reference WHERE m = $1 AND reference = ANY($2) ORDER BY reference`,
    [HOUSE, references],
  );

/** Returns an outgoing order by its number; undefined when there is none. */
export async function findOutgoing(db: Queries, id: string, schemas: Entities): Promise<OutgoingOrder | undefined> {
  for (const entity of listOutgoing(schemas).filter(({ number = "" }) => id.startsWith(number))) {
    const [row] = await db.query(
      `SELECT r.m, r.status, r.data FROM merchant c JOIN ${getTableName(entity)} r ON r.m = c.id AND r.id = $1`,
      [id],
    );
    if (row) return { m: row.m, kind: entity.name, order: id, entity, status: row.status, record: row.data };
  }
  return undefined;
}

/** Returns what can be the bank reference or the UETR of an order in an entry: its own ones, and words of its text. */
export function listNames(line: Row): string[] {
  const words = String(line["text"] ?? "")
    .split(/[^\w-]+/)
    .filter((word) => word.length >= MIN_REFERENCE)
    .slice(0, MAX_WORDS);
  return [line["uetr"], line["reference"], line["endToEndId"], ...words].flatMap((value) =>
    typeof value === "string" ? [normalize(value)] : [],
  );
}

/** Returns those of the given references that are the bank's for outgoing orders. */
export const findKnownReferences = async (db: Queries, references: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.query("SELECT reference FROM bank_reference WHERE m = $1 AND reference = ANY($2)", [HOUSE, references])
    ).map(({ reference }) => reference),
  );

/**
 * Returns the outgoing order that an entry names by order number, UETR or bank reference (also as a word of the
 * remittance text); undefined when it names none.
 */
export async function findNamedOrder(db: Queries, line: Row, schemas: Entities): Promise<OutgoingOrder | undefined> {
  for (const number of listOrderNumbers(line)) {
    const order = await findOutgoing(db, number, schemas);
    if (order) return order;
  }
  const [named] = await findByReferences(db, listNames(line));
  return named && findOutgoing(db, named.order, schemas);
}

/**
 * Collects the bank references of orders that earlier releases stored. Runs once. Of orders that share a reference, it
 * keeps one. Returns the number of references.
 */
export async function collectReferences(db: Database, schemas: Entities): Promise<number> {
  if ((await db.query("SELECT entity FROM schema_lock WHERE entity = $1", [DONE])).length > 0) return 0;
  return db.tx(async (tx) => {
    let count = 0;
    for (const entity of listOutgoing(schemas))
      for (const field of ["bankOrderNo", "uetr"].filter((name) => entity.fields.some((one) => one.name === name))) {
        const rows = await tx.query(
          `INSERT INTO bank_reference (m, reference, order_m, order_kind, order_id)
             SELECT DISTINCT ON (1, 2) $1, lower(trim(data ->> '${field}')), m, $2, id FROM ${getTableName(entity)}
              WHERE trim(data ->> '${field}') <> '' ORDER BY 1, 2, created_at, id
           ON CONFLICT (m, reference) DO NOTHING RETURNING order_id`,
          [HOUSE, entity.name],
        );
        count += rows.length;
      }
    await tx.query(
      "INSERT INTO schema_lock (entity, version, shape, applied_at) VALUES ($1, '1', '{}', $2) ON CONFLICT (entity) DO NOTHING",
      [DONE, new Date().toISOString()],
    );
    return count;
  }, SLOW);
}
