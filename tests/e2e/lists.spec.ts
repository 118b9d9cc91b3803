/** Everyday use of lists: filters, sorting, selection across pages, columns, shortcuts and cards. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { findCutTexts } from "./cut-texts.ts";
import { cspReports, expect, test } from "./portal.ts";
import { readTable } from "./read-file.ts";
import { type Lang, type Screen, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const LIST = "/withdrawalRecord";
const bar = (page: Page) => page.getByRole("region", { name: "已选记录" });
const ids = (page: Page) =>
  page.locator("tbody tr[data-id]").evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id!));
const dates = (page: Page) => page.locator("tbody tr[data-id] td:last-child").allInnerTexts();

async function arrive(
  browser: Parameters<typeof Visitor.arrive>[0],
  url: string,
  user: string,
  { width = 1440, lang = "zh" }: { width?: number; lang?: Lang } = {},
) {
  const visitor = await Visitor.arrive(browser, url, { lang, width });
  await visitor.enter(user);
  await visitor.page.goto(url + LIST);
  await expect(visitor.records.first()).toBeVisible();
  return visitor;
}

test("filters and orders live in the URL and in words", async ({ browser, portal }) => {
  const visitor = await arrive(browser, portal.url, "maker");
  const { page } = visitor;
  await page.goto(`${portal.url}${LIST}?status=done,failed&amount=2000..9000&nonsense=1`);
  const chips = page.getByRole("list", { name: "当前筛选" });
  await expect(chips.getByRole("listitem")).toHaveText([
    "付款金额：2,000.00 至 9,000.00",
    "状态：已完成、失败",
    "已忽略：nonsense=1",
    "清除筛选",
  ]);
  const both = await visitor.count();
  await page.getByRole("button", { name: "去掉筛选：状态：已完成、失败" }).click();
  await expect(page).toHaveURL(/\?amount=2000\.\.9000$/);
  await expect.poll(() => visitor.count()).toBeGreaterThan(both);
  await page.goBack();
  await expect.poll(() => visitor.count()).toBe(both);

  await page.getByRole("columnheader", { name: "状态" }).getByRole("button").click();
  await page
    .getByRole("columnheader", { name: "付款金额" })
    .getByRole("button")
    .click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/sort=status(,|%2C)-amount/);
  await expect(page.getByRole("columnheader", { name: "付款金额" })).toHaveAttribute("aria-sort", "descending");
  const amounts = async () =>
    (await page.locator("tbody tr", { hasText: "已完成" }).locator("td:nth-child(4)").allInnerTexts()).map((text) =>
      Number(text.replaceAll(/[^\d.]/g, "")),
    );
  await expect
    .poll(async () => (await amounts()).every((amount, index, all) => index === 0 || amount <= all[index - 1]!))
    .toBe(true);
  await visitor.accessible("filtered and sorted list");

  // A saved view survives a reload and opens with one click.
  await page.getByRole("button", { name: "保存当前视图" }).click();
  await page.getByLabel("视图名称").fill("大额");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.goto(portal.url + LIST);
  await page.getByRole("button", { name: "大额", exact: true }).click();
  await expect(page).toHaveURL(/amount=2000\.\.9000&status=done(,|%2C)failed/);
  await expect(page.getByRole("button", { name: "大额", exact: true })).toHaveAttribute("aria-pressed", "true");
  await visitor.leave();
});

test("a title opens in a tab of its own; what is chosen over pages is copied, and is what the file holds", async ({
  browser,
  portal,
}) => {
  const visitor = await arrive(browser, portal.url, "maker");
  const { page } = visitor;
  const chosen: string[] = [];
  const first = await ids(page);
  const title = page.locator(`tr[data-id="${first[0]}"]`).getByRole("link").first();
  const [tab] = await Promise.all([page.context().waitForEvent("page"), title.click({ button: "middle" })]);
  await expect(tab.getByRole("dialog")).toContainText(first[0]!);
  await tab.close();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(`tr[data-id="${first[2]}"] input`).click();
  await page.locator(`tr[data-id="${first[5]}"] input`).click({ modifiers: ["Shift"] });
  chosen.push(...first.slice(2, 6));
  await expect(bar(page).getByRole("button", { name: "复制" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+c");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(async () => (await copied()).match(/WD\d+/g)).toEqual(chosen);
  // The button copies the same as the keys, also as a table, without what the Content-Security-Policy forbids.
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await bar(page).getByRole("button", { name: "复制" }).click();
  await expect.poll(async () => (await copied()).match(/WD\d+/g)).toEqual(chosen);
  const formats = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
  expect(formats).toContain("text/html");
  expect(await cspReports(portal.url)).toBe(0);
  await page.getByRole("button", { name: "下一页" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(async () => (await ids(page))[0]).not.toBe(first[0]);
  await page.getByRole("checkbox", { name: "选择本页" }).first().click();
  chosen.push(...(await ids(page)));
  await expect(bar(page)).toContainText("已选 24 笔付款");
  await visitor.accessible("chosen rows");

  const file = async (): Promise<string[]> => {
    await bar(page).getByRole("button", { name: "导出", exact: true }).click();
    await visitor.accessible("export");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Excel（XLSX）" }).click(),
    ]);
    const { rows } = await readTable(readFileSync(await download.path()));
    return rows.map((row) => String(row.find(({ value }) => /^WD\d+$/.test(String(value)))?.value));
  };
  expect((await file()).toSorted()).toEqual(chosen.toSorted());

  // Selects all matching records except for two.
  const total = await visitor.count();
  await bar(page)
    .getByRole("button", { name: `选择全部 ${total} 笔付款` })
    .click();
  const [left, out] = await ids(page);
  await page.locator(`tr[data-id="${left}"] input`).click();
  await page.locator(`tr[data-id="${out}"] input`).click();
  await expect(bar(page)).toContainText(`已选 ${total - 2} 笔付款`);
  const rows = await file();
  expect(rows).toHaveLength(total - 2);
  expect(rows).not.toContain(left);
  expect(rows).not.toContain(out);

  // Changing the filter clears the selection.
  await page.getByRole("button", { name: "失败与撤销" }).click();
  await expect(bar(page)).toBeHidden();
  await visitor.leave();
});

test("a reviewer passes what is his to pass, in one go", async ({ browser, portal }) => {
  const visitor = await arrive(browser, portal.url, "checker");
  const { page } = visitor;
  const waiting = page.locator("tbody tr", { hasText: "待复核" });
  await expect(waiting.first()).toBeVisible();
  const before = await waiting.count();
  await page.getByRole("checkbox", { name: "选择本页" }).first().click();
  await bar(page).getByRole("button", { name: "驳回" }).click();
  const reject = page.getByRole("dialog", { name: "驳回" });
  await expect(reject).toContainText(/将处理 \d+ 笔付款/);
  await visitor.accessible("bulk action with a reason");
  await reject.getByRole("button", { name: /^驳回 \d+ 笔付款$/ }).click();
  await expect(reject.locator("[aria-invalid]")).toBeFocused();
  await reject.getByRole("button", { name: "取消" }).click();

  await bar(page).getByRole("button", { name: "通过复核" }).click();
  const dialog = page.getByRole("dialog", { name: "通过复核" });
  await expect(dialog).toContainText(/将处理 \d+ 笔付款/);
  await expect(dialog).toContainText(/跳过 \d+ 笔付款/);
  await expect(dialog).toContainText(/状态为“已完成”：\d+ 笔付款/);
  const ready = Number(/将处理 (\d+) 笔付款/.exec(await dialog.innerText())![1]);
  expect(ready).toBeGreaterThan(0);
  expect(ready).toBeLessThanOrEqual(before);
  await dialog.getByRole("button", { name: `通过复核 ${ready} 笔付款` }).click();
  await visitor.confirmPayment();
  await expect(dialog).toContainText(`已完成 ${ready} 笔付款`);
  await expect(dialog.getByRole("listitem")).toHaveCount(ready);
  await visitor.accessible("bulk result");
  await dialog.getByRole("button", { name: "关闭" }).click();
  await expect(waiting).toHaveCount(before - ready);
  await visitor.leave();
});

test("columns and row height are remembered; a link's columns win", async ({ browser, portal }) => {
  const visitor = await arrive(browser, portal.url, "maker");
  const { page } = visitor;
  const headers = () => page.locator(".pt-scroll th").allInnerTexts();
  await page.getByRole("button", { name: "列设置" }).click();
  const panel = page.getByRole("dialog", { name: "列设置" });
  await panel.getByRole("checkbox", { name: "手续费" }).click();
  await panel.getByRole("checkbox", { name: "开户行" }).click();
  await panel.getByRole("checkbox", { name: "状态" }).focus();
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press("Alt+ArrowUp");
  await panel.getByRole("radio", { name: "紧凑" }).click();
  await visitor.accessible("column settings");
  const wanted = ["", "户名", "状态", "账号", "付款金额", "备注", "订单号", "创建时间", "开户行"];
  await expect.poll(headers).toEqual(wanted);
  await page.reload();
  await expect.poll(headers).toEqual(wanted);
  expect(
    await page
      .locator("tbody tr")
      .first()
      .evaluate((row) => row.getBoundingClientRect().height),
  ).toBe(36);
  // Resizes a column with its handle and with the keyboard.
  const handle = page.locator(".pt-scroll").getByRole("separator", { name: "户名列宽" });
  const width = (column: string) =>
    page
      .locator(`.pt-scroll th[data-column=${column}]`)
      .evaluate((cell) => Math.round(cell.getBoundingClientRect().width));
  const [before, status] = [await width("holder"), await width("status")];
  const { x, y, height } = (await handle.boundingBox())!;
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 44, y + height / 2, { steps: 2 });
  await page.mouse.up();
  await expect.poll(() => width("holder")).toBe(before + 40);
  await handle.press("ArrowRight");
  await expect(handle).toHaveAttribute("aria-valuenow", String(before + 56));
  await visitor.accessible("resized columns");
  await page.reload();
  await expect.poll(() => width("holder")).toBe(before + 56);
  expect(await width("status")).toBeLessThanOrEqual(status);
  await page.goto(`${portal.url}${LIST}?cols=amount,orderNo`);
  await expect.poll(headers).toEqual(["", "付款金额", "订单号"]);
  await page.goto(portal.url + LIST);
  await page.getByRole("button", { name: "列设置" }).click();
  await page.getByRole("button", { name: "恢复默认" }).click();
  await expect.poll(headers).toEqual(["", "户名", "账号", "付款金额", "手续费", "备注", "状态", "订单号", "创建时间"]);
  // A tablet shows fewer columns including the status, and stores its own column settings.
  await page.setViewportSize({ width: 768, height: 900 });
  await expect.poll(headers).toEqual(["", "户名", "付款金额", "状态", "创建时间"]);
  await expect(page.locator(".pt-scroll").getByRole("columnheader", { name: "状态" })).toBeInViewport({ ratio: 0.8 });
  await page.getByRole("checkbox", { name: "开户行" }).click();
  await expect.poll(headers).toEqual(["", "户名", "付款金额", "状态", "创建时间", "开户行"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(headers).toEqual(["", "户名", "账号", "付款金额", "手续费", "备注", "状态", "订单号", "创建时间"]);
  await visitor.leave();
});

test("the header stays, the first column stays, the way back leads to where one was", async ({ browser, portal }) => {
  const visitor = await arrive(browser, portal.url, "maker", { width: 1000 });
  const { page } = visitor;
  await page.getByLabel("每页条数").selectOption("50");
  await expect(page.locator("tbody tr")).toHaveCount(50);
  await page.getByRole("button", { name: "列设置" }).click();
  // Columns that the user chose stay even where they do not fit.
  for (const name of ["账号", "手续费", "备注", "订单号"]) await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "固定付款金额列" }).click();
  await visitor.accessible("pinned columns");
  await page.keyboard.press("Escape");
  await page.mouse.move(500, 400);
  await page.mouse.wheel(0, 1_200);
  const floating = page.locator(".pt-float");
  await expect(floating).toBeVisible();
  expect((await floating.boundingBox())!.y).toBeCloseTo(56, 0);
  await page.locator(".pt-scroll").evaluate((box) => box.scrollTo({ left: 200 }));
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((cell) => Math.round(cell.getBoundingClientRect().left));
  await expect
    .poll(async () => (await left(".pt-float th:nth-child(4)")) - (await left(".pt-scroll th:nth-child(4)")))
    .toBe(0);
  expect(await left("tbody .pt-first")).toBe(await left(".pt-float .pt-first"));
  expect(await left("tbody .pt-first")).toBeLessThan(80);
  const width = await page
    .locator("tbody .pt-first")
    .first()
    .evaluate((cell) => cell.getBoundingClientRect().width);
  expect(await left("tbody .pt-pin")).toBe(Math.round((await left("tbody .pt-first")) + width));
  expect(await left(".pt-float .pt-pin")).toBe(await left("tbody .pt-pin"));
  await visitor.fits("scrolled list");

  await page.locator("tbody tr").nth(20).locator("input").click();
  const y = await page.evaluate(() => scrollY);
  await page.getByRole("navigation", { name: "菜单" }).getByRole("link", { name: "首页", exact: true }).click();
  await expect(page).toHaveURL(/exchangerateInquiry/);
  await page.goBack();
  await expect(page.locator("tbody tr")).toHaveCount(50);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(y, -1);
  await expect(bar(page)).toContainText("已选 1 笔付款");

  await page.goto(`${portal.url}${LIST}?page=400`);
  await expect(page.getByText("没有第 400 页，已显示最后一页")).toBeVisible();
  await expect(page).toHaveURL(/page=2\d$/);
  expect((await dates(page)).length).toBeGreaterThan(0);
  await visitor.leave();
});

test("everything is at hand by keys", async ({ browser, portal }) => {
  const visitor = await arrive(browser, portal.url, "maker", { lang: "en" });
  const { page } = visitor;
  const [, second = "", third = "", fourth = ""] = await ids(page);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.locator(`tr[data-id="${second}"]`)).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByRole("region", { name: "Selected records" })).toContainText("3 payments selected");
  for (const one of [second, third, fourth]) await expect(page.locator(`tr[data-id="${one}"] input`)).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selected records" })).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: fourth })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  // A drawer that is closing still takes the keys.
  await expect(page.locator(".MuiDrawer-root, .MuiDialog-root")).toHaveCount(0);
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // The list listens again once the address no longer names a record, a moment after the drawer is gone.
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(help).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(help).toContainText("Next / previous row");
  await visitor.accessible("keyboard help");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("e");
  await expect(page.getByRole("button", { name: "Excel (XLSX)" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type("jx?");
  await expect(page.getByLabel("Keyword")).toHaveValue("jx?");
  await expect(page).toHaveURL(/q=jx/);
  await expect(page.getByText("No payments match “Search: jx?”")).toBeVisible();
  await visitor.leave();
});

for (const { lang, width } of walk<Screen>({ lang: "en", width: 1440 }, { lang: "zh", width: 768 }))
  test(`cells are copied as a range, records are grouped, ${lang}`, async ({ browser, portal }) => {
    const visitor = await arrive(browser, portal.url, "maker", { lang, width });
    const { page, say } = visitor;
    const picture = async (name: string) => {
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/list-${name}-${lang}-${width}.png` });
    };
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const [first = ""] = await ids(page);
    // The keys of ranges load with the first row under the mouse or with the focus.
    await page.keyboard.press("j");
    await expect(page.locator(`tr[data-id="${first}"]`)).toBeFocused();
    const range = page.getByRole("region", { name: say("选中的单元格", "Selected cells") });
    await expect(async () => {
      await page.keyboard.press("Shift+ArrowDown");
      await expect(range).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("Escape");
    for (const key of ["Down", "Right", "Right"]) await page.keyboard.press(`Shift+Arrow${key}`);
    await expect(range.getByRole("status")).toHaveText(say("6 格", "6 cells"));
    await visitor.accessibleBothWays("a range of cells");
    await picture("range");
    await page.keyboard.press("ControlOrMeta+c");
    const copied = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    const names = await page.locator("tbody tr[data-id] td:nth-child(2)").allInnerTexts();
    expect(copied.map((line) => line.split("\t")[0])).toEqual(names.slice(0, 2));
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: say("列设置", "Columns") }).click();
    await page.getByRole("combobox", { name: say("分组", "Group") }).selectOption("status");
    await page.keyboard.press("Escape");
    const done = page.getByRole("heading", { level: 3 }).getByRole("button", { name: say("已完成", "Done") });
    await done.focus();
    await page.keyboard.press("Enter");
    await expect(done).toHaveAttribute("aria-expanded", "true");
    await expect(visitor.records.first()).toBeVisible();
    await visitor.fits("grouped list");
    await visitor.accessibleBothWays("grouped list");
    await picture("groups");
    await visitor.leave();
  });

/** All addresses of incoming payments without a preset filter. */
const INCOMING = [
  "/Creditmanage?tab=all",
  "/recharge?tab=records",
  "/rechargeRecord",
  "/transactionInquiry?tab=recharge",
];

