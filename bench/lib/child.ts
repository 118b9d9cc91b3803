/**
 * Runs measurements in separate processes, so that none is affected by a previous one, and no loader transforms the
 * code.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "vite";
import { productSchemas } from "../../tools/product-schemas.ts";
import { createSchemasPlugin } from "@portolan/engine/vite";
import { bench, out, root } from "./paths.ts";

/** Builds files of `server/` like the product's server is built. */
export async function buildServer(names: readonly string[], schemas: string): Promise<void> {
  await build({
    configFile: false,
    root: bench,
    logLevel: "error",
    plugins: [createSchemasPlugin({ dir: schemas, ...productSchemas })],
    ssr: { external: ["playwright-core"] },
    build: {
      ssr: true,
      outDir: join(out, "server"),
      emptyOutDir: true,
      target: "node20",
      rolldownOptions: { input: Object.fromEntries(names.map((name) => [name, join(bench, `server/${name}.ts`)])) },
    },
  });
}

/** Runs a built file and parses the last line of its output as JSON. */
export async function runMeasurement<T>(
  name: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<T> {
  const child = spawn(process.execPath, [...flags, join(out, `server/${name}.js`), ...args], {
    cwd: root,
    env: { ...process.env, BENCH_DIR: bench, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}\n${text}`);
  return JSON.parse(text.trim().split("\n").at(-1)!) as T;
}
