/**
 * Refusals of the specification on the pages where users meet them, in both languages: the message appears where the
 * user can act on it, and input is kept.
 */
import { codeTo, messagesTo, sim } from "./outbox.ts";
import { expect, test } from "./portal.ts";
import { DESKTOP, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

/** Demo merchants: one that can make payments, and one that has neither certification nor a payment password. */
const [OTHER, FRESH] = ["100001", "100003"];
/** Name of the merchant that makes payments, in which its own accounts are held. */
const OWN = "深圳南山星河电子商务有限公司";

for (const screen of walk(DESKTOP, PHONE)) {
  test(`refusals where they are met, ${screen.lang} at ${screen.width} px [M2 M10 M11 M14 M15 M16 M18 P5 V23 X7]`, async ({
    browser,
    portal,
  }) => {
    const me = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = me;
    const next = page.locator(".pf-footer [data-main]");
    const sound = async (what: string) => {
      await me.fits(what);
      await me.accessibleBothWays(what);
    };
    await me.enter("solo");

    await test.step("a transfer: no such merchant, another name, no terms for the currency, not enough of it", async () => {
      // A link may preset a currency that the form does not offer.
      await page.goto(`${portal.url}/transfer?tab=pay&currency=AUD`);
      const [payee, name, currency, amount] = [
        say("收款商户", "Payee"),
        say("收款商户名称", "Payee full name"),
        say("币种", "Currency"),
        say("转账金额", "Amount"),
      ];
      await me.field(payee).fill("999999");
      await me.field(currency).click();
      await page.getByRole("option", { name: say(/^暂不可用/, /not available/) }).click();
      const closed = page.getByRole("option", { name: /^AUD/ });
      await expect(closed).toContainText(say("此业务暂不支持", "Not available for this payment"));
      await expect(closed).toBeDisabled();
      await expect(page.getByRole("option").first()).toContainText(say(/可用 [\d,.]+$/, /[\d,.]+ available$/));
      await sound("currencies of a transfer");
      await me.field(amount).fill("79000");
      await expect(await me.below(payee)).toHaveText(
        say("没有找到这个商户，请核对商户号或登录邮箱", "Merchant does not exist!"),
      );
      await expect(await me.below(currency)).toHaveText(
        say("这个币种还没有为您开通", "Please contact the administrator to set the rate!"),
      );
      await me.field(payee).fill(OTHER!);
      await me.field(name).fill("Somebody Else Ltd");
      await me.choose(currency, "USD", "USD");
      await expect(await me.below(name)).toHaveText(say("名称与登记的全称不一致，未转账", "Merchant name error!"));
      await expect(await me.below(amount)).toHaveText(say("可用余额不足", "Balance insufficient"));
      await next.click();
      const summary = page.locator("[data-summary]");
      await expect(summary).toBeFocused();
      await expect(summary.getByRole("link")).toHaveText([name, amount, say("用途", "Purpose")]);
      await sound("refused transfer");
      // Help and error texts are closer to their own control than to the next label.
      const gaps = await page.locator(".pf-card > *").evaluateAll((rows) => {
        // Values that the summary shows are hidden in the card.
        const boxes = rows.filter((row) => row.checkVisibility()).map((row) => row.getBoundingClientRect());
        return boxes.slice(1).map((box, index) => box.top - boxes[index]!.bottom);
      });
      expect(gaps.length).toBeGreaterThan(3);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12);
      await summary.getByRole("link", { name: amount }).click();
      await expect(me.field(amount)).toBeFocused();
      await expect(me.field(amount)).toHaveValue("79000.00");
    });

    await test.step("a clearing: no settlement account chosen, more than can be withdrawn", async () => {
      await page.goto(`${portal.url}/SpreadPAYOUT`);
      const account = say("人民币提现账户", "CNY withdrawal account");
      await me.button(say("添加余额", "Add Balance")).click();
      const line = page.getByRole("group", { name: say("余额 1", "Balance 1"), exact: true });
      await line.getByRole("combobox").fill("CNY");
      await page.getByRole("option", { name: "CNY" }).click();
      await next.click();
      await expect(await me.below(account)).toHaveText(say("请选择提现账户", "Choose a withdrawal account"));
      await page.getByRole("combobox", { name: account }).click();
      // Accounts of others are not offered.
      await expect(page.getByRole("option")).toHaveText([
        new RegExp(`^${OWN}`),
        say(/添加提现账户/, /Add a withdrawal account/),
      ]);
      await page.getByRole("option").first().click();
      const amount = line.getByLabel(say("提现金额", "Amount"), { exact: true });
      await amount.fill("1900000");
      await next.click();
      await next.click();
      await me.confirmPayment();
      await expect(line.getByText(say("可用余额不足", "Insufficient withdraw amount!"))).toBeVisible();
      // The refused field has the focus, where amounts are written without separators.
      await expect(amount).toBeFocused();
      await expect(amount).toHaveValue("1900000.00");
      await sound("refused clearing");
    });

    await test.step("a link with a business type that is not supported: the server refuses, the rest stays", async () => {
      await page.goto(`${portal.url}/recharge?businessType=gambling&currency=USD&amount=100&remitterName=Nordwind`);
      const type = say("业务类型", "Business type");
      await next.click();
      await expect(page.locator("[data-review]")).toBeVisible();
      await next.click();
      await expect(await me.below(type)).toHaveText(
        say("暂不支持这类业务，请选择电商或一般贸易", "This business type is not supported!"),
      );
      await expect(me.field(say("付款方", "Sender"))).toHaveValue("Nordwind");
      await sound("refused deposit");
    });

    await test.step("a link to what only a reviewer sees", async () => {
      await me.enter("maker");
      await page.goto(`${portal.url}/withdrawal?tab=records&view=mine`);
      const refused = page
        .getByRole("alert")
        .filter({ hasText: say("您没有这项操作的权限", "This user does not support this operation") });
      await expect(refused).toBeVisible();
      await expect(me.records).toHaveCount(0);
      await sound("refused view");
    });

    await test.step("certified, but without a payment password: the way to one", async () => {
      await sim(portal, "merchant", {}, [FRESH!, "status", "1"]);
      try {
        await me.enter("new");
        for (const path of ["/withdrawal", "/transfer", "/SpreadPAYOUT"]) {
          await page.goto(portal.url + path);
          await expect(
            page.getByText(say("付款前要先设置支付密码，1 分钟即可。", "Please set the payment password first!")),
          ).toBeVisible();
          await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
        }
        await sound("no payment password");
        await page.getByRole("main").locator("a[data-main]").click();
        await expect(page.getByLabel(say("新支付密码", "New payment password"), { exact: true })).toBeVisible();
      } finally {
        await sim(portal, "merchant", {}, [FRESH!, "status", "4"]);
      }
    });
    await me.leave();
  });
}

