/**
 * Continuity of an account's statements: each opens with the closing balance of the one before. Credits of a statement
 * that does not are held until a missing statement connects them, or two operators release them.
 */
import { getTableName, type Row } from "@portolan/engine";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { fire } from "../../lifecycle/fire.ts";
import { load } from "../../lifecycle/store.ts";
import type { OperatorAction } from "../../operators/proposals.ts";
import { readText } from "../../core/body.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries, Tx } from "../../store/database.ts";
import { findDigits, toMinor } from "../ledger/minor-units.ts";
import { listDiscontinuous, solveOpening, type CaseContext } from "./cases.ts";
import { enqueueMatching } from "./matching-job.ts";
import { HOUSE, type BankStatement } from "./model.ts";
import { findOwnAccount } from "./own-accounts.ts";

export const RELEASE_ACTION = "statement.release";

/** Two balances that should be the same, in minor units: that of the statement, and that of its neighbour. */
export interface Gap {
  found: bigint;
  expected: bigint;
}

type Balances = Pick<BankStatement, "account" | "currency" | "day" | "opening" | "closing">;

/**
 * Returns where a statement does not continue the one before it (or the opening balance of the account, if there is
 * none) or is not continued by the one after it; undefined if it does. `others`: further statements of the same file.
 */
export async function findGap(
  db: Queries,
  statement: Balances,
  schemas: Pick<Schemas, "entity">,
  others: readonly Balances[] = [],
): Promise<Gap | undefined> {
  const { account, currency, day, opening, closing } = statement;
  const near = [
    ...(await readNeighbours(db, statement, schemas)),
    ...others.filter((other) => other.account === account && other.currency === currency),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const before = near.findLast((other) => other.day < day)?.closing ?? (await readOpening(db, statement, schemas));
  const after = near.find((other) => other.day > day)?.opening;
  if (opening !== before) return { found: opening, expected: before };
  return after === undefined || closing === after ? undefined : { found: closing, expected: after };
}

async function readNeighbours(
  db: Queries,
  { account, currency, day }: Balances,
  schemas: Pick<Schemas, "entity">,
): Promise<Balances[]> {
  const entity = schemas.entity("bankStatement");
  const read = (comparison: "<" | ">", order: "ASC" | "DESC") =>
    db.query(
      `SELECT data FROM ${getTableName(entity)} WHERE m = $1 AND f_account = $2 AND f_currency = $3 AND f_day ${comparison} $4 ORDER BY f_day ${order} LIMIT 1`,
      [HOUSE, account, currency, day],
    );
  const rows = [...(await read("<", "DESC")), ...(await read(">", "ASC"))];
  return rows.map(({ data }) => readBalances(data, schemas));
}

function readBalances(data: Row, schemas: Pick<Schemas, "entity">): Balances {
  const [account, currency, day] = [data["account"], data["currency"], data["day"]].map(String) as [
    string,
    string,
    string,
  ];
  const digits = findDigits(currency, schemas.entity("bankStatement").minorUnits);
  const toBalance = (name: "opening" | "closing") => toMinor(String(data[name]), digits);
  return { account, currency, day, opening: toBalance("opening"), closing: toBalance("closing") };
}

async function readOpening(
  db: Queries,
  { account, currency }: Balances,
  schemas: Pick<Schemas, "entity">,
): Promise<bigint> {
  const own = await findOwnAccount(db, { account, currency });
  return toMinor(own?.opening ?? "0", findDigits(currency, schemas.entity("bankStatement").minorUnits));
}

/** Releases the held lines of an account's statements that are continuous by now, and resolves their cases. */
export async function releaseContinuous(
  tx: Tx,
  { account, currency }: Pick<BankStatement, "account" | "currency">,
  operator: string,
  context: CaseContext,
): Promise<void> {
  const { schemas } = context;
  for (const id of await listDiscontinuous(tx, context)) {
    const statement = await load(tx, schemas.entity("bankStatement"), HOUSE, id);
    const balances = statement && readBalances(statement.data, schemas);
    if (balances?.account !== account || balances.currency !== currency) continue;
    if (!(await findGap(tx, balances, schemas))) await releaseStatement(tx, id, { operator, resolution: id }, context);
  }
}

/** Releases the held lines of a statement for matching, and resolves its case. Returns their number. */
async function releaseStatement(
  tx: Tx,
  id: string,
  by: { operator: string; resolution: string },
  context: CaseContext,
): Promise<number> {
  const entity = context.schemas.entity("bankStatementLine");
  const lines = await tx.query(
    `SELECT id FROM ${getTableName(entity)} WHERE m = $1 AND f_statement = $2 AND status = 'held' ORDER BY id`,
    [HOUSE, id],
  );
  const actor = createSystemActor("provider", HOUSE, `operator:${by.operator}`);
  for (const line of lines) await fire(tx, { entity, id: line.id, event: "release", actor, input: {} }, context);
  await solveOpening(tx, id, by, context);
  const at = context.clock.now();
  if (lines.length > 0) enqueueMatching(tx, `${id}:${at}`, at);
  return lines.length;
}

/** Returns the operation that releases the held lines of a statement although its balances do not connect. */
export function createReleaseAction(context: LifecycleContext): OperatorAction {
  const count = async (db: Queries, body: Row) => {
    const [row] = await db.query(
      `SELECT count(*) AS n FROM ${getTableName(context.schemas.entity("bankStatementLine"))} WHERE m = $1 AND f_statement = $2 AND status = 'held'`,
      [HOUSE, readText(body, "statement")],
    );
    return String(row?.n);
  };
  return {
    readVersion: (db, _tenant, body) => count(db, body),
    async run(tx, { id, body, confirmedBy }) {
      const statement = readText(body, "statement");
      const released = await releaseStatement(tx, statement, { operator: confirmedBy, resolution: id }, context);
      return `${statement} ${released} released`;
    },
  };
}
