/**
 * Every page and tab of `pages.json`, in both languages and widths: it opens, says what it is, fits its window, is sound to axe, and where
 * it lists records the first one opens, too. Nothing is said here of what a page does; the stories say that.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./portal.ts";
import { type Screen, Visitor } from "./visitor.ts";

interface View { entity?: string; show?: string }
interface Listed { path: string; access?: string; screen?: string; redirect?: string; view?: View; tabs?: (View & { id: string })[] }
const listed = JSON.parse(readFileSync(fileURLToPath(new URL("../../schemas/pages.json", import.meta.url)), "utf8")) as Listed[];
/** Pages that lead elsewhere at once; their own stories show where. */
const PASSING = new Set(["redirect", "notFound"]);
const addresses = listed
  .filter((page) => page.access !== "public" && !page.redirect && !PASSING.has(page.screen ?? ""))
  .flatMap(({ path, tabs, view }) => (tabs ? tabs.map((tab) => ({ address: `${path}?tab=${tab.id}`, ...tab })) : [{ address: path, ...view }]))
  // Lists first: they tell which records there are.
  .toSorted((a, b) => Number(a.show === "detail") - Number(b.show === "detail"));

/** Waits until the page stands: its title is there and no skeleton is left. */
async function settled(page: Page): Promise<void> {
  await page.locator("main h1, main h2").first().waitFor();
  // Looks at every frame; an assertion would look again after 100, 250, 500 ms, sixty times over.
  await page.waitForFunction(() => !document.querySelector(".skeleton, [aria-busy=true]"));
}

/** What is wrong with one page is told with what is wrong with the others. */
async function sound(visitor: Visitor, what: string): Promise<void> {
  for (const look of [visitor.accessible(what), visitor.fits(what)]) await look.catch((error: Error) => expect.soft(error.message, what).toBe(""));
}

async function everyPage(visitor: Visitor): Promise<void> {
  const { page, url, phone } = visitor;
  page.setDefaultTimeout(10_000);
  const titles = new Set<string>();
  const records = new Map<string, string>();
  for (const { address, entity = "", show } of addresses) {
    const id = show === "detail" ? records.get(entity) : undefined;
    if (show === "detail") expect(id, `${address}: no list of ${entity} has a record`).toBeDefined();
    await page.goto(url + address + (id ? `?id=${encodeURIComponent(id)}` : ""));
    await settled(page);
    await sound(visitor, address);
    titles.add(await page.title());
    if (show !== "list" || (await visitor.records.count()) === 0) continue;
    records.set(entity, (await visitor.records.first().getAttribute("data-id"))!);
    const first = page.locator("tr[data-id] a").first();
    if (phone || (await first.count()) === 0) continue;
    await first.click();
    await page.getByRole("dialog").waitFor();
    await settled(page);
    await sound(visitor, `${address}: a record`);
  }
  expect([...titles].filter((title) => !/·/.test(title)), "a page without a title of its own").toEqual([]);
}

test.describe.configure({ mode: "parallel" });
for (const screen of [{ lang: "zh", width: 1440 }, { lang: "en", width: 390 }] satisfies Screen[]) {
  test(`every page, ${screen.lang} at ${screen.width} px [R4-R35 H9 L11]`, async ({ browser, portal }) => {
    test.setTimeout(420_000);
    const visitor = await Visitor.arrive(browser, portal.url, screen);
    await visitor.signIn("checker");
    await everyPage(visitor);
    await visitor.leave();
  });
}
