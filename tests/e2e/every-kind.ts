/** Fills a form with every kind and field keyword by keyboard, and checks drafts, errors and stored values. */
import { expect } from "./portal.ts";
import { test } from "./every-form.ts";
import { Keyboard } from "./keyboard.ts";
import { PASSWORD } from "./portal.ts";
import { type Lang, walk } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const WIDTHS = [1440, 768, 390] as const;
/** Minimal PDF that passes the server's file check. */
const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

async function signInByKeys(visitor: Visitor, keys: Keyboard): Promise<void> {
  const { page, url, say, context, screen } = visitor;
  await context.addCookies([{ name: "lang", value: screen.lang, url }]);
  await page.goto(`${url}/login`);
  await expect(visitor.field(say("登录邮箱", "Email"))).toBeVisible();
  await keys.write(say("登录邮箱", "Email"), "maker@demo.portolan");
  await keys.write(say("登录密码", "Password"), PASSWORD);
  await keys.press("Enter");
  await expect(page).toHaveURL(/exchangerateInquiry/);
}

for (const lang of walk<Lang>("zh", "en")) {
  test(`every kind, by keyboard alone, ${lang}`, async ({ browser, portal }) => {
    test.setTimeout(360_000);
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    const { page, say } = visitor;
    const keys = new Keyboard(page);
    const field = (zh: string, en: string) => visitor.field(say(zh, en));
    const listed = (zh: string, en: string) => page.getByRole("combobox", { name: say(zh, en), exact: true }).first();
    const pictures = async (name: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${name}-${lang}-${width}.png`, fullPage: true });
        await visitor.fits(`${name} at ${width}`);
        await visitor.accessible(`${name} at ${width}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await signInByKeys(visitor, keys);
    await page.goto(`${portal.url}/everyForm?tab=kinds`);
    await expect(field("标题", "Title")).toBeVisible();

    await test.step("empty, and with all its errors", async () => {
      await pictures("empty");
      await keys.to(say("标题", "Title"));
      await keys.press("Control+Enter");
      const summary = page.locator("[data-summary]");
      await expect(summary).toBeFocused();
      await expect(summary).toContainText("34");
      await expect(page.locator(".pf-list-field")).toContainText(
        say("请至少添加一名受益人", "Add at least one beneficial owner"),
      );
      await pictures("errors");
      // Links of the error summary lead to the fields.
      await keys.to(say("号码", "Numbers"), "Tab", true);
      await keys.press("Enter");
      await expect(field("账号", "Account number")).toBeFocused();
      await keys.to(say("标题", "Title"), "Shift+Tab");
    });

    const title = `海图 ${lang} 1`;
    await test.step("texts, choices and numbers", async () => {
      await keys.type(title);
      await expect(visitor.field(say("标题", "Title")).locator("xpath=../..")).toContainText("7/20");
      await keys.write(say("说明", "Description"), "第一行");
      await keys.press("Enter");
      await keys.type("第二行");
      await expect(field("企业名称", "Company name")).toBeHidden();
      await keys.radio(say("主体", "Party"), say("企业", "Company"));
      await keys.select(say("等级", "Level"), say("三级", "Level three"));
      await keys.write(say("企业名称", "Company name"), "杭州启航供应链有限公司");
      // Hiding and showing the field keeps its value.
      await keys.to(say("主体", "Party"), "Shift+Tab");
      await keys.press("ArrowLeft");
      await expect(field("企业名称", "Company name")).toBeHidden();
      await keys.press("ArrowRight");
      await expect(field("企业名称", "Company name")).toHaveValue("杭州启航供应链有限公司");
      await keys.radio(say("是否加急", "Express"), say("是", "Yes"));
      await keys.pressOn(say("接收通知", "Send me notices"), "Space");
      await keys.write(say("合同号", "Contract no."), `HT-${lang}-0001`);
      await keys.write(say("账号", "Account number"), "６２２２ 0212 0204 1234 567");
      await keys.write(say("SWIFT 代码", "SWIFT code"), "hsbchkhh");
      await keys.write("IBAN", "DE89 3704 0044 0532 0130 00");
      await keys.write(say("统一社会信用代码", "Unified Social Credit Code"), "91330106MA27Y5CQ3A");
      await keys.write(say("身份证号", "Resident identity number"), "11010519491231002X");
      await keys.write(say("邮编", "Postcode"), "310000");
      await keys.write(say("卡号", "Card number"), "4111 1111 1111 1111");
      await expect(field("账号", "Account number")).toHaveValue("6222021202041234567");
    });

    await test.step("several values: chips and boxes; a time and an address", async () => {
      const chips = page.getByRole("list", { name: say("已有的标签", "Chosen for Tags") }).getByRole("listitem");
      await keys.write(say("标签", "Tags"), "木材；月结;");
      await keys.type("样品");
      await keys.press("Enter");
      await expect(chips).toHaveText(["木材", "月结", "样品"]);
      await keys.press("Backspace");
      await keys.press("ArrowLeft");
      await keys.press("Delete");
      await expect(chips).toHaveText(["木材", "样品"]);
      await keys.press("End");
      await keys.type("加急");
      await keys.pressOn(say("海运", "Sea"), "Space");
      await expect(chips).toHaveText(["木材", "样品", "加急"]);
      await keys.pressOn(say("铁路", "Rail"), "Space");
      await keys.write(say("开门时间", "Opens at"), "9点30分");
      await keys.write(say("网址", "Website"), "www.Example.com/店铺");
      await keys.press("Tab");
      await expect(field("开门时间", "Opens at")).toHaveValue("09:30");
      await expect(field("网址", "Website")).toHaveValue("https://www.example.com/店铺");
    });

    await test.step("money follows its currency", async () => {
      await keys.select(say("币种", "Currency"), "JPY");
      await keys.write(say("金额", "Amount"), "1234567.5");
      await keys.press("Tab");
      await expect(await visitor.below(say("金额", "Amount"))).toContainText(
        say("最多 0 位小数", "at most 0 decimals"),
      );
      await keys.to(say("金额", "Amount"), "Shift+Tab");
      await keys.press("Control+a");
      await keys.type("1234567");
      await keys.press("Tab");
      await expect(field("金额", "Amount")).toHaveValue("1,234,567");
      await expect(field("手续费", "Fee")).toContainText("2,469");
      await keys.to(say("币种", "Currency"), "Shift+Tab");
      await keys.select(say("币种", "Currency"), "USD");
      await expect(field("手续费", "Fee")).toContainText("2,469.13");
      await keys.write(say("您的汇率", "Exchange rate"), "7.1052");
      await keys.write(say("折扣", "Discount"), "12.5");
      await keys.write(say("件数", "Pieces"), "1,200");
    });

    await test.step("days and times in our own calendar and zone", async () => {
      await keys.to(say("发货日期", "Shipping date"));
      await keys.press("Tab");
      await keys.press("Enter");
      const calendar = page.getByRole("dialog", { name: say("发货日期", "Shipping date") });
      await expect(calendar).toContainText(lang === "zh" ? "一二三四五六日" : "MoTuWeThFrSaSu");
      await keys.press("PageDown");
      await keys.press("End");
      await keys.press("Enter");
      await expect(calendar).toBeHidden();
      await expect(field("发货日期", "Shipping date")).toHaveValue(/^\d{4}-\d\d-\d\d$/);
      await keys.to(say("预约时间", "Appointment"));
      await keys.press("Tab");
      await keys.press("Enter");
      await keys.press("ArrowRight");
      await keys.press("Enter");
      // The date is filled in and the time is selected for typing.
      await page.keyboard.type("18:05:00");
      await expect(field("预约时间", "Appointment")).toHaveValue(/^\d{4}-\d\d-\d\d 18:05:00$/);
    });

    await test.step("places, banks, another record", async () => {
      await keys.choose(say("国家/地区", "Country or region"), say("德国", "germ"), say("德国", "Germany"));
      await keys.choose(say("省份", "Province"), "浙江", "浙江省");
      await keys.choose(say("城市", "City"), "杭州", "杭州市");
      await keys.choose(say("区县", "District"), "西湖", "西湖区");
      await keys.choose(say("开户行", "Bank"), "工商", "中国工商银行");
      await keys.choose(say("支行", "Branch"), "营业部", "中国工商银行杭州分行营业部");
      await expect(field("联行号", "CNAPS code")).toHaveValue("102331000014");
      await keys.choose(say("收款人", "Payee"), "绍兴", "绍兴柯桥");
      await expect(field("收款人开户行", "The payee's bank")).toContainText("银行");
      // Changing the parent clears its children and shows a notice.
      await keys.to(say("省份", "Province"), "Shift+Tab");
      await page.keyboard.press("Control+a");
      await keys.choose(say("省份", "Province"), "江苏", "江苏省");
      await expect(listed("城市", "City")).toHaveValue("");
      await expect(listed("区县", "District")).toHaveValue("");
      await expect(await visitor.below(say("城市", "City"))).toContainText(say("省份变了", "Province changed"));
      await keys.press("Control+a");
      await keys.choose(say("省份", "Province"), "浙江", "浙江省");
      await keys.choose(say("城市", "City"), "杭州", "杭州市");
      await keys.choose(say("区县", "District"), "西湖", "西湖区");
      await keys.choose(say("支行", "Branch"), "营业部", "中国工商银行杭州分行营业部");
    });

    await test.step("a phone with its country, a code with its wait", async () => {
      const phone = say("联系手机", "Mobile phone");
      await keys.select(say(`${phone}：国家或地区代码`, `${phone}: country or region code`), say("德国", "Germany"));
      await keys.write(phone, "0151 23456789");
      await keys.press("Tab");
      await expect(visitor.field(phone)).toHaveValue("01512 3456789");
      await keys.to(phone, "Shift+Tab");
      await keys.press("Control+a");
      await keys.type("+8613800138000");
      await keys.press("Tab");
      await expect(visitor.field(phone)).toHaveValue("138 0013 8000");
      await keys.write(say("邮箱", "Email"), "not an address");
      await keys.pressOn(say("获取验证码", "Send code"));
      await expect(field("邮箱", "Email")).toBeFocused();
      await keys.press("Control+a");
      await keys.type("finance@example.com");
      await keys.pressOn(say("获取验证码", "Send code"));
      await expect(field("邮箱验证码", "E-mail code")).toBeFocused();
      await expect(page.getByRole("button", { name: say("秒后可重新获取", "Send again in") })).toHaveAttribute(
        "aria-disabled",
        "true",
      );
      await keys.type("246810");
      await keys.write(say("取件密码", "Pick-up password"), "九月的海图 2026");
      await keys.write(say("再次输入密码", "Password again"), "九月的海图 2025");
      await keys.press("Tab");
      await expect(await visitor.below(say("再次输入密码", "Password again"))).toContainText(
        say("两次输入的密码不同", "The two passwords differ"),
      );
      await keys.to(say("再次输入密码", "Password again"), "Shift+Tab");
      await keys.press("Control+a");
      await keys.type("九月的海图 2026");
    });

    const owner = say("受益人", "Beneficial owner");
    const inRow = (number: number, zh: string, en: string) =>
      page.getByRole("group", { name: `${owner} ${number}`, exact: true }).getByLabel(say(zh, en), { exact: true });
    const writeOwner = async (name: string, share: string, role: string) => {
      await keys.write(say("姓名", "Full name"), name);
      await keys.radio(say("身份", "Role"), role);
      await keys.write(say("持股比例", "Share"), share);
    };
    await test.step("rows: added, checked one by one, moved, removed", async () => {
      const add = say("添加受益人", "Add Beneficial owner");
      await keys.pressOn(add);
      await expect(inRow(1, "姓名", "Full name")).toBeFocused();
      await writeOwner("陈海", "60", say("股东", "Shareholder"));
      await keys.radio(say("出资币种", "Currency of the contribution"), "CNY");
      await keys.write(say("出资额", "Contribution"), "500000");
      await keys.choose(say("所在省份", "Province"), "浙江", "浙江省");
      await keys.choose(say("所在城市", "City"), "宁波", "宁波市");
      await keys.pressOn(add);
      await writeOwner("Maria Keller", "10", say("董事", "Director"));
      await keys.press("Tab");
      await expect(inRow(2, "持股比例", "Share")).toHaveAttribute("aria-invalid", "true");
      await expect(inRow(1, "持股比例", "Share")).not.toHaveAttribute("aria-invalid", "true");
      await keys.pressOn(add);
      await keys.type("多余");
      await keys.to(say(`删除${owner} 3`, `Remove ${owner} 3`), "Shift+Tab");
      await keys.press("Enter");
      await expect(page.getByRole("group", { name: `${owner} 3`, exact: true })).toHaveCount(0);
      await keys.to(say(`上移${owner} 2`, `Move ${owner} 2 up`), "Shift+Tab");
      await keys.press("Enter");
      await expect(inRow(1, "姓名", "Full name")).toHaveValue("Maria Keller");
      await expect(inRow(1, "持股比例", "Share")).toHaveAttribute("aria-invalid", "true");
      // The focus has moved along with the row.
      await expect.poll(async () => (await keys.focused()).name).toBe(say(`下移${owner} 1`, `Move ${owner} 1 down`));
      await keys.to(say("持股比例", "Share"));
      await keys.press("Control+a");
      await keys.type("40");
    });

    await test.step("the draft outlives a reload and another language", async () => {
      await expect
        .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).replaceAll("\\", "")))
        .toContain('"share":"40"');
      await page.reload();
      await expect(field("标题", "Title")).toHaveValue("");
      await keys.pressOn(say("继续填写", "Continue"));
      await expect(field("标题", "Title")).toHaveValue(title);
      await expect(inRow(1, "姓名", "Full name")).toHaveValue("Maria Keller");
      await expect(inRow(2, "出资额", "Contribution")).toHaveValue("500,000.00");
      await expect(listed("城市", "City")).toHaveValue("杭州市");
      // Drafts never contain passwords or codes.
      await expect(field("取件密码", "Pick-up password")).toHaveValue("");
      await expect(field("卡号", "Card number")).toHaveValue("");
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("4111");
      const other =
        lang === "zh"
          ? { button: "English", restore: "Continue", title: "Title" }
          : { button: "中文", restore: "继续填写", title: "标题" };
      await expect(field("标题", "Title")).toBeFocused();
      await keys.to(other.button, "Shift+Tab");
      await keys.press("Enter");
      await expect(page.getByRole("button", { name: other.restore })).toBeVisible();
      await keys.pressOn(other.restore);
      await expect(visitor.field(other.title)).toHaveValue(title);
      await keys.to(lang === "zh" ? "中文" : "English", "Shift+Tab");
      await keys.press("Enter");
      await expect(page.getByRole("button", { name: say("继续填写", "Continue") })).toBeVisible();
      await keys.pressOn(say("继续填写", "Continue"));
      await expect(field("标题", "Title")).toHaveValue(title);
    });

    await test.step("what no draft keeps, a file among it, and the answer", async () => {
      await keys.write(say("卡号", "Card number"), "4111111111111111");
      await keys.write(say("邮箱验证码", "E-mail code"), "246810");
      await keys.write(say("取件密码", "Pick-up password"), "九月的海图 2026");
      await keys.write(say("再次输入密码", "Password again"), "九月的海图 2026");
      await keys.attach(say("合同扫描件", "Scanned contract"), "Enter", {
        name: "合同.pdf",
        mimeType: "application/pdf",
        buffer: PDF,
      });
      await expect(page.getByText("合同.pdf")).toBeVisible();
      await keys.pressOn(say("我已核对以上内容", "I have checked everything above"), "Space");
      await pictures("filled");
      const result = page.waitForResponse((response) => response.url().endsWith("/api/mer/own/everyKind/create"), {
        timeout: 20_000,
      });
      // The detail page displays the stored values.
      const read = page.waitForResponse((response) => response.url().includes("/everyKind/detail"), {
        timeout: 20_000,
      });
      await keys.press("Control+Enter");
      const { code, map, message } = (await (await result).json()) as {
        code: number;
        message: string;
        map: { record: Record<string, unknown> };
      };
      expect([code, message, map]).toMatchObject([2000, expect.anything(), { record: { title } }]);
      await expect(page).toHaveURL(/tab=stored&id=EK/);
      const { record } = ((await (await read).json()) as { map: { record: Record<string, unknown> } }).map;
      expect(record).toMatchObject({
        title,
        note: "第一行\n第二行",
        type: "01",
        companyName: "杭州启航供应链有限公司",
        level: "c",
        express: true,
        newsletter: true,
        tags: ["木材", "样品", "加急"],
        modes: ["SEA", "RAIL"],
        opensAt: "09:30",
        site: "https://www.example.com/店铺",
        swift: "HSBCHKHH",
        iban: "DE89370400440532013000",
        currency: "USD",
        amount: "1234567.00",
        fee: "2469.13",
        rate: "7.1052",
        discount: "12.5",
        pieces: 1200,
        country: "DE",
        province: "浙江省",
        city: "杭州市",
        area: "330106",
        branch: "中国工商银行杭州分行营业部",
        linkedBankNo: "102331000014",
        phone: "+8613800138000",
        email: "finance@example.com",
        parties: [
          { fullName: "Maria Keller", role: "director", share: "40" },
          {
            fullName: "陈海",
            role: "owner",
            share: "60",
            currency: "CNY",
            paidIn: "500000.00",
            province: "浙江省",
            city: "宁波市",
          },
        ],
      });
      // The list shows two tags and a number, renders the address as a link, and finds the record by all of its tags.
      await page.goto(`${portal.url}/everyForm?tab=stored&tags=*木材,加急`);
      const row = page.getByRole("row").filter({ hasText: title });
      await expect(row.locator(".chips").first()).toHaveText("木材样品+1");
      await expect(row.locator(".chips").nth(1)).toHaveText(say("海运铁路", "SeaRail"));
      await expect(row.getByRole("link", { name: "https://www.example.com/店铺" })).toHaveAttribute("rel", /noopener/);
      await pictures("stored");
      expect(record.callAt).toMatch(/T10:05:00/);
      expect(Object.keys(record)).not.toEqual(expect.arrayContaining(["again", "code", "agree"]));
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft.")))).toEqual(
        [],
      );
    });
    await visitor.leave();
  });
}
