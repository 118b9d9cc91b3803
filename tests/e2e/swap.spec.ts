/**
 * Exchange: a closed market that opens, both amounts, an expiring quote, the review, a lost response and the record.
 */
import { sim, toSaturday } from "./outbox.ts";
import { expect, PASSWORD, type Portal, test } from "./portal.ts";
import type { Lang } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const QUOTE = "**/mer/gep/swap/currency/exchange";
const SURE = "**/mer/gep/swap/currency/exchange/sure";

/** Runs an operator command. */
const order = (portal: Portal, verb: string, ...words: string[]): Promise<Record<string, any>> =>
  sim(portal, verb, {}, words);

const words = {
  zh: {
    sell: "卖出",
    buy: "买入",
    review: "核对",
    refresh: "刷新汇率",
    confirm: /^确认换汇 [\d,.]+ [A-Z]{3}$/,
    password: "支付密码",
    closed: "市场休市",
    done: "换汇已提交",
    booked: "已完成",
    short: /可用余额还差 [\d,.]+ USD/,
    expired: "报价已过期，请刷新汇率",
    five: "报价还剩 5 秒",
    worse: /（−[\d.]+%），对您不利。 到账 −[\d,.]+ CNY/,
    again: "查询结果",
    unknown: "还没收到结果，可能已经成交。",
    record: "查看这笔换汇",
    turn: "交换买卖方向",
    minimum: "单笔至少 20.00",
  },
  en: {
    sell: "You sell",
    buy: "You buy",
    review: "Review",
    refresh: "Refresh rate",
    confirm: /^Exchange [\d,.]+ [A-Z]{3}$/,
    password: "Payment password",
    closed: "The market is closed",
    done: "Exchange submitted",
    booked: "Done",
    short: /You're [\d,.]+ USD short/,
    expired: "The quote has expired. Refresh the rate.",
    five: "5 seconds left",
    worse: /\(−[\d.]+%\), worse for you\. You receive −[\d,.]+ CNY/,
    again: "Check the result",
    unknown: "No answer yet; it may have gone through.",
    record: "View this exchange",
    turn: "Switch currencies",
    minimum: "Enter 20.00 or more",
  },
} satisfies Record<Lang, Record<string, string | RegExp>>;

test("a merchant exchanges money at a desk, in Chinese [R9 R28 V3 M20 K1 F3]", async ({ browser, portal }) => {
  const me = await Visitor.arrive(browser, portal.url, { lang: "zh", width: 1440 });
  const { page } = me;
  const say = words.zh;
  await toSaturday(portal);
  await page.clock.install();
  await me.enter("maker");
  await page.goto(`${portal.url}/currencyExchange`);
  const [sell, buy] = [
    page.getByRole("textbox", { name: say.sell, exact: true }),
    page.getByRole("textbox", { name: say.buy, exact: true }),
  ];
  const main = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

  // While the market is closed, the page shows when it opens, and unlocks automatically.
  await expect(page.getByText(say.closed, { exact: true })).toBeVisible();
  await expect(page.locator(".sw-hours")).toContainText("交易时间为周一至周五 09:30-17:00");
  await expect(page.getByText(/下次开市：.*星期一 09:30/)).toBeVisible();
  await expect(page.locator(".sw-hours")).toContainText(/还有 \d 天 \d\d:\d\d:\d\d/);
  await expect(main(say.review)).toHaveAttribute("aria-disabled", "true");
  await me.accessible("closed market");
  await order(portal, "clock", "open");
  await page.clock.fastForward(21_000);
  await expect(page.getByText(say.closed, { exact: true })).toBeHidden();

  // The latest request wins; a late response to an earlier one is ignored.
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(QUOTE, async (route) => {
    if ((route.request().postDataJSON() as { sellAmount: string }).sellAmount === "100") await held;
    await route.continue().catch(() => undefined);
  });
  await sell.fill("100");
  await page.waitForRequest(QUOTE);
  await sell.fill("１，０００．５");
  await expect(page.locator(".sw-figures")).toBeVisible();
  const first = await buy.inputValue();
  expect(Number(first.replaceAll(",", ""))).toBeGreaterThan(5_000);
  release();
  await page.unroute(QUOTE);
  await buy.focus();
  await expect(sell).toHaveValue("1,000.50");
  await expect(buy).toHaveValue(first.replaceAll(",", ""));

  // Errors are shown at the amount they concern.
  await sell.fill("19.99");
  await expect(page.getByText(say.minimum)).toBeVisible();
  await sell.fill("1900000");
  await expect(page.getByText(say.short)).toBeVisible();
  await expect(main(say.review)).toHaveAttribute("aria-disabled", "true");
  await main(say.turn).click();
  await expect(page.getByRole("combobox", { name: "卖出币种" })).toHaveValue("CNY");
  await expect(buy).toHaveValue("1,900,000.00");
  await main(say.turn).click();
  await sell.fill("1000.5");
  await expect(main(say.review)).not.toHaveAttribute("aria-disabled");
  await me.accessible("quote");

  // The quote expires during the review. The button offers a new rate; amount and password are kept.
  await main(say.review).click();
  await expect(page.locator(".sw-cheque")).toContainText("人民币");
  await page.getByLabel(say.password, { exact: true }).fill(PASSWORD);
  const told = page.locator(".sw-validity output");
  await expect(told).toContainText("秒内有效");
  await page.clock.fastForward(10_000);
  await expect(told).toHaveText(say.five);
  await page.clock.fastForward(5_000);
  await expect(told).toHaveText(say.expired);
  await expect(main(say.confirm)).toBeHidden();
  await me.accessible("expired quote");
  await order(portal, "rate", "set", "USD/CNY", "6.9");
  await main(say.refresh).click();
  await expect(page.locator(".sw-delta")).toHaveText(say.worse);
  await expect(page.locator(".sw-cheque")).toContainText("1,000.50");
  await expect(page.getByLabel(say.password, { exact: true })).toHaveValue(PASSWORD);
  await me.accessible("review");
  await main(say.confirm).click();

  // The record shows the remaining details.
  await expect(page.getByRole("heading", { name: say.done })).toBeFocused();
  await expect(page.locator(".sw-result .status").first()).toHaveText(say.booked);
  await me.accessible("result");
  await page.getByRole("link", { name: say.record }).click();
  await expect(page).toHaveURL(/exchangeRecord\?id=SW\d+/);
  await expect(me.record("1,000.50").first()).toBeVisible();
  await me.leave();
});

