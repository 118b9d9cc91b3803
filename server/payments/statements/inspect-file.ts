/** Reads a file once without storing anything: its statements, their sums, and its first faults. */
import type { Lang, Row } from "@portolan/engine";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { Schemas } from "@portolan/engine/folder";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { createFault, type BankLine, type BankStatement, type Fault, type StatementReader } from "./model.ts";

/** Maximum number of faults listed, because a file in another format can have one in every line. */
const MAX_FAULTS = 20;

/** A valid placeholder: the survey checks the content of statements without knowing the file's hash. */
const ANY_HASH = "0".repeat(64);

/** Maximum number of credits of a statement that are shown before its confirmation, the largest ones. */
export const MAX_SHOWN = 10;

/** Number and sum of lines. */
export interface Total {
  count: number;
  sum: bigint;
}

/** A statement of a file, with the number and the sum of its lines. */
export interface InspectedStatement extends BankStatement {
  lines: number;
  sum: bigint;
  credits: Total;
  debits: Total;
  /** The largest credits, at most `MAX_SHOWN`. */
  largest: BankLine[];
  /** Fault in the sum of its lines. Ignored for a statement that is already stored. */
  unbalanced?: Fault | undefined;
}

/** A line with the index of its statement in the file, and its ordinal among otherwise equal lines. */
export interface NumberedLine {
  statement: number;
  line: BankLine;
  ordinal: number;
  /** Id of the stored line that this one takes out, in a correction. */
  corrects?: string | undefined;
}

/** Returns the statements of a file with their sums, and the first 20 faults. */
export async function inspectFile(
  reader: StatementReader,
  { schemas, clock }: Pick<LifecycleContext, "schemas" | "clock">,
): Promise<{ statements: InspectedStatement[]; faults: Fault[] }> {
  const line = schemas.entity("bankStatementLine");
  const statements: InspectedStatement[] = [];
  const faults: Fault[] = [];
  const lastDay = findLastDay(clock.now());
  let totals = createTotals();
  for await (const batch of reader()) {
    for (const found of batch) {
      if ("fault" in found) faults.push(found.fault);
      else if ("line" in found) {
        addLine(totals, found.line);
        faults.push(...checkRow(schemas, "bankStatementLine", found.line.at, toCheckedRow(found.line)));
        faults.push(...checkDay(found.line, line.label("day", "en"), lastDay));
      } else {
        const item = { ...found.statement, ...totals };
        statements.push({ ...item, unbalanced: findImbalance(item, line.minorUnits) });
        faults.push(...checkDay(item, schemas.entity("bankStatement").label("day", "en"), lastDay));
        faults.push(
          ...checkRow(schemas, "bankStatement", item.at, {
            ...toStatementRow(item, line.minorUnits),
            sha256: ANY_HASH,
          }),
        );
        totals = createTotals();
      }
    }
    if (faults.length > MAX_FAULTS) break;
  }
  if (faults.length === 0 && statements.length === 0)
    faults.push(createFault(0, "Stmt", "文件里没有对账单", "the file has no statement").fault);
  return { statements, faults: faults.slice(0, MAX_FAULTS) };
}

const createTotals = (): Pick<InspectedStatement, "lines" | "sum" | "credits" | "debits" | "largest"> => ({
  lines: 0,
  sum: 0n,
  credits: { count: 0, sum: 0n },
  debits: { count: 0, sum: 0n },
  largest: [],
});

function addLine(totals: ReturnType<typeof createTotals>, line: BankLine): void {
  totals.lines += 1;
  totals.sum += line.amount;
  const side = line.amount < 0n ? totals.debits : totals.credits;
  side.count += 1;
  side.sum += line.amount;
  if (line.amount > 0n)
    totals.largest = [...totals.largest, line].toSorted((a, b) => (a.amount < b.amount ? 1 : -1)).slice(0, MAX_SHOWN);
}

/** Time in milliseconds by which the latest time zone, UTC+14, is ahead. */
const LATEST_ZONE_MS = 14 * 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the day that has begun somewhere, because a bank's day may begin before ours. */
const findLastDay = (at: number): string => new Date(at + LATEST_ZONE_MS).toISOString().slice(0, 10);

function checkDay({ at, day }: Pick<BankLine, "at" | "day">, field: string, lastDay: string): Fault[] {
  if (!DAY.test(day) || day <= lastDay) return [];
  return [createFault(at, field, `${day} 还没有到`, `${day} is in the future`).fault];
}

/** Reads the lines of a file that `inspectFile` accepted, in batches. */
export async function* readLines(reader: StatementReader): AsyncGenerator<readonly NumberedLine[]> {
  let statement = 0;
  let seen = new Map<string, number>();
  for await (const batch of reader()) {
    const numbered: NumberedLine[] = [];
    for (const found of batch) {
      if ("line" in found) {
        const { line } = found;
        const key = identify(line);
        const ordinal = (seen.get(key) ?? 0) + 1;
        seen.set(key, ordinal);
        numbered.push({ statement, line, ordinal });
      } else if ("statement" in found) {
        statement += 1;
        seen = new Map();
      }
    }
    if (numbered.length > 0) yield numbered;
  }
}

/**
 * Returns a key of a line's day, amount and reference. Lines of a statement with the same key are distinguished by
 * their ordinal.
 */
export const identify = ({ reference, day, amount }: Pick<BankLine, "reference" | "day" | "amount">): string =>
  `${day}|${amount}|${reference}`;

/** Returns the stored form of a statement, without the import's own fields. */
export const toStatementRow = (
  { account, currency, day, opening, closing, lines }: InspectedStatement,
  minorUnits: Readonly<Record<string, number>>,
): Row => {
  const digits = findDigits(currency, minorUnits);
  return {
    account,
    currency,
    day,
    opening: fromMinor(opening, digits),
    closing: fromMinor(closing, digits),
    lines,
  };
};

/** Returns the text fields that the bank provided for a line. */
export const toTexts = ({ at: _at, amount: _amount, ...texts }: BankLine): Row =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));

/** Returns a row to validate. Account, currency and amount are validated elsewhere, so they have valid placeholders. */
const toCheckedRow = (line: BankLine): Row => ({
  ...toTexts(line),
  statement: "-",
  account: "0000",
  currency: "USD",
  amount: "1.00",
  ordinal: 1,
});

function checkRow(
  schemas: Pick<Schemas, "entity">,
  name: "bankStatement" | "bankStatementLine",
  at: number,
  row: Row,
): Fault[] {
  const entity = schemas.entity(name);
  const check = (lang: Lang) => entity.check(row, { lang, side: "server" }).errors;
  const errors = check("en");
  const inChinese = errors.length > 0 ? check("zh") : [];
  return errors.map(({ at: pointer, message }, index) => {
    const field = entity.label(pointer.slice(1), "en");
    return createFault(at, field, inChinese[index]?.message ?? message, message).fault;
  });
}

function findImbalance(
  { at, currency, opening, closing, sum }: InspectedStatement,
  minorUnits: Readonly<Record<string, number>>,
): Fault | undefined {
  if (opening + sum === closing) return undefined;
  const digits = findDigits(currency, minorUnits);
  const [due, given] = [fromMinor(opening + sum, digits), fromMinor(closing, digits)];
  return createFault(
    at,
    "CLBD",
    `期末余额是 ${given}，按期初余额和流水应为 ${due}`,
    `the closing balance is ${given}; opening balance and entries make ${due}`,
  ).fault;
}
