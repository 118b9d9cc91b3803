/**
 * `portolan statement`: proposes to import bank statements, lists them, lists and resolves cases, and proposes to release
 * held credits, to assign money in suspense and to refuse altered orders.
 */
import { getTableName, type Row } from "../../../src/engine/index.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "../../cli/command.ts";
import { withDatabase, type Opened } from "../../cli/with-database.ts";
import { operatorOptions, requireOperator } from "../../cli/sign-in.ts";
import { realClock } from "../../core/clock.ts";
import { proposeAction, requireReason } from "../../cli/proposal-tools.ts";
import { identifyOperator } from "../../cli/sign-in.ts";
import { auditAction } from "../../operators/operators.ts";
import { readTenantName } from "../../store/tenants.ts";
import { ASSIGN_ACTION } from "./assign.ts";
import { Failure } from "../../core/failure.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { findAltered, REFUSE_ACTION } from "./altered-orders.ts";
import { listCases, solveCase, type CaseContext } from "./cases.ts";
import { RELEASE_ACTION } from "./continuity.ts";
import { readMapping } from "./csv-mapping.ts";
import { createImportProposal, openReader, type ReadAs } from "./import-action.ts";
import { HOUSE, StatementRefused } from "./model.ts";
import { toLineMinor } from "./proofs.ts";
import { findNamedOrder, findOutgoing } from "./references.ts";
import { openFile, packFile, recognizeFormat, unpackFile, type StatementFile } from "./statement-file.ts";
import { describeImport, planImport } from "./store.ts";
import { STATEMENT_TEXTS, type StatementTexts } from "./texts.ts";

const MAX_LISTED = 100;
const VERBS = ["import", "list", "cases", "release", "solve", "assign", "refuse"];

export const statementCommand: Command = {
  usage:
    "statement import <file> | statement list | statement cases | statement release <statement> --why <text> | statement solve <case> | statement assign <entry> --merchant <merchant> --why <text> | statement assign <entry> --order <order> --why <text> | statement assign <entry> --house --why <text> | statement refuse <case> --why <text>",
  description: {
    en: "proposes to import a bank's statement (camt.053, or CSV with --mapping) of an own account, lists statements and open cases, solves a case, or proposes to release held credits, to refuse an altered order, or what money in suspense is: a merchant's deposit, an order's money, or the house's own",
    zh: "提出导入自有账户的银行对账单（camt.053，或配合 --mapping 的 CSV）、列出对账单和待处理差异、处理差异，或提出放行暂不入账的款项、不再提交被改动的订单、待认领款项的归属：商户来账、某笔订单的款项或平台损益",
  },
  options: {
    format: {
      type: "string",
      description: {
        en: "camt or csv; default: by the file's first character",
        zh: "camt 或 csv，默认按文件首字符判断",
      },
    },
    mapping: {
      type: "string",
      description: { en: "JSON file that says what the columns of a CSV hold", zh: "说明 CSV 各列含义的 JSON 文件" },
    },
    account: {
      type: "string",
      description: {
        en: "the account of a CSV, when its mapping does not name it",
        zh: "CSV 的账号，映射文件中没有时必填",
      },
    },
    "dry-run": {
      type: "boolean",
      description: { en: "checks and compares, and writes nothing", zh: "只检查和比对，不写入" },
    },
    ...operatorOptions,
    merchant: { type: "string", description: { en: "the merchant that the money belongs to", zh: "款项所属的商户" } },
    order: {
      type: "string",
      description: {
        en: "the outgoing order that the entry belongs to, or the merchant's announcement of the deposit",
        zh: "流水对应的付款订单号，或商户来账的申报单号",
      },
    },
    reason: {
      type: "string",
      description: { en: "why the bank returned an order, such as AC04", zh: "银行退回付款的原因，如 AC04" },
    },
    house: {
      type: "boolean",
      description: {
        en: "the money is the house's own: a bank's charge or interest",
        zh: "款项属于平台自身：银行收费或利息",
      },
    },
    why: {
      type: "string",
      description: { en: "the reason, for the colleague and the audit chain", zh: "原因，供同事和审计记录查看" },
    },
    note: { type: "string", description: { en: "how a case was solved", zh: "差异的处理说明" } },
  },
  run: (invocation) => {
    const [what = "", subject] = invocation.args;
    const texts = STATEMENT_TEXTS[invocation.lang];
    if (!VERBS.includes(what)) throw new UsageError(`statement ${VERBS.join(", statement ")}`);
    const run = (work: (opened: Opened, context: CaseContext) => Promise<Outcome>) =>
      withDatabase(invocation, (opened) =>
        work(opened, {
          schemas: opened.schemas,
          vocabulary: invocation.product.createVocabulary({}),
          clock: realClock,
        }),
      );
    if (what === "list") return run((opened) => listStatements(opened, texts));
    if (what === "cases") return run(async ({ db }, context) => formatRows(await listCases(db, context), texts.noCase));
    if (subject === undefined) throw new UsageError(what === "import" ? texts.whichFile : texts.whichSubject(what));
    return run(async (opened, context) => {
      if (what === "import") return importFile(invocation, opened, subject, context);
      if (what === "assign") return assign(opened, invocation, subject);
      if (what === "release") return release(opened, invocation, subject);
      if (what === "refuse") return refuse(opened, invocation, subject);
      const operator = await requireOperator(invocation, opened);
      return solve(opened, { invocation, id: subject, operator }, context);
    });
  },
};

