/** PostgreSQL behind a pooler that rejects startup parameters, with serializable isolation by default. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { DatabaseError as PgError } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toFailure } from "../../server/http/errors.ts";
import { createUnknownOutcome, DatabaseError } from "../../server/store/database.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { toDatabaseError } from "../../server/store/postgres/errors.ts";
import { runWithRetry } from "../../server/store/retry.ts";
import { createDatabase } from "./databases.ts";
import { pooledUrl } from "./pgbouncer.ts";
import { runFolder } from "./postgres.ts";
import { prepared } from "./prepared.ts";
import { startTestServer, type Answer, type Client, type TestServer } from "./server.ts";
import { deposit } from "./swap-world.ts";

const CLOSE: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of CLOSE.toReversed()) await close();
});

/** Startup parameters that PgBouncer accepts; it rejects others unless configured to ignore them. */
const TRACKED = new Set([
  "user",
  "database",
  "client_encoding",
  "datestyle",
  "timezone",
  "standard_conforming_strings",
  "application_name",
]);
const refusalOf = (message: string) => {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const size = Buffer.alloc(4);
  size.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from("E"), size, fields]);
};
/** How the database is away: no listener, a pooler that cannot reach it, or packets that are lost. */
type Fault = "refused" | "login" | "silent";
interface Pooler {
  port: number;
  /** Makes the database unreachable until `mend`. */
  fail(fault: Fault): void;
  mend(): Promise<void>;
}

