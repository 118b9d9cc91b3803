/** Shell around every page: guard, sign-in, sign-out, language and menu. */
import { expect, PASSWORD, test } from "./portal.ts";
import { DESKTOP, PHONE, type Screen, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const HOME = /\/exchangerateInquiry$/;
const ADD_PAYEE = "/collectionAccount?tab=new";

async function fillSignIn({ page, say }: Visitor, username: string, password: string): Promise<void> {
  await page.getByLabel(say("登录邮箱", "Email"), { exact: true }).fill(username);
  await page.getByRole("textbox", { name: say("登录密码", "Password"), exact: true }).fill(password);
  await page.getByRole("button", { name: say("登录", "Sign in"), exact: true }).click();
}

test("nobody gets in without signing in, and everybody where they wanted to go [L1 R1]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page } = visitor;
  const wanted = "/withdrawal?tab=records&status=done";
  for (const screen of walk(PHONE, DESKTOP)) {
    await page.goto("about:blank");
    await page.context().clearCookies();
    await visitor.turn(screen);
    await page.goto(portal.url + wanted);
    await expect(page).toHaveURL(`${portal.url}/login?next=${encodeURIComponent(wanted)}`);
    // A short password is sent like any other, since the form must not tell which ones exist.
    const [refusal] = await Promise.all([
      page.waitForResponse(/\/api\/mer\/login$/),
      fillSignIn(visitor, "nobody@demo.portolan", "a"),
    ]);
    expect(await refusal.json()).toMatchObject({ message: expect.not.stringMatching(/至少|at least|字符|characters/) });
    await fillSignIn(visitor, "maker@demo.portolan", PASSWORD);
    await expect(page).toHaveURL(portal.url + wanted);
    await page.goto(`${portal.url}/login`);
    await expect(page).toHaveURL(HOME);
  }
  // Sign-in never redirects to another site.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await visitor.turn(DESKTOP);
  await page.goto(`${portal.url}/login?next=${encodeURIComponent("//example.com/")}`);
  await fillSignIn(visitor, "maker@demo.portolan", PASSWORD);
  await expect(page).toHaveURL(HOME);
  await visitor.leave();
});

test("a wrong password is answered in the specification's words, in both languages; its button rests two seconds [M1 H11 R1 K4]", async ({
  browser,
  portal,
}) => {
  for (const [lang, message, words] of [
    ["zh", "邮箱或密码不正确，请核对后再试。", { user: "登录邮箱", password: "登录密码", go: "登录" }],
    ["en", "Wrong user name or password!", { user: "Email", password: "Password", go: "Sign in" }],
  ] as const) {
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    const { page } = visitor;
    await page.clock.install();
    await page.goto(`${portal.url}/login`);
    await page.getByLabel(words.user, { exact: true }).fill("solo@demo.portolan");
    const password = page.getByRole("textbox", { name: words.password, exact: true });
    await password.fill("Not-The-Password-1");
    // Attributes for password managers.
    await expect(page.getByLabel(words.user, { exact: true })).toHaveAttribute("autocomplete", "username");
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
    const go = page.getByRole("button", { name: words.go, exact: true });
    await go.click();
    await expect(page.getByRole("alert")).toContainText(message);
    await expect(page.getByRole("alert")).toHaveAttribute("data-tone", "danger");
    await expect(page).toHaveURL(/\/login/);
    // The button is disabled for two seconds.
    await page.clock.runFor(1_990);
    await expect(go).toHaveAttribute("aria-disabled", "true");
    await page.clock.runFor(10);
    await expect(go).not.toHaveAttribute("aria-disabled");
    await page.clock.resume();
    await visitor.accessibleBothWays("refused sign-in");
    await page.setViewportSize({ width: 390, height: 844 });
    await visitor.accessible("refused sign-in on a phone");
    await visitor.fits("refused sign-in on a phone");
    await visitor.touchable("refused sign-in on a phone");
    await visitor.leave();
  }
});

