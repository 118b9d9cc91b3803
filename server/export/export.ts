/**
 * A list as a file. The rows are written to a temporary file first and sent with their length: a failure half-way is an error in the reader's language and never
 * a short file, and the name tells the rows that are really in it. Memory stays flat: one batch of rows and one chunk of the file.
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
  type Word,
  writeXlsx,
} from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { nodeZip } from "./deflate.ts";

/** Formats of a list as a file. */
export type ExportFormat = "xlsx" | "csv";

/** What is exported, and for whom. */
export interface ExportRequest {
  entity: Entity;
  /** What chose the rows; named in the file. */
  query: Query;
  /** Names of the columns in their order; without any the list's own. */
  columns?: readonly string[] | undefined;
  lang: Lang;
  format: ExportFormat;
  /** Rows in their order, masked for `export` already. Read no faster than they are written. */
  batches: AsyncIterable<readonly Row[]>;
  /** Expected number of rows, if known. An XLSX that could not hold them is refused before anything is written. */
  total?: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** Words of `locales/<lang>/engine.json` in the reader's language. */
  word: Word;
  /** Reads the records whose labels replace their keys in the file; without it the file has the keys. */
  read?: ReadRecords;
  /** The rows are a selection. */
  selected?: boolean | undefined;
  /** CSV only: guards long digits for Excel with a tab behind them. */
  forExcel?: boolean | undefined;
  /** Aborts the export when the client disconnects. */
  signal?: AbortSignal | undefined;
  /** Folder for the temporary file. Default: the system's. */
  dir?: string;
}
/** A finished file, ready to send. */
export interface ExportedFile {
  stream: Readable;
  headers: Record<string, string>;
  rows: number;
}

const TYPES: Record<ExportFormat, string> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

/** Makes the file. Throws `Failure("exportTooLarge")` where the format ends; nothing is left behind then. */
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
    const gone = () => rm(folder, { recursive: true, force: true });
    // Unlink the open file where the platform allows it: nothing remains even if the process dies while sending.
    await gone().catch(() => {});
    stream.once("close", () => void gone().catch(() => {}));
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
  const { entity, query, lang, now, word, selected, read } = request;
  const labeller = read && new Labeller(entity.fields, lang, read);
  // Labels are cached per page of rows; the few that filters need are kept apart.
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
          word,
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

/** RFC 6266 with RFC 5987: the name in UTF-8, and in ASCII for who cannot read that. */
export function formatDisposition(name: string, plain: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encoded}`;
}
