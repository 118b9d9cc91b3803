/** Session expiry, offline mode and outdated code, with a controlled clock. */
import type { Page, Request, Route } from "@playwright/test";
import { expect, test } from "./portal.ts";
import { DESKTOP, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const LOGIN = /\/login/;
const notice = (page: Page, text: string) => page.locator(".toast", { hasText: text });
const refusal =
  (message = "") =>
  (route: Route) =>
    route.fulfill({ json: { code: 4100, message, map: {}, traceId: "trace-of-a-refusal" } });

test("an idle minute is announced; staying stays, going goes, in every tab [L1]", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, context, say } = visitor;
  await page.clock.install();
  await visitor.enter("maker");
  await page.goto(portal.url);
  for (const screen of walk(PHONE, DESKTOP)) {
    await visitor.turn(screen);
    await expect(page.getByRole("main")).toBeVisible();
    const warning = page.getByRole("dialog", { name: say("即将自动退出", "You're about to be signed out") });
    await page.clock.fastForward(13 * 60_000);
    await page.clock.runFor(2_000);
    await expect(warning).toHaveCount(0);
    await page.clock.fastForward(65_000);
    await page.clock.runFor(1_000);
    await expect(warning).toBeVisible();
    await expect(warning.getByRole("timer")).toHaveText(say(/^\d+ 秒后自动退出$/, /^Signing out in \d+ s$/));
    await expect(warning.getByRole("button", { name: say("继续使用", "Stay signed in") })).toBeFocused();
    await page.clock.runFor(1_000);
    await visitor.accessible("idle warning");
    const asked = page.waitForRequest(/user\/info/);
    await page.keyboard.press("Enter");
    await asked;
    await page.clock.runFor(1_000);
    await expect(warning).toHaveCount(0);
  }
  const other = await context.newPage();
  await other.goto(`${portal.url}/personalCenter`);
  await expect(other.getByRole("heading", { name: say("概览", "Overview"), level: 1 })).toBeVisible();
  await page.clock.fastForward(15 * 60_000 + 2_000);
  await page.clock.runFor(1_500);
  await expect(page).toHaveURL(LOGIN);
  await expect(other).toHaveURL(LOGIN);
  await visitor.leave([/^302 /]);
});

