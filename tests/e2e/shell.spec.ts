/** The shell around every page: guard, sign-in and its end, language, menu, breakpoints, light and dark, keyboard. */
import type { Page } from "@playwright/test";
import { expect, PASSWORD, signIn, test } from "./portal.ts";
import { Visitor } from "./visitor.ts";

const WIDE = { lang: "zh", width: 1440 } as const;
const HOME = /\/exchangerateInquiry$/;
const ADD_PAYEE = "/collectionAccount?tab=new";

async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("用户名", { exact: true }).fill(username);
  await page.getByRole("textbox", { name: "登录密码", exact: true }).fill(password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

test("nobody gets in without signing in, and everybody where they wanted to go", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page } = visitor;
  const wanted = "/withdrawal?tab=records&status=done";
  await page.goto(portal.url + wanted);
  await expect(page).toHaveURL(`${portal.url}/login?next=${encodeURIComponent(wanted)}`);
  await fillSignIn(page, "maker@demo.portolan", PASSWORD);
  await expect(page).toHaveURL(portal.url + wanted);
  await page.goto(`${portal.url}/login`);
  await expect(page).toHaveURL(HOME);
  // Another site's address is no place to go to after signing in.
  await page.context().clearCookies();
  await page.goto(`${portal.url}/login?next=${encodeURIComponent("//example.com/")}`);
  await fillSignIn(page, "maker@demo.portolan", PASSWORD);
  await expect(page).toHaveURL(HOME);
  await visitor.leave();
});

test("a wrong password is answered in the specification's words, in both languages", async ({ browser, portal }) => {
  for (const [lang, message, words] of [
    ["zh", "用户名或密码错误！", { user: "用户名", password: "登录密码", go: "登录" }],
    ["en", "Wrong user name or password!", { user: "User name", password: "Password", go: "Sign in" }],
  ] as const) {
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    const { page } = visitor;
    await page.goto(`${portal.url}/login`);
    await page.getByLabel(words.user, { exact: true }).fill("solo@demo.portolan");
    await page.getByRole("textbox", { name: words.password, exact: true }).fill("Not-The-Password-1");
    await page.getByRole("button", { name: words.go, exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(message);
    await expect(page).toHaveURL(/\/login/);
    await visitor.accessible("refused sign-in");
    await visitor.leave();
  }
});

test("signing out in one tab ends the others", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page, context } = visitor;
  await visitor.signIn("maker");
  const other = await context.newPage();
  await other.goto(`${portal.url}/withdrawal?tab=records`);
  await expect(other.getByRole("table")).toBeVisible();
  await page.getByRole("button", { name: /账户 陈明/ }).click();
  await visitor.accessible("account panel");
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  const left = (await context.cookies()).map((cookie) => cookie.name);
  for (const name of ["sid", "merToken", "merId", "userStatus", "username"]) expect(left, name).not.toContain(name);
  await other.goto(`${portal.url}/withdrawal`);
  await expect(other).toHaveURL(/\/login/);
  await visitor.leave();
});

test("the language changes with a word in the new one, a reload after half a second, and the draft still there", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page } = visitor;
  await visitor.signIn("maker");
  await page.goto(portal.url + ADD_PAYEE);
  await page.getByLabel("户名", { exact: true }).fill("杭州启航供应链有限公司");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const reloaded = page.waitForEvent("load").then(() => Date.now());
  const clicked = Date.now();
  await page.getByRole("button", { name: "English", exact: true }).click();
  await expect(page.getByText("Language changed to English")).toBeVisible();
  const waited = (await reloaded) - clicked;
  expect(waited, "reload after 500 ms").toBeGreaterThanOrEqual(500);
  expect(waited).toBeLessThan(4_000);
  expect(asked, "changing the language asks nothing: the draft is kept").toEqual([]);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { name: "Add a payee" })).toBeVisible();
  await visitor.accessible("draft offered");
  await page.getByRole("button", { name: "Restore the draft" }).click();
  await expect(page.getByLabel("Account holder", { exact: true })).toHaveValue("杭州启航供应链有限公司");
  await visitor.leave();
});

for (const [user, reason] of [
  ["new", "该功能需要先完成实名或企业认证。认证通过后，这里会自动开放。"],
  ["review", "认证资料正在审核，通过后即可使用该功能。"],
  ["failed", "认证未通过。请按审核意见修改资料后重新提交。"],
] as const) {
  test(`an uncertified merchant (${user}) is told why a page is closed`, async ({ browser, portal }) => {
    const visitor = await Visitor.arrive(browser, portal.url, WIDE);
    const { page } = visitor;
    await visitor.signIn(user);
    await page.goto(`${portal.url}/withdrawal`);
    await expect(page.getByRole("heading", { name: "完成认证后即可使用" })).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await visitor.accessible(`gate for ${user}`);
    await visitor.leave();
  });
}

test("an address that is none is named, with the way home", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page } = visitor;
  await visitor.signIn("maker");
  await page.goto(`${portal.url}/no/such/page`);
  await expect(page).toHaveURL(/\/404/);
  await expect(page.getByRole("heading", { name: "没有这个页面" })).toBeVisible();
  await expect(page.getByText("/no/such/page")).toBeVisible();
  await visitor.accessible("404");
  await page.getByRole("link", { name: "回到首页" }).click();
  await expect(page).toHaveURL(HOME);
  await visitor.leave();
});

