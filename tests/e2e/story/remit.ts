/** A payee abroad and a remittance: prepared by one user, approved by another, paid, and returned. */
import { expect } from "@playwright/test";
import { sim } from "../outbox.ts";
import type { Merchant } from "./merchant.ts";

/** The certified merchant has one user; a demo merchant has two. */
export async function remit(merchant: Merchant): Promise<void> {
  const [maker, checker] = [await merchant.colleague("maker"), await merchant.colleague("checker")];
  const { me } = maker;
  const { page, say } = me;
  const payee = `Alster Werkzeug GmbH ${me.screen.width}`;
  await maker.open("/paymentAccount?tab=newPayee");
  await page.getByRole("radio", { name: say("企业", "Enterprise"), exact: true }).check();
  await maker.fill([
    ["收款人名称", "Payee name", payee],
    ["公司名称", "Company name", `${payee} KG`],
    ["收款人城市", "Payee's city", "Hamburg"],
    ["收款人地址", "Payee's address", "Alsterufer 27"],
  ]);
  const company = page.getByLabel(say("公司名称", "Company name"));
  await expect(company).toHaveAccessibleDescription(
    say(
      "公司名称与账户户名不一致，银行可能退汇，请核对",
      "The company's name is not the account holder's: the bank may send the money back. Please check",
    ),
  );
  await maker.look("remittance payee, names that differ");
  await company.fill(payee.toUpperCase());
  await expect(company).toHaveAccessibleDescription("");
  await maker.choose("收款人国家/地区", "Payee's country or region", say("德国", "germ"), say("德国", "Germany"));
  await me.button(say("下一步", "Next")).click();
  await maker.fill([
    ["SWIFT 代码", "SWIFT code", "COBADEFF"],
    ["银行账号", "Bank account number", "DE02200505501015871393"],
  ]);
  await expect(page.getByLabel(say("SWIFT 代码", "SWIFT code"), { exact: true })).toHaveAccessibleDescription(
    say("德国商业银行 · 德国", "Commerzbank · Germany"),
  );
  await expect(page.getByRole("textbox", { name: say("收款银行", "Payee's bank"), exact: true })).toHaveValue(
    "Commerzbank",
  );
  await page.getByRole("radio", { name: say("SHA 双方共担", "SHA, shared") }).check();
  await maker.look("remittance payee");
  await me.button(say("保存收款人", "Save payee")).click();
  await expect(page.getByRole("dialog")).toContainText("COBADEFF");
  await maker.open("/paymentAccount?tab=payees");
  await expect(me.record(payee)).toContainText(say("审核通过", "Passed"));

  await maker.open("/paymentAccount");
  await maker.choose("付款人", "Payer", "杭州", "杭州启航贸易有限公司");
  await maker.choose("收款账户", "Payee's account", payee, payee);
  await maker.choose("汇款币种", "Currency", "EUR", "EUR");
  await maker.fill([
    ["汇款金额", "Amount", "1200"],
    ["合同/发票号", "Contract or invoice number", "INV-2026-0417"],
    ["附言", "Postscript", "Invoice INV-2026-0417"],
  ]);
  await maker.choose("汇款用途", "Purpose", say("项目", "proj"), say("项目资金", "Project funds"));
  await maker.attach("贸易凭证", "Trade documents", "合同.pdf");
  await maker.review("remittance");
  await maker.confirm("提交汇款", "Remit");
  const { id, drawer } = await maker.made("RM");
  await expect(drawer).toContainText(say("待复核", "To be reviewed"));
  await expect(drawer.getByRole("button", { name: say("复核通过", "Approve") })).toHaveCount(0);

  await checker.open("/remittance");
  await checker.me.record(id).getByRole("link").first().click();
  const theirs = checker.me.page.getByRole("dialog", { name: id });
  await expect(theirs).toContainText(payee);
  await checker.look("remittance to be passed");
  await theirs.getByRole("button", { name: say("复核通过", "Approve") }).click();
  await checker.me.confirmPayment();
  await expect(theirs).toContainText(say("收款行已入账", "Credited to the payee"));
  await checker.me.leave();

  await maker.open(`/remittance?tab=records&id=${id}`);
  await drawer.getByRole("button", { name: say("电子回单", "Receipt"), exact: true }).click();
  for (const text of ["国际汇款电子回单", "International remittance", payee, "1,200.00", "COBADEFF"])
    await expect(drawer).toContainText(text);
  await maker.look("remittance receipt");
  await sim(
    merchant.portal,
    "order",
    { event: "returned", reason: "AC04 ACCOUNT CLOSED", correspondentCharge: "15.00" },
    [id],
  );
  await maker.open(`/remittance?tab=records&id=${id}`);
  for (const text of [
    say("失败", "Failed"),
    say("到账后退汇", "Returned after crediting"),
    say("收款账户已销户", "the account is closed"),
    "ACCOUNT CLOSED",
    "15.00",
  ])
    await expect(drawer).toContainText(text);
  await expect(drawer.getByRole("button", { name: say("电子回单", "Receipt"), exact: true })).toHaveCount(0);
  await expect(drawer.getByRole("link", { name: say("修改后重新提交", "Correct and submit again") })).toBeVisible();
  await maker.look("returned remittance");
  await me.leave();
}
