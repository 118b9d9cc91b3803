/**
 * Lists and exports are read from a replica unless it lags behind or the user has just made a change; otherwise from
 * the primary.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildDatabase } from "../../server/store/build-database.ts";
import { DatabaseError, type Database } from "../../server/store/database.ts";
import type { Driver } from "../../server/store/driver.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { Replica } from "../../server/store/replica.ts";
import { command, giveToUser, makeFolder, startCluster } from "./postgres.ts";
import { fill } from "./prepared.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

const LIST = "GET /mer/account/page";
const EXPORT = "GET /mer/own/securityLog/export";
const CLOSE: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of CLOSE.toReversed()) await close();
});

let server: TestServer;
let maker: Client;
let standby: Database;
let stopStandby: () => void;
/** When the standby ends cursors. */
let broken: "opening" | "reading" | undefined;

/** Returns the driver of a standby that ends cursors while `broken` is set, as it does when replay needs their rows. */
const breakCursors = (driver: Driver): Driver => ({
  ...driver,
  async cursor(sql, params, signal) {
    if (broken === "opening") throw new DatabaseError("canceling statement due to conflict with recovery", "40001");
    const cursor = await driver.cursor(sql, params, signal);
    if (broken === "reading")
      await standby.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND pid <> pg_backend_pid()",
      );
    return cursor;
  },
});

beforeAll(async () => {
  const [folder, copy] = [makeFolder(), makeFolder()];
  startCluster(folder);
  CLOSE.push(() => command("pg_ctl", ["stop", "-D", join(folder, "data"), "-m", "immediate", "-w"]));
  const urlOf = (place: string) => `postgres://portolan@localhost/postgres?host=${encodeURIComponent(place)}`;
  const db = buildDatabase(await openPostgres(urlOf(folder)));
  await fill(db, false);
  const data = join(copy, "data");
  mkdirSync(data);
  giveToUser(data);
  command("pg_basebackup", ["-D", data, "-R", "-X", "stream", "-c", "fast", "-h", folder, "-U", "portolan"]);
  command("pg_ctl", [
    "start",
    "-D",
    data,
    "-o",
    `-k ${copy} -c listen_addresses= -c fsync=off -c max_connections=300`,
    "-l",
    join(copy, "log"),
    "-w",
  ]);
  stopStandby = () => command("pg_ctl", ["stop", "-D", data, "-m", "immediate", "-w"]);
  standby = buildDatabase(await openPostgres(urlOf(copy)));
  const replica = new Replica(urlOf(copy), db, () => undefined);
  replica.start();
  const breakable = buildDatabase(breakCursors(await openPostgres(urlOf(copy))), { retryMs: 0 });
  const found = { find: () => replica.find() && breakable };
  server = await startTestServer({ replica: found, database: async () => ({ db, close: () => db.close() }) });
  CLOSE.push(
    () => server.stop(),
    () => standby.close(),
    () => breakable.close(),
    () => replica.close(),
  );
  maker = await server.as("maker");
  // Signing in counts as a change, which a browser forgets after five seconds.
  maker.cookies.delete("wrote");
});

const servedBy = async () => (await maker.call(LIST, { totals: 1 })).headers.get("x-served-by");

it("lists and exports are served by the replica, as a response header tells", async () => {
  await expect.poll(servedBy).toBe("replica");
  const file = await maker.call(EXPORT, { format: "csv", action: "signIn" });
  expect([file.status, file.headers.get("x-served-by")]).toEqual([200, "replica"]);
});

it("a user who has just made a change is served by the primary", async () => {
  await maker.call("POST /mer/own/notification/read", { ids: [] });
  expect(await servedBy()).toBeNull();
  maker.cookies.delete("wrote");
  await expect.poll(servedBy).toBe("replica");
});

it("an export starts again at the primary when the replica refuses its cursor or ends it midway", async () => {
  const file = async () => {
    const { status, headers, bytes } = await maker.call(EXPORT, { format: "csv", action: "signIn" });
    return { status, servedBy: headers.get("x-served-by"), text: bytes.toString("utf8") };
  };
  await expect.poll(servedBy).toBe("replica");
  const { text } = await file();
  expect(text.trim().split("\n").length).toBeGreaterThan(1);
  const began = Date.now();
  for (const way of ["opening", "reading"] as const) {
    broken = way;
    expect(await file()).toEqual({ status: 200, servedBy: null, text });
  }
  broken = undefined;
  expect(Date.now() - began).toBeLessThan(4_000);
  expect(await file()).toMatchObject({ servedBy: "replica" });
});

it("the primary serves while the replica lags by more than two seconds", async () => {
  await standby.query("SELECT pg_wal_replay_pause()");
  await server.db.query("CREATE TABLE behind (n integer)");
  await expect.poll(servedBy).toBeNull();
  await standby.query("SELECT pg_wal_replay_resume()");
  await expect.poll(servedBy).toBe("replica");
});

it("the primary takes over when the replica dies", async () => {
  stopStandby();
  const responses = await Promise.all(Array.from({ length: 5 }, () => maker.call(LIST)));
  expect(responses.map(({ code }) => code)).toEqual([2000, 2000, 2000, 2000, 2000]);
  await expect.poll(servedBy).toBeNull();
});
