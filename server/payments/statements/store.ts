/** Stores the statements of a file, all or none. */
import { getTableName, type Lang, type Row } from "../../../src/engine/index.ts";
import { audit } from "../../audit/audit.ts";
import { Failure } from "../../core/failure.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import type { Database, Queries, Tx } from "../../store/database.ts";
import { createRecordStore } from "../../store/records.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { insertRows } from "../ledger/rows.ts";
import { raiseCase, type NewCase } from "./cases.ts";
import { createFault, HOUSE, StatementRefused, type StatementReader } from "./model.ts";
import {
  readLines,
  inspectFile,
  toStatementRow,
  toTexts,
  type NumberedLine,
  type InspectedStatement,
} from "./inspect-file.ts";
import { Comparison, type Change } from "./comparison.ts";

/** Name of the job that matches new lines with orders. */
export const MATCH_JOB = "statement.match";
/** No reference lists, because only tables are written here. */
const TABLES = { data: new Map<string, readonly Row[]>() };

export interface ImportedFile {
  reader: StatementReader;
  sha256: string;
  operator: string;
  lang: Lang;
  /** Reads and compares without writing anything. */
  dryRun: boolean;
}

export interface ImportedStatement {
  account: string;
  currency: string;
  day: string;
  lines: number;
  /** `stored`, or `known` when the statement was already stored and nothing was added. */
  outcome: "stored" | "known";
  /** Number of lines that differ from the stored ones. Each of them opens a case, except in a dry run. */
  changed: number;
}

/** A statement of the file with its id: that of the stored statement if it is `known`, else a new one. */
interface Target extends InspectedStatement {
  id: string;
  known: boolean;
}

type ImportContext = Pick<LifecycleContext, "schemas" | "vocabulary" | "clock">;

/**
 * Imports a file. A statement that is already stored receives no lines. Its differences open cases instead. A dry run
 * only compares and writes nothing.
 *
 * @throws StatementRefused with the faults, in which case nothing is written
 */
export async function importStatements(
  db: Database,
  file: ImportedFile,
  context: ImportContext,
): Promise<ImportedStatement[]> {
  const { statements, faults } = await inspectFile(file.reader, context.schemas);
  const targets = await findTargets(db, statements, context);
  const unbalanced = targets.flatMap(({ known, unbalanced: wrong }) => (known || !wrong ? [] : [wrong]));
  if (faults.length + unbalanced.length > 0) throw new StatementRefused([...faults, ...unbalanced], file.lang);
  const changes = await db
    .tx((tx) => storeFile(tx, file, targets, context))
    .catch((error: unknown) => {
      if (!(error instanceof Failure && error.failure === "duplicate")) throw error;
      const twice = createFault(
        0,
        "AcctSvcrRef",
        "有流水已在另一份对账单里",
        "an entry of the file is in another stored statement already",
      );
      throw new StatementRefused([twice.fault], file.lang);
    });
  return targets.map(({ account, currency, day, lines, known }, index) => ({
    account,
    currency,
    day,
    lines,
    outcome: known ? "known" : "stored",
    changed: changes.filter(({ statement }) => statement === index).length,
  }));
}

/**
 * Writes statements, lines, cases and, if there are new lines, the matching job, unless it is a dry run. Returns the
 * differences from stored statements.
 */
async function storeFile(
  tx: Tx,
  { reader, sha256, operator, dryRun }: ImportedFile,
  targets: readonly Target[],
  context: ImportContext,
): Promise<Change[]> {
  const at = context.clock.now();
  const comparison = new Comparison(targets.map(({ id, known }) => (known ? id : undefined)));
  let stored = 0;
  if (!dryRun) await insertStatements(tx, { targets, sha256, operator, at }, context);
  for await (const batch of readLines(reader)) {
    const fresh = batch.filter(({ statement }) => targets[statement]?.known === false);
    if (!dryRun) await insertLines(tx, fresh, { targets, first: stored, at }, context);
    stored += fresh.length;
    comparison.see(batch);
  }
  const changes = await comparison.list(tx, context.schemas);
  if (dryRun) return changes;
  for (const change of changes) await raiseCase(tx, describeChange(change, targets, context), context);
  if (stored > 0)
    enqueue(tx, { kind: MATCH_JOB, dedupe: `${MATCH_JOB}:${sha256}`, tenant: HOUSE, runAt: at, payload: {} });
  return changes;
}

