/** Money comes in: it is announced, arrives less what a bank on the way kept, waits for its documents, and is in the wallet. */
import { expect } from "@playwright/test";
import { sim } from "../outbox.ts";
import type { Merchant } from "./merchant.ts";

export async function moneyIn(merchant: Merchant): Promise<void> {
  const { me, portal } = merchant;
  const { page, say } = me;
  await merchant.open("/recharge");
  await merchant.choose("付款币种", "Payment currency", "USD", "USD");
  await merchant.fill([
    ["汇款金额", "Amount", "60000.10"], ["汇款人名称", "Remitter name", "Nordwind Handels GmbH"], ["汇款人账号", "Remitter account", "DE89370400440532013000"],
    ["附言", "Postscript", "Invoice INV-88012"], ["合同号", "Contract number", "QH-2026-0417"], ["票据号", "Receipt number", "INV-88012"],
  ]);
  await merchant.choose("业务类型", "Business type", say("一般", "general"), say("一般贸易", "General trade"));
  await merchant.review("deposit");
  await me.button(say("确认登记汇款", "Confirm: Announce the deposit")).click();
  const { id, drawer } = await merchant.made("RC");
  await expect(drawer).toContainText(say("待处理", "Pending"));
  await expect(drawer).toContainText(say("未入账", "Not booked"));

  // The bank sees it, and wants to see the contract.
  expect(await sim(portal, "deposit", { mer: merchant.address, ccy: "USD", amount: "59985.10", order: id })).toMatchObject({ unavailable: "59985.10", withdrawable: "0.00" });
  await sim(portal, "order", { event: "askDocuments" }, [id]);
  await merchant.open("/Creditmanage");
  await me.record(id).getByRole("link").first().click();
  await expect(drawer).toContainText(say("待入账", "To be booked"));
  await merchant.look("deposit waits for documents");
  await drawer.getByRole("button", { name: say("提交贸易凭证", "Submit trade documents") }).click();
  await merchant.attach("贸易凭证", "Trade documents", "合同.pdf", drawer);
  await merchant.attach("明细文件", "Detail file", "明细.pdf", drawer);
  await me.accessible("documents of a deposit");
  await drawer.getByRole("button", { name: say("提交贸易凭证", "Submit trade documents") }).click();
  await expect(drawer).toContainText(say("凭证审核通过", "Documents accepted"));
  await merchant.open(`/entrydetail?id=${id}`);
  await expect(page.getByRole("main")).toContainText(say("已入账", "Booked"));
  await expect(page.getByRole("main")).toContainText("59,980.10");
  await merchant.look("booked deposit");
  await merchant.open("/accountBalance");
  expect(await me.value("USD", say("可提现余额", "Withdrawable balance"))).toContain("59,980.10");
  await merchant.look("balance");
}