for (const screen of walk(DESKTOP, PHONE)) {
  test(`what ends a session, and what does not, ${screen.lang} at ${screen.width} px [X1 X2 X3 X6 X8 M4 M5 M7 M19 S7 S12 S14 K7 L1 P1 P2]`, async ({
    browser,
    portal,
  }) => {
    const visitor = await Visitor.arrive(browser, portal.url, screen);
    const { page, context, say } = visitor;
    const timeout = say("长时间未操作，已为您退出。填写的内容还在。", "Login timeout, please login again!");
    const expired = say("登录已失效，请重新登录。", "Login timeout, please login again!");
    const gone = async () => {
      await expect(page).toHaveURL(LOGIN);
      const names = (await context.cookies()).map(({ name }) => name);
      for (const name of ["merToken", "merId", "userStatus", "username"]) expect(names, name).not.toContain(name);
    };
    await page.clock.install();
    await visitor.enter("maker");

    await test.step("every call of a signed-in person carries token and userId", async () => {
      const headers: Record<string, string>[] = [];
      const note = (request: Request) => /\/api\/(mer|m)\//.test(request.url()) && headers.push(request.headers());
      page.on("request", note);
      await page.goto(`${portal.url}/exchangerateInquiry`);
      await expect(
        page
          .getByRole("region", { name: say("我的汇率", "Your rates") })
          .getByRole("listitem")
          .first(),
      ).toBeVisible();
      page.off("request", note);
      const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
      expect(headers.length).toBeGreaterThan(2);
      for (const sent of headers) expect(sent).toMatchObject({ token: cookies.merToken, userid: cookies.userId });
    });

    await test.step("several calls of an ended session say it once, for five seconds", async () => {
      // No request is pending, and none will follow until the clock runs; the home page then loads its cards.
      await page.waitForLoadState("networkidle");
      await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
      await context.clearCookies({ name: "sid" });
      await page.clock.fastForward(60_000);
      await expect(notice(page, timeout)).toHaveCount(1);
      await page.clock.runFor(500);
      await gone();
      // Late responses render with the next tick of the paused clock.
      await expect(async () => {
        await page.clock.runFor(50);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible({ timeout: 200 });
      }).toPass({ timeout: 10_000 });
      await expect(notice(page, timeout)).toHaveCount(1);
      await visitor.accessible("session over");
      await page.clock.runFor(5_000);
      await expect(notice(page, timeout)).toHaveCount(0);
      await page.clock.resume();
    });

    await test.step("a session that ends elsewhere, or whose user was disabled, leads to sign-in after half a second", async () => {
      for (const code of [3001, 3002, 3003]) {
        await visitor.enter("maker");
        await page.goto(`${portal.url}/channelConfiguration`);
        await expect(visitor.records.first()).toBeVisible();
        // Only the click below sends a request. Badge and bell load after the list, when the clock advances.
        await page.waitForLoadState("networkidle");
        await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
        if (code === 3001) await context.addCookies([{ name: "merToken", value: "somebody-elses", url: portal.url }]);
        else
          await page.route("**/api/mer/own/channel/list*", (route) =>
            route.fulfill({ json: { code, message: `${code}`, map: {}, traceId: "" } }),
          );
        await page.getByRole("button", { name: say("刷新", "Refresh"), exact: true }).click();
        await expect(notice(page, code === 3001 ? expired : `${code}`)).toHaveCount(1);
        await page.clock.runFor(490);
        await expect(page).not.toHaveURL(LOGIN);
        await page.clock.runFor(10);
        await gone();
        await page.unroute("**/api/mer/own/channel/list*");
        await page.clock.resume();
      }
    });

    await test.step("without user info it ends with a word; with a refused menu, too; without a network nothing ends", async () => {
      for (const [path, words] of [
        [
          "**/api/mer/user/info*",
          say("没能读取您的账户信息，请重新登录。", "Verification failed, please Login again."),
        ],
        ["**/api/mer/menu/role/m*", say("请重新登录", "Sign in again")],
      ] as const) {
        await visitor.enter("maker");
        await page.route(path, refusal());
        await page.goto(`${portal.url}/accountBalance`);
        await gone();
        await expect(page.locator(".toast p").getByText(words, { exact: true })).toHaveCount(1);
        await page.unroute(path);
      }
      await visitor.enter("maker");
      await page.route("**/api/mer/user/info*", (route) => route.abort());
      await page.goto(`${portal.url}/accountBalance?as=table`);
      await expect(page.getByRole("heading", { name: say("连接不上", "Can't connect") })).toBeVisible();
      await visitor.accessible("unreachable");
      await page.unroute("**/api/mer/user/info*");
      await page.getByRole("button", { name: say("重试", "Try again") }).click();
      await expect(visitor.records.first()).toBeVisible();
    });

    await test.step("a sign-out that fails says why and keeps the session; one that works leaves nothing to go back to", async () => {
      const leave = async () => {
        await visitor.openAccount();
        await page.getByRole("button", { name: say("退出登录", "Sign out") }).click();
      };
      await page.goto(`${portal.url}/channelConfiguration`);
      const why = say("暂时不能退出，请稍后再试", "You cannot sign out just now");
      await page.route("**/api/mer/logout", refusal(why));
      await leave();
      await expect(page.locator('.toast[data-tone="danger"]')).toContainText(why);
      await visitor.accessible("failed sign-out");
      await expect(page).toHaveURL(/channelConfiguration/);
      await page.unroute("**/api/mer/logout");
      await page.keyboard.press("Escape");
      await leave();
      await gone();
      await page.goBack();
      await expect(page).toHaveURL(LOGIN);
      await expect(visitor.records).toHaveCount(0);
    });

    await test.step("a call that needs certification says so for five seconds", async () => {
      await visitor.enter("review");
      // The menu is only a hint; the server decides.
      await page.route("**/api/mer/user/info*", async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        await route.fulfill({ response, json: { ...body, map: { ...body.map, userStatus: 1 } } });
      });
      await page.goto(`${portal.url}/withdrawal?tab=records`);
      const first = notice(page, say("完成认证后就能使用，约需 10 分钟。", "Please authenticate first!"));
      await expect(first).toHaveCount(1);
      await page.clock.fastForward(5_000);
      await expect(first).toHaveCount(0);
      await expect(page).not.toHaveURL(LOGIN);
    });
    await visitor.leave([/^30[23] /, /ERR_FAILED/]);
  });
}

