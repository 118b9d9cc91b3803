/** A user in a browser with a given language and viewport, with the actions that all pages have in common. */
import { type Browser, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import schemaAreas from "../../schemas/areas.json" with { type: "json" };
import pages from "../../schemas/pages.json" with { type: "json" };
import { digestPassword } from "../../server/session/password.ts";
import { COLOURS, expectAccessible } from "./axe.ts";
import type { Screen } from "./screens.ts";
import { cspReports, PASSWORD, signIn, watch } from "./portal.ts";
import { smallTargets } from "./touch.ts";
import { expectGlossary } from "./words.ts";

/** Width below which the phone layout is used. Source: specification 2. */
export const PHONE_BELOW = 580;

export class Visitor {
  readonly page: Page;
  private constructor(
    readonly url: string,
    public screen: Screen,
    readonly context: BrowserContext,
    page: Page,
    private readonly errors: string[],
  ) {
    this.page = page;
  }
  get phone(): boolean {
    return this.screen.width < PHONE_BELOW;
  }

  static async arrive(browser: Browser, url: string, screen: Screen): Promise<Visitor> {
    const phone = screen.width < PHONE_BELOW;
    const context = await browser.newContext({
      locale: screen.lang === "zh" ? "zh-CN" : "en-GB",
      timezoneId: "Asia/Shanghai",
      viewport: { width: screen.width, height: 844 },
      hasTouch: phone,
      acceptDownloads: true,
      // Nothing of what the stories show is motion; frames of it cost processor time and are waited for.
      reducedMotion: "reduce",
    });
    const errors = watch(context);
    return new Visitor(url, screen, context, await context.newPage(), errors);
  }

  /** Returns the text in the user's language. */
  say = <T>(zh: T, en: T): T => (this.screen.lang === "zh" ? zh : en);

  async signIn(user: string): Promise<void> {
    await signIn(this.page, this.url, `${user}@demo.portolan`, { lang: this.screen.lang });
  }

  /** Signs in through the API, for tests of other features. */
  async enter(user: string): Promise<void> {
    // Leaves the page first, because its pending requests would fail with an ended session.
    await this.page.goto("about:blank");
    const response = await this.context.request.post(`${this.url}/api/mer/login`, {
      data: { username: `${user}@demo.portolan`, password: digestPassword("login", PASSWORD) },
    });
    expect(await response.json()).toMatchObject({ code: 2000 });
    await this.context.addCookies([{ name: "lang", value: this.screen.lang, url: this.url }]);
  }
  /** Switches the language or viewport of the current page. */
  async turn(screen: Screen): Promise<void> {
    this.screen = screen;
    await this.context.addCookies([{ name: "lang", value: screen.lang, url: this.url }]);
    await this.page.setViewportSize({ width: screen.width, height: 844 });
    await this.page.reload();
  }

  /** Navigates with the menu (the drawer on phones, otherwise area and page), then opens the page's tab. */
  async go(menu: string, tab?: string): Promise<void> {
    if (this.phone) await this.page.getByRole("button", { name: this.say("菜单", "Menu"), exact: true }).click();
    const areas = this.page.getByRole("navigation", { name: this.say("菜单", "Menu"), exact: true });
    const lang = this.screen.lang;
    const places = schemaAreas.map(({ label, pages: listed }) => ({
      label,
      paths: listed.map((entry) => (typeof entry === "string" ? entry : entry.as)),
    }));
    const named = pages.filter((page) => page.label[lang] === menu).map(({ path }) => path);
    // A menu id that no area lists belongs to the second area.
    const area = (places.find(({ paths }) => named.some((path) => paths.includes(path))) ?? places[1]!).label[lang];
    const row = this.phone
      ? areas
      : this.page.getByRole("navigation", { name: `${this.say("菜单", "Menu")} · ${area}`, exact: true });
    if (!this.phone && !(await row.isVisible())) await areas.getByRole("link", { name: area, exact: true }).click();
    await row.getByRole("link", { name: menu, exact: true }).click();
    // The previous page remains visible until the next one has loaded.
    if (!this.phone) await expect(row.locator("[aria-current=page]").filter({ hasText: menu })).not.toHaveCount(0);
    if (tab)
      await this.page
        .getByRole("navigation", { name: menu, exact: true })
        .getByRole("link", { name: tab, exact: true })
        .click();
  }

  /** Opens the user menu, which is part of the main menu on phones. */
  async openAccount(): Promise<void> {
    const name = this.phone ? this.say("菜单", "Menu") : new RegExp(this.say("^账户", "^Account"));
    const bar = this.page.getByRole("banner");
    await bar.getByRole("button", { name, exact: true }).click();
  }
  field(label: string): Locator {
    return this.page
      .getByLabel(label, { exact: true })
      .and(this.page.locator("input, select, textarea, output, [role=radiogroup]"));
  }
  /** Returns the line below a field: its error, warning or help text. */
  async below(label: string): Promise<Locator> {
    const id = await this.field(label).getAttribute("aria-describedby");
    return this.page.locator(`[id="${id}"]`);
  }
  async choose(label: string, typed: string, option: string): Promise<void> {
    const box = this.page.getByRole("combobox", { name: label, exact: true });
    await box.click();
    await box.fill(typed);
    // Options of the previous query remain until the new ones have loaded.
    const list = this.page.locator(`[id="${await box.getAttribute("aria-controls")}"][aria-busy=false]`);
    await list.getByRole("option", { name: option }).first().click();
  }
  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }
  /** Completes the payment password dialog. */
  async confirmPayment(check = false, password = PASSWORD): Promise<void> {
    const dialog = this.page.getByRole("dialog", {
      name: this.say("输入支付密码", "Enter your payment password"),
    });
    const field = dialog.getByLabel(this.say("支付密码", "Payment password"), { exact: true });
    await expect(field).toBeFocused();
    await field.fill(password);
    if (check) await this.accessible("payment password");
    await dialog.locator("button[data-main]").click();
    await expect(dialog).toBeHidden();
  }
  /** Returns a record of a list: a row, or a card on phones. */
  record(text: string): Locator {
    return this.page.locator(this.phone ? "main .pt-card" : "tr[data-id]").filter({ hasText: text });
  }
  /** Returns a value of a record in a list. */
  async value(record: string, label: string): Promise<string> {
    const shown = this.record(record).first();
    await expect(shown).toBeVisible();
    const line = shown.locator("dl > div").filter({ has: this.page.getByText(label, { exact: true }) });
    if (this.phone) return line.locator("dd").innerText();
    const head = this.page.locator(".pt-table").first().locator("thead th");
    await expect(head.filter({ hasText: label })).not.toHaveCount(0);
    const headers = await head.allInnerTexts();
    return shown
      .locator("td")
      .nth(headers.findIndex((header) => header.trim() === label))
      .innerText();
  }
  get records(): Locator {
    return this.page.locator(this.phone ? "main .pt-card" : "tr[data-id]");
  }
  /** Returns the count next to the title of the list. */
  async count(): Promise<number> {
    const said = this.page.locator(".pt-head [role=status]");
    await expect(said).toHaveText(/\d/);
    return Number((await said.innerText()).replaceAll(/\D/g, ""));
  }

  /** Runs axe, or only the named rules of it, and checks the words. */
  async accessible(what: string, rules?: readonly string[]): Promise<void> {
    const place = `${what} (${this.screen.lang}, ${this.screen.width})`;
    await expectGlossary(this.page, place);
    await expectAccessible(this.page, place, rules);
  }
  /** Runs axe in light mode, and its rules that depend on colours in dark mode. */
  async accessibleBothWays(what: string): Promise<void> {
    await this.accessible(what);
    await this.page.emulateMedia({ colorScheme: "dark" });
    await expect(this.page.locator("html")).toHaveAttribute("data-theme", "dark");
    await this.accessible(`${what}, dark`, COLOURS);
    await this.page.emulateMedia({ colorScheme: "light" });
  }
  /** Checks that the page is not wider than the viewport. */
  async fits(what: string): Promise<void> {
    expect(
      await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${what} is wider than the screen`,
    ).toBeLessThanOrEqual(0);
  }
  /** Checks the size of touch targets on phones. */
  async touchable(what: string): Promise<void> {
    if (this.page.viewportSize()!.width < PHONE_BELOW)
      expect(await smallTargets(this.page), `${what}: too small for a finger`).toEqual([]);
  }
  /** Closes the context; fails on unexpected errors. */
  async leave(expected: readonly RegExp[] = []): Promise<void> {
    expect(this.errors.filter((error) => !expected.some((one) => one.test(error)))).toEqual([]);
    expect(await cspReports(this.url)).toBe(0);
    await this.context.close();
  }
}
