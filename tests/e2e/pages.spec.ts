/**
 * Every page and tab of `pages.json`, in both languages and widths: opens, has a title, fits the viewport, passes axe,
 * and opens the first record of a list. The behaviour of pages is covered by other tests. On a
 * desktop axe checks every page and record, on a phone one page of each kind of view; `npm run stories -- pages` checks
 * every page in each language at each width.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./portal.ts";
import { ALL_SCREENS, DESKTOP, PHONE, type Screen } from "./screens.ts";
import { Visitor } from "./visitor.ts";
import { expectGlossary } from "./words.ts";

interface View {
  entity?: string;
  show?: string;
}
interface Listed {
  id: string;
  path: string;
  header?: boolean;
  footer?: boolean;
  access?: string;
  screen?: string;
  redirect?: string;
  view?: View;
  tabs?: (View & { id: string })[];
  kinds?: true;
}
const listed = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../schemas/pages.json", import.meta.url)), "utf8"),
) as Listed[];
/** Whether forms of the entity have a summary. */
function hasSummary(entity: string): boolean {
  const path = fileURLToPath(new URL(`../../schemas/entities/${entity}.json`, import.meta.url));
  return existsSync(path) && "x-summary" in JSON.parse(readFileSync(path, "utf8"));
}
/** Pages that redirect, which have their own tests. */
const PASSING = new Set(["redirect", "notFound"]);
const addresses = listed
  .filter((page) => page.access !== "public" && !page.redirect && !PASSING.has(page.screen ?? ""))
  .flatMap(({ id, path, header = true, footer = true, tabs, kinds, view }) => {
    const page = { page: id, header, footer };
    // Kinds of the same records are one view.
    const isShown = (tab: View, index: number) =>
      !kinds || !tabs?.slice(0, index).some(({ entity, show }) => entity === tab.entity && show === tab.show);
    return tabs
      ? tabs.filter(isShown).map((tab) => ({ address: `${path}?tab=${tab.id}`, ...page, ...tab }))
      : [{ address: path, ...page, ...view }];
  })
  // Lists come first, because they determine which records exist.
  .toSorted((a, b) => Number(a.show === "detail") - Number(b.show === "detail"));

/** Waits until the title is visible and no skeleton is left. */
async function settled(page: Page): Promise<void> {
  await page.locator("main h1, main h2").first().waitFor();
  // Polls on every frame; an assertion would poll after 100, 250 and 500 ms, for each of about sixty pages.
  await page.waitForFunction(() => !document.querySelector(".skeleton, [aria-busy=true]"));
  // `content-visibility` lays out content in the frame that displays it.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
}

/** Checks a phone and the narrowest required viewport, which corresponds to a wide one at 400% zoom (WCAG 1.4.10). */
async function fitsAll(visitor: Visitor, what: string): Promise<void> {
  const { page } = visitor;
  const size = page.viewportSize()!;
  await visitor.fits(what);
  await page.setViewportSize({ ...size, width: 320 });
  // Restored even after a failure, or all later pages would be measured at this width.
  await visitor.fits(`${what} at 320 px`).finally(() => page.setViewportSize(size));
}

/** Uses soft assertions, so that the problems of all pages are reported together. */
async function sound(visitor: Visitor, what: string, isAxeDue = true): Promise<void> {
  for (const look of [
    () => (isAxeDue ? visitor.accessible(what) : Promise.resolve()),
    () => (visitor.phone ? fitsAll(visitor, what) : visitor.fits(what)),
    () => visitor.touchable(what),
  ]) {
    await look().catch(async (error: Error) => {
      // The automatic screenshot at the end of the test would show a different page.
      await test.info().attach(what, { body: await visitor.page.screenshot(), contentType: "image/png" });
      expect.soft(error.message, what).toBe("");
    });
  }
}

/** Pages of the shell, and hand-written pages. */
const ALSO_DARK = new Set(["R4", "R5", "R6", "R7", "R8", "R9", "R19", "R21"]);
/** Checks the current page with form errors, at the other width, and in dark mode. */
async function darkAndWrong(visitor: Visitor, what: string): Promise<void> {
  const { page, phone } = visitor;
  const go = page.locator(".pf-footer [data-main]:not([aria-disabled])");
  // A form whose required fields are all filled would be submitted instead of showing errors.
  const lacks = await page
    .locator("form [aria-required=true]")
    .evaluateAll((all) => all.some((button) => "value" in button && button.value === ""));
  if (lacks && (await go.count()) > 0) {
    await go.click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  }
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: (phone ? DESKTOP : PHONE).width });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await sound(visitor, `${what}, turned`);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(size);
}

/** Switches a view to its table mode. Returns false when it has none. */
async function turnToTable(visitor: Visitor, what: string, isAxeDue: boolean): Promise<boolean> {
  const { page } = visitor;
  const table = page.locator('.pv-modes a[href*="as=table"]');
  if ((await table.count()) === 0) return false;
  await table.click();
  await expect(table).toHaveAttribute("aria-current", "true");
  await settled(page);
  await sound(visitor, `${what}, as a table`, isAxeDue);
  return true;
}