for (const screen of walk(PHONE, DESKTOP)) {
  test(`codes and mailboxes, ${screen.lang} at ${screen.width} px [M3 L9 S10 K3 H11 X5]`, async ({
    browser,
    portal,
  }) => {
    const me = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = me;
    const address = say("solo@demo.portolan", "checker@demo.portolan");
    await page.context().addCookies([{ name: "lang", value: screen.lang, url: portal.url }]);
    await page.clock.install();
    await page.goto(`${portal.url}/login?view=register`);
    await me.field(say("邮箱", "Email")).fill(address);
    const send = page.getByRole("button", { name: say(/获取/, /^Send/) });
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
    await me.button(say("获取验证码", "Send code")).click();

    await test.step("another code may be asked for after sixty seconds, not earlier", async () => {
      await expect(send).toHaveText(say("60 秒后可重新获取", "Send again in 60 s"));
      await page.clock.runFor(59_000);
      await expect(send).toHaveText(say("1 秒后可重新获取", "Send again in 1 s"));
      await expect(send).toHaveAttribute("aria-disabled", "true");
      await page.clock.runFor(1_000);
      await expect(send).not.toHaveAttribute("aria-disabled");
      // Only the browser's clock was advanced, so the server refuses and returns the remaining seconds.
      await page.clock.resume();
      await send.click();
      await expect(await me.below(say("验证码", "Code"))).toHaveText(
        say(/^验证码刚刚发送过/, /^We just sent a code\./),
      );
      await expect(send).toHaveAttribute("aria-disabled", "true");
      expect((await messagesTo(portal, address)).filter(({ subject }) => subject.includes("注册"))).toHaveLength(1);
    });

    await test.step("a mailbox that has an account is told to whoever can read its mail", async () => {
      await me.field(say("验证码", "Code")).fill(await codeTo(portal, address, "注册"));
      for (const label of [say("登录密码", "Password"), say("确认密码", "Confirm password")])
        await me.field(label).fill("a chart of the northern sea");
      await page.getByRole("checkbox").check();
      await me.button(say("注册", "Create account")).click();
      await expect(page.getByRole("alert")).toContainText(
        say("这个邮箱已经注册", "Mailbox has been registered, please log in directly!"),
      );
      await expect(page).toHaveURL(/view=register/);
      await expect(me.field(say("邮箱", "Email"))).toHaveValue(address);
      await me.fits("taken mailbox");
      await me.accessibleBothWays("taken mailbox");
    });
    await me.leave();
  });
}
