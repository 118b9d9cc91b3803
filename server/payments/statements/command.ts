/**
 * `portolan statement`: proposes to import bank statements, lists them, lists and resolves cases, and proposes to release
 * held credits, to assign money in suspense and to refuse altered orders.
 */
import { getTableName } from "@portolan/engine";
import {
  createAction,
  createAttributedAction,
  createOperatorAction,
  createProposalAction,
  proposeDraft,
  type Call,
  type Draft,
  type OperatorCall,
} from "../../cli/actions.ts";
import { formatRows, Refused, UsageError, type Outcome } from "../../cli/command.ts";
import { identifyOperator, requireOperator } from "../../cli/sign-in.ts";
import { realClock } from "../../core/clock.ts";
import { Failure } from "../../core/failure.ts";
import { auditAction } from "../../operators/operators.ts";
import { accounts } from "../accounts.ts";
import { readTenantName } from "../../store/tenants.ts";
import { getText } from "../cli-texts.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { findAltered, REFUSE_ACTION } from "./altered-orders.ts";
import { ASSIGN_ACTION } from "./assign.ts";
import { listCases, solveCase, type CaseContext } from "./cases.ts";
import { RELEASE_ACTION } from "./continuity.ts";
import { readMapping } from "./csv-mapping.ts";
import { createImportProposal, describeStatement, openReader, type ReadAs } from "./import-action.ts";
import { HOUSE, StatementRefused } from "./model.ts";
import { toLineMinor } from "./proofs.ts";
import { findNamedOrder, findOutgoing } from "./references.ts";
import { openFile, packFile, recognizeFormat, unpackFile, type StatementFile } from "./statement-file.ts";
import { describeImport, planImport } from "./store.ts";

const MAX_LISTED = 100;

export const statementActions = [
  createOperatorAction(
    "statement import <file> [--format camt|csv] [--mapping <file>] [--account <number>] [--dry-run] [--why <text>]",
    importFile,
    (call) => (call.flags.has("dry-run") ? requireOperator : identifyOperator)(call),
  ),
  createAction("statement list", listStatements),
  createAction("statement cases", async (call) =>
    formatRows(
      (await listCases(call.db, createCaseContext(call))).map(({ status: _status, createdAt: _createdAt, ...row }) =>
        Object.values(row),
      ),
      getText(call.lang, "statement.noCase"),
    ),
  ),
  createProposalAction("statement release <statement> --why <text>", release),
  createAttributedAction("statement solve <case> --note <text>", solve),
  createProposalAction(
    [
      "statement assign <entry> --merchant <merchant> --why <text>",
      "statement assign <entry> --order <order> [--reason <code>] --why <text>",
      "statement assign <entry> --house --why <text>",
    ].join(" | "),
    assign,
  ),
  createProposalAction("statement refuse <case> --why <text>", async ({ db, schemas, lang }, id = "") => {
    const order = await findAltered(db, { schemas }, id);
    if (!order) throw new Refused(getText(lang, "statement.noOpenCase", { id }));
    return {
      act: REFUSE_ACTION,
      tenant: order.tenant,
      object: `${order.kind}/${order.id}`,
      shows: { case: id },
      body: { case: id },
    };
  }),
];

const createCaseContext = ({ schemas, product }: Call): CaseContext => ({
  schemas,
  vocabulary: product.createVocabulary({}),
  clock: realClock,
});

/** Proposes to import a file, for another operator to confirm, or with `--dry-run` only checks it. */
async function importFile(call: OperatorCall, path = ""): Promise<Outcome> {
  const { lang, db, schemas, flags } = call;
  const { minorUnits } = schemas.entity("bankStatement");
  try {
    const as = await readOptions(openFile(path), call);
    const file = await packFile(openFile(path));
    const plan = await planImport(db, openReader(unpackFile(file), as, minorUnits), createCaseContext(call));
    const imported = describeImport(plan);
    const lines = imported.map((statement) => describeStatement(lang, statement));
    const status = imported.some(({ changed }) => changed > 0) ? 1 : 0;
    if (flags.has("dry-run")) lines.push(getText(lang, "statement.nothingWritten"));
    else if (imported.some(({ outcome, changed }) => outcome !== "known" || changed > 0))
      lines.push(await proposeDraft(call, createImportProposal(file, as, plan, minorUnits)));
    return { status, text: lines.join("\n") };
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    throw new Refused(error.text(lang));
  }
}

/**
 * Returns how the file is read.
 *
 * @throws UsageError for an unknown format, or a CSV file without a mapping or account; StatementRefused for a file that
 * is neither, or an invalid mapping
 */
