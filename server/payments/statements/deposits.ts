/** Finds the merchant that a credit belongs to, and books the credit as a deposit. */
import { toColumnName, getTableName, type Entity, type Row } from "@portolan/engine";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { Queries, Tx } from "../../store/database.ts";
import { matchReceipt, type Receipt } from "../collect/match.ts";
import { isNear, takeLastFour, type Proof } from "./proofs.ts";
import { listOrderNumbers } from "./references.ts";

/** Sender name when the bank provides none. */
const UNNAMED = "--";

/**
 * Books a credit as a deposit of the merchant that it belongs to. Returns the transactions that it proves, or undefined
 * if no merchant is found.
 *
 * @throws Failure as `matchReceipt`; `duplicate` when a deposit already has the bank's reference
 */
export async function bookDeposit(tx: Tx, line: Row, context: LifecycleContext): Promise<Proof[] | undefined> {
  const owner = await findOwner(tx, line, context);
  return owner && bookFor(tx, line, owner, context);
}

/**
 * Books a credit as a deposit of the given merchant. Returns the transactions that it proves.
 *
 * @throws Failure as `bookDeposit`
 */
export async function bookFor(tx: Tx, line: Row, owner: Owner, context: LifecycleContext): Promise<Proof[]> {
  const receipt: Receipt = {
    tenant: owner.m,
    currency: String(line["currency"]),
    amount: String(line["amount"]),
    remitter: String(line["party"] ?? owner.remitter ?? UNNAMED),
    ...(owner.order !== undefined && { order: owner.order }),
  };
  let orders = 0;
  const reference = String(line["reference"]);
  const bank = {
    // The excess over the announced amount is a separate order. References are unique, so its reference has a suffix.
    reference: () => (++orders === 1 ? reference : `${reference}/${orders}`),
    arrived: (_entity: Entity, order: Row) => String(order["amount"]),
  };
  const numbers = await matchReceipt(tx, receipt, bank, context);
  const proofs: Proof[] = [];
  for (const order of numbers)
    proofs.push(
      ...(await tx.query(
        `SELECT m, id, order_kind AS kind, order_id AS "order" FROM ledger_txn WHERE m = $1 AND order_kind = 'recharge' AND order_id = $2 AND kind = 'received'`,
        [owner.m, order],
      )),
    );
  return proofs;
}

/** The merchant that money belongs to, and the announcement, if known. */
export interface Owner {
  m: string;
  order?: string;
  remitter?: unknown;
}

/**
 * Finds the owner by order number, else by the account or code that the sender was given, else by the only matching
 * announcement.
 */
async function findOwner(
  tx: Queries,
  line: Row,
  { schemas }: Pick<LifecycleContext, "schemas">,
): Promise<Owner | undefined> {
  const [recharge, account] = [schemas.entity("recharge"), schemas.entity("receivingAccount")];
  for (const number of listOrderNumbers(line)) {
    const [named] = await tx.query(
      `SELECT r.m FROM merchant c JOIN ${getTableName(recharge)} r ON r.m = c.id AND r.id = $1 WHERE r.status = 'pending' AND r.${toColumnName("currency")} = $2`,
      [number, line["currency"]],
    );
    if (named) return { m: named.m, order: number };
  }
  return (await findAccountOwner(tx, line, account)) ?? (await findAnnounced(tx, line, recharge));
}

async function findAccountOwner(tx: Queries, line: Row, account: Entity): Promise<Owner | undefined> {
  const rows = await tx.query(
    `SELECT DISTINCT m FROM ${getTableName(account)} WHERE data ->> 'status' = 'completed' AND data ->> 'currency' = $1
       AND (data ->> 'account' = $2 OR length(data ->> 'reference') >= 6 AND position(data ->> 'reference' IN $3) > 0) LIMIT 2`,
    [line["currency"], line["ownAccount"] ?? "", line["text"] ?? ""],
  );
  const [only] = rows;
  return rows.length === 1 && only ? { m: only.m } : undefined;
}

async function findAnnounced(tx: Queries, line: Row, recharge: Entity): Promise<Owner | undefined> {
  const tail = takeLastFour(line["partyAccount"]);
  if (tail === "") return undefined;
  const rows = await tx.query(
    `SELECT m, id, data, created_at AS at FROM ${getTableName(recharge)} WHERE status = 'pending' AND ${toColumnName("currency")} = $1 AND ${toColumnName("amount")} = $2 LIMIT 200`,
    [line["currency"], line["amount"]],
  );
  const fitting = rows.filter(({ data, at }) => takeLastFour(data["remitterAccount"]) === tail && isNear(line, at));
  const [only] = fitting;
  return fitting.length === 1 && only ? { m: only.m, order: only.id, remitter: only.data["remitterName"] } : undefined;
}
