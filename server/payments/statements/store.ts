/** Plans the import of a file, and stores its statements, all or none. */
import { getTableName, type Row } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { load } from "../../lifecycle/store.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries, Tx } from "../../store/database.ts";
import { createRecordStore } from "../../store/records.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { insertRows } from "../../store/insert-rows.ts";
import { raiseCase, type NewCase } from "./cases.ts";
import { createFault, HOUSE, StatementRefused, type BankLine, type StatementReader } from "./model.ts";
import {
  identify,
  readLines,
  inspectFile,
  toStatementRow,
  toTexts,
  type NumberedLine,
  type InspectedStatement,
} from "./inspect-file.ts";
import { Comparison, type Change } from "./comparison.ts";
import { findGap, releaseContinuous, type Gap } from "./continuity.ts";
import { enqueueMatching } from "./matching-job.ts";
import { findUnknownAccounts } from "./own-accounts.ts";

/** No reference lists, because only tables are written here. */
const TABLES = { data: new Map<string, readonly Row[]>() };

/** A file to import, and the operators who proposed and confirmed it. */
export interface ImportedFile {
  reader: StatementReader;
  sha256: string;
  proposedBy: string;
  confirmedBy: string;
}

export interface ImportedStatement {
  account: string;
  currency: string;
  day: string;
  lines: number;
  /** `stored`, or `known` when a statement of the day was already stored. */
  outcome: "stored" | "known";
  /** Number of lines that differ from the stored ones, which the file corrects. Each of them opens a case. */
  changed: number;
  /** Set when the statement does not continue its neighbours, in which case its credits are held. */
  gap?: Gap | undefined;
}

/** A statement of the file with its id: that of the stored statement if it is `known`, else a new one. */
export interface Target extends InspectedStatement {
  id: string;
  known: boolean;
  gap?: Gap | undefined;
}

/** What an import would do: its statements, and the differences from those that are already stored. */
export interface ImportPlan {
  targets: readonly Target[];
  changes: readonly Change[];
}

export type ImportContext = Pick<LifecycleContext, "schemas" | "vocabulary" | "clock">;

/**
 * Reads a file and compares it with the stored statements without writing anything.
 *
 * @throws StatementRefused with the faults of the file, or for an account that is not confirmed
 */
export async function planImport(db: Queries, reader: StatementReader, context: ImportContext): Promise<ImportPlan> {
  const { schemas, clock } = context;
  const { statements, faults } = await inspectFile(reader, context);
  if (faults.length > 0) throw new StatementRefused(faults);
  const unknown = await findUnknownAccounts(db, statements);
  if (unknown.length > 0) throw new StatementRefused(unknown);
  const entity = schemas.entity("bankStatement");
  const targets: Target[] = [];
  for (const statement of statements) {
    const [stored] = await db.query(
      `SELECT id FROM ${getTableName(entity)} WHERE m = $1 AND f_account = $2 AND f_currency = $3 AND f_day = $4`,
      [HOUSE, statement.account, statement.currency, statement.day],
    );
    const id = stored?.id ?? createRecordNumber(entity, clock.now());
    targets.push({ ...statement, id, known: stored !== undefined });
  }
  const unbalanced = statements.flatMap(({ unbalanced: wrong }) => wrong ?? []);
  if (unbalanced.length > 0) throw new StatementRefused(unbalanced);
  const changes = await listChanges(db, reader, targets, schemas);
  for (const [index, target] of targets.entries())
    if (!target.known || changes.some(({ statement }) => statement === index))
      target.gap = await findGap(db, target, schemas, statements);
  return { targets, changes };
}

async function listChanges(
  db: Queries,
  reader: StatementReader,
  targets: readonly Target[],
  schemas: Pick<Schemas, "entity">,
): Promise<Change[]> {
  if (!targets.some(({ known }) => known)) return [];
  const comparison = new Comparison(targets.map(({ id, known }) => (known ? id : undefined)));
  for await (const batch of readLines(reader)) comparison.see(batch);
  return comparison.list(db, schemas);
}

/**
 * Imports a file. A second file of a day corrects the stored statement: what is no longer in it gets a counter-entry,
 * what is new becomes a line, and each difference opens a case. Credits of a statement that does not continue its
 * neighbours are held, and open a case.
 *
 * @throws StatementRefused with the faults
 */
export async function importStatements(
  tx: Tx,
  file: ImportedFile,
  context: ImportContext,
): Promise<ImportedStatement[]> {
  const plan = await planImport(tx, file.reader, context);
  await storeFile(tx, file, plan, context).catch((error: unknown) => {
    if (!(error instanceof Failure && error.failure === "duplicate")) throw error;
    const twice = createFault(
      0,
      "AcctSvcrRef",
      "有流水已在另一份对账单里",
      "an entry of the file is in another stored statement already",
    );
    throw new StatementRefused([twice.fault]);
  });
  return describeImport(plan);
}

/** Returns the outcome of each statement of a plan. */
export const describeImport = ({ targets, changes }: ImportPlan): ImportedStatement[] =>
  targets.map(({ account, currency, day, lines, known, gap }, index) => ({
    account,
    currency,
    day,
    lines,
    outcome: known ? "known" : "stored",
    changed: changes.filter(({ statement }) => statement === index).length,
    gap,
  }));

