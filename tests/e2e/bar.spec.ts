/** Command palette and notifications in the header. */
import { expect, test } from "./portal.ts";
import { ALL_SCREENS, DESKTOP, PHONE, type Screen, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

test("the palette finds pages and records by keyboard alone, only what was granted", async ({ browser, portal }) => {
  for (const screen of walk(DESKTOP, PHONE)) {
    const visitor = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = visitor;
    await visitor.enter("checker");
    await page.goto(portal.url, { waitUntil: "commit" });
    // Opened immediately, before the home page has loaded.
    await page.getByRole("banner").waitFor();
    // Keys are kept from the shortcut on, also while the palette is loading.
    await page.route(/CommandPalette.*\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.keyboard.press("/");
    await page.keyboard.type("abcdefghijklmnopqrst");
    await expect(page.getByRole("combobox", { name: say("搜索页面与订单", "Search pages and orders") })).toHaveValue(
      "abcdefghijklmnopqrst",
    );
    const field = page.getByRole("combobox", { name: say("搜索页面与订单", "Search pages and orders") });
    await expect(field).toBeFocused();
    await visitor.accessible("palette");
    await field.fill(say("钱包明细", "wallet details"));
    await expect(page.getByRole("option").first()).toContainText(say("账户流水", "Statement"));
    // Matches Chinese pages by their initials, in either language.
    await field.fill("qbmx");
    await expect(page.getByRole("option").first()).toContainText(say("账户流水", "Statement"));
    await page.keyboard.press("Escape");
    await expect(field).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await field.fill("WD20");
    const record = page.getByRole("option").filter({ hasText: "WD20" });
    await expect(record.first()).toBeVisible();
    await visitor.accessible("palette with records");
    const number = /WD\d+/.exec(await record.first().innerText())![0];
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`id=${number}`));
    await expect(page.getByRole("dialog", { name: number })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // Pasting a number and pressing Enter immediately also opens the record.
    await expect(page).not.toHaveURL(/id=/);
    await page.keyboard.press("Control+k");
    await field.fill(number);
    await field.press("Enter");
    await expect(page).toHaveURL(new RegExp(`id=${number}`));
    await expect(page.getByRole("dialog", { name: number })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // The last line opens the list with the same query and all matches.
    await page.keyboard.press("Control+k");
    await field.fill("WD20");
    const whole = page
      .getByRole("option")
      .filter({ hasText: say("中查看全部", "See all") })
      .last();
    const count = /[\d,]+/.exec((await whole.innerText()).replace("WD20", ""))![0];
    await page.keyboard.press("ArrowUp");
    await expect(whole).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/[?&]q=WD20/);
    await expect(page.getByRole("main")).toContainText(new RegExp(say(`共 ${count} 笔付款`, `${count} payments`)));
    // "Pay qihang 5000" offers the payees of that name, each with its filled form.
    await page.keyboard.press("Control+k");
    await field.fill(say("付 qhmy 5000", "pay qhmy 5000"));
    const payee = page.getByRole("option").filter({ hasText: "杭州启航贸易有限公司" }).first();
    await expect(payee).toContainText("5,000");
    await field.fill(say("付 泉州 5000", "pay quanzhou 5000"));
    await expect(page.getByRole("option").filter({ hasText: "泉州鑫源鞋业有限公司" }).first()).toContainText("5,000");
    // Payees by full pinyin.
    await field.fill("quanzhouxinyuan");
    await expect(page.getByRole("option").filter({ hasText: "泉州鑫源鞋业有限公司" }).first()).toBeVisible();
    await field.fill("no such thing at all");
    await expect(page.getByText(say("没有找到", "Nothing found"))).toBeVisible();
    await visitor.leave();
  }
});

test("New opens each form from every page: by the pointer, by c and the letter of an entry, and from the phone's bar", async ({
  browser,
  portal,
}) => {
  for (const screen of [DESKTOP, PHONE]) {
    const visitor = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = visitor;
    await visitor.enter("maker");
    await page.goto(portal.url);
    await page.getByRole("banner").waitFor();
    if (visitor.phone) {
      await page.getByRole("button", { name: say("新建", "New"), exact: true }).click();
      const sheet = page.getByRole("dialog", { name: say("新建", "New") });
      await expect(sheet.getByRole("link").first()).toBeVisible();
      await visitor.accessible("the sheet of New");
      await visitor.touchable("the sheet of New");
      await sheet.getByRole("link", { name: say("批量付款", "Batch payment") }).click();
      await expect(page).toHaveURL(/withdrawal\?tab=batch/);
      await expect(sheet).toHaveCount(0);
    } else {
      const button = page.getByRole("button", { name: say("新建", "New"), exact: true });
      await button.click();
      await visitor.accessible("New");
      await page
        .locator(".new-menu")
        .getByRole("link", { name: say("预期收款", "Expect a payment") })
        .click();
      await expect(page).toHaveURL(/recharge\?tab=expect/);
      await page.goto(`${portal.url}/transfer?tab=records`);
      await expect(visitor.records.first()).toBeVisible();
      await page.keyboard.press("c");
      await expect(button).toHaveAttribute("aria-expanded", "true");
      await expect(page.locator(".new-menu").getByRole("link").first()).toBeVisible();
      await page.keyboard.press("a");
      await expect(page).toHaveURL(/paymentAccount\?tab=pay/);
      // Single-key shortcuts do not fire while typing.
      await page.locator("main input:not([type=checkbox])").first().press("c");
      await expect(button).toHaveAttribute("aria-expanded", "false");
    }
    await visitor.leave();
  }
});

test("the phone's bar: five places on every page, out of the way of a form's buttons and of a keyboard", async ({
  browser,
  portal,
}) => {
  const visitor = await Visitor.arrive(browser, portal.url, { lang: "en", width: 390 });
  const { page, say } = visitor;
  await visitor.enter("checker");
  await page.goto(`${portal.url}/withdrawal?tab=records`);
  await expect(visitor.records.first()).toBeVisible();
  const bar = page.getByRole("navigation", { name: say("常用位置", "Main places") });
  await expect(bar.locator(".bar-place")).toHaveCount(5);
  await visitor.touchable("the phone's bar");
  // The last card ends above the bottom bar.
  const below = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const footer = (await page.getByRole("contentinfo").boundingBox())!;
    return footer.y + footer.height - (await bar.boundingBox())!.y;
  };
  // Cards take their height while they load.
  await expect.poll(below, "the footer above the bar").toBeLessThanOrEqual(1);
  await page.evaluate(() => scrollTo(0, 0));
  const search = page.locator("[data-keyword]");
  await search.focus();
  await expect(bar).toBeHidden();
  await search.blur();
  await bar.getByRole("link", { name: "Inbox" }).click();
  await expect(page).toHaveURL(/\/inbox$/);
  await expect(bar.locator("[aria-current=page]")).toHaveText("Inbox");
  await bar.getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/exchangerateInquiry$/);
  await expect(bar.locator("[aria-current=page]")).toHaveText("Home");
  await page.goto(`${portal.url}/withdrawal?tab=pay`);
  await expect(page.locator(".pf-footer")).toBeVisible();
  await expect(bar).toBeHidden();
  await visitor.leave();
});