test("a merchant exchanges money on a phone, in English, and an answer is lost [R9 R31 P3 M20 K1]", async ({
  browser,
  portal,
}) => {
  const me = await Visitor.arrive(browser, portal.url, { lang: "en", width: 390 });
  const { page } = me;
  const say = words.en;
  await toSaturday(portal);
  await page.clock.install();
  await me.enter("solo");
  // The correctly spelled path redirects to the one in the specification.
  await page.goto(`${portal.url}/intraCurrencyExchange`);
  await expect(page).toHaveURL(/inraCurrencyExchange/);
  const main = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  await expect(page.getByText(say.closed, { exact: true })).toBeVisible();
  await expect(page.locator(".sw-hours")).toContainText("The trading time is 09:30-17:00 from Monday to Friday");
  await me.accessible("closed market");
  await order(portal, "clock", "open");
  await page.clock.fastForward(21_000);
  await expect(page.getByText(say.closed, { exact: true })).toBeHidden();
  await page.getByRole("textbox", { name: say.buy, exact: true }).fill("7000");
  await expect(main(say.review)).not.toHaveAttribute("aria-disabled");
  await expect(page.getByRole("textbox", { name: say.sell, exact: true })).not.toHaveValue("");
  await me.fits("exchange");
  await me.accessible("exchange");
  await main(say.review).click();
  await page.getByLabel(say.password, { exact: true }).fill(PASSWORD);
  await me.fits("review");
  await me.accessible("review");
  // This quote has expired by now; the next one is observed with a paused clock.
  const told = page.locator(".sw-validity output");
  await page.clock.fastForward(15_000);
  await expect(told).toHaveText(say.expired);
  await expect(main(say.confirm)).toBeHidden();
  await me.accessible("expired quote");
  await main(say.refresh).click();
  await expect(main(say.confirm)).toBeVisible();
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 500)));
  await page.clock.fastForward(10_000);
  await expect(told).toHaveText(say.five);
  await page.clock.fastForward(5_000);
  await expect(told).toHaveText(say.expired);
  await page.clock.resume();
  await main(say.refresh).click();

  // The response is lost; a retry with the same key returns the existing exchange.
  let sent = 0;
  await page.route(SURE, async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await main(say.confirm).click();
  await expect(page.getByText(say.unknown)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: say.done })).toBeVisible();
  expect(sent).toBe(2);
  await expect(page.locator(".sw-result .status").first()).toHaveText(say.booked);
  await page.goto(`${portal.url}/exchangeRecord?settlementAmount=7000..7000`);
  await expect(me.records).toHaveCount(1);
  await me.fits("records");
  await me.leave([/ERR_FAILED/]);
});
