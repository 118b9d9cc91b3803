/** `portolan statement`: imports bank statements and shows what they were matched with. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { tableOf, type Row } from "../../../src/engine/index.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "../../cli/command.ts";
import { withDatabase, type Opened } from "../../cli/open.ts";
import { operatorOptions, requireOperator } from "../../cli/sign-in.ts";
import { realClock } from "../../core/clock.ts";
import { proposeAct, requireWhy } from "../../cli/proposal-tools.ts";
import { identifyOperator } from "../../cli/sign-in.ts";
import { readTenantName } from "../../store/tenants.ts";
import { ASSIGN_ACT } from "./assign.ts";
import { Failure } from "../../core/failure.ts";
import { readCamt } from "./camt.ts";
import { listCases, solveCase, type CaseContext } from "./cases.ts";
import { readCsvStatement } from "./csv.ts";
import { readMapping } from "./csv-mapping.ts";
import { HOUSE, type StatementReader } from "./model.ts";
import { importStatements, type ImportedStatement } from "./store.ts";

/** Maximum length of a list. */
const MOST = 100;
const VERBS = ["import", "list", "cases", "solve", "assign"];

/** The verb `statement`. */
export const statementCommand: Command = {
  usage:
    "statement import <file> | statement list | statement cases | statement solve <case> | statement assign <entry> --merchant <merchant> --why <text>",
  does: "imports a bank's statement (camt.053, or CSV with --mapping), lists statements and open cases, solves a case, or proposes whose money in suspense is",
  options: {
    format: { type: "string", does: "camt or csv; default: by the file's first character" },
    mapping: { type: "string", does: "JSON file that says what the columns of a CSV hold" },
    account: { type: "string", does: "the account of a CSV, when its mapping does not name it" },
    "dry-run": { type: "boolean", does: "checks and compares, and writes nothing" },
    ...operatorOptions,
    merchant: { type: "string", does: "the merchant that the money belongs to" },
    order: { type: "string", does: "its announcement, when the money is for one" },
    why: { type: "string", does: "why it is that merchant's" },
    note: { type: "string", does: "how a case was solved" },
  },
  run: (invocation) => {
    const [what = "", subject] = invocation.words;
    if (!VERBS.includes(what)) throw new UsageError(`statement ${VERBS.join(", statement ")}`);
    const run = (work: (opened: Opened, context: CaseContext) => Promise<Outcome>) =>
      withDatabase(invocation, (opened) =>
        work(opened, {
          schemas: opened.schemas,
          vocabulary: invocation.product.createVocabulary({}),
          clock: realClock,
        }),
      );
    if (what === "list") return run((opened) => listStatements(opened));
    if (what === "cases") return run(async ({ db }, context) => formatRows(await listCases(db, context), NO_CASE));
    if (subject === undefined) throw new UsageError(what === "import" ? "which file?" : `statement ${what} of what?`);
    return run(async (opened, context) => {
      if (what === "assign") return assign(opened, invocation, subject);
      const operator = await requireOperator(invocation, opened);
      return what === "solve"
        ? solve(opened, { invocation, id: subject, operator }, context)
        : importFile(opened, { invocation, file: subject, operator }, context);
    });
  },
};

const NO_CASE = "No case is open.";

async function importFile(
  { db, schemas }: Opened,
  { invocation, file, operator }: { invocation: Invocation; file: string; operator: string },
  context: CaseContext,
): Promise<Outcome> {
  const { options, lang } = invocation;
  const dryRun = options["dry-run"] === true;
  const reader = await openReader(file, invocation, schemas);
  const statements = await importStatements(
    db,
    { reader, sha256: await hashFile(file), operator, lang, dryRun },
    context,
  );
  const lines = statements.map(describeStatement);
  const stored = statements.some(({ outcome }) => outcome === "stored");
  const next = dryRun ? "Nothing was written." : stored ? "The server matches the new entries with orders." : "";
  const changed = statements.reduce((sum, one) => sum + one.changed, 0);
  return { status: changed > 0 ? 1 : 0, text: [...lines, next].filter(Boolean).join("\n") };
}