test("what the browser keeps: a remembered name, the last tab, the granted menus, the language [E1.4 E1.5 E1.6 E1.7 E1.8]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, context } = visitor;
  await page.goto(`${portal.url}/login`);
  await page.getByLabel("记住邮箱").check();
  await fillSignIn(visitor, "maker@demo.portolan", PASSWORD);
  await expect(page).toHaveURL(HOME);
  await visitor.go("人民币付款");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const kept = await page.evaluate(() => ({
    loginPhone: localStorage.getItem("loginPhone"),
    activeName: localStorage.getItem("activeName"),
    menus: JSON.parse(localStorage.getItem("permittedMenus") ?? "[]") as string[],
  }));
  expect(kept).toMatchObject({
    loginPhone: "maker@demo.portolan",
    menus: expect.arrayContaining(["withdrawal", "exchangerateInquiry"]),
  });
  expect(kept.activeName).toBeTruthy();
  await page.getByRole("button", { name: "English", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === "lang")?.value).toBe("en");
  expect(decodeURIComponent(cookies.find(({ name }) => name === "username")!.value)).toBe("maker@demo.portolan");
  await visitor.leave();
});

test("signing out in one tab ends the others [S7 L1 F11]", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, context, say } = visitor;
  const other = await context.newPage();
  for (const screen of walk(PHONE, DESKTOP)) {
    await visitor.enter("maker");
    await visitor.turn(screen);
    await page.goto(`${portal.url}/accountBalance`);
    await other.goto(`${portal.url}/withdrawal?tab=records`);
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    await visitor.openAccount();
    await visitor.accessible("account panel");
    await page.getByRole("button", { name: say("退出登录", "Sign out") }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(other).toHaveURL(/\/login/);
    const left = (await context.cookies()).map((cookie) => cookie.name);
    for (const name of ["sid", "merToken", "merId", "userStatus", "username"]) expect(left, name).not.toContain(name);
    await other.goto(`${portal.url}/withdrawal`);
    await expect(other).toHaveURL(/\/login/);
  }
  await visitor.leave();
});

