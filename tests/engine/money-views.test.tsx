// @vitest-environment happy-dom
/** View types on the product's own schemas: what each part displays for the rows returned by the server. */
import { act, useState } from "react";
import { expect, it, vi } from "vitest";
import { productSchemas } from "../product-schemas.ts";
import type { CallResult, Row } from "@portolan/engine";
import { EngineProvider, EntityTable, EntityView } from "@portolan/engine/ui";
import { views } from "../../src/payments/ui.tsx";
import { mount, portsOf, settle } from "./form-fixtures.tsx";
import { named, press, until } from "./table-fixtures.tsx";

const { entities } = productSchemas();

type Rows = Row[] | ((request: Row) => Row[]);
/** Renders a view with the given rows. `named`: response of the call that the view refers to. */
async function open(name: string, id: string, given: Rows, named: CallResult = {}, url = "") {
  const entity = entities.get(name);
  if (!entity) throw new Error(`there is no ${name}`);
  const ports = portsOf({
    call: vi.fn(async ({ path }, body = {}) => {
      const rows = typeof given === "function" ? given(body) : given;
      return path === "/named" ? named : { list: rows, total: rows.length, sums: {} };
    }),
    callNamed: async () => ({ method: "GET", path: "/named" }),
    entity: async (other) => entities.get(other)!,
    canOpen: () => true,
  });
  function Host() {
    const [params, setParams] = useState(new URLSearchParams(url));
    return (
      <EngineProvider ports={ports} views={views}>
        <output data-period>{params.get("createdAt")}</output>
        <EntityView id={id} entity={entity!} title="标题" params={params} onParams={setParams} />
      </EngineProvider>
    );
  }
  const { page, unmount } = await mount(<Host />, ports);
  await settle();
  return { page, unmount, ports };
}

it("shows a card per currency, sorted by value, and collapses those without money", async () => {
  const row = (currency: string, withdrawable: string) => ({
    currency,
    withdrawable,
    balance: withdrawable,
    unavailable: "0.00",
    hold: "0.00",
    pending: "0.00",
    holdOrders: 0,
    onCards: "0.00",
    canPay: currency !== "THB",
    canReceive: currency !== "THB",
    canBuy: currency !== "THB",
  });
  const rows = [row("CNY", "100.00"), row("EUR", "0.00"), row("THB", "5.00"), row("USD", "50.00")];
  const total = {
    currency: "CNY",
    total: "450.00",
    parts: { withdrawable: "450.00" },
    worth: { CNY: "100.00", USD: "350.00" },
    without: [],
    balances: { CNY: ["80.00", "120.00", "100.00"], USD: ["0.01", "50.00"] },
  };
  const { page, unmount } = await open("wallet", "balances", rows, total);
  await until(() => page.querySelector(".py-total strong")?.textContent === "450.00");
  expect([...page.querySelectorAll(".py-balance h2")].map((title) => title.textContent)).toEqual(["USD", "CNY", "THB"]);
  // A currency that can only be sold offers nothing else.
  const links = [...page.querySelectorAll(".py-balance:nth-child(3) a")].map((link) => link.getAttribute("href"));
  expect(links).toContain("/currencyExchange?sell=THB");
  expect(links.filter((link) => /paymentAccount|multiCurrencyWallet|buy=/.test(link ?? ""))).toEqual([]);
  expect(page.textContent).toContain("余额为零的 1 个币种");
  // A line for each currency with several days; its label names its extremes and its end.
  expect([...page.querySelectorAll(".pv-trend svg")].map((line) => line.getAttribute("aria-label"))).toEqual([
    "近 30 天余额：最低 0.01，最高 50.00，现在 50.00",
    "近 30 天余额：最低 80.00，最高 120.00，现在 100.00",
  ]);
  // A change from near zero has no percentage.
  expect([...page.querySelectorAll(".pv-trend figcaption")].map((caption) => caption.textContent)).toEqual([
    "近 30 天余额 ",
    "近 30 天余额 +25.0%",
  ]);
  expect(page.querySelector('a[href="/currencyExchange?sell=USD"]')).not.toBeNull();
  expect(page.querySelector('a[href="/withdrawal?tab=pay"]')?.getAttribute("aria-label")).toBe("付款 CNY");
  unmount();
});