function describeStatement({ account, currency, day, lines, outcome, changed }: ImportedStatement): string {
  const entries = lines === 1 ? "1 entry" : `${lines} entries`;
  const what =
    outcome === "stored"
      ? entries
      : changed === 0
        ? "stored before, nothing added"
        : `stored before; ${changed} ${changed === 1 ? "entry differs" : "entries differ"}, see statement cases`;
  return `${day}  ${account}  ${currency}  ${what}`;
}

/** Returns the reader for the format of the file. @throws UsageError for an unknown format, or a CSV without mapping or account */
async function openReader(
  file: string,
  { options, lang }: Invocation,
  schemas: Opened["schemas"],
): Promise<StatementReader> {
  const { format = (await isXml(file)) ? "camt" : "csv", mapping, account } = options;
  const { minorUnits } = schemas.entity("bankStatement");
  if (format === "camt") return readCamt(file, minorUnits);
  if (format !== "csv") throw new UsageError("--format is camt or csv");
  if (typeof mapping !== "string") throw new UsageError("--mapping says what the columns of the CSV hold");
  const columns = await readMapping(mapping, lang);
  const own = typeof account === "string" ? account : columns.account;
  if (own === undefined) throw new UsageError("--account says whose statement the CSV is");
  return readCsvStatement(file, columns, { account: own, minorUnits });
}

async function isXml(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return /^\uFEFF?\s*</.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

/** Lists the newest statements with the states of their entries. */
async function listStatements({ db, schemas }: Opened): Promise<Outcome> {
  const [statement, line] = [schemas.entity("bankStatement"), schemas.entity("bankStatementLine")];
  const rows = await db.query<{ data: Row }>(
    `SELECT data FROM ${tableOf(statement)} WHERE m = $1 ORDER BY created_at DESC, id LIMIT ${MOST}`,
    [HOUSE],
  );
  const states = await db.query<{ of: string; status: string; n: string }>(
    `SELECT f_statement AS of, status, count(*) AS n FROM ${tableOf(line)} WHERE m = $1 GROUP BY f_statement, status ORDER BY status`,
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
  return formatRows(shown, "No statement was imported.");
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
  const { note } = invocation.options;
  if (typeof note !== "string" || note.trim() === "") throw new UsageError("--note says how it was solved");
  try {
    await db.tx((tx) => solveCase(tx, { id, resolution: note.trim(), operator }, context));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: 1, text: `no open case ${id}`, refused: true };
  }
  return { status: 0, text: `${id} is solved` };
}

/** Proposes to assign a credit in suspense to a merchant; another operator confirms it. */
async function assign(opened: Opened, invocation: Invocation, line: string): Promise<Outcome> {
  const { merchant, order } = invocation.options;
  if (typeof merchant !== "string") throw new UsageError("--merchant says whose it is");
  const why = requireWhy(invocation);
  const [stored] = await opened.db.query<{ data: Row }>(
    `SELECT data FROM ${tableOf(opened.schemas.entity("bankStatementLine"))} WHERE m = $1 AND id = $2 AND status = 'suspense'`,
    [HOUSE, line],
  );
  if (!stored) return { status: 1, text: `no entry ${line} in suspense`, refused: true };
  if ((await readTenantName(opened.db, merchant)) === undefined)
    return { status: 1, text: `no merchant ${merchant}`, refused: true };
  const { currency, amount, reference } = stored.data;
  return proposeAct(invocation, opened, await identifyOperator(invocation, opened), {
    act: ASSIGN_ACT,
    tenant: merchant,
    object: `bankStatementLine/${line}`,
    shows: { amount: `${String(amount)} ${String(currency)}`, reference: String(reference) },
    body: { line, ...(typeof order === "string" && { order }) },
    why,
  });
}
