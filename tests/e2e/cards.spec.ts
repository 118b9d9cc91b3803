/** Virtual cards as a person uses them: two are applied for, one is recharged and looked at, a shop takes money and asks for a code. */
import { sim } from "./outbox.ts";
import { expect, test } from "./portal.ts";
import { type Screen, Visitor } from "./visitor.ts";

const screens: Screen[] = [
  { lang: "zh", width: 1440 },
];

for (const screen of screens) {
  test(`virtual cards, ${screen.lang} at ${screen.width} px [R16 R33 R35 H8 F8 C99 C100 C104 C105 C107 C108 V9]`, async ({ browser, portal }) => {
    test.setTimeout(60_000);
    const me = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = me;
    const part = (zh: string, en: string) => page.getByRole("navigation", { name: say("虚拟卡", "Virtual cards"), exact: true }).getByRole("link", { name: say(zh, en), exact: true });
    page.setDefaultTimeout(8_000);
    await me.signIn("maker");
    await page.goto(`${portal.url}/virtualCard`);

    // Eleven are too many; two are made.
    await me.choose(say("卡产品", "Card product"), "USD", say("美元通用卡", "USD general card"));
    await me.field(say("申请张数", "Number of cards")).fill("11");
    const filled: [string, string, string][] = [
      ["卡标签", "Card label", "Story card"], ["单笔限额", "Limit per transaction", "500"], ["日限额", "Daily limit", "1000"], ["月限额", "Monthly limit", "5000"],
      ["姓", "Last name", "Chen"], ["名", "First name", "Ming"], ["持卡人邮箱", "Cardholder's e-mail", "ming@example.com"], ["出生日期", "Date of birth", "1988-06-15"], ["电话区号", "Phone prefix", "+86"],
      ["手机号", "Phone", "13800138001"], ["省/州", "Province or state", "Zhejiang"], ["城市", "City", "Hangzhou"], ["账单地址", "Billing address", "18 Wensan Road"], ["邮编", "Postcode", "310012"],
    ];
    for (const [zh, en, value] of filled) await me.field(say(zh, en)).fill(value);
    await me.choose(say("交易范围", "Trading range"), say("不限", "Any"), say("不限", "Any merchant"));
    await me.field(say("有效期", "Validity")).selectOption({ label: say("2 年", "2 years") });
    await me.choose(say("国家/地区", "Country or region"), "CN", say("中国", "China"));
    await me.button(say("下一步", "Continue")).click();
    await expect(await me.below(say("申请张数", "Number of cards"))).toHaveText(say("每次申请 1 至 10 张卡", "1 to 10 cards in one application"));
    await me.field(say("申请张数", "Number of cards")).fill("2");
    await me.button(say("下一步", "Continue")).click();
    await me.accessible("review of an application");
    await me.button(say("确认申请开卡", "Confirm: Apply")).click();
    await me.confirmPayment();
    await expect(page).toHaveURL(/tab=applications/);

    // Both are there, with four digits each; the first opens on its own page.
    // The issuer answers when it answers: until then the list is asked anew.
    await expect(async () => {
      await page.goto(`${portal.url}/virtualCard?tab=management&q=Story`);
      await expect(me.records).toHaveCount(2, { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    await me.accessible("cards");
    await me.fits("cards");
    const number = await me.value("Story card", say("卡号", "Card number"));
    expect(number).toMatch(/^\*{4} \d{4}$/);
    await me.records.first().click();
    await expect(page).toHaveURL(/id=VC/);
    const id = new URL(page.url()).searchParams.get("id")!;
    await page.goto(`${portal.url}/cardManagementDetail?id=${id}`);
    const show = page.getByRole("button", { name: say("显示完整卡号", "Show the whole Card number") });
    await expect(show).toBeVisible();
    await me.accessible("a card");
    await me.fits("a card");

    // The whole number shows after the payment password, and is gone when the window is left.
    await show.click();
    await me.confirmPayment();
    const told = page.locator(".pd-reveal");
    await expect(told).toContainText(/400001|4000 01\d\d \d{4} \d{4}/);
    await expect(told).toContainText(new RegExp(`${number.slice(-4)}`));
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await expect(told).toBeHidden();
    await expect(page.locator("main")).not.toContainText(/4000 01/);

    // A recharge begins with this card; fee and debit are shown, the money is on the card.
    await page.getByRole("main").getByRole("link", { name: say("充值", "Recharge"), exact: true }).click();
    await expect(page).toHaveURL(/cardRecharge/);
    await me.field(say("充值金额", "Amount")).fill("200");
    await expect(page.getByText(/201\.00/).first()).toBeVisible();
    await me.button(say("下一步", "Continue")).click();
    await me.button(say("确认充值", "Confirm: Recharge")).click();
    await me.confirmPayment();
    await expect(page).toHaveURL(/tab=records/);

    await expect(async () => {
      await page.reload();
      await expect(me.records.first()).toContainText(say("已完成", "Done"), { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });

    // A shop takes money and asks for a code; a purchase that the card does not cover is declined.
    await sim(portal, "card", { amount: "86.50", merchant: "Story Shop" }, [id, "authorise"]);
    await sim(portal, "card", {}, [id, "capture"]);
    await sim(portal, "card", { amount: "400.00", merchant: "Dear Shop" }, [id, "authorise"]);
    const { code } = await sim<{ code: string }>(portal, "card", { amount: "20.00", merchant: "Story Shop" }, [id, "code"]);
    await page.goto(`${portal.url}/virtualCard`);
    await part("卡交易", "Card transactions").click();
    await expect(me.record("Story Shop")).toContainText(say("已入账", "Settled"));
    await expect(me.record("Dear Shop")).toContainText(say("已拒绝", "Declined"));
    await part("验证码查询", "Verification codes").click();
    await expect(me.records.first()).toContainText(code);
    await expect(me.records.first()).toContainText(say("还剩 4:", "4:"));
    await me.accessible("codes");
    await page.goto(`${portal.url}/cardManagementDetail?id=${id}`);
    await expect(page.locator(".pd-amount")).toContainText("113.50");
    await expect(page.locator(".pd-related").first()).toContainText("Story Shop");
    await me.leave();
  });
}
