/** Home page for merchants in every state, in both languages: complete, market closed, failed calls, missing grants. */
import type { Locator, Page } from "@playwright/test";
import { zip } from "../server/zip.ts";
import { expect, test } from "./portal.ts";
import { DESKTOP, PHONE, walk } from "./screens.ts";
import "./ten-tasks.ts";
import { Visitor } from "./visitor.ts";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
for (const screen of walk(DESKTOP, PHONE)) {
  test(`home at rest, ${screen.lang} at ${screen.width} px [R4 H1 H2 H3 H4 H5 P3 S1]`, async ({ browser, portal }) => {
    const visitor = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = visitor;
    await page.addInitScript(() => {
      const seen = window as unknown as { shift: number };
      seen.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) seen.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await visitor.signIn("checker");
    await expect(card(page, say("最近完成", "Recently completed")).getByRole("listitem").first()).toBeVisible();
    // On the second visit, each card keeps its size while loading.
    await page.reload();
    const wallet = card(page, say("可用余额", "Available"));
    const needs = card(page, say("待办", "Inbox"));
    const rates = card(page, say("我的汇率", "Your rates"));
    const recent = card(page, say("最近完成", "Recently completed"));

    await test.step("how much there is: available in each currency, and the total in one", async () => {
      await expect(wallet.locator(".hm-balances .money").first()).toBeVisible();
      await expect(wallet.locator(".hm-sum")).toHaveText(/^[\d,]+\.\d\d$/);
      const read = async () => Number((await wallet.locator(".hm-sum").innerText()).replaceAll(",", ""));
      const inYuan = await read();
      await wallet.getByLabel(say("合计币种", "Currency of the total")).selectOption("USD");
      const inDollars = await read();
      const [, rate = "0"] = /1 USD = ([\d.]+) CNY/.exec(await wallet.locator(".hm-total").innerText()) ?? [];
      // The rate has four decimals, and the market may move between the two reads.
      expect(Math.abs((inDollars * Number(rate)) / inYuan - 1)).toBeLessThan(0.001);
      await wallet.getByLabel(say("合计币种", "Currency of the total")).selectOption("CNY");
    });

    await test.step("what came in and went out in 30 and in 90 days, in the total's currency, and by day for pointer, keys and readers", async () => {
      const flow = card(page, say("收支", "Money in and out"));
      const days = flow.getByRole("slider");
      const period = flow.getByLabel(say("时间段", "Period"));
      await expect(period).toHaveValue("last30d");
      await period.selectOption("last90d");
      await expect(days).toHaveAttribute("aria-valuemax", "90");
      const [inn = 0, out = 0, net = 0] = (await flow.locator(".hm-flow").first().locator("dd").allTextContents()).map(
        (text) => Number(text.replaceAll(",", "")),
      );
      expect([inn > 0, out > 0, (inn - out).toFixed(2)]).toEqual([true, true, net.toFixed(2)]);
      if (!visitor.phone) {
        const { y, height } = (await flow.boundingBox())!;
        expect(y + height, "the period is seen without scrolling").toBeLessThanOrEqual(844);
      }
    });

    await test.step("what it cost: the fees of every kind of order in each currency, as the list of fees sums them", async () => {
      const fees = card(page, say("收支", "Money in and out")).locator(".hm-fees a");
      await expect(fees).toHaveText(/^[\d,]+\.\d\d\sCNY( · [\d,.]+\s[A-Z]{3})*$/);
      await expect(fees).toHaveAttribute("href", "/transactionInquiry?tab=fees&createdAt=last90d&group=entity");
    });

    await expect(recent.getByRole("listitem").first()).toBeVisible();
    await expect(rates.getByRole("listitem").first()).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), "layout shift").toBeLessThan(
      0.05,
    );
    await visitor.accessible("home");
    await visitor.fits("home");
    await visitor.touchable("home");

    await test.step("what waits: a sentence with who, how much and until when, and a button that opens the record", async () => {
      await expect(page).toHaveTitle(/^\(\d+\) /);
      await expect(needs.getByRole("listitem").first()).toBeVisible();
      const asked = needs.getByRole("listitem").filter({ hasText: say("请您复核付给", "asks you to approve") });
      await expect(asked.first()).toHaveText(
        new RegExp(
          say(
            "请您复核付给.+的 [\\d,.]+\\s[A-Z]{3}，\\d+ 月 \\d+ 日前。",
            "approve [\\d,.]+\\s[A-Z]{3} to .+ by \\d+ [A-Z][a-z]{2}\\.",
          ),
        ),
      );
      if (!visitor.phone) {
        const { y, height } = (await needs.boundingBox())!;
        expect(y + height, "what waits is seen without scrolling").toBeLessThanOrEqual(844);
      }
      await asked.first().getByRole("link").click();
      await expect(page.getByRole("dialog").getByRole("button", { name: say("通过复核", "Approve") })).toBeVisible();
      await page.goBack();
    });

    await test.step("the market: own currencies, server's time, sign and word beside the colour, all pairs with figures for readers", async () => {
      await expect(rates.getByText(say("报价时间", "Quoted at"))).toBeVisible();
      await expect(rates.locator(".hm-change").first()).toHaveText(
        new RegExp(say("(涨 \\+|跌 −|平 )[\\d.]+%", "(up \\+|down −|flat )[\\d.]+%")),
      );
      await rates.getByRole("button", { name: say(/全部 \d+ 个货币对/, /All \d+ pairs/) }).click();
      await expect(rates.getByRole("img", { name: /USD\/CNY/ })).toHaveCount(1);
      await rates.getByRole("button", { name: /USD\/CNY/ }).click();
      await expect(
        rates.getByRole("table", { name: new RegExp(say("USD/CNY 走势数据", "USD/CNY: figures")) }).locator("tbody tr"),
      ).not.toHaveCount(0);
      await visitor.accessible("all rates");
      await visitor.fits("all rates");
    });

    await test.step("what comes, the earliest day first, and what went out can be paid again", async () => {
      const days = await card(page, say("预计收付", "Expected")).locator("time:not(:empty)").allInnerTexts();
      expect(days.length).toBeGreaterThan(1);
      expect(days).toEqual(days.filter((day) => /^\d\d-\d\d$/.test(day)).toSorted());
      const again = recent.getByRole("link", { name: new RegExp(`^${say("再付", "Pay again")} `) }).first();
      if (!visitor.phone) {
        await again.click();
        await expect(page).toHaveURL(/withdrawal\?tab=pay&accountId=/);
        await page.goBack();
      } else await expect(again).toBeHidden();
    });

    await test.step("payees of the last payments: one click to a payment, and one to another payee", async () => {
      const payees = card(page, say("再付一笔", "Pay again")).getByRole("link");
      await expect(payees.last()).toHaveAccessibleName(say("新增收款人", "Add payee"));
      await expect(payees.last()).toHaveAttribute("href", "/payees?tab=new");
      await payees.first().click();
      await expect(page).toHaveURL(/withdrawal\?tab=pay&accountId=/);
      await page.goBack();
      await expect(wallet.locator(".hm-balances .money").first()).toBeVisible();
    });

    await test.step("quick functions are those of the menu, no more", async () => {
      const names = await card(page, say("快捷操作", "Quick actions")).getByRole("link").allInnerTexts();
      expect(names.length).toBeGreaterThan(3);
      const granted: string[] = await page.evaluate(async () => {
        const headers = {
          token: /merToken=([^;]+)/.exec(document.cookie)![1]!,
          userid: /userId=([^;]+)/.exec(document.cookie)![1]!,
        };
        const response = await fetch("/api/mer/menu/role/m", { headers });
        return (await response.json()).map.merMenuList.map((item: { name: string }) => item.name);
      });
      for (const name of names) expect(granted).toContain(name);
      // The most used pages come first, whether or not their tabs fit.
      expect(names.slice(0, 3)).toEqual([
        say("人民币付款", "Pay CNY"),
        say("境外付款", "Pay abroad"),
        say("即时换汇", "Exchange now"),
      ]);
    });

    await test.step("amounts can be hidden, everywhere on the page, and stay hidden", async () => {
      await wallet.getByRole("button", { name: say("隐藏金额", "Hide amounts") }).click();
      await expect(page.locator(".hm-wallet .hm-sum")).toHaveText(/••••/);
      for (const place of [wallet, needs, recent])
        expect(await place.locator(".money").allInnerTexts()).not.toContainEqual(expect.stringMatching(/\d/));
      await page.reload();
      await expect(wallet.locator(".hm-balances .money").first()).toContainText("••••");
      await visitor.accessible("hidden amounts");
      // Amounts are hidden in lists, totals and details as well, but not in the review of a form.
      const covered = async (place: Locator) => {
        await expect(place.locator(".money").first()).toHaveText(
          new RegExp(say("金额已隐藏[A-Z]{3}$", "amount hidden[A-Z]{3}$")),
        );
        expect((await place.locator(".money").allInnerTexts()).filter((text) => /\d/.test(text))).toEqual([]);
      };
      const main = page.getByRole("main");
      await page.goto(`${portal.url}/withdrawalRecord`);
      await expect(visitor.records.first()).toBeVisible();
      if (screen.width >= 580) await expect(main.locator(".pt-sums .money").first()).toBeVisible();
      await covered(main);
      await visitor.accessible("a list with hidden amounts");
      await visitor.records.first().getByRole("link").first().click();
      await expect(page.getByRole("dialog").locator(".pd-amount")).toBeVisible();
      await covered(page.getByRole("dialog"));
      await visitor.accessible("a record with hidden amounts");
      await page.goto(`${portal.url}/accountBalance?as=table`);
      await expect(visitor.records.first()).toBeVisible();
      await covered(main);
      // Other pages have the toggle in the user menu.
      const bar = visitor.phone ? page.getByRole("dialog") : page.getByRole("banner");
      await visitor.openAccount();
      await bar.getByRole("button", { name: say("隐藏金额", "Hide amounts") }).click();
      await expect(visitor.records.first().locator(".money").first()).toContainText(/\d/);
      await bar.getByRole("button", { name: say("隐藏金额", "Hide amounts") }).click();
      await page.keyboard.press("Escape");
      await covered(main);
      await page.goto(portal.url);
      await wallet.getByRole("button", { name: say("隐藏金额", "Hide amounts") }).click();
      await expect(wallet.locator(".hm-balances .money").first()).toContainText(/\d/);
    });

    await test.step("unavailable money leads to the orders that hold it", async () => {
      await wallet.locator(".hm-parts").getByRole("link").click();
      await expect(page).toHaveURL(/tab=pending/);
      await expect(visitor.records.first()).toBeVisible();
      await page.goBack();
    });
    // The home page reloads on return, so a click before that would miss.
    await expect(wallet.locator(".hm-balances .money").first()).toBeVisible();
    await page.waitForFunction(() => !document.querySelector(".skeleton, [aria-busy=true]"));
    await recent.getByRole("listitem").first().getByRole("link").first().click();
    await expect(page).toHaveURL(/[?&]id=[A-Z]{2}\d+/);
    await expect(page.getByRole("dialog")).toContainText(say("已完成", "Done"));
    await visitor.leave();
  });
}