test("incoming payments are the same list at every address, and no status or name is cut", async ({
  browser,
  portal,
}) => {
  const visitor = await arrive(browser, portal.url, "checker", { lang: "en", width: 1280 });
  const { page, say } = visitor;
  const screens: Screen[] = [
    { lang: "en", width: 1280 },
    { lang: "zh", width: 768 },
  ];
  for (const screen of screens) {
    if (screen !== screens[0]) await visitor.turn(screen);
    const lists = new Set<string>();
    const others = ["/remittance?tab=records", "/remittance?tab=invoices", "/exchangeRecord", "/payees?as=table"];
    for (const path of [...INCOMING, LIST, ...others]) {
      await page.goto(portal.url + path);
      await expect(visitor.records.first()).toBeVisible();
      expect(page.url()).toBe(portal.url + path);
      // A list chooses its columns one frame after rendering.
      await expect.poll(() => findCutTexts(page), `${path} at ${screen.width} px`).toEqual([]);
      await expect
        .poll(
          () => page.locator(".pt-scroll").evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth)),
          `${path} scrolls sideways at ${screen.width} px`,
        )
        .toBe(false);
      if (!INCOMING.includes(path)) continue;
      const columns = await page.locator(".pt-table").first().locator("thead th").allInnerTexts();
      const current = page.getByRole("navigation", { name: /^(菜单|Menu)/ }).locator("a[aria-current]");
      const places = await current.allInnerTexts();
      expect(places, `${path}: what the menu marks`).toEqual(say(["收款", "收款"], ["Receive", "Incoming payments"]));
      lists.add([await page.getByRole("heading", { level: 1 }).innerText(), ...columns].join(", "));
    }
    expect([...lists], "title and columns of incoming payments").toHaveLength(1);
    expect([...lists][0]).toContain(say("收款", "Incoming payments"));
  }
  await visitor.leave();
});

