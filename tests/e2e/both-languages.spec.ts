/**
 * What must be the same in both languages, as one reader meets it in Chinese on a desktop and the other in English on a
 * phone in the dark: what waits for whom, notices, rates, currencies and the nouns of a form.
 */
import { expect, test } from "./portal.ts";
import { DESKTOP, PHONE } from "./screens.ts";
import type { Visitor as User } from "./visitor.ts";
import { Visitor } from "./visitor.ts";

const SCREENS = [
  { ...DESKTOP, theme: "light" },
  { ...PHONE, theme: "dark" },
] as const;

/** An amount with its currency, such as `15,800.40 EUR`. */
const AMOUNT = /\d[\d,]*(\.\d+)?\s[A-Z]{3}\b/;
/** Numbers of orders that move money. */
const ORDER = /\b(WD|RM|RC|TR|CL|SW)\d{10}/;
/** Another party of the demo data. */
const PARTY = /GmbH|KK|Ltd|有限|公司|Co\./;

const readIds = (visitor: User) =>
  visitor.page
    .locator("main [data-id]")
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset["id"] ?? "").toSorted());

/** Returns the orders that wait for the user, and those that do not, as each page lists them. */
async function readTurns(visitor: User): Promise<{ you: string[]; us: string[] }> {
  const { page, url, say } = visitor;
  await page.goto(`${url}/inbox`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("待办", "Inbox"));
  await expect(page.locator(".pv-inbox .pv-line").first()).toBeVisible();
  const inbox = await readIds(visitor);
  const lists: string[][] = [];
  for (const [turn, word] of [
    ["you", say("待我处理", "Action needed")],
    ["us", say("处理中", "In progress")],
  ] as const) {
    await page.goto(`${url}/exchangerateInquiry?tab=pending&turn=${turn}`);
    await expect(visitor.records.first()).toBeVisible();
    await expect(visitor.records.filter({ hasNotText: word })).toHaveCount(0);
    lists.push(await readIds(visitor));
  }
  const [you = [], us = []] = lists;
  expect(inbox, "what waits for the user in the inbox").toEqual(you);
  return { you, us };
}

/** Expects that each notice, at the bell and on its page, names the other party and the amount. */
async function readNotices({ page, url, records, say }: User): Promise<string[]> {
  await page.goto(`${url}/notifications`);
  await expect(records.first()).toBeVisible();
  await page.getByRole("button", { name: say(/^通知/, /^Notifications/) }).click();
  const listed = page.locator(".bell-panel li");
  await expect(listed.first()).toBeVisible();
  const orders: string[] = [];
  for (const row of await Promise.all([records.allInnerTexts(), listed.allInnerTexts()])) {
    expect(row.length).toBeGreaterThan(3);
    for (const text of row) {
      expect(text, "a notice is a sentence").toMatch(/[。.]/);
      const [order] = ORDER.exec(text) ?? [];
      if (order === undefined) continue;
      expect(text).toMatch(AMOUNT);
      // An exchange has no other party.
      if (!order.startsWith("SW")) expect(text.replace(ORDER, "")).toMatch(PARTY);
      orders.push(order);
    }
  }
  await page.keyboard.press("Escape");
  return orders;
}

/** Expects the order of the prices of all pairs, and returns their figures. */
async function readRates({ page, url, say }: User): Promise<string[][]> {
  await page.goto(url);
  const rates = page.getByRole("region", { name: say("我的汇率", "Your rates"), exact: true });
  await rates.getByRole("button", { name: say(/全部 \d+ 个货币对/, /All \d+ pairs/) }).click();
  const table = rates.getByRole("table").first();
  await expect(table).toBeVisible();
  const head = await table.locator("thead th").allTextContents();
  const [mid, buy, sell] = [
    say("市场中间价", "Mid-market"),
    say("您买入价", "You buy at"),
    say("您卖出价", "You sell at"),
  ].map((label) => head.indexOf(label));
  const rows = await table
    .locator("tbody tr:not(:has([colspan]))")
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.children].map((cell) => (cell.querySelector("strong, .hm-rate") ?? cell).textContent ?? ""),
      ),
    );
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const [middle, buying, selling] = [mid, buy, sell].map((column) => Number(row[column!]));
    expect(buying, row.join()).toBeGreaterThanOrEqual(middle!);
    // A currency that cannot be sold has no such price.
    if (!Number.isNaN(selling)) expect(selling, row.join()).toBeLessThan(middle!);
  }
  return rows.map((row) => row.slice(0, 4));
}

