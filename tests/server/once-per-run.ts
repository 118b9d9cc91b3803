/** Creates a shared fixture once per test run, in the first process that needs it. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runFolder } from "./postgres.ts";

const MAKE_MS = 120_000;

/** Suites run in several processes. The one that creates the folder does the work; the others wait for it. */
export async function runOncePerRun(name: string, work: () => Promise<void>): Promise<void> {
  const at = join(runFolder(), name);
  try {
    mkdirSync(at);
  } catch {
    for (const end = Date.now() + MAKE_MS; !existsSync(join(at, "ready")); await pause(50)) {
      if (Date.now() > end) throw new Error(`${name} was not made by the process that began to`);
    }
    return;
  }
  await work();
  mkdirSync(join(at, "ready"));
}
