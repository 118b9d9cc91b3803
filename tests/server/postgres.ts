/** PostgreSQL server for a test run, started by the first suite that needs it. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { requirePostgres } from "../../tools/find-postgres.ts";
import { stopPgBouncer } from "./stop-pgbouncer.ts";

const FOLDER = "PORTOLAN_TEST_POSTGRES";
const START_MS = 60_000;

/** Vitest global setup: creates a folder for the run, and stops the servers started in it. */
export function setup(): () => void {
  // Called by each project of the run; all share the folder of the first one.
  if (process.env[FOLDER]) return () => undefined;
  const folder = makeFolder();
  process.env[FOLDER] = folder;
  return () => stop(folder);
}

/** Returns the system user for the servers of a run, because PostgreSQL and PgBouncer refuse to run as root. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (!user) throw new Error("PostgreSQL needs a user other than root to run as");
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Creates a folder that the servers of a run can access. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  giveToUser(folder);
  return folder;
}

/** Transfers a folder to the system user of the servers, with access for that user only. */
export function giveToUser(folder: string): void {
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}

/**
 * Runs a PostgreSQL program as the system user of the run.
 * @throws Error with its output on failure
 */
export function command(program: string, args: string[]): void {
  const done = spawnSync(join(requirePostgres(), program), args, {
    ...unprivileged(),
    cwd: "/",
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}${done.stdout}`);
}

function stop(folder: string): void {
  stopPgBouncer(folder);
  if (existsSync(join(folder, "data/postmaster.pid")))
    command("pg_ctl", ["stop", "-D", join(folder, "data"), "-m", "immediate", "-w"]);
  rmSync(folder, { recursive: true, force: true });
}

/** Creates a PostgreSQL cluster in `folder/data` and starts it, listening on a socket in the folder. */
export function startCluster(folder: string): void {
  const data = join(folder, "data");
  // Deliberately differs from the collation of the embedded database: sort order must be defined by the statements, not
  // by the server.
  command("initdb", [
    "-D",
    data,
    "-U",
    "portolan",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
    "--no-instructions",
  ]);
  const options = `-k ${folder} -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=300 -c timezone=Asia/Shanghai`;
  command("pg_ctl", ["start", "-D", data, "-o", options, "-l", join(folder, "log"), "-w"]);
}

/** Restarts the run's PostgreSQL, which drops all connections but keeps committed data. */
export const restartPostgres = (): void =>
  command("pg_ctl", ["restart", "-D", join(runFolder(), "data"), "-m", "fast", "-l", join(runFolder(), "log"), "-w"]);

/** Returns the folder for fixtures shared by all processes of the run; deleted at its end. */
export function runFolder(): string {
  const given = process.env[FOLDER];
  if (given) return given;
  // Created by this process when the global setup has not run.
  const own = (process.env[FOLDER] = makeFolder());
  process.once("exit", () => stop(own));
  return own;
}

/** Returns the URL of a database on the run's server, using a socket in its folder. */
export async function postgresUrl(database = "postgres"): Promise<string> {
  const folder = runFolder();
  // Suites run in several processes. The one that creates the folder `starting` starts the server; the others wait for
  // `data/postmaster.pid`.
  let first = true;
  try {
    mkdirSync(join(folder, "starting"));
  } catch {
    first = false;
  }
  if (first) {
    startCluster(folder);
    mkdirSync(join(folder, "ready"));
  }
  for (const end = Date.now() + START_MS; !existsSync(join(folder, "ready")); await pause(50)) {
    if (Date.now() > end) throw new Error(`PostgreSQL did not start: see ${join(folder, "log")}`);
  }
  return `postgres://portolan@localhost/${database}?host=${encodeURIComponent(folder)}`;
}
