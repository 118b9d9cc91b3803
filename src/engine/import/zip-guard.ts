/**
 * Checks a ZIP before it is parsed. The sizes in the central directory may be wrong, so every entry is inflated as a
 * stream to count its bytes, stopping above its declared size. Since parsers trust different headers, an entry is
 * inflated if either of its headers declares DEFLATE.
 */

/** Limits far above any real workbook: entries, inflated bytes, and compression ratio. */
const MAX_ENTRIES = 1_000;
const MAX_UNPACKED = 100 * 1024 * 1024;
const MAX_RATIO = 100;
/**
 * Total inflated size in bytes up to which any compression ratio is accepted, because a legitimate sheet of equal rows
 * also compresses very well.
 */
const HARMLESS = 8 * 1024 * 1024;
const [EOCD, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const [EOCD_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];
const [STORED, DEFLATED] = [0, 8];
/** Maximum length of the archive comment in bytes. */
const MAX_COMMENT = 65_535;

interface Entry {
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}
/** Marks a size that is stored in the ZIP64 extra field instead. */
const ELSEWHERE = 0xffffffff;

/** Returns whether the ZIP is complete and within all limits. */
export async function isSafeArchive(bytes: Uint8Array): Promise<boolean> {
  const entries = readDirectory(bytes);
  if (!entries) return false;
  let unpacked = 0;
  for (const entry of entries) {
    const found = readContent(bytes, entry);
    if (!found) return false;
    const room = Math.min(MAX_UNPACKED, Math.max(HARMLESS, bytes.length * MAX_RATIO)) - unpacked;
    const most = Math.min(room, entry.unpacked);
    const size = found.deflated ? await measureInflated(found.content, most) : found.content.length;
    if (size === undefined || size > most || (entry.unpacked !== ELSEWHERE && size !== entry.unpacked)) return false;
    unpacked += size;
  }
  return true;
}

function readDirectory(bytes: Uint8Array): Entry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let end = bytes.length - EOCD_BYTES; end >= Math.max(0, bytes.length - EOCD_BYTES - MAX_COMMENT); end--) {
    if (view.getUint32(end, true) !== EOCD) continue;
    // Reject a second end of central directory record, which only some parsers would find.
    for (let later = end + 1; later + 4 <= bytes.length; later++)
      if (view.getUint32(later, true) === EOCD) return undefined;
    const [count, length, start] = [
      view.getUint16(end + 10, true),
      view.getUint32(end + 12, true),
      view.getUint32(end + 16, true),
    ];
    if (count === 0 || count !== view.getUint16(end + 8, true) || count > MAX_ENTRIES || start + length > end)
      return undefined;
    const entries: Entry[] = [];
    let index = start;
    while (index + ENTRY_BYTES <= start + length && entries.length <= MAX_ENTRIES) {
      if (view.getUint32(index, true) !== ENTRY) return undefined;
      entries.push({
        method: view.getUint16(index + 10, true),
        packed: view.getUint32(index + 20, true),
        unpacked: view.getUint32(index + 24, true),
        offset: view.getUint32(index + 42, true),
      });
      index +=
        ENTRY_BYTES +
        view.getUint16(index + 28, true) +
        view.getUint16(index + 30, true) +
        view.getUint16(index + 32, true);
    }
    return entries.length === count ? entries : undefined;
  }
  return undefined;
}

/** Returns the compressed bytes, and whether either header declares DEFLATE. Undefined when the entry is invalid. */
function readContent(
  bytes: Uint8Array,
  { method, packed, offset }: Entry,
): { content: Uint8Array; deflated: boolean } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL) return undefined;
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const methods = [method, view.getUint16(offset + 8, true)];
  if (start + packed > bytes.length || methods.some((method) => method !== STORED && method !== DEFLATED))
    return undefined;
  return { content: bytes.subarray(start, start + packed), deflated: methods.includes(DEFLATED) };
}

/** Returns the number of inflated bytes, stopping above `most`. Undefined when the stream is corrupt. */
async function measureInflated(content: Uint8Array, most: number): Promise<number | undefined> {
  const reader = new Blob([new Uint8Array(content)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return size;
      size += value.length;
      if (size > most) return size;
    }
  } catch {
    return undefined;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
