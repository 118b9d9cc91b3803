/** A schema file in `schemas/entities/` and one line in `pages.json` produce a complete page without any code. */
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { payments } from "../../src/payments/dialect.ts";
import { test } from "./added-portal.ts";
import { ADDED_VIEWS } from "./added-views.ts";
import "./every-written.ts";
import { startPortal } from "./portal.ts";
import { readTable } from "./read-file.ts";
import type { Lang } from "./screens.ts";
import { Visitor } from "./visitor.ts";

/** Stored as a region code. */
const DISTRICT = "浙江省 杭州市 西湖区";
const WORDS = {
  zh: {
    menu: "发票管理",
    list: "发票",
    add: "开票",
    buyer: "购买方",
    taxNo: "税号",
    amount: "开票金额",
    date: "开票日期",
    paper: "票种",
    district: "所在区县",
    special: "专用发票",
    submit: "提交",
    stored: "发票已保存",
    tooLittle: "0.01",
    headers: ["发票编号", "购买方", "税号", "开票金额", "开票日期", "票种", "所在区县"],
  },
  en: {
    menu: "Invoices",
    list: "Invoices",
    add: "New invoice",
    buyer: "Buyer",
    taxNo: "Tax number",
    amount: "Invoiced amount",
    date: "Issued on",
    paper: "Type",
    district: "District",
    special: "Special",
    submit: "Submit",
    stored: "Invoice saved",
    tooLittle: "0.01",
    headers: ["Invoice number", "Buyer", "Tax number", "Invoiced amount", "Issued on", "Type", "District"],
  },
} as const;

/** What each of the added views shows, of the records of the test or of the demo data. */
async function readsViews({ page, url, say }: Visitor, id: string): Promise<void> {
  const main = page.getByRole("main");
  const open = async (view: string, query = "") => page.goto(`${url}/views?tab=${view}${query}`);
  // No type is left out.
  expect(new Set(ADDED_VIEWS.map(({ type }) => type))).toEqual(new Set(payments.views.map(({ name }) => name)));

  await open("papers");
  await expect(page.locator(".py-face")).toHaveCount(2);
  await expect(main).toContainText("杭州启航供应链有限公司");
  await expect(main.getByRole("link", { name: say("查看发票", "View invoice") }).first()).toHaveAttribute(
    "href",
    /id=TI/,
  );
  await open("buyers");
  await expect(page.locator(".pv-details-card")).toHaveCount(2);
  await expect(page.locator(".pv-details-card").first()).toContainText(DISTRICT);
  await open("contacts");
  await expect(page.locator(".pv-directory").getByRole("listitem").filter({ hasText: DISTRICT })).toHaveCount(2);
  await open("mailbox");
  await expect(page.locator(".pv-setting-label")).toHaveText([say("通知发到", "Notices go to")]);
  await expect(page.locator(".pv-settings")).toContainText("maker@demo.portolan");
  await open("days");
  await expect(page.locator(".pv-day")).toHaveCount(1);
  await expect(page.locator('.pv-line[data-sign="in"]')).toHaveCount(2);
  await expect(page.locator('.pv-line[data-sign="in"]').first()).toContainText("+1,234.5");
  await page.locator(".pv-line a").first().click();
  await expect(page.locator(".pd-panel")).toContainText(id);
  await open("spent");
  await expect(page.locator(".pv-report-totals dt")).toHaveText([say("付款总额", "Spent")]);
  await expect(page.locator(".pv-report-totals dd").first()).toHaveText(/[1-9]/);
  await open("inDollars");
  await expect(page.locator(".py-total-sum strong")).toHaveText(/[1-9]/);
  await open("quarter");
  await expect(page.locator(".py-edge", { hasText: say("季末余额", "Carried forward") })).toHaveCount(1);
  await open("bare");
  await expect(page.locator(".pv-inbox, .pt-state").first()).toBeVisible();
  await expect(page.locator(".pv-remark")).toHaveCount(0);
}