/** Checks that a form with amounts has its summary, of which no value is shown before input. */
async function silent({ page }: Visitor, address: string): Promise<void> {
  const bar = page.locator(".pf-summary-bar > button");
  await bar.or(page.locator(".pf-summary")).filter({ visible: true }).first().waitFor();
  const hasBar = await bar.isVisible();
  if (hasBar) await bar.click();
  const summary = page.locator(".pf-summary").filter({ visible: true });
  await expect.soft(summary, `${address}: the summary of the form`).toHaveCount(1);
  await expect.soft(summary.locator(".pf-summary-empty"), `${address}: what the summary will show`).toHaveText(/\S/);
  await expect.soft(summary.locator(".money"), `${address}: figures before input`).toHaveCount(0);
  const dashes = page.locator(".pf-form").getByText("—", { exact: true }).filter({ visible: true });
  await expect.soft(dashes, `${address}: dashes before input`).toHaveCount(0);
  if (hasBar) await bar.click();
}

/** Number of a statement, which no list shows; any period and currency has one. */
const STATEMENT = "20261001-20261031-CNY";

async function everyPage(visitor: Visitor): Promise<void> {
  const { page, url, phone } = visitor;
  page.setDefaultTimeout(10_000);
  const titles = new Set<string>();
  const records = new Map([["periodStatement", STATEMENT]]);
  let opened = 0;
  let here = "";
  // All lists share one component, as do all forms: on a phone, axe checks the first of each kind.
  const seen = new Set<string>();
  const isAxeDue = (kind: string) => {
    const isFirst = !seen.has(kind);
    seen.add(kind);
    return isFirst || !phone || ALL_SCREENS;
  };
  for (const { page: named, address, header, footer, entity = "", show } of addresses) {
    const id = show === "detail" ? records.get(entity) : undefined;
    if (show === "detail") expect(id, `${address}: no list of ${entity} has a record`).toBeDefined();
    if (show === "detail" && (phone || ALL_SCREENS)) {
      // Without an id, the page lists the records to choose from, or leads to their home.
      await page.goto(url + address);
      await settled(page);
      await expect(page.locator("main .pt-page").first(), `${address} without an id`).toBeVisible();
    }
    // A wide screen loads every URL. A phone switches tabs, except on the home page, whose cards link to them.
    const tab = page.locator(`.page-tabs a[href="${address.slice(address.indexOf("?"))}"]`);
    if (phone && here === named && address.includes("?") && (await tab.isVisible())) {
      await tab.click();
      await expect(tab).toHaveAttribute("aria-current", "page");
    } else await page.goto(url + address + (id ? `?id=${encodeURIComponent(id)}` : ""));
    here = named;
    await settled(page);
    await sound(visitor, address, isAxeDue(show ?? address));
    await expectGlossary(page, address).catch((error: Error) => expect.soft(error.message).toBe(""));
    if (show === "create" && hasSummary(entity)) await silent(visitor, address);
    // The default columns fit without horizontal scrolling. On a tablet the first stays in place.
    if (visitor.screen.width >= DESKTOP.width) {
      // A list measures the available space one frame after rendering.
      const over = () =>
        page
          .locator(".pt-scroll")
          .evaluateAll((lists) => lists.map((list) => list.scrollWidth - list.clientWidth).filter((wide) => wide > 0));
      await expect.configure({ soft: true }).poll(over, `${address}: a list is wider than its room`).toEqual([]);
    }
    await expect.soft(page.getByRole("banner"), `${address}: header`).toHaveCount(Number(header));
    // Rendered after the content above.
    await expect.soft(page.getByRole("contentinfo"), `${address}: footer`).toHaveCount(Number(footer));
    titles.add(await page.title());
    if (ALSO_DARK.has(named) && (!phone || ALL_SCREENS)) await darkAndWrong(visitor, address);
    if (show !== "list" && !(await turnToTable(visitor, address, isAxeDue("list")))) continue;
    if ((await visitor.records.count()) === 0) continue;
    records.set(entity, (await visitor.records.first().getAttribute("data-id"))!);
    const first = page.locator("tr[data-id] [data-opens]").first();
    if (phone || (await first.count()) === 0) continue;
    opened += 1;
    await first.click();
    await page.getByRole("dialog").waitFor();
    await settled(page);
    await sound(visitor, `${address}: a record`);
  }
  // Ensures that the check after the click above has run at all.
  if (!phone) expect(opened, "lists of which a record was opened").toBeGreaterThan(15);
  expect(
    [...titles].filter((title) => !/·/.test(title)),
    "a page without a title of its own",
  ).toEqual([]);
}

test.describe.configure({ mode: "parallel" });
const OTHERS: Screen[] = [
  { lang: "en", width: DESKTOP.width },
  { lang: "zh", width: PHONE.width },
  { lang: "zh", width: 768 },
  { lang: "en", width: 768 },
];
for (const screen of [DESKTOP, PHONE, ...(ALL_SCREENS ? OTHERS : [])]) {
  test(`every page, ${screen.lang} at ${screen.width} px [R4-R35 H9 L2 L11]`, async ({ browser, portal }) => {
    test.setTimeout(420_000);
    const visitor = await Visitor.arrive(browser, portal.url, screen);
    await visitor.signIn("checker");
    await everyPage(visitor);
    await visitor.leave();
  });
}