/** Title of a closed page, by user and language. */
const GATE = {
  new: ["先完成认证", "Verify your business first"],
  review: ["认证审核中", "Verification in review"],
  failed: ["请修改认证资料", "Your verification needs changes"],
} as const;

for (const [user, screens] of [
  ["new", walk(DESKTOP, PHONE)],
  ["review", walk(DESKTOP, PHONE)],
  ["failed", walk(PHONE, DESKTOP)],
] as const)
  for (const screen of screens)
    test(`home of an uncertified merchant (${user}), ${screen.lang} at ${screen.width} px [H7 H3 S1 L5 K8]`, async ({
      browser,
      portal,
    }) => {
      const visitor = await Visitor.arrive(browser, portal.url, screen);
      const { page, say } = visitor;
      await visitor.signIn(user);
      const setup = card(page, say("开始使用", "Get started"));
      await expect(setup.getByRole("listitem").locator("strong")).toHaveText([
        say("设置支付密码", "Set a payment password"),
        say("认证企业或个人身份", "Verify your business or identity"),
        say("开启两步验证", "Turn on two-factor authentication"),
        say("添加收款人", "Add a payee"),
      ]);
      // Completed steps are ticked, and the verification says what it waits for.
      await expect(setup.locator("[data-done]")).toHaveCount(user === "new" ? 0 : 1);
      const verify = setup.getByRole("listitem").nth(1);
      await expect(verify).toContainText(
        {
          new: say("约 10 分钟", "About 10 minutes"),
          review: say(/预计 \d+ 月 \d+ 日前出结果/, /expect a result by \d+ [A-Z][a-z]{2}/),
          failed: say("2 项需修改", "2 items to correct"),
        }[user],
      );
      await expect(verify.getByRole("link")).toHaveText(
        { new: say("去认证", "Verify"), review: say("查看", "View"), failed: say("去修改", "Make corrections") }[user],
      );
      await expect(setup).toContainText(
        {
          new: say("就能收款、换汇和付款", "Verify your business in about 10 minutes"),
          review: say("资料审核中", "reviewing your documents"),
          failed: say("认证未通过", "We couldn't verify you yet"),
        }[user],
      );
      // A new merchant sees no empty cards.
      await expect(card(page, say("待办", "Inbox"))).toHaveCount(0);
      await expect(card(page, say("我的汇率", "Your rates"))).toBeVisible();
      await expect(
        card(page, say("认证后的 Portolan", "Portolan once you're verified")).getByText(say("示例", "Example")),
      ).toHaveCount(3 + 1);
      await visitor.accessible(`home of ${user}`);
      await visitor.fits(`home of ${user}`);
      await expect(setup.getByText(say("认证后可用", "Available after verification")).first()).toBeVisible();
      // Shortcuts that are all closed are not offered. A deep link says what opens the page.
      await expect(card(page, say("快捷操作", "Quick actions"))).toHaveCount(0);
      await page.goto(`${portal.url}/withdrawal`);
      await expect(page.getByRole("heading", { name: GATE[user][say(0, 1)] })).toBeVisible();
      await visitor.leave();
    });