function describeChange(
  { statement, reference, bank, ours }: Change,
  targets: readonly Target[],
  { schemas }: Pick<ImportContext, "schemas">,
): NewCase {
  const { account = "", currency = "", day = "" } = targets[statement] ?? {};
  const digits = findDigits(currency, schemas.entity("bankStatement").minorUnits);
  const textOf = (minor: bigint | undefined) => (minor === undefined ? undefined : fromMinor(minor, digits));
  return {
    kind: "changed",
    subject: `${account} ${day} ${reference}`,
    currency,
    amount: textOf(bank),
    expected: textOf(ours),
  };
}

/** Assigns an id to each statement: that of the stored one with the same account, currency and day, or a new one. */
async function findTargets(
  db: Queries,
  statements: readonly InspectedStatement[],
  { schemas, clock }: Pick<LifecycleContext, "schemas" | "clock">,
): Promise<Target[]> {
  const entity = schemas.entity("bankStatement");
  const targets: Target[] = [];
  for (const statement of statements) {
    const [stored] = await db.query<{ id: string }>(
      `SELECT id FROM ${getTableName(entity)} WHERE m = $1 AND f_account = $2 AND f_currency = $3 AND f_day = $4`,
      [HOUSE, statement.account, statement.currency, statement.day],
    );
    targets.push({
      ...statement,
      id: stored?.id ?? createRecordNumber(entity, clock.now()),
      known: stored !== undefined,
    });
  }
  return targets;
}

async function insertStatements(
  tx: Tx,
  { targets, sha256, operator, at }: { targets: readonly Target[]; sha256: string; operator: string; at: number },
  { schemas }: Pick<LifecycleContext, "schemas">,
): Promise<void> {
  const entity = schemas.entity("bankStatement");
  const fresh = targets.filter(({ known }) => !known);
  const createdAt = new Date(at).toISOString();
  await createRecordStore(tx, TABLES).insertAll(
    entity,
    fresh.map((target) => ({
      tenant: HOUSE,
      id: target.id,
      at,
      row: { id: target.id, ...toStatementRow(target, entity.minorUnits), sha256, importedBy: operator, createdAt },
    })),
  );
  for (const { id, lines } of fresh)
    await audit(tx, {
      tenant: HOUSE,
      at,
      actor: `operator:${operator}`,
      action: "bankStatement.import",
      object: `bankStatement/${id}`,
      detail: { lines, sha256 },
    });
}

async function insertLines(
  tx: Tx,
  lines: readonly NumberedLine[],
  { targets, first, at }: { targets: readonly Target[]; first: number; at: number },
  { schemas }: Pick<LifecycleContext, "schemas">,
): Promise<void> {
  if (lines.length === 0) return;
  const entity = schemas.entity("bankStatementLine");
  const createdAt = new Date(at).toISOString();
  const rows = lines.map(({ line, ordinal, statement }, index): Row & { id: string } => {
    const { account = "", currency = "", id = "" } = targets[statement] ?? {};
    return {
      // One millisecond apart, so that at most 1,000 lines share a second: the counter in record numbers has only three
      // digits.
      id: createRecordNumber(entity, at + first + index),
      ...toTexts(line),
      statement: id,
      account,
      currency,
      amount: fromMinor(line.amount, findDigits(currency, entity.minorUnits)),
      ordinal,
      status: "new",
      createdAt,
    };
  });
  await createRecordStore(tx, TABLES).insertAll(
    entity,
    rows.map((row) => ({ tenant: HOUSE, id: row.id, status: "new", row, at })),
  );
  await insertRows(tx, {
    table: "order_event",
    columns: ["m", "order_kind", "order_id", "seq", "event", "from", "to", "by", "at"],
    rows: rows.map(({ id }) => [HOUSE, entity.name, id, 1, "listed", null, "new", "provider", createdAt]),
  });
}