test("a wrong code in the header's dialog shows the server's words and keeps what was typed [X5 L8]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  await visitor.enter("solo");
  for (const screen of walk(PHONE, DESKTOP)) {
    await visitor.turn(screen);
    await page.goto(`${portal.url}/accountBalance`);
    await visitor.openAccount();
    await page.getByRole("button", { name: say("修改登录密码", "Change password") }).click();
    const dialog = page.getByRole("dialog", { name: say("修改登录密码", "Change password") });
    const [code, fresh] = [
      dialog.getByLabel(say("验证码", "Code"), { exact: true }),
      dialog.getByLabel(say("新登录密码", "New password"), { exact: true }),
    ];
    // Attributes for password managers and phones.
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code).toHaveAttribute("inputmode", "numeric");
    await expect(fresh).toHaveAttribute("autocomplete", "new-password");
    // Pastes a code with spaces, as formatted in the mail.
    await code.evaluate((input: HTMLInputElement) => {
      input.focus();
      document.execCommand("insertText", false, " 000 000 ");
    });
    await fresh.fill("a chart of the eastern sea");
    await dialog.getByLabel(say("确认密码", "Confirm password"), { exact: true }).fill("a chart of the eastern sea");
    const words = say("验证码错误或已过期", "The code is wrong or has expired");
    await page.route("**/api/mer/password/checkCode", refusal(words));
    const sent = page.waitForRequest("**/api/mer/password/checkCode");
    await dialog.getByRole("button", { name: say("修改登录密码", "Change password") }).click();
    expect((await sent).postDataJSON()).toMatchObject({ code: "000000" });
    await expect(dialog.getByRole("alert")).toHaveText(words);
    await expect(dialog.getByRole("alert")).toHaveAttribute("data-tone", "warning");
    await expect(code).toHaveValue(/000 ?000/);
    await visitor.accessible("refused dialog");
    expect((await dialog.boundingBox())!.width).toBe(visitor.phone ? screen.width : 600);
    await dialog.getByText(say("手机", "Phone"), { exact: true }).first().click();
    await expect(dialog.getByLabel(say("邮箱或手机号", "Email or phone"), { exact: true })).toBeVisible();
    await visitor.fits("refused dialog");
  }
  await visitor.leave();
});

test("a page whose code is gone is loaded anew once by itself; after that it says so, with the way on [K2]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page } = visitor;
  await visitor.enter("maker");
  await page.goto(`${portal.url}/personalCenter?tab=signIn`);
  let documents = 0;
  page.on("request", (request) => request.isNavigationRequest() && documents++);
  const code = /\/assets\/Verification-[^/]*\.js$/;
  const tab = page.getByRole("main").getByRole("link", { name: "两步验证" });
  const there = page.getByRole("heading", { name: "两步验证", exact: true });
  // Simulates a new deployment: a reloaded page loads the files of the new version.
  await page.route(code, (route) => (documents === 0 ? route.fulfill({ status: 404 }) : route.continue()));
  await tab.click();
  await expect(there).toBeVisible();
  expect(documents).toBe(1);
  await page.goto(`${portal.url}/personalCenter?tab=signIn`);
  await page.unroute(code);
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  documents = 0;
  await tab.click();
  await expect(page.getByRole("alert")).toContainText("页面没有加载完整");
  expect(documents).toBe(0);
  await visitor.accessible("code that is gone");
  await page.unroute(code);
  await visitor.button("重新加载").click();
  await expect(there).toBeVisible();
  await visitor.leave([/404/, /dynamically imported module/, /Verification-/]);
});