/** Forwards connections to the run's PostgreSQL like PgBouncer would. */
async function pooler(): Promise<Pooler> {
  const sockets = new Set<Socket>();
  let fault: Fault | undefined;
  const server: Server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => undefined);
    if (fault === "silent") return;
    client.once("data", (first) => {
      if (fault)
        return void client.end(
          refusalOf("server login has been failing, cached error: connect timeout (server_login_retry)"),
        );
      const names = first
        .subarray(8)
        .toString()
        .split("\0")
        .filter((_text, index) => index % 2 === 0 && _text !== "");
      const foreign = names.find((name) => !TRACKED.has(name.toLowerCase()));
      if (foreign) return void client.end(refusalOf(`unsupported startup parameter: ${foreign}`));
      const upstream = connect(join(runFolder(), ".s.PGSQL.5432"), () => upstream.write(first));
      upstream.on("error", () => undefined);
      upstream.pipe(client).pipe(upstream);
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  CLOSE.push(() => {
    disconnect();
    server.close();
  });
  return {
    port,
    fail(next) {
      fault = next;
      if (next === "refused") server.close();
      if (next === "silent") for (const socket of sockets) socket.pause().removeAllListeners("data");
      else disconnect();
    },
    async mend() {
      fault = undefined;
      disconnect();
      if (!server.listening) await listen(port);
    },
  };
}

describe("behind a pooler", () => {
  it("connections send no rejected parameters, and timeouts come from the role or the transaction", async () => {
    const address = new URL(await createDatabase());
    const db = buildDatabase(
      await openPostgres(`postgres://portolan@127.0.0.1:${(await pooler()).port}${address.pathname}`),
    );
    CLOSE.push(() => db.close());
    const limits =
      "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle";
    const usual = { statement: "10s", lock: "5s", idle: "15s" };
    expect(await db.query(limits)).toEqual([usual]);
    expect(await db.tx((tx) => tx.query(limits), { statementMs: 300 })).toEqual([{ ...usual, statement: "300ms" }]);
    expect(await db.tx((tx) => tx.query(limits))).toEqual([usual]);
    expect(db.about).not.toContain("no limit");
  });
  it("PgBouncer in transaction mode applies the timeouts of role and transaction, and mixes up no counters or cursors", async () => {
    const direct = await createDatabase();
    // Sets the limits of the role before the pooler connects, like `portolan migrate` does.
    await (await openPostgres(direct)).close();
    const db = buildDatabase(await openPostgres(await pooledUrl(new URL(direct).pathname.slice(1))));
    CLOSE.push(() => db.close());
    expect(db.about).not.toContain("no limit");
    const limit = () => db.query("SHOW statement_timeout");
    const slow = db.tx((tx) => tx.query("SELECT pg_sleep(5)"), { statementMs: 300 });
    await expect(slow).rejects.toMatchObject({ code: "57014" });
    expect(await Promise.all(Array.from({ length: 20 }, limit))).toEqual(
      Array(20).fill([{ statement_timeout: "10s" }]),
    );
    await db.query("CREATE TABLE counter (n integer NOT NULL)");
    await db.query("INSERT INTO counter (n) VALUES (0)");
    const count = () =>
      db.tx(async (tx) => {
        tx.send("UPDATE counter SET n = n + 1");
        return tx.query("SELECT n FROM counter");
      });
    const read = async () => {
      const rows = db.cursor<{ n: number }>("SELECT n FROM generate_series(1, 250) n ORDER BY n", [], { batch: 100 });
      const sizes: number[] = [];
      for await (const batch of rows) sizes.push(batch.length);
      return sizes;
    };
    const [sizes] = await Promise.all([read(), ...Array.from({ length: 40 }, count)]);
    expect(sizes).toEqual([100, 100, 50]);
    expect(await db.query("SELECT n FROM counter")).toEqual([{ n: 40 }]);
  });
  it("an operator's own timeouts are kept, and a role that cannot alter itself sets them per transaction", async () => {
    const address = await createDatabase();
    const admin = buildDatabase(await openPostgres(address));
    const [{ base }] = (await admin.query<{ base: string }>("SELECT current_database() AS base")) as [{ base: string }];
    await admin.query(`ALTER ROLE portolan IN DATABASE ${base} SET statement_timeout = '42s'`);
    await admin.close();
    const again = buildDatabase(await openPostgres(address));
    CLOSE.push(() => again.close());
    expect(await again.query("SHOW statement_timeout")).toEqual([{ statement_timeout: "42s" }]);
    expect(await again.query("SHOW lock_timeout")).toEqual([{ lock_timeout: "5s" }]);
    await again.query("ALTER ROLE portolan IN DATABASE " + base + " RESET ALL");
    // Read-only from the start, because the catalogue must not change.
    const bound = buildDatabase(
      await openPostgres(`${address}&options=${encodeURIComponent("-c default_transaction_read_only=on")}`),
    );
    CLOSE.push(() => bound.close());
    expect(bound.about).toContain("ALTER ROLE");
    expect(await bound.query("SHOW statement_timeout")).toEqual([{ statement_timeout: "0" }]);
    expect(await bound.tx((tx) => tx.query("SHOW statement_timeout"))).toEqual([{ statement_timeout: "10s" }]);
    // No query precedes setting the isolation level of a transaction.
    await bound.tx((tx) => tx.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"));
  });
});

/** A server whose database is behind the pooler and serializable by default. */
let server: TestServer;
let between: Pooler;
let maker: Client;
beforeAll(async () => {
  between = await pooler();
  server = await startTestServer({
    engine: "postgres",
    async database() {
      const first = await prepared("postgres", false);
      const [{ base }] = (await first.db.query<{ base: string }>("SELECT current_database() AS base")) as [
        { base: string },
      ];
      await first.db.query(`ALTER DATABASE ${base} SET default_transaction_isolation = 'serializable'`);
      await first.close();
      const db = buildDatabase(await openPostgres(`postgres://portolan@127.0.0.1:${between.port}/${base}`));
      expect(await db.query("SHOW transaction_isolation")).toEqual([{ transaction_isolation: "serializable" }]);
      return { db, close: () => db.close() };
    },
  });
  CLOSE.push(() => server.stop());
  maker = await server.as("maker");
}, 60_000);

describe("serialization conflicts", () => {
  const conflict = () => Promise.reject(new DatabaseError("could not serialize access", "40001"));
  it("are retried until the deadline, then rejected with 503 and Retry-After", async () => {
    let tries = 0;
    const done = await runWithRetry(() => (++tries < 10 ? conflict() : Promise.resolve("done")), { maxMs: 600_000 });
    expect([done, tries]).toEqual(["done", 10]);
    const error = await runWithRetry(conflict, { maxMs: 50 }).catch((found: unknown) => found);
    expect(toFailure(error).failure).toBe("busy");
    expect(toFailure(new DatabaseError("deadlock detected", "40P01")).failure).toBe("busy");
  });
  it("among 24 concurrent payments cause no HTTP 500, and each order exists once", async () => {
    await deposit(server, "100001", "CNY", "9000000");
    const accountId = (await maker.call("GET /mer/account/list")).map.list[0].id as string;
    const APPLY = "POST /mer/gep/withdraw/apply";
    const bodies = Array.from({ length: 24 }, (_, index) => ({
      accountId,
      amount: `${2000 + index}.00`,
      remark: `s${index}`,
    }));
    const asked = await Promise.all(
      bodies.map(async (body, index) => ({
        body,
        headers: { proof: await maker.proof(APPLY, body), "idempotency-key": `serializable-${index}` },
      })),
    );
    const responses = await Promise.all(asked.map(({ body, headers }) => maker.call(APPLY, body, headers)));
    for (const [at, answer] of responses.entries()) {
      const { body, headers } = asked[at]!;
      // On a busy machine the deadline may pass; the response then reports it, and repeating the call continues the work.
      let last = answer;
      while (last.status === 503) {
        expect(last.headers.get("retry-after")).toMatch(/^\d+$/);
        last = await maker.call(APPLY, body, { ...headers, proof: await maker.proof(APPLY, body) });
      }
      expect(last.map.errors ?? []).toEqual([]);
      expect([last.status, last.code, last.message]).toEqual([200, 2000, "成功"]);
    }
    expect(
      await server.db.query("SELECT count(*) AS orders FROM e_withdrawal WHERE f_amount >= 2000 AND f_amount < 2024"),
    ).toEqual([{ orders: "24" }]);
  }, 180_000);
});

describe("a database that cannot be reached", () => {
  const LIST = "GET /mer/account/list";
  const countFaults = async () =>
    /refusals_total\{failure="systemException"\} (\d+)/.exec(await server.app.metrics.text())?.[1];
  /** Sends a call and returns its response and time in milliseconds. */
  async function time(call: Promise<Answer>): Promise<[answer: Answer, ms: number]> {
    const began = performance.now();
    return [await call, performance.now() - began];
  }
  it.each<Fault>(["refused", "login", "silent"])(
    "is answered with 503 and Retry-After within a second once it is known, until it is back: %s",
    async (fault) => {
      const before = await countFaults();
      between.fail(fault);
      // A lost packet is noticed only by waiting.
      const [first, noticed] = await time(maker.call(LIST));
      const [second, ms] = await time(maker.call(LIST));
      const [entered, entering] = await time(server.client().signIn("maker@demo.portolan"));
      for (const { status, code, headers } of [first, second, entered])
        expect([status, code, headers.get("retry-after")]).toEqual([503, 5003, "1"]);
      expect(noticed).toBeLessThan(fault === "silent" ? 3_000 : 1_000);
      expect(Math.max(ms, entering)).toBeLessThan(1_000);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      await between.mend();
      await expect.poll(async () => (await maker.call(LIST)).code, { timeout: 5_000 }).toBe(2000);
      // The alert on faults of the program stays silent.
      expect(await countFaults()).toBe(before);
    },
  );
  it("is recognised by the errors of driver and pooler, but not a protocol violation of the program or an unknown outcome", () => {
    const fromServer = (code: string, message: string, routine?: string) =>
      Object.assign(new PgError(message, 0, "error"), { code, routine });
    const failureOf = (error: Error) => toFailure(toDatabaseError(error)).failure;
    for (const error of [
      new Error("Connection terminated unexpectedly"),
      new Error("Connection terminated due to connection timeout"),
      new Error("timeout exceeded when trying to connect"),
      new Error("Client has encountered a connection error and is not queryable"),
      Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
      fromServer("08P01", "server login has been failing, cached error: connect failed (server_login_retry)"),
      fromServer("08P01", "query_wait_timeout"),
      fromServer("57P01", "terminating connection due to administrator command", "ProcessInterrupts"),
      fromServer("57P03", "the database system is starting up", "ProcessStartupPacket"),
      fromServer("53300", "sorry, too many clients already", "InitProcess"),
    ])
      expect([error.message, failureOf(error)]).toEqual([error.message, "busy"]);
    const violation = fromServer("08P01", "bind message supplies 1 parameters", "exec_bind_message");
    for (const error of [violation, createUnknownOutcome("the connection was lost", undefined)])
      expect([error.message, failureOf(error)]).toEqual([error.message, "systemException"]);
  });
});
