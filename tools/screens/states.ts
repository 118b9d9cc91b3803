/** Every kind of view in every state, each shown on a representative page. */
import { readFileSync } from "node:fs";
import { utils, write } from "@e965/xlsx";
import { type BrowserContext, type Page, type Route } from "@playwright/test";
import { sim } from "../../tests/e2e/outbox.ts";
import { PASSWORD, type Portal } from "../../tests/e2e/portal.ts";

export interface Stage {
  page: Page;
  context: BrowserContext;
  url: string;
  portal: Portal;
  lang: "zh" | "en";
  phone: boolean;
}
export interface State {
  /** Name as `view: state`, used in the file name and the caption. */
  name: string;
  /** Signed-in user; `null` for none. */
  user?: string | null;
  /** Brings the page into the state. */
  show(stage: Stage): Promise<void>;
  /** Captures only the viewport, for floating elements. */
  screen?: true;
}

const LIST = "**/api/mer/gep/withdraw/page*";
const DETAIL = "**/api/mer/gep/withdraw/detail*";
const RECORDS = "/withdrawal?tab=records";
const matchColumns = ({ phone }: Stage) => (phone ? /^(筛选|Filter)/ : /列设置|Columns/);
const matchMenu = ({ phone }: Stage) => (phone ? /^(菜单|Menu)/ : /^(新建|New)/);
const PAY = "/withdrawal?tab=pay";

const say = ({ lang }: Stage, zh: string, en: string) => (lang === "zh" ? zh : en);
const button = (stage: Stage, zh: string, en: string) =>
  stage.page.getByRole("button", { name: say(stage, zh, en), exact: true });
const field = (stage: Stage, zh: string, en: string) =>
  stage.page.getByLabel(say(stage, zh, en), { exact: true }).and(stage.page.locator("input, textarea"));
const go = async ({ page, url }: Stage, address: string) => void (await page.goto(url + address));

const broken = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 5000, message: "", map: {}, traceId: "4f1c2a9be07d4c55" } });
const never = () => undefined;
const refused =
  (message: string, code = 4000) =>
  (route: Route) =>
    route.fulfill({ json: { code, message, map: {}, traceId: "4f1c2a9be07d4c55" } });
/** Modifies the server's response. */
const reply = (change: (map: Record<string, unknown>) => unknown) => async (route: Route) => {
  const response = await route.fetch();
  const body = (await response.json()) as { map: Record<string, unknown> };
  await route.fulfill({ response, json: { ...body, map: change(body.map) } });
};
const LONG = {
  zh: "浙江省杭州市余杭区文一西路启航跨境电子商务供应链管理服务（集团）股份有限公司第一分公司",
  en: "Hangzhou Qihang Cross-border Electronic Commerce Supply Chain Management Services (Group) Company Limited",
};
/** Fills every text to its maximum length and every amount to its maximum number of digits. */
const long = (lang: "zh" | "en") => {
  const file = JSON.parse(readFileSync(new URL("../../schemas/entities/withdrawal.json", import.meta.url), "utf8")) as {
    properties: Record<string, { format?: string; "x-kind"?: string; "x-ref"?: unknown; type?: string }>;
  };
  const grow = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const schema = file.properties[name];
        if (schema?.format === "decimal" && schema["x-kind"] !== "rate") return [name, "9999999999.99"];
        return [
          name,
          schema?.type === "string" && !schema.format && !schema["x-kind"] && !schema["x-ref"] ? LONG[lang] : value,
        ];
      }),
    );
  return (value: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? part.map(grow) : part]),
    );
};

async function record(stage: Stage, query = ""): Promise<string> {
  await go(stage, RECORDS + query);
  const first = stage.page.locator("[data-id]").first();
  await first.waitFor();
  return (await first.getAttribute("data-id"))!;
}
const drawer = async (stage: Stage, query = "") => go(stage, `${RECORDS}&id=${await record(stage, query)}`);

async function pay(stage: Stage): Promise<void> {
  await go(stage, PAY);
  const payee = stage.page.getByRole("combobox").first();
  await payee.click();
  await stage.page.getByRole("option").first().click();
  await field(stage, "付款金额", "Amount").fill("28650.50");
  await button(stage, "下一步", "Continue").click();
  await stage.page.locator("[data-review]").waitFor();
}

