/** Backs up the database, the uploaded files and the key fingerprints into a new folder. */
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readVersion } from "../config/folders.ts";
import type { Database } from "../store/database.ts";
import { hashFolder, NAMES, readContent, readFingerprints, type Content, type Manifest } from "./manifest.ts";
import { runPostgres } from "./programs.ts";

export interface BackupOptions {
  db: Database;
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Upload folders. Missing ones are skipped. */
  uploads: readonly string[];
  /** Target folder, new or empty. */
  to: string;
}

/** Maximum time in milliseconds that a dump may hold its snapshot open. */
const SNAPSHOT_MS = 6 * 3_600_000;

/**
 * Creates a backup and returns its manifest. The manifest is written last, so a folder without one is incomplete.
 * @throws Error when the folder is not empty
 */
export async function backUp({ db, dataDir, databaseUrl, uploads, to }: BackupOptions): Promise<Manifest> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length > 0) throw new Error(`${to} is not empty`);
  const at = new Date().toISOString();
  const content =
    databaseUrl === undefined ? await copyEmbedded(db, dataDir, to) : await writeDump(db, databaseUrl, to);
  // Copy the files after the database: a file without a row is harmless, a row without its file is not.
  for (const folder of uploads)
    await cp(folder, join(to, NAMES.files), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  const manifest: Manifest = {
    format: 1,
    at,
    version: readVersion(),
    engine: db.engine,
    keys: await readFingerprints(db),
    ...content,
    files: await hashFolder(to),
  };
  await writeFile(join(to, NAMES.manifest), `${JSON.stringify(manifest, undefined, 1)}\n`, { mode: 0o600 });
  return manifest;
}

/**
 * Copies the folder of the embedded database. Only this process has the database open, so nothing writes to it
 * meanwhile.
 */
async function copyEmbedded(db: Database, dataDir: string, to: string): Promise<Content> {
  const content = await readContent(db);
  await db.query("CHECKPOINT");
  await cp(join(dataDir, "db"), join(to, NAMES.embedded), { recursive: true });
  return content;
}

/** Dumps the database in the same snapshot that its content is read from, so that manifest and dump agree. */
function writeDump(db: Database, databaseUrl: string, to: string): Promise<Content> {
  return db.tx(
    async (tx) => {
      await tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      await tx.query("SET LOCAL idle_in_transaction_session_timeout = 0");
      const [row] = await tx.query("SELECT pg_export_snapshot() AS id");
      const content = await readContent(tx);
      await runPostgres("pg_dump", databaseUrl, [
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        `--snapshot=${row?.id ?? ""}`,
        `--file=${join(to, NAMES.dump)}`,
      ]);
      return content;
    },
    { statementMs: SNAPSHOT_MS },
  );
}
