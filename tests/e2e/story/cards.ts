/**
 * Virtual cards: two are ordered, one of them is renamed, recharged and revealed; a shop charges it and requests a
 * code.
 */
import { expect } from "@playwright/test";
import { sim } from "../outbox.ts";
import type { Merchant } from "./merchant.ts";

export async function cards(merchant: Merchant): Promise<void> {
  const { me, portal } = merchant;
  const { page, say } = me;
  const part = (zh: string, en: string) =>
    page
      .getByRole("navigation", { name: say("虚拟卡", "Virtual cards"), exact: true })
      .getByRole("link", { name: say(zh, en), exact: true });
  // The issuer responds asynchronously, so the list is reloaded until the check passes.
  const wait = (check: () => Promise<void>) =>
    expect(async () => {
      await page.reload();
      await check();
    }).toPass({ timeout: 20_000 });

  // Eleven cards exceed the limit; two are created.
  await merchant.open("/virtualCard?tab=add");
  await me.choose(say("卡产品", "Card product"), "USD", say("美元通用卡", "USD general card"));
  await merchant.fill([
    ["申请张数", "Number of cards", "11"],
    ["卡标签", "Card label", "Story card"],
  ]);
  await me.choose(say("可用商户", "Allowed merchants"), say("不限", "Any"), say("不限", "Any merchant"));
  await merchant.choose("有效期", "Validity", "", say("2 年", "2 years"));
  const next = me.button(say("下一步", "Next"));
  await next.click();
  await expect(await me.below(say("申请张数", "Number of cards"))).toHaveText(
    say("每次可开 1-10 张", "Enter 1 to 10 cards"),
  );
  await me.field(say("申请张数", "Number of cards")).fill("2");
  await next.click();
  await merchant.fill([
    ["单笔限额", "Limit per transaction", "500"],
    ["日限额", "Daily limit", "1000"],
    ["月限额", "Monthly limit", "5000"],
  ]);
  await next.click();
  // The first cardholder is added from the picker, and selected.
  const holder = me.field(say("持卡人", "Cardholder"));
  await holder.fill("Chen");
  await page.getByRole("option", { name: say("新增持卡人", "Add cardholder") }).click();
  const drawer = page.getByRole("dialog", { name: say("新增持卡人", "Add cardholder") });
  await expect(drawer.getByLabel(say("姓", "Last name"), { exact: true })).toHaveValue("Chen");
  await merchant.fill(
    [
      ["名", "First name", "Ming"],
      ["持卡人邮箱", "Cardholder email", "ming@example.com"],
      ["出生日期", "Date of birth", "1988-06-15"],
      ["电话区号", "Country code", "+86"],
      ["手机号", "Phone", "13800138001"],
      ["省/州", "Province or state", "Zhejiang"],
      ["城市", "City", "Hangzhou"],
      ["账单地址", "Billing address", "18 Wensan Road"],
      ["邮编", "Postcode", "310012"],
    ],
    drawer,
  );
  await me.choose(say("国家/地区", "Country or region"), "CN", say("中国", "China"));
  await merchant.look("cardholder");
  await drawer.getByRole("button", { name: say("保存持卡人", "Save cardholder") }).click();
  await expect(drawer).toHaveCount(0);
  await expect(holder).toHaveValue(/^Chen Ming/);
  const shown = await merchant.review("card application");
  await expect(shown).toContainText(`${say("美元通用卡", "USD general card")} 400001`);
  await expect(shown).toContainText("20,000.00USD");
  await expect(shown.getByText(`${say("美元通用卡", "USD general card")} 400001`)).toBeInViewport();
  await expect(shown.locator(".pf-cheque-amount")).toContainText("2.00");
  await expect(shown.locator(".pf-cheque-amount")).toBeInViewport();
  await merchant.confirm("开卡", "Get cards");
  await expect(page).toHaveURL(/tab=applications/);

  // Both cards exist, with their last four digits. The first opens on its own page and is renamed.
  await merchant.open("/virtualCard?tab=management&as=table&q=Story");
  await wait(() => expect(me.records).toHaveCount(2, { timeout: 2_000 }));
  await merchant.look("cards");
  const number = await me.value("Story card", say("卡号", "Card number"));
  expect(number).toMatch(/^\*{4} \d{4}$/);
  await me.records.first().click();
  await expect(page).toHaveURL(/id=VC/);
  const id = new URL(page.url()).searchParams.get("id")!;
  await merchant.open(`/cardManagementDetail?id=${id}`);
  await me.button(say("修改标签", "Change label")).click();
  await merchant.fill([["卡标签", "Card label", "Shop card"]]);
  await me.button(say("确认修改标签", "Change label")).click();
  await expect(page.getByRole("main")).toContainText("Shop card");
  const foot = page.getByRole("region", { name: say("可以做的", "What you can do") });
  await expect(foot.locator("[data-main]")).toHaveText(say("充值", "Top up"));
  // Sections of amounts are right-aligned.
  for (const title of [say("资金与使用", "Money and use"), say("限额", "Limits")])
    await expect(
      page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) }).locator("dl"),
    ).toHaveAttribute("data-sum", "true");
  await merchant.look("a card");

  // The full card number is shown after the payment password, and hidden when the window loses focus.
  await me.button(say("显示完整卡号", "Show in full: Card number")).click();
  await me.confirmPayment(false, merchant.payPassword);
  const told = page.locator(".pd-reveal");
  await expect(told).toContainText(/400001|4000 01\d\d \d{4} \d{4}/);
  await expect(told).toContainText(new RegExp(`${number.slice(-4)}`));
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await expect(told).toBeHidden();
  await expect(page.locator("main")).not.toContainText(/4000 01/);

  // The recharge form is preset with this card and shows fee and debit; the money arrives.
  await page
    .getByRole("main")
    .getByRole("link", { name: say("充值", "Top up"), exact: true })
    .click();
  await expect(page).toHaveURL(/cardRecharge/);
  await me.field(say("充值金额", "Amount")).fill("200");
  // On phones, the expanded summary repeats it in a collapsed section.
  await expect(
    page
      .getByText(/201\.00/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await merchant.review("card recharge");
  await merchant.confirm("充值", "Top up");
  await expect(page).toHaveURL(/tab=records/);
  await wait(() => expect(me.records.first()).toContainText(say("已完成", "Done"), { timeout: 2_000 }));

  // A shop charges the card and requests a code. A purchase above the balance is declined.
  await sim(portal, "card", { amount: "86.50", merchant: "Story Shop" }, [id, "authorise"]);
  await sim(portal, "card", {}, [id, "capture"]);
  await sim(portal, "card", { amount: "400.00", merchant: "Dear Shop" }, [id, "authorise"]);
  const { code } = await sim<{ code: string }>(portal, "card", { amount: "20.00", merchant: "Story Shop" }, [
    id,
    "code",
  ]);
  await merchant.open("/virtualCard");
  await part("卡交易", "Card transactions").click();
  await expect(me.record("Story Shop")).toContainText(say("已扣款", "Settled"));
  await expect(me.record("Dear Shop")).toContainText(say("已拒绝", "Declined"));
  await part("交易验证码", "Purchase codes").click();
  await expect(me.records.first()).toContainText(code);
  await expect(me.records.first()).toContainText(say("还剩 4:", "4:"));
  await merchant.look("codes");
  await merchant.open(`/cardManagementDetail?id=${id}`);
  await expect(page.locator(".pd-amount")).toContainText("113.50");
  await expect(page.locator(".pd-related").first()).toContainText("Story Shop");

  // All cards of the cardholder are a list.
  await merchant.open("/virtualCard?tab=holders");
  await merchant.look("cardholders");
  await me.record("Chen Ming").click();
  await expect(page.getByRole("dialog").locator(".pd-related").first()).toContainText("Shop card");
}
