/** Opens PGlite with fixed settings, and asserts that they apply. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { PARSERS, toParameter } from "../values.ts";
import { DurableFs, type Trace } from "./durable-fs.ts";
import type { Start } from "./protocol.ts";

/** PGlite's default parameters without `-F` (fsync off). */
const PARAMS = ["--single", "-O", "-j"];
const SETTINGS: Record<string, string> = {
  search_path: "public",
  exit_on_error: "false",
  log_checkpoints: "false",
  max_worker_processes: "0",
  max_parallel_workers: "0",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  io_method: "sync",
  // Pages are in memory, where random access costs as much as sequential access. With the default for spinning disks,
  // the planner would prefer reading and sorting to short index scans.
  random_page_cost: "1.1",
  fsync: "on",
  // The only method for which the engine calls the file system's fsync.
  wal_sync_method: "fsync",
  // `Maintenance` triggers the checkpoints. This setting only limits the number of old segments that are kept for
  // reuse.
  max_wal_size: "128MB",
};
/** Settings that durability depends on, and settings whose values make results equal to those of PostgreSQL. */
const EXPECTED: Record<string, string> = {
  fsync: "on",
  wal_sync_method: "fsync",
  full_page_writes: "on",
  synchronous_commit: "on",
  server_encoding: "UTF8",
  TimeZone: "UTC",
  default_transaction_isolation: "read committed",
};

const toText = (value: unknown) => toParameter(value) ?? "";
const serializers = Object.fromEntries(
  [16, 17, 20, 21, 23, 25, 26, 114, 700, 701, 1042, 1043, 1082, 1114, 1184, 1700, 2950, 3802].map((oid) => [
    oid,
    toText,
  ]),
);

/** Test options: a trace of the file operations, and other settings of the engine. */
export interface Probe {
  trace?: Trace;
  settings?: Record<string, string>;
}
export interface Opened {
  pg: PGlite;
  fs: DurableFs | undefined;
  version: string;
}

/**
 * Opens the database. Creates it if it does not exist, or if an earlier creation was interrupted.
 *
 * @throws Error when the collation, a setting or the fsync at COMMIT is not as expected
 */
export async function openPglite({ dir, template }: Start, { trace, settings }: Probe = {}): Promise<Opened> {
  if (dir && !existsSync(dir)) await make(dir, template);
  const fs = dir ? new DurableFs(dir, trace) : undefined;
  const pg = await start(fs, fs ? undefined : template, settings);
  const [row] = (
    await pg.query<{ datcollate: string; version: string }>(
      "SELECT datcollate, version() AS version FROM pg_database WHERE datname = current_database()",
    )
  ).rows;
  if (row?.datcollate !== "C") throw new Error(`the embedded database collates as ${row?.datcollate}, not as C`);
  for (const [name, wanted] of Object.entries(EXPECTED)) {
    const found = Object.values((await pg.query<Record<string, string>>(`SHOW ${name}`)).rows[0] ?? {})[0];
    if (found !== wanted) throw new Error(`the embedded database runs with ${name} = ${found}, not ${wanted}`);
  }
  if (fs) await assertSyncs(pg, fs);
  return { pg, fs, version: /PostgreSQL [\d.]+ \(PGlite [\d.]+\)/.exec(row.version)?.[0] ?? row.version };
}

function start(
  fs: DurableFs | undefined,
  template: Uint8Array | undefined,
  settings: Record<string, string> = {},
): Promise<PGlite> {
  return PGlite.create({
    ...(fs ? { fs } : {}),
    ...(template ? { loadDataDir: new Blob([new Uint8Array(template)]) } : {}),
    startParams: [
      ...PARAMS,
      ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    parsers: { ...PARSERS },
    serializers,
  });
}

/** Creates the database in a temporary folder, and renames the folder once the complete database is on disk. */
async function make(dir: string, template: Uint8Array | undefined): Promise<void> {
  const draft = `${dir}.new`;
  rmSync(draft, { recursive: true, force: true });
  const pg = await start(new DurableFs(draft), template);
  await pg.close();
  syncTree(draft);
  renameSync(draft, dir);
  syncPath(dirname(dir));
}

/**
 * Asserts that a commit calls the file system's fsync. If a version of PGlite changed that, a power failure would lose
 * commits.
 */
async function assertSyncs(pg: PGlite, fs: DurableFs): Promise<void> {
  await fs.flush();
  await pg.query("CREATE TABLE IF NOT EXISTS durable (id integer PRIMARY KEY, at timestamptz NOT NULL)");
  await pg.query("INSERT INTO durable VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at", [
    new Date().toISOString(),
  ]);
  if (!fs.unsynced) throw new Error("the embedded database commits without asking for fsync");
  await fs.flush();
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncPath(child);
  }
  syncPath(path);
}

function syncPath(path: string): void {
  try {
    const file = openSync(path, "r");
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    // Windows cannot open directories for fsync, and does not need it.
    if (process.platform !== "win32") throw error;
  }
}