test("a second click on the open page loads it afresh through /redirect", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page } = visitor;
  await visitor.signIn("maker");
  await visitor.go("人民币付款", "付款记录");
  await expect(page.getByRole("table")).toBeVisible();
  await visitor.go("通道配置");
  await expect(page.getByRole("table")).toBeVisible();
  const paths: string[] = [];
  page.on("framenavigated", (frame) => paths.push(new URL(frame.url()).pathname));
  await page.getByRole("table").evaluate((table) => table.setAttribute("data-old", ""));
  const asked = page.waitForRequest(/channel\/list/);
  await visitor.go("通道配置");
  await asked;
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.locator("[data-old]")).toHaveCount(0);
  await expect(page).toHaveURL(/\/channelConfiguration$/);
  expect(paths).toContain("/redirect");
  await visitor.leave();
});

test("579 px is a phone, 580 px is not", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, { lang: "zh", width: 580 });
  const { page } = visitor;
  await visitor.signIn("maker");
  await page.goto(`${portal.url}/withdrawal?tab=records`);
  const menu = page.getByRole("button", { name: "菜单", exact: true });
  await expect(page.getByRole("table")).toBeVisible();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("navigation", { name: "菜单" })).toBeVisible();
  await visitor.fits("list at 580 px");
  await page.setViewportSize({ width: 579, height: 844 });
  await expect(menu).toBeVisible();
  await expect(page.getByRole("navigation", { name: "菜单" })).toBeHidden();
  await expect(page.getByRole("table")).toBeHidden();
  await expect(page.locator(".pt-card").first()).toBeVisible();
  await visitor.fits("list at 579 px");
  await menu.click();
  const drawer = page.getByRole("dialog", { name: "菜单" });
  await expect(drawer.getByRole("link", { name: "账户余额" })).toBeVisible();
  await visitor.accessible("phone menu");
  await drawer.getByRole("link", { name: "账户余额" }).click();
  await expect(page).toHaveURL(/accountBalance/);
  await expect(drawer).toBeHidden();
  await visitor.leave();
});

test("light and dark follow the system until a person chooses", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page } = visitor;
  const html = page.locator("html");
  await page.emulateMedia({ colorScheme: "dark" });
  await visitor.signIn("maker");
  await expect(html).toHaveAttribute("data-theme", "dark");
  for (const path of ["/exchangerateInquiry", "/withdrawal?tab=records", ADD_PAYEE]) {
    await page.goto(portal.url + path);
    await page.waitForLoadState("networkidle");
    await visitor.accessible(`dark ${path}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: /账户 陈明/ }).click();
  await page.getByText("深色", { exact: true }).click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await visitor.leave();
});

test("all of it by keyboard: skip link, tabs, rows, and a drawer that keeps the focus and gives it back", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page } = visitor;
  await visitor.signIn("maker");
  await page.goto(`${portal.url}/withdrawal?tab=records`);
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "跳到正文" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("navigation", { name: "人民币付款", exact: true }).getByRole("link", { name: "付款", exact: true })).toBeFocused();

  const row = page.locator("tr[data-id]").first();
  const opener = row.locator(".pt-link");
  await opener.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  await expect(drawer).toBeVisible();
  const inside = () => drawer.evaluate((element) => element.contains(document.activeElement));
  for (let presses = 0; presses < 25; presses++) {
    await page.keyboard.press("Tab");
    expect(await inside(), `focus after ${presses + 1} × Tab`).toBe(true);
  }
  await page.keyboard.press("Shift+Tab");
  expect(await inside()).toBe(true);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await visitor.leave();
});

test("a session that ends over an unfinished form asks to sign in again and keeps what was typed", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page, context } = visitor;
  await signIn(page, portal.url, "maker@demo.portolan");
  await page.goto(portal.url + ADD_PAYEE);
  await page.getByLabel("户名", { exact: true }).fill("苏州新程物流有限公司");
  await page.getByLabel("银行账号", { exact: true }).fill("6222021202041234999");
  await context.clearCookies({ name: "sid" });
  await page.getByRole("combobox", { name: "开户银行" }).click();
  const again = page.getByRole("dialog", { name: "请重新登录" });
  await expect(again).toBeVisible();
  await expect(page).toHaveURL(/collectionAccount/);
  await visitor.accessible("sign-in over a form");
  await again.getByLabel("用户名", { exact: true }).fill("maker@demo.portolan");
  await again.getByRole("textbox", { name: "登录密码", exact: true }).fill(PASSWORD);
  await again.getByRole("button", { name: "登录", exact: true }).click();
  await expect(again).toBeHidden();
  await expect(page.getByLabel("户名", { exact: true })).toHaveValue("苏州新程物流有限公司");
  await expect(page.getByLabel("银行账号", { exact: true })).toHaveValue(/6222\s?0212\s?0204\s?1234\s?999/);
  await visitor.choose("开户银行", "工商", "中国工商银行");
  await expect(page.getByRole("combobox", { name: "开户银行" })).toHaveValue("中国工商银行");
  await visitor.leave([/^302 /]);
});

test("a session that ends elsewhere leads back to sign-in after half a second", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, WIDE);
  const { page, context } = visitor;
  await visitor.signIn("maker");
  await context.addCookies([{ name: "merToken", value: "somebody-elses", url: portal.url }]);
  await page.getByRole("navigation", { name: "菜单" }).getByRole("link", { name: "通道配置" }).click();
  await expect(page.getByRole("region", { name: "通知" })).toContainText("登录超时，请重新登录！");
  await expect(page).toHaveURL(/\/login/);
  await visitor.leave();
});
