/**
 * Vitest global setup: precompiles the worker thread of the embedded database, because compiling its sources would add
 * half a second to each start.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, ".cache/database-thread");

/** Sets the environment variable read by `server/store/pglite/boot.mjs`. */
export async function setup(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: "server/store/pglite/worker.ts",
      outDir: FOLDER,
      minify: false,
      rolldownOptions: { output: { entryFileNames: "worker.js" } },
    },
  });
  process.env["DATABASE_THREAD"] = join(FOLDER, "worker.js");
}
