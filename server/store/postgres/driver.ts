/** PostgreSQL engine with a connection pool. */
import { Pool, type CustomTypesConfig, type PoolClient, type QueryResultRow } from "pg";
import type { DatabaseError, TxOptions } from "../database.ts";
import type { Driver, Params } from "../driver.ts";
import { PARSERS } from "../values.ts";
import { Availability, probeServer } from "./availability.ts";
import { openCursor } from "./cursor.ts";
import { isLost, toDatabaseError } from "./errors.ts";
import { applyTimeLimits, TIME_LIMITS } from "./time-limits.ts";
import { beginTransaction } from "./transaction.ts";

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;

const keepText = (text: string) => text;
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => (format === "binary" ? keepText : (PARSERS[oid] ?? keepText)),
};

/**
 * Opens the pool and connects once, so that a failure occurs at startup instead of on the first call. No startup
 * parameters are sent, because PgBouncer would reject them. Instead, timeouts are settings of the role in this
 * database, or are set in each transaction if those do not apply.
 */
export async function openPostgres(connectionString: string): Promise<Driver> {
  const pool = createPool(connectionString);
  const availability = new Availability(() => probeServer(connectionString));
  const run = <R>(sql: string, params: Params) => runStatement<R>({ pool, availability }, sql, params);
  try {
    const [row] = await run<{ server_version: string }>("SHOW server_version", []);
    const limited = await applyTimeLimits(pool);
    const begin = async ({ statementMs }: TxOptions = {}) =>
      beginTransaction(await connect({ pool, availability }), availability, {
        ...(limited ? {} : TIME_LIMITS),
        ...(statementMs === undefined ? {} : { statement_timeout: `${statementMs}ms` }),
      });
    const untimed = limited
      ? ""
      : "; no limit of time outside transactions: ALTER ROLE … SET statement_timeout = '10s'";
    return {
      engine: "postgres",
      about: `PostgreSQL ${row?.server_version}, up to ${POOL_SIZE} connections; durability is that server's${untimed}`,
      run,
      begin,
      cursor: (sql, params, signal) => openCursor({ run, begin }, sql, params, signal),
      pool: () => ({
        used: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
      close: async () => {
        availability.close();
        await pool.end();
      },
    };
  } catch (error) {
    availability.close();
    await pool.end();
    throw error;
  }
}

function createPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // Send statements that do not await each other without waiting for the responses to earlier ones.
    pipeline: true,
    application_name: "portolan",
    types,
  });
  // Ignore the loss of an idle connection: the pool removes it, and the next statement opens another.
  pool.on("error", () => {});
  // A connection lost while in use also emits `error`, which would end the process without a listener.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

interface Server {
  pool: Pool;
  availability: Availability;
}

/** Takes a connection from the pool. @throws DatabaseError `08001` when the server cannot be reached */
async function connect({ pool, availability }: Server): Promise<PoolClient> {
  availability.assertReachable();
  const connecting = pool.connect();
  try {
    return await availability.watch(connecting);
  } catch (error) {
    // The connection may still be established later.
    connecting.then(
      (client) => client.release(true),
      () => {},
    );
    throw error;
  }
}

async function runStatement<R>(server: Server, sql: string, params: Params): Promise<R[]> {
  const client = await connect(server);
  let failure: DatabaseError | undefined;
  try {
    return (await server.availability.watch(client.query<R & QueryResultRow>(sql, [...params]))).rows;
  } catch (error) {
    failure = toDatabaseError(error);
    throw failure;
  } finally {
    client.release(failure !== undefined && isLost(failure));
  }
}
