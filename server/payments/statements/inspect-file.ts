/** Reads a file once without storing anything: its statements, their sums, and its first faults. */
import type { Lang, Row } from "../../../src/engine/index.ts";
import type { Schemas } from "../../schemas/read.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { createFault, type BankLine, type BankStatement, type Fault, type StatementReader } from "./model.ts";

/** Maximum number of faults listed, because a file in another format can have one in every line. */
const MAX_FAULTS = 20;

/** A valid placeholder: the survey checks the content of statements without knowing the file's hash. */
const ANY_HASH = "0".repeat(64);

/** A statement of a file, with the number and the sum of its lines. */
export interface InspectedStatement extends BankStatement {
  lines: number;
  sum: bigint;
  /** Fault in the sum of its lines. Ignored for a statement that is already stored. */
  unbalanced?: Fault | undefined;
}

/** A line with the index of its statement in the file, and its ordinal among otherwise equal lines. */
export interface NumberedLine {
  statement: number;
  line: BankLine;
  ordinal: number;
}

/** Returns the statements of a file with their sums, and the first 20 faults. */
export async function inspectFile(
  reader: StatementReader,
  schemas: Pick<Schemas, "entity">,
): Promise<{ statements: InspectedStatement[]; faults: Fault[] }> {
  const line = schemas.entity("bankStatementLine");
  const statements: InspectedStatement[] = [];
  const faults: Fault[] = [];
  let [lines, sum] = [0, 0n];
  for await (const batch of reader()) {
    for (const found of batch) {
      if ("fault" in found) faults.push(found.fault);
      else if ("line" in found) {
        lines += 1;
        sum += found.line.amount;
        faults.push(...checkRow(schemas, "bankStatementLine", found.line.at, toCheckedRow(found.line)));
      } else {
        const item = { ...found.statement, lines, sum };
        statements.push({ ...item, unbalanced: findImbalance(item, line.minorUnits) });
        faults.push(
          ...checkRow(schemas, "bankStatement", item.at, {
            ...toStatementRow(item, line.minorUnits),
            sha256: ANY_HASH,
          }),
        );
        [lines, sum] = [0, 0n];
      }
    }
    if (faults.length > MAX_FAULTS) break;
  }
  if (faults.length === 0 && statements.length === 0)
    faults.push(createFault(0, "Stmt", "文件里没有对账单", "the file has no statement").fault);
  return { statements, faults: faults.slice(0, MAX_FAULTS) };
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
