/** Reads the manifest of a backup, and computes the database summary and the file hashes that it contains. */
import { createHash } from "node:crypto";
import { access, readFile, readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { hashFile } from "../core/hash-file.ts";
import { readKnownKeys } from "../session/key-check.ts";
import type { Queries } from "../store/database.ts";

export const NAMES = {
  manifest: "manifest.json",
  dump: "database.dump",
  embedded: "db",
  files: "files",
} as const;

/** A file. `path` is relative to the backup folder. */
export interface StoredFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Summary of a database's content at the time of the backup. */
export interface Content {
  /** Row count of each table. */
  tables: Record<string, number>;
  /** Hash over the heads of all audit chains. Any new entry changes it. */
  chains: string;
  /** Id and hash of each row in the table `file`. */
  uploads: { id: string; sha256: string }[];
}

/** Content of `manifest.json`. It contains fingerprints of keys, but no keys. */
export interface Manifest extends Content {
  format: 1;
  at: string;
  version: string;
  engine: "postgres" | "pglite";
  keys: { kid: string; fingerprint: string }[];
  files: StoredFile[];
}

/** Reads the summary of a database. Call it within the snapshot that is dumped, so that summary and dump agree. */
export async function readContent(db: Queries): Promise<Content> {
  const names = await db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name",
  );
  const tables: Record<string, number> = {};
  for (const { name } of names)
    tables[name] = Number((await db.query<{ n: string }>(`SELECT count(*) AS n FROM "${name}"`))[0]?.n);
  const chains = createHash("sha256");
  for (const { m: tenant, seq, hash } of await db.query("SELECT m, seq, hash FROM audit_head ORDER BY m"))
    chains.update(`${tenant}|${seq}|${hash}\n`);
  const uploads = await db.query("SELECT id, sha256 FROM file ORDER BY id");
  return { tables, chains: chains.digest("hex"), uploads };
}

/** Returns the fingerprints of the keys that a database has been sealed with. */
export const readFingerprints = async (db: Queries): Promise<Manifest["keys"]> =>
  [...(await readKnownKeys(db))].map(([kid, { fingerprint }]) => ({ kid, fingerprint }));

/**
 * Returns path, size and hash of each file in a folder and its subfolders, with paths relative to `root`. Empty for a
 * folder that is missing or cannot be read.
 */
export async function hashFolder(root: string, folder = root): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await hashFolder(root, path)));
    else if (entry.isFile())
      found.push({
        path: relative(root, path).split(sep).join("/"),
        bytes: (await stat(path)).size,
        sha256: await hashFile(path),
      });
  }
  return found;
}

/** Reads the manifest of a backup. @throws Error when the folder has no manifest, or one in an unsupported format */
export async function readManifest(dir: string): Promise<Manifest> {
  await access(dir);
  const text = await readFile(join(dir, NAMES.manifest), "utf8").catch((cause: unknown) => {
    throw new Error(`${dir} is no backup: it has no ${NAMES.manifest}`, { cause });
  });
  const manifest: Manifest = JSON.parse(text);
  if (manifest.format !== 1) throw new Error(`${dir} is a backup of another format: ${String(manifest.format)}`);
  return manifest;
}
