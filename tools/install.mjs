/** Installs the packages when they are missing or older than the lock file. Node only: it runs before anything is installed. */
import { spawnSync } from "node:child_process";
import { lstatSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

function modified(path) {
  try {
    return statSync(new URL(`../${path}`, import.meta.url)).mtimeMs;
  } catch {
    return 0;
  }
}

/** Runs a command in the repository's root with our output; ends this process with its code when it fails. */
export function run(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env }, shell: process.platform === "win32" });
  if (done.error) throw done.error;
  if (done.status !== 0) process.exit(done.status ?? 1);
}

export function install() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Portolan needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(2);
  }
  if (modified("node_modules/.package-lock.json") >= modified("package-lock.json") && modified("package-lock.json") > 0) return;
  // `npm ci` empties the folder behind the link, which is somebody else's.
  if (lstatSync(new URL("../node_modules", import.meta.url), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error("node_modules is a symbolic link and older than package-lock.json: it is left alone. Install where it points to, or remove the link.");
    process.exit(2);
  }
  console.log("Installing packages …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}
