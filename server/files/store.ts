/**
 * Stores uploaded files in the data folder under generated names. A file is complete on disk (written, fsynced, renamed) before its row exists; one
 * without a row is deleted after a day.
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Probe } from "./file-sample.ts";

const TAIL_BYTES = 65_536 + 22;
const HEAD_BYTES = 16;
const ORPHAN_MS = 86_400_000;

export interface Received {
  id: string;
  size: number;
  sha256: string;
}

const joinFolder = (dataDir: string, id: string) => join(dataDir, "files", id.slice(0, 2));
const temporary = (dataDir: string) => join(dataDir, "files", "tmp");

/** Writes a stream to a temporary file, hashing while it goes. */
export async function receive(dataDir: string, content: Readable): Promise<Received> {
  const id = randomUUID();
  await mkdir(temporary(dataDir), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const path = join(temporary(dataDir), id);
  try {
    await pipeline(content, count, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { id, size, sha256: hash.digest("hex") };
}

/** Lets `look` read a received file. */
export async function probe<T>(
  dataDir: string,
  { id, size }: Received,
  look: (probe: Probe) => Promise<T> | T,
): Promise<T> {
  const file = await open(join(temporary(dataDir), id), "r");
  try {
    const read = async (at: number, length: number) => (await file.read(Buffer.alloc(length), 0, length, at)).buffer;
    const tailLength = Math.min(size, TAIL_BYTES);
    return await look({
      size,
      head: await read(0, Math.min(size, HEAD_BYTES)),
      tail: await read(size - tailLength, tailLength),
      read,
    });
  } finally {
    await file.close();
  }
}

/** Moves a received file to its final name, durably. */
export async function keep(dataDir: string, { id }: Received): Promise<void> {
  const folder = joinFolder(dataDir, id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(temporary(dataDir), id);
  await synced(path);
  await rename(path, join(folder, id));
  await synced(folder);
}
/** Stores a file that the server makes under a given id, unless it exists. */
export async function putStored(dataDir: string, id: string, content: Buffer): Promise<void> {
  const folder = joinFolder(dataDir, id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, id), content, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
export const discard = (dataDir: string, { id }: Received): Promise<void> =>
  rm(join(temporary(dataDir), id), { force: true });

export const readStored = (dataDir: string, id: string): Readable =>
  createReadStream(join(joinFolder(dataDir, id), id));

async function synced(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes files older than a day without a row. `known` returns which of some ids have one. */
export async function sweepFiles(
  dataDir: string,
  known: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const root = join(dataDir, "files");
  let removed = 0;
  for (const folder of await readdir(root).catch(() => [])) {
    const ids = await readdir(join(root, folder));
    const rows = folder === "tmp" ? new Set<string>() : await known(ids);
    for (const id of ids) {
      const path = join(root, folder, id);
      const { mtimeMs } = await stat(path);
      if (rows.has(id) || Date.now() - mtimeMs < ORPHAN_MS) continue;
      await rm(path, { force: true });
      removed++;
    }
  }
  return removed;
}
