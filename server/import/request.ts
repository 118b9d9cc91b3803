/** Parses the request of the call `import`. */
import type { Entity, Lang, Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { createFieldError } from "../core/field-error.ts";
import { isRow } from "../core/row.ts";
import { canonicalize, sha256 } from "../core/canonical.ts";

/** One row of a file, as sent by the client. */
export interface SentRow {
  /** Row number as displayed by the spreadsheet program. */
  line: number;
  /** Values of the fields that a file may contain, and the computed figures that the user confirmed. */
  record: Row;
  /**
   * References by the texts that identify them: field, then part of the label (empty for the cell of the field itself),
   * then text.
   */
  find: Record<string, Record<string, string>>;
}
/**
 * Without `rows`, the call returns the file's status. With `check`, it validates the rows; otherwise it imports them.
 * The browser parses the file and sends only its rows, so that the server need not parse spreadsheets.
 */
export interface ImportRequest {
  /** SHA-256 of the file in hexadecimal. */
  fileHash: string;
  /** Number of times that the user has chosen to import this file, including this import. */
  run: number;
  check: boolean;
  rows?: SentRow[];
}

/** Last row number in Excel. */
const MAX_LINE = 1_048_576;
const MAX_RUN = 1_000;
const isWhole = (value: unknown, most: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= most;

export const describeWrong = (
  at: "fileHash" | "run" | "rows",
  key: "fileHash" | "run" | "rows" | "row" | "twice",
  lang: Lang,
  params: Record<string, string> = {},
): Failure => new Failure("invalid", {}, [createFieldError(`/${at}`, key, lang, { params })]);

/** Parses the request. @throws Failure `invalid` with the first error */
export function readRequest(entity: Entity, body: Row, lang: Lang): ImportRequest {
  const { fileHash, run = 1, check = false, rows } = body;
  if (typeof fileHash !== "string" || !/^[0-9a-f]{64}$/.test(fileHash))
    throw describeWrong("fileHash", "fileHash", lang);
  if (!isWhole(run, MAX_RUN)) throw describeWrong("run", "run", lang);
  if (rows === undefined) return { fileHash, run, check: false };
  const limit = entity.list.import?.maxRows ?? 0;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > limit)
    throw describeWrong("rows", "rows", lang, { limit: limit.toLocaleString("en") });
  const lines = new Set<number>();
  const sent = rows.map((row: unknown) => {
    const item = readRow(entity, row, lang);
    if (lines.has(item.line)) throw describeWrong("rows", "twice", lang);
    lines.add(item.line);
    return item;
  });
  return { fileHash, run, check: check === true, rows: sent };
}

const isFind = (value: unknown): value is SentRow["find"] =>
  isRow(value) &&
  Object.values(value).every((parts) => isRow(parts) && Object.values(parts).every((text) => typeof text === "string"));

function readRow(entity: Entity, row: unknown, lang: Lang): SentRow {
  const { line, record, find = {} } = isRow(row) ? row : {};
  const brought = new Set(entity.list.import?.fields);
  const figures = new Set(entity.fields.filter((field) => field.compute).map((field) => field.name));
  const fits =
    isWhole(line, MAX_LINE) &&
    isRow(record) &&
    isFind(find) &&
    Object.keys(record).every((name) => brought.has(name) || figures.has(name)) &&
    Object.keys(find).every((name) => brought.has(name));
  if (!fits) throw describeWrong("rows", "row", lang);
  return { line, record, find };
}

/**
 * Returns a digest of a row without its computed figures. Equal rows have equal digests. A box that is not ticked
 * counts as absent.
 */
export function computeDigest(entity: Entity, record: Row): string {
  return sha256(
    canonicalize(
      Object.fromEntries(
        (entity.list.import?.fields ?? []).map((name) => [name, record[name] === false ? undefined : record[name]]),
      ),
    ),
  );
}