/** Uploads a batch with two invalid rows: an amount that is too low, and an account number rounded by a spreadsheet. */
function batch(stage: Stage) {
  const rows = [
    [
      say(stage, "户名", "Account name"),
      say(stage, "账号", "Account number"),
      say(stage, "付款金额", "Amount"),
      say(stage, "备注", "Note"),
    ],
    ["绍兴柯桥锦绣纺织有限公司", "", 2000, "货款"],
    ["东莞市恒达五金制品有限公司", "", 2345.6, "尾款"],
    ["佛山市顺德佳美家具有限公司", "", 1999.99, "样品费"],
    ["东莞市恒达五金制品有限公司", Number("6222021202041234567"), 2100, "货款"],
  ];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "十一月");
  return {
    name: "payments.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: write(book, { type: "buffer", bookType: "xlsx" }) as Buffer,
  };
}
async function upload(stage: Stage): Promise<void> {
  await go(stage, "/withdrawal?tab=batch");
  await stage.page.locator("input[type=file]").first().setInputFiles(batch(stage));
  await stage.page.locator(".pi-sheet, .pi-rows, [role=table], table").first().waitFor();
}

const opened = async (stage: Stage, address: string, name: RegExp) => {
  await go(stage, address);
  await stage.page.locator("main h1").first().waitFor({ state: "attached" });
  await stage.page.getByRole("button", { name }).first().click();
};

const list: State[] = [
  { name: "list: loading", show: async (stage) => (await stage.page.route(LIST, never), go(stage, RECORDS)) },
  {
    name: "list: nothing yet",
    show: async (stage) => (
      await stage.page.route(
        LIST,
        reply((map) =>
          Object.fromEntries(
            Object.entries(map).map(([key, value]) => [
              key,
              Array.isArray(value) ? [] : typeof value === "number" ? 0 : value,
            ]),
          ),
        ),
      ),
      go(stage, RECORDS)
    ),
  },
  {
    name: "list: nothing matches",
    show: (stage) => go(stage, `${RECORDS}&q=ZZZZ&status=failed,rescinded&amount=2000..5000&nosuch=1`),
  },
  { name: "list: error", show: async (stage) => (await stage.page.route(LIST, broken), go(stage, RECORDS)) },
  {
    name: "list: error over old rows",
    show: async (stage) => {
      await record(stage);
      await stage.page.route(LIST, broken);
      await stage.page
        .getByRole("button", { name: say(stage, "刷新", "Refresh") })
        .first()
        .click();
    },
  },
  {
    name: "list: offline",
    show: async (stage) => {
      await record(stage);
      await stage.context.setOffline(true);
      await stage.page
        .getByRole("button", { name: say(stage, "刷新", "Refresh") })
        .first()
        .click();
    },
  },
  { name: "list: not certified", user: "new", show: (stage) => go(stage, RECORDS) },
  { name: "list: under review", user: "review", show: (stage) => go(stage, RECORDS) },
  {
    name: "list: long contents",
    show: async (stage) => (await stage.page.route(LIST, reply(long(stage.lang))), go(stage, RECORDS)),
  },
  {
    name: "list: filtered",
    show: (stage) => go(stage, `${RECORDS}&status=done,failed&amount=2000..500000&sort=-amount`),
  },
  {
    name: "list: filters open",
    screen: true,
    show: (stage) => opened(stage, RECORDS, /^(筛选|Filters?|状态：|Status: )/),
  },
  {
    name: "list: selection",
    show: async (stage) => {
      await record(stage, "&status=toBeReviewed");
      if (stage.phone) await button(stage, "选择", "Select").click();
      await stage.page.locator("[data-id] input[type=checkbox]").first().check({ force: true });
    },
  },
  { name: "list: columns", screen: true, show: (stage) => opened(stage, RECORDS, matchColumns(stage)) },
  { name: "list: export", screen: true, show: (stage) => opened(stage, RECORDS, /^(导出|Export)/) },
  { name: "list: keys", screen: true, show: async (stage) => (await record(stage), stage.page.keyboard.press("?")) },
];

const detail: State[] = [
  { name: "record: done, beside the list", screen: true, show: (stage) => drawer(stage, "&status=done") },
  { name: "record: waits for review", screen: true, show: (stage) => drawer(stage, "&status=toBeReviewed") },
  { name: "record: failed", screen: true, show: (stage) => drawer(stage, "&status=failed") },
  {
    name: "record: waits for documents",
    screen: true,
    show: async (stage) => (
      await go(stage, "/rechargeRecord?status=waitingCredentials"),
      stage.page.locator("[data-id] .pt-link, a[data-id]").first().click()
    ),
  },
  {
    name: "record: loading",
    screen: true,
    show: async (stage) => (await stage.page.route(DETAIL, never), drawer(stage)),
  },
  { name: "record: gone", screen: true, show: (stage) => go(stage, `${RECORDS}&id=WD20260101000000000000`) },
  {
    name: "record: error",
    screen: true,
    show: async (stage) => (await stage.page.route(DETAIL, broken), drawer(stage)),
  },
  {
    name: "record: long contents",
    screen: true,
    show: async (stage) => (await stage.page.route(DETAIL, reply(long(stage.lang))), drawer(stage, "&status=done")),
  },
  {
    name: "record: a step asks for a reason",
    screen: true,
    show: async (stage) => {
      await drawer(stage, "&status=toBeReviewed");
      await button(stage, "驳回", "Reject").click();
    },
  },
  {
    name: "record: on its own page",
    show: async (stage) => {
      await go(stage, "/rechargeRecord");
      const first = stage.page.locator("[data-id]").first();
      await first.waitFor();
      await go(stage, `/entrydetail?id=${await first.getAttribute("data-id")}`);
    },
  },
  {
    name: "record: receipt",
    screen: true,
    show: async (stage) => {
      await drawer(stage, "&status=done");
      await button(stage, "电子回单", "Receipt").click();
    },
  },
  {
    name: "record: sheet of an account's details",
    screen: true,
    show: async (stage) => {
      await go(stage, "/recharge?tab=accounts&as=table");
      const opened = stage.page
        .locator("[data-id]")
        .filter({ hasText: say(stage, "已完成", "Completed") })
        .first();
      await opened.waitFor();
      await go(stage, `/recharge?tab=accounts&id=${await opened.getAttribute("data-id")}`);
      await button(stage, "收款账户信息", "Account details").click();
    },
  },
];

