/** Exchanges dollars for yuan: both amounts, the review and the record. */
import { expect } from "@playwright/test";
import { sim, toSaturday } from "../outbox.ts";
import type { Merchant } from "./merchant.ts";

export async function exchange(merchant: Merchant): Promise<void> {
  const { me, portal } = merchant;
  const { page, say } = me;
  // Starts on a Monday morning, so that the market stays open.
  await toSaturday(portal);
  await sim(portal, "clock", {}, ["open"]);
  await sim(portal, "rate", {}, ["set", "USD/CNY", "7.1"]);
  await merchant.open("/currencyExchange");
  await page.getByRole("textbox", { name: say("卖出", "You sell"), exact: true }).fill("10000");
  const review = me.button(say("核对", "Review"));
  await expect(review).not.toHaveAttribute("aria-disabled");
  const bought = await page.getByRole("textbox", { name: say("买入", "You buy"), exact: true }).inputValue();
  expect(Number(bought.replaceAll(",", ""))).toBeGreaterThan(70_000);
  await review.click();
  await expect(page.locator(".sw-cheque")).toContainText("10,000.00");
  await page.getByLabel(say("支付密码", "Payment password"), { exact: true }).fill(merchant.payPassword);
  await me.button(say("确认换汇 10,000.00 USD", "Exchange 10,000.00 USD")).click();
  await expect(page.getByRole("heading", { name: say("换汇已提交", "Exchange submitted") })).toBeFocused();
  await expect(page.locator(".sw-result .status").first()).toHaveText(say("已完成", "Done"));
  expect((await page.locator(".sw-result .pd-detail").boundingBox())!.width).toBeGreaterThan(300);
  await merchant.look("exchanged");
  await page.getByRole("link", { name: say("查看这笔换汇", "View this exchange") }).click();
  await expect(page).toHaveURL(/exchangeRecord\?id=SW\d+/);
  await expect(me.record("10,000.00").first()).toContainText(bought);
  await merchant.look("exchange record");
}
