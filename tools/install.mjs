/**
 * Installs packages if they are missing or older than the lock file. Uses only Node's own modules, because it runs
 * before anything is installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

function modified(path) {
  try {
    return statSync(new URL(`../${path}`, import.meta.url)).mtimeMs;
  } catch {
    return 0;
  }
}

/**
 * Runs a program in the repository root with inherited output, and exits with its exit code on failure. Does not use a
 * shell, which would split paths at spaces.
 */
export function run(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (done.error) throw done.error;
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/**
 * Returns npm's JavaScript entry point, which Node can run on every platform: from the running npm, next to Node, or on
 * the PATH.
 * @throws Error when npm is not found
 */
export function npmCli(env = process.env) {
  const cli = join("node_modules", "npm", "bin", "npm-cli.js");
  const beside = (folder) => [join(folder, cli), join(folder, "..", "lib", cli)];
  const onPath = (env.PATH ?? env.Path ?? "").split(delimiter).filter(Boolean);
  // On every platform except Windows, `npm` is a symbolic link to it.
  const linked = onPath
    .map((folder) => join(folder, "npm"))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));
  const found = [
    env.npm_execpath ?? "",
    ...beside(dirname(process.execPath)),
    ...linked,
    ...onPath.flatMap(beside),
  ].find((path) => basename(path) === "npm-cli.js" && existsSync(path));
  if (!found) throw new Error("npm was not found: it comes with Node (https://nodejs.org), or stands in the PATH");
  return found;
}

/** Installs packages unless they are current. Returns whether `npm ci` ran, which accepts only a lock file that fits. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Portolan needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(2);
  }
  if (modified("node_modules/.package-lock.json") >= modified("package-lock.json") && modified("package-lock.json") > 0)
    return false;
  // `npm ci` would empty the link target, which belongs to another checkout.
  if (lstatSync(new URL("../node_modules", import.meta.url), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      "node_modules is a symbolic link and older than package-lock.json: it is left alone. Install where it points to, or remove the link.",
    );
    process.exit(2);
  }
  console.log("Installing packages …");
  run(process.execPath, [npmCli(), "ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  // Enables the commit hook when there is a repository.
  if (existsSync(new URL("../.git", import.meta.url)))
    spawnSync("git", ["config", "core.hooksPath", "tools/hooks"], { cwd: root });
  return true;
}
