/**
 * Incoming money: opens an account, announces a deposit, which arrives less a correspondent's charge, waits for
 * documents, and reaches the wallet.
 */
import { expect } from "@playwright/test";
import { sim } from "../outbox.ts";
import type { Merchant } from "./merchant.ts";

export async function moneyIn(merchant: Merchant): Promise<void> {
  const { me, portal } = merchant;
  const { page, say } = me;
  await openAccount(merchant);
  await merchant.open("/recharge");
  await merchant.choose("付款币种", "Payment currency", "USD", "USD");
  await merchant.fill([
    ["汇款金额", "Amount", "60000.10"],
    ["汇款人名称", "Remitter name", "Nordwind Handels GmbH"],
    ["汇款人账号", "Remitter account", "DE89370400440532013000"],
    ["附言", "Postscript", "Invoice INV-88012"],
    ["合同号", "Contract number", "QH-2026-0417"],
    ["票据号", "Receipt number", "INV-88012"],
  ]);
  await merchant.choose("业务类型", "Business type", say("一般", "general"), say("一般贸易", "General trade"));
  await merchant.review("deposit");
  await me.button(say("确认登记汇款", "Confirm: Announce the deposit")).click();
  const { id, drawer } = await merchant.made("RC");
  await expect(drawer).toContainText(say("待处理", "Pending"));
  await expect(drawer).toContainText(say("未入账", "Not booked"));

  // The bank sees it and requests the contract.
  expect(
    await sim(portal, "deposit", { mer: merchant.address, ccy: "USD", amount: "59985.10", order: id }),
  ).toMatchObject({ unavailable: "59985.10", withdrawable: "0.00" });
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

/** Opens the first dollar account, which is free: network access is granted first. */
async function openAccount(merchant: Merchant): Promise<void> {
  const { me } = merchant;
  const { page, say } = me;
  const company = me.screen.lang === "zh";
  await merchant.open("/recharge");
  await expect(page.getByRole("main")).toContainText(
    say("还没有收款账户，请先开立账户。", "You don't have a receiving account yet. Open one first."),
  );
  await page.getByRole("link", { name: say("去处理", "Take care of it") }).click();
  await merchant.choose("开户机构", "Institution", "HKPB", say("香港港湾银行", "Harbour Bank (Hong Kong)"));
  await merchant.choose("业务类型", "Business type", say("一般", "general"), say("一般贸易", "General trade"));
  await merchant.fill([
    ["开户主体名称", "Name of the applicant", company ? "Ningbo Harbour Trading Co., Ltd." : merchant.name],
    ["联系人", "Contact", company ? "林晓" : merchant.name],
    ["联系邮箱", "Contact's e-mail", merchant.address],
    ["联系电话", "Contact's phone", "13800138011"],
  ]);
  await me.button(say("添加申请币种", "Add Currency wanted")).click();
  await me.choose(say("币种", "Currency"), "USD", "USD");
  await merchant.attach("营业执照", "Business licence", "执照.pdf");
  await merchant.attach("附件", "Attachment", "股权结构.pdf");
  await merchant.review("account opening");
  await expect(page.locator("[data-review]")).toContainText("0.00");
  await me.button(say("确认提交申请", "Confirm: Apply")).click();
  const { drawer } = await merchant.made("NA");
  await expect(drawer).toContainText(say("入网成功，待开户", "Access granted, account to be opened"));
  await drawer.getByRole("button", { name: say("提交开户", "Open the account") }).click();
  await drawer.getByRole("button", { name: say("确认提交开户", "Confirm: Open the account") }).click();
  await me.confirmPayment(false, merchant.payPassword);
  await expect(drawer).toContainText(say("已完成", "Completed"));
  await merchant.look("opened account");
}
