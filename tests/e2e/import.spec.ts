/**
 * Imports payments with two invalid rows, one corrected and one skipped. They are confirmed with one password, found in
 * the list, and never paid twice.
 */
import { readFileSync } from "node:fs";
import { utils, write, type CellObject, type WorkSheet } from "@e965/xlsx";
import { expect, test } from "./portal.ts";
import { readTable } from "./read-file.ts";
import { DESKTOP, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const HOLDERS = ["绍兴柯桥锦绣纺织有限公司", "东莞市恒达五金制品有限公司", "佛山市顺德佳美家具有限公司"] as const;

/**
 * A typical workbook with a title, header row and Excel numbers. Row 6 is below the minimum; the account number in row
 * 7 was rounded.
 */
function fileOf(remark: string, headers: readonly string[]): Buffer {
  const rows: (string | number)[][] = [
    [`${remark} 付款清单`],
    [...headers],
    [HOLDERS[0], "", 2000, remark],
    [HOLDERS[1], "", "2,345.60", remark],
    [HOLDERS[2], "", 3000, remark],
    [HOLDERS[0], "", 1999.99, remark],
    [HOLDERS[1], Number("6222021202041234567"), 2100, remark],
  ];
  const sheet = utils.aoa_to_sheet(rows);
  (sheet["B7"] as CellObject).z = "0";
  return bookOf(sheet);
}
function bookOf(sheet: WorkSheet): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "十一月");
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
}
/** Remittances in three currencies; 5,000 is below the minimum only in yen. */
const ABROAD = bookOf(
  utils.aoa_to_sheet([
    ["payerId", "payeeName", "currency", "amount", "feeBearing", "purpose", "contractNo"],
    ["陈明", "Nordwind Handels GmbH", "USD", 1000, "SHA", "project", "INV-1"],
    ["陈明", "Nordwind Handels GmbH", "EUR", 600, "SHA", "project", "INV-2"],
    ["陈明", "Sakura Shoji KK", "JPY", 5000, "SHA", "project", "INV-3"],
  ]),
);

