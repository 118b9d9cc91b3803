import type { PoolClient, QueryResultRow } from "pg";
import { createUnknownOutcome } from "../database.ts";
import type { Connection, Params } from "../driver.ts";
import type { Availability } from "./availability.ts";
import { isLost, toDatabaseError } from "./errors.ts";
import { enableWriteBatches } from "./write-batch.ts";

/**
 * Begins a transaction with the given settings. The connection returns to the pool when the transaction ends, or is
 * discarded when its state is unknown.
 */
export async function beginTransaction(
  client: PoolClient,
  availability: Availability,
  settings: Readonly<Record<string, string>>,
): Promise<Connection> {
  const connection = new TransactionClient(client, availability);
  try {
    // Send all of these in one write. `set_config` would count as a query, after which the isolation level cannot be
    // set.
    await Promise.all([
      connection.send("BEGIN"),
      ...Object.entries(settings).map(([name, value]) => connection.send(`SET LOCAL ${name} = '${value}'`)),
    ]);
  } catch (error) {
    // Discard the connection, because it is unknown whether BEGIN ran.
    connection.discard();
    throw error;
  }
  return {
    run: (sql, params) => connection.send(sql, params),
    async commit() {
      try {
        await connection.send("COMMIT");
      } catch (error) {
        if (!connection.lost) throw error;
        throw createUnknownOutcome("the connection was lost", error);
      } finally {
        connection.release();
      }
    },
    async rollback() {
      // Roll back unless the connection is lost, in which case the database server ends the transaction.
      if (!connection.lost)
        await connection.send("ROLLBACK").catch(() => {
          connection.lost = true;
        });
      connection.release();
    },
  };
}

class TransactionClient {
  /** Whether the connection is lost and must not return to the pool. */
  lost = false;

  constructor(
    private readonly client: PoolClient,
    private readonly availability: Availability,
  ) {
    // Without a listener, losing an idle connection inside a transaction would end the process.
    client.on("error", this.onError);
  }

  private readonly onError = () => {
    this.lost = true;
  };

  async send<R>(sql: string, params: Params = []): Promise<R[]> {
    enableWriteBatches(this.client);
    try {
      return (await this.availability.watch(this.client.query<R & QueryResultRow>(sql, [...params]))).rows;
    } catch (error) {
      const found = toDatabaseError(error);
      this.lost ||= isLost(found);
      throw found;
    }
  }

  /** Returns the connection to the pool, or discards it when it is lost. */
  release(): void {
    this.client.off("error", this.onError);
    this.client.release(this.lost);
  }

  /** Closes the connection instead of returning it to the pool. */
  discard(): void {
    this.lost = true;
    this.release();
  }
}