/** Writes statements, lines, cases and, if there are new lines, the matching job. */
async function storeFile(
  tx: Tx,
  file: ImportedFile,
  { targets, changes }: ImportPlan,
  context: ImportContext,
): Promise<void> {
  const at = context.clock.now();
  let stored = 0;
  await insertStatements(tx, file, { targets, at }, context);
  for await (const batch of readLines(file.reader)) {
    const fresh = batch.filter(({ statement }) => targets[statement]?.known === false);
    await insertLines(tx, fresh, { targets, first: stored, at }, context);
    stored += fresh.length;
  }
  stored += await insertCorrections(tx, { changes, targets, first: stored, at }, context);
  for (const change of changes) await raiseCase(tx, describeChange(change, targets, context), context);
  for (const [index, target] of targets.entries())
    if (target.known && changes.some(({ statement }) => statement === index))
      await replaceBalances(tx, file, { target, at }, context);
  for (const target of targets) {
    if (target.gap) await raiseCase(tx, describeGap(target, target.gap, context), context);
    await releaseContinuous(tx, target, file.confirmedBy, context);
  }
  if (stored > 0) enqueueMatching(tx, `${file.sha256}:${at}`, at);
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

function describeGap(
  { id, currency }: Target,
  { found, expected }: Gap,
  { schemas }: Pick<ImportContext, "schemas">,
): NewCase {
  const digits = findDigits(currency, schemas.entity("bankStatement").minorUnits);
  const amount = fromMinor(found, digits);
  return { kind: "opening", subject: `${id} ${amount}`, currency, amount, expected: fromMinor(expected, digits) };
}

async function insertStatements(
  tx: Tx,
  { sha256, proposedBy }: ImportedFile,
  { targets, at }: { targets: readonly Target[]; at: number },
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
      row: { id: target.id, ...toStatementRow(target, entity.minorUnits), sha256, importedBy: proposedBy, createdAt },
    })),
  );
}

/** Replaces the balances of a statement with those of the file that corrects it. */
async function replaceBalances(
  tx: Tx,
  { sha256, proposedBy }: ImportedFile,
  { target, at }: { target: Target; at: number },
  { schemas }: Pick<LifecycleContext, "schemas">,
): Promise<void> {
  const entity = schemas.entity("bankStatement");
  const before = await load(tx, entity, HOUSE, target.id);
  if (!before) throw new Error(`no statement ${target.id}`);
  const data = { ...before.data, ...toStatementRow(target, entity.minorUnits), sha256, importedBy: proposedBy };
  await createRecordStore(tx, TABLES).update(entity, HOUSE, before, { data, at });
}

/**
 * Inserts the lines that bring stored statements to what the file contains: a counter-entry for each stored line that is
 * not in it, and each line that was not stored. Returns their number.
 */
async function insertCorrections(
  tx: Tx,
  { changes, targets, first, at }: Pick<ImportPlan, "changes" | "targets"> & { first: number; at: number },
  context: Pick<LifecycleContext, "schemas">,
): Promise<number> {
  const { minorUnits } = context.schemas.entity("bankStatementLine");
  const lines: NumberedLine[] = [];
  const add = async (statement: number, line: BankLine, corrects?: string) => {
    const { account = "", currency = "" } = targets[statement] ?? {};
    const amount = fromMinor(line.amount, findDigits(currency, minorUnits));
    const taken = await readLastOrdinal(tx, { ...line, account, currency, amount }, context);
    const alike = lines.filter((other) => other.statement === statement && identify(other.line) === identify(line));
    lines.push({ statement, line, ordinal: taken + alike.length + 1, corrects });
  };
  for (const { statement, line, stored, ours } of changes) {
    if (stored && ours !== undefined)
      await add(statement, { ...toBankLine(stored), amount: -ours, undoes: "reversal" }, String(stored["id"]));
    if (line) await add(statement, line);
  }
  await insertLines(tx, lines, { targets, first, at }, context);
  return lines.length;
}

/** Returns the texts of a stored line as those of an entry. */
function toBankLine(stored: Row): Omit<BankLine, "amount"> {
  const read = (name: string) => (typeof stored[name] === "string" ? stored[name] : undefined);
  const [day = "", reference = ""] = [read("day"), read("reference")];
  const { text, party, partyAccount, ownAccount } = {
    text: read("text"),
    party: read("party"),
    partyAccount: read("partyAccount"),
    ownAccount: read("ownAccount"),
  };
  return { at: 0, day, reference, text, party, partyAccount, ownAccount };
}

/** Returns the highest ordinal among the stored lines that are equal otherwise; 0 if there is none. */
async function readLastOrdinal(
  db: Queries,
  {
    account,
    currency,
    reference,
    day,
    amount,
  }: Record<"account" | "currency" | "reference" | "day" | "amount", string>,
  { schemas }: Pick<LifecycleContext, "schemas">,
): Promise<number> {
  const [row] = await db.query(
    `SELECT coalesce(max(f_ordinal), 0) AS last FROM ${getTableName(schemas.entity("bankStatementLine"))}
      WHERE m = $1 AND f_account = $2 AND f_currency = $3 AND f_reference = $4 AND f_day = $5 AND f_amount = $6`,
    [HOUSE, account, currency, reference, day, amount],
  );
  return Number(row?.last);
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
  const rows = lines.map(({ line, ordinal, statement, corrects }, index): Row & { id: string } => {
    const { account = "", currency = "", id = "", gap } = targets[statement] ?? {};
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
      ...(corrects !== undefined && { corrects }),
      status: gap && corrects === undefined && line.amount > 0n ? "held" : "new",
      createdAt,
    };
  });
  await createRecordStore(tx, TABLES).insertAll(
    entity,
    rows.map((row) => ({ tenant: HOUSE, id: row.id, status: String(row["status"]), row, at })),
  );
  await insertRows(tx, {
    table: "order_event",
    columns: ["m", "order_kind", "order_id", "seq", "event", "from", "to", "by", "at"],
    rows: rows.map(({ id, status }) => [
      HOUSE,
      entity.name,
      id,
      1,
      status === "held" ? "hold" : "listed",
      null,
      status,
      "provider",
      createdAt,
    ]),
  });
}
