/**
 * Keyboard-only use in both languages: layout, list, a payment, cards, and the three hand-written screens (home,
 * exchange, second factor). `inbox.spec.ts` approves by keyboard.
 */
import { computeTotpCode } from "../../server/session/totp.ts";
import { Keyboard } from "./keyboard.ts";
import { sim } from "./outbox.ts";
import { expect, PASSWORD, test } from "./portal.ts";
import { type Lang, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

for (const lang of walk<Lang>("zh", "en")) {
  test(`by keyboard alone: skip link, tabs, rows, and a drawer that keeps the focus and gives it back, ${lang}`, async ({
    browser,
    portal,
  }) => {
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    const { page, say } = visitor;
    await visitor.enter("maker");
    await page.goto(`${portal.url}/withdrawal?tab=records`);
    await expect(page.getByRole("table")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: say("跳到正文", "Skip to content") })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(
      page
        .getByRole("navigation", { name: say("人民币付款", "Pay CNY"), exact: true })
        .getByRole("link", { name: say("付款", "Pay"), exact: true }),
    ).toBeFocused();

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

    const id = (await row.getAttribute("data-id")) ?? "";
    // Observed at the window whether the portal leaves the key to the browser, because a busy driver may miss the event
    // of a new tab.
    await page.evaluate(() => {
      const left = new Promise((resolve) => {
        const note = (event: MouseEvent) => {
          const { href } = (event.target as Element).closest("a") ?? {};
          resolve({ href, isLeft: !event.defaultPrevented, isNewTab: event.ctrlKey });
          event.preventDefault();
        };
        window.addEventListener("click", note, { once: true });
      });
      Object.assign(window, { left });
    });
    await page.keyboard.press("Control+Enter");
    const left = await page.evaluate(
      () => (window as unknown as { left: Promise<{ href: string; isLeft: boolean; isNewTab: boolean }> }).left,
    );
    expect(left).toEqual({ href: expect.stringMatching(new RegExp(`[?&]id=${id}$`)), isLeft: true, isNewTab: true });
    const other = await page.context().newPage();
    await other.goto(left.href);
    await expect(other.getByRole("dialog")).toContainText(id);
    await other.close();
    await expect(drawer).toBeHidden();
    await visitor.leave();
  });
}

for (const lang of walk<Lang>("en", "zh")) {
  test(`by keyboard alone: home, an exchange, a second factor on and off, ${lang} [R4 R6 R7 R9 H1 H4]`, async ({
    browser,
    portal,
  }) => {
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    const { page, say } = visitor;
    const keys = new Keyboard(page);
    await sim(portal, "clock", {}, ["open"]);
    await visitor.enter("solo");

    await test.step("home: amounts hidden and shown, a pair's figures opened", async () => {
      await page.goto(portal.url);
      await expect(page.locator(".hm-sum")).toHaveText(/\d/);
      await keys.pressOn(say("隐藏金额", "Hide amounts"));
      await expect(page.locator(".hm-sum")).toHaveText(/••••/);
      await keys.press("Space");
      await expect(page.locator(".hm-sum")).toHaveText(/\d/);
      const rates = page.getByRole("region", { name: say("我的汇率", "Your rates"), exact: true });
      await keys.pressOn(
        await rates.getByRole("button", { name: say(/全部 \d+ 个货币对/, /All \d+ pairs/) }).innerText(),
      );
      await expect(rates.getByRole("table").first()).toBeVisible();
      // The focus stays on the button that has expanded the pairs.
      await keys.to(say("USD/CNY 走势图与数据", "USD/CNY: chart and figures"), "Shift+Tab");
      await keys.press("Enter");
      await expect(
        page.getByRole("table", { name: new RegExp(say("USD/CNY 走势数据", "USD/CNY: trend data")) }),
      ).toBeVisible();
    });

    await test.step("an exchange, to its result", async () => {
      await page.goto(`${portal.url}/currencyExchange`);
      await keys.write(say("卖出", "You sell"), "100");
      await expect(page.locator(".sw-figures")).toBeVisible();
      await keys.pressOn(say("核对", "Review"));
      await keys.write(say("支付密码", "Payment password"), PASSWORD);
      await keys.pressOn(say("确认换汇 100.00 USD", "Exchange 100.00 USD"));
      await expect(page.getByRole("heading", { name: say("换汇已提交", "Exchange submitted") })).toBeFocused();
    });

    await test.step("a second factor, bound and given up", async () => {
      await visitor.enter("review");
      await page.goto(`${portal.url}/secondlevelverification`);
      const state = page.locator(".vf-state");
      await expect(state).toContainText(say("未开启", "Off"));
      await keys.pressOn(say("开启两步验证", "Turn on"));
      const secret = (await page.locator(".vf-secret code").innerText()).replaceAll(" ", "");
      await keys.write(say("验证码", "Code"), computeTotpCode(secret, Date.now()));
      await keys.write(say("登录密码", "Password"), PASSWORD);
      await keys.pressOn(say("开启两步验证", "Turn on"));
      await expect(page.getByRole("heading", { name: say("请保存恢复码", "Keep your recovery codes") })).toBeFocused();
      const [recovery = ""] = await page.locator(".vf-codes code").allInnerTexts();
      await keys.pressOn(say("我已妥善保存恢复码", "I've saved the codes in a safe place"), "Space");
      await keys.pressOn(say("完成", "Done"));
      await expect(state).toContainText(say("已开启", "On"));
      await keys.pressOn(say("关闭两步验证", "Turn off"));
      await expect(page.getByRole("dialog")).toBeVisible();
      await keys.write(say("支付密码", "Payment password"), PASSWORD);
      await keys.write(say("验证码", "Code"), recovery);
      await keys.pressOn(say("确认", "Confirm"));
      await expect(state).toContainText(say("未开启", "Off"));
    });
    await visitor.leave();
  });
}