it("selects the currency of a statement, and draws its lines between opening and closing balance", async () => {
  const line = {
    id: "l1",
    createdAt: "2026-11-20T04:00:00.000Z",
    type: "withdrawal",
    entity: "withdrawal",
    orderNo: "WD1",
    party: "张建国",
    currency: "CNY",
    debit: "20.00",
    balance: "80.00",
    booking: "booked",
    remark: "货款",
    month: "2026-11",
  };
  const account = {
    currency: "CNY",
    currencies: ["CNY", "USD"],
    opening: "100.00",
    closing: "80.00",
    hold: "7.00",
    held: 1,
    holds: [{ entity: "withdrawal", orderNo: "WD3", amount: "7.00" }],
  };
  const { page, unmount } = await open("statementLine", "statement", [line], account);
  const rows = await until(() => {
    const found = [...page.querySelectorAll(".py-statement tbody tr")];
    return found.length === 3 && found;
  });
  expect(rows.map((element) => element.textContent)).toEqual([
    "期末余额80.00",
    "2026-11-20张建国人民币付款WD1货款20.0080.00",
    "期初余额100.00",
  ]);
  expect(page.textContent).toContain("1 笔，7.00\u00a0CNY");
  // Every page shows both balances above its lines.
  expect([...page.querySelectorAll(".py-ends > div")].map((end) => end.textContent)).toEqual([
    "期初余额100.00CNY",
    "期末余额80.00CNY",
  ]);
  // Any two dates form a period, like the named ones.
  const [, period] = page.querySelectorAll("select");
  await choose(period!, "custom");
  const days = [...page.querySelectorAll<HTMLInputElement>("input[type=date]")];
  expect(days.map((day) => day.getAttribute("aria-label"))).toEqual(["从", "到"]);
  await enter(days[0]!, "2026-11-05");
  await enter(days[1]!, "2026-11-20");
  await until(() => page.querySelector("[data-period]")?.textContent === "2026-11-05..2026-11-20");
  // The printout contains every line, and is removed after printing.
  const printed = vi.fn();
  vi.stubGlobal("print", printed);
  await press(named(page, "打印"));
  const paper = await until(() => document.querySelector(".py-paper"));
  expect(printed).toHaveBeenCalledOnce();
  expect(paper.textContent).toContain("2026-11-20张建国人民币付款WD1货款20.0080.00");
  await act(async () => void dispatchEvent(new Event("afterprint")));
  expect(document.querySelector(".py-paper")).toBeNull();
  vi.unstubAllGlobals();
  unmount();
});
const setValue = (control: HTMLElement, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")!.set!.call(control, value);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  });
const choose = setValue;
const enter = setValue;

it("draws the face of a card, as an outline if the card is not active", async () => {
  const card = {
    id: "VC1",
    label: "广告",
    number: "**** **** **** 0816",
    scheme: "VISA",
    currency: "USD",
    balance: "44.05",
    expiry: "2028-08-31",
    lastName: "CHEN",
    monthLimit: "100.00",
    monthLeft: "44.00",
  };
  const cards = [
    { ...card, status: "usable" },
    { ...card, id: "VC2", status: "disabled", disabledReason: "frozen" },
    { ...card, id: "VC3", status: "usable", balance: "0.00" },
  ];
  /** A purchase and its code, which is valid for `ms` from now. */
  const buy = (id: string, status: string, ms: number) => ({
    id,
    merchant: "Search Ads",
    amount: "155.00",
    currency: "USD",
    status,
    code: `10898${id}`,
    expiresAt: new Date(Date.now() + ms).toISOString(),
  });
  const bought = [buy("4", "captured", 42_000), buy("5", "declined", -1_000), buy("6", "captured", -2_000)];
  const { page, unmount } = await open("card", "faces", ({ cardId }) =>
    cardId === undefined ? cards : cardId === "VC1" ? bought : [],
  );
  const shown = await until(() => {
    const found = [...page.querySelectorAll<HTMLElement>(".py-face")];
    return found.length === 3 && found;
  });
  expect(shown.map((face) => face.dataset.outlined)).toEqual([undefined, "true", undefined]);
  expect(shown.map((face) => face.querySelector(".py-face-stamp")?.textContent)).toEqual(["", "已锁定", ""]);
  expect(page.querySelector(".py-face-figures")?.textContent).toContain("已授权未扣款");
  const lines = [...page.querySelectorAll(".py-recent")];
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^验证码108984还剩 0:\d\d/),
    "最近交易Search Ads155.00USD已扣款Search Ads155.00USD已拒绝",
  ]);
  expect(lines.map((line) => line.querySelector("a")?.getAttribute("href"))).toEqual([
    "/virtualCard?tab=captcha&cardId=VC1",
    "/virtualCard?tab=trading&cardId=VC1",
  ]);
  expect(shown[0]?.textContent).toContain("08/28");
  expect(page.textContent).toContain("本月已用56.00 / 100.00");
  expect([...page.querySelectorAll('a[href^="/cardRecharge"]')].map((link) => link.getAttribute("href"))).toEqual([
    "/cardRecharge?tab=recharge&cardId=VC1",
    "/cardRecharge?tab=recharge&cardId=VC3",
  ]);
  // An empty card offers its top-up, and those in use show their number.
  expect(page.querySelector(".py-offer")?.textContent).toBe("卡内余额为 0，充值后才能使用。 充值");
  expect([...page.querySelectorAll("button")].filter((button) => button.textContent === "显示完整卡号")).toHaveLength(
    2,
  );
  unmount();
});

