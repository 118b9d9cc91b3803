/** Inbox: all orders awaiting the user in one list, decided there by keyboard alone, across several kinds of orders. */
import { Keyboard } from "./keyboard.ts";
import { expect, PASSWORD, signIn, startPortal, test } from "./portal.ts";

test("activity lists orders of every kind by day with sums, and shows one beside the list [C19]", async ({
  page,
  portal,
  errors,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, portal.url, "checker@demo.portolan");
  await page.goto(`${portal.url}/transactionInquiry`);
  await expect(page.getByRole("heading", { level: 1, name: "交易记录" })).toBeVisible();
  // One row of kinds, of which the specified addresses mark theirs.
  const kinds = page.getByRole("navigation", { name: "交易记录" }).getByRole("link");
  await expect(kinds).toHaveText(["全部", "收款", "付款", "换汇", "转账", "虚拟卡", "流水"]);
  const lines = page.locator(".pv-line");
  await expect(lines.first()).toBeVisible();
  await expect(page).toHaveURL(/createdAt=last30d/);
  await expect(page.locator(".pv-sums dt")).toHaveText(["已收", "已付"]);
  await expect(page.locator('.pv-line[data-sign="in"] .pv-line-amounts').first()).toContainText("+");
  await expect(page.locator('.pv-line[data-sign="out"] .pv-line-amounts').first()).toContainText("−");
  await expect(page.locator('.pv-line[data-sign="own"]').first()).toContainText("换汇");
  // A kind keeps the period and the search, and shows its records alone.
  await kinds.nth(3).click();
  await expect(page).toHaveURL(/createdAt=last30d.*tab=exchanges/);
  await expect(page.locator('.pv-line[data-sign="own"]').first()).toBeVisible();
  await expect(page.locator('.pv-line:not([data-sign="own"])')).toHaveCount(0);
  await kinds.first().click();
  await expect(page.locator('.pv-line[data-sign="in"]').first()).toBeVisible();
  // A search is widened from the last 30 days to all time by one button.
  await page.getByRole("searchbox").fill("Sakura");
  await page.getByRole("button", { name: "搜索全部时间" }).click();
  await expect(page).toHaveURL(/q=Sakura(?!.*last30d)/);
  // Received transfers, remittances and top-ups are listed, each labelled with its kind.
  for (const kind of ["transferIn", "remittance", "cardRecharge"]) {
    await page.goto(`${portal.url}/transactionInquiry?tab=all&entity=${kind}`);
    await expect(lines.first()).toBeVisible();
  }
  // Opens next to the list, without an overlay; the title is a link.
  await expect(lines.first().getByRole("link").first()).toHaveAttribute("href", /id=/);
  await lines.first().getByRole("link").first().click();
  await expect(page.locator(".pd-panel")).toBeVisible();
  await expect(page.locator(".MuiBackdrop-root")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.locator(".pd-panel")).toHaveCount(0);
  await page.goto(`${portal.url}/transactionInquiry?tab=swap`);
  await expect(kinds.filter({ hasText: "换汇" })).toHaveAttribute("aria-current", "true");
  expect(errors).toEqual([]);
});

test("the checker decides in the inbox: one with keys, and orders of several kinds with one password [C20]", async ({
  page,
  errors,
}) => {
  // Uses a separate portal, because no orders remain to be decided.
  const portal = await startPortal();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, portal.url, "checker@demo.portolan");
  await page.getByRole("link", { name: /^待办，\d+ 项$/ }).click();
  await expect(page).toHaveURL(/\/inbox/);
  const rows = page.locator(".pv-inbox .pv-line");
  const approvals = page.getByRole("button", { name: /^待我复核/ });
  await approvals.click();
  await expect(approvals).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".pv-remark").first()).toContainText(/首次付款|平时|24 小时/);
  // The group's own count: its records replace those of the group before once they are loaded.
  await expect(approvals).toHaveText(/\d/);
  const before = Number(await approvals.locator(".pv-count").textContent());
  expect(before).toBeGreaterThan(3);
  await expect(rows).toHaveCount(before);
  // The first record opens next to the list; `a` approves it.
  const first = await rows.first().getAttribute("data-id");
  await expect(page.locator(".pd-panel [data-offer=pass]")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rows.first()).toHaveAttribute("aria-current", "true");
  await expect(page.locator(".pd-panel [data-offer=pass]")).toBeVisible();
  await page.keyboard.press("a");
  const password = page.getByRole("textbox", { name: "支付密码" });
  await password.fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(before - 1);
  // The result names party and amount, and the counts follow.
  await expect(page.locator(".toast").filter({ hasText: /· .+[\d,.]+\s[A-Z]{3}/ })).toBeVisible();
  await expect(approvals.locator(".pv-count")).toHaveText(String(before - 1));
  await expect(page.locator(`.pv-inbox [data-id="${first}"]`)).toHaveCount(0);
  // Two more are selected and approved in one go, by keys alone and with one password.
  await expect(rows.first()).toHaveAttribute("aria-current", "true");
  const chosen: (string | null)[] = [];
  const bar = page.locator(".pv-decide");
  for (const key of ["x", "Space"]) {
    chosen.push(await page.locator(".pv-inbox [aria-current=true]").getAttribute("data-id"));
    await page.keyboard.press(key);
    await expect(bar).toContainText(`已选 ${chosen.length} 项`);
    await page.keyboard.press("j");
    await expect(page.locator(`.pv-inbox [data-id="${chosen.at(-1)}"]`)).not.toHaveAttribute("aria-current", "true");
  }
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "复核通过" });
  await expect(dialog.locator("button[data-main]")).toBeFocused();
  // Each record with its party and amount, what is unusual about it, and the sums; the password dialog repeats them.
  const asked = dialog.getByRole("list", { name: "待处理的记录" }).getByRole("listitem");
  await expect(asked).toHaveText([/[\d,.]+\s[A-Z]{3}/, /[\d,.]+\s[A-Z]{3}/]);
  const flags = await dialog.locator(".pt-flag").count();
  await page.keyboard.press("Enter");
  await expect(password).toBeFocused();
  const lines = page.locator(".step-up-lines > div");
  await expect(lines.filter({ hasText: /[\d,.]+\s[A-Z]{3}/ })).not.toHaveCount(0);
  await expect(page.locator(".step-up-flag")).toHaveCount(flags);
  await page.keyboard.insertText(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "关闭" })).toBeFocused();
  await expect(dialog.getByRole("listitem")).toHaveText([/[\d,.]+\s[A-Z]{3}.*已完成/, /[\d,.]+\s[A-Z]{3}.*已完成/]);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(before - 3);
  for (const id of chosen) await expect(page.locator(`.pv-inbox [data-id="${id}"]`)).toHaveCount(0);
  // The next record takes their place. The remaining ones, of several kinds, are approved in one go.
  await expect(rows.first()).toHaveAttribute("aria-current", "true");
  await page.getByRole("checkbox", { name: /全部/ }).check();
  await expect(page.locator(".pv-decide")).toContainText("CNY");
  await page.locator(".pv-decide [data-main]").click();
  await expect(dialog).toContainText("CNY");
  await dialog.locator("[data-main]").click();
  await password.fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "关闭" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows).toHaveCount(0);
  expect(errors).toEqual([]);
  await portal.stop();
});

