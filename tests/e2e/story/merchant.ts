/**
 * The merchant under test: one user in one browser, who starts from an unknown address and ends up with money, payees
 * and cards.
 */
import { type Browser, expect, type Locator } from "@playwright/test";
import { computeTotpCode } from "../../../server/session/totp.ts";
import { codeTo } from "../outbox.ts";
import { PASSWORD, type Portal } from "../portal.ts";
import type { Screen } from "../screens.ts";
import { Visitor } from "../visitor.ts";

/** Minimal PDF that passes the server's file check. */
const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

const TURN_MS = 30_000;

export class Merchant {
  readonly address: string;
  /** Certified name, in Chinese for a company and in English for an individual. */
  readonly name: string;
  password = "a chart of the northern sea";
  payPassword = "nine gulls over the harbour";
  /** Second factor, once enabled: secret, time of setup and recovery codes. */
  secret = "";
  bound = 0;
  recovery: string[] = [];

  private constructor(
    readonly portal: Portal,
    readonly me: Visitor,
  ) {
    // Unique, because the same scenario may run twice on one portal.
    this.name = me.say("宁波海港贸易有限公司", "Lin Xiao");
    this.address = `lin.${me.screen.lang}.${Date.now().toString(36)}@harbour.example`;
  }
  static async arrive(browser: Browser, portal: Portal, screen: Screen): Promise<Merchant> {
    const me = await Visitor.arrive(browser, portal.url, screen);
    me.page.setDefaultTimeout(15_000);
    await me.context.addCookies([{ name: "lang", value: screen.lang, url: portal.url }]);
    return new Merchant(portal, me);
  }

  /** Opens a session of a demo user in the same language and viewport. */
  async colleague(user: string): Promise<Merchant> {
    const other = await Merchant.arrive(this.me.context.browser()!, this.portal, this.me.screen);
    other.payPassword = PASSWORD;
    await other.me.enter(user);
    return other;
  }

  open = (path: string): Promise<unknown> => this.me.page.goto(this.portal.url + path);

  /** Returns the authenticator code, a number of periods after the setup. */
  turn = (turns = 0): string => computeTotpCode(this.secret, this.bound + turns * TURN_MS);

  /** Requests a code in a form and reads it from the message whose subject contains `subject`. */
  async code(subject: string, among: Locator = this.me.page.locator("body")): Promise<string> {
    await among.getByRole("button", { name: this.me.say("获取验证码", "Send code") }).click();
    await expect(among.getByRole("button", { name: /\d+ ?(秒|s)/ })).toBeVisible();
    return codeTo(this.portal, this.address, subject);
  }
  /** Opens an entry of the account panel in the header. */
  async account(zh: string, en: string): Promise<void> {
    await this.me.openAccount();
    await this.me.page.locator(".panel-item", { hasText: this.me.say(zh, en) }).click();
  }

  /** Fills fields by label, in order. */
  async fill(
    values: readonly [zh: string, en: string, value: string][],
    among: Locator = this.me.page.locator("body"),
  ): Promise<void> {
    for (const [zh, en, value] of values)
      await among.getByLabel(this.me.say(zh, en), { exact: true }).and(among.locator("input, textarea")).fill(value);
  }
  /** Selects options, given by label, text to type and option. */
  async choose(zh: string, en: string, typed: string, option: string): Promise<void> {
    const box = this.me.field(this.me.say(zh, en));
    if ((await box.evaluate((button) => button.tagName)) === "SELECT") await box.selectOption({ label: option });
    else await this.me.choose(this.me.say(zh, en), typed, option);
  }
  /** Submits a completed form and returns its review. */
  async review(what: string): Promise<Locator> {
    const { me } = this;
    const shown = me.page.getByRole("region", { name: me.say("核对", "Review") });
    await me.button(me.say("下一步", "Continue")).click();
    await expect(shown).toBeFocused();
    await expect(shown.getByRole("heading").first(), "the review begins in view").toBeInViewport();
    await this.look(`${what} review`);
    return shown;
  }
  /** Confirms the review with the payment password. `zh` and `en`: beginning of the button's label. */
  async confirm(zh: string, en: string): Promise<void> {
    await this.me.page
      .locator(".pf-footer [data-main]", { hasText: new RegExp(`^${this.me.say(`确认${zh}`, en)}`) })
      .click();
    await this.me.confirmPayment(false, this.payPassword);
  }
  /** Returns the number and the drawer of the record that a form created. */
  async made(prefix: string): Promise<{ id: string; drawer: Locator }> {
    const { page } = this.me;
    await expect(page).toHaveURL(new RegExp(`[?&]id=${prefix}`));
    const id = new URL(page.url()).searchParams.get("id")!;
    return { id, drawer: page.getByRole("dialog", { name: id }) };
  }
  /** Attaches a document to a file field. */
  async attach(zh: string, en: string, name: string, among: Locator = this.me.page.locator("body")): Promise<void> {
    const input = among.getByLabel(this.me.say(zh, en), { exact: true }).and(among.locator("input[type=file]"));
    await input.setInputFiles({ name, mimeType: "application/pdf", buffer: PDF });
    await expect(among.getByText(name, { exact: true }).first()).toBeVisible();
  }
  /** Checks the whole page with axe and its width, and takes a screenshot on request. */
  async look(what: string): Promise<void> {
    const { page, screen } = this.me;
    // A change of the merchant's status loads the page afresh.
    await expect(page.locator("main h1").first()).toBeAttached();
    await this.me.accessible(what);
    await this.me.fits(what);
    if (process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/${what.replaceAll(" ", "-")}-${screen.lang}-${screen.width}.png`,
        fullPage: true,
      });
  }
}
