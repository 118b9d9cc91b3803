/**
 * `node bench/run.mjs [forms|lists|bytes|load|server|calls ...] [--rounds 5] [--seed 1]`: measures, prints a table and
 * generates RESULTS.md. Installs the benchmark's own packages if they are missing; those of the product must be
 * installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const run = (command, args, cwd) => {
  const done = spawnSync(command, args, { cwd, stdio: "inherit", shell: process.platform === "win32" });
  if (done.status !== 0) process.exit(done.status ?? 1);
};
if (!existsSync(new URL("./node_modules", import.meta.url))) run("npm", ["ci", "--no-audit", "--no-fund"], here);
run(process.execPath, ["--import", "tsx", `${here}main.ts`, ...process.argv.slice(2)], here);
