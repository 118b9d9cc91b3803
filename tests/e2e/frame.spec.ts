/** Layout of a page: title, language, header, footer and sidebar. */
import { expect, test } from "./portal.ts";
import { DESKTOP, type Lang, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

/** Settings under "Sign-in and security": their tab and name. */
const SETTINGS = [
  ["password", "登录密码", "Password"],
  ["payPassword", "支付密码", "Payment password"],
  ["verification", "两步验证", "Two-factor authentication"],
  ["phone", "手机号", "Phone"],
  ["sessions", "登录设备", "Devices"],
  ["security", "安全记录", "Security activity"],
] as const;

/** A PNG of one pixel, in base64. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

test("the sidebar holds the page's sections: beside the page from 992 px, remembered in a cookie, and over it below [L4 L7 K6 R19 H10 C11 E12.5]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, { lang: "zh", width: 992 });
  const { page, context, say } = visitor;
  await visitor.enter("maker");
  await page.goto(`${portal.url}/personalCenter`);
  for (const lang of walk<Lang>("en", "zh")) {
    await visitor.turn({ lang, width: 992 });
    const side = page
      .getByRole("complementary", { name: say("侧边菜单", "Side menu") })
      .getByRole("navigation", { name: say("账户设置", "Account settings"), exact: true });
    const toggle = page.getByRole("button", { name: say("侧边菜单", "Side menu") });
    const main = page.getByRole("main");
    await expect(side).toBeVisible();
    const beside = async () => (await main.boundingBox())!.x > 200;
    expect(await beside()).toBe(true);
    for (const name of say(
      ["概览", "认证", "登录与安全", "头像", "通知", "单据包"],
      ["Overview", "Verification", "Sign-in and security", "Photo", "Notifications", "Document bundles"],
    ))
      await expect(side.getByRole("link", { name, exact: true })).toBeVisible();
    await expect(side.getByRole("link")).toHaveCount(6);
    await visitor.accessible("sidebar");
    await toggle.click();
    await expect(side).toHaveCount(0);
    expect((await context.cookies()).find(({ name }) => name === "sidebar")?.value).toBe("closed");
    await page.reload();
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await toggle.click();
    await expect(side).toBeVisible();
    // Below 992 px, a button with the name of the section opens the sections over the page, which stays in place.
    await page.setViewportSize({ width: 991, height: 844 });
    await expect(side).toHaveCount(0);
    expect(await beside()).toBe(false);
    await visitor.fits("sections at 991 px");
    // At 768 px the six areas stay in one row, and the page begins right below instead of under a stack of all pages.
    await page.setViewportSize({ width: 768, height: 844 });
    const areas = page.getByRole("navigation", { name: say("菜单", "Menu"), exact: true }).getByRole("link");
    await expect(areas).toHaveCount(6);
    const tops = await areas.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size, "rows of areas").toBe(1);
    expect((await main.boundingBox())!.y).toBeLessThan(120);
    await page.setViewportSize({ width: 991, height: 844 });
    const [account, security] = say(["概览", "登录与安全"], ["Overview", "Sign-in and security"]) as [string, string];
    const opener = main.getByRole("button", { name: account, exact: true });
    // Waits until the page has settled at the new width.
    await opener.click({ trial: true });
    const place = await page.getByRole("heading", { level: 1 }).boundingBox();
    await opener.click();
    const sections = page.getByRole("dialog", { name: say("侧边菜单", "Side menu") });
    await expect(sections.getByRole("link", { name: account, exact: true })).toHaveAttribute("aria-current", "page");
    await visitor.accessible("sections over the page");
    await expect.poll(() => page.locator("h1").boundingBox()).toEqual(place);
    await sections.getByRole("link", { name: security, exact: true }).click();
    await expect(sections).toHaveCount(0);
    await expect(page).toHaveURL(/tab=signIn$/);
    // A setting leads back to the list of settings at this width as well.
    await page.goto(`${portal.url}/personalCenter?tab=phone`);
    await main.getByRole("link", { name: security, exact: true }).click();
    await expect(page).toHaveURL(/tab=signIn$/);
    // Crossing 992 px closes them.
    await main.getByRole("button", { name: security, exact: true }).click();
    await expect(sections).toBeVisible();
    await page.setViewportSize({ width: 992, height: 844 });
    await expect(sections).toHaveCount(0);
    await expect(side).toBeVisible();
    expect((await context.cookies()).find(({ name }) => name === "sidebar")?.value).toBe("open");
    // A setting opens from its row and at its own address, under its section, and leads back to it.
    await expect(main.locator(".pv-settings-latest > li").first()).toContainText(/\d{4}-\d\d-\d\d/);
    for (const [tab, zh, en] of SETTINGS) {
      await main.getByRole("link", { name: new RegExp(` ${say(zh, en)}$`) }).click();
      await expect(page).toHaveURL(new RegExp(`tab=${tab}$`));
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(say(zh, en));
      await expect(side.locator("[aria-current]")).toHaveText([security]);
      await main.getByRole("link", { name: security, exact: true }).click();
      await expect(page).toHaveURL(/tab=signIn$/);
    }
    await page.goto(`${portal.url}/personalCenter`);
  }
  // A picture takes the place of the initials.
  await page.goto(`${portal.url}/personalCenter?tab=avatar`);
  await visitor
    .field(say("头像", "Photo"))
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from(PICTURE, "base64") });
  const save = page.getByRole("main").getByRole("button", { name: say("保存", "Save"), exact: true });
  const picture = page.getByRole("banner").locator(".avatar img");
  // The form refuses to be saved while the picture is uploading.
  await expect(async () => {
    await save.click();
    await expect(picture).toHaveAttribute("src", /^data:image\/png;base64,/, { timeout: 2_000 });
  }).toPass();
  await visitor.leave();
});

test("each page has its title and frame; the language is the cookie's, else the browser's, else Chinese [L2 L11 L12 L13 R1 R6 R7]", async ({
  browser,
  portal,
}) => {
  for (const [locale, cookie, lang, title] of [
    ["en-GB", undefined, "en", "Sign in"],
    ["zh-TW", undefined, "zh-CN", "登录"],
    ["fr-FR", undefined, "zh-CN", "登录"],
    ["en-GB", "zh", "zh-CN", "登录"],
  ] as const) {
    const context = await browser.newContext({ locale });
    if (cookie) await context.addCookies([{ name: "lang", value: cookie, url: portal.url }]);
    const page = await context.newPage();
    await page.goto(`${portal.url}/login`);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page).toHaveTitle(new RegExp(`^${title} · Portolan `));
    await expect(page.getByRole("banner")).toHaveCount(0);
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    await context.close();
  }
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  await visitor.enter("maker");
  for (const screen of walk(PHONE, DESKTOP)) {
    await visitor.turn(screen);
    for (const [path, zh, en] of [
      ["/accountBalance", "余额", "Balance"],
      ["/collectionAccount?tab=new", "新增收款人 · 收款人（人民币）", "Add payee · Payees \\(CNY\\)"],
      ["/secondlevelverification", "两步验证", "Two-factor authentication"],
      ["/validator", "身份验证器", "Authenticator app"],
      ["/no-such-page", "没有这个页面", "We can't find this page"],
    ] as const) {
      await page.goto(portal.url + path);
      await expect(page).toHaveTitle(new RegExp(say(`${zh}.* · Portolan 商户管理系统$`, `${en}.* · Portolan `)));
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(page.getByRole("contentinfo")).toBeVisible();
    }
  }
  await visitor.leave([/404/]);
});