const form: State[] = [
  {
    name: "form: loading",
    show: async (stage) => (await stage.page.route("**/api/mer/own/context*", never), go(stage, PAY)),
  },
  { name: "form: empty", show: (stage) => go(stage, PAY) },
  {
    name: "form: all errors",
    show: async (stage) => (
      await go(stage, "/collectionAccount?tab=new"),
      button(stage, "保存收款人", "Save payee").click()
    ),
  },
  {
    name: "form: many errors, conditional fields",
    show: async (stage) => {
      await go(stage, "/commonPayee?tab=newPayee");
      await stage.page.locator("form button[type=submit], .pf-footer .btn[data-main]").last().click();
    },
  },
  { name: "form: refused for a new merchant", user: "new", show: (stage) => go(stage, PAY) },
  {
    name: "form: choosing",
    screen: true,
    show: async (stage) => (await go(stage, PAY), stage.page.getByRole("combobox").first().click()),
  },
  {
    name: "form: draft offered",
    show: async (stage) => {
      await go(stage, PAY);
      await field(stage, "付款金额", "Amount").fill("5000");
      await field(stage, "付款金额", "Amount").blur();
      await stage.page
        .waitForFunction(() => Object.keys(localStorage).some((key) => key.includes("draft")))
        .catch(never);
      await stage.page.evaluate(() => (window.onbeforeunload = null));
      await go(stage, PAY);
    },
  },
  { name: "form: review", show: pay },
  {
    name: "form: payment password",
    screen: true,
    show: async (stage) => (await pay(stage), stage.page.locator(".pf-footer [data-main]").click()),
  },
  {
    name: "form: refused by the server",
    show: async (stage) => {
      await stage.page.route("**/api/mer/gep/withdraw/apply", refused(say(stage, "余额不足", "Balance insufficient")));
      await pay(stage);
      await stage.page.locator(".pf-footer [data-main]").click();
      const dialog = stage.page.getByRole("dialog");
      await dialog.getByLabel(say(stage, "支付密码", "Payment password"), { exact: true }).fill(PASSWORD);
      await dialog.locator(".btn[data-main]").click();
      await dialog.waitFor({ state: "hidden" });
    },
  },
];

const imports: State[] = [
  { name: "import: empty", show: (stage) => go(stage, "/withdrawal?tab=batch") },
  {
    name: "import: no table",
    show: async (stage) => (
      await go(stage, "/withdrawal?tab=batch"),
      stage.page
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "x.xlsx", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 %%EOF") })
    ),
  },
  { name: "import: rows with problems", show: upload },
  {
    name: "import: what it comes to",
    show: async (stage) => (
      await upload(stage),
      stage.page.getByRole("button", { name: /^(提交无误的|Submit \d+ valid)/ }).click()
    ),
  },
];

/** Opens the account menu, which phones have in their main menu. */
const openAccount = (stage: Stage) =>
  opened(stage, "/accountBalance", stage.phone ? /^(菜单|Menu)/ : /^(账户|Account)/);