async function readOptions(file: StatementFile, { options, lang }: Call): Promise<ReadAs> {
  const recognized = await recognizeFormat(file);
  if (typeof recognized === "object") throw new StatementRefused([recognized]);
  const { format = recognized, mapping, account } = options;
  if (format === "camt") return { format };
  if (format !== "csv") throw new UsageError(getText(lang, "statement.format"));
  if (mapping === undefined) throw new UsageError(getText(lang, "statement.mapping"));
  const columns = await readMapping(mapping);
  const own = account ?? columns.account;
  if (own === undefined) throw new UsageError(getText(lang, "statement.account"));
  return { format, mapping: columns, account: own };
}

/** Lists the newest statements with the states of their entries. */
async function listStatements({ db, schemas, lang }: Call): Promise<string> {
  const [statement, line] = [schemas.entity("bankStatement"), schemas.entity("bankStatementLine")];
  const rows = await db.query(
    `SELECT data FROM ${getTableName(statement)} WHERE m = $1 ORDER BY created_at DESC, id LIMIT ${MAX_LISTED}`,
    [HOUSE],
  );
  const states = await db.query(
    `SELECT f_statement AS of, status, count(*) AS n FROM ${getTableName(line)} WHERE m = $1 GROUP BY f_statement, status ORDER BY status`,
    [HOUSE],
  );
  return formatRows(
    rows.map(({ data: { id, day, account, currency, opening, closing } }) => {
      const entries = states.flatMap(({ of, status, n }) => (of === id ? [`${n} ${status}`] : []));
      return [id, day, account, currency, opening, closing, entries.join(", ")];
    }),
    getText(lang, "statement.none"),
  );
}

async function solve(call: OperatorCall, id = ""): Promise<string> {
  const { db, lang, operator, options } = call;
  const resolution = options["note"]?.trim() ?? "";
  try {
    await db.tx(async (tx) => {
      await solveCase(tx, { id, resolution, operator }, createCaseContext(call));
      await auditAction(tx, { operator, action: "statement.solve", object: `case/${id}`, tenant: HOUSE });
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Refused(getText(lang, "statement.noOpenCase", { id }));
  }
  return getText(lang, "statement.solved", { id });
}

/** Returns the draft that releases the held credits of a statement. */
async function release({ db, schemas, lang }: Call, statement = ""): Promise<Draft> {
  const { minorUnits } = schemas.entity("bankStatement");
  const held = await db.query(
    `SELECT data FROM ${getTableName(schemas.entity("bankStatementLine"))} WHERE m = $1 AND f_statement = $2 AND status = 'held'`,
    [HOUSE, statement],
  );
  const [first] = held;
  if (!first) throw new Refused(getText(lang, "statement.noneHeld", { id: statement }));
  const currency = String(first.data["currency"]);
  const sum = held.reduce((total, { data }) => total + toLineMinor(data, minorUnits), 0n);
  return {
    act: RELEASE_ACTION,
    tenant: HOUSE,
    object: `bankStatement/${statement}`,
    shows: {
      account: `${String(first.data["account"])} ${currency}`,
      credits: `${fromMinor(sum, findDigits(currency, minorUnits))} (${held.length})`,
    },
    body: { statement },
  };
}

/** Returns the draft that assigns an entry in suspense to a merchant, an order or the house. */
async function assign({ db, schemas, lang, options, flags }: Call, line = ""): Promise<Draft> {
  const { merchant, order, reason } = options;
  const house = flags.has("house");
  const outgoing = order === undefined ? undefined : await findOutgoing(db, order, schemas);
  const tenant = house ? HOUSE : (outgoing?.m ?? merchant);
  if (tenant === undefined) throw new UsageError(getText(lang, "missing --merchant"));
  const [stored] = await db.query(
    `SELECT data FROM ${getTableName(schemas.entity("bankStatementLine"))} WHERE m = $1 AND id = $2 AND status = 'suspense'`,
    [HOUSE, line],
  );
  if (!stored) throw new Refused(getText(lang, "statement.noEntry", { id: line }));
  if (tenant !== HOUSE && (await readTenantName(db, accounts.tenants, tenant)) === undefined)
    throw new Refused(getText(lang, "statement.noMerchant", { id: tenant }));
  if (merchant !== undefined && merchant !== tenant)
    throw new Refused(getText(lang, "statement.otherMerchant", { order: order ?? line, merchant: tenant }));
  const { currency, amount, reference } = stored.data;
  const named = await findNamedOrder(db, stored.data, schemas);
  const chosen = { ...(order !== undefined && { order }), ...(reason !== undefined && { reason }) };
  return {
    act: ASSIGN_ACTION,
    tenant,
    object: `bankStatementLine/${line}`,
    shows: {
      amount: `${String(amount)} ${String(currency)}`,
      reference: String(reference),
      ...chosen,
      ...(house && { house: "true" }),
      ...(named && { names: `${named.kind} ${named.order}` }),
    },
    body: { line, ...chosen, ...(house && { house }) },
  };
}