test("the market rests while nobody looks, says when it is old, and comes back [H1]", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  await page.clock.install();
  await visitor.signIn("checker");
  const rates = () => card(page, say("我的汇率", "Your rates"));
  const lines = () => rates().getByRole("listitem");
  await expect(lines().first()).toBeVisible();
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
  let asked = 0;
  page.on("request", (request) => request.url().includes("/rate/price") && asked++);
  // Responses received after the clock change would count as fresh.
  const waiting = new Set<unknown>();
  page.on("request", (request) => waiting.add(request));
  const over = (request: unknown) => void waiting.delete(request);
  page.on("requestfinished", over);
  page.on("requestfailed", over);
  await page.clock.fastForward(15_000);
  await expect.poll(() => asked).toBe(1);
  await expect.poll(() => waiting.size).toBe(0);
  const hide = (hidden: boolean) =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      },
      hidden ? "hidden" : "visible",
    );
  await hide(true);
  await page.clock.fastForward(60_000);
  expect(asked).toBe(1);
  await hide(false);
  await expect.poll(() => asked).toBe(2);
  await page.clock.resume();

  for (const screen of walk(PHONE, DESKTOP)) {
    await visitor.turn(screen);
    await expect(lines().first()).toBeVisible();
    const before = asked;
    await page.context().setOffline(true);
    await expect(
      page.getByText(say("网络已断开。填写的内容都在", "You're offline. Your entries are safe")),
    ).toBeVisible();
    await visitor.accessible("offline");
    await page.clock.fastForward(20_000);
    await page.context().setOffline(false);
    await expect.poll(() => asked).toBeGreaterThan(before);

    await page.route("**/api/mer/home/rate/price", (route) =>
      route.fulfill({ status: 500, json: { code: 5000, message: "", map: {}, traceId: "trace-of-home" } }),
    );
    await page.clock.fastForward(15_000);
    await expect(rates().getByText(say("报价已过期", "Out of date"))).toBeVisible();
    await expect(rates().getByText(say(/没能刷新，数据截至/, /Couldn't refresh; figures as of/))).toBeVisible();
    await visitor.accessible("old rates");
    await page.unroute("**/api/mer/home/rate/price");
    await rates()
      .getByRole("button", { name: say("重试", "Try again") })
      .click();
    await expect(rates().getByText(say("报价已过期", "Out of date"))).toHaveCount(0);
  }
  await visitor.leave([/500/, /ERR_INTERNET_DISCONNECTED/]);
});

test("a card that fails stands alone, with its trace id and a way to try again; after 15 s without an answer it says so [X4 X7 M6 K2]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  await page.clock.install();
  await visitor.enter("checker");
  const broken = "**/api/mer/wallet/list*";
  for (const screen of [DESKTOP, PHONE]) {
    await page.route(broken, (route) =>
      route.fulfill({ status: 502, json: { code: 5000, message: "", map: {}, traceId: "trace-of-wallet" } }),
    );
    await visitor.turn(screen);
    await page.goto(portal.url);
    const wallet = card(page, say("可用余额", "Available"));
    await expect(wallet.getByRole("alert")).toContainText(say("我们这边出了问题", "System exception!"));
    await expect(wallet).toContainText("trace-of-wallet");
    await expect(card(page, say("我的汇率", "Your rates")).getByRole("listitem").first()).toBeVisible();
    const notice = page.locator(".toast", { hasText: say("我们这边出了问题", "System exception!") });
    await expect(notice).toHaveCount(1);
    await expect(notice.getByRole("button", { name: say("复制追踪号", "Copy trace ID") })).toBeVisible();
    await visitor.accessible("failed card");
    await page.clock.fastForward(5_000);
    await expect(notice).toHaveCount(0);
    await page.unroute(broken);
    await page.route(broken, () => undefined);
    const asked = page.waitForRequest(broken);
    await wallet.getByRole("button", { name: say("重试", "Try again") }).click();
    await asked;
    await page.clock.fastForward(15_000);
    await expect(wallet.getByRole("alert")).toContainText(say("加载超时", "taking too long"));
    await page.unroute(broken);
    await wallet.getByRole("button", { name: say("重试", "Try again") }).click();
    await expect(wallet.locator(".hm-balances .money").first()).toBeVisible();
  }
  await visitor.leave([/502/, /ERR_FAILED|ERR_ABORTED|aborted/i]);
});

