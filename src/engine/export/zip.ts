/**
 * Streaming ZIP writer. The size and checksum of each entry follow its data, so that only the current chunk is held in
 * memory.
 */
import { ExportTooLarge } from "./table.ts";

/** Compression functions supplied by the caller. The server passes those of node:zlib. */
export interface ZipTools {
  /** Returns the CRC-32 of `data` appended to data whose CRC-32 is `before`. */
  crc32(data: Uint8Array, before: number): number;
  /** Compresses to raw DEFLATE. Must propagate errors from its source. */
  deflate(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}
/** A file in the archive. `content` is read only once. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

/** General-purpose flags: data descriptor after the data (bit 3), UTF-8 names (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** Maximum size and offset without ZIP64, which older readers do not support. */
const MAX_SIZE = 0xffff_ffff;

interface Written {
  name: Uint8Array;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Encodes fields of 2 or 4 bytes in little-endian order. Each part is `[value, bytes]`. */
function packFields(...parts: [value: number, bytes: 2 | 4][]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, size] of parts) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** Converts epoch milliseconds to MS-DOS time and date. Times before 1980 become 1980-01-01. */
function toDosTime(ms: number): [number, number] {
  const at = new Date(Math.max(ms, Date.UTC(1980, 0, 1)));
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}

/**
 * Yields the archive in chunks. `modified` is in milliseconds since the epoch.
 * @example
 * const archive = writeZip([], zip, Date.now());
 * @throws ExportTooLarge beyond 4 GiB
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  tools: ZipTools,
  modified: number,
): AsyncGenerator<Uint8Array> {
  const [time, date] = toDosTime(modified);
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    const record: Written = { name, crc: 0, packed: 0, size: 0, offset };
    const head = packFields(
      [0x04034b50, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATE, 2],
      [time, 2],
      [date, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    );
    yield head;
    yield name;
    for await (const chunk of tools.deflate(measureContent(entry.content, record, tools))) {
      record.packed += chunk.length;
      yield chunk;
    }
    if (record.size > MAX_SIZE || record.packed > MAX_SIZE) throw new ExportTooLarge("file");
    const tail = packFields([0x08074b50, 4], [record.crc, 4], [record.packed, 4], [record.size, 4]);
    yield tail;
    offset += head.length + name.length + record.packed + tail.length;
    if (offset > MAX_SIZE) throw new ExportTooLarge("file");
    written.push(record);
  }
  yield* writeDirectory(written, [time, date], offset);
}

/** Yields the central directory, which starts at `offset`, and the end of central directory record. */
function* writeDirectory(
  written: readonly Written[],
  [time, date]: readonly [time: number, date: number],
  offset: number,
): Generator<Uint8Array> {
  let directory = 0;
  for (const { name, crc, packed, size, offset: at } of written) {
    const head = packFields(
      [0x02014b50, 4],
      [VERSION, 2],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATE, 2],
      [time, 2],
      [date, 2],
      [crc, 4],
      [packed, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    );
    yield head;
    yield name;
    directory += head.length + name.length;
  }
  yield packFields(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [written.length, 2],
    [written.length, 2],
    [directory, 4],
    [offset, 4],
    [0, 2],
  );
}

async function* measureContent(
  content: AsyncIterable<Uint8Array>,
  record: Written,
  tools: ZipTools,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    record.size += chunk.length;
    record.crc = tools.crc32(chunk, record.crc);
    yield chunk;
  }
}
