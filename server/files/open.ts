/** Opens the configured file store, copies files to another store, and deletes files without a row. */
import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Database } from "../store/database.ts";
import { createBucketStore } from "./bucket-store.ts";
import { createDatabaseStore } from "./database-store.ts";
import { createFolderStore } from "./folder-store.ts";
import type { FileStore } from "./file-store.ts";

export interface FileSettings {
  /** `db:`, `file:` with an optional path, or `s3:` with the bucket's URL. */
  location: string;
  isShared: boolean;
  region: string;
  accessKey?: string | undefined;
  secretKey?: string | undefined;
}

/** Number of files that one query reads. */
const BATCH = 500;
/** Age in milliseconds at which a file without a row is deleted. */
const ORPHAN_MS = 86_400_000;

const locateFolder = (dataDir: string): string => join(dataDir, "files");

/**
 * Opens the store in `settings`, by default the folder `files` of the data folder. Files in that folder stay readable
 * with any store.
 */
export function openFiles(db: Database, dataDir: string, settings?: FileSettings): FileStore {
  const folder = createFolderStore(locateFolder(dataDir), !settings?.isShared);
  return settings && settings.location !== "file:" ? readAlso(createStore(db, dataDir, settings), folder) : folder;
}

/** Creates the store in `settings`, without a fallback to an earlier one. */
const createStore = (db: Database, dataDir: string, settings: FileSettings): FileStore =>
  openOutside(dataDir, settings) ?? createDatabaseStore(db);

/** Opens the file store if it is outside the database; undefined for `db:`. */
export function openOutside(dataDir: string, settings: FileSettings): FileStore | undefined {
  const { location, isShared, region, accessKey = "", secretKey = "" } = settings;
  const path = location.slice(location.indexOf(":") + 1);
  if (location.startsWith("s3:")) return createBucketStore({ url: path, region, accessKey, secretKey });
  return location.startsWith("file:") ? createFolderStore(path || locateFolder(dataDir), !isShared) : undefined;
}

/**
 * Checks a store by writing, reading and deleting a small file.
 *
 * @throws Error from the store, or when the content differs
 */
export async function tryStore(store: FileStore): Promise<void> {
  const key = { tenant: "probe", id: randomUUID() };
  const content = Buffer.from(key.id);
  await store.put(key, Readable.from([content]), content.length);
  try {
    const found: Buffer[] = [];
    for await (const chunk of store.get(key)) found.push(Buffer.from(chunk));
    if (!Buffer.concat(found).equals(content)) throw new Error("another content came back");
  } finally {
    await store.delete(key);
  }
}

/**
 * Copies every file that has a row to another store and verifies each copy. Skips files that exist there with the same
 * size. Returns the numbers of copied and of all files.
 *
 * @throws Error when a file cannot be read, or its copy differs
 */
export async function moveFiles(
  db: Database,
  from: FileStore,
  { dataDir, to }: { dataDir: string; to: FileSettings },
): Promise<{ copied: number; all: number }> {
  const target = createStore(db, dataDir, to);
  const counts = { copied: 0, all: 0 };
  interface FileRow {
    m: string;
    id: string;
    size: string;
    sha256: string;
  }
  const select = "SELECT m, id, size, sha256 FROM file";
  const pages = db.stream<FileRow>(
    (after) =>
      after
        ? {
            sql: `${select} WHERE m > $1 OR (m = $1 AND id > $2) ORDER BY m, id LIMIT ${BATCH}`,
            params: [after.m, after.id],
          }
        : { sql: `${select} ORDER BY m, id LIMIT ${BATCH}`, params: [] },
    BATCH,
  );
  for await (const rows of pages)
    for (const { m: tenant, id, size, sha256 } of rows) {
      counts.all++;
      const key = { tenant, id };
      if ((await target.head(key))?.size === Number(size)) continue;
      if (!(await from.head(key))) throw new Error(`${id} of ${tenant} is missing in ${from.about}`);
      await target.put(key, from.get(key), Number(size));
      if ((await digest(target.get(key))) !== sha256) {
        await target.delete(key);
        throw new Error(`${id} of ${tenant} did not arrive whole in ${target.about}`);
      }
      counts.copied++;
    }
  return counts;
}

async function digest(content: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content) hash.update(chunk);
  return hash.digest("hex");
}

/** Returns a store that also reads files from an earlier store if it does not have them itself. */
const readAlso = (store: FileStore, earlier: FileStore): FileStore => ({
  ...store,
  head: async (key) => (await store.head(key)) ?? earlier.head(key),
  get: (key) =>
    Readable.from(
      (async function* () {
        const holder = (await store.head(key)) || !(await earlier.head(key)) ? store : earlier;
        yield* holder.get(key);
      })(),
      { objectMode: false },
    ),
});

/**
 * Deletes files that are older than a day and have no row. `known` returns which of the given ids have a row. Returns
 * the number of deleted files.
 */
export async function sweepFiles(
  files: FileStore,
  known: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let removed = 0;
  for await (const keys of files.list(Date.now() - ORPHAN_MS)) {
    const rows = await known(keys.map(({ id }) => id));
    for (const key of keys) {
      if (rows.has(key.id)) continue;
      await files.delete(key);
      removed++;
    }
  }
  return removed;
}