test("papers are handed in as one zip, what is none is refused, a lost connection is no end; the receipt lists what is inside [H6 M12 M13 V12 V13 X7]", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, context, say } = visitor;
  await visitor.enter("new");
  for (const screen of walk(DESKTOP, PHONE)) {
    await visitor.turn(screen);
    await page.goto(portal.url);
    const documents = card(page, say("上传单据包", "Upload documents"));
    await documents.getByRole("button", { name: say("上传 zip", "Upload a zip") }).click();
    const label = say("单据包", "Document bundle");
    const choose = (name: string, buffer: Buffer) =>
      visitor.field(label).setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    const note = visitor.field(say("备注", "Note"));
    await note.fill("November");
    await choose("scan.pdf", Buffer.from("%PDF-1.4"));
    await expect(await visitor.below(label)).toHaveText(
      say("打不开这种文件，可用格式：.zip", "File format error! Accepted: .zip"),
    );
    await choose("scans.zip", Buffer.alloc(10 * 1024 * 1024 + 1));
    await expect(await visitor.below(label)).toHaveText(say("文件超过 10 MB", "The file is larger than 10 MB"));
    await visitor.accessible("refused material");
    // The server rejects a file that only claims to be a ZIP archive.
    await choose("page.zip", Buffer.from("<html></html>"));
    await expect(documents.getByRole("alert")).toContainText(say("打不开这种文件，请换一个文件", "File format error!"));
    await context.setOffline(true);
    await choose(
      "papers.zip",
      zip([
        { name: "contract.pdf", content: Buffer.alloc(1_234, "a") },
        { name: "发票/invoice.pdf", content: Buffer.alloc(567, "b") },
      ]),
    );
    await expect(documents.getByRole("alert")).toContainText(
      say("文件上传失败，请检查网络后重试", "File upload failed!"),
    );
    await visitor.accessible("lost upload");
    await visitor.fits("lost upload");
    await context.setOffline(false);
    await documents
      .getByRole("alert")
      .getByRole("button", { name: say("重试", "Try again") })
      .click();
    await expect(documents.getByRole("status")).toHaveText("papers.zip");
    await expect(note).toHaveValue("November");
    await documents.getByRole("button", { name: say("上传", "Upload") }).click();
    await expect(documents.getByRole("status")).toHaveText(
      say(/^单据包已收到。 ?编号 ?MU\d+$/, /^Documents received\. Receipt no\. MU\d+$/),
    );
    await expect(documents.getByRole("status")).toBeFocused();
    await expect(documents.getByRole("listitem")).toHaveText([/contract\.pdf.*1,?234/s, /发票\/invoice\.pdf.*567/s]);
    // Scrolled to the top, because the sticky bar would partly cover a control.
    await page.evaluate(() => scrollTo(0, 0));
    await visitor.accessible("receipt of material");
    await visitor.fits("receipt of material");
  }
  await visitor.leave([/ERR_INTERNET_DISCONNECTED/]);
});
