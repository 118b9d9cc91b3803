/** Fills a multi-step form, including slow uploads. */
import { test } from "./every-form.ts";
import { Keyboard } from "./keyboard.ts";
import { expect } from "./portal.ts";
import { DESKTOP, PHONE, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

for (const screen of walk(PHONE, DESKTOP)) {
  test(`steps: each checked alone, its call posted, errors led to, ${screen.lang} at ${screen.width} px`, async ({
    browser,
    portal,
  }) => {
    const visitor = await Visitor.arrive(browser, portal.url, screen);
    const { page, say } = visitor;
    const keys = new Keyboard(page);
    const current = page.locator("[data-step]");
    const step = (at: number, of: number, label: string) =>
      expect(current).toHaveAttribute(
        "aria-label",
        say(`第 ${at} 步，共 ${of} 步：${label}`, `Step ${at} of ${of}: ${label}`),
      );
    const next = say("下一步", "Next");
    /** The submit button is disabled for two seconds after an attempt. */
    const rested = () => expect(page.locator(".pf-footer [data-main]")).not.toHaveAttribute("aria-disabled", "true");
    const picture = async (name: string) => {
      await visitor.accessible(name);
      await visitor.fits(name);
      if (process.env.PICTURES)
        await page.screenshot({
          path: `${process.env.PICTURES}/${name.replaceAll(" ", "-")}-${screen.lang}-${screen.width}.png`,
        });
    };
    await visitor.enter("maker");
    await page.goto(`${portal.url}/everyForm?tab=steps`);
    await step(1, 3, say("收款方", "Payee"));

    // Shows only errors of the current step.
    await keys.pressOn(next);
    await expect(page.locator("[data-summary]")).toContainText(say("3 处需要修改", "Fix 3 fields"));
    await picture("step with errors");
    await keys.radio(say("主体", "Party"), say("企业", "Company"));
    await keys.write(say("名称", "Name"), "taken");
    await keys.write(say("邮箱", "Email"), "finance@example.com");
    await step(1, 3, say("收款方", "Payee"));

    // The step's own call rejects the value, with the error at the field.
    const posted = page.waitForRequest((request) => request.url().endsWith("/api/mer/own/agrees"));
    await keys.press("Enter");
    expect((await posted).postDataJSON()).toEqual({ type: "01", name: "taken", email: "finance@example.com" });
    await expect(visitor.field(say("名称", "Name"))).toBeFocused();
    await expect(await visitor.below(say("名称", "Name"))).toHaveText(say("名称已被占用", "This name is taken"));
    await keys.press("Control+a");
    const name = `Nordlicht ${screen.lang} ${Date.now()}`;
    await keys.type(name);
    await keys.press("Enter");
    await step(2, 3, say("企业信息", "Company"));
    await expect(current).toBeFocused();

    // Going back keeps the values. An individual has no second step.
    await keys.to(say("上一步", "Previous"));
    await keys.press("Enter");
    await expect(visitor.field(say("名称", "Name"))).toHaveValue(name);
    await keys.radio(say("主体", "Party"), say("个人", "Individual"));
    await step(1, 3, say("收款方", "Payee"));
    await expect(page.locator(".pf-steps li del")).toContainText(say("企业信息", "Company"));
    await keys.pressOn(next);
    await step(3, 3, say("银行与金额", "Bank and amount"));
    await picture("last step");
    await keys.write(say("SWIFT 代码", "SWIFT code"), "HSBCHKHH");
    await keys.write(say("金额", "Amount"), "2500");
    await keys.press("Enter");
    await expect(page.locator("[data-review]")).toContainText("2,500.00");

    // A server error in another step navigates to that step.
    await page.route(
      "**/api/mer/own/everyStep/create",
      (route) =>
        route.fulfill({
          json: {
            code: 4000,
            message: "",
            map: {
              errors: [
                { at: "/name", code: "unique", params: {}, message: say("名称已存在", "Name is already in use") },
              ],
            },
            traceId: "t",
          },
        }),
      { times: 1 },
    );
    await rested();
    await keys.pressOn(say("确认保存", "Save"));
    await step(1, 3, say("收款方", "Payee"));
    await expect(visitor.field(say("名称", "Name"))).toBeFocused();
    await keys.press("End");
    await keys.type("b");
    await rested();
    await keys.press("Enter");
    await step(3, 3, say("银行与金额", "Bank and amount"));
    await keys.to(say("金额", "Amount"));
    await keys.press("Enter");
    await expect(page.locator("[data-review]")).toBeFocused();
    const result = page.waitForResponse((response) => response.url().endsWith("/everyStep/create"));
    await keys.pressOn(say("确认保存", "Save"));
    expect(await (await result).json()).toMatchObject({
      code: 2000,
      map: { record: { name: `${name}b`, type: "00", swift: "HSBCHKHH", amount: "2500.00" } },
    });
    await visitor.leave();
  });
}

test("a file: progress, cancel, what is refused, a new try", async ({ browser, portal }) => {
  const visitor = await Visitor.arrive(browser, portal.url, { lang: "zh", width: 1440 });
  const { page } = visitor;
  const keys = new Keyboard(page);
  await visitor.enter("maker");
  await page.goto(`${portal.url}/everyForm?tab=kinds`);
  await expect(visitor.field("标题")).toBeVisible();
  const choose = (name: string, content = PDF) =>
    keys.attach("合同扫描件", "Space", { name, mimeType: "application/octet-stream", buffer: content });
  await choose("合同.exe");
  await expect(await visitor.below("合同扫描件")).toContainText("打不开这种文件，可用格式");
  // The server rejects a file that is not a PDF; the user can replace it.
  await choose("假.pdf", Buffer.from("not a PDF"));
  await expect(page.locator(".pf-file [role=alert]")).toContainText("打不开这种文件");
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/mer/own/file", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await choose("慢.pdf");
  await expect(page.getByRole("progressbar", { name: "慢.pdf" })).toBeVisible();
  await keys.pressOn("取消");
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(visitor.field("合同扫描件")).toBeFocused();
  release();
  await page.unroute("**/api/mer/own/file");
  await choose("合同.pdf");
  await expect(page.getByText("合同.pdf")).toBeVisible();
  await keys.pressOn("删除 合同扫描件");
  await expect(page.getByText("合同.pdf")).toHaveCount(0);
  await visitor.leave();
});