/** Proposes to import a file, for another operator to confirm, or with `--dry-run` only checks it. */
async function importFile(
  invocation: Invocation,
  opened: Opened,
  path: string,
  context: CaseContext,
): Promise<Outcome> {
  const { options, lang } = invocation;
  const texts = STATEMENT_TEXTS[lang];
  const dryRun = options["dry-run"] === true;
  const operator = await (dryRun ? requireOperator : identifyOperator)(invocation, opened);
  const { minorUnits } = opened.schemas.entity("bankStatement");
  try {
    const as = await readOptions(openFile(path), invocation);
    const file = await packFile(openFile(path));
    const plan = await planImport(opened.db, openReader(unpackFile(file), as, minorUnits), context);
    const imported = describeImport(plan);
    const lines = imported.flatMap((statement) => texts.statement(statement)).join("\n");
    const status = imported.some(({ changed }) => changed > 0) ? 1 : 0;
    if (dryRun) return { status, text: `${lines}\n${texts.nothingWritten}` };
    if (imported.every(({ outcome, changed }) => outcome === "known" && changed === 0)) return { status, text: lines };
    const { why } = options;
    const proposal = { ...createImportProposal(file, as, plan, minorUnits), why: typeof why === "string" ? why : "" };
    const { text } = await proposeAction(invocation, opened, operator, proposal);
    return { status, text: `${lines}\n${text}` };
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    return { status: 1, text: error.text(lang), refused: true };
  }
}

/**
 * Returns how the file is read.
 *
 * @throws UsageError for an unknown format, or a CSV file without a mapping or account; StatementRefused for a file that
 * is neither, or an invalid mapping
 */
async function readOptions(file: StatementFile, { options, lang }: Invocation): Promise<ReadAs> {
  const texts = STATEMENT_TEXTS[lang];
  const recognized = await recognizeFormat(file);
  if (typeof recognized === "object") throw new StatementRefused([recognized]);
  const { format = recognized, mapping, account } = options;
  if (format === "camt") return { format };
  if (format !== "csv") throw new UsageError(texts.format);
  if (typeof mapping !== "string") throw new UsageError(texts.mapping);
  const columns = await readMapping(mapping);
  const own = typeof account === "string" ? account : columns.account;
  if (own === undefined) throw new UsageError(texts.account);
  return { format, mapping: columns, account: own };
}

/** Lists the newest statements with the states of their entries. */
async function listStatements({ db, schemas }: Opened, texts: StatementTexts): Promise<Outcome> {
  const [statement, line] = [schemas.entity("bankStatement"), schemas.entity("bankStatementLine")];
  const rows = await db.query<{ data: Row }>(
    `SELECT data FROM ${getTableName(statement)} WHERE m = $1 ORDER BY created_at DESC, id LIMIT ${MAX_LISTED}`,
    [HOUSE],
  );
  const states = await db.query<{ of: string; status: string; n: string }>(
    `SELECT f_statement AS of, status, count(*) AS n FROM ${getTableName(line)} WHERE m = $1 GROUP BY f_statement, status ORDER BY status`,
    [HOUSE],
  );
  const shown = rows.map(({ data: { id, day, account, currency, opening, closing } }) => ({
    id,
    day,
    account,
    currency,
    opening,
    closing,
    entries: states.flatMap(({ of, status, n }) => (of === id ? [`${n} ${status}`] : [])).join(", "),
  }));
  return formatRows(shown, texts.noStatement);
}

const formatRows = (rows: readonly Row[], none: string): Outcome => ({
  status: 0,
  text:
    rows.length === 0
      ? none
      : rows
          .map(({ status: _status, createdAt: _createdAt, ...row }) =>
            Object.values(row)
              .map((value) => String(value))
              .join("  "),
          )
          .join("\n"),
});

