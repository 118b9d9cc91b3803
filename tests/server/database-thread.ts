/** Vitest's global setup: builds the thread of the embedded database once. Each database starts a thread, and one that compiles its own sources takes half a second longer. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, ".cache/database-thread");

/** Sets the variable that `server/store/pglite/boot.mjs` reads. */
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
