/** Main path: a payee, a payment, its approval by a second user, the bank, the list, an export and a receipt. */
import { readFileSync } from "node:fs";
import type { Download } from "@playwright/test";
import { expect, test } from "./portal.ts";
import { readTable } from "./read-file.ts";
import { DESKTOP, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

for (const [index, screen] of walk(PHONE, DESKTOP).entries()) {
  test(`from a payee to a receipt, ${screen.lang} at ${screen.width} px`, async ({ browser, portal }) => {
    const maker = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = maker;
    const payee = {
      holder: `杭州启航供应链有限公司${index}`,
      account: `62220212020412345${60 + index}`,
      branch: "中国工商银行杭州分行营业部",
      linkedBankNo: "102331000014",
    };
    const words = {
      pay: say("人民币付款", "Pay CNY"),
      records: say("付款记录", "Payments"),
      waiting: say("待复核", "To be reviewed"),
      done: say("已完成", "Done"),
      amount: say("付款金额", "Amount"),
      linkedBankNo: say("联行号", "CNAPS code"),
    };
    const unavailable = async () => {
      await maker.go(say("余额", "Balance"));
      await page.getByRole("link", { name: say("表格", "Table"), exact: true }).click();
      return Number((await maker.value("CNY", say("暂不可用", "Not yet available"))).replaceAll(/[^\d.-]/g, ""));
    };

    await test.step("sign in", async () => {
      await page.goto(portal.url);
      await expect(page).toHaveURL(/\/login$/);
      await expect(maker.field(say("登录邮箱", "Email"))).toBeVisible();
      await maker.accessible("sign-in");
      await maker.button(say("登录", "Sign in")).click();
      await expect(page.getByRole("alert")).toContainText(say("请输入登录密码", "Enter your password"));
      await maker.accessible("sign-in with errors");
      await maker.signIn("maker");
      await expect(maker.page.locator(".hm-balances .money").first()).toBeVisible();
      await maker.accessible("home");
      await maker.fits("home");
    });
    const before = await unavailable();
    await maker.accessible("balance");

    await test.step("add a payee", async () => {
      await maker.go(say("收款人", "Payees"));
      await page
        .getByRole("link", { name: say("新增收款人", "Add payee") })
        .first()
        .click();
      await page.getByRole("radio", { name: say("中国内地", "Mainland China") }).check();
      const [bank, province, city, branch] = [
        say("开户行", "Bank"),
        say("省份", "Province"),
        say("城市", "City"),
        say("支行", "Branch"),
      ];
      // A branch found by its name brings its bank, city and province.
      await maker.choose(branch, payee.branch, payee.branch);
      await expect(maker.field(bank)).toHaveValue("中国工商银行");
      await expect(maker.field(city)).toHaveValue("杭州市");
      await expect(maker.field(province)).toHaveValue("浙江省");
      await maker.field(say("户名", "Account name")).fill(payee.holder);
      await maker.field(say("账号", "Account number")).fill("6222 0212 0204 1234 5".concat(payee.account.slice(-2)));
      await maker.choose(bank, "工商", "中国工商银行");
      await maker.choose(province, "浙江", "浙江省");
      await maker.choose(city, "杭州", "杭州市");
      await maker.choose(branch, "营业部", payee.branch);
      await expect(maker.field(words.linkedBankNo)).toHaveValue(payee.linkedBankNo);

      // Selecting another bank clears the dependent fields and shows a notice.
      await maker.choose(bank, "农业", "中国农业银行");
      await expect(maker.field(branch)).toHaveValue("");
      await expect(maker.field(words.linkedBankNo)).toHaveValue("");
      await expect(await maker.below(branch)).toContainText(say("请重新选择", "Choose again"));
      await maker.choose(bank, "工商", "中国工商银行");
      await maker.choose(branch, "营业部", payee.branch);

      await maker.field(words.linkedBankNo).fill(payee.linkedBankNo.slice(0, 11));
      await maker.button(say("保存收款人", "Save payee")).click();
      await expect(maker.field(words.linkedBankNo)).toHaveAttribute("aria-invalid", "true");
      await expect(await maker.below(words.linkedBankNo)).toHaveText(
        say("联行号为 12 位数字，请核对", "A CNAPS code has 12 digits. Check it."),
      );
      await expect(maker.field(words.linkedBankNo)).toBeFocused();
      await maker.accessible("payee with an error");

      await maker.field(words.linkedBankNo).fill(`${payee.linkedBankNo.slice(0, 11)}5`);
      await maker.field(words.linkedBankNo).blur();
      await expect(await maker.below(words.linkedBankNo)).toContainText(
        say("校验位不符", "The check digit does not fit"),
      );
      await expect(maker.field(words.linkedBankNo)).not.toHaveAttribute("aria-invalid", "true");
      await maker.field(words.linkedBankNo).fill(payee.linkedBankNo);
      await maker.fits("payee form");
      await maker.button(say("保存收款人", "Save payee")).click();
      await expect(page.getByText(say("收款人（人民币）已保存", "Payee (CNY) saved"))).toBeVisible();
      const drawer = page.getByRole("dialog");
      await expect(drawer).toContainText(payee.branch);
      await maker.accessible("payee beside the list");
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: say("表格", "Table"), exact: true }).click();
      await expect(maker.record(payee.holder).first()).toBeVisible();
    });

    let orderNo = "";
    await test.step("pay", async () => {
      // From the payee to a payment.
      await maker.record(payee.holder).first().click();
      await page
        .getByRole("dialog")
        .getByRole("link", { name: say("付款", "Pay"), exact: true })
        .click();
      await expect(page.getByRole("combobox", { name: say("收款人", "Payee"), exact: true })).toHaveValue(
        new RegExp(payee.holder),
      );
      // The end of the account number stays visible at any width.
      const chosen = page.locator(".pf-said", { hasText: payee.holder });
      await expect(chosen.locator(":scope > :last-child")).toHaveText(new RegExp(`${payee.account.slice(-4)}$`));
      expect(
        await chosen.evaluate((said) => said.scrollWidth - said.clientWidth),
        "cut off in the chooser",
      ).toBeLessThanOrEqual(0);
      await expect(await maker.below(say("收款人", "Payee"))).toContainText(payee.linkedBankNo);
      await maker.field(words.amount).fill("1,999.99");
      await maker.button(say("下一步", "Continue")).click();
      await expect(await maker.below(words.amount)).toHaveText(
        say("单笔付款至少 2,000.00 CNY", "The minimum withdrawal amount shall be 2000 CNY!"),
      );
      await maker.accessible("payment with an error");
      await maker.field(words.amount).fill("２，０００．００");
      const summary = page.locator("section.pf-summary");
      for (const text of ["0.1%", "12.00", "2,012.00"]) await expect(summary).toContainText(text);
      await maker.button(say("下一步", "Continue")).click();
      const review = page.getByRole("region", { name: say("核对", "Review") });
      await expect(review).toBeFocused();
      await expect(review).toContainText("2,000.00");
      await expect(review).toContainText("贰仟元整");
      await expect(review).toContainText("1023 3100 0014");
      await maker.accessible("review");
      await maker.fits("review");
      await maker.page.getByRole("button", { name: say(/^确认付款 [\d,]+/, /^Pay [\d,]+/) }).click();
      // The dialog repeats the payment, because a phone shows nothing else meanwhile.
      await expect(page.getByRole("dialog")).toContainText(
        say(`付给${payee.holder} 2,000.00 CNY`, `pay ${payee.holder} 2,000.00 CNY`),
      );
      await maker.confirmPayment(true);
      await expect(page.getByText(say("人民币付款已提交", "CNY payment submitted"))).toBeVisible();
      await expect(page).toHaveURL(/id=WD/);
      orderNo = new URL(page.url()).searchParams.get("id")!;
      const drawer = page.getByRole("dialog", { name: orderNo });
      await expect(drawer).toContainText(words.waiting);
      await expect(drawer).toContainText(say("提交付款", "Submit payment"));
      await expect(drawer).toContainText(say("完成后可下载回单", "Receipt available once completed"));
      await maker.accessible("record beside the list");
      await maker.touchable("record beside the list");
      // The maker is not offered the approval, and is refused when sending it anyway.
      await expect(drawer.getByRole("button", { name: say("通过复核", "Approve") })).toHaveCount(0);
      expect(await passAnyway(maker, orderNo)).toBe(
        say("您没有这项操作的权限。", "This user does not support this operation"),
      );
      await page.keyboard.press("Escape");
      await expect(drawer).toBeHidden();
      await expect(maker.record(orderNo)).toContainText(words.waiting);
    });
    expect(await unavailable()).toBeCloseTo(before + 2012, 2);

    await test.step("a second person passes it", async () => {
      const checker = await Visitor.arrive(browser, portal.url, screen);
      await checker.enter("checker");
      await checker.page.goto(portal.url);
      await checker.go(words.pay, words.records);
      // Its count follows the name once it is loaded.
      await checker.page.getByRole("button", { name: say(/^待我复核/, /^To approve/) }).click();
      await expect(checker.page).toHaveURL(/view=mine/);
      await checker.record(orderNo).getByRole("link").first().click();
      const drawer = checker.page.getByRole("dialog", { name: orderNo });
      await drawer.getByRole("button", { name: say("通过复核", "Approve") }).click();
      await checker.confirmPayment();
      await expect(drawer).toContainText(say("通过复核", "Approve"));
      await expect(drawer.getByText(words.waiting, { exact: true })).toHaveCount(0);
      // The confirmation of the approval does not outlive the state that it led to.
      await expect(drawer.locator(".pd-lead .status").first()).toHaveText(words.done);
      await expect(drawer.locator(".pd-notice")).toHaveCount(0);
      await checker.leave();
    });

    await test.step("the bank pays", async () => {
      await page.goto(`${portal.url}/withdrawal?tab=records`);
      await expect(async () => {
        await maker.button(say("刷新", "Refresh")).click();
        await expect(maker.record(orderNo)).toContainText(words.done, { timeout: 1_000 });
      }).toPass();
    });
    expect(await unavailable()).toBeCloseTo(before, 2);

    await test.step("filter by the URL, and by the controls", async () => {
      const query = "status=done&amount=2000..2100";
      await page.goto(`${portal.url}/withdrawal?tab=records&${query}`);
      const chips = page.getByRole("list", { name: say("当前筛选", "Active filters") });
      await expect(chips).toContainText(say("状态：已完成", "Status: Done"));
      await expect(chips).toContainText(say("付款金额：2,000.00 至 2,100.00", "Amount: 2,000.00 to 2,100.00"));
      await expect(maker.record(orderNo)).toBeVisible();
      const byUrl = await maker.count();
      await maker.accessible("filtered list");
      await maker.fits("filtered list");

      await page.goto(`${portal.url}/withdrawal?tab=records`);
      expect(await maker.count()).toBeGreaterThan(byUrl);
      if (maker.phone) await maker.button(say("筛选", "Filters")).click();
      await page.getByRole("button", { name: say("状态：不限", "Status: any") }).click();
      await page
        .getByRole("dialog", { name: say("状态", "Status") })
        .getByLabel(words.done, { exact: true })
        .click();
      await expect(page).toHaveURL(/status=done/);
      await page.keyboard.press("Escape");
      if (!maker.phone) await page.getByRole("button", { name: say("更多筛选", "More filters") }).click();
      await page.getByRole("button", { name: say("付款金额：不限", "Amount: any") }).click();
      await page.getByLabel(`${words.amount} ${say("从", "From")}`, { exact: true }).fill("2,000");
      await page.getByLabel(`${words.amount} ${say("到", "To")}`, { exact: true }).fill("2100");
      await maker.accessible("open filter");
      await maker.button(say("应用", "Apply")).click();
      await expect(page).toHaveURL(/amount=2000(\.00)?\.\.2100/);
      if (maker.phone)
        await page.getByRole("button", { name: say(`查看 ${byUrl} 笔付款`, `Show ${byUrl} payments`) }).click();
      await expect(chips).toContainText(say("付款金额：2,000.00 至 2,100.00", "Amount: 2,000.00 to 2,100.00"));
      await expect.poll(() => maker.count()).toBe(byUrl);
    });

    await test.step("export", async () => {
      const count = await maker.count();
      const download = async (name: string, whole = false): Promise<Download> => {
        await maker.button(say("导出", "Export")).click();
        await expect(
          page.getByText(say(`当前筛选的 ${count} 笔付款`, `The ${count} payments that match`)),
        ).toBeVisible();
        if (whole) await page.getByRole("checkbox", { name: say("完整账号", "Full account numbers") }).check();
        const coming = page.waitForEvent("download");
        await maker.button(name).click();
        if (whole) await maker.confirmPayment();
        return coming;
      };
      const headers = say(
        "户名,账号,付款金额,手续费,备注,状态,订单号,创建时间",
        "Account name,Account number,Amount,Fee,Note,Status,Order no.,Created",
      ).split(",");
      const xlsx = await download(say("Excel（XLSX）", "Excel (XLSX)"), true);
      expect(xlsx.suggestedFilename()).toMatch(new RegExp(`^${say("人民币付款", "CNY_payment")}_.*_${count}\\.xlsx$`));
      const sheet = await readTable(readFileSync(await xlsx.path()));
      expect(sheet.headers).toEqual(headers);
      expect(sheet.rows).toHaveLength(count);
      const order = sheet.rows.find((row) => row[6]!.value === orderNo)!;
      expect(order[1]).toEqual({ type: "text", value: payee.account, format: "@" });
      expect(order[2]).toEqual({ type: "number", value: 2000, format: "#,##0.00" });
      expect(order[3]).toEqual({ type: "number", value: 12, format: "#,##0.00" });
      expect(order[5]!.value).toBe(words.done);
      for (const row of sheet.rows)
        expect([row[6]!.type, row[1]!.type, row[1]!.format, row[2]!.type], String(row[6]!.value)).toEqual([
          "text",
          "text",
          "@",
          "number",
        ]);

      const csv = await download("CSV");
      expect(csv.suggestedFilename()).toMatch(/\.csv$/);
      const bytes = readFileSync(await csv.path());
      expect([...bytes.subarray(0, 3)], "byte order mark").toEqual([0xef, 0xbb, 0xbf]);
      const lines = bytes.subarray(3).toString("utf8").trimEnd().split(/\r?\n/);
      expect(lines[0]!.split(",")).toEqual(headers);
      expect(lines.length - 1).toBe(count);
      expect(lines.find((line) => line.includes(orderNo))).toContain(
        `,${payee.account.slice(0, 4)} **** **** ${payee.account.slice(-4)},2000.00,12.00,`,
      );
    });

    await test.step("the receipt opens and prints", async () => {
      await page.goto(`${portal.url}/withdrawal?tab=records&id=${orderNo}`);
      const drawer = page.getByRole("dialog", { name: orderNo });
      await expect(drawer).toContainText(say("银行已付款", "Paid"));
      await drawer.getByRole("button", { name: say("电子回单", "Receipt"), exact: true }).click();
      // The receipt is in both languages, whatever the user's language.
      for (const text of [
        "人民币付款电子回单",
        "CNY payment",
        "付款金额",
        "Amount",
        "手续费",
        "Fee",
        // The payer, beside the payee.
        "商户",
        "Merchant",
        "杭州启航",
        "户名",
        "Account name",
        "已完成",
        "Done",
        "2,000.00",
        "贰仟元整",
        orderNo,
        payee.holder,
      ])
        await expect(drawer).toContainText(text);
      await maker.accessible("receipt");
      await maker.fits("receipt");
      await expect(drawer).not.toContainText(payee.account);
      await maker.button(say("显示完整账号", "Show full account numbers")).click();
      await maker.confirmPayment();
      await expect(drawer).toContainText(payee.account);
      await page.emulateMedia({ media: "print" });
      const printed = page.locator(".pr-print");
      await expect(printed).toBeVisible();
      await expect(printed).toContainText("贰仟元整");
      await expect(printed).toContainText(payee.account);
      await expect(page.getByRole("banner")).toBeHidden();
      const pdf = await page.pdf({ preferCSSPageSize: true });
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g), "one page").toHaveLength(1);
      await page.emulateMedia({ media: null });
    });
    await maker.leave();
  });
}

