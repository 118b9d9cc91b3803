/**
 * PgBouncer in transaction mode in front of the test run's PostgreSQL. Started by the first suite that needs it and
 * stopped at the end of the run.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { requirePgBouncer } from "../../tools/find-postgres.ts";
import { runOncePerRun } from "./once-per-run.ts";
import { giveToUser, postgresUrl, runFolder, unprivileged } from "./postgres.ts";

const PORT = 6432;
const START_MS = 10_000;

/** Returns the URL of a database through PgBouncer. */
export async function pooledUrl(database: string): Promise<string> {
  await runOncePerRun("pgbouncer", async () => {
    await postgresUrl();
    start(join(runFolder(), "pooler"));
    for (const end = Date.now() + START_MS; !existsSync(join(runFolder(), `pooler/.s.PGSQL.${PORT}`)); await pause(20))
      if (Date.now() > end) throw new Error(`PgBouncer did not start: see ${join(runFolder(), "pooler/log")}`);
  });
  return `postgres://portolan@localhost:${PORT}/${database}?host=${encodeURIComponent(join(runFolder(), "pooler"))}`;
}

function start(folder: string): void {
  mkdirSync(folder);
  const settings = [
    "[databases]",
    `* = host=${runFolder()} port=5432`,
    "[pgbouncer]",
    "listen_addr =",
    `listen_port = ${PORT}`,
    `unix_socket_dir = ${folder}`,
    "auth_type = trust",
    `auth_file = ${join(folder, "users")}`,
    "pool_mode = transaction",
    "max_client_conn = 2000",
    "default_pool_size = 10",
    // Closes idle connections, so that databases of finished suites have none.
    "server_idle_timeout = 5",
    `logfile = ${join(folder, "log")}`,
    `pidfile = ${join(folder, "pid")}`,
  ];
  writeFileSync(join(folder, "pgbouncer.ini"), `${settings.join("\n")}\n`);
  writeFileSync(join(folder, "users"), '"portolan" ""\n');
  giveToUser(folder);
  const done = spawnSync(requirePgBouncer(), ["-d", join(folder, "pgbouncer.ini")], {
    ...unprivileged(),
    cwd: "/",
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`pgbouncer failed: ${done.stderr}${done.stdout}`);
}
