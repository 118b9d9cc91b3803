/**
 * Payments to another merchant: a speed remit, for which the name must match, and a transfer. Both arrive immediately.
 */
import { expect } from "@playwright/test";
import type { Merchant } from "./merchant.ts";

const OTHER = "深圳南山星河电子商务有限公司";

export async function transfer(merchant: Merchant): Promise<void> {
  const { me } = merchant;
  const { say } = me;
  const fill = async (payee: string, name: string, amount: string) => {
    await merchant.fill([
      ["收款商户", "Payee", payee],
      ["收款商户名称", "Payee full name", name],
    ]);
    await merchant.choose("币种", "Currency", "USD", "USD");
    await merchant.fill([
      ["转账金额", "Amount", amount],
      ["付款附言", "Payment reference", "11 月分成"],
    ]);
    await merchant.choose("用途", "Purpose", say("项目", "proj"), say("项目资金", "Project funds"));
  };
  await merchant.open("/internalTransfer");
  await fill("solo@demo.portolan", "深圳南山星河", "800");
  await me.button(say("下一步", "Continue")).click();
  await expect(await me.below(say("收款商户名称", "Payee full name"))).toHaveText(
    say("名称与登记的全称不一致，未转账", "Merchant name error!"),
  );
  await me.field(say("收款商户名称", "Payee full name")).fill(OTHER);
  await expect(await me.below(say("收款商户名称", "Payee full name"))).toHaveText(
    say("与登记的全称一致", "Matches the registered full name"),
  );
  await expect(me.page.getByRole("radio", { name: say("极速转账", "Instant transfer") })).toBeChecked();
  await merchant.review("speed remit");
  await merchant.confirm("转账", "Transfer");
  const { id, drawer } = await merchant.made("TR");
  await expect(drawer).toContainText(say("已完成", "Done"));
  await merchant.look("speed remit");

  await merchant.open("/transfer");
  // A recent payee is suggested and can be selected with one click.
  const recent = me.page.getByRole("list", { name: say("最近使用的收款商户", "Recent: Payee") });
  await recent.getByRole("button", { name: /^100002 深圳南山/ }).click();
  await expect(me.page.getByRole("textbox", { name: say("收款商户", "Payee"), exact: true })).toHaveValue("100002");
  await fill("100002", "", "1250");
  // The payee's name is only shown masked.
  await expect(await me.below(say("收款商户", "Payee"))).toHaveText(
    say("深圳南山****限公司（填全称可核对）", "深圳南山****限公司 (enter the full name to check it)"),
  );
  await merchant.review("transfer");
  await merchant.confirm("转账", "Transfer");
  const second = await merchant.made("TR");
  await expect(second.drawer).toContainText(say("已完成", "Done"));

  const other = await merchant.colleague("solo");
  for (const [order, amount] of [
    [id, "800.00"],
    [second.id, "1,250.00"],
  ] as const) {
    await other.open(`/accountBalance?tab=details&as=table&q=${order}`);
    await expect(other.me.records).toHaveCount(1);
    await expect(other.me.records).toContainText(amount);
  }
  await other.look("wallet of the other merchant");
  await other.me.leave();
}
