/**
 * Transfer size and layout shift of a freshly loaded page, and placeholders of pages whose records are still loading.
 * The time of a cold load is measured beside them (`bench/`).
 */
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { observeShifts, readShifts } from "./layout-shifts.ts";
import { expect, test } from "./portal.ts";
import { Visitor } from "./visitor.ts";

/** JavaScript in kB after gzip, without the overlays (`mui`), which load when idle. */
const PAGES = [
  { name: "sign-in", path: "/login", ready: "input[type=password]", most: 185 },
  { name: "home", path: "/exchangerateInquiry", ready: ".hm-page:has(.hm-balances .money) .hm-flow dd", most: 210 },
  { name: "form", path: "/collectionAccount?tab=new", ready: ".pf-field", most: 270 },
  { name: "form with review", path: "/withdrawal?tab=pay", ready: ".pf-field", most: 270 },
  { name: "list", path: "/withdrawal?tab=records", ready: "table tbody tr[data-id]", most: 260 },
] as const;
/** What a page may exceed its figure by, so that no change is made for a tenth of a kilobyte. */
const TOLERANCE = 1.05;
/** Maximum layout shift; values up to 0.1 are generally considered good. */
const MAX_SHIFT = 0.01;

for (const { name, path, ready, most } of PAGES) {
  test(`${name}: light, and nothing jumps`, async ({ browser, portal }) => {
    const visitor = await Visitor.arrive(browser, portal.url, { lang: "en", width: 1440 });
    const { context } = visitor;
    if (path !== "/login") await visitor.enter("checker");
    // A new page in the same session, with nothing loaded yet.
    const fresh = await context.newPage();
    const loads: Promise<number>[] = [];
    fresh.on("response", (response) => {
      const file = new URL(response.url()).pathname.split("/").at(-1)!;
      if (file.endsWith(".js") && !/^(mui|overlay)/i.test(file))
        loads.push(response.body().then((body) => gzipSync(body, { level: 9 }).length / 1000));
    });
    await observeShifts(fresh);
    // Request interception disables the cache, so that every file is counted.
    await fresh.route("**/*", (route) => route.continue());
    await fresh.goto(portal.url + path);
    await fresh.locator(ready).first().waitFor();
    await fresh.waitForLoadState("networkidle");
    const weight = (await Promise.all(loads)).reduce((sum, kb) => sum + kb, 0);
    const { shift, what } = await readShifts(fresh);
    expect(shift, `layout shift of ${what.join("; ")}`).toBeLessThanOrEqual(MAX_SHIFT);
    expect(weight, "kB of JavaScript").toBeLessThanOrEqual(most * TOLERANCE);
    await visitor.leave();
  });
}

/** Placeholders of views, lists, forms and records. */
const PLACEHOLDER = ".skeleton, .pt-skeleton, .pf-skeleton, .pf-waiting, .pd-skeleton";
/**
 * Pages with a placeholder of their own shape, and what they show once everything is loaded. The period is one with
 * records on every day of a month.
 */
const SHAPES = [
  { name: "list", path: "/Creditmanage", ready: "tbody tr[data-id]" },
  { name: "record", path: "", ready: ".pd-lead" },
  { name: "payment", path: "/paymentAccount", ready: ".pf-recent button" },
  { name: "form with steps", path: "/virtualCard?tab=add", ready: ".pf-steps [aria-current]" },
  { name: "balances", path: "/accountBalance", ready: ".py-balance-amount:not(:has(.skeleton))" },
  { name: "statement", path: "/accountBalance?tab=details&createdAt=last90d", ready: ".py-statement td" },
  { name: "details", path: "/multiCurrencyWallet", ready: ".pv-details header" },
  { name: "faces", path: "/virtualCard", ready: ".py-face-number" },
  { name: "activity", path: "/transactionInquiry?createdAt=last90d", ready: ".pv-sums dt" },
  { name: "report", path: "/transactionInquiry?tab=inOut&createdAt=last90d", ready: ".pv-chart" },
];
/** Views whose height depends on the number of records, and is stored. */
const STORED = ["list", "balances"];
/** Calls that a page needs before it shows a placeholder. */
const FIRST = /\/(menu\/role\/m|user\/info)$/;

test("placeholders have the height of what they stand for, at the first visit and the next", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, { lang: "zh", width: 1440 });
  const { page } = visitor;
  await visitor.enter("maker");
  await observeShifts(page);
  const calls = await holdCalls(page);
  let record = "";
  for (const { name, path, ready } of [...SHAPES, ...SHAPES.filter((shape) => STORED.includes(shape.name))]) {
    calls.hold();
    await page.goto(portal.url + (path || record));
    await expect(page.locator("h1")).toBeAttached();
    await expect(page.locator(".page-skeleton, .pf-waiting")).toHaveCount(0);
    await expect(page.locator(PLACEHOLDER)).not.toHaveCount(0);
    const expected = await measureContent(page);
    calls.release();
    await expect(page.locator(ready).first()).toBeVisible();
    await expect(page.locator(PLACEHOLDER)).toHaveCount(0);
    record ||= (await page.locator("tbody a").first().getAttribute("href")) ?? "";
    expect(Math.abs((await measureContent(page)) - expected), `height of ${name}`).toBeLessThanOrEqual(8);
    const { shift, what } = await readShifts(page);
    expect(shift, `layout shift of ${name}: ${what.join("; ")}`).toBeLessThanOrEqual(MAX_SHIFT);
  }
  await visitor.leave();
});

/** Holds the calls of a page but those that it needs first, from `hold` until `release`. */
async function holdCalls(page: Page) {
  let release = (): void => undefined;
  let released = Promise.resolve();
  await page.route("**/api/mer/**", async (route) => {
    if (!FIRST.test(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  return {
    hold: () => void (released = new Promise((resolve) => (release = resolve))),
    release: () => release(),
  };
}

/** Returns where the content of the page ends within the viewport. */
const measureContent = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.min(innerHeight, document.querySelector("main")!.lastElementChild!.getBoundingClientRect().bottom),
  );
