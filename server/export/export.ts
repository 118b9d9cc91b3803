/**
 * Exports a list as a file. Rows are written to a temporary file first, which is sent with its length: a failure
 * part-way yields an error message instead of a truncated file, and the file name contains the actual number of rows.
 * Memory use is constant: one batch of rows and one chunk of the file.
 */
import { createWriteStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  listAboutLines,
  writeCsv,
  type Entity,
  exportTable,
  ExportTooLarge,
  buildFileNames,
  Labeller,
  type Lang,
  MAX_SHEET_ROWS,
  type Query,
  type ReadRecords,
  type Row,
  type Translate,
  writeXlsx,
} from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { nodeZip } from "./deflate.ts";

export type ExportFormat = "xlsx" | "csv";

/** The rows to export, and the language and format of the file. */
export interface ExportRequest {
  entity: Entity;
  /** Query that selected the rows, described in the file. */
  query: Query;
  /** Column names in order. Default: the list's columns. */
  columns?: readonly string[] | undefined;
  lang: Lang;
  format: ExportFormat;
  /** Rows in order, already masked as the export requires. They are read no faster than they are written. */
  batches: AsyncIterable<readonly Row[]>;
  /** Expected number of rows, if known. An XLSX file that cannot hold them is refused before anything is written. */
  total?: number;
  /** Current time, in milliseconds since the epoch. */
  now: number;
  /** Translates keys of `src/engine/locales/<lang>/engine.json` to the reader's language. */
  t: Translate;
  /**
   * Reads the records that rows reference, so that labels replace their keys. If omitted, the file contains the keys.
   */
  read?: ReadRecords;
  /** Whether the rows are only those that the user selected. */
  selected?: boolean | undefined;
  /** CSV only: appends a tab to long numbers so that Excel keeps their digits. */
  forExcel?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Folder of the temporary file. Default: the system's. */
  dir?: string;
}
export interface ExportedFile {
  stream: Readable;
  headers: Record<string, string>;
  rows: number;
}

const TYPES: Record<ExportFormat, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

/** Writes the file. Deletes it on failure. @throws Failure `exportTooLarge` when the format cannot hold the rows */
export async function exportFile(request: ExportRequest): Promise<ExportedFile> {
  const { entity, query, lang, format, now } = request;
  if (format === "xlsx" && (request.total ?? 0) >= MAX_SHEET_ROWS) throw new Failure("exportTooLarge");
  const count = { rows: 0 };
  const folder = await mkdtemp(join(request.dir ?? tmpdir(), "portolan-export-"));
  const path = join(folder, "file");
  try {
    await pipeline(Readable.from(writeChunks(request, count)), createWriteStream(path, { mode: 0o600, flags: "wx" }), {
      signal: request.signal,
    });
    const file = await open(path, "r");
    const { size } = await file.stat();
    const stream = file.createReadStream();
    const removeFolder = () => rm(folder, { recursive: true, force: true });
    // Unlink the open file where the platform allows it, so that nothing remains if the process dies while sending.
    await removeFolder().catch(() => {});
    stream.once("close", () => void removeFolder().catch(() => {}));
    const { name, plain } = buildFileNames(entity, query, count.rows, { lang, format, now });
    return {
      stream,
      headers: {
        "content-type": TYPES[format],
        "content-length": String(size),
        "content-disposition": formatDisposition(name, plain),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
      rows: count.rows,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error instanceof ExportTooLarge ? new Failure("exportTooLarge") : error;
  }
}

async function* writeChunks(request: ExportRequest, count: { rows: number }): AsyncGenerator<Uint8Array> {
  const { entity, query, lang, now, t, selected, read } = request;
  const labeller = read && new Labeller(entity.fields, lang, read);
  // Labels of rows are cached per page, so those of the filters need a separate cache.
  const inFilters = read && new Labeller(entity.fields, lang, read);
  await inFilters?.learnFilters(query);
  const table = exportTable(
    entity,
    request.columns,
    lang,
    labeller && ((field, value) => labeller.label(field, value)),
  );
  const batches = prepareBatches(request.batches, count, labeller);
  if (request.format === "csv") yield* writeCsv(table, batches, { forExcel: request.forExcel });
  else
    yield* writeXlsx(table, batches, {
      tools: nodeZip,
      now,
      about: (rows) =>
        listAboutLines(entity, query, rows, {
          lang,
          t,
          label: (field, value) => inFilters?.label(field, value),
          now,
          selected,
        }),
    });
}

async function* prepareBatches(
  batches: AsyncIterable<readonly Row[]>,
  count: { rows: number },
  labeller: Labeller | undefined,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) {
    count.rows += rows.length;
    await labeller?.learn(rows);
    yield rows;
  }
}

/** Formats a `Content-Disposition` header (RFC 6266, RFC 5987): the name in UTF-8, with an ASCII fallback. */
export function formatDisposition(name: string, plain: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encoded}`;
}