test("a payee that is missing is added from the picker, and the form keeps its amount [C10]", async ({
  page,
  portal,
  errors,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, portal.url, "maker@demo.portolan");
  await page.goto(`${portal.url}/withdrawal?tab=pay`);
  const amount = page.getByRole("textbox", { name: /^付款金额/ });
  await amount.fill("3456.00");
  const payee = page.getByRole("combobox", { name: /^收款人/ });
  await payee.fill("王小明");
  const add = page.getByRole("option", { name: "＋ 新增收款人“王小明”" });
  await expect(add).toBeVisible();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "新增收款人" });
  await expect(drawer.getByRole("textbox", { name: /^户名/ })).toHaveValue("王小明");
  // Escape returns to the form, unchanged.
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(amount).toHaveValue(/3,?456/);
  // Saving selects the new payee in the field.
  await payee.fill("王小明");
  await add.click();
  const choose = async (label: string, typed: string, option: string) => {
    const box = drawer.getByRole("combobox", { name: label, exact: true });
    await box.click();
    await box.fill(typed);
    await page
      .locator(`[id="${await box.getAttribute("aria-controls")}"][aria-busy=false]`)
      .getByRole("option", { name: option })
      .first()
      .click();
  };
  await drawer.getByRole("textbox", { name: /^账号/ }).fill("6222021202041234567");
  // The branch alone says which bank, city and province.
  await choose("支行", "工商银行杭州", "中国工商银行杭州分行营业部");
  await expect(drawer.getByRole("combobox", { name: "省份", exact: true })).toHaveValue("浙江省");
  await drawer.getByRole("button", { name: "保存收款人" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(payee).toHaveValue(/^王小明/);
  await expect(amount).toHaveValue(/3,?456/);
  await expect(page).toHaveURL(/withdrawal\?tab=pay/);

  // Abroad by keyboard alone: the payee's form has two steps, and the payment keeps its amount.
  const keys = new Keyboard(page);
  await page.goto(`${portal.url}/paymentAccount?tab=pay`);
  await expect(amount).toBeVisible();
  await keys.write("付款金额", "1234.00");
  await keys.to("收款人", "Shift+Tab");
  await keys.type("Harbour Lane Ltd");
  await expect(page.getByRole("option", { name: "＋ 新增收款人“Harbour Lane Ltd”" })).toBeVisible();
  await keys.press("Enter");
  await expect(drawer.getByRole("textbox", { name: /^户名/ })).toHaveValue("Harbour Lane Ltd");
  await keys.choose("国家/地区", "德国", "德国");
  await keys.write("城市", "Hamburg");
  await keys.radio("类型", "企业");
  await keys.write("公司名称", "Harbour Lane Ltd");
  await keys.write("地址", "Kaistrasse 1");
  await keys.pressOn("下一步");
  await expect(drawer.getByRole("textbox", { name: /^SWIFT/ })).toBeVisible();
  await keys.write("SWIFT 代码", "DEUTDEFF");
  await keys.write("账号", "DE89370400440532013000");
  await keys.write("收款银行", "Deutsche Bank AG");
  await keys.radio("手续费承担", "双方各付 (SHA)");
  await keys.pressOn("保存收款人");
  await expect(drawer).toHaveCount(0);
  await expect(payee).toHaveValue(/^Harbour Lane Ltd/);
  await expect(payee).toBeFocused();
  await expect(amount).toHaveValue(/1,?234/);
  await expect(page).toHaveURL(/paymentAccount\?tab=pay/);
  expect(errors).toEqual([]);
});