const account = (id: string, more: Row = {}) => ({
  id,
  currency: "USD",
  holder: "Harbour Ltd",
  bank: "Harbour Bank",
  swift: "HBUKGB4B",
  account: "848100001838",
  reference: "MER1",
  isDefault: false,
  status: "completed",
  ...more,
});
/** Data sheet of an account, as the server returns it with the record. */
const sheet = {
  title: { zh: "收款账户信息", en: "Account details" },
  named: true,
  number: "RA1",
  code: "c",
  covered: false,
  groups: [
    {
      lines: [
        {
          name: "holder",
          label: { zh: "户名", en: "Account name" },
          text: { zh: "Harbour Ltd", en: "Harbour Ltd" },
        },
        { name: "country", label: { zh: "国家", en: "Country" }, text: { zh: "英国", en: "United Kingdom" } },
      ],
    },
  ],
};

it("shows details as cards, shareable ones first, and shares them as text in either language or as a PDF", async () => {
  const entity = entities.get("receivingAccount")!;
  const rows = [
    { id: "RA2", currency: "AUD", holder: "Harbour Ltd", status: "inProcess" },
    account("RA1", { isDefault: true, label: "欧洲站" }),
  ];
  const files: unknown[] = [];
  const ports = portsOf({
    call: async ({ path }) =>
      path === entity.calls["detail"]?.path
        ? { record: rows[1], labels: {}, receipt: sheet }
        : { list: rows, total: rows.length, sums: {}, labels: {} },
    download: async (_call, body) => void files.push(body),
    texts: async (_name, lang) => ({ "views.cards.share.note": lang === "zh" ? "请写识别码。" : "Quote the code." }),
    canOpen: () => true,
  });
  const { page, unmount } = await mount(
    <EngineProvider ports={ports} views={views}>
      <EntityView id="cards" entity={entity} title="收款账户" params={new URLSearchParams()} onParams={vi.fn()} />
    </EngineProvider>,
    ports,
  );
  const cards = await until(() => {
    const found = [...page.querySelectorAll(".pv-details-card")];
    return found.length === 2 && found;
  });
  expect(cards.map((card) => card.querySelector("header")?.textContent)).toEqual(["USD默认欧洲站", "AUD处理中"]);
  // Empty fields have no line, and an account that is not open cannot be shared.
  expect([...cards[1]!.querySelectorAll("dt")].map((label) => label.textContent)).toEqual(["户名"]);
  expect(cards[1]!.querySelector(".pv-details-actions")).toBeNull();
  await press(named(cards[0]!, "发给付款方"));
  const text = () => document.querySelector(".pv-share-text")?.textContent;
  await until(() => text()?.includes("请写识别码。"));
  expect(text()).toBe("收款账户信息\n户名：Harbour Ltd\n国家：英国\n\n请写识别码。");
  await press(named(document.body, "English"));
  await until(() => text()?.endsWith("Quote the code."));
  expect(text()).toBe("Account details\nAccount name: Harbour Ltd\nCountry: United Kingdom\n\nQuote the code.");
  expect(document.querySelector('a[href^="mailto:"]')?.getAttribute("href")).toContain("Country%3A%20United%20Kingdom");
  await press(named(document.body, "下载 PDF"));
  expect(files).toEqual([{ ids: "RA1", format: "pdf" }]);
  unmount();
});

it("shows the view that an empty list names, or that view's own empty state", async () => {
  const entity = entities.get("recharge")!;
  const openEmpty = async (accounts: Row[], path?: string) => {
    const ports = portsOf({
      call: async (call) => ({
        list: call.path === entities.get("receivingAccount")!.calls["list"]!.path ? accounts : [],
        total: 0,
        sums: {},
        labels: {},
      }),
      entity: async (name) => entities.get(name)!,
      recordPath: () => path,
      canOpen: () => true,
    });
    return mount(
      <EngineProvider ports={ports} views={views}>
        <EntityTable entity={entity} title="收款" params={new URLSearchParams()} onParams={vi.fn()} />
      </EngineProvider>,
      ports,
    );
  };
  const some = await openEmpty([account("RA1")], "/accounts");
  await until(() => some.page.querySelector(".pv-details-card"));
  expect(some.page.querySelector(".pt-state")?.textContent).toContain("还没有收款");
  some.unmount();
  const none = await openEmpty([], "/accounts");
  await until(() => none.page.textContent?.includes("还没有收款账户"));
  expect(none.page.querySelector('a[href="/newbankaccount?tab=apply"]')).not.toBeNull();
  expect([...none.page.querySelectorAll(".pt-state-title")].map((title) => title.textContent)).toEqual([
    "还没有收款账户",
  ]);
  none.unmount();
  // Users without the page of the accounts get the links that they may open.
  const closed = await openEmpty([account("RA1")]);
  await until(() => closed.page.querySelector('.pt-state a[href="/recharge?tab=expect"]'));
  expect(closed.page.querySelector(".pv-details-card")).toBeNull();
  closed.unmount();
});