test("the language changes with a word in the new one, a reload after half a second, and the draft still there [L10 S11 K5]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, context } = visitor;
  await page.clock.install();
  await visitor.enter("maker");
  await page.goto(portal.url + ADD_PAYEE);
  await page.getByLabel("户名", { exact: true }).fill("杭州启航供应链有限公司");
  const asked: string[] = [];
  let answer: "accept" | "dismiss" = "accept";
  page.on("dialog", (dialog) => {
    asked.push(dialog.message() || dialog.type());
    void dialog[answer]();
  });
  for (const [name, said, lang] of [
    ["English", "Language changed to English", "en"],
    ["中文", "语言已切换为中文", "zh-CN"],
  ] as const) {
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
    await page.evaluate(() => document.documentElement.setAttribute("data-before", ""));
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByText(said)).toBeVisible();
    await page.clock.runFor(490);
    await expect(page.locator("html[data-before]")).toHaveCount(1);
    const reloaded = page.waitForEvent("load");
    await page.clock.runFor(10);
    await reloaded;
    await page.clock.resume();
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.locator("html[data-before]")).toHaveCount(0);
    expect((await context.cookies()).find((cookie) => cookie.name === "lang")?.value).toBe(lang.slice(0, 2));
  }
  expect(asked, "changing the language asks nothing: the draft is kept").toEqual([]);
  await visitor.turn({ lang: "en", width: 1440 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payees (CNY)");
  await visitor.accessible("draft offered");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Account name", { exact: true })).toHaveValue("杭州启航供应链有限公司");
  // Switching tabs also asks for confirmation, and the form stays when it is dismissed.
  answer = "dismiss";
  await page.locator('.page-tabs a[href="?tab=list"]').click();
  await expect(page.getByLabel("Account name", { exact: true })).toHaveValue("杭州启航供应链有限公司");
  answer = "accept";
  await page.locator('.page-tabs a[href="?tab=list"]').click();
  await expect(visitor.records.first()).toBeVisible();
  expect(asked).toEqual(Array(2).fill("Not submitted yet. Leave? Your draft stays on this device."));

  // Asks for confirmation during a request as well. A late response then shows a notification and does not navigate.
  const payee = {
    holder: "苏州新程物流有限公司",
    account: "6222021202041239876",
    bank: "中国工商银行",
    province: "浙江省",
    city: "杭州市",
    branch: "中国工商银行杭州分行营业部",
    linkedBankNo: "102331000014",
  };
  await page.goto(`${portal.url}${ADD_PAYEE}&${new URLSearchParams(payee)}`);
  asked.length = 0;
  let answered = () => {};
  const held = new Promise<void>((resolve) => (answered = resolve));
  const reached = page.waitForRequest("**/mer/account/save");
  await page.route("**/mer/account/save", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save payee" }).click();
  await reached;
  answer = "dismiss";
  await page.locator('.page-tabs a[href="?tab=list"]').click();
  await expect(page.getByLabel("Account name", { exact: true })).toBeVisible();
  answer = "accept";
  await page.locator('.page-tabs a[href="?tab=list"]').click();
  await expect(visitor.records.first()).toBeVisible();
  expect(asked).toEqual(
    Array(2).fill("It's been sent, no answer yet. Leaving won't cancel it; find it in Activity. Leave?"),
  );
  answered();
  await expect(page.getByText("Payee (CNY) saved")).toBeVisible();
  await expect(page).toHaveURL(/tab=list$/);
  const record = page.getByRole("dialog");
  await expect(record).toHaveCount(0);

  // The browser's Back also asks for confirmation when input would be lost.
  await visitor.records.first().click();
  await record.getByRole("button", { name: "Edit", exact: true }).click();
  const holder = record.getByLabel("Account name", { exact: true });
  await holder.fill("宁波海天贸易有限公司");
  asked.length = 0;
  for (const _time of [1, 2]) {
    answer = "dismiss";
    await page.goBack();
    await expect.poll(() => asked.length).toBe(_time);
    await expect(page).toHaveURL(/[?&]id=/);
    await expect(holder).toHaveValue("宁波海天贸易有限公司");
  }
  answer = "accept";
  await page.goBack();
  await expect(record).toHaveCount(0);
  await expect(page).toHaveURL(/tab=list$/);
  await expect(visitor.records.first()).toBeVisible();
  expect(asked).toEqual(Array(3).fill("Not submitted yet. Your entries will be lost if you leave. Leave?"));
  await visitor.leave();
});

test("no tab of an uncertified merchant navigates: it says why in place, and the way on [L5 S1 P4 K8]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  for (const [user, screens, zh, en] of [
    [
      "new",
      walk(DESKTOP, PHONE),
      "约 10 分钟，通过后这里自动开放。",
      "It takes about 10 minutes, and this opens as soon as you're approved.",
    ],
    [
      "review",
      walk(PHONE, DESKTOP),
      "资料审核中，通过后这里自动开放。",
      "We're reviewing your documents. This opens once you're approved.",
    ],
    [
      "failed",
      walk(DESKTOP, PHONE),
      "认证未通过。请修改标出的项目后重新提交。",
      "We couldn't verify you yet. Correct the marked items and submit again.",
    ],
  ] as const) {
    await visitor.enter(user);
    for (const screen of screens) {
      await visitor.turn(screen);
      await page.goto(`${portal.url}/exchangerateInquiry`);
      // No tab navigates, not even home; each explains why and links to the certification.
      const standing = {
        new: say("未认证", "Not certified"),
        review: say("审核中", "Under review"),
        failed: say("未通过", "Failed"),
      }[user];
      const opener = page.getByRole("button", { name: say("菜单", "Menu"), exact: true });
      if (visitor.phone) {
        await expect(opener).toHaveAccessibleDescription(standing);
        await opener.click();
        await expect(page.getByRole("dialog").getByRole("link", { name: standing, exact: true })).toBeVisible();
      } else await expect(page.getByRole("banner").getByRole("link", { name: standing, exact: true })).toBeVisible();
      const menu = page.getByRole("navigation", { name: say("菜单", "Menu"), exact: true });
      const pay = visitor.phone ? say("人民币付款", "Pay CNY") : say("付款", "Pay");
      for (const name of [pay, say("首页", "Home")]) {
        await menu.getByRole("button", { name, exact: true }).click();
        const reason = page.getByRole("dialog", { name, exact: true });
        await expect(reason).toContainText(say(zh, en));
        // What is behind it, whichever item of the area was pressed.
        await expect(reason).toContainText(
          name === pay ? say("也可从文件批量付款", "one by one or from a file") : say("一眼看全", "at a glance"),
        );
        await expect(page).toHaveURL(HOME);
        await visitor.accessible(`reason for ${user}`);
        await page.keyboard.press("Escape");
        await expect(reason).toBeHidden();
        // The open menu remains open.
        await expect(menu).toBeVisible();
      }
      await menu.getByRole("button", { name: pay, exact: true }).press("Enter");
      await page.getByRole("dialog", { name: pay, exact: true }).getByRole("link").click();
      await expect(page).toHaveURL(/\/authentication/);
      // The URL opens the page, which gives the same reason.
      await page.goto(`${portal.url}/withdrawal`);
      const titles = {
        new: say("先完成认证", "Verify your business first"),
        review: say("认证审核中", "Verification in review"),
        failed: say("请修改认证资料", "Your verification needs changes"),
      };
      await expect(page.getByRole("heading", { name: titles[user] })).toBeVisible();
      await expect(page.getByText(say(zh, en))).toBeVisible();
      await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
      await expect(page.getByText(say("也可从文件批量付款", "one by one or from a file"))).toBeVisible();
      await expect(page.getByRole("main").getByRole("link")).toHaveText(
        {
          new: say("去认证", "Verify"),
          review: say("查看认证资料", "See what you submitted"),
          failed: say("修改认证资料", "Correct your details"),
        }[user],
      );
      await visitor.accessible(`gate for ${user}`);
    }
  }
  await visitor.leave();
});

