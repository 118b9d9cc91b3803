/** A foreign payee and a remittance that is prepared by one user, approved by another, paid, and returned. */
import { expect } from "@playwright/test";
import { sim } from "../outbox.ts";
import type { Merchant } from "./merchant.ts";

/** Uses a demo merchant with two users, because the certified merchant has only one. */
export async function remit(merchant: Merchant): Promise<void> {
  const [maker, checker] = [await merchant.colleague("maker"), await merchant.colleague("checker")];
  const { me } = maker;
  const { page, say } = me;
  const payee = `Alster Werkzeug GmbH ${me.screen.width}`;
  await maker.open("/paymentAccount?tab=newPayee");
  await page.getByRole("radio", { name: say("企业", "Company"), exact: true }).check();
  await maker.fill([
    ["户名", "Account name", payee],
    ["公司名称", "Company name", `${payee} KG`],
    ["城市", "City", "Hamburg"],
    ["地址", "Address", "Alsterufer 27"],
  ]);
  const company = page.getByLabel(say("公司名称", "Company name"));
  await expect(company).toHaveAccessibleDescription(
    say(
      "公司名称与户名不同，银行可能退回。确认无误？",
      "The company name differs from the account name, so the bank may return the payment. Is this right?",
    ),
  );
  await maker.look("remittance payee, names that differ");
  await company.fill(payee.toUpperCase());
  await expect(company).toHaveAccessibleDescription("");
  await maker.choose("国家/地区", "Country or region", say("德国", "germ"), say("德国", "Germany"));
  await me.button(say("下一步", "Next")).click();
  await maker.fill([
    ["SWIFT 代码", "SWIFT code", "COBADEFF"],
    ["账号", "Account number", "DE02200505501015871393"],
  ]);
  await expect(page.getByLabel(say("SWIFT 代码", "SWIFT code"), { exact: true })).toHaveAccessibleDescription(
    say("德国商业银行 · 德国", "Commerzbank · Germany"),
  );
  await expect(page.getByRole("textbox", { name: say("收款银行", "Payee bank"), exact: true })).toHaveValue(
    "Commerzbank",
  );
  await page.getByRole("radio", { name: say("双方各付 (SHA)", "Shared (SHA)") }).check();
  await maker.look("remittance payee");
  await me.button(say("保存收款人", "Save payee")).click();
  await expect(page.getByRole("dialog")).toContainText("COBADEFF");
  await maker.open("/paymentAccount?tab=payees");
  await expect(me.record(payee)).toContainText(say("审核通过", "Passed"));

  await maker.open("/paymentAccount");
  await maker.choose("付款主体", "Payer", "杭州", "杭州启航贸易有限公司");
  await maker.choose("收款人", "Payee", payee, payee);
  await maker.choose("付款币种", "Currency", "EUR", "EUR");
  await maker.fill([
    ["付款金额", "Amount", "1200"],
    ["合同号或发票号", "Contract or invoice no.", "INV-2026-0417"],
    ["付款附言", "Payment reference", "Invoice INV-2026-0417"],
  ]);
  await maker.choose("用途", "Purpose", say("项目", "proj"), say("项目资金", "Project funds"));
  await maker.attach("贸易单据", "Trade documents", "合同.pdf");
  await maker.review("remittance");
  await maker.confirm("付款", "Pay");
  const { id, drawer } = await maker.made("RM");
  await expect(drawer).toContainText(say("待复核", "To be reviewed"));
  await expect(drawer.getByRole("button", { name: say("通过复核", "Approve") })).toHaveCount(0);

  await checker.open("/remittance");
  await checker.me.record(id).getByRole("link").first().click();
  const theirs = checker.me.page.getByRole("dialog", { name: id });
  await expect(theirs).toContainText(payee);
  await checker.look("remittance to be passed");
  await theirs.getByRole("button", { name: say("通过复核", "Approve") }).click();
  await checker.me.confirmPayment();
  await expect(theirs).toContainText(say("已到收款人账上", "Credited to the payee"));
  await checker.me.leave();

  await maker.open(`/remittance?tab=records&id=${id}`);
  await drawer.getByRole("button", { name: say("电子回单", "Receipt"), exact: true }).click();
  for (const text of ["境外付款电子回单", "International payment", payee, "1,200.00", "COBADEFF"])
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
    say("到账后被退回", "Returned after arrival"),
    say("收款账户已销户", "the account is closed"),
    "ACCOUNT CLOSED",
    "15.00",
  ])
    await expect(drawer).toContainText(text);
  await expect(drawer.getByRole("button", { name: say("电子回单", "Receipt"), exact: true })).toHaveCount(0);
  await expect(drawer.getByRole("link", { name: say("修改后重新提交", "Edit and resubmit") })).toBeVisible();
  await maker.look("returned remittance");
  await me.leave();
}
