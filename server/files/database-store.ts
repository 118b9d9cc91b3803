/**
 * Stores files in the database in chunks of 256 KiB, so that every node can read them and one backup contains
 * everything.
 */
import type { RowsOf } from "../store/sql-types.ts";
import { Readable } from "node:stream";
import type { Database, Queries } from "../store/database.ts";
import type { FileKey, FileStore } from "./file-store.ts";

/** Statements that create the table of file chunks. */
export const fileTables = [
  `CREATE TABLE IF NOT EXISTS file_part (
    m text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, n integer NOT NULL, bytes bytea NOT NULL, at timestamptz NOT NULL,
    PRIMARY KEY (m, id, n))`,
] as const;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<typeof fileTables> {}
}

const PART_BYTES = 256 * 1024;
/** Number of files in one batch of a listing. */
const BATCH = 500;

export const createDatabaseStore = (db: Database): FileStore => ({
  about: "db:",
  isLocal: false,
  async put({ tenant, id }, content) {
    const parts = await readParts(content);
    const at = new Date().toISOString();
    await db.tx(async (tx) => {
      for (const [n, bytes] of parts.entries())
        await tx.query(
          "INSERT INTO file_part (m, id, n, bytes, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (m, id, n) DO NOTHING",
          [tenant, id, n, bytes, at],
        );
    });
  },
  get: (key) => Readable.from(streamParts(db, key), { objectMode: false }),
  async head({ tenant, id }) {
    const [row] = await db.query("SELECT sum(length(bytes)) AS size FROM file_part WHERE m = $1 AND id = $2", [
      tenant,
      id,
    ]);
    return row && row.size !== null ? { size: Number(row.size) } : undefined;
  },
  async delete({ tenant, id }) {
    await db.query("DELETE FROM file_part WHERE m = $1 AND id = $2", [tenant, id]);
  },
  async *list(before) {
    const sql = "SELECT m AS tenant, id FROM file_part WHERE n = 0 AND at < $1";
    const limit = `ORDER BY m, id LIMIT ${BATCH}`;
    const at = new Date(before).toISOString();
    yield* db.stream<FileKey>(
      (after) =>
        after
          ? {
              sql: `${sql} AND (m > $2 OR (m = $2 AND id > $3)) ${limit}`,
              params: [at, after.tenant, after.id],
            }
          : { sql: `${sql} ${limit}`, params: [at] },
      BATCH,
    );
  },
});

/** Reads a stream into chunks of `PART_BYTES`, of which the last may be shorter. An empty file has one empty chunk. */
async function readParts(content: Readable): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  const whole = Buffer.concat(chunks);
  return Array.from({ length: Math.max(1, Math.ceil(whole.length / PART_BYTES)) }, (_, n) =>
    whole.subarray(n * PART_BYTES, (n + 1) * PART_BYTES),
  );
}

/** Yields the chunks of a file, one query each. @throws Error when the file does not exist */
async function* streamParts(db: Queries, { tenant, id }: FileKey): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const [row] = await db.query("SELECT bytes FROM file_part WHERE m = $1 AND id = $2 AND n = $3", [tenant, id, n]);
    if (!row && n === 0) throw new Error(`no file ${id}`);
    if (!row) return;
    if (row.bytes.length > 0) yield row.bytes;
    if (row.bytes.length < PART_BYTES) return;
  }
}
