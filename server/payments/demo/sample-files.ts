/** Sample images of the demo merchants' documents. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import type { FileStore } from "../../files/file-store.ts";
import { insertRows } from "../../store/insert-rows.ts";
import type { Queries } from "../../store/database.ts";
import { DEMO_MERCHANTS } from "./merchants.ts";
import type { HistoryBuilder } from "./history-builder.ts";

/** Fields of an application that hold a document. */
export const DOCUMENT_FIELDS = ["licence", "idFront", "idBack"];
export const buildDocumentId = (tenant: string, field: string) => `demo-${tenant}-${field}`;
/** Values of `userStatus` of merchants that have applied for certification. */
const APPLIED: ReadonlySet<number> = new Set([1, 0, -1]);
/** Suffix of the file id of a contract that documents a trade. */
const CONTRACT = "contract";

/** Inserts the merchant's contract, uploaded for a purpose (`x-file.purpose`), and returns its file id. */
export async function seedContract(
  { tx, merchant }: HistoryBuilder,
  purpose: string,
  userId: string | undefined,
  at: number,
): Promise<string> {
  const id = buildDocumentId(merchant.id, CONTRACT);
  await insertFiles(tx, [{ tenant: merchant.id, id, userId, name: "购销合同", purpose, at }]);
  return id;
}

interface FileEntry {
  tenant: string;
  id: string;
  userId: string | undefined;
  name: string;
  purpose: string;
  at: number;
}
/** Inserts the rows of sample files, whose images `storeSampleFiles` stores. */
export async function insertFiles(tx: Queries, files: readonly FileEntry[]): Promise<void> {
  const picture = createPng();
  const sha256 = createHash("sha256").update(picture).digest("hex");
  await insertRows(tx, {
    table: "file",
    columns: ["m", "id", "user_id", "name", "mime", "size", "sha256", "purpose", "created_at"],
    rows: files.map(({ tenant, id, userId, name, purpose, at }) => [
      tenant,
      id,
      userId,
      `${name}.png`,
      "image/png",
      picture.length,
      sha256,
      purpose,
      new Date(at).toISOString(),
    ]),
  });
}

/** Stores the images, but keeps existing ones. */
export async function storeSampleFiles(files: FileStore): Promise<void> {
  const picture = createPng();
  for (const { id: tenant, userStatus } of DEMO_MERCHANTS) {
    if (!APPLIED.has(userStatus)) continue;
    for (const field of [...DOCUMENT_FIELDS, CONTRACT]) {
      const key = { tenant, id: buildDocumentId(tenant, field) };
      if (!(await files.head(key))) await files.put(key, Readable.from([picture]), picture.length);
    }
  }
}

const [WIDTH, HEIGHT] = [480, 300];
/** Bars that represent lines of text: left, top, width, height. */
const LINES = [
  [40, 40, 150, 18],
  [40, 90, 240, 10],
  [40, 120, 210, 10],
  [40, 150, 240, 10],
  [40, 180, 160, 10],
  [40, 240, 400, 10],
  [330, 60, 110, 140],
] as const;

function createPng(): Buffer {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT, 0xf5);
  for (let y = 0; y < HEIGHT; y++) {
    rows[y * (WIDTH + 1)] = 0;
    for (const [left, top, width, height] of LINES)
      if (y >= top && y < top + height) rows.fill(0x8a, y * (WIDTH + 1) + 1 + left, y * (WIDTH + 1) + 1 + left + width);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head[8] = 8; // bits a pixel; the rest stays 0: grey, no interlace
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    writePngChunk("IHDR", head),
    writePngChunk("IDAT", deflateSync(rows)),
    writePngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function writePngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