for (const lang of walk<Lang>("en", "zh")) {
  test(`by keyboard alone: a payment, a card, a card frozen, ${lang} [R12 R16]`, async ({ browser, portal }) => {
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    const { page, say } = visitor;
    const keys = new Keyboard(page);
    const confirm = async (name: RegExp) => {
      const review = page.getByRole("region", { name: say("核对", "Review") });
      await expect(review).toBeFocused();
      await keys.pressOn(await page.getByRole("button", { name }).innerText());
      await expect(page.getByRole("textbox", { name: say("支付密码", "Payment password") })).toBeFocused();
      await keys.type(PASSWORD);
      await keys.press("Enter");
    };
    await visitor.enter("maker");

    await test.step("a payment to a known payee", async () => {
      await page.goto(`${portal.url}/withdrawal?tab=pay`);
      await expect(visitor.field(say("付款金额", "Amount"))).toBeVisible();
      await keys.choose(say("收款人", "Payee"), say("泉州", "quanzhou"), "泉州鑫源鞋业有限公司");
      await keys.write(say("付款金额", "Amount"), "2,100.00");
      await keys.pressOn(say("下一步", "Continue"));
      await confirm(say(/^确认付款 2,112/, /^Pay 2,112/));
      await expect(page).toHaveURL(/id=WD/);
      await expect(page.getByRole("dialog")).toContainText("2,100.00");
    });

    await test.step("an application for a card, over its three steps", async () => {
      await page.goto(`${portal.url}/virtualCard?tab=add`);
      await expect(visitor.field(say("申请张数", "Number of cards"))).toBeVisible();
      await keys.choose(say("卡产品", "Card product"), "USD", say("美元通用卡", "USD general card"));
      await keys.write(say("申请张数", "Number of cards"), "1");
      await keys.write(say("卡标签", "Card label"), `By keys ${lang}`);
      await keys.choose(say("可用商户", "Allowed merchants"), say("不限", "Any"), say("不限", "Any merchant"));
      await keys.select(say("有效期", "Validity"), say("2 年", "2 years"));
      await keys.pressOn(say("下一步", "Next"));
      await expect(visitor.field(say("单笔限额", "Limit per transaction"))).toBeVisible();
      await keys.write(say("单笔限额", "Limit per transaction"), "500");
      await keys.write(say("日限额", "Daily limit"), "1000");
      await keys.write(say("月限额", "Monthly limit"), "5000");
      await keys.pressOn(say("下一步", "Next"));
      await expect(visitor.field(say("持卡人", "Cardholder"))).toBeVisible();
      await keys.choose(say("持卡人", "Cardholder"), "Lin", "Lin Jia");
      await keys.pressOn(say("下一步", "Continue"));
      await confirm(say(/^确认开卡/, /^Get cards/));
      await expect(page).toHaveURL(/tab=applications/);
    });

    await test.step("a card frozen, and usable again", async () => {
      await page.goto(`${portal.url}/virtualCard?tab=management&status=usable`);
      await expect(page.getByRole("switch").first()).toBeVisible();
      const name = (await page.getByRole("switch").first().getAttribute("aria-label")) ?? "";
      await page.goto(
        `${portal.url}/virtualCard?tab=management&label==${encodeURIComponent(name.split(" ").slice(1).join(" "))}`,
      );
      const flip = page.getByRole("switch", { name });
      await expect(flip).not.toBeChecked();
      await keys.to(name);
      await keys.press("Space");
      await expect(flip).toBeChecked();
      await expect(flip).toBeFocused();
      await keys.press("Space");
      await expect(flip).not.toBeChecked();
    });
    await visitor.leave();
  });
}
