/** The benchmark's own PostgreSQL with default durability, using a socket in its folder. */
import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres } from "../../tools/find-postgres.ts";

/** Starts PostgreSQL; undefined when it is not installed. */
export function startPostgres(): { url: string; stop(): void } | undefined {
  const bin = findPostgres();
  if (!bin) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "pgbench-"));
  const data = join(folder, "data");
  let who: { uid?: number; gid?: number } = {};
  if (process.getuid?.() === 0) {
    const [, , uid, gid] =
      readFileSync("/etc/passwd", "utf8")
        .split("\n")
        .map((line) => line.split(":"))
        .find(([name]) => name === "postgres") ?? [];
    who = { uid: Number(uid), gid: Number(gid) };
    chownSync(folder, who.uid!, who.gid!);
  }
  const run = (program: string, args: string[]) => {
    const done = spawnSync(join(bin, program), args, {
      ...who,
      cwd: "/",
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}${done.stdout}`);
  };
  run("initdb", ["-D", data, "-U", "portolan", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"]);
  run("pg_ctl", ["start", "-D", data, "-o", `-k ${folder} -c listen_addresses=`, "-l", join(folder, "log"), "-w"]);
  return {
    url: `postgresql://portolan@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop() {
      run("pg_ctl", ["stop", "-D", data, "-m", "fast", "-w"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
