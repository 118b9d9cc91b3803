/**
 * The product as shipped: built with its own configuration and started like `npm start`, on free ports with an empty
 * data folder.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { out, root } from "./paths.ts";

/** Login and payment password of the demo users. */
export const PASSWORD = "Bench-Rose-1570";

/** Builds the portal and the server into the benchmark's own folder. Returns the folder. */
export function buildProduct(): string {
  const dir = join(out, "dist");
  for (const extra of [[], ["--ssr"]]) {
    const done = spawnSync(
      process.execPath,
      [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error", ...extra],
      { cwd: root, env: { ...process.env, BUILD_DIR: dir }, stdio: "inherit" },
    );
    if (done.status !== 0) throw new Error("the product does not build");
  }
  return dir;
}

export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

export interface Portal {
  url: string;
  dataDir: string;
  /** Time from starting the process to its first successful response, in ms. */
  startMs: number;
  stop(keep?: boolean): Promise<void>;
}

export async function startProduct(
  dist: string,
  {
    dataDir = mkdtempSync(join(tmpdir(), "portolan-bench-")),
    env = {},
  }: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<Portal> {
  const [port, simPort] = [await findFreePort(), await findFreePort()];
  const begun = performance.now();
  const child: ChildProcess = spawn(process.execPath, [join(dist, "server/main.js")], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      SIM_PORT: String(simPort),
      DATA_DIR: dataDir,
      PORTOLAN_MODE: "sandbox",
      SANDBOX_PASSWORD: PASSWORD,
      SANDBOX_SPEED: "instant",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout!.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - begun > 120_000)
      throw new Error(`the server did not start:\n${text}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const startMs = performance.now() - begun;
  return {
    url,
    dataDir,
    startMs,
    async stop(keep = false) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      if (!keep) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
