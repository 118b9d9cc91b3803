/** The real server in a process of its own, over a data folder that outlives it: for tests that kill, stop and restart it. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { BRIEF } from "./brief.ts";
import { PASSWORD } from "./client.ts";
import { onceARun } from "./once.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 60_000;
const STOP_MS = 20_000;

/** A server's data; several processes may use it, one after the other. */
export interface Place {
  dataDir: string;
  /** Default: the embedded engine in `dataDir`. */
  databaseUrl?: string;
  schemasDir?: string;
  /** Additional environment. */
  env?: Record<string, string>;
  /** Arguments of the server. */
  args?: readonly string[];
}
export interface ServerProcess {
  url: string;
  pid: number;
  /** Its whole output. */
  said(): string;
  /** Runs a command as `npm run sim` does. @throws Error when it is refused */
  sim(verb: string, words?: string[], options?: Record<string, string>): Promise<Record<string, any>>;
  /** Sends SIGKILL: no handler runs, nothing is flushed. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @throws Error when the server does not exit with 0 */
  stop(): Promise<void>;
}

/** How a refused start ended. */
export interface Refusal {
  code: number | null;
  said: string;
}

/** The server did not begin to listen. */
export class NoStart extends Error {
  constructor(readonly refusal: Refusal) {
    super(`the server ended with ${refusal.code}:\n${refusal.said}`);
  }
}

const children = new Set<ChildProcess>();
process.once("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/** Folder of the built server, beside the packages that it needs; it starts in half the time of its sources. */
export const BUILT = join(ROOT, ".cache/server-under-test");
const built = () =>
  onceARun("built", async () => {
    await promisify(execFile)(
      process.execPath,
      ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--ssr"],
      { cwd: ROOT, env: { ...process.env, NODE_ENV: "production", BUILD_DIR: BUILT } },
    );
    // Live mode does not start without a portal; these tests ask the API alone.
    mkdirSync(join(BUILT, "portal"), { recursive: true });
    writeFileSync(join(BUILT, "portal/index.html"), "<html><head></head></html>");
  });

/** Starts the built `server/main.ts` on free ports of the loopback; resolves when it listens. @throws NoStart when it ends before */
export async function startProcess({
  dataDir,
  databaseUrl,
  schemasDir,
  env = {},
  args = [],
}: Place): Promise<ServerProcess> {
  await built();
  const { DATABASE_URL: _url, SCHEMAS_DIR: _dir, ...inherited } = process.env;
  const child = spawn(process.execPath, [...BRIEF, join(BUILT, "server/main.js"), ...args], {
    cwd: ROOT,
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
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
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
  const listening = () => new RegExp(`^Portolan {2}(http:\\S+)[^]*^${last} .*\n`, "m").exec(said)?.[1];
  for (const end = Date.now() + START_MS; !listening(); await pause(20)) {
    if (code !== undefined) throw new NoStart({ code, said });
    if (Date.now() < end) continue;
    child.kill("SIGKILL");
    await ended;
    throw new NoStart({ code: null, said });
  }
  return {
    url: listening()!,
    pid: child.pid!,
    said: () => said,
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
      if (code !== 0) throw new NoStart({ code: code ?? null, said });
    },
  };
}

/** Starts a server that must not start, and returns how it ended. @throws Error when it listens */
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
