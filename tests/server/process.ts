/**
 * Runs the real server in a separate process with a data folder that outlives it, for tests that kill, stop and restart
 * it.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SHORT_LIVED } from "./short-lived.ts";
import { PASSWORD } from "./client.ts";
import { runOncePerRun } from "./once-per-run.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 60_000;
const STOP_MS = 20_000;

/** Data of a server, which several processes may use one after another. */
export interface Place {
  dataDir: string;
  /** Defaults to the embedded database in `dataDir`. */
  databaseUrl?: string;
  schemasDir?: string;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Folder of another built release; defaults to this one. */
  release?: string | undefined;
  /** Command line arguments of the server. */
  args?: readonly string[];
}
export interface ServerProcess {
  url: string;
  pid: number;
  /** Returns the complete output of the process. */
  output(): string;
  /**
   * Runs a command like `npm run sim` does.
   * @throws Error when it is refused
   */
  sim(verb: string, words?: string[], options?: Record<string, string>): Promise<Record<string, any>>;
  /** Sends SIGKILL, so that no handler runs and nothing is flushed. Resolves once the process has exited. */
  kill(): Promise<void>;
  /**
   * Sends SIGTERM.
   * @throws Error when the server does not exit with code 0
   */
  stop(): Promise<void>;
}

/** Exit status and output of a server that failed to start. */
export interface Refusal {
  code: number | null;
  output: string;
}

/** Thrown when the server exits before it listens. */
export class NoStart extends Error {
  constructor(readonly refusal: Refusal) {
    super(`the server ended with ${refusal.code}:\n${refusal.output}`);
  }
}

const children = new Set<ChildProcess>();
process.once("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/**
 * Folder of the built server, placed where it can resolve its packages. It starts in half the time of the sources. The
 * source maps name the modules of each script.
 */
export const BUILT = join(ROOT, ".cache/server-under-test");
export const buildServer = (): Promise<void> =>
  runOncePerRun("built", async () => {
    await promisify(execFile)(
      process.execPath,
      ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--ssr", "--sourcemap"],
      { cwd: ROOT, env: { ...process.env, NODE_ENV: "production", BUILD_DIR: BUILT } },
    );
    // Live mode requires a portal, although these tests only use the API.
    mkdirSync(join(BUILT, "portal"), { recursive: true });
    writeFileSync(join(BUILT, "portal/index.html"), "<html><head></head></html>");
  });

/**
 * Starts the built `server/main.ts` on free loopback ports. Resolves once it is listening.
 * @throws NoStart when it exits before
 */
export async function startProcess({
  dataDir,
  databaseUrl,
  schemasDir,
  env = {},
  args = [],
  release,
}: Place): Promise<ServerProcess> {
  if (release === undefined) await buildServer();
  const main = release === undefined ? join(BUILT, "server/main.js") : join(release, "dist/server/main.js");
  const { DATABASE_URL: _url, SCHEMAS_DIR: _dir, ...inherited } = process.env;
  const child = spawn(process.execPath, [...SHORT_LIVED, main, ...args], {
    cwd: release ?? ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inherited,
      PORT: "0",
      SIM_PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      PORTOLAN_MODE: "sandbox",
      SANDBOX_PASSWORD: PASSWORD,
      SANDBOX_SPEED: "instant",
      SANDBOX_HISTORY: "0",
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(schemasDir ? { SCHEMAS_DIR: schemasDir } : {}),
      ...env,
    },
  });
  children.add(child);
  let value = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      value += text;
    });
  let code: number | null | undefined;
  const ended = new Promise<void>((resolve) =>
    child.once("close", (status) => {
      children.delete(child);
      code = status;
      resolve();
    }),
  );
  const last = env["PORTOLAN_MODE"] === "live" ? "Database" : "Sign in";
  const listening = () => new RegExp(`^Portolan {2}(http:\\S+)[^]*^${last} .*\n`, "m").exec(value)?.[1];
  for (const end = Date.now() + START_MS; !listening(); await pause(20)) {
    if (code !== undefined) throw new NoStart({ code, output: value });
    if (Date.now() < end) continue;
    child.kill("SIGKILL");
    await ended;
    throw new NoStart({ code: null, output: value });
  }
  return {
    url: listening()!,
    pid: child.pid!,
    output: () => value,
    async sim(verb, words = [], options = {}) {
      const { port, token } = JSON.parse(readFileSync(join(dataDir, "sim.json"), "utf8")) as {
        port: number;
        token: string;
      };
      const response = await fetch(`http://127.0.0.1:${port}/${verb}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ words, options }),
      });
      const answer = (await response.json()) as { result: Record<string, any> };
      if (!response.ok) throw new Error(`${verb}: ${JSON.stringify(answer)}`);
      return answer.result;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(late);
      if (code !== 0) throw new NoStart({ code: code ?? null, output: value });
    },
  };
}

/**
 * Starts a server that is expected to fail, and returns how it exited.
 * @throws Error when it listens
 */
export async function refusedStart(place: Place): Promise<Refusal> {
  try {
    const server = await startProcess(place);
    await server.kill();
  } catch (error) {
    if (error instanceof NoStart && error.refusal.code !== null) return error.refusal;
    throw error;
  }
  throw new Error("the server started");
}
