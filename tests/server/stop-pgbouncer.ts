/** Stops the PgBouncer of a test run. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Stops the PgBouncer that was started in the folder of a run, if any. */
export function stopPgBouncer(folder: string): void {
  const pid = join(folder, "pooler/pid");
  if (existsSync(pid)) process.kill(Number(readFileSync(pid, "utf8")), "SIGTERM");
}
