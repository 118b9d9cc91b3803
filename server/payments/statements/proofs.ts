/** Finds the order that a bank entry proves, among the transactions over `nostro` that no entry has proven yet. */
import { getTableName, type Row } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries, Tx } from "../../store/database.ts";
import { findDigits, toMinor } from "../ledger/minor-units.ts";
import { HOUSE } from "./model.ts";
import { listOrderNumbers, type OrderKey } from "./references.ts";
import { shiftWorkingDays } from "./working-days.ts";

/** Maximum number of working days between a transaction and its entry when only the amount and the account match. */
const NEAR_DAYS = 3;
/** Maximum age in milliseconds of a transaction when its entry is booked. */
const OLDEST_MS = 90 * 86_400_000;
/** Maximum number of transactions that are compared with one entry, oldest first. */
const MAX_CANDIDATES = 500;

/** A transaction of an order. */
export interface Proof extends OrderKey {
  id: string;
}
interface Candidate extends Proof {
  at: string;
  record: Row;
}

/**
 * Returns the transaction that the entry proves, or undefined if there is none. The amount and currency must match. The
 * transaction is identified by its order number, else by UETR, else by the bank's reference, else as the only one near
 * the booking day whose account has the same last four characters. An entry that names an outgoing order proves
 * transactions of that order only.
 */
export async function findProof(
  tx: Queries,
  line: Row,
  schemas: Pick<Schemas, "entities" | "entity">,
  named?: OrderKey,
): Promise<Proof | undefined> {
  const candidates = await readCandidates(tx, line, schemas);
  if (named) return candidates.find((candidate) => isSameOrder(candidate, named));
  const numbers = new Set(listOrderNumbers(line));
  const { uetr, reference } = line;
  const tail = takeLastFour(line["partyAccount"]);
  const alike = candidates.filter(
    ({ at, record }) =>
      tail !== "" && tail === takeLastFour(record["account"] ?? record["remitterAccount"]) && isNear(line, at),
  );
  return (
    candidates.find(({ order }) => numbers.has(order)) ??
    candidates.find(({ record }) => uetr !== undefined && record["uetr"] === uetr) ??
    candidates.find(({ record }) => (record["bankOrderNo"] ?? record["bankReference"]) === reference) ??
    (alike.length === 1 ? alike[0] : undefined)
  );
}

const isSameOrder = (candidate: OrderKey, { m: tenant, kind, order }: OrderKey): boolean =>
  candidate.m === tenant && candidate.kind === kind && candidate.order === order;

/** Returns the last four letters or digits of an account number, or an empty string if it has fewer. */
export function takeLastFour(account: unknown): string {
  const text = typeof account === "string" ? account.replaceAll(/[^A-Za-z0-9]/g, "") : "";
  return text.length < 4 ? "" : text.slice(-4);
}

export function isNear(line: Row, at: string): boolean {
  const day = Date.parse(`${String(line["day"])}T00:00:00Z`);
  const moment = Date.parse(at);
  return moment >= shiftWorkingDays(day, -NEAR_DAYS) && moment < shiftWorkingDays(day, NEAR_DAYS + 1);
}

/**
 * Records that an entry proves transactions: its facts, numbered after those that it has.
 *
 * @throws DatabaseError when another entry has proven one of them meanwhile
 */
export async function recordProofs(tx: Tx, line: Row, proofs: readonly Pick<Proof, "m" | "id">[]): Promise<void> {
  const [last] = await tx.query("SELECT coalesce(max(part), 0) AS part FROM bank_proof WHERE m = $1 AND line_id = $2", [
    HOUSE,
    line["id"],
  ]);
  for (const [index, { m: tenant, id }] of proofs.entries())
    await tx.query("INSERT INTO bank_proof (m, txn_m, txn_id, line_id, part, day) VALUES ($1, $2, $3, $4, $5, $6)", [
      HOUSE,
      tenant,
      id,
      line["id"],
      Number(last?.part) + 1 + index,
      line["day"],
    ]);
}

/** Returns an entry's amount in minor units, negative for outgoing money. */
export const toLineMinor = (line: Row, minorUnits: Readonly<Record<string, number>>): bigint =>
  toMinor(String(line["amount"]), findDigits(String(line["currency"]), minorUnits));

async function readCandidates(
  tx: Queries,
  line: Row,
  schemas: Pick<Schemas, "entities" | "entity">,
): Promise<Candidate[]> {
  const { entities } = schemas;
  const { minorUnits } = schemas.entity("bankStatementLine");
  const oldest = new Date(Date.parse(`${String(line["day"])}T00:00:00Z`) - OLDEST_MS).toISOString();
  const rows = await tx.query(
    `SELECT p.txn_m AS m, t.id, t.order_kind AS kind, t.order_id AS "order", t.at FROM ledger_posting p
       JOIN ledger_txn t ON t.m = p.m AND t.id = p.txn_id
     WHERE p.name = 'nostro' AND p.currency = $1 AND p.amount = $2 AND p.at > $3 AND p.txn_m <> $4
       AND NOT EXISTS (SELECT 1 FROM bank_proof b WHERE b.m = $4 AND b.txn_m = p.txn_m AND b.txn_id = p.txn_id)
     ORDER BY p.at, t.id LIMIT ${MAX_CANDIDATES}`,
    [line["currency"], (-toLineMinor(line, minorUnits)).toString(), oldest, HOUSE],
  );
  const candidates: Candidate[] = [];
  for (const row of rows) {
    const entity = entities.get(row.kind);
    if (entity?.source !== "store") continue;
    const [stored] = await tx.query(`SELECT data FROM ${getTableName(entity)} WHERE m = $1 AND id = $2`, [
      row.m,
      row.order,
    ]);
    if (stored) candidates.push({ ...row, record: stored.data });
  }
  return candidates;
}