test("a list's first row is at most 200 px below the header", async ({ browser, portal }) => {
  const others: Screen[] = [
    { lang: "en", width: 1440 },
    { lang: "zh", width: 390 },
  ];
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  await visitor.enter("checker");
  for (const screen of [DESKTOP, PHONE, ...(ALL_SCREENS ? others : [])]) {
    await visitor.turn(screen);
    for (const path of [
      "/withdrawal?tab=records",
      "/transactionInquiry?tab=withdrawal",
      "/Creditmanage?tab=all",
      "/notifications",
    ]) {
      await visitor.page.goto(portal.url + path);
      await expect(visitor.records.first()).toBeVisible();
      const header = (await visitor.page.getByRole("banner").boundingBox())!;
      const row = (await visitor.records.first().boundingBox())!;
      expect(row.y - header.y - header.height, `${path} (${screen.lang}, ${screen.width})`).toBeLessThanOrEqual(200);
    }
  }
  await visitor.leave();
});

test("notices: counted at the bell, read one by one or all at once", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  await visitor.enter("maker");
  for (const [index, screen] of walk(DESKTOP, PHONE).entries()) {
    await visitor.turn(screen);
    await page.goto(`${portal.url}/notifications`);
    await expect(visitor.records.first()).toBeVisible();
    const bell = page.getByRole("button", { name: new RegExp(say("^通知", "^Notifications")) });
    const all = page.getByRole("button", { name: say("全部标为已读", "Mark all as read"), exact: true });
    await expect(all).toBeEnabled();
    await bell.click();
    // The rows of the panel are the cards of the list, with its fields and status.
    await expect(page.locator(".bell-panel .pt-card .status").first()).toBeVisible();
    const panel = page.locator(".bell .disclosure-panel");
    expect(await panel.evaluate((box) => box.scrollWidth - box.clientWidth), "no title is cut").toBe(0);
    await visitor.accessible("bell");
    await page.keyboard.press("Escape");
    await visitor.accessible("notices");
    await visitor.fits("notices");
    if (index === 0) {
      await expect(bell).toHaveAccessibleName(/\d+/);
      await all.click();
      await expect(page.getByText(say("已全部标为已读。", "All marked as read."))).toBeVisible();
    }
    await expect(bell).toHaveAccessibleName(say("通知", "Notifications"));
    await expect(visitor.record(say("未读", "Unread"))).toHaveCount(0);
  }
  await visitor.leave();
});

test("a count that comes moves no tab of either level [L3]", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, DESKTOP);
  const { page, say } = visitor;
  await visitor.enter("checker");
  let count = () => {};
  const counted = new Promise<void>((resolve) => (count = resolve));
  await page.route(/turn=you/, async (route) => {
    await counted;
    await route.continue();
  });
  await page.goto(`${portal.url}/internalTransfer`);
  const tabs = page.getByRole("navigation", { name: say("菜单", "Menu"), exact: true });
  const row = page.getByRole("navigation", { name: say("菜单 · 付款", "Menu · Pay"), exact: true });
  await expect(row).toBeVisible();
  const places = () =>
    tabs
      .or(row)
      .locator("li")
      .evaluateAll((items) =>
        items.map((item) => {
          const { x, y, width } = item.getBoundingClientRect();
          return { text: item.querySelector(".tab")?.textContent, x, y, width };
        }),
      );
  const before = await places();
  count();
  await expect(tabs.locator(".badge").first()).toBeVisible();
  await expect(row.locator(".badge").first()).toBeVisible();
  expect(await places()).toEqual(before);
  await visitor.leave();
});
