/** Receives an upload into a temporary file, so that its format can be checked before it is stored. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileProbe } from "./file-probe.ts";

const TAIL_BYTES = 65_536 + 22;
const HEAD_BYTES = 16;

/** A received file that is not stored yet. */
export interface Received {
  id: string;
  path: string;
  size: number;
  sha256: string;
}

/** Writes a stream to a temporary file and computes its hash. */
export async function receive(content: Readable, folder = join(tmpdir(), "portolan-uploads")): Promise<Received> {
  const id = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const path = join(folder, id);
  try {
    await pipeline(content, count, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { id, path, size, sha256: hash.digest("hex") };
}

/** Opens the received file, calls `look` with its first and last bytes and a reader, and returns the result. */
export async function probe<T>({ path, size }: Received, look: (probe: FileProbe) => Promise<T> | T): Promise<T> {
  const file = await open(path, "r");
  try {
    const read = async (offset: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, offset)).buffer;
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

export const readReceived = ({ path }: Received): Readable => createReadStream(path);

export const discard = ({ path }: Received): Promise<void> => rm(path, { force: true });
