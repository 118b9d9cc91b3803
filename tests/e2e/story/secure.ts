/** Security setup: payment password, authenticator and recovery codes. */
import { expect } from "@playwright/test";
import { messagesTo } from "../outbox.ts";
import type { Merchant } from "./merchant.ts";

export async function secure(merchant: Merchant): Promise<void> {
  const { me, payPassword } = merchant;
  const { page, say } = me;
  await merchant.account("修改支付密码", "Change payment password");
  const dialog = page.getByRole("dialog", { name: say("修改支付密码", "Change payment password") });
  await expect(dialog).toBeVisible();
  if (!me.phone) expect((await dialog.boundingBox())!.width).toBe(600);
  const code = await merchant.code("设置支付密码", dialog);
  await merchant.fill(
    [
      ["验证码", "Code", code],
      ["新支付密码", "New payment password", payPassword],
      ["确认密码", "Confirm password", payPassword],
    ],
    dialog,
  );
  await me.accessible("payment password dialog");
  await dialog.getByRole("button", { name: say("保存支付密码", "Save payment password") }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(".toast")).toContainText(say("支付密码已设置。", "Payment password set."));
  expect((await messagesTo(merchant.portal, merchant.address)).at(-1)!.subject).toContain("修改了支付密码");

  await merchant.account("两步验证", "Two-factor authentication");
  await expect(page.locator(".vf-state")).toContainText(say("未开启", "Off"));
  await merchant.look("verification off");
  await page.getByRole("link", { name: say("开启两步验证", "Turn on"), exact: true }).click();
  await expect(
    page.getByRole("img", { name: say("身份验证器二维码", "QR code for your authenticator app") }),
  ).toBeVisible();
  await merchant.look("authenticator");
  merchant.secret = (await page.locator(".vf-secret code").innerText()).replaceAll(" ", "");
  merchant.bound = Date.now();
  await merchant.fill([
    ["验证码", "Code", merchant.turn()],
    ["登录密码", "Password", merchant.password],
  ]);
  await me.button(say("开启两步验证", "Turn on")).click();
  await expect(page.getByRole("heading", { name: say("请保存恢复码", "Keep your recovery codes") })).toBeFocused();
  merchant.recovery = await page.locator(".vf-codes code").allInnerTexts();
  expect(merchant.recovery).toHaveLength(8);
  await merchant.look("recovery codes");
  const done = me.button(say("完成", "Done"));
  await expect(done).toBeDisabled();
  await page.getByRole("checkbox").check();
  await done.click();
  await expect(page.locator(".vf-state")).toContainText(say("已开启", "On"));
  await merchant.look("verification on");
}
