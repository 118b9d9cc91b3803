import { ImportRefusal, readCsv, type Sheet } from "@portolan/engine";
import { findDigits, toMinor, type MinorUnits } from "../ledger/minor-units.ts";
import { createFault, type BankLine, type Found, type StatementReader } from "./model.ts";
import type { Column, CsvMapping } from "./csv-mapping.ts";
import type { StatementFile } from "./statement-file.ts";

const MAX_ROWS = 200_000;
const BATCH = 500;

/** A row of the file. `text` returns the trimmed text of a mapped column, or undefined if it is empty. */
interface Read {
  mapping: CsvMapping;
  digits: number;
  text(column: Column): string | undefined;
  at: number;
}

/**
 * Creates a reader for the file. The file is one statement. Its opening and closing balances are computed from the
 * column `balance` of its oldest and newest rows.
 */
export const readCsvStatement = (
  { name, read: open }: StatementFile,
  mapping: CsvMapping,
  { account, minorUnits }: { account?: string | undefined; minorUnits: MinorUnits },
): StatementReader =>
  async function* read() {
    let sheet: Sheet;
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of open()) chunks.push(chunk);
      sheet = readCsv(Buffer.concat(chunks), MAX_ROWS);
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      yield [createFault(0, name, "不是可读的 CSV 文件", "is not a readable CSV file")];
      return;
    }
    if (sheet.more) yield [createFault(0, name, `最多 ${MAX_ROWS} 行`, `may have ${MAX_ROWS} rows at most`)];
    const { missing, rows } = openRows(sheet, mapping, minorUnits);
    if (missing.length > 0) {
      yield missing;
      return;
    }
    yield* readRows(rows, mapping, { account: account ?? mapping.account ?? "" });
  };

function openRows(sheet: Sheet, mapping: CsvMapping, minorUnits: MinorUnits): { missing: Found[]; rows: Read[] } {
  const header = sheet.rows[mapping.header - 1] ?? [];
  const positions = new Map(header.map(({ text }, index) => [text.trim(), index]));
  const missing = Object.entries(mapping.columns).flatMap(([column, name]) =>
    positions.has(name)
      ? []
      : [createFault(mapping.header, name, `没有这一列（对应 ${column}）`, `there is no such column (for ${column})`)],
  );
  const digits = findDigits(mapping.currency, minorUnits);
  const rows = sheet.rows.flatMap((cells, index): Read[] => {
    if (index < mapping.header || cells.every(({ text }) => text.trim() === "")) return [];
    const text = (column: Column) => {
      const name = mapping.columns[column];
      const found = name === undefined ? undefined : cells[positions.get(name) ?? -1]?.text.trim();
      return found === "" ? undefined : found;
    };
    return [{ mapping, digits, text, at: index + 1 }];
  });
  return { missing, rows };
}

async function* readRows(
  rows: readonly Read[],
  mapping: CsvMapping,
  { account }: { account: string },
): AsyncGenerator<readonly Found[]> {
  const [top, bottom] = [rows[0], rows.at(-1)];
  if (!top || !bottom) {
    yield [createFault(0, "CSV", "没有流水", "has no entries")];
    return;
  }
  // Some banks list the newest entry first.
  const newestFirst = (readDay(top) ?? "") > (readDay(bottom) ?? "");
  const [oldest, newest] = newestFirst ? [bottom, top] : [top, bottom];
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH).flatMap(readLine);
  const [before, moved, after, day] = [
    readMinor(oldest, "balance"),
    readAmount(oldest),
    readMinor(newest, "balance"),
    readDay(newest),
  ];
  if (before === undefined || moved === undefined || after === undefined || day === undefined)
    yield [createFault(oldest.at, mapping.columns.balance, "缺少余额", "the balance is missing")];
  else
    yield [
      {
        statement: {
          at: oldest.at,
          account,
          currency: mapping.currency,
          day,
          opening: before - moved,
          closing: after,
        },
      },
    ];
}

function readLine(row: Read): Found[] {
  const { mapping, text, at } = row;
  const [day, amount, reference] = [readDay(row), readAmount(row), text("reference")];
  const wrong: Found[] = [];
  if (day === undefined)
    wrong.push(
      createFault(at, mapping.columns.day, `日期须形如 ${mapping.dates}`, `the date must read ${mapping.dates}`),
    );
  if (amount === undefined)
    wrong.push(
      createFault(
        at,
        mapping.columns.amount ?? mapping.columns.credit ?? "amount",
        `须为金额，小数点为 ${mapping.decimal}`,
        `must be an amount with ${mapping.decimal} as decimal mark`,
      ),
    );
  if (reference === undefined)
    wrong.push(createFault(at, mapping.columns.reference, "缺少银行流水号", "the bank reference is missing"));
  if (day === undefined || amount === undefined || reference === undefined) return wrong;
  const line: BankLine = {
    at,
    day,
    amount,
    reference,
    endToEndId: text("endToEndId"),
    uetr: text("uetr"),
    text: text("text"),
    party: text("party"),
    partyAccount: text("partyAccount"),
    ownAccount: text("ownAccount"),
  };
  return [{ line }];
}

/** Returns the date of a row in ISO format, or undefined if it is invalid. */
function readDay({ mapping, text }: Read): string | undefined {
  const given = text("day") ?? "";
  const at = (part: string) => given.slice(mapping.dates.indexOf(part), mapping.dates.indexOf(part) + part.length);
  const day = `${at("YYYY")}-${at("MM")}-${at("DD")}`;
  const real = given.length === mapping.dates.length && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return real && new Date(day).toISOString().startsWith(day) ? day : undefined;
}

/** Returns the amount of a row in minor units (negative for a debit), or undefined if it is invalid. */
function readAmount(row: Read): bigint | undefined {
  if (row.mapping.columns.amount !== undefined) return readMinor(row, "amount");
  const [credit, debit] = [row.text("credit"), row.text("debit")];
  if ((credit === undefined) === (debit === undefined)) return undefined;
  const minor = readMinor(row, credit === undefined ? "debit" : "credit");
  if (minor === undefined) return undefined;
  return credit === undefined && minor > 0n ? -minor : minor;
}

function readMinor({ mapping: { decimal }, text, digits }: Read, column: Column): bigint | undefined {
  const given = (text(column) ?? "").replaceAll(/[\s'+]/g, "").replaceAll(decimal === "." ? "," : ".", "");
  try {
    return toMinor(given.replace(decimal, "."), digits);
  } catch {
    return undefined;
  }
}
