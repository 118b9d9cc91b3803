/** Final steps: signs out another device, and removes the second factor with payment password and code. */
import { expect } from "@playwright/test";
import { Visitor } from "../visitor.ts";
import type { Merchant } from "./merchant.ts";

export async function leave(merchant: Merchant): Promise<void> {
  const { me, portal } = merchant;
  const { page, say } = me;
  const other = await Visitor.arrive(me.context.browser()!, portal.url, me.screen);
  await other.context.addCookies([{ name: "lang", value: me.screen.lang, url: portal.url }]);
  await other.page.goto(`${portal.url}/login`);
  await other.field(say("登录邮箱", "Email")).fill(merchant.address);
  await other.field(say("登录密码", "Password")).fill(merchant.password);
  await other.button(say("登录", "Sign in")).click();
  await other.field(say("验证码", "Code")).fill(merchant.recovery.pop()!);
  await other.button(say("登录", "Sign in")).click();
  await expect(other.page).toHaveURL(/exchangerateInquiry/);
  await merchant.open("/personalCenter?tab=sessions");
  await expect(page.locator(".account-list li")).toHaveCount(2);
  await merchant.look("sessions");
  await me.button(say("退出其他全部设备", "Sign out all others")).click();
  await expect(page.locator(".account-list li")).toHaveCount(1);
  await other.context.close();

  await merchant.open("/secondlevelverification");
  await me.button(say("关闭两步验证", "Turn off")).click();
  const dialog = page.getByRole("dialog");
  await merchant.fill(
    [
      ["支付密码", "Payment password", merchant.payPassword],
      ["验证码", "Code", merchant.recovery.pop()!],
    ],
    dialog,
  );
  await dialog.getByRole("button", { name: say("确认", "Confirm"), exact: true }).click();
  await expect(page.locator(".vf-state")).toContainText(say("未开启", "Off"));
}
