/**
 * Whether a zip may be unpacked, found out before a parser does: sizes that the directory claims may lie, so every entry is inflated as a
 * stream and its bytes are counted, never kept. The first byte beyond the claim ends it. Parsers believe different headers: what either makes of an entry is judged.
 */

/** More than any workbook that a person makes. */
const MAX_ENTRIES = 1_000;
const MAX_UNPACKED = 100 * 1024 * 1024;
const MAX_RATIO = 100;
/** Below this nothing is a bomb, however well it packs: a sheet of two thousand like rows does. */
const HARMLESS = 8 * 1024 * 1024;
const [EOCD, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const [EOCD_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];
const [STORED, DEFLATED] = [0, 8];
/** A comment behind the end record has at most this many bytes. */
const MAX_COMMENT = 65_535;

interface Entry {
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}
/** The size of an entry of the 64-bit kind stands elsewhere. */
const ELSEWHERE = 0xffffffff;

/** Whether the zip is whole and harmless. */
export async function isSafeZip(bytes: Uint8Array): Promise<boolean> {
  const entries = directoryOf(bytes);
  if (!entries) return false;
  let unpacked = 0;
  for (const entry of entries) {
    const found = contentOf(bytes, entry);
    if (!found) return false;
    const room = Math.min(MAX_UNPACKED, Math.max(HARMLESS, bytes.length * MAX_RATIO)) - unpacked;
    const most = Math.min(room, entry.unpacked);
    const size = found.deflated ? await inflatedSize(found.content, most) : found.content.length;
    if (size === undefined || size > most || (entry.unpacked !== ELSEWHERE && size !== entry.unpacked)) return false;
    unpacked += size;
  }
  return true;
}

function directoryOf(bytes: Uint8Array): Entry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let end = bytes.length - EOCD_BYTES; end >= Math.max(0, bytes.length - EOCD_BYTES - MAX_COMMENT); end--) {
    if (view.getUint32(end, true) !== EOCD) continue;
    // A second end record behind this one, which only some parsers would see.
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
    let at = start;
    while (at + ENTRY_BYTES <= start + length && entries.length <= MAX_ENTRIES) {
      if (view.getUint32(at, true) !== ENTRY) return undefined;
      entries.push({
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        unpacked: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      });
      at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return entries.length === count ? entries : undefined;
  }
  return undefined;
}

/** The packed bytes, and whether a parser would inflate them by either of the entry's two headers. */
function contentOf(
  bytes: Uint8Array,
  { method, packed, offset }: Entry,
): { content: Uint8Array; deflated: boolean } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL) return undefined;
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const methods = [method, view.getUint16(offset + 8, true)];
  if (start + packed > bytes.length || methods.some((one) => one !== STORED && one !== DEFLATED)) return undefined;
  return { content: bytes.subarray(start, start + packed), deflated: methods.includes(DEFLATED) };
}

/** Bytes of a DEFLATE stream, counted until there are more than `most`; nothing when it is broken. */
async function inflatedSize(content: Uint8Array, most: number): Promise<number | undefined> {
  const reader = new Blob([content as Uint8Array<ArrayBuffer>])
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
