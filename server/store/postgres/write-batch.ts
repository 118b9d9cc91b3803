/** Batches the statements of a connection into one write. */
import { Writable } from "node:stream";
import type { PoolClient } from "pg";

/** Sends all statements of a tick in one write. */
export function enableWriteBatches(client: PoolClient): void {
  const stream = findStream(client);
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Returns the socket of a connection, which node-postgres does not declare; undefined if it cannot be found there. */
function findStream(client: object): Writable | undefined {
  const connection = "connection" in client ? client.connection : undefined;
  if (typeof connection !== "object" || connection === null || !("stream" in connection)) return undefined;
  return connection.stream instanceof Writable ? connection.stream : undefined;
}
