/** Imports a bank's file with the approval of two operators. The proposal carries the file itself. */
import { getTableName, type Lang, type Row } from "@portolan/engine";
import { readText } from "../../core/body.ts";
import { canonicalize, sha256 } from "../../core/canonical.ts";
import { isRow } from "../../core/row.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { NewProposal, OperatorAction } from "../../operators/proposals.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { getText } from "../cli-texts.ts";
import { findDigits, fromMinor, type MinorUnits } from "../ledger/minor-units.ts";
import { readCamt } from "./camt.ts";
import { isMapping, type CsvMapping } from "./csv-mapping.ts";
import { MAX_SHOWN, type Total } from "./inspect-file.ts";
import { HOUSE, type StatementReader } from "./model.ts";
import { readCsvStatement } from "./read-bank-csv.ts";
import { unpackFile, type PackedFile, type StatementFile } from "./statement-file.ts";
import { importStatements, type ImportedStatement, type ImportPlan, type Target } from "./store.ts";

export const IMPORT_ACTION = "statement.import";

/** How a file is read: as camt.053, or as CSV with a mapping of its columns and the account that it is of. */
export type ReadAs = { format: "camt" } | { format: "csv"; mapping: CsvMapping; account: string };

export function openReader(file: StatementFile, as: ReadAs, minorUnits: MinorUnits): StatementReader {
  if (as.format === "camt") return readCamt(file, minorUnits);
  return readCsvStatement(file, as.mapping, { account: as.account, minorUnits });
}

/** Returns the proposal to import a file, without its reason. */
export function createImportProposal(
  file: PackedFile,
  as: ReadAs,
  plan: ImportPlan,
  minorUnits: MinorUnits,
): Omit<NewProposal, "why"> {
  return {
    act: IMPORT_ACTION,
    tenant: HOUSE,
    object: `file/${file.sha256.slice(0, 16)}`,
    shows: { file: cleanText(file.name), sha256: file.sha256, ...summarize(plan, minorUnits) },
    body: {
      ...file,
      as,
      statements: plan.targets.map(({ account, currency, day }) => ({ account, currency, day })),
    },
  };
}

/** Removes control characters, with which a bank's text could rewrite the lines of a terminal. */
const cleanText = (text: string): string => text.replaceAll(/\p{C}+/gu, " ");

/**
 * Returns what is shown before the confirmation: balances and totals of each statement, differences, and the largest
 * credits of each currency.
 */
function summarize({ targets, changes }: ImportPlan, minorUnits: MinorUnits): Record<string, string> {
  const shows: Record<string, string> = {};
  const format = (minor: bigint | undefined, { currency }: Pick<Target, "currency">) =>
    minor === undefined ? "-" : fromMinor(minor, findDigits(currency, minorUnits));
  const formatTotal = ({ count, sum }: Total, target: Target) => `${format(sum, target)} (${count})`;
  for (const [index, target] of targets.entries()) {
    const { account, currency, day, opening, closing, credits, debits, gap } = target;
    const [name, before, after] = [index + 1, format(opening, target), format(closing, target)];
    shows[`statement ${name}`] = `${day}  ${account}  ${currency}  ${before} -> ${after}`;
    shows[`credits ${name}`] = formatTotal(credits, target);
    shows[`debits ${name}`] = formatTotal(debits, target);
    if (gap) shows[`held ${name}`] = `${format(gap.found, target)} <> ${format(gap.expected, target)}`;
  }
  for (const [index, { statement, reference, ours, bank }] of changes.slice(0, MAX_SHOWN).entries()) {
    const target = targets[statement];
    if (target)
      shows[`changed ${index + 1}`] = `${cleanText(reference)}  ${format(ours, target)} -> ${format(bank, target)}`;
  }
  for (const currency of new Set(targets.map((target) => target.currency))) {
    const largest = targets
      .flatMap((target) => (target.currency === currency ? target.largest : []))
      .toSorted((a, b) => (a.amount < b.amount ? 1 : -1));
    for (const [index, { amount, party, reference }] of largest.slice(0, MAX_SHOWN).entries())
      shows[`credit ${currency} ${index + 1}`] =
        `${format(amount, { currency })}  ${cleanText(party ?? "--")}  ${cleanText(reference)}`;
  }
  return shows;
}

/** Returns the operation that imports the file of a proposal. A statement stored meanwhile makes the proposal stale. */
export function createImportAction(context: LifecycleContext): OperatorAction {
  const { schemas } = context;
  return {
    readVersion: async (db, _tenant, body) => {
      const keys = Array.isArray(body["statements"]) ? body["statements"].filter(isRow) : [];
      const around: unknown[] = [];
      for (const key of keys) around.push(await readAround(db, key, schemas));
      return sha256(canonicalize(around));
    },
    async run(tx, { body, proposedBy, confirmedBy }) {
      const file = unpackFile({ name: readText(body, "name"), content: readText(body, "content") });
      const reader = openReader(file, readFormat(body["as"]), schemas.entity("bankStatement").minorUnits);
      const about = { reader, sha256: readText(body, "sha256"), proposedBy, confirmedBy };
      const imported = await importStatements(tx, about, context);
      return imported.map((statement) => describeStatement("en", statement)).join("; ");
    },
  };
}

/** Returns the stored statements of an account on and next to a day, and the state of the account. */
async function readAround(db: Queries, key: Row, schemas: Pick<Schemas, "entity">): Promise<unknown> {
  const table = getTableName(schemas.entity("bankStatement"));
  const params = [HOUSE, readText(key, "account"), readText(key, "currency"), readText(key, "day")];
  const read = (comparison: string, order: "ASC" | "DESC") =>
    db.query(
      `SELECT id, version FROM ${table} WHERE m = $1 AND f_account = $2 AND f_currency = $3 AND f_day ${comparison} $4 ORDER BY f_day ${order} LIMIT 1`,
      params,
    );
  const own = await db.query(
    "SELECT state, opening FROM own_account WHERE m = $1 AND account = $2 AND currency = $3",
    params.slice(0, 3),
  );
  const rows = [await read("<", "DESC"), await read("=", "ASC"), await read(">", "ASC")];
  return { own, near: rows.flat().map(({ id, version }) => `${id}#${version}`) };
}

function readFormat(as: unknown): ReadAs {
  if (!isRow(as)) throw new Error("the proposal has no format");
  const { format, mapping } = as;
  if (format === "camt") return { format };
  if (!isMapping(mapping)) throw new Error("the proposal has no mapping");
  return { format: "csv", mapping, account: readText(as, "account") };
}

/** Describes an imported statement in one line. */
export function describeStatement(lang: Lang, imported: ImportedStatement): string {
  const { account, currency, day, lines, outcome, changed, gap } = imported;
  const what =
    outcome === "stored"
      ? getText(lang, "statement.entries", { count: lines })
      : getText(lang, changed === 0 ? "statement.before" : "statement.differ", { count: changed });
  return `${day}  ${account}  ${currency}  ${what}${gap ? getText(lang, "statement.held") : ""}`;
}
