/** Builds the portal for schemas other than the product's. */
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds the portal for the schemas and copies the server, whose build does not depend on them.
 * @throws Error with the output of a failed build
 */
export function buildPortal(env: { SCHEMAS_DIR: string; BUILD_DIR: string }): void {
  const server = join(process.env.BUILD_DIR ?? join(root, "dist"), "server");
  cpSync(server, join(env.BUILD_DIR, "server"), { recursive: true });
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`The portal did not build:\n${stdout}${stderr}`);
}
