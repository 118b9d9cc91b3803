/**
 * `npm run live -- folder`: copies what Git tracks into a folder whose name has spaces, and runs `npm start` there as after a clone whose packages are
 * installed: it builds, makes a database and prints its address. Then once more, over the same data.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmCli } from "./install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const parent = mkdtempSync(join(tmpdir(), "portolan-"));
const folder = join(parent, "my portolan folder");

/** Runs `npm start`; returns the seconds until it had printed its address, after the pages and the probe answered. */
async function start(): Promise<number> {
  const env = { ...process.env, PORT: "0", SIM_PORT: "0" };
  const began = Date.now();
  const child = spawn(process.execPath, [npmCli(), "start"], { cwd: folder, env, detached: true });
  let output = "";
  try {
    const address = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
          const [, url] = /^Portolan {2}(http:\S+)/m.exec(output) ?? [];
          if (url) resolve(url);
        });
      child.on("exit", (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
    });
    const seconds = (Date.now() - began) / 1_000;
    for (const path of ["/", "/readyz"]) {
      const { status } = await fetch(address + path);
      if (status !== 200) throw new Error(`${path} answers ${status}`);
    }
    return seconds;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, "SIGTERM");
      await new Promise((resolve) => child.once("exit", resolve));
    }
  }
}

try {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file), { preserveTimestamps: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  console.log(`the first start in "${folder}" took ${(await start()).toFixed(1)} s, with the build`);
  console.log(`the second one ${(await start()).toFixed(1)} s`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  rmSync(parent, { recursive: true, force: true });
}
process.exit();
