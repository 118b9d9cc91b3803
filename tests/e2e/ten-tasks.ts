/**
 * Ten tasks of a merchant, each from home, with the clicks that it takes: those of the pointer, the answer to a question
 * of the browser, and Enter in a dialog. Typing is not counted. Run by `npm run stories -- home -g clicks`, which
 * compares them with the table in `docs/design-checks.md`.
 */
import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { digestPassword } from "../../server/session/password.ts";
import { Client } from "../server/client.ts";
import { sim } from "./outbox.ts";
import { expect, PASSWORD, type Portal, startPortal, test } from "./portal.ts";
import { ALL_SCREENS, DESKTOP } from "./screens.ts";
import { Visitor } from "./visitor.ts";

const table = readFileSync(new URL("../../docs/design-checks.md", import.meta.url), "utf8");

/** A user at home who counts what is pressed. */
class Merchant {
  clicks = 0;
  private constructor(
    readonly portal: Portal,
    readonly me: Visitor,
  ) {}
  static async arrive(browser: Parameters<typeof Visitor.arrive>[0], portal: Portal, user: string): Promise<Merchant> {
    const merchant = new Merchant(portal, await Visitor.arrive(browser, portal.url, DESKTOP));
    await merchant.me.enter(user);
    merchant.page.on("dialog", async (question) => {
      merchant.clicks += 1;
      await question.accept();
    });
    await merchant.me.page.goto(portal.url);
    await expect(merchant.me.page.locator(".hm-balances .money").first()).toBeVisible();
    return merchant;
  }
  get page() {
    return this.me.page;
  }
  /** The control of that name that is on display. */
  named = (role: "button" | "link" | "option" | "checkbox" | "switch", name: string | RegExp): Locator =>
    this.page.getByRole(role, { name, ...(typeof name === "string" ? { exact: true } : {}) }).first();
  async press(control: Locator): Promise<void> {
    await control.click({ timeout: 15_000 });
    this.clicks += 1;
  }
  /** Enters a text by keyboard. */
  type = (field: Locator, text: string): Promise<void> => field.fill(text);
  async confirm(): Promise<void> {
    const password = this.page.getByRole("textbox", { name: "支付密码" });
    await password.fill(PASSWORD);
    await this.page.keyboard.press("Enter");
    this.clicks += 1;
  }
  area = (name: string): Locator =>
    this.page.getByRole("navigation", { name: "菜单", exact: true }).getByRole("link", { name, exact: true });
  amount = (): Locator => this.page.getByRole("textbox", { name: /^付款金额/ });
  region = (name: string): Locator => this.page.getByRole("region", { name, exact: true });
}

/** Pays the payee of the form and returns the number of the payment. */
async function pay(merchant: Merchant, amount: string): Promise<string> {
  await merchant.type(merchant.amount(), amount);
  await merchant.press(merchant.named("button", "下一步"));
  await merchant.press(merchant.named("button", /^确认付款/));
  await merchant.confirm();
  await expect(merchant.page).toHaveURL(/id=WD/);
  return new URL(merchant.page.url()).searchParams.get("id") ?? "";
}
const payAgain = (merchant: Merchant) => merchant.press(merchant.region("再付一笔").getByRole("link").first());

interface Listed {
  list: Record<string, string>[];
}
/** Signs a demo user in without a browser. */
async function enter(portal: Portal, user: string): Promise<Client> {
  const client = new Client(portal.url);
  const { map } = await client.call("POST /mer/login", {
    username: `${user}@demo.portolan`,
    password: digestPassword("login", PASSWORD),
  });
  return Object.assign(client, { token: map["token"], userId: map["userId"] });
}

/** Has the bank refuse a pending payment. */
async function refuse(portal: Portal): Promise<void> {
  const checker = await enter(portal, "checker");
  const { map } = await checker.call("GET /mer/gep/withdraw/page", { status: "waitingAsync", size: 20 });
  const [order] = (map as unknown as Listed).list;
  await sim(portal, "order", { event: "refused", reason: "BE01 NAME MISMATCH" }, [order!["orderNo"] ?? ""]);
}

/** Adds payments until twelve orders of three kinds wait for approval. */
async function addOrders(portal: Portal): Promise<void> {
  const maker = await enter(portal, "maker");
  const { map } = await maker.call("GET /mer/account/page", { size: 20 });
  const [payee] = (map as unknown as Listed).list;
  for (let index = 0; index < 5; index++) {
    const body = { accountId: payee!["id"] ?? "", amount: `200${index}.00` };
    expect(await maker.confirmed("POST /mer/gep/withdraw/apply", body)).toMatchObject({ code: 2000 });
  }
}

