/** Layout on phones and desktops, in light and dark mode. */
import { readDialogChanges, recordDialogHeights } from "./dialog-heights.ts";
import { expect, test } from "./portal.ts";
import { DESKTOP, type Lang, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const ADD_PAYEE = "/collectionAccount?tab=new";

test("579 px is a phone, 580 px is not [L3 K6]", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, { lang: "zh", width: 580 });
  const { page, say } = visitor;
  await visitor.enter("maker");
  for (const lang of walk<Lang>("zh", "en")) {
    await visitor.turn({ lang, width: 580 });
    await page.goto(`${portal.url}/withdrawal?tab=records`);
    const [name, balance] = [say("菜单", "Menu"), say("余额", "Balance")];
    const menu = page.getByRole("button", { name, exact: true });
    await expect(page.getByRole("table")).toBeVisible();
    await expect(menu).toBeHidden();
    await expect(page.getByRole("navigation", { name, exact: true })).toBeVisible();
    await visitor.fits("list at 580 px");
    await page.setViewportSize({ width: 579, height: 844 });
    await expect(menu).toBeVisible();
    await expect(page.getByRole("navigation", { name, exact: true })).toBeHidden();
    await expect(page.getByRole("table")).toBeHidden();
    await expect(page.locator(".pt-card").first()).toBeVisible();
    await visitor.fits("list at 579 px");
    await menu.press("Enter");
    const drawer = page.getByRole("dialog", { name });
    await expect(drawer.getByRole("link", { name: balance, exact: true })).toBeVisible();
    await visitor.accessible("phone menu");
    // The drawer traps the focus, locks scrolling of the page, and restores the focus when closed.
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Shift+Tab");
    expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.mouse.wheel(0, 600);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await drawer.getByRole("link", { name: balance, exact: true }).click();
    await expect(page).toHaveURL(/accountBalance/);
    await expect(drawer).toBeHidden();
  }
  await visitor.leave();
});

test("light and dark follow the system until a person chooses; both are sound with panels, dialogs and errors", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  const html = page.locator("html");
  await page.emulateMedia({ colorScheme: "dark" });
  await recordDialogHeights(page);
  await visitor.enter("maker");
  for (const screen of [DESKTOP, PHONE]) {
    await visitor.turn(screen);
    // The shell's own pages and the hand-written ones are seen in the dark by `pages.spec.ts`.
    for (const path of screen === DESKTOP ? ["/withdrawal?tab=records", ADD_PAYEE] : ["/no-such-page"]) {
      await page.goto(portal.url + path);
      await page.waitForLoadState("networkidle");
      await expect(html).toHaveAttribute("data-theme", "dark");
      await visitor.accessible(`dark ${path}`);
    }
    await page.goto(`${portal.url}/personalCenter?tab=password`);
    await page.locator(".pf-footer [data-main]").click();
    await expect(page.locator("[data-summary]")).toBeVisible();
    await visitor.accessible("errors in the dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expect(html).toHaveAttribute("data-theme", "light");
    await visitor.accessible("errors in the light");
    await page.emulateMedia({ colorScheme: "dark" });
    // The parts of the form load one after the other.
    await page.goto(`${portal.url}/no-such-page`);
    await page.route("**/*.js", (route) => setTimeout(() => void route.continue(), 100));
    await visitor.openAccount();
    await page.getByRole("button", { name: say("修改支付密码", "Change payment password") }).click();
    await expect(page.getByRole("dialog").locator("[data-main]")).toBeVisible();
    await page.unroute("**/*.js");
    expect(Object.keys(await readDialogChanges(page)), "dialogs, none of them ever blank").toEqual([
      say("修改支付密码", "Change payment password"),
    ]);
    await visitor.accessible("dialog in the dark");
  }
  await page.reload();
  await visitor.openAccount();
  await page.getByText("Light", { exact: true }).click();
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "light");
  await visitor.leave([/404/]);
});

test("in a contrast theme of the reader's own, what is next, chosen or in focus has a line around it", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page } = visitor;
  await page.emulateMedia({ forcedColors: "active" });
  await visitor.enter("maker");
  const lined = (what: string) => expect(page.locator(what), what).toHaveCSS("outline-style", "solid");
  await page.goto(`${portal.url}/withdrawal?tab=records`);
  await lined(".pt-views [aria-pressed=true]");
  await page.locator("tr[data-id]").first().waitFor();
  await page.keyboard.press("j");
  await lined("tr:focus");
  await page.goto(`${portal.url}/withdrawal?tab=pay`);
  await page.getByRole("combobox").first().click();
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await lined("[role=option].Mui-focused");
  await visitor.leave();
});
