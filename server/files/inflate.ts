/** Verifies the declared sizes of zip entries by inflating them in chunks that are counted and discarded. */
import { createInflateRaw } from "node:zlib";
import type { FileProbe } from "./file-probe.ts";

/** An entry of the archive's central directory. `at` is the offset of its local header. */
export interface PackedEntry {
  method: number;
  flags: number;
  packed: number;
  unpacked: number;
  at: number;
}

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;
/** Chunk size in bytes, for reading and inflating. */
const PIECE = 64 * 1024;

/**
 * Returns whether an entry inflates to exactly its declared size. Stops at the first byte beyond it. False for entries
 * that cannot be inflated, such as encrypted ones.
 */
export async function hasDeclaredSize(
  { method, flags, packed, unpacked, at }: PackedEntry,
  { size, read }: FileProbe,
): Promise<boolean> {
  if (at + LOCAL_BYTES > size) return false;
  const local = await read(at, LOCAL_BYTES);
  const start = at + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  // Programs disagree on whether to trust this header or the directory, so inflate the entry if either one declares
  // compression.
  const methods = [method, local.readUInt16LE(8)];
  if (
    local.readUInt32LE(0) !== LOCAL ||
    (flags & ENCRYPTED) !== 0 ||
    start + packed > size ||
    methods.some((method) => method !== STORED && method !== DEFLATED)
  )
    return false;
  return methods.includes(DEFLATED) ? doesInflateTo(read, start, packed, unpacked) : packed === unpacked;
}

async function doesInflateTo(
  read: FileProbe["read"],
  start: number,
  packed: number,
  unpacked: number,
): Promise<boolean> {
  const inflater = createInflateRaw({ chunkSize: PIECE });
  const out = async () => {
    let found = 0;
    for await (const piece of inflater) {
      found += Buffer.from(piece).length;
      if (found > unpacked) return false;
    }
    return found === unpacked && inflater.bytesWritten === packed;
  };
  const feed = async () => {
    for (let offset = 0; offset < packed && !inflater.destroyed; offset += PIECE) {
      const piece = await read(start + offset, Math.min(PIECE, packed - offset));
      await new Promise<void>((resolve) => inflater.write(piece, () => resolve()));
    }
    inflater.end();
  };
  try {
    const [fits] = await Promise.all([out(), feed()]);
    return fits;
  } catch {
    return false;
  } finally {
    inflater.destroy();
  }
}
