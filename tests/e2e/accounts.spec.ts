/** Accounts from nothing to a second factor and back, in both languages: with the codes that the sandbox would have sent. */
import { totpCode } from "../../server/session/totp.ts";
import { codeTo, messagesTo } from "./outbox.ts";
import { expect, PASSWORD, test } from "./portal.ts";
import { type Screen, Visitor } from "./visitor.ts";

const screens: Screen[] = [
  { lang: "zh", width: 1440 },
  { lang: "en", width: 390 },
];
const FIRST = "a chart of the northern sea";
const SECOND = "a chart of the southern sea";
const PAY = "nine gulls over the harbour";
const STEP_MS = 30_000;

for (const screen of screens) {
  test(`an account, ${screen.lang} at ${screen.width} px [H10 H11 L8 L9 R6 R7 R19 S8 S9 S10 V17 K3 M4 M8 M9 P6]`, async ({ browser, portal }) => {
    test.setTimeout(240_000);
    const me = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = me;
    page.setDefaultTimeout(15_000);
    const address = `lin.${screen.lang}@harbour.example`;
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    const notice = (text: string) => page.locator(".notice", { hasText: text });
    const send = async (scope = page.locator("body")) => {
      await scope.getByRole("button", { name: say("获取验证码", "Send a code") }).click();
      await expect(scope.getByRole("button", { name: /\d+ ?(秒|s)/ })).toBeVisible();
    };
    const open = () => page.getByRole("button", { name: say("账户", "Account"), exact: false }).first().click();
    const signOut = async () => {
      await open();
      await me.button(say("退出登录", "Sign out")).click();
      await expect(page).toHaveURL(/\/login/);
    };

    await test.step("register", async () => {
      await page.context().addCookies([{ name: "lang", value: screen.lang, url: portal.url }]);
      await page.goto(`${portal.url}/login`);
      await expect(me.button(say("登录", "Sign in"))).toBeVisible();
      await me.accessible("sign-in");
      await link(say("注册", "Register")).click();
      await expect(page).toHaveURL(/view=register/);
      // V28, V19: a code needs an address that mail can reach.
      await me.button(say("获取验证码", "Send a code")).click();
      await expect(await me.below(say("邮箱", "E-mail"))).toHaveText(say("请输入邮箱地址", "Enter your e-mail address"));
      await me.field(say("邮箱", "E-mail")).fill("lin@");
      await me.button(say("获取验证码", "Send a code")).click();
      await expect(await me.below(say("邮箱", "E-mail"))).toHaveText(say("请输入有效的邮箱地址", "Enter a valid e-mail address"));
      await me.field(say("邮箱", "E-mail")).fill(address);
      await send();
      // S10, K3: the wait outlives a reload.
      await page.reload();
      await expect(page.getByRole("button", { name: /\d+ ?(秒|s)/ })).toBeVisible();
      await me.field(say("邮箱", "E-mail")).fill(address);
      await me.field(say("验证码", "Verification code")).fill(await codeTo(portal, address, "注册"));
      await me.field(say("登录密码", "Password")).fill(FIRST);
      await me.field(say("确认密码", "Confirm password")).fill(`${FIRST}!`);
      await me.button(say("注册", "Register")).click();
      // V17, V18.
      await expect(await me.below(say("确认密码", "Confirm password"))).toHaveText(say("两次密码不一致！", "Inconsistent passwords!"));
      await expect(page.getByText(say("请勾选用户服务协议！", "Unchecked User Service Agreement!")).first()).toBeVisible();
      await me.accessible("register with errors");
      await me.button(say("隐私政策", "Privacy Policy")).click();
      const reading = page.getByRole("dialog");
      await expect(reading.getByRole("heading", { level: 3 })).toHaveCount(5);
      await me.accessible("privacy policy");
      await reading.getByRole("button", { name: say("关闭", "Close") }).click();
      await me.field(say("确认密码", "Confirm password")).fill(FIRST);
      await page.getByRole("checkbox").check();
      await page.waitForTimeout(2_000);
      await me.button(say("注册", "Register")).click();
      await expect(page).toHaveURL(/exchangerateInquiry/);
    });

    await test.step("the personal centre is open before certification", async () => {
      await open();
      await page.locator(".panel-item", { hasText: say("个人中心", "Personal centre") }).click();
      await expect(page.locator(".account-list")).toContainText(say("未认证", "Not certified"));
      await me.accessible("personal centre");
      await me.fits("personal centre");
    });

    await test.step("payment password by the header's dialog", async () => {
      await open();
      await me.button(say("修改支付密码", "Change payment password")).click();
      const dialog = page.getByRole("dialog", { name: say("修改支付密码", "Change payment password") });
      await expect(dialog).toBeVisible();
      if (!me.phone) expect((await dialog.boundingBox())!.width).toBe(600);
      await send(dialog);
      await dialog.getByLabel(say("验证码", "Verification code"), { exact: true }).fill(await codeTo(portal, address, "设置支付密码"));
      await dialog.getByLabel(say("新支付密码", "New payment password"), { exact: true }).fill(PAY);
      await dialog.getByLabel(say("确认密码", "Confirm password"), { exact: true }).fill(PAY);
      await me.accessible("payment password dialog");
      await dialog.getByRole("button", { name: say("保存支付密码", "Save the payment password") }).click();
      await expect(dialog).toBeHidden();
      expect((await messagesTo(portal, address)).at(-1)!.subject).toContain("修改了支付密码");
    });

    let secret = "";
    let bound = 0;
    let recovery: string[] = [];
    await test.step("bind an authenticator", async () => {
      await open();
      await page.locator(".panel-item", { hasText: say("二级验证", "Second-level verification") }).click();
      await expect(page.locator(".vf-state")).toContainText(say("未开启", "Off"));
      await me.accessible("verification off");
      await link(say("开启二级验证", "Switch on")).click();
      await expect(page.getByRole("img", { name: say("身份验证器二维码", "QR code for your authenticator") })).toBeVisible();
      await me.accessible("authenticator");
      await me.fits("authenticator");
      secret = (await page.locator(".vf-secret code").innerText()).replaceAll(" ", "");
      bound = Date.now();
      await me.field(say("二级验证码", "Verification code")).fill(totpCode(secret, bound));
      await me.field(say("登录密码", "Login password")).fill(FIRST);
      await me.button(say("开启二级验证", "Switch on")).click();
      await expect(page.getByRole("heading", { name: say("请保存恢复码", "Keep your recovery codes") })).toBeFocused();
      recovery = await page.locator(".vf-codes code").allInnerTexts();
      expect(recovery).toHaveLength(8);
      await me.accessible("recovery codes");
      const done = me.button(say("完成", "Done"));
      await expect(done).toBeDisabled();
      await page.getByRole("checkbox").check();
      await done.click();
      await expect(page.locator(".vf-state")).toContainText(say("已开启", "On"));
      await me.accessible("verification on");
    });

    await test.step("sign in with it, each code once", async () => {
      await signOut();
      await me.field(say("用户名", "User name")).fill(address);
      await me.field(say("登录密码", "Password")).fill(FIRST);
      await me.button(say("登录", "Sign in")).click();
      await me.field(say("二级验证码", "Verification code")).fill(totpCode(secret, bound));
      await me.accessible("second step");
      await me.button(say("登录", "Sign in")).click();
      await expect(page.getByText(say("二级验证码错误或已使用", "The verification cod")).first()).toBeVisible();
      await me.field(say("二级验证码", "Verification code")).fill(totpCode(secret, bound + STEP_MS));
      await page.waitForTimeout(2_000);
      await me.button(say("登录", "Sign in")).click();
      await expect(page).toHaveURL(/exchangerateInquiry/);
    });

    await test.step("sign in by a mailed code and a recovery code", async () => {
      await signOut();
      await page.getByText(say("验证码登录", "By e-mailed code")).click();
      await me.field(say("用户名", "User name")).fill(address);
      await send();
      await me.field(say("验证码", "Verification code")).fill(await codeTo(portal, address, "登录验证码"));
      await me.accessible("sign-in by code");
      await me.button(say("登录", "Sign in")).click();
      await me.field(say("二级验证码", "Verification code")).fill(recovery[0]!);
      await me.button(say("登录", "Sign in")).click();
      await expect(page).toHaveURL(/exchangerateInquiry/);
    });

    await test.step("change the login password: all sessions end", async () => {
      await open();
      await me.button(say("修改登录密码", "Change login password")).click();
      const dialog = page.getByRole("dialog", { name: say("修改登录密码", "Change login password") });
      await expect(dialog.getByLabel(say("邮箱或手机号", "E-mail or phone"), { exact: true })).toHaveValue(address);
      await send(dialog);
      await dialog.getByLabel(say("验证码", "Verification code"), { exact: true }).fill(await codeTo(portal, address, "修改登录密码"));
      const fresh = dialog.getByLabel(say("新登录密码", "New password"), { exact: true });
      await fresh.fill(SECOND);
      await dialog.getByRole("button", { name: say("显示密码", "Show password") }).first().click();
      await expect(fresh).toHaveAttribute("type", "text");
      await dialog.getByLabel(say("确认密码", "Confirm password"), { exact: true }).fill(SECOND);
      await me.accessible("login password dialog");
      await dialog.getByRole("button", { name: say("修改登录密码", "Change the login password") }).click();
      await expect(notice(say("请重新登录！", "Please login again!"))).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
    });

    await test.step("forgot", async () => {
      await link(say("忘记密码", "Forgot password")).click();
      await me.field(say("邮箱", "E-mail")).fill(address);
      await send();
      await me.field(say("验证码", "Verification code")).fill(await codeTo(portal, address, "重设登录密码"));
      await me.field(say("新登录密码", "New password")).fill("password123456");
      await me.field(say("确认密码", "Confirm password")).fill("password123456");
      await me.button(say("重设密码", "Set the new password")).click();
      await expect(await me.below(say("新登录密码", "New password"))).toContainText(say("过于常见", "most common ones"));
      await me.field(say("新登录密码", "New password")).fill(PASSWORD);
      await me.field(say("确认密码", "Confirm password")).fill(PASSWORD);
      await me.accessible("forgot");
      await page.waitForTimeout(2_000);
      await me.button(say("重设密码", "Set the new password")).click();
      await expect(me.field(say("用户名", "User name"))).toHaveValue(address);
    });

    await test.step("switch the second factor off, by payment password and code; end another session", async () => {
      await me.field(say("登录密码", "Password")).fill(PASSWORD);
      await me.button(say("登录", "Sign in")).click();
      await me.field(say("二级验证码", "Verification code")).fill(recovery[1]!);
      await me.button(say("登录", "Sign in")).click();
      await expect(page).toHaveURL(/exchangerateInquiry/);
      const other = await Visitor.arrive(browser, portal.url, screen);
      await other.page.context().addCookies([{ name: "lang", value: screen.lang, url: portal.url }]);
      await other.page.goto(`${portal.url}/login`);
      await other.field(say("用户名", "User name")).fill(address);
      await other.field(say("登录密码", "Password")).fill(PASSWORD);
      await other.button(say("登录", "Sign in")).click();
      await other.field(say("二级验证码", "Verification code")).fill(recovery[2]!);
      await other.button(say("登录", "Sign in")).click();
      await expect(other.page).toHaveURL(/exchangerateInquiry/);
      await page.goto(`${portal.url}/personalCenter?tab=sessions`);
      await expect(page.locator(".account-list li")).toHaveCount(2);
      await me.accessible("sessions");
      await me.button(say("退出其他全部设备", "Sign out all others")).click();
      await expect(page.locator(".account-list li")).toHaveCount(1);
      await other.context.close();
      await page.goto(`${portal.url}/secondlevelverification`);
      await me.button(say("关闭二级验证", "Switch off")).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(say("支付密码", "Payment password"), { exact: true }).fill(PAY);
      await dialog.getByLabel(say("二级验证码", "Verification code"), { exact: true }).fill(recovery[3]!);
      await dialog.getByRole("button", { name: say("确认", "Confirm"), exact: true }).click();
      await expect(page.locator(".vf-state")).toContainText(say("未开启", "Off"));
    });
    await me.leave();
  });
}