test("an entity that the repository does not have is listed, made, shown, exported and kept, in both languages [L2]", async ({
  browser,
  place,
}) => {
  const env = { SCHEMAS_DIR: place.schemas, BUILD_DIR: place.build, DATA_DIR: place.data };
  // Tables and users are created before the page exists.
  let portal = await startPortal(env);
  const made: string[] = [];
  for (const [index, lang] of (["zh", "en"] as const satisfies readonly Lang[]).entries()) {
    const words = WORDS[lang];
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    const { page } = visitor;
    await visitor.enter("maker");
    await page.goto(portal.url);
    await visitor.go(words.menu, words.add);
    await expect(visitor.field(words.buyer)).toBeVisible();
    await visitor.accessible("new form");
    await visitor.field(words.buyer).fill("杭州启航供应链有限公司");
    await visitor.field(words.taxNo).fill("123");
    await visitor.field(words.amount).fill("0");
    await visitor.button(words.submit).click();
    await expect(visitor.field(words.taxNo)).toHaveAttribute("aria-invalid", "true");
    await expect(await visitor.below(words.amount)).toContainText(words.tooLittle);
    await visitor.accessible("new form with errors");
    await visitor.field(words.taxNo).fill("913301007245678901");
    await visitor.field(words.amount).fill(`1,234.5${index}`);
    await visitor.field(words.date).fill("2026-11-20");
    await page.getByText(words.special, { exact: true }).click();
    await visitor.choose(words.district, "杭州 西湖", DISTRICT);
    await visitor.button(words.submit).click();
    await expect(page.getByText(words.stored)).toBeVisible();
    await expect(page).toHaveURL(/id=TI/);
    const id = new URL(page.url()).searchParams.get("id")!;
    made.push(id);
    const drawer = page.getByRole("dialog", { name: id });
    for (const text of ["杭州启航供应链有限公司", "1,234.5", "2026-11-20", words.special, DISTRICT])
      await expect(drawer).toContainText(text);
    await visitor.accessible("new record");
    await page.keyboard.press("Escape");
    await expect(visitor.record(id)).toContainText(`1,234.5${index}`);
    await expect(visitor.record(id)).toContainText(DISTRICT);
    expect(await visitor.count()).toBe(index + 1);
    await visitor.accessible("new list");

    await visitor.button(visitor.say("导出", "Export")).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "XLSX" }).click(),
    ]);
    const sheet = await readTable(readFileSync(await download.path()));
    expect(sheet.headers).toEqual(words.headers);
    expect(sheet.rows).toHaveLength(index + 1);
    const row = sheet.rows.find((cells) => cells[0]!.value === id)!;
    expect(row[2]).toEqual({ type: "text", value: "913301007245678901", format: "@" });
    expect(row[3]).toEqual({ type: "number", value: Number(`1234.5${index}`), format: "#,##0.00" });
    expect(row[5]!.value).toBe(words.special);
    expect(row[6]!.value).toBe(DISTRICT);

    for (const [path, shown] of [
      ["/invoices", 1],
      ["/invoiceBoard", 0],
    ] as const) {
      await page.goto(portal.url + path);
      await expect(visitor.record(id)).toBeVisible();
      for (const part of ["banner", "contentinfo"] as const) await expect(page.getByRole(part)).toHaveCount(shown);
    }
    if (lang === "en") await test.step("one more view of every type is JSON alone", () => readsViews(visitor, id));
    await visitor.leave();
  }
  await portal.halt();

  portal = await startPortal(env);
  const visitor = await Visitor.arrive(browser, portal.url, { lang: "zh", width: 390 });
  await visitor.enter("checker");
  await visitor.page.goto(`${portal.url}/invoices?paper=special`);
  for (const id of made) await expect(visitor.record(id)).toBeVisible();
  await visitor.leave();
  await portal.stop();
});
