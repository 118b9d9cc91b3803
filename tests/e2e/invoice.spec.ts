/**
 * Invoice of a trade order: its lines as a grid, filled by keyboard and from a spreadsheet, and where the invoice
 * appears afterwards.
 */
import type { Page } from "@playwright/test";
import { expect, test } from "./portal.ts";
import { type Lang, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
const createFile = (name: string) => ({ name, mimeType: "application/pdf", buffer: PDF });

/** Pastes a text at the focused element, like the browser does after copying from a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

for (const lang of walk<Lang>("zh", "en"))
  test(`lines of an invoice as a grid: keys, a spreadsheet, totals and errors, ${lang}`, async ({
    browser,
    portal,
  }) => {
    test.setTimeout(180_000);
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    const { page, say } = visitor;
    await visitor.enter("maker");
    await page.goto(`${portal.url}/Creditmanage?tab=invoice`);
    const line = say("明细", "Line");
    const cell = (label: string, row: number) =>
      page.getByLabel(say(`${line} ${row}，${label}`, `${label}, ${line} ${row}`), { exact: true });
    const [goods, quantity, price, rate] = [
      say("品名", "Description"),
      say("数量", "Quantity"),
      say("单价", "Unit price"),
      say("税率", "Tax rate"),
    ];
    const totals = page.locator(".pg-table tfoot .money");
    const pictures = async (name: string) => {
      for (const width of [1440, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await visitor.fits(`${name} at ${width}`);
        if (width !== 768) await visitor.accessible(`${name} at ${width}`);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${name}-${lang}-${width}.png`, fullPage: true });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };

    await visitor.choose(say("币种", "Currency"), "JPY", "JPY");
    await visitor.button(say("添加明细", "Add Line")).click();
    await expect(cell(goods, 1)).toBeFocused();
    await page.keyboard.type("Crate");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3");
    await page.keyboard.press("Tab");
    await page.keyboard.type("1000");
    await expect(totals.first()).toContainText("3,000");
    // Enter in the last row appends one and stays in the column; arrow keys move back.
    await page.keyboard.press("Enter");
    await expect(cell(price, 2)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(cell(price, 1)).toBeFocused();
    await cell(goods, 2).focus();
    await paste(page, "Mug\t24\t1,285\t10\r\nLamp\t0\tabc\t10\r\nFreight\t1\t9000\t\r\n");
    await expect(cell(goods, 4)).toHaveValue("Freight");
    await expect(totals).toHaveText([/42,840/, /3,084/]);
    await expect(cell(price, 3)).toHaveValue("abc");
    await expect(cell(price, 3)).toHaveAttribute("aria-invalid", "true");
    await expect(cell(quantity, 3)).toHaveAttribute("aria-invalid", "true");
    await pictures("invoice-form");

    // A range of cells is selected by keys, filled and restored.
    const status = page.locator(".pg-keys").getByRole("status");
    await cell(price, 2).click();
    for (const _row of [3, 4]) await page.keyboard.press("Shift+ArrowDown");
    await expect(status).toHaveText(say("已选 3 格", "3 cells selected"));
    await visitor.accessibleBothWays("a range of the grid");
    await page.keyboard.press("ControlOrMeta+d");
    await expect(cell(price, 3)).toHaveValue("1,285");
    await expect(status).toHaveText(say("已填充 2 格", "2 cells filled"));
    await page.keyboard.press("ControlOrMeta+z");
    await expect(cell(price, 3)).toHaveValue("abc");
    await expect(cell(price, 3)).toHaveAttribute("aria-invalid", "true");
    // Drawn with the mouse, copied with its calculated cells, pasted below, and undone at once.
    await cell(quantity, 1).hover();
    await page.mouse.down();
    await page.locator('tr[data-index="1"] td[data-column="amount"]').hover();
    await page.mouse.up();
    await expect(status).toHaveText(say("已选 8 格", "8 cells selected"));
    if (process.env.PICTURES)
      for (const [width, dark] of [
        [1440, true],
        [1440, false],
        [768, false],
      ] as const) {
        await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${process.env.PICTURES}/range-${lang}-${width}${dark ? "-dark" : ""}.png` });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("ControlOrMeta+c");
    await cell(quantity, 4).click();
    await page.keyboard.press("ControlOrMeta+v");
    await expect(cell(price, 5)).toHaveValue("1,285");
    await expect(cell(quantity, 4)).toHaveValue("3");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(cell(price, 5)).toBeHidden();
    await expect(cell(quantity, 4)).toHaveValue("1");

    // The error summary links to the cell.
    await visitor.button(say("保存发票", "Save invoice")).click();
    const summary = page.locator("[data-summary]");
    await expect(summary).toBeFocused();
    await summary.getByRole("link", { name: `${line} 3 · ${price}` }).click();
    await expect(cell(price, 3)).toBeFocused();
    await page.keyboard.press("Alt+Delete");
    await expect(cell(goods, 3)).toHaveValue("Freight");
    await expect(cell(price, 3)).toBeFocused();
    await expect(cell(rate, 3)).toHaveValue("");

    await visitor.field(say("发票号", "Invoice no.")).fill(`INV-${lang}-1`);
    await visitor.field(say("开票日期", "Invoice date")).fill("2026-04-17");
    await visitor.field(say("对方名称", "Buyer or supplier")).fill("Sakura Shoji KK");
    // A nested object that is not required, but whole once it is begun.
    const address = say("对方地址", "Address");
    await visitor.choose(say("国家/地区", "Country or region"), say("日本", "Japan"), say("日本", "Japan"));
    await visitor.button(say("保存发票", "Save invoice")).click();
    await summary.getByRole("link", { name: `${address} › ${say("街道和门牌", "Street")}` }).click();
    await expect(visitor.field(say("街道和门牌", "Street"))).toBeFocused();
    await page.keyboard.type("2-4-9 Umeda");
    // Several files in one field.
    const documents = visitor.field(say("随附单据", "Supporting documents"));
    await documents.setInputFiles(["contract.pdf", "packing.pdf"].map(createFile));
    await documents.setInputFiles(createFile("customs.pdf"));
    await visitor.button(say("删除 packing.pdf", "Remove packing.pdf")).click();
    await visitor.button(say("保存发票", "Save invoice")).click();
    await expect(page).toHaveURL(/tab=invoices/);
    await expect(page.locator(".pd-rows tbody tr")).toHaveCount(3);
    await expect(page.getByRole("article")).toContainText("2-4-9 Umeda");
    await expect(page.getByRole("button", { name: /contract\.pdf$/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /customs\.pdf$/ })).toBeVisible();
    await expect(page.locator(".pd-amount")).toContainText("45,924");
    await pictures("invoice-record");

    // Imports further invoices from a sheet with one row per line: two records in three rows, with one cell corrected.
    await page.goto(`${portal.url}/Creditmanage?tab=invoiceFile`);
    const number = (at: number) => `FILE-${lang}-${at}`;
    const sheet = [
      [
        "direction",
        "invoiceNo",
        "party",
        `${address} › ${say("国家/地区", "Country or region")}`,
        "address.street",
      ].concat(["issuedOn", "currency", goods, quantity, price, rate]),
      [
        say("开给买家", "To a buyer"),
        number(1),
        "Oakfield Homeware Ltd",
        "GB",
        "41 Mill Lane",
        "2026-05-02",
        "USD",
        "Crate",
        "0",
        "12.50",
        "13",
      ],
      ["", number(1), "", "", "", "", "", "Freight", "1", "80", ""],
      [
        say("开给买家", "To a buyer"),
        number(2),
        "Oakfield Homeware Ltd",
        "",
        "",
        "2026-05-03",
        "JPY",
        "Mug",
        "2",
        "900",
        "",
      ],
    ];
    await page
      .getByLabel(say("选择文件", "Choose a file"))
      .and(page.locator("input"))
      .setInputFiles({
        name: `${lang}.csv`,
        mimeType: "text/csv",
        buffer: Buffer.from(sheet.map((row) => row.join(",")).join("\n")),
      });
    const wrong = page.getByRole("textbox", { name: say(`${quantity}，第 2 行`, `${quantity}, row 2`) });
    await expect(wrong).toHaveAttribute("aria-invalid", "true");
    await wrong.fill("4");
    await wrong.press("Enter");
    await visitor.button(say("下一步（3 行）", "Continue with 3 rows")).click();
    await expect(page.locator(".pi-totals")).toContainText("130.00");
    await page.getByRole("button", { name: say("确认提交 2 行", "Submit 2 rows") }).click();
    await expect(page.getByText(say("处理完成：2 行成功", "Finished: 2 rows done"))).toBeVisible({ timeout: 20_000 });
    await page.goto(`${portal.url}/Creditmanage?tab=invoices&q=FILE-${lang}`);
    await expect(visitor.records).toHaveCount(2);
    await expect(visitor.record(number(1))).toContainText("136.50");
    await expect(visitor.record(number(1))).toContainText(say("英国", "United Kingdom"));
    await page.goto(`${portal.url}/Creditmanage?tab=invoices&address.country=JP&q=INV-${lang}`);
    await expect(visitor.records).toHaveCount(1);
    await visitor.leave();
  });
