/** Locks a data folder for one process. Two processes would corrupt each other's rows. */
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { DatabaseError } from "../database.ts";

/**
 * Locks the folder until the returned function is called or the process ends. The lock is an address that the operating
 * system frees when the process ends (an abstract socket on Linux, a named pipe on Windows), or elsewhere a socket
 * file, which is replaced when nothing listens on it.
 *
 * @throws Error when another process has locked the folder
 */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const name = `portolan-${createHash("sha256").update(realpathSync(dir)).digest("hex").slice(0, 32)}`;
  const address =
    process.platform === "linux"
      ? `\0${name}`
      : process.platform === "win32"
        ? String.raw`\\.\pipe\${name}`
        : join(dir, "lock.sock");
  const server = (await tryListen(address)) ?? (await listenAfterStale(address));
  if (!server)
    throw new DatabaseError(
      `${dir} is in use by another process; the embedded database allows one. Stop that one, or set DATA_DIR or DATABASE_URL`,
      "55006",
    );
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function tryListen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

/**
 * Replaces the socket file of a killed process, on which nothing is listening. Returns undefined if a process is
 * listening, and always on Linux and Windows, where no stale address can remain.
 */
async function listenAfterStale(address: string): Promise<Server | undefined> {
  if (process.platform === "linux" || process.platform === "win32") return undefined;
  const alive = await new Promise<boolean>((resolve) => {
    const socket = connect(address, () => resolve(true)).on("error", () => resolve(false));
    socket.on("close", () => socket.destroy());
  });
  if (alive) return undefined;
  rmSync(address, { force: true });
  return tryListen(address);
}
