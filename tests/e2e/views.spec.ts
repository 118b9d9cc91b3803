/** Views of money: the wallet as cards, the account as a statement, and the summary next to a payment form. */
import { expect, test } from "./portal.ts";
import { DESKTOP, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

/** Parses an amount into minor units, so that sums are exact. */
const minor = (text: string) => BigInt(text.replaceAll("−", "-").replace(/[^\d-]/g, "") || "0");

for (const screen of walk(PHONE, DESKTOP))
  test(`wallet, statement and summary at ${screen.width} in ${screen.lang}`, async ({ browser, portal }) => {
    const visitor = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = visitor;
    await visitor.enter("maker");

    await test.step("a card per currency under one total", async () => {
      await page.goto(`${portal.url}/accountBalance`);
      const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "USD", exact: true }) });
      await expect(card.getByRole("link", { name: say("换汇 USD", "Exchange USD") })).toHaveAttribute(
        "href",
        "/currencyExchange?sell=USD",
      );
      await expect(page.locator(".py-total-sum strong")).toHaveText(/^[\d,]+\.\d{2}$/);
      const narrow = page.viewportSize()!;
      await page.setViewportSize({ width: 1440, height: 900 });
      const cards = await page.locator(".py-balances").evaluate((list) => {
        const boxes = [...list.children].map((card) => card.getBoundingClientRect());
        const count = (sizes: number[]) => new Set(sizes.map(Math.round)).size;
        return { rows: count(boxes.map(({ top }) => top)), widths: count(boxes.map(({ width }) => width)) };
      });
      expect(cards, "five currencies in two rows of cards as wide as each other").toEqual({ rows: 2, widths: 1 });
      await page.setViewportSize(narrow);
      await visitor.accessible("wallet as cards");
      await visitor.fits("wallet as cards");
      await page.getByRole("link", { name: say("表格", "Table"), exact: true }).click();
      await expect(visitor.records.first()).toBeVisible();
    });

    await test.step("payees: a star puts one first, its row pays it, and a new one is asked where its account is", async () => {
      await page.goto(`${portal.url}/payees`);
      const lines = page.locator(".pv-directory > [data-id]");
      await expect(
        lines.filter({ hasText: say(/上次 [\d-]+ · \d+ 笔/, /Last \d+ \w+ · \d+ payments/) }),
      ).not.toHaveCount(0);
      const line = lines.filter({ hasText: "Nordwind Handels GmbH" }).first();
      const star = line.getByRole("button", {
        name: say("常用 Nordwind Handels GmbH", "Starred Nordwind Handels GmbH"),
      });
      await expect(line.getByRole("link", { name: say(/^付款/, /^Pay/) })).toHaveAttribute(
        "href",
        /^\/paymentAccount\?tab=pay&payeeId=RP/,
      );
      await star.click();
      await expect(star).toHaveAttribute("aria-pressed", "true");
      await expect(lines.first()).toContainText("Nordwind Handels GmbH");
      await star.click();
      await expect(lines.first()).not.toContainText("Nordwind Handels GmbH");
      await visitor.accessible("payees");
      await visitor.fits("payees");
      await visitor.touchable("payees");
      await page
        .getByRole("link", { name: say("新增收款人", "Add payee"), exact: true })
        .first()
        .click();
      await page.getByRole("radio", { name: say("境外", "Abroad"), exact: true }).check();
      await expect(page.getByLabel(say("国家/地区", "Country or region"))).toBeVisible();
      await expect(page.getByLabel(say("支行", "Branch"))).toBeHidden();
      await visitor.accessible("where the account is");
      await visitor.fits("where the account is");
    });

    await test.step("each balance of the statement is the one before it with the line added", async () => {
      await page.goto(`${portal.url}/accountBalance?tab=details&currency=USD&createdAt=last90d`);
      const lines = page.locator(".py-statement tbody tr:not(.py-edge)");
      await expect(lines.first()).toBeVisible();
      const figures = await lines.evaluateAll((rows) =>
        rows.map((row) =>
          ["credit", "debit", "balance"].map(
            (column) => row.querySelector(`[data-column="${column}"]`)?.textContent ?? "",
          ),
        ),
      );
      expect(figures.length).toBeGreaterThan(3);
      for (const [at, [credit = "", debit = "", balance = ""]] of figures.entries()) {
        const before = figures[at + 1]?.[2];
        if (before !== undefined) expect(minor(before) + minor(credit) - minor(debit)).toBe(minor(balance));
      }
      await expect(page.locator(".py-edge").first()).toContainText(figures[0]?.[2] ?? "none");
      // The print has the columns and balances of the screen.
      const columns = await page.locator("main .py-statement thead th").allTextContents();
      await page.evaluate(() => (window.print = () => undefined));
      await page.getByRole("button", { name: say("打印", "Print") }).click();
      const paper = page.locator(".py-paper");
      await expect(paper.locator("thead th")).toHaveText(columns);
      await expect(paper.locator(".py-edge")).toHaveCount(2);
      await expect(paper.locator("p")).toHaveText(/^\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d · /);
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      await expect(paper).toHaveCount(0);
      await visitor.accessible("statement");
      await visitor.fits("statement");
      // With another filter, opening and closing balance would not enclose the lines.
      await page.goto(`${page.url()}&type=recharge`);
      await expect(lines.first()).toBeVisible();
      await expect(page.locator(".py-edge")).toHaveCount(0);
    });

    await test.step("what came in and went out: bars by keys, the same figures as a table, the period in the address", async () => {
      await page.goto(`${portal.url}/transactionInquiry?tab=inOut`);
      const period = page.getByLabel(say("时间段", "Period"));
      await expect(period).toHaveValue("last30d");
      await period.selectOption("last90d");
      const days = page.getByRole("slider");
      await expect(days).toHaveAttribute("aria-valuemax", "90");
      const total = await page.locator(".pv-report-totals dd").first().innerText();
      await days.focus();
      await page.keyboard.press("End");
      await expect(days).toHaveAttribute("aria-valuenow", "90");
      await visitor.accessible("report");
      await visitor.fits("report");
      await visitor.touchable("report");
      await page.getByRole("button", { name: say("表格", "Table"), exact: true }).click();
      const cells = page.locator(".pv-report-table tbody tr td:nth-of-type(1)");
      await expect(cells).toHaveCount(90);
      const sum = (await cells.allTextContents()).reduce((all, text) => all + minor(text), 0n);
      expect(sum).toBe(minor(total));
      await period.selectOption("last30d");
      await expect(page).toHaveURL(/createdAt=last30d/);
      await expect(cells).toHaveCount(30);
    });

    await test.step("a card is frozen by its switch, drawn as an outline, and usable again by the same switch", async () => {
      await page.goto(`${portal.url}/virtualCard?tab=management&status=usable`);
      // A card that was used: other stories of this portal add cards.
      const used = page.locator(".py-beside:has(.py-recent:not([data-until]))").first();
      const name = (await used.locator("h2 a").textContent()) ?? "";
      await page.goto(`${portal.url}/virtualCard?tab=management&label==${encodeURIComponent(name)}`);
      const flip = page.getByRole("switch", { name: `${say("锁卡", "Freeze")} ${name}` });
      await expect(flip).not.toBeChecked();
      await flip.click();
      await expect(flip).toBeChecked();
      await expect(page.locator(".py-face[data-outlined]")).toHaveCount(1);
      await visitor.accessible("cards with a switch");
      await visitor.touchable("cards with a switch");
      await flip.click();
      await expect(flip).not.toBeChecked();
      await expect(page.locator(".py-face[data-outlined]")).toHaveCount(0);
      const purchases = page.getByRole("link", { name: `${say("最近交易", "Latest purchases")} ${name}`, exact: true });
      await expect(purchases).toHaveAttribute("href", /tab=trading&cardId=VC/);
    });

    await test.step("a failed payment begins with why, where the money is since when, and the next step", async () => {
      await page.emulateMedia({ colorScheme: visitor.phone ? "dark" : "light" });
      await page.goto(`${portal.url}/withdrawal?tab=records&status=failed`);
      await visitor.records.first().getByRole("link").first().click();
      const dialog = page.getByRole("dialog");
      const outcome = dialog.locator(".pd-outcome");
      await expect(outcome).toContainText(say(/^(付款未成功|对方银行退回了付款)：.+。/, /^The .+: .+\./));
      await expect(outcome).toContainText(
        say(/[\d,.]+\sCNY 已退回可用余额/, /[\d,.]+\sCNY is back in your available balance/),
      );
      await expect(outcome.locator("time")).toHaveText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
      const { y } = (await outcome.boundingBox())!;
      expect(y, "the outcome comes before the amount").toBeLessThan(
        (await dialog.locator(".pd-amount").boundingBox())!.y,
      );
      const next = dialog.getByRole("link", { name: say("修改后重新提交", "Edit and resubmit") });
      await expect(next).toBeInViewport();
      await visitor.accessible("a failed payment");
      await next.click();
      await expect(page).toHaveURL(/withdrawal\?tab=pay&accountId=.+amount=/);
      await page.emulateMedia({ colorScheme: "light" });
    });

    await test.step("the summary says nothing before input, then what leaves and what is left", async () => {
      const dashes = page.locator(".pf-form").getByText("—", { exact: true }).filter({ visible: true });
      await page.goto(`${portal.url}/virtualCard?tab=add`);
      await expect(page.getByRole("combobox", { name: say("卡产品", "Card product"), exact: true })).toBeVisible();
      await expect(dashes).toHaveCount(0);
      await page.goto(`${portal.url}/withdrawal?tab=pay`);
      const amount = page.getByRole("textbox", { name: say("付款金额", "Amount"), exact: true });
      await expect(amount).toBeVisible();
      await expect(dashes).toHaveCount(0);
      await amount.fill("2000");
      if (visitor.phone) await page.locator(".pf-summary-bar > button").click();
      const summary = page.locator(".pf-summary:visible");
      for (const text of [say("对方收到", "They receive"), say("付款后可用", "Available after"), "2,012.00"])
        await expect(summary).toContainText(text);
      await visitor.accessible("payment with its summary");
      await visitor.fits("payment with its summary");
    });
    await visitor.leave();
  });
