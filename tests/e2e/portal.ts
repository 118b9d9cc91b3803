/** Portal for browser tests: the built server on a free port, with demo data and an instant simulated bank. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { SHORT_LIVED } from "../server/short-lived.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const PASSWORD = "Demo-Rose-1570";

export interface Portal {
  url: string;
  simUrl: string;
  dataDir: string;
  /** Stops the server but keeps its data. */
  halt(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/** Timeout of the first start, in ms. */
const START_MS = 90_000;
const builtIn = () => process.env.BUILD_DIR ?? join(root, "dist");
const newFolder = () => mkdtempSync(join(tmpdir(), "portolan-e2e-"));
/**
 * Template data folder, created by a first start. Reused until the build or the date changes, because the demo history
 * ends today.
 */
const template = () => join(builtIn(), ".demo-data");

/** Global setup: fills the template folder once; each portal starts with a copy of it. */
export default async function fillTemplate(): Promise<void> {
  const stamp = join(template(), ".of");
  const now = `${readFileSync(join(builtIn(), ".built"), "utf8")} ${new Date().toDateString()}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  rmSync(template(), { recursive: true, force: true });
  await (await startPortal({ DATA_DIR: template() })).halt();
  writeFileSync(stamp, now);
}

/** Returns a copy of the template folder. */
export function usedFolder(): string {
  const folder = newFolder();
  cpSync(template(), folder, { recursive: true });
  return folder;
}

/** Returns a free port. */
export const findFreePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** Starts a portal. `env` overrides the default environment. With other schemas, the product's tables already exist. */
export async function startPortal(env: Record<string, string> = {}): Promise<Portal> {
  const [port, simPort] = await Promise.all([findFreePort(), findFreePort()]);
  const dataDir = env.DATA_DIR ?? usedFolder();
  const build = env.BUILD_DIR ?? builtIn();
  const child: ChildProcess = spawn(process.execPath, [...SHORT_LIVED, join(build, "server/main.js")], {
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
  // A failing test does not stop its server, so it is killed when the worker exits.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.removeListener("exit", end));
  let output = "";
  child.stdout!.on("data", (chunk) => (output += chunk));
  child.stderr!.on("data", (chunk) => (output += chunk));
  const url = `http://127.0.0.1:${port}`;
  for (const started = Date.now(); ;) {
    const ready = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) break;
    if (Date.now() - started > START_MS || child.exitCode !== null)
      throw new Error(`The server did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const halt = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  return {
    url,
    simUrl: `http://127.0.0.1:${simPort}`,
    dataDir,
    halt,
    async stop() {
      await halt();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Collects the errors of a browser context: console errors, page errors and failed requests. A test must end without
 * any.
 */
export function watch(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on("console", (message) => message.type() === "error" && seen.push(message.text()));
  context.on("weberror", (error) => seen.push(String(error.error())));
  context.on("response", (response) => {
    const status = response.status();
    // A read sent before its session ended is expected; a request without a session token is an error.
    const isOvertaken = status === 302 && response.request().headers()["token"] !== undefined;
    if (status >= 300 && status !== 304 && !isOvertaken) seen.push(`${status} ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Aborted requests are expected, such as when a list reloads or the user leaves the page.
    if (reason !== "net::ERR_ABORTED") seen.push(`${reason} ${request.url()}`);
  });
  return seen;
}

/** Returns the number of CSP violations reported to the portal. */
export async function cspReports(url: string): Promise<number> {
  const answer = (await (await fetch(`${url}/api/csp-report`)).json()) as { map: { count: number } };
  return answer.map.count;
}

export async function signIn(
  page: Page,
  url: string,
  username: string,
  { lang = "zh", timeout }: { lang?: "zh" | "en"; timeout?: number } = {},
): Promise<void> {
  await page.context().addCookies([{ name: "lang", value: lang, url }]);
  await page.goto(`${url}/login`);
  const words =
    lang === "zh"
      ? { user: "登录邮箱", password: "登录密码", go: "登录" }
      : { user: "Email", password: "Password", go: "Sign in" };
  await page.getByLabel(words.user).first().fill(username);
  await page.getByRole("textbox", { name: words.password, exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: words.go, exact: true }).click();
  await expect(page).toHaveURL(/exchangerateInquiry/, timeout === undefined ? {} : { timeout });
}

/** Shares one portal per worker. A test that needs pristine data starts its own. */
export const test = base.extend<{ errors: string[] }, { portal: Portal }>({
  browser: [
    async ({ browser }, use) => {
      // Under a faked time (`npm run calendar`) the browser itself runs by the real one: with the preloaded library it
      // is too slow.
      if (process.env["FAKETIME"] !== undefined) {
        const create = browser.newContext.bind(browser);
        browser.newContext = async (options) => {
          const context = await create(options);
          await context.clock.install({ time: Date.now() });
          return context;
        };
      }
      await use(browser);
    },
    { scope: "worker" },
  ],
  portal: [
    async ({}, use) => {
      const portal = await startPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: "worker" },
  ],
  errors: async ({ context }, use) => {
    const errors = watch(context);
    await use(errors);
  },
});
export { expect };