test("an address that is none is named, with the way home [R2]", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  await visitor.enter("maker");
  for (const screen of walk(DESKTOP, PHONE)) {
    await visitor.turn(screen);
    expect((await page.goto(`${portal.url}/no/such/page`))?.status()).toBe(404);
    await expect(page).toHaveURL(/\/404/);
    await expect(page.getByRole("heading", { name: say("没有这个页面", "We can't find this page") })).toBeVisible();
    await expect(page.getByText("/no/such/page")).toBeVisible();
    await visitor.accessible("404");
    await page.getByRole("link", { name: say("回到首页", "Go home") }).click();
    await expect(page).toHaveURL(HOME);
  }
  await visitor.leave([/404/]);
});

test("a page that breaks keeps the menu, says that the money is safe, and hands over what support needs", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, context, say } = visitor;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visitor.enter("maker");
  await page.route("**/api/mer/own/channel/list*", (route) =>
    route.fulfill({ json: { code: 2000, message: "", map: { list: [null], total: 1 }, traceId: "" } }),
  );
  for (const screen of walk(PHONE, DESKTOP)) {
    await visitor.turn(screen);
    await page.goto(`${portal.url}/channelConfiguration`);
    await expect(
      page
        .getByRole("alert")
        .getByRole("heading", { name: say("这个页面出错了", "Something went wrong on this page") }),
    ).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    await visitor.accessible("broken page");
    await visitor.fits("broken page");
    await page.getByRole("button", { name: say("复制诊断信息", "Copy diagnostics") }).click();
    await expect(page.getByText(say("已复制", "Copied"))).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^\/channelConfiguration \d{4}-[\s\S]*TypeError/,
    );
  }
  await page.unroute("**/api/mer/own/channel/list*");
  await page.getByRole("button", { name: say("重试", "Try again") }).click();
  await expect(visitor.records.first()).toBeVisible();
  await visitor.leave([/TypeError/, /null/]);
});

