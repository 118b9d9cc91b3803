/** Reads the entries of a zip: validates its directory, then inflates and counts every entry. */
import type { FileProbe } from "./file-probe.ts";
import { hasDeclaredSize, type PackedEntry } from "./inflate.ts";

/**
 * Limits of an accepted archive: entries, unpacked bytes, and compression ratio. An archive beyond them is refused as a
 * zip bomb.
 */
const MAX_ENTRIES = 1_000;
const MAX_UNPACKED = 100 * 1024 * 1024;
const MAX_RATIO = 100;
const NESTED = /\.(zip|rar|7z|gz|tgz|bz2|xz|tar|jar)$/i;
const EOCD = 0x06054b50;
const ENTRY = 0x02014b50;
const EOCD_BYTES = 22;
const ENTRY_BYTES = 46;
const LINK = 0o120000;

/**
 * Returns the names and sizes in bytes of an archive's entries; undefined when `readDirectory` rejects it, or an entry
 * does not have its declared size.
 */
export async function checkArchive(probe: FileProbe): Promise<Map<string, number> | undefined> {
  const entries = await readDirectory(probe);
  for (const entry of entries?.values() ?? []) if (!(await hasDeclaredSize(entry, probe))) return undefined;
  return entries && listSizes(entries);
}

/** Returns the names and sizes of the entries of a checked archive; undefined when `readDirectory` rejects it. */
export async function listArchive(probe: FileProbe): Promise<Map<string, number> | undefined> {
  const entries = await readDirectory(probe);
  return entries && listSizes(entries);
}

const listSizes = (entries: ReadonlyMap<string, PackedEntry>) =>
  new Map([...entries].map(([name, { unpacked }]) => [name, unpacked]));

/**
 * Returns the entries by name, as the directory declares them; undefined for a file that is not a ZIP archive up to its
 * last byte. Also undefined for an archive that is empty, exceeds a limit (`MAX_ENTRIES`, `MAX_UNPACKED`, `MAX_RATIO`),
 * contains links, nested archives or names outside the folder, or is in Zip64 format, which no upload needs.
 */
async function readDirectory({ size, tail, read }: FileProbe): Promise<Map<string, PackedEntry> | undefined> {
  const end = findEnd(tail);
  if (end === undefined) return undefined;
  const entries = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  const endAt = size - tail.length + end;
  if (entries === 0 || entries > MAX_ENTRIES || start + length !== endAt) return undefined;
  const directory = await read(start, length);
  const names = new Map<string, PackedEntry>();
  let unpacked = 0;
  let offset = 0;
  // The declared count wraps at 65,536, so count the entries themselves.
  for (; offset + ENTRY_BYTES <= directory.length;) {
    const entry = readEntry(directory, offset);
    if (!entry || names.size >= MAX_ENTRIES || !isSafe(entry)) return undefined;
    unpacked += entry.unpacked;
    if (unpacked > MAX_UNPACKED || entry.unpacked > MAX_RATIO * Math.max(1024, entry.packed)) return undefined;
    names.set(entry.name, entry);
    offset += entry.length;
  }
  return offset === directory.length && names.size === entries ? names : undefined;
}

/**
 * Returns the offset of the end of central directory record in the tail; undefined when there is none. The archive
 * comment in it must end exactly at the end of the file.
 */
function findEnd(tail: Buffer): number | undefined {
  for (let offset = tail.length - EOCD_BYTES; offset >= 0; offset--) {
    if (tail.readUInt32LE(offset) === EOCD && offset + EOCD_BYTES + tail.readUInt16LE(offset + 20) === tail.length)
      return offset;
  }
  return undefined;
}

interface Entry extends PackedEntry {
  name: string;
  mode: number;
  length: number;
}

function readEntry(directory: Buffer, offset: number): Entry | undefined {
  if (directory.readUInt32LE(offset) !== ENTRY) return undefined;
  const nameLength = directory.readUInt16LE(offset + 28);
  return {
    flags: directory.readUInt16LE(offset + 8),
    method: directory.readUInt16LE(offset + 10),
    at: directory.readUInt32LE(offset + 42),
    packed: directory.readUInt32LE(offset + 20),
    unpacked: directory.readUInt32LE(offset + 24),
    mode: directory.readUInt16LE(offset + 40),
    name: readEntryName(directory.subarray(offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameLength)),
    length: ENTRY_BYTES + nameLength + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32),
  };
}

/**
 * Decodes an entry name as UTF-8 if it is valid, else as GB18030, because Chinese versions of Windows write names in
 * GBK.
 */
function readEntryName(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

function isSafe({ name, mode }: Entry): boolean {
  const leadsOut =
    name.startsWith("/") ||
    name.includes("\\") ||
    name.includes("\0") ||
    /^[A-Za-z]:/.test(name) ||
    name.split("/").includes("..");
  return name !== "" && !leadsOut && !NESTED.test(name) && (mode & 0o170000) !== LINK;
}
