/**
 * Incoming money: opens an account and announces a deposit, which arrives less the charge of a correspondent bank,
 * waits for documents, and is credited to the wallet.
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
    ["对方付出", "Sent", "60000.10"],
    ["付款方", "Sender", "Nordwind Handels GmbH"],
    ["付款方账号", "Sender account", "DE89370400440532013000"],
    ["付款附言", "Payment reference", "Invoice INV-88012"],
    ["合同号", "Contract no.", "QH-2026-0417"],
    ["发票号", "Invoice no.", "INV-88012"],
  ]);
  await merchant.choose("业务类型", "Business type", say("一般", "general"), say("一般贸易", "General trade"));
  await merchant.review("deposit");
  await me.button(say("确认保存", "Save")).click();
  const { id, drawer } = await merchant.made("RC");
  await expect(drawer).toContainText(say("待到账", "Pending"));
  await expect(drawer).toContainText(say("未到账", "Not booked"));

  // The bank receives the deposit and requests the contract.
  expect(
    await sim(portal, "deposit", { mer: merchant.address, ccy: "USD", amount: "59985.10", order: id }),
  ).toMatchObject({ unavailable: "59985.10", withdrawable: "0.00" });
  await sim(portal, "order", { event: "askDocuments" }, [id]);
  await merchant.open("/Creditmanage");
  await me.record(id).getByRole("link").first().click();
  await expect(drawer).toContainText(say("待入账", "To be booked"));
  await merchant.look("deposit waits for documents");
  await drawer.getByRole("button", { name: say("提交贸易单据", "Submit trade documents") }).click();
  await merchant.attach("贸易单据", "Trade documents", "合同.pdf", drawer);
  await merchant.attach("交易明细", "Sales details", "明细.pdf", drawer);
  await me.accessible("documents of a deposit");
  await drawer.getByRole("button", { name: say("提交贸易单据", "Submit trade documents") }).click();
  await expect(drawer).toContainText(say("单据审核通过", "Documents approved"));
  await merchant.open(`/entrydetail?id=${id}`);
  await expect(page.getByRole("main")).toContainText(say("已入账", "Booked"));
  await expect(page.getByRole("main")).toContainText("59,980.10");
  await merchant.look("booked deposit");
  await merchant.open("/accountBalance?as=table");
  expect(await me.value("USD", say("可用余额", "Available"))).toContain("59,980.10");
  await merchant.look("balance");
}

/** Opens the first dollar account, which is free of charge, after network access has been granted. */
async function openAccount(merchant: Merchant): Promise<void> {
  const { me } = merchant;
  const { page, say } = me;
  const company = me.screen.lang === "zh";
  await merchant.open("/recharge");
  await expect(page.getByRole("main")).toContainText(
    say("还没有收款账户，请先开立账户。", "You don't have a receiving account yet. Open one first."),
  );
  await page.getByRole("link", { name: say("去完成", "Complete this step") }).click();
  await merchant.choose("开户机构", "Institution", "HKPB", say("香港港湾银行", "Harbour Bank (Hong Kong)"));
  await merchant.choose("业务类型", "Business type", say("一般", "general"), say("一般贸易", "General trade"));
  await merchant.fill([
    ["开户主体名称", "Applicant", company ? "Ningbo Harbour Trading Co., Ltd." : merchant.name],
    ["联系人", "Contact", company ? "林晓" : merchant.name],
    ["联系邮箱", "Contact email", merchant.address],
    ["联系电话", "Contact phone", "13800138011"],
  ]);
  await me.button(say("添加申请币种", "Add Currency")).click();
  await me.choose(say("币种", "Currency"), "USD", "USD");
  await merchant.attach("营业执照", "Business licence", "执照.pdf");
  await merchant.attach("附件", "Attachment", "股权结构.pdf");
  await merchant.review("account opening");
  await expect(page.locator("[data-review]")).toContainText("0.00");
  await me.button(say("确认提交申请", "Apply")).click();
  const { drawer } = await merchant.made("NA");
  await expect(drawer).toContainText(say("申请通过，待开户", "Approved, ready to open"));
  await drawer.getByRole("button", { name: say("提交开户", "Open account") }).click();
  await drawer.getByRole("button", { name: say("确认提交开户", "Open account") }).click();
  await me.confirmPayment(false, merchant.payPassword);
  await expect(drawer).toContainText(say("已完成", "Completed"));
  await merchant.look("opened account");
}
