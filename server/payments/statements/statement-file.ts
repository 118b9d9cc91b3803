/** A bank's file: its content, its format, and its packed form, which a proposal carries to a second operator. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createFault, type Fault } from "./model.ts";

export interface StatementFile {
  /** Name without its folder, for messages. */
  name: string;
  /** Reads the content from the start. */
  read(): AsyncIterable<Buffer>;
}

/** A file packed with gzip in Base64, and the SHA-256 of its content in hexadecimal. */
export interface PackedFile {
  name: string;
  sha256: string;
  content: string;
}

export const openFile = (path: string): StatementFile => ({ name: basename(path), read: () => createReadStream(path) });

/** Packs a file. Hash and packed content come from one pass, so that they are of the same content. */
export async function packFile({ name, read }: StatementFile): Promise<PackedFile> {
  const hash = createHash("sha256");
  const hashed = async function* () {
    for await (const chunk of read()) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const packed: Buffer[] = [];
  await pipeline(hashed, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) packed.push(chunk);
  });
  return { name, sha256: hash.digest("hex"), content: Buffer.concat(packed).toString("base64") };
}

export const unpackFile = ({ name, content }: Pick<PackedFile, "name" | "content">): StatementFile => ({
  name,
  read: () => Readable.from([Buffer.from(content, "base64")]).pipe(createGunzip()),
});

export type StatementFormat = "camt" | "csv";

/** What a file that is not text in UTF-8 is, by its first bytes. */
const OTHERS: readonly { starts: readonly number[]; zh: string; en: string }[] = [
  { starts: [0x1f, 0x8b], zh: "是 gzip 压缩文件，请先解压", en: "is a gzip file: unpack it first" },
  {
    starts: [0x50, 0x4b],
    zh: "是 zip 压缩文件或 Excel 工作簿，请先解压，或另存为 CSV",
    en: "is a zip file or an Excel workbook: unpack it, or save it as CSV",
  },
  { starts: [0xfe, 0xff], zh: "为 UTF-16 编码，须转为 UTF-8", en: "is encoded as UTF-16: convert it to UTF-8" },
  { starts: [0xff, 0xfe], zh: "为 UTF-16 编码，须转为 UTF-8", en: "is encoded as UTF-16: convert it to UTF-8" },
];

/** Returns the format by the first bytes of a file: XML is camt, other text is CSV; or why it is neither. */
export async function recognizeFormat({ name, read }: StatementFile): Promise<StatementFormat | Fault> {
  let head = Buffer.alloc(0);
  for await (const chunk of read()) {
    head = Buffer.concat([head, chunk]).subarray(0, 64);
    if (head.length === 64) break;
  }
  if (head.length === 0) return createFault(0, name, "是空文件", "is an empty file").fault;
  const other = OTHERS.find(({ starts }) => starts.every((byte, index) => head[index] === byte));
  if (other) return createFault(0, name, other.zh, other.en).fault;
  // UTF-16 without a mark has a zero byte in each letter of a tag or a column's name.
  if (head.includes(0)) return createFault(0, name, "不是 UTF-8 文本", "is not text in UTF-8: it has zero bytes").fault;
  return /^\uFEFF?\s*</.test(head.toString("utf8")) ? "camt" : "csv";
}