interface Task {
  /** Who is at home: one who prepares orders, without another. */
  user?: string;
  prepare?(portal: Portal): Promise<unknown>;
  perform(merchant: Merchant): Promise<void>;
}
/** By the name of the task in the table. */
const tasks: Record<string, Task> = {
  "Pay a known payee": {
    user: "solo",
    async perform(merchant) {
      await payAgain(merchant);
      const id = await pay(merchant, "2000");
      await expect(merchant.page.getByRole("dialog", { name: id })).toContainText("2,000.00");
    },
  },
  "Pay a new payee": {
    user: "solo",
    async perform(merchant) {
      const { page } = merchant;
      await merchant.press(merchant.region("快捷操作").getByRole("link", { name: "人民币付款", exact: true }));
      await merchant.type(page.getByRole("combobox", { name: /^收款人/ }), "王小明");
      await merchant.press(merchant.named("option", "＋ 新增收款人“王小明”"));
      const drawer = page.getByRole("dialog", { name: "新增收款人" });
      await merchant.type(drawer.getByRole("textbox", { name: /^账号/ }), "6222021202041234567");
      await merchant.type(drawer.getByRole("combobox", { name: "支行", exact: true }), "工商银行杭州");
      await merchant.press(page.getByRole("option", { name: "中国工商银行杭州分行营业部" }).first());
      await merchant.press(drawer.getByRole("button", { name: "保存收款人" }));
      await expect(drawer).toHaveCount(0);
      const id = await pay(merchant, "2000");
      await expect(page.getByRole("dialog", { name: id })).toContainText("王小明");
    },
  },
  "Why did this fail, and where is the money": {
    prepare: refuse,
    async perform(merchant) {
      const { page } = merchant;
      await merchant.press(merchant.named("button", /^通知/));
      const notice = page.locator(".bell-panel li").filter({ hasText: "户名与账号不符" }).first();
      await expect(notice).toContainText("已退回可用余额");
      await merchant.press(notice.getByRole("link").or(notice.getByRole("button")).first());
      await expect(page.locator(".pd-outcome")).toContainText("已退回可用余额");
      await expect(page.locator(".pd-outcome")).toContainText("户名与账号不符");
    },
  },
  "What do I owe an answer": {
    user: "checker",
    async perform(merchant) {
      const asked = merchant.region("待办").getByRole("listitem");
      await expect(asked.first()).toContainText(/请您复核付给.+的 [\d,.]+\s[A-Z]{3}，\d+ 月 \d+ 日前。/);
      await expect(asked.first()).toBeInViewport();
    },
  },
  "What came in within 30 days, and what did it cost": {
    async perform(merchant) {
      const flow = merchant.region("收支");
      await expect(flow.getByLabel("时间段", { exact: true })).toHaveValue("last30d");
      for (const figure of [flow.locator(".hm-flow dd").first(), flow.locator(".hm-fees")]) {
        await expect(figure).toContainText(/[1-9]/);
        await expect(figure).toBeInViewport();
      }
    },
  },
  "Send my account details to a buyer": {
    async perform(merchant) {
      await merchant.me.context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await merchant.press(merchant.area("收款"));
      await merchant.press(merchant.named("link", "收款账户"));
      await merchant.press(merchant.named("button", "复制全部"));
      await expect.poll(() => merchant.page.evaluate(() => navigator.clipboard.readText())).toContain("SWIFT");
    },
  },
  "Approve twelve orders of three kinds": {
    user: "checker",
    prepare: addOrders,
    async perform(merchant) {
      const { page } = merchant;
      await merchant.press(merchant.named("link", /^待办，\d+ 项$/));
      await merchant.press(merchant.named("checkbox", "选择全部 12 项待办"));
      await merchant.press(merchant.named("button", "复核通过 12 项待办"));
      const dialog = page.getByRole("dialog", { name: "复核通过" });
      await merchant.press(dialog.locator("[data-main]"));
      await merchant.confirm();
      const decided = dialog.getByRole("listitem");
      await expect(decided).toHaveCount(12);
      for (const number of ["WD", "RM", "TR"]) await expect(decided.filter({ hasText: number })).not.toHaveCount(0);
    },
  },
  "Exchange what is missing": {
    user: "solo",
    prepare: (portal) => sim(portal, "clock", {}, ["open"]),
    async perform(merchant) {
      const { page } = merchant;
      await payAgain(merchant);
      await merchant.type(merchant.amount(), "770000");
      await merchant.press(merchant.named("link", "换汇补足"));
      await merchant.press(page.locator(".sw-footer [data-main]:not([aria-disabled])"));
      await merchant.confirm();
      await expect(page.getByRole("heading", { name: "换汇已提交" })).toBeVisible();
    },
  },
  "Stop a card": {
    async perform(merchant) {
      await merchant.press(merchant.area("虚拟卡"));
      const flip = merchant.page.getByRole("switch", { checked: false }).first();
      const name = (await flip.getAttribute("aria-label")) ?? "";
      await merchant.press(flip);
      await expect(merchant.named("switch", name)).toBeChecked();
    },
  },
  "Last month's statement for the accountant": {
    async perform(merchant) {
      const { page } = merchant;
      await merchant.press(merchant.area("钱包"));
      await merchant.press(merchant.named("link", "账户流水"));
      // A native list takes a click to open and one to choose.
      await page.getByRole("combobox", { name: "时间", exact: true }).selectOption("lastMonth");
      merchant.clicks += 2;
      await expect(page).toHaveURL(/createdAt=lastMonth/);
      const file = page.waitForEvent("download");
      await merchant.press(merchant.named("button", "下载 PDF"));
      expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
    },
  },
};

if (ALL_SCREENS)
  for (const [name, { user = "maker", prepare, perform }] of Object.entries(tasks))
    test(`${name}: as many clicks as the table says`, async ({ browser }) => {
      const portal = await startPortal();
      await prepare?.(portal);
      const merchant = await Merchant.arrive(browser, portal, user);
      await perform(merchant);
      const [, before, now] = new RegExp(`^\\| ${name} \\| (\\d+) \\| (\\d+) \\|`, "m").exec(table) ?? [];
      expect(merchant.clicks, "clicks in docs/design-checks.md").toBe(Number(now));
      expect(merchant.clicks).toBeLessThanOrEqual(Math.max(5, Number(before) / 2));
      await merchant.me.leave();
      await portal.stop();
    });
