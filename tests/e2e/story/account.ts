/** Registration, from an unknown address to a session. */
import { expect } from "@playwright/test";
import type { Merchant } from "./merchant.ts";

export async function register(merchant: Merchant): Promise<void> {
  const { me, address } = merchant;
  const { page, say } = me;
  await merchant.open("/login");
  await expect(me.button(say("登录", "Sign in"))).toBeVisible();
  await me.accessible("sign-in");
  await page.getByRole("link", { name: say("注册", "Create account"), exact: true }).click();
  await expect(page).toHaveURL(/view=register/);
  // V28, V19: a code can only be sent to a valid address.
  await me.button(say("获取验证码", "Send code")).click();
  await expect(await me.below(say("邮箱", "Email"))).toHaveText(say("请输入邮箱地址", "Enter your email"));
  await me.field(say("邮箱", "Email")).fill("lin@");
  await me.button(say("获取验证码", "Send code")).click();
  await expect(await me.below(say("邮箱", "Email"))).toHaveText(say("请输入有效的邮箱地址", "Enter a valid email"));
  await me.field(say("邮箱", "Email")).fill(address);
  const code = await merchant.code("注册");
  // S10, K3: the cooldown survives a reload.
  await page.reload();
  await expect(page.getByRole("button", { name: /\d+ ?(秒|s)/ })).toBeVisible();
  await me.field(say("邮箱", "Email")).fill(address);
  await me.field(say("验证码", "Code")).fill(code);
  await me.field(say("登录密码", "Password")).fill(merchant.password);
  await me.field(say("确认密码", "Confirm password")).fill(`${merchant.password}!`);
  await me.button(say("注册", "Create account")).click();
  // V17, V18.
  await expect(await me.below(say("确认密码", "Confirm password"))).toHaveText(
    say("两次输入的密码不一样", "Inconsistent passwords!"),
  );
  await expect(
    page.getByText(say("请先阅读并勾选用户服务协议和隐私政策", "Unchecked User Service Agreement!")).first(),
  ).toBeVisible();
  await me.accessible("register with errors");
  await me.button(say("隐私政策", "Privacy Policy")).click();
  const reading = page.getByRole("dialog");
  await expect(reading.getByRole("heading", { level: 3 })).toHaveCount(5);
  await me.accessible("privacy policy");
  await reading.getByRole("button", { name: say("关闭", "Close") }).click();
  await me.field(say("确认密码", "Confirm password")).fill(merchant.password);
  await page.getByRole("checkbox").check();
  await me.button(say("注册", "Create account")).click();
  await expect(page).toHaveURL(/exchangerateInquiry/);

  // The account page is available before certification.
  await merchant.account("账户设置", "Account settings");
  await expect(page.locator(".pv-settings")).toContainText(say("未认证", "Not certified"));
  await merchant.look("personal centre");
}