const shell: State[] = [
  { name: "home", show: (stage) => go(stage, "/exchangerateInquiry") },
  {
    name: "home: loading",
    show: async (stage) => (
      await stage.page.route(/\/api\/mer\/(?!user|own\/(menu|context)|.*menu).*/, never),
      go(stage, "/exchangerateInquiry")
    ),
  },
  {
    name: "home: error",
    show: async (stage) => (
      await stage.page.route(/\/api\/mer\/(home|gep|own)\/(?!menu|context|notification).*/, broken),
      go(stage, "/exchangerateInquiry")
    ),
  },
  { name: "home: new merchant", user: "new", show: (stage) => go(stage, "/exchangerateInquiry") },
  { name: "shell: bell", screen: true, show: (stage) => opened(stage, "/accountBalance", /通知|[Nn]otification/) },
  { name: "shell: account", screen: true, show: (stage) => openAccount(stage) },
  { name: "shell: menu", screen: true, show: (stage) => opened(stage, "/channelConfiguration", matchMenu(stage)) },
  {
    name: "shell: palette",
    screen: true,
    show: async (stage) => (
      await go(stage, "/accountBalance"),
      await stage.page.locator(".page-tabs").waitFor(),
      stage.page.keyboard.press("Control+k"),
      stage.page.keyboard.type("WD")
    ),
  },
  { name: "shell: no such page", show: (stage) => go(stage, "/no/such/page") },
  {
    name: "shell: offline",
    show: async (stage) => (
      await go(stage, "/accountBalance"),
      await stage.page.locator(".page-tabs").waitFor(),
      stage.context.setOffline(true)
    ),
  },
  {
    name: "dialog: login password",
    screen: true,
    show: async (stage) => (await openAccount(stage), button(stage, "修改登录密码", "Change password").click()),
  },
  {
    name: "dialog: payment password",
    screen: true,
    show: async (stage) => (await openAccount(stage), button(stage, "修改支付密码", "Change payment password").click()),
  },
  {
    name: "dialog: the session has ended",
    // Uses a separate user, because the session ends for all later screenshots.
    user: "solo",
    screen: true,
    show: async (stage) => {
      await go(stage, PAY);
      await field(stage, "付款金额", "Amount").fill("5000");
      await stage.page.route("**/api/mer/**", (route) =>
        route.fulfill({ json: { code: 3001, message: say(stage, "登录已失效，请重新登录。", "Signed out"), map: {} } }),
      );
      await stage.page.getByRole("combobox").first().click();
      await stage.page.getByRole("dialog").waitFor();
    },
  },
];

/** Opens the exchange with the market forced open, whatever the time. */
async function exchange(stage: Stage, amount?: string): Promise<void> {
  await sim(stage.portal, "clock", {}, ["open"]);
  await go(stage, "/currencyExchange");
  if (amount) await stage.page.getByRole("textbox").first().fill(amount);
}
const quote = async (stage: Stage) => (await exchange(stage, "1000"), stage.page.locator(".sw-figures").waitFor());
const HOURS = "**/api/mer/swap/req/order/getFXTradeTime*";

const swap: State[] = [
  { name: "swap: empty", show: (stage) => exchange(stage) },
  { name: "swap: under the minimum", show: (stage) => exchange(stage, "1") },
  { name: "swap: rate", show: quote },
  {
    name: "swap: review",
    show: async (stage) => (await quote(stage), stage.page.locator("main .btn[data-main]").last().click()),
  },
  {
    name: "swap: closed",
    show: async (stage) => (
      await stage.page.route(
        HOURS,
        reply((map) => ({ ...map, open: false })),
      ),
      go(stage, "/currencyExchange")
    ),
  },
  { name: "swap: to be confirmed", show: (stage) => go(stage, "/exchangeapplication?tab=confirm") },
  { name: "swap: refused for a new merchant", user: "new", show: (stage) => go(stage, "/currencyExchange") },
  { name: "verification: off", show: (stage) => go(stage, "/secondlevelverification") },
  { name: "verification: binding", show: (stage) => go(stage, "/validator") },
];

const signIn: State[] = [
  { name: "sign-in", user: null, show: (stage) => go(stage, "/login") },
  {
    name: "sign-in: all errors",
    user: null,
    show: async (stage) => (await go(stage, "/login"), button(stage, "登录", "Sign in").click()),
  },
  {
    name: "sign-in: refused",
    user: null,
    show: async (stage) => {
      await go(stage, "/login");
      await stage.page
        .getByLabel(/登录邮箱|Email/)
        .first()
        .fill("solo@demo.portolan");
      await stage.page.locator("input[type=password]").first().fill("Not-The-Password-1");
      await button(stage, "登录", "Sign in").click();
      await stage.page.getByRole("alert").waitFor();
    },
  },
  {
    name: "sign-in: by code",
    user: null,
    show: async (stage) => (await go(stage, "/login"), stage.page.locator(".ways label").last().click()),
  },
  ...["register", "forgot", "agreement"].map((view): State => ({
    name: `sign-in: ${view}`,
    user: null,
    show: (stage) => go(stage, `/login?view=${view}`),
  })),
  {
    name: "sign-in: register, all errors",
    user: null,
    show: async (stage) => (
      await go(stage, "/login?view=register"),
      stage.page.locator("main .btn[data-main]").last().click()
    ),
  },
];

export const states: readonly State[] = [...signIn, ...shell, ...list, ...detail, ...form, ...imports, ...swap];
