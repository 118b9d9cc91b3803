/** The merchant whose life the story tells: a person at one screen, from an address that nobody knows to a merchant with money, payees and cards. */
import { type Browser, expect, type Locator } from "@playwright/test";
import { totpCode } from "../../../server/session/totp.ts";
import { codeTo } from "../outbox.ts";
import { PASSWORD, type Portal } from "../portal.ts";
import { type Screen, Visitor } from "../visitor.ts";

/** A PDF that is one to the server's own eyes. */
const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

const TURN_MS = 30_000;

export class Merchant {
  readonly address: string;
  /** Under which it is certified: a company's in Chinese, a person's in English. */
  readonly name: string;
  password = "a chart of the northern sea";
  payPassword = "nine gulls over the harbour";
  /** Of the second factor, from when it is on: what the authenticator was told and when, and the codes for a day without it. */
  secret = "";
  bound = 0;
  recovery: string[] = [];

  private constructor(
    readonly portal: Portal,
    readonly me: Visitor,
  ) {
    // The story may be told twice to one portal.
    this.name = me.say("宁波海港贸易有限公司", "Lin Xiao");
    this.address = `lin.${me.screen.lang}.${Date.now().toString(36)}@harbour.example`;
  }
  static async arrive(browser: Browser, portal: Portal, screen: Screen): Promise<Merchant> {
    const me = await Visitor.arrive(browser, portal.url, screen);
    me.page.setDefaultTimeout(15_000);
    await me.context.addCookies([{ name: "lang", value: screen.lang, url: portal.url }]);
    return new Merchant(portal, me);
  }

  /** Somebody of the demo merchants at a screen like this one. */
  async colleague(user: string): Promise<Merchant> {
    const other = await Merchant.arrive(this.me.context.browser()!, this.portal, this.me.screen);
    other.payPassword = PASSWORD;
    await other.me.enter(user);
    return other;
  }

  open = (path: string): Promise<unknown> => this.me.page.goto(this.portal.url + path);

  /** What the authenticator shows, so many turns after it was bound. */
  turn = (turns = 0): string => totpCode(this.secret, this.bound + turns * TURN_MS);

  /** Asks for a code where a form offers one, and reads it in the message whose subject has the word. */
  async code(subject: string, among: Locator = this.me.page.locator("body")): Promise<string> {
    await among.getByRole("button", { name: this.me.say("获取验证码", "Send a code") }).click();
    await expect(among.getByRole("button", { name: /\d+ ?(秒|s)/ })).toBeVisible();
    return codeTo(this.portal, this.address, subject);
  }
  /** The header's account panel, and what it offers. */
  async account(zh: string, en: string): Promise<void> {
    await this.me.page
      .getByRole("banner")
      .getByRole("button", { name: /^(账户|Account) / })
      .click();
    await this.me.page.locator(".panel-item", { hasText: this.me.say(zh, en) }).click();
  }

  /** Fields by their two labels, in this order. */
  async fill(
    values: readonly [zh: string, en: string, value: string][],
    among: Locator = this.me.page.locator("body"),
  ): Promise<void> {
    for (const [zh, en, value] of values)
      await among.getByLabel(this.me.say(zh, en), { exact: true }).and(among.locator("input, textarea")).fill(value);
  }
  /** Choices by their two labels, the typed text and the option's. */
  async choose(zh: string, en: string, typed: string, option: string): Promise<void> {
    const box = this.me.field(this.me.say(zh, en));
    if ((await box.evaluate((one) => one.tagName)) === "SELECT") await box.selectOption({ label: option });
    else await this.me.choose(this.me.say(zh, en), typed, option);
  }
  /** From a filled form to its review. */
  async review(what: string): Promise<Locator> {
    const { me } = this;
    const shown = me.page.getByRole("region", { name: me.say("请核对", "Please check") });
    await me.button(me.say("下一步", "Continue")).click();
    await expect(shown).toBeFocused();
    await this.look(`${what} review`);
    return shown;
  }
  /** From the review over the payment password to what comes of it: `zh` and `en` are the words of the form's button. */
  async confirm(zh: string, en: string): Promise<void> {
    await this.me.button(this.me.say(`确认${zh}`, `Confirm: ${en}`)).click();
    await this.me.confirmPayment(false, this.payPassword);
  }
  /** The record that a submitted form led to: its number, and the drawer that shows it. */
  async made(prefix: string): Promise<{ id: string; drawer: Locator }> {
    const { page } = this.me;
    await expect(page).toHaveURL(new RegExp(`[?&]id=${prefix}`));
    const id = new URL(page.url()).searchParams.get("id")!;
    return { id, drawer: page.getByRole("dialog", { name: id }) };
  }
  /** A document for a field of files. */
  async attach(zh: string, en: string, name: string, among: Locator = this.me.page.locator("body")): Promise<void> {
    const input = among.getByLabel(this.me.say(zh, en), { exact: true }).and(among.locator("input[type=file]"));
    await input.setInputFiles({ name, mimeType: "application/pdf", buffer: PDF });
    await expect(among.getByText(name, { exact: true }).first()).toBeVisible();
  }
  /** Looks at the whole page: sound, not too wide, and a picture of it where somebody wants to see. */
  async look(what: string): Promise<void> {
    const { page, screen } = this.me;
    const size = page.viewportSize()!;
    // What a bar over the page half covers is small only there.
    await page.setViewportSize({
      ...size,
      height: Math.max(size.height, await page.evaluate(() => document.documentElement.scrollHeight)),
    });
    await this.me.accessible(what);
    await this.me.fits(what);
    if (process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/${what.replaceAll(" ", "-")}-${screen.lang}-${screen.width}.png`,
      });
    await page.setViewportSize(size);
  }
}