for (const lang of walk<Lang>("en", "zh")) {
  test(`cards on a phone, ${lang}`, async ({ browser, portal }) => {
    const visitor = await arrive(browser, portal.url, "checker", { width: 390, lang });
    const { page, say } = visitor;
    await visitor.fits("cards");
    await visitor.accessible("cards");
    const total = await visitor.count();
    await expect(page.getByText(say(`已显示 20 / ${total}`, `20 / ${total} payments shown`))).toBeVisible();
    await visitor.button(say("加载更多", "Load more")).click();
    await expect(visitor.records).toHaveCount(40);
    await expect(page.getByText(say(`已显示 40 / ${total}`, `40 / ${total} payments shown`))).toBeVisible();

    await visitor.button(say("筛选", "Filters")).click();
    const sheet = page.getByRole("dialog", { name: say("筛选", "Filters") });
    await sheet.getByRole("button", { name: say("状态：不限", "Status: any") }).click();
    await page.getByRole("checkbox", { name: say("已完成", "Done"), exact: true }).click();
    await page.keyboard.press("Escape");
    await visitor.accessible("filter sheet");
    const show = sheet.getByRole("button", { name: say("查看", "Show") });
    // The count disappears while a new one is loading.
    await expect(show).toHaveText(new RegExp(`\\b(?!${total}\\b)\\d+`));
    const [found] = /\d+/.exec(await show.innerText())!;
    await show.click();
    await expect(sheet).toBeHidden();
    await expect(visitor.button(say("筛选（1）", "Filters (1)"))).toBeVisible();
    expect(await visitor.count()).toBe(Number(found));

    await page.getByLabel(say("排序", "Sort")).selectOption("amount");
    await expect(page).toHaveURL(/sort=amount/);
    await visitor.button(say("选择", "Select")).click();
    await visitor.records.first().click();
    const chosen = page.getByRole("region", { name: say("已选记录", "Selected records") });
    await expect(chosen).toContainText(say("已选 1 笔付款", "1 payment selected"));
    await expect(chosen.getByRole("button", { name: say("通过复核", "Approve") })).toBeEnabled();
    // Scrolled to the top, because sticky elements would cover content.
    await page.evaluate(() => scrollTo({ top: 0 }));
    // Includes the bottom bar, with the viewport as tall as the page.
    await page.setViewportSize({
      width: 390,
      height: await page.evaluate(() => document.documentElement.scrollHeight),
    });
    await visitor.accessible("choosing cards");
    await visitor.fits("choosing cards");
    await chosen.getByRole("button", { name: say("取消", "Cancel") }).click();
    await expect(chosen).toBeHidden();
    await visitor.records.first().getByRole("link").click();
    await expect(page).toHaveURL(/id=/);
    await visitor.leave();
  });
}