/** Sends the approval that the page does not offer, like an attacker would. Returns the message of the response. */
async function passAnyway({ page }: Visitor, id: string): Promise<string> {
  return page.evaluate(async (order) => {
    const cookie = (name: string) =>
      decodeURIComponent(
        document.cookie
          .split("; ")
          .find((part) => part.startsWith(`${name}=`))
          ?.slice(name.length + 1) ?? "",
      );
    const response = await fetch("/api/mer/gep/withdraw/reexamine", {
      method: "POST",
      headers: { "content-type": "application/json", token: cookie("merToken"), userId: cookie("userId") },
      body: JSON.stringify({ id: order, event: "pass" }),
    });
    return ((await response.json()) as { message: string }).message;
  }, id);
}

test("a number whose check digit is wrong is warned of, one that is not its branch's is refused; changing where the money goes takes the payment password, a label none", async ({
  browser,
  portal,
}) => {
  const maker = await Visitor.arrive(browser, portal.url, { lang: "zh", width: 1440 });
  await maker.enter("maker");
  await maker.page.goto(`${portal.url}/collectionAccount?tab=new`);
  await maker.field("户名").fill("绍兴柯桥锦绣纺织有限公司");
  await maker.field("账号").fill("6222021202041239999");
  await maker.choose("开户行", "工商", "中国工商银行");
  await maker.choose("省份", "浙江", "浙江省");
  await maker.choose("城市", "杭州", "杭州市");
  await maker.choose("支行", "营业部", "中国工商银行杭州分行营业部");
  await maker.field("联行号").fill("102331000015");
  await maker.field("联行号").blur();
  await expect(await maker.below("联行号")).toContainText("校验位不符");
  await maker.button("保存收款人").click();
  await expect(await maker.below("联行号")).toHaveText("“中国工商银行杭州分行营业部”的联行号是 102331000014，请核对");
  await maker.field("联行号").fill("102331000014");
  await maker.button("保存收款人").click();
  const record = maker.page.getByRole("dialog");
  await expect(record).toContainText("102331000014");
  const change = async (label: string, value: string) => {
    await record.getByRole("button", { name: "修改", exact: true }).click();
    await record.getByLabel(label, { exact: true }).fill(value);
    await maker.button("保存收款人").click();
  };
  await change("备注名", "布料");
  await expect(record.getByText("布料", { exact: true })).toBeVisible();
  await change("账号", "6222021202041230001");
  await maker.confirmPayment();
  await expect(record.getByRole("button", { name: "修改", exact: true })).toBeVisible();
  await expect(record).toContainText("6222 **** **** 0001");
  await expect(record).not.toContainText("6222021202041230001");
  await record.getByRole("button", { name: "显示完整账号" }).click();
  await maker.confirmPayment();
  await expect(record.getByRole("group", { name: "完整账号" })).toContainText("6222 0212 0204 1230 001");
  await maker.leave();
});