async function solve(
  { db }: Opened,
  { invocation, id, operator }: { invocation: Invocation; id: string; operator: string },
  context: CaseContext,
): Promise<Outcome> {
  const texts = STATEMENT_TEXTS[invocation.lang];
  const { note } = invocation.options;
  if (typeof note !== "string" || note.trim() === "") throw new UsageError(texts.note);
  try {
    await db.tx(async (tx) => {
      await solveCase(tx, { id, resolution: note.trim(), operator }, context);
      await auditAction(tx, { operator, action: "statement.solve", object: `case/${id}`, tenant: HOUSE });
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: 1, text: texts.noOpenCase(id), refused: true };
  }
  return { status: 0, text: texts.solved(id) };
}

/** Proposes to release the held credits of a statement, for another operator to confirm. */
async function release(opened: Opened, invocation: Invocation, statement: string): Promise<Outcome> {
  const why = requireReason(invocation);
  const operator = await identifyOperator(invocation, opened);
  const { minorUnits } = opened.schemas.entity("bankStatement");
  const held = await opened.db.query<{ data: Row }>(
    `SELECT data FROM ${getTableName(opened.schemas.entity("bankStatementLine"))} WHERE m = $1 AND f_statement = $2 AND status = 'held'`,
    [HOUSE, statement],
  );
  const [first] = held;
  if (!first) return { status: 1, text: STATEMENT_TEXTS[invocation.lang].noneHeld(statement), refused: true };
  const currency = String(first.data["currency"]);
  const sum = held.reduce((total, { data }) => total + toLineMinor(data, minorUnits), 0n);
  return proposeAction(invocation, opened, operator, {
    act: RELEASE_ACTION,
    tenant: HOUSE,
    object: `bankStatement/${statement}`,
    shows: {
      account: `${String(first.data["account"])} ${currency}`,
      credits: `${fromMinor(sum, findDigits(currency, minorUnits))} (${held.length})`,
    },
    body: { statement },
    why,
  });
}

/** Proposes to assign an entry in suspense to a merchant, an order or the house, for another operator to confirm. */
async function assign(opened: Opened, invocation: Invocation, line: string): Promise<Outcome> {
  const texts = STATEMENT_TEXTS[invocation.lang];
  const { db, schemas } = opened;
  const { merchant, order, reason, house } = invocation.options;
  const outgoing = typeof order === "string" ? await findOutgoing(db, order, schemas) : undefined;
  const tenant = house === true ? HOUSE : (outgoing?.m ?? merchant);
  if (typeof tenant !== "string") throw new UsageError(texts.owner);
  const why = requireReason(invocation);
  const refuse = (text: string): Outcome => ({ status: 1, text, refused: true });
  const [stored] = await db.query<{ data: Row }>(
    `SELECT data FROM ${getTableName(schemas.entity("bankStatementLine"))} WHERE m = $1 AND id = $2 AND status = 'suspense'`,
    [HOUSE, line],
  );
  if (!stored) return refuse(texts.noEntry(line));
  if (tenant !== HOUSE && (await readTenantName(db, tenant)) === undefined) return refuse(texts.noMerchant(tenant));
  if (merchant !== undefined && merchant !== tenant) return refuse(texts.otherMerchant(String(order ?? line), tenant));
  const { currency, amount, reference } = stored.data;
  const named = await findNamedOrder(db, stored.data, schemas);
  const given = { order, reason, house };
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return proposeAction(invocation, opened, await identifyOperator(invocation, opened), {
    act: ASSIGN_ACTION,
    tenant,
    object: `bankStatementLine/${line}`,
    shows: {
      amount: `${String(amount)} ${String(currency)}`,
      reference: String(reference),
      ...Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name, String(value)])),
      ...(named && { names: `${named.kind} ${named.order}` }),
    },
    body: { line, ...chosen },
    why,
  });
}

/** Proposes to refuse an altered order, for another operator to confirm. */
async function refuse(opened: Opened, invocation: Invocation, id: string): Promise<Outcome> {
  const why = requireReason(invocation);
  const order = await findAltered(opened.db, opened, id);
  if (!order) return { status: 1, text: STATEMENT_TEXTS[invocation.lang].noOpenCase(id), refused: true };
  return proposeAction(invocation, opened, await identifyOperator(invocation, opened), {
    act: REFUSE_ACTION,
    tenant: order.tenant,
    object: `${order.kind}/${order.id}`,
    shows: { case: id },
    body: { case: id },
    why,
  });
}
