/** Measures a page of the built portal: bytes until it is usable, CPU time and layout shift. */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { readCpu, waitForIdle, openBrowser, openPage } from "../lib/browser.ts";
import { type Options, printProgress } from "../lib/options.ts";
import { buildProduct, PASSWORD, startProduct } from "../lib/portal.ts";
import { computeMedian, round } from "../lib/stats.ts";

/** Pages by URL. `most`: budget for JavaScript in kB after gzip, without overlays. */
export const PAGES = [
  { name: "sign-in", path: "/login", ready: "input[type=password], input[autocomplete=current-password]", most: 185 },
  { name: "home", path: "/exchangerateInquiry", ready: ".hm-page:has(.hm-balances .money) .hm-flow dd", most: 210 },
  { name: "form", path: "/collectionAccount?tab=new", ready: ".pf-field", most: 270 },
  { name: "form with review", path: "/withdrawal?tab=pay", ready: ".pf-field", most: 270 },
  { name: "list", path: "/withdrawal?tab=records", ready: "table tbody tr[data-id]", most: 260 },
] as const;

export interface PageBytes {
  name: string;
  most: number;
  /** JavaScript in kB after gzip: total, and the share of overlays. */
  js: number;
  overlays: number;
  css: number;
  files: { name: string; kb: number }[];
  /** Main-thread CPU time from navigation until the page is idle, in ms. */
  cpu: number;
  cpu4: number;
  shift: number;
}
export interface BytesResults {
  rounds: number;
  pages: PageBytes[];
}
const measureGzip = (body: Buffer) => gzipSync(body, { level: 9 }).length / 1000;
const isOverlay = (name: string) => /^(mui|overlay)/i.test(name);

export async function runBytes({ rounds }: Options): Promise<BytesResults> {
  const portal = await startProduct(buildProduct());
  const browser = await openBrowser();
  const found: PageBytes[] = [];
  try {
    const first = await openPage(browser, `${portal.url}/login`);
    await signIn(first.page);
    const state = await first.context.storageState();
    const session = await first.page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await first.close();
    for (const { name, path, ready, most } of PAGES) {
      const item: PageBytes = { name, most, js: 0, overlays: 0, css: 0, files: [], cpu: 0, cpu4: 0, shift: 0 };
      const cpu: Record<number, number[]> = { 1: [], 4: [] };
      for (let pass = 0; pass < rounds; pass += 1) {
        for (const rate of [1, 4]) {
          const bench = await openPage(browser);
          if (name !== "sign-in") {
            await bench.context.addCookies(state.cookies);
            await bench.context.addInitScript((kept) => {
              for (const [key, value] of Object.entries(JSON.parse(kept) as Record<string, string>))
                sessionStorage.setItem(key, value);
            }, session);
          }
          await bench.context.addInitScript(() => {
            (window as unknown as { shifted: number }).shifted = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries() as (PerformanceEntry & {
                value: number;
                hadRecentInput: boolean;
              })[])
                if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value;
            }).observe({ type: "layout-shift", buffered: true });
          });
          const bodies: Promise<{ url: string; body: Buffer }>[] = [];
          if (pass === 0 && rate === 1)
            bench.page.on("response", (response) => {
              if (!/\.(js|css)(\?|$)/.test(response.url())) return;
              const body = response.body().then((body) => ({ url: response.url(), body }));
              // Requests after idle are not part of the first load and may be aborted.
              body.catch(() => undefined);
              bodies.push(body);
            });
          await bench.page.goto(`${portal.url}/healthz`);
          await bench.throttle(rate);
          const before = await readCpu(bench);
          await bench.page.goto(portal.url + path, { waitUntil: "load" });
          await bench.page.waitForSelector(ready, { timeout: 30_000 });
          const after = await waitForIdle(bench);
          cpu[rate]!.push(after.task - (after.task > before.task ? before.task : 0));
          item.shift = Math.max(
            item.shift,
            await bench.page.evaluate(() => (window as unknown as { shifted: number }).shifted),
          );
          for (const { url, body } of await Promise.all(bodies)) {
            const file = new URL(url).pathname.split("/").at(-1)!;
            item.files.push({ name: file, kb: round(measureGzip(body)) });
            if (file.endsWith(".css")) item.css += measureGzip(body);
            else if (isOverlay(file)) item.overlays += measureGzip(body);
            else item.js += measureGzip(body);
          }
          await bench.close();
        }
      }
      item.files.sort((a, b) => b.kb - a.kb);
      found.push({
        ...item,
        js: round(item.js),
        overlays: round(item.overlays),
        css: round(item.css),
        cpu: round(computeMedian(cpu[1]!)),
        cpu4: round(computeMedian(cpu[4]!)),
        shift: round(item.shift, 4),
      });
      printProgress(`bytes ${name}`);
    }
  } finally {
    await browser.close();
    await portal.stop();
  }
  return { rounds, pages: found };
}

/** Signs in as the demo checker and waits for the home page. */
export async function signIn(page: Page): Promise<void> {
  await page.context().addCookies([{ name: "lang", value: "en", url: page.url() }]);
  await page.reload();
  await page.getByLabel("Email").first().fill("checker@demo.portolan");
  await page.locator("input[type=password]").first().fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/exchangerateInquiry/);
}

export const formatBytesTable = ({ pages }: BytesResults): string[][] => [
  ["page", "JS kB gzip", "goal", "JS for overlays, later", "CSS kB", "cpu ms", "cpu ms 4x", "layout shift"],
  ...pages.map((page) => [
    page.name,
    String(page.js),
    `≤ ${page.most}`,
    String(page.overlays),
    String(page.css),
    String(page.cpu),
    String(page.cpu4),
    String(page.shift),
  ]),
];