for (const [index, screen] of walk(DESKTOP, PHONE).entries()) {
  test(`a batch from a file to the list, ${screen.lang} at ${screen.width} px`, async ({ browser, portal }) => {
    const maker = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = maker;
    const remark = `批${index}`;
    const headers = [
      ["户名", "账号", "付款金额", "备注"],
      ["Account name", "Account number", "Amount", "Note"],
      ["holder", "account", "amount", "remark"],
    ][index]!;
    const file = {
      name: `${remark}.xlsx`,
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: fileOf(remark, headers),
    };
    const choose = (chosen: typeof file) =>
      page.getByLabel(say("选择文件", "Choose a file")).and(page.locator("input")).setInputFiles(chosen);
    await maker.enter("maker");

    await test.step("the template is there before any file", async () => {
      await page.goto(`${portal.url}/withdrawal?tab=batch`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        maker.button(say("下载模板", "Download the template")).click(),
      ]);
      const { headers: columns } = await readTable(readFileSync(await download.path()));
      expect(columns).toEqual(
        screen.lang === "zh"
          ? ["户名", "账号", "付款金额", "备注"]
          : ["Account name", "Account number", "Amount", "Note"],
      );
      await maker.accessible("upload");
      await maker.fits("upload");
    });

    await test.step("a file that is none is refused in words", async () => {
      await choose({ name: "x.xlsx", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 %%EOF") });
      await expect(page.getByRole("alert")).toContainText(say("不支持这种文件", "not supported"));
    });

    await test.step("its rows are judged; one is corrected in its cell", async () => {
      await choose(file);
      await expect(
        page.getByText(say("共 5 行，3 行可以提交，2 行有问题。", "5 rows: 3 ready, 2 with problems.")),
      ).toBeVisible();
      const sheet = page.getByRole("table", { name: say("待核对的行", "Rows to check") });
      await expect(sheet.getByRole("row")).toHaveCount(3);
      await expect(page.getByRole("list", { name: say("问题分类", "Problems") }).getByRole("button")).toHaveCount(2);
      await expect(sheet).toContainText(
        say("单笔付款至少 2,000.00 CNY", "The minimum withdrawal amount shall be 2000 CNY!"),
      );
      await expect(sheet).toContainText(say("长数字已被 Excel 改变", "Excel has changed this long number"));
      await maker.accessible("worksheet");
      await maker.fits("worksheet");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: say("下载错误文件", "Download the error file") }).click(),
      ]);
      const errors = await readTable(readFileSync(await download.path()));
      expect(errors.rows.at(-1)![0]!.value).toContain(
        say("长数字已被 Excel 改变", "Excel has changed this long number"),
      );

      const cell = page.getByRole("textbox", { name: say("付款金额，第 6 行", "Amount, row 6") });
      await cell.fill("２，５００");
      await cell.press("Enter");
      await expect(
        page.getByText(say("共 5 行，4 行可以提交，1 行有问题。", "5 rows: 4 ready, 1 with problems.")),
      ).toBeVisible();
      await expect(cell).not.toHaveAttribute("aria-invalid", "true");
      await page.getByLabel(say("显示全部行", "Show all rows")).check();
      await expect(sheet.getByRole("row")).toHaveCount(6);
      await maker.button(say("提交无误的 4 笔付款", "Submit 4 valid payments")).click();
    });

    await test.step("what it comes to is said before the password", async () => {
      const totals = page.locator(".pi-totals");
      // 2,000 + 2,345.60 + 3,000 + 2,500, each with a fee of 10.00 plus 0.1%.
      await expect(totals).toContainText("9,845.60");
      await expect(totals).toContainText("9,895.45");
      await expect(totals).toContainText(say("提交后可用", "Available afterwards"));
      await maker.accessible("confirmation");
      await maker.fits("confirmation");
      await expect(page.getByText(say("1 行不会提交。", "1 row will be left out."))).toBeVisible();
      await maker.button(say("确认提交 4 行", "Submit 4 rows")).click();
      await maker.confirmPayment();
    });

    await test.step("the results are there, also after the page was left", async () => {
      const finished = page.getByText(
        say("处理完成：4 行成功，0 行未成功。", "Finished: 4 rows done, 0 not accepted."),
      );
      await expect(finished).toBeVisible();
      await page.goto(`${portal.url}/accountBalance`);
      await page.goto(`${portal.url}/withdrawal?tab=batch`);
      await expect(finished).toBeVisible();
      await page.getByLabel(say("显示全部行", "Show all rows")).check();
      await expect(page.getByRole("table").getByRole("row")).toHaveCount(5);
      await maker.accessible("results");
      await maker.fits("results");
      await expect(page.getByText(say(/文件编号 FL[0-9A-F]{12}-1/, /File no\. FL[0-9A-F]{12}-1/))).toBeVisible();
      await expect(page.getByRole("link", { name: say("查看这批记录", "See its records") })).toHaveAttribute(
        "href",
        /fileNo=%3DFL[0-9A-F]{12}-1$/,
      );
    });

    await test.step("the same file again is asked about, and only the rest is offered", async () => {
      await maker.button(say("换一个文件", "Another file")).click();
      await choose(file);
      await expect(
        page.getByRole("heading", { name: say("这个文件提交过", "This file was submitted before") }),
      ).toBeVisible();
      await maker.accessible("a file that was there before");
    });

    await test.step("the list shows the four", async () => {
      await page.goto(`${portal.url}/withdrawal?tab=records&status=toBeReviewed&sort=-createdAt`);
      for (const amount of ["2,000.00", "2,345.60", "3,000.00", "2,500.00"])
        await expect(maker.record(amount).first()).toBeVisible();
    });

    await test.step("a payee that rows name but nobody saved is added from its row, and used in all of them", async () => {
      await page.goto(`${portal.url}/withdrawal?tab=batch`);
      const payee = ["赵小红", "6222021202047654321"];
      const sheet = utils.aoa_to_sheet([
        headers,
        ...[2100, 2200].map((amount) => [...payee, amount, remark]),
        [HOLDERS[0], "", 2300, remark],
      ]);
      await choose({ ...file, name: "new.xlsx", buffer: bookOf(sheet) });
      await expect(
        page.getByText(say("共 3 行，1 行可以提交，2 行有问题。", "3 rows: 1 ready, 2 with problems.")),
      ).toBeVisible();
      const add = page.getByRole("button", { name: say("新增收款人并使用", "Add payee and use it") });
      await expect(add).toHaveCount(2);
      await add.first().click();
      const drawer = page.getByRole("dialog", { name: say("新增收款人", "Add payee") });
      await expect(drawer.getByRole("textbox", { name: say("户名", "Account name") })).toHaveValue(payee[0]!);
      await expect(drawer.getByRole("textbox", { name: say("账号", "Account number") })).toHaveValue(payee[1]!);
      await maker.choose(say("支行", "Branch"), "工商银行杭州", "中国工商银行杭州分行营业部");
      await expect(maker.field(say("省份", "Province"))).toHaveValue("浙江省");
      await drawer.getByRole("button", { name: say("保存收款人", "Save payee") }).click();
      await expect(drawer).toHaveCount(0);
      await expect(
        page.getByText(say("共 3 行，3 行可以提交，0 行有问题。", "3 rows: 3 ready, 0 with problems.")),
      ).toBeVisible();
      await expect(page).toHaveURL(/withdrawal\?tab=batch/);
    });

    await test.step("remittances in several currencies: each row by the terms of its own, each wallet with what stays in it", async () => {
      await page.goto(`${portal.url}/paymentAccount?tab=batch`);
      await choose({ ...file, name: "abroad.xlsx", buffer: ABROAD });
      await expect(
        page.getByText(say("共 3 行，2 行可以提交，1 行有问题。", "3 rows: 2 ready, 1 with problems.")),
      ).toBeVisible();
      await expect(page.getByRole("table", { name: say("待核对的行", "Rows to check") })).toContainText(
        say("单笔至少 10,000", "Enter 10,000 or more"),
      );
      await maker.button(say("提交无误的 2 笔境外付款", "Submit 2 valid international payments")).click();
      // 25.00 or 20.00 and 0.1%.
      const totals = page.locator(".pi-totals");
      for (const debit of ["1,026.00", "620.60"]) await expect(totals).toContainText(debit);
      await expect(totals.getByText(say("提交后可用", "Available afterwards"))).toHaveCount(2);
      await maker.accessible("confirmation in two currencies");
    });

    await test.step("payees: a bank that is called otherwise is taken from the list by one press, an account that stands twice is told", async () => {
      await page.goto(`${portal.url}/collectionAccount?tab=file`);
      const sheet = utils.aoa_to_sheet([
        ["holder", "account", "bank", "province", "city", "branch", "linkedBankNo"],
        ...["6222021202047770001", "6222021202047770002"].map((account) => [
          "苏州新程物流有限公司",
          account,
          "工商银行",
          "浙江省",
          "杭州市",
          "中国工商银行杭州分行营业部",
          "102331000014",
        ]),
        [
          "苏州新程物流有限公司",
          "6222021202047770001",
          "中国工商银行",
          "浙江省",
          "杭州市",
          "中国工商银行杭州分行营业部",
          "102331000014",
        ],
      ]);
      await choose({ ...file, name: "payees.xlsx", buffer: bookOf(sheet) });
      const rows = page.getByRole("table", { name: say("待核对的行", "Rows to check") });
      await expect(rows).toContainText(
        say("列表中没有这一项，是否为：中国工商银行", "Not in the list. Did you mean 中国工商银行"),
      );
      await expect(
        page.getByText(say("共 3 行，0 行可以提交，3 行有问题。", "3 rows: 0 ready, 3 with problems.")),
      ).toBeVisible();
      await maker.accessible("worksheet with suggestions");
      await maker.fits("worksheet with suggestions");
      const take = page.getByRole("button", { name: say("改为“中国工商银行”", "Use 中国工商银行"), exact: true });
      await expect(take).toHaveCount(3);
      await take.first().click();
      await expect(
        page.getByText(say("共 3 行，2 行可以提交，1 行有问题。", "3 rows: 2 ready, 1 with problems.")),
      ).toBeVisible();
      await expect(rows).toContainText(say("第 2 行已有相同的值", "Row 2 has the same value"));
    });
    await maker.leave();
  });
}
