/** Runs the named suites, by default all of them, stores their figures and generates RESULTS.md. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { runBytes } from "./bytes/run.ts";
import { runForms } from "./forms/run.ts";
import { readOptions } from "./lib/options.ts";
import { results, root } from "./lib/paths.ts";
import { type Saved, writeReport } from "./lib/report.ts";
import { runLoad } from "./load/run.ts";
import { runLists } from "./lists/run.ts";
import { runCalls } from "./server/calls.ts";
import { runServer } from "./server/run.ts";

const suites = {
  forms: runForms,
  lists: runLists,
  bytes: runBytes,
  load: runLoad,
  server: runServer,
  calls: runCalls,
} as const;
const args = process.argv.slice(2);
const options = readOptions(args);
const named = args.filter((arg, index) => !arg.startsWith("--") && !args[index - 1]?.startsWith("--"));
const unknown = named.find((name) => !(name in suites));
if (unknown) throw new Error(`there is no suite ${unknown}; there are ${Object.keys(suites).join(", ")}`);

const readCommit = (): string => {
  if (process.env.BENCH_COMMIT) return process.env.BENCH_COMMIT;
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "an unknown commit";
  }
};
mkdirSync(results, { recursive: true });
for (const [name, run] of Object.entries(suites)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const before = loadavg();
  const found = await run(options);
  const saved: Saved<unknown> = {
    at: new Date().toISOString().slice(0, 16).replace("T", " "),
    commit: readCommit(),
    load: before,
    node: `Node ${process.versions.node}`,
    cpus: availableParallelism(),
    results: found,
  };
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(saved, null, 1)}\n`);
}
console.log(writeReport());
