/** Parses a file into sheets. Runs in a worker, because parsing would block the page. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { readCsv } from "./read-csv.ts";
import { HEAD_ROWS, ImportRefusal, type Sheet, type SheetFile } from "./sheet.ts";
import { readWorkbook } from "./workbook.ts";
import { isSafeArchive } from "./zip-guard.ts";

const hasSignature = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/**
 * Detects the format from the bytes, regardless of the file name. Returns undefined for PDF, PNG, JPEG, RAR, HTML and
 * XML.
 */
function findFormat(bytes: Uint8Array): "xlsx" | "xls" | "text" | undefined {
  if (hasSignature(bytes, 0x50, 0x4b, 0x03, 0x04)) return "xlsx";
  if (hasSignature(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return "xls";
  if (
    hasSignature(bytes, 0x25, 0x50, 0x44, 0x46) ||
    hasSignature(bytes, 0x89, 0x50) ||
    hasSignature(bytes, 0xff, 0xd8) ||
    hasSignature(bytes, 0x52, 0x61, 0x72)
  )
    return undefined;
  // Reject HTML and XML saved with a workbook extension, because their cells have no reliable meaning.
  return /^\s*(?:\ufeff)?<(?:!doctype|html|\?xml|table)/i.test(new TextDecoder("latin1").decode(bytes.subarray(0, 200)))
    ? undefined
    : "text";
}

/**
 * Parses a file. `maxRows` is the maximum number of records.
 * @throws ImportRefusal when the file is empty, unsafe, encrypted or broken, or its format or encoding is
 * unsupported
 */
export async function readFile(bytes: Uint8Array, maxRows: number): Promise<SheetFile> {
  if (bytes.length === 0) throw new ImportRefusal("empty");
  const format = findFormat(bytes);
  if (!format) throw new ImportRefusal("format");
  if (format === "xlsx" && !(await isSafeArchive(bytes))) throw new ImportRefusal("unsafe");
  const max = maxRows + HEAD_ROWS + 1;
  const sheets = (format === "text" ? [readCsv(bytes, max)] : readWorkbook(bytes, max)).filter(hasText);
  if (sheets.length === 0) throw new ImportRefusal("empty");
  return { hash: bytesToHex(sha256(bytes)), sheets };
}

const hasText = (sheet: Sheet): boolean => sheet.rows.some((row) => row.some((cell) => cell.text.trim() !== ""));
