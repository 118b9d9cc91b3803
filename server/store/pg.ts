/** PostgreSQL through a pool of connections. */
import type { Writable } from "node:stream";
import { Pool, type CustomTypesConfig, type DatabaseError as PgError, type PoolClient } from "pg";
import { DatabaseError, type TxOptions } from "./database.ts";
import { CURSOR_MS, type Connection, type Cursor, type Driver, type Params, type Rows } from "./driver.ts";
import { PARSERS } from "./values.ts";

const POOL_SIZE = 10;
/** Longest times, as PostgreSQL names and writes them. */
const LIMITS = { statement_timeout: "10s", lock_timeout: "5s", idle_in_transaction_session_timeout: "15s" } as const;
const CONNECT_TIMEOUT_MS = 5_000;

const asIs = (text: string) => text;
const types = {
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
    // Statements of a transaction that do not wait for each other are on their way at once.
    pipeline: true,
    application_name: "portolan",
    types: types as CustomTypesConfig,
  });
  // A connection that dies while idle leaves the pool; the next statement opens another.
  pool.on("error", () => {});
  // One that dies while it is used reports the loss twice, to its statement and as an event; nobody listening would end the process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw translated(error);
    });

  /** Whether limits of time are in force for statements outside transactions too. */
  let limited = false;

  async function run(sql: string, params: Params): Promise<Rows> {
    const client = await connect();
    let lost = false;
    try {
      return (await client.query(sql, [...params])).rows as Rows;
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
    // Without a listener an idle connection's end inside a transaction would end the process.
    const onError = () => {
      lost = true;
    };
    client.on("error", onError);
    const release = () => {
      client.off("error", onError);
      client.release(lost);
    };
    const send = async (sql: string, params: Params = []) => {
      gather(client);
      try {
        return (await client.query(sql, [...params])).rows as Rows;
      } catch (error) {
        const found = translated(error);
        lost ||= isLost(found);
        throw found;
      }
    };
    try {
      // All leave in one write. `set_config` would be a query, after which a transaction can no longer choose its isolation.
      await Promise.all([
        send("BEGIN"),
        ...Object.entries(own).map(([name, value]) => send(`SET LOCAL ${name} = '${value}'`)),
      ]);
    } catch (error) {
      // Begun or not, nobody else gets it.
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
        // A connection that cannot even roll back is thrown away; the server ends its transaction.
        if (!lost)
          await send("ROLLBACK").catch(() => {
            lost = true;
          });
        release();
      },
    };
  }

  async function cursor(sql: string, params: Params, signal?: AbortSignal): Promise<Cursor> {
    const transaction = await begin({ statementMs: CURSOR_MS });
    let cancelled: Promise<unknown> | undefined;
    let pid: string | null = null;
    const cancel = () => {
      cancelled = run("SELECT pg_cancel_backend($1)", [pid]).catch(() => {});
    };
    const close = async () => {
      signal?.removeEventListener("abort", cancel);
      // It must not reach the statement of whoever has the connection next.
      await cancelled;
      await transaction.rollback();
    };
    try {
      await transaction.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", []);
      // All rows are read: what gives the first ones soonest is not what gives all of them soonest.
      await transaction.run("SET LOCAL cursor_tuple_fraction = 1", []);
      const [own] = await transaction.run("SELECT pg_backend_pid()::text AS pid", []);
      pid = String(own?.["pid"]);
      signal?.addEventListener("abort", cancel, { once: true });
      await transaction.run(`DECLARE all_rows NO SCROLL CURSOR FOR ${sql}`, params);
    } catch (error) {
      await close();
      throw error;
    }
    return { fetch: (rows) => transaction.run(`FETCH ${rows} FROM all_rows`, []), close };
  }

  try {
    const [row] = await run("SHOW server_version", []);
    limited = await limitTimes(pool);
    const untimed = limited
      ? ""
      : "; no limit of time outside transactions: ALTER ROLE … SET statement_timeout = '10s'";
    const about = `PostgreSQL ${String(row?.["server_version"])}, up to ${POOL_SIZE} connections; durability is that server's${untimed}`;
    return { engine: "postgres", about, run, begin, cursor, close: () => pool.end() };
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
    const [row] = (await of.query(asked)).rows as Record<string, string>[];
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

/** What is asked for at once leaves in one write. */
function gather(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Class 08 and 57P: the connection is gone or going. */
const isLost = (error: DatabaseError) => /^08|^57P|^25P03/.test(error.code);

function translated(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { message, code, constraint, table, column } = error as PgError;
  // Errors of the network (`ECONNRESET`, "Connection terminated unexpectedly") have no SQLSTATE; `EPIPE` only looks like one.
  const known = /^[0-9A-Z]{5}$/.test(code ?? "") && (error as { syscall?: string }).syscall === undefined;
  return new DatabaseError(message, known ? code! : "08006", { constraint, table, column }, { cause: error });
}
