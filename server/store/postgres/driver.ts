/** PostgreSQL through a pool of connections. */
import { Writable } from "node:stream";
import { Pool, DatabaseError as PgError, type CustomTypesConfig, type PoolClient, type QueryResultRow } from "pg";
import { DatabaseError, type TxOptions } from "../database.ts";
import { CURSOR_MS, type Connection, type Cursor, type Driver, type Params } from "../driver.ts";
import { PARSERS } from "../values.ts";

const POOL_SIZE = 10;
/** Longest times, as PostgreSQL names and writes them. */
const LIMITS = { statement_timeout: "10s", lock_timeout: "5s", idle_in_transaction_session_timeout: "15s" } as const;
const CONNECT_TIMEOUT_MS = 5_000;

const asIs = (text: string) => text;
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => (format === "binary" ? asIs : (PARSERS[oid] ?? asIs)),
};

/**
 * Connects once, to fail at the start rather than at the first call. Asks for nothing at the start of a connection that PgBouncer refuses: the
 * limits of time are settings of the role in this database, and where those are not in force each transaction sets its own.
 */
export async function openPostgres(connectionString: string): Promise<Driver> {
  const pool = new Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // Sends statements of a transaction that do not await each other together.
    pipeline: true,
    application_name: "portolan",
    types,
  });
  // An idle connection that is lost leaves the pool; the next statement opens another.
  pool.on("error", () => {});
  // A connection lost in use also emits an event, which would end the process without a listener.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw translated(error);
    });

  /** Whether timeouts apply to statements outside transactions too. */
  let limited = false;

  const counts = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });

  async function run<R>(sql: string, params: Params): Promise<R[]> {
    const client = await connect();
    let lost = false;
    try {
      return (await client.query<R & QueryResultRow>(sql, [...params])).rows;
    } catch (error) {
      const found = translated(error);
      lost = isLost(found);
      throw found;
    } finally {
      client.release(lost);
    }
  }

  async function begin({ statementMs }: TxOptions = {}): Promise<Connection> {
    const client = await connect();
    let lost = false;
    const own = {
      ...(limited ? {} : LIMITS),
      ...(statementMs === undefined ? {} : { statement_timeout: `${statementMs}ms` }),
    };
    // Without a listener the loss of an idle connection inside a transaction would end the process.
    const onError = () => {
      lost = true;
    };
    client.on("error", onError);
    const release = () => {
      client.off("error", onError);
      client.release(lost);
    };
    const send = async <R>(sql: string, params: Params = []): Promise<R[]> => {
      gather(client);
      try {
        return (await client.query<R & QueryResultRow>(sql, [...params])).rows;
      } catch (error) {
        const found = translated(error);
        lost ||= isLost(found);
        throw found;
      }
    };
    try {
      // Sent in one write. `set_config` would be a query, after which a transaction cannot set its isolation.
      await Promise.all([
        send("BEGIN"),
        ...Object.entries(own).map(([name, value]) => send(`SET LOCAL ${name} = '${value}'`)),
      ]);
    } catch (error) {
      // Whether BEGIN ran is unknown: discard the connection.
      lost = true;
      release();
      throw error;
    }
    return {
      run: send,
      async commit() {
        try {
          await send("COMMIT");
        } catch (error) {
          if (!lost) throw error;
          throw new DatabaseError(
            "the connection was lost during COMMIT; its outcome is unknown",
            "08007",
            {},
            { cause: error },
          );
        } finally {
          release();
        }
      },
      async rollback() {
        // Discard a connection that cannot roll back; the server ends its transaction.
        if (!lost)
          await send("ROLLBACK").catch(() => {
            lost = true;
          });
        release();
      },
    };
  }

  async function cursor(sql: string, params: Params, signal: AbortSignal | undefined): Promise<Cursor> {
    const transaction = await begin({ statementMs: CURSOR_MS });
    let cancelled: Promise<unknown> | undefined;
    let pid: string | null = null;
    const cancel = () => {
      cancelled = run("SELECT pg_cancel_backend($1)", [pid]).catch(() => {});
    };
    const close = async () => {
      signal?.removeEventListener("abort", cancel);
      // The cancellation must not reach a later statement on this connection.
      await cancelled;
      await transaction.rollback();
    };
    try {
      await transaction.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", []);
      // All rows are read: plan for the total time, not for the first rows.
      await transaction.run("SET LOCAL cursor_tuple_fraction = 1", []);
      const [own] = await transaction.run<{ pid: string }>("SELECT pg_backend_pid()::text AS pid", []);
      pid = own?.pid ?? null;
      signal?.addEventListener("abort", cancel, { once: true });
      await transaction.run(`DECLARE all_rows NO SCROLL CURSOR FOR ${sql}`, params);
    } catch (error) {
      await close();
      throw error;
    }
    return { fetch: <R>(rows: number) => transaction.run<R>(`FETCH ${rows} FROM all_rows`, []), close };
  }

  try {
    const [row] = await run<{ server_version: string }>("SHOW server_version", []);
    limited = await limitTimes(pool);
    const untimed = limited
      ? ""
      : "; no limit of time outside transactions: ALTER ROLE … SET statement_timeout = '10s'";
    const about = `PostgreSQL ${row?.server_version}, up to ${POOL_SIZE} connections; durability is that server's${untimed}`;
    return { engine: "postgres", about, run, begin, cursor, pool: counts, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/**
 * Gives this role limits of time in this database where it has none; those that it has are the operator's. Answers whether they are in force,
 * asked on a new connection: one of before keeps what it began with, and a role may not be allowed to change itself.
 */
async function limitTimes(pool: Pool): Promise<boolean> {
  const asked = `SELECT ${Object.keys(LIMITS)
    .map((name) => `current_setting('${name}') AS ${name}`)
    .join(", ")}, quote_ident(current_database()) AS base`;
  const client = await pool.connect();
  const missing = async (of: PoolClient) => {
    const [row] = (await of.query<Record<string, string>>(asked)).rows;
    return { base: row?.["base"] ?? "", names: Object.keys(LIMITS).filter((name) => row?.[name] === "0") };
  };
  let changed = false;
  try {
    const { base, names } = await missing(client);
    if (names.length === 0) return true;
    for (const [name, value] of Object.entries(LIMITS))
      if (names.includes(name))
        await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${base} SET ${name} = '${value}'`);
    changed = true;
  } catch {
    // Not allowed, or an engine that has no such settings: transactions set their own.
  } finally {
    client.release(true);
  }
  if (!changed) return false;
  const fresh = await pool.connect();
  try {
    return (await missing(fresh)).names.length === 0;
  } finally {
    fresh.release();
  }
}

/** Sends the statements of one tick in one write. */
function gather(client: PoolClient): void {
  const stream = findStream(client);
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Returns the socket of a connection, which node-postgres does not declare; undefined if it is not where it was. */
function findStream(client: object): Writable | undefined {
  const connection = "connection" in client ? client.connection : undefined;
  if (typeof connection !== "object" || connection === null || !("stream" in connection)) return undefined;
  return connection.stream instanceof Writable ? connection.stream : undefined;
}

/** Returns whether the connection is lost or closing: class 08, 57P and 25P03. */
const isLost = (error: DatabaseError) => /^08|^57P|^25P03/.test(error.code);

function translated(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  // Errors of the network (`ECONNRESET`, "Connection terminated unexpectedly") have no SQLSTATE.
  if (!(error instanceof PgError) || !/^[0-9A-Z]{5}$/.test(error.code ?? ""))
    return new DatabaseError(error instanceof Error ? error.message : String(error), "08006", {}, { cause: error });
  const { message, code = "08006", constraint, table, column } = error;
  return new DatabaseError(message, code, { constraint, table, column }, { cause: error });
}
