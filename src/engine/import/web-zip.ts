/** Compression for the ZIP writer with the platform's own APIs, in browsers and Node. */
import type { ZipTools } from "../export/zip.ts";

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** CRC-32 by table, and raw DEFLATE by the platform's `CompressionStream`. */
export const webZip: ZipTools = {
  crc32(data, before) {
    let crc = ~before;
    for (const byte of data) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    return ~crc >>> 0;
  },
  async *deflate(source) {
    const packer = new CompressionStream("deflate-raw");
    const fed = feed(source, packer.writable.getWriter());
    fed.catch(() => undefined);
    const reader = packer.readable.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    await fed;
  },
};

async function feed(
  source: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<BufferSource>,
): Promise<void> {
  try {
    for await (const chunk of source) await writer.write(new Uint8Array(chunk));
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}
