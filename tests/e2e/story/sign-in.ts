/** Sign-in with an authenticator, a mailed code with a recovery code, a new password, and a reset password. */
import { expect } from "@playwright/test";
import type { Merchant } from "./merchant.ts";

const SOUTHERN = "a chart of the southern sea";
const EASTERN = "a chart of the eastern sea";

export async function signIn(merchant: Merchant): Promise<void> {
  const { me, address } = merchant;
  const { page, say } = me;
  const go = me.button(say("登录", "Sign in"));
  const answer = async (code: string) => {
    // The first step may contain a field of the same name.
    await expect(
      page.getByText(say("请输入身份验证器上的 6 位验证码。", "Enter the 6-digit code from your authenticator app.")),
    ).toBeVisible();
    await me.field(say("验证码", "Code")).fill(code);
    await go.click();
  };
  const home = () => expect(page).toHaveURL(/exchangerateInquiry/);

  await merchant.account("退出登录", "Sign out");
  await merchant.fill([
    ["登录邮箱", "Email", address],
    ["登录密码", "Password", merchant.password],
  ]);
  await go.click();
  // The previous code has already been used.
  await me.field(say("验证码", "Code")).fill(merchant.turn());
  await merchant.look("second step");
  await go.click();
  await expect(page.getByText(say("验证码错误或已用过", "The code is wrong")).first()).toBeVisible();
  await answer(merchant.turn(1));
  await home();

  await merchant.account("退出登录", "Sign out");
  await page.getByText(say("验证码登录", "By one-time code")).click();
  await me.field(say("登录邮箱", "Email")).fill(address);
  await me.field(say("验证码", "Code")).fill(await merchant.code("登录验证码"));
  await merchant.look("sign-in by code");
  await go.click();
  await answer(merchant.recovery.pop()!);
  await home();

  // A new password ends all sessions.
  await merchant.account("修改登录密码", "Change password");
  const dialog = page.getByRole("dialog", { name: say("修改登录密码", "Change password") });
  await expect(dialog.getByLabel(say("邮箱或手机号", "Email or phone"), { exact: true })).toHaveValue(address);
  const code = await merchant.code("修改登录密码", dialog);
  await merchant.fill(
    [
      ["验证码", "Code", code],
      ["新登录密码", "New password", SOUTHERN],
    ],
    dialog,
  );
  await dialog
    .getByRole("button", { name: say("显示密码", "Show password") })
    .first()
    .click();
  await expect(dialog.getByLabel(say("新登录密码", "New password"), { exact: true })).toHaveAttribute("type", "text");
  await merchant.fill([["确认密码", "Confirm password", SOUTHERN]], dialog);
  await me.accessible("login password dialog");
  await dialog.getByRole("button", { name: say("修改登录密码", "Change password") }).click();
  await expect(
    page.locator(".toast", {
      hasText: say("请重新登录", "Please login again!"),
    }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login/);

  await page.getByRole("link", { name: say("忘记密码", "Forgot password"), exact: true }).click();
  await me.field(say("邮箱", "Email")).fill(address);
  await me.field(say("验证码", "Code")).fill(await merchant.code("重设登录密码"));
  await merchant.fill([
    ["新登录密码", "New password", "password123456"],
    ["确认密码", "Confirm password", "password123456"],
  ]);
  await me.button(say("重设密码", "Reset password")).click();
  await expect(await me.below(say("新登录密码", "New password"))).toContainText(say("太常见", "too common"));
  merchant.password = EASTERN;
  await merchant.fill([
    ["新登录密码", "New password", EASTERN],
    ["确认密码", "Confirm password", EASTERN],
  ]);
  await merchant.look("forgot");
  await me.button(say("重设密码", "Reset password")).click();
  await expect(me.field(say("登录邮箱", "Email"))).toHaveValue(address);
  await me.field(say("登录密码", "Password")).fill(EASTERN);
  await go.click();
  await answer(merchant.recovery.pop()!);
  await home();
}