/**
 * Expects usable currencies first, with their balance, then the others folded with their number, each with a reason.
 * Returns all of them with whether they can be chosen.
 */
async function readCurrencies({ page, url, say }: User): Promise<string[][]> {
  const available = say(/可用 [\d,.]+$/, /[\d,.]+ available$/);
  const reason = say(/没有可用余额|暂不支持/, /No balance available|Not available|Can't be sold/);
  const folded = say(/^暂不可用 \d+ 个/, /^\d+ not available/);
  const count = (text: string) => Number(/\d+/.exec(text)?.[0]);
  await page.goto(`${url}/paymentAccount?tab=pay`);
  await page.getByRole("combobox", { name: say("付款币种", "Currency"), exact: true }).click();
  const fold = page.getByRole("option", { name: folded });
  await fold.click();
  const options = await page.getByRole("option").allTextContents();
  const first = options.findIndex((text) => folded.test(text));
  expect(first).toBeGreaterThan(0);
  for (const text of options.slice(0, first)) expect(text).toMatch(available);
  for (const text of options.slice(first + 1)) expect(text).toMatch(reason);
  expect(options.length - first - 1).toBe(count(options[first]!));
  await fold.click();
  await expect(page.getByRole("option")).toHaveCount(first + 1);

  await page.goto(`${url}/currencyExchange`);
  const sell = page.getByRole("combobox", { name: say("卖出币种", "Selling currency") });
  const closed = page.locator(".sw-closed").first();
  await expect(closed.locator("dd").first()).toBeHidden();
  const offered = await sell.locator("option").allTextContents();
  for (const text of offered) expect(text).toMatch(available);
  const number = count(await closed.locator("summary").innerText());
  await closed.locator("summary").click();
  for (const text of await closed.locator("dt").allTextContents()) expect(text).toMatch(reason);
  expect((await closed.locator("dd").allInnerTexts()).join(" ").split(" ")).toHaveLength(number);
  const codes = (texts: string[]) => texts.map((text) => text.slice(0, 3));
  return [codes(options.filter((text) => !folded.test(text))), [...codes(offered), String(number)]];
}

/** Submits an empty payment form, and expects that each error names its field by the field's own noun. */
async function submitEmpty({ page, url, say }: User, path: string, payee: string): Promise<void> {
  await page.goto(url + path);
  await page.locator(".pf-footer [data-main]").click();
  const summary = page.locator("[data-summary]");
  await expect(summary).toBeFocused();
  const errors = await page.locator("main [aria-invalid=true]").evaluateAll((fields) =>
    fields.map((field) => {
      const textOf = (id: string | null) => document.getElementById(id?.split(" ")[0] ?? "")?.textContent ?? "";
      const label =
        (field as HTMLInputElement).labels?.[0]?.textContent ?? textOf(field.getAttribute("aria-labelledby"));
      return { label: label.trim(), error: textOf(field.getAttribute("aria-describedby")) };
    }),
  );
  expect(errors.length).toBeGreaterThan(1);
  for (const { label, error } of errors) expect(error.toLowerCase(), label).toContain(label.toLowerCase());
  expect(errors.map(({ error }) => error)).toContain(payee);
  for (const link of await summary.getByRole("listitem").allInnerTexts())
    expect(link).toMatch(say(/^(.+)：.*\1/, /^(.+): .*\1/i));
}

test("both languages say the same of what waits, notices, rates, currencies and empty fields", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  // The market moves; both readers get the prices of the first.
  let prices: Buffer | undefined;
  await page.route("**/api/mer/home/rate/price", async (route) => {
    prices ??= await (await route.fetch()).body();
    await route.fulfill({ body: prices, contentType: "application/json" });
  });
  const read = async () => {
    await visitor.enter("checker");
    const turns = await readTurns(visitor);
    await visitor.enter("maker");
    const facts = {
      notices: await readNotices(visitor),
      rates: await readRates(visitor),
      currencies: await readCurrencies(visitor),
    };
    await submitEmpty(visitor, "/withdrawal?tab=pay", say("请选择收款人", "Choose a payee"));
    await submitEmpty(visitor, "/paymentAccount?tab=pay", say("请选择收款人", "Choose a payee"));
    return { ...turns, ...facts };
  };
  const all = [];
  for (const screen of SCREENS) {
    await page.emulateMedia({ colorScheme: screen.theme });
    await visitor.turn(screen);
    all.push(await read());
  }
  expect(all[1]).toEqual(all[0]);
  await visitor.leave();
});