test("a second click on the open page loads it afresh through /redirect [L6 R3]", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  await visitor.enter("maker");
  for (const screen of walk<Screen>(DESKTOP, { lang: "en", width: 1440 })) {
    await visitor.turn(screen);
    await page.goto(`${portal.url}/channelConfiguration`);
    await expect(page.getByRole("table")).toBeVisible();
    const paths: string[] = [];
    page.on("framenavigated", (frame) => paths.push(new URL(frame.url()).pathname));
    await page.getByRole("table").evaluate((table) => table.setAttribute("data-old", ""));
    const asked = page.waitForRequest(/channel\/list/);
    await visitor.go(say("费率与限额", "Fees and limits"));
    await asked;
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.locator("[data-old]")).toHaveCount(0);
    await expect(page).toHaveURL(/\/channelConfiguration$/);
    expect(paths).toContain("/redirect");
    page.removeAllListeners("framenavigated");
  }
  // The redirect never leads to another site.
  for (const to of ["//example.com/", "/\\example.com/", "/\t/example.com/"]) {
    await page.goto(`${portal.url}/redirect?to=${encodeURIComponent(to)}`);
    await expect(page).toHaveURL(HOME);
  }
  await visitor.leave();
});

test("a session that ends over an unfinished form asks to sign in again and keeps what was typed, or pasted as one block [S14]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, context, say } = visitor;
  await visitor.enter("maker");
  for (const screen of walk(DESKTOP, PHONE)) {
    await visitor.turn(screen);
    await page.goto(portal.url + ADD_PAYEE);
    const [holder, account, bank] = [
      visitor.field(say("户名", "Account name")),
      visitor.field(say("账号", "Account number")),
      page.getByRole("combobox", { name: say("开户行", "Bank"), exact: true }),
    ];
    await holder.evaluate((input: HTMLInputElement) => {
      const data = new DataTransfer();
      data.setData(
        "text/plain",
        "户名：苏州新程物流有限公司\n账号：6222021202041234999\n开户行：中国农业银行苏州园区支行\n城市：没有这座城",
      );
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect(
      page.getByText(
        say(
          "已从粘贴的内容填好 3 项，请核对，并自行选择城市",
          "Filled in 3 fields from what you pasted. Check them, then choose: City",
        ),
      ),
    ).toBeVisible();
    await expect(bank).toHaveValue("中国农业银行");
    await context.clearCookies({ name: "sid" });
    await bank.click();
    const again = page.getByRole("dialog", { name: say("请重新登录", "Sign in again") });
    await expect(again).toBeVisible();
    await expect(page).toHaveURL(/collectionAccount/);
    await visitor.accessible("sign-in over a form");
    // The user name is prefilled; only the password is missing.
    await expect(again.getByLabel(say("登录邮箱", "Email"), { exact: true })).toHaveValue("maker@demo.portolan");
    await expect(again.getByRole("textbox", { name: say("登录密码", "Password"), exact: true })).toBeFocused();
    await again.getByRole("textbox", { name: say("登录密码", "Password"), exact: true }).fill(PASSWORD);
    await again.getByRole("button", { name: say("登录", "Sign in"), exact: true }).click();
    await expect(again).toBeHidden();
    await expect(holder).toHaveValue("苏州新程物流有限公司");
    await expect(account).toHaveValue(/6222\s?0212\s?0204\s?1234\s?999/);
    // Chinese banks also match by initials. Tab and Enter select the first match, however late it loads.
    await bank.fill(say("jtyh", "交通"));
    await bank.press("Tab");
    await expect(bank).toHaveValue("交通银行");
    await bank.fill("zggsyh");
    await expect(page.getByRole("option")).toHaveText([/中国工商银行/]);
    await bank.press("Enter");
    await expect(bank).toHaveValue("中国工商银行");
  }
  await visitor.leave([/^302 /]);
});
