/**
 * `npm run screens`: pictures of every page of the built portal for people to look at: 390, 768 and 1440 px, both languages, light and
 * dark, into `.cache/screens/`. `npm run screens -- withdrawal` takes only pages whose path has that word.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "./browser.mjs";
import { signIn, startPortal } from "../tests/e2e/portal.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, ".cache/screens");
const WIDTHS = [390, 768, 1440];
const LANGS = ["zh", "en"] as const;
const THEMES = ["light", "dark"] as const;
const only = process.argv.slice(2);

interface Listed {
  path: string;
  access?: string;
  screen?: string;
  tabs?: { id: string }[];
}
const pages = JSON.parse(readFileSync(join(root, "schemas/pages.json"), "utf8")) as Listed[];
const addresses = pages
  .filter((page) => page.access !== "public" && !page.screen)
  .flatMap(({ path, tabs }) => tabs?.map((tab) => `${path}?tab=${tab.id}`) ?? [path])
  .filter((address) => only.length === 0 || only.some((word) => address.includes(word)));

async function take(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.evaluate((mode) => document.documentElement.setAttribute("data-theme", mode), theme);
      await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`), fullPage: true, animations: "disabled" });
    }
  }
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const portal = await startPortal();
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  for (const lang of LANGS) {
    const context = await browser.newContext({ locale: lang === "zh" ? "zh-CN" : "en-GB", timezoneId: "Asia/Shanghai" });
    await context.addCookies([{ name: "lang", value: lang, url: portal.url }]);
    const page = await context.newPage();
    await take(page, `${portal.url}/login`, `${lang}-login`);
    await signIn(page, portal.url, "checker@demo.portolan", lang);
    for (const address of addresses) await take(page, portal.url + address, `${lang}-${address.slice(1).replace("?tab=", "-")}`);
    const record = page.locator("[data-id]").first();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${portal.url}/withdrawal?tab=records`);
    await record.waitFor();
    await take(page, `${portal.url}/withdrawal?tab=records&id=${await record.getAttribute("data-id")}`, `${lang}-record`);
    await take(page, `${portal.url}/no-such-page`, `${lang}-404`);
    await context.close();
  }
  console.log(`Pictures in ${out}`);
} finally {
  await browser.close();
  await portal.stop();
}
