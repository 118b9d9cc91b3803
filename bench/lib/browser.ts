/** Headless Chromium, measured by main-thread CPU time, which is independent of other load on the machine. */
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from "playwright-core";
import { findBrowser } from "../../tools/browser.mjs";
import { type CpuProfile, rankFunctions } from "./profile.ts";

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser({ whole: true }),
    args: [
      "--disable-background-timer-throttling",
      "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows",
    ],
  });
}

/** A page with its own renderer process, and a session to read its CPU time. */
export interface Bench {
  page: Page;
  cdp: CDPSession;
  context: BrowserContext;
  rate: number;
  throttle(rate: number): Promise<void>;
  close(): Promise<void>;
}
export const VIEWPORT = { width: 1280, height: 900 };
/** Quiet time after which a page counts as idle, in ms. The browser's autofill scans a new form after 100 ms. */
const QUIET_MS = 200;
const MAX_WAIT_MS = 5_000;
const STEP_MS = 100;
/**
 * Maximum CPU time of an idle step, in ms, caused by a blinking caret and the measurement itself; higher when
 * throttled.
 */
const NOISE_MS = 2;

export async function openPage(browser: Browser, url?: string): Promise<Bench> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: "en-GB" });
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  if (url) await page.goto(url);
  const opened: Bench = {
    page,
    cdp,
    context,
    rate: 1,
    async throttle(rate) {
      opened.rate = rate;
      await cdp.send("Emulation.setCPUThrottlingRate", { rate });
    },
    close: () => context.close(),
  };
  return opened;
}

export interface Cpu {
  /** CPU time of the main thread, in ms. */
  task: number;
  script: number;
  style: number;
  layout: number;
}

export async function readCpu({ cdp }: Pick<Bench, "cdp">): Promise<Cpu> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const value = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return {
    task: value("TaskDuration"),
    script: value("ScriptDuration"),
    style: value("RecalcStyleDuration"),
    layout: value("LayoutDuration"),
  };
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the main thread is idle. Returns its CPU time. */
export async function waitForIdle(bench: Pick<Bench, "cdp" | "rate">): Promise<Cpu> {
  let last = await readCpu(bench);
  for (let quiet = 0, waited = 0; quiet < QUIET_MS && waited < MAX_WAIT_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    const now = await readCpu(bench);
    quiet = now.task - last.task > NOISE_MS * bench.rate ? 0 : quiet + STEP_MS;
    last = now;
  }
  return last;
}

/** Returns the CPU time from the action until the page is idle. */
export async function measureCpu(bench: Bench, action: () => Promise<unknown>): Promise<Cpu> {
  const before = await waitForIdle(bench);
  await action();
  const after = await waitForIdle(bench);
  return {
    task: after.task - before.task,
    script: after.script - before.script,
    style: after.style - before.style,
    layout: after.layout - before.layout,
  };
}

export const collect = async ({ cdp }: Bench): Promise<void> => void (await cdp.send("HeapProfiler.collectGarbage"));

/** Profiles an action. Returns functions by self time, in ms. */
export async function profile(
  bench: Bench,
  action: () => Promise<unknown>,
  most = 12,
): Promise<{ name: string; ms: number }[]> {
  const { cdp } = bench;
  await cdp.send("Profiler.enable");
  await cdp.send("Profiler.setSamplingInterval", { interval: 100 });
  await cdp.send("Profiler.start");
  await action();
  await waitForIdle(bench);
  const { profile: taken } = (await cdp.send("Profiler.stop")) as { profile: CpuProfile };
  await cdp.send("Profiler.disable");
  return rankFunctions(taken, most);
}
