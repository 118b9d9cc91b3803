import { Writable } from "node:stream";
import type { PoolClient } from "pg";

/** Buffers writes to a connection until the end of the tick, so that the statements of a tick are sent in one write. */
export function enableWriteBatches(client: PoolClient): void {
  const stream = findStream(client);
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Returns the socket of a connection, which the types of node-postgres do not declare, or undefined if it is not found.
 */
function findStream(client: object): Writable | undefined {
  const connection = "connection" in client ? client.connection : undefined;
  if (typeof connection !== "object" || connection === null || !("stream" in connection)) return undefined;
  return connection.stream instanceof Writable ? connection.stream : undefined;
}
