/**
 * The only user of a merchant makes payments: directly with the payment password, and above the limit with a second
 * factor that is set up in the process.
 */
import { computeTotpCode } from "../../server/session/totp.ts";
import { digestPassword } from "../../server/session/password.ts";
import { Client } from "../server/client.ts";
import { readDialogChanges, recordDialogHeights } from "./dialog-heights.ts";
import { expect, PASSWORD, startPortal, test } from "./portal.ts";
import { DESKTOP, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

test("the only user of a merchant pays alone", async ({ browser }) => {
  const portal = await startPortal();
  for (const screen of walk(DESKTOP, PHONE)) {
    const me = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = me;
    await me.enter("solo");
    await recordDialogHeights(page);
    let recovery: string[] = [];
    const look = async (what: string) => {
      await me.accessible(what);
      await me.fits(what);
      if (process.env.PICTURES)
        for (const width of [390, 768, 1440]) {
          await page.setViewportSize({ width, height: 1100 });
          await page.screenshot({
            path: `${process.env.PICTURES}/${what.replaceAll(" ", "-")}-${screen.lang}-${width}.png`,
          });
        }
      await page.setViewportSize({ width: screen.width, height: 844 });
    };
    const fill = async (amount: string) => {
      await page.goto(`${portal.url}/withdrawal?tab=pay`);
      await me.choose(say("收款人", "Payee"), "绍兴", "绍兴柯桥");
      await me.field(say("付款金额", "Amount")).fill(amount);
      await me.button(say("下一步", "Continue")).click();
      await me.page.getByRole("button", { name: new RegExp(say("^确认付款 [\\d,]+", "^Pay [\\d,]+")) }).click();
    };
    const password = async (typed = PASSWORD) => {
      const dialog = page.getByRole("dialog", { name: say("输入支付密码", "Enter your payment password") });
      await dialog.getByLabel(say("支付密码", "Payment password"), { exact: true }).fill(typed);
      // Title and button say who gets how much.
      await expect(dialog.getByRole("heading")).toContainText(/绍兴柯桥.* [\d,]+\.00\sCNY$/);
      await dialog.getByRole("button", { name: new RegExp(say("^确认付款 [\\d,]+", "^Pay [\\d,]+")) }).click();
      return dialog;
    };
    /** Checks that this page showed that many dialogs, and that each kept its height from its first frame. */
    const keptHeight = async (count: number) => {
      const changes = Object.entries(await readDialogChanges(page));
      expect(changes, "dialogs of this page").toHaveLength(count);
      for (const [title, change] of changes) expect(change, `change of height: ${title}`).toBeLessThanOrEqual(8);
    };
    const paid = async (amount: string) => {
      await expect(page).toHaveURL(/[?&]id=WD/);
      const drawer = page.getByRole("dialog", { name: new URL(page.url()).searchParams.get("id")! });
      await expect(drawer).toContainText(amount);
      // The simulated bank responds immediately; no review was required.
      await expect(drawer.locator(".status").first()).toHaveText(say("已完成", "Done"));
      await expect(drawer.getByRole("button", { name: say("通过复核", "Approve") })).toHaveCount(0);
    };

    await test.step(`${screen.lang}: up to the limit the payment password is enough`, async () => {
      await fill("2000");
      const dialog = await password("not the password");
      await expect(dialog.getByRole("alert")).toContainText(say("支付密码错误", "Wrong payment password"));
      await keptHeight(1);
      await password();
      await paid("2,000.00");
    });

    await test.step(`${screen.lang}: above it`, async () => {
      const keys: string[] = [];
      page.on(
        "request",
        (request) =>
          request.url().endsWith("/withdraw/apply") && keys.push(request.headers()["idempotency-key"] ?? "none"),
      );
      await fill("50001");
      await password();
      const dialog = page.getByRole("dialog", {
        name: say("先开启两步验证，再继续付款", "Set up two-factor authentication to continue"),
      });
      await expect(dialog).toContainText(
        say("贵公司只有您一位用户，超过 50,000 CNY 的付款还要验证码。尚未扣款。", "You're your company's only user"),
      );
      await expect(
        dialog.getByRole("img", { name: say("身份验证器二维码", "QR code for your authenticator app") }),
      ).toBeVisible();
      await look("second factor set up");
      const secret = (await dialog.locator(".vf-secret code").innerText()).replaceAll(" ", "");
      await dialog.getByLabel(say("验证码", "Code"), { exact: true }).fill(computeTotpCode(secret));
      await dialog.getByLabel(say("登录密码", "Password"), { exact: true }).fill(PASSWORD);
      await dialog.getByRole("button", { name: say("开启两步验证", "Turn on"), exact: true }).click();
      const codes = page.getByRole("dialog", { name: say("请保存恢复码", "Keep your recovery codes") });
      await expect(codes.getByRole("heading")).toBeFocused();
      // The codes are shown only once, so neither Escape nor an outside click closes the dialog.
      await page.keyboard.press("Escape");
      recovery = await codes.locator(".vf-codes code").allInnerTexts();
      await look("recovery codes on the way");
      await codes.getByRole("checkbox").check();
      await expect(codes.getByRole("checkbox")).toBeFocused();
      await codes.getByRole("button", { name: say("继续付款", "Continue payment") }).click();
      await paid("50,001.00");
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
    });

    await test.step(`${screen.lang}: above it, with the second factor that is on by now`, async () => {
      await fill("50002");
      await password();
      const dialog = page.getByRole("dialog", { name: say("输入验证码", "Enter your code") });
      await expect(dialog).toContainText(
        say(
          "超过 50,000 CNY 的付款还要验证码。尚未扣款。",
          "so payments above 50,000 CNY also need a code. Nothing was debited.",
        ),
      );
      await expect(dialog.getByLabel(say("验证码", "Code"), { exact: true })).toBeFocused();
      await look("second factor asked for");
      await dialog.getByLabel(say("验证码", "Code"), { exact: true }).fill("000000");
      await dialog.getByRole("button", { name: say("确认", "Confirm"), exact: true }).click();
      await expect(dialog).toContainText(say("验证码错误或已用过", "The code is wrong or was used before"));
      await keptHeight(2);
      await dialog.getByLabel(say("验证码", "Code"), { exact: true }).fill(recovery[0]!.replaceAll("-", ""));
      await dialog.getByRole("button", { name: say("确认", "Confirm"), exact: true }).click();
      await paid("50,002.00");
    });
    await me.leave();
    await switchOff(portal.url, recovery.slice(1));
  }
  await portal.stop();
});

/** Removes the second factor through the API. The first code signs in, the second one confirms. */
async function switchOff(url: string, codes: readonly string[]): Promise<void> {
  const [first = "", second = ""] = codes.map((code) => code.replaceAll("-", ""));
  const client = new Client(url);
  const { map } = await client.call("POST /mer/login", {
    username: "solo@demo.portolan",
    password: digestPassword("login", PASSWORD),
    googleCode: first,
  });
  Object.assign(client, { token: map["token"], userId: map["userId"] });
  const close = "POST /mer/googleAuth/close";
  expect(await client.call(close, {}, { proof: await client.proof(close, {}, PASSWORD, second) })).toMatchObject({
    code: 2000,
  });
}
