/** Locates the folders of an installation. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the folder of this package's package.json, for both source and build. Falls back to the working directory.
 */
export function findRootFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); dirname(folder) !== folder; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (!existsSync(file)) continue;
    const { name }: { name?: unknown } = JSON.parse(readFileSync(file, "utf8"));
    if (name === "portolan") return folder;
  }
  return process.cwd();
}

/**
 * Returns the absolute paths of the data and schema folders. Default: `.data` and `schemas` in the package's folder.
 */
export function resolveFolders({
  dataDir,
  schemasDir,
}: {
  dataDir?: string | undefined;
  schemasDir?: string | undefined;
}): {
  dataDir: string;
  schemasDir: string;
} {
  const root = findRootFolder();
  return { dataDir: resolve(dataDir ?? join(root, ".data")), schemasDir: resolve(schemasDir ?? join(root, "schemas")) };
}

/** Returns the version of this installation. Empty when it is unknown. */
export function readVersion(): string {
  const file = join(findRootFolder(), "package.json");
  const { version }: { version?: unknown } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return typeof version === "string" ? version : "";
}
