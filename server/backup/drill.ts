/** Restore drill: restores a backup into a temporary database, compares it with the manifest, and deletes the copy. */
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseError, type Database, type Queries } from "../store/database.ts";
import { readRole } from "../store/postgres/roles.ts";
import { openDatabase } from "../store/open.ts";
import { hashFolder, NAMES, readContent, readFingerprints, readManifest, type Manifest } from "./manifest.ts";
import { runPostgres } from "./programs.ts";

/** SQLSTATE `insufficient_privilege`. */
const NOT_ALLOWED = "42501";

export interface Drill {
  at: string;
  backupAt: string;
  /** Differences from the manifest, and findings in the books. Empty for a good backup. */
  findings: string[];
  /** Age of the backup in seconds when the drill started: a restore loses everything that is newer. */
  rpoSeconds: number;
  /** Seconds from the start of the drill until the books were verified. */
  rtoSeconds: number;
}

export interface DrillOptions {
  dir: string;
  /** URL of a PostgreSQL server on which a temporary database may be created. Not needed for the embedded engine. */
  databaseUrl?: string | undefined;
  /** Verifies the restored books and returns the findings. */
  verifyBooks(db: Database): Promise<readonly string[]>;
}

/**
 * Thrown when no temporary database can be created: there is no server for it (`noServer`), or the role, named by
 * `role`, may not create one (`noRight`).
 */
export class DrillRefused extends Error {
  override readonly name = "DrillRefused";
  constructor(
    readonly reason: "noServer" | "noRight",
    readonly role = "",
  ) {
    super(`${reason} ${role}`.trim());
  }
}

/**
 * Runs a restore drill. A backup whose database is damaged is not restored.
 *
 * @throws Error when the folder is not a backup, or the backup cannot be restored; DrillRefused when no temporary
 * database can be created
 */
export async function rehearse({ dir, databaseUrl, verifyBooks }: DrillOptions): Promise<Drill> {
  const began = Date.now();
  const manifest = await readManifest(dir);
  const { damaged, isRestorable } = await compareFiles(dir, manifest);
  const finish = (findings: string[]): Drill => ({
    at: new Date(began).toISOString(),
    backupAt: manifest.at,
    findings,
    rpoSeconds: Math.max(0, Math.round((began - Date.parse(manifest.at)) / 1_000)),
    rtoSeconds: Math.round((Date.now() - began) / 100) / 10,
  });
  if (!isRestorable) return finish(damaged);
  const restored =
    manifest.engine === "pglite" ? await copyToFolder(dir) : await restoreDump(dir, requireServer(databaseUrl));
  try {
    const db = await openDatabase(restored.target);
    try {
      const different = await compareContent(db, manifest);
      const broken = await verifyBooks(db);
      return finish([...damaged, ...different, ...broken]);
    } finally {
      await db.close();
    }
  } finally {
    await restored.remove();
  }
}

function requireServer(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) throw new DrillRefused("noServer");
  return databaseUrl;
}

/** A restored database, and the function that removes it. */
interface Restored {
  target: { dataDir: string; databaseUrl?: string };
  remove(): Promise<void>;
}

async function copyToFolder(dir: string): Promise<Restored> {
  const dataDir = await mkdtemp(join(tmpdir(), "portolan-drill-"));
  await cp(join(dir, NAMES.embedded), join(dataDir, "db"), { recursive: true });
  return { target: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function restoreDump(dir: string, server: string): Promise<Restored> {
  const name = `portolan_drill_${randomBytes(6).toString("hex")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await runOnServer(server, (db) => db.query(`CREATE DATABASE ${name}`)).catch((error: unknown) => {
    if (!(error instanceof DatabaseError && error.code === NOT_ALLOWED)) throw error;
    throw new DrillRefused("noRight", readRole(server));
  });
  const remove = () => runOnServer(server, (db) => db.query(`DROP DATABASE IF EXISTS ${name}`));
  try {
    await runPostgres("pg_restore", url.href, ["--no-owner", "--exit-on-error", join(dir, NAMES.dump)]);
  } catch (error) {
    await remove();
    throw error;
  }
  return { target: { dataDir: dir, databaseUrl: url.href }, remove };
}

async function runOnServer(databaseUrl: string, work: (db: Queries) => Promise<unknown>): Promise<void> {
  const db = await openDatabase({ dataDir: "", databaseUrl });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

/**
 * Returns a message for each file that is missing or differs from the manifest, and for each upload that differs from
 * the hash in its row; and whether the files of the database are as they were written.
 */
async function compareFiles(
  dir: string,
  { files, uploads }: Manifest,
): Promise<{ damaged: string[]; isRestorable: boolean }> {
  const found = new Map((await hashFolder(dir)).map(({ path, sha256 }) => [path, sha256]));
  const wrong = files.flatMap(({ path, sha256 }) => {
    const here = found.get(path);
    return here === sha256 ? [] : [`${path} is ${here === undefined ? "missing" : "damaged"}`];
  });
  const named = new Map(uploads.map(({ id, sha256 }) => [id, sha256]));
  const stored = files.filter(({ path }) => path.startsWith(`${NAMES.files}/`));
  const other = stored.flatMap(({ path, sha256 }) => {
    const due = named.get(path.slice(path.lastIndexOf("/") + 1));
    return due === undefined || due === sha256 ? [] : [`${path} is not the file that its row names`];
  });
  const ofDatabase = files.filter(({ path }) => path === NAMES.dump || path.startsWith(`${NAMES.embedded}/`));
  return {
    damaged: [...wrong, ...other],
    isRestorable: ofDatabase.every(({ path, sha256 }) => found.get(path) === sha256),
  };
}

/** Returns the differences between the restored database and the manifest. */
async function compareContent(db: Queries, manifest: Manifest): Promise<string[]> {
  const { tables, chains } = await readContent(db);
  const names = new Set([...Object.keys(tables), ...Object.keys(manifest.tables)]);
  const counts = [...names].flatMap((name) =>
    tables[name] === manifest.tables[name]
      ? []
      : [`${name} has ${tables[name] ?? "no"} rows, the backup had ${manifest.tables[name] ?? "none"}`],
  );
  const keys = JSON.stringify(await readFingerprints(db)) === JSON.stringify(manifest.keys);
  return [
    ...counts,
    ...(chains === manifest.chains ? [] : ["the heads of the audit chains differ"]),
    ...(keys ? [] : ["the fingerprints of the keys differ"]),
  ];
}

export async function recordDrill(
  db: Queries,
  { at, backupAt, findings, rpoSeconds, rtoSeconds }: Drill,
): Promise<void> {
  await db.query(
    "INSERT INTO backup_drill (at, backup_at, ok, rpo_seconds, rto_seconds) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (at) DO NOTHING",
    [at, backupAt, findings.length === 0, rpoSeconds, rtoSeconds],
  );
}

/** Returns the time of the last successful drill; undefined when there was none. */
export async function readLastDrill(db: Queries): Promise<string | undefined> {
  const [row] = await db.query("SELECT max(at) AS at FROM backup_drill WHERE ok");
  return row?.at ?? undefined;
}