it("lists payees with a star, their last use and a button to pay, and stars one in place", async () => {
  const rows = [
    {
      id: "bankAccount.BA1",
      payeeId: "BA1",
      entity: "bankAccount",
      name: "泉州鑫源鞋业",
      bank: "工商银行泉州丰泽支行",
      account: "6217 **** 0185",
      route: "mainland",
      status: "passed",
    },
    {
      id: "remitPayee.RP1",
      payeeId: "RP1",
      entity: "remitPayee",
      name: "Oakfield Ltd",
      starred: true,
      route: "abroad",
      country: "GB",
      status: "pending",
    },
  ];
  const uses = [{ id: "bankAccount.BA1", count: 14, last: "2025-11-20T04:00:00.000Z" }];
  const { page, unmount, ports } = await open("payee", "directory", rows, { uses });
  await until(() => page.textContent?.includes("上次 2025-11-20 · 14 笔"));
  const [mainland, abroad] = page.querySelectorAll(".pv-line");
  const star = (line: Element | undefined) => line?.querySelector<HTMLButtonElement>(".pv-star");
  expect(mainland?.querySelector(".pv-line-end a")?.getAttribute("href")).toBe("/withdrawal?tab=pay&accountId=BA1");
  expect(mainland?.textContent).not.toContain("可用");
  // Nothing is paid to a payee in review, which says how long the review takes.
  expect(abroad?.querySelector(".pv-line-end a")).toBeNull();
  expect(abroad?.querySelector(".pv-directory-state")?.textContent).toBe("审核中约 1 个工作日");
  expect([star(mainland), star(abroad)].map((button) => button?.getAttribute("aria-pressed"))).toEqual([
    "false",
    "true",
  ]);
  await act(async () => star(mainland)?.click());
  await settle();
  expect(ports.call).toHaveBeenCalledWith(
    expect.objectContaining({ path: "/mer/account/update" }),
    { id: "BA1", starred: true },
    expect.anything(),
  );
  unmount();
});

const exchange = {
  id: "swap.SW1",
  entity: "swap",
  orderNo: "SW1",
  sign: "own",
  currency: "USD",
  amount: "10000.00",
  otherCurrency: "CNY",
  other: "70436.70",
  status: "done",
  createdAt: "2026-11-20T04:00:00.000Z",
};

it("opens activity on the last 30 days in the URL, and keeps all time in the URL once it is chosen", async () => {
  const { page, unmount } = await open("transaction", "days", [exchange], {}, "tab=all");
  const period = () => page.querySelector<HTMLSelectElement>("select.pv-period")!;
  const url = () => page.querySelector("[data-period]")?.textContent;
  await until(() => url() === "last30d" && page.querySelector(".pv-line") !== null);
  expect(period().value).toBe("last30d");
  expect(page.querySelector(".pv-line-title")?.textContent).toBe("换汇 USD→CNY");
  expect([...page.querySelectorAll(".pv-line-amounts > *")].map((amount) => amount.textContent)).toEqual([
    "−10,000.00USD",
    "+70,436.70CNY",
  ]);
  await act(async () => {
    period().value = "";
    period().dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle();
  expect([url(), period().value]).toEqual(["", ""]);
  unmount();
});

it("opens activity on all time when this month has no records", async () => {
  const { page, unmount } = await open("transaction", "days", ({ createdAt }) => (createdAt ? [] : [exchange]));
  await until(() => page.querySelector(".pv-line") !== null);
  expect(page.querySelector<HTMLSelectElement>("select.pv-period")?.value).toBe("");
  unmount();
});

it("opens activity without a period at a URL that has a query", async () => {
  const { page, unmount } = await open("transaction", "days", [exchange], {}, "entity=swap");
  await until(() => page.querySelector(".pv-line") !== null);
  expect(page.querySelector("[data-period]")?.textContent).toBe("");
  unmount();
});
