// @vitest-environment happy-dom
/**
 * Options restricted by contexts: enabled ones first, disabled ones with the reason, and forms with only one enabled
 * option or none.
 */
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { createEmptyLibrary } from "@portolan/engine/compiler";
import { compileEntity, compileValidator } from "../../src/payments/compiler.ts";
import { type Entity } from "@portolan/engine";
import { hydrate } from "../../src/payments/runtime.ts";
import { evaluateOptions } from "../../src/engine/entity/option-facts.ts";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { click, control, mount, portsOf, press, settle, type } from "./form-fixtures.tsx";

const label = (zh: string, en: string) => ({ zh, en });
const OPTIONS = {
  list: "money",
  facts: "coins",
  sort: ["-held"],
  under: label("可用 {held}", "{held} available"),
  closed: [
    { when: "!option.sold || !has(option.rate)", says: label("此业务暂不支持", "Not offered") },
    { when: "option.held <= constants.least", says: label("没有可用余额", "Nothing to spend") },
  ],
};
const SCHEMA = {
  "x-entity": { name: "order", source: "store", key: "orderNo" },
  "x-label": label("订单", "Order"),
  type: "object",
  properties: {
    orderNo: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": label("订单号", "Number") },
    currency: { type: "string", "x-kind": "currency", "x-label": label("币种", "Currency"), "x-options": OPTIONS },
    amount: { type: "string", format: "decimal", "x-currency": "currency", "x-label": label("金额", "Amount") },
    port: { type: "string", "x-label": label("港口", "Port"), "x-options": { ...OPTIONS, list: "harbour" } },
  },
  required: ["currency"],
};
const HARBOUR = {
  "x-entity": { name: "harbour", source: "data", key: "code" },
  "x-label": label("港口", "Port"),
  type: "object",
  properties: {
    code: { type: "string", "x-kind": "identifier", "x-label": label("代码", "Code") },
    name: { type: "string", "x-label": label("名称", "Name") },
  },
  "x-list": { columns: ["code", "name"], card: { title: "name" } },
};
const MONEY = {
  "x-entity": { name: "money", source: "data", key: "code" },
  "x-label": label("币种", "Currency"),
  type: "object",
  properties: { code: { type: "string", "x-kind": "identifier", "x-label": label("代码", "Code") } },
  "x-list": { columns: ["code"], card: { title: "code" } },
};
const library = {
  ...createEmptyLibrary(),
  constants: { least: { id: "K1", value: "0" } },
  contexts: {
    coins: { call: "context", key: "coins", types: {}, rows: { sold: "bool", rate: "Decimal", held: "Decimal" } },
  },
  currencies: Object.fromEntries(
    ["CNY", "EUR", "JPY", "USD"].map((code) => [code, { minorUnits: code === "JPY" ? 0 : 2 }]),
  ),
  entities: { money: JSON.stringify(MONEY), harbour: JSON.stringify(HARBOUR) },
};
function compiled(file: string, schema: object): Entity {
  const { plan, texts } = compileEntity(file, JSON.stringify(schema), library);
  return hydrate(plan, texts, compileValidator(plan.schema));
}
const order = () => compiled("schemas/entities/order.json", SCHEMA);
const row = (held: string, sold = true, rate: { rate?: string } = { rate: "0.001" }) => ({ held, sold, ...rate });
const COINS = { CNY: row("900.00"), EUR: row("12000.50"), JPY: row("0"), USD: row("5.00", false) };

describe("options that depend on contexts", () => {
  const judged = (coins: object | undefined, lang: "zh" | "en" = "en") =>
    evaluateOptions(order(), order().field("currency"), ["CNY", "EUR", "JPY", "USD", "XAU"], {
      contexts: coins ? { coins } : {},
      lang,
    });
  it("are sorted with enabled ones first, disabled ones with their first failing reason", () => {
    expect(judged(COINS)).toEqual([
      { value: "EUR", under: "12,000.50 available" },
      { value: "CNY", under: "900.00 available" },
      { value: "XAU" },
      { value: "JPY", closed: "Nothing to spend" },
      { value: "USD", closed: "Not offered" },
    ]);
    expect(judged({ CNY: row("1.00", true, {}) }, "zh")!.at(-1)).toEqual({ value: "CNY", closed: "此业务暂不支持" });
  });
  it("are not evaluated while the context is unknown", () => {
    expect(judged(undefined)).toBeUndefined();
  });
});

let close: () => void = () => undefined;
afterEach(() => {
  close();
  document.body.replaceChildren();
});
const ROWS: Record<string, object[]> = {
  money: ["CNY", "EUR", "JPY", "USD"].map((code) => ({ code })),
  harbour: [
    { code: "USD", name: "Ningbo" },
    { code: "CNY", name: "Xiamen" },
    { code: "EUR", name: "Qingdao" },
  ],
};
const lists: Record<string, Entity> = {
  money: compiled("schemas/entities/money.json", MONEY),
  harbour: compiled("schemas/entities/harbour.json", HARBOUR),
};
async function open(coins: object | Promise<object>, record?: Record<string, unknown>, entity = order()) {
  const ports = portsOf({
    context: async () => (await coins) as Record<string, unknown>,
    entity: async (name) => lists[name]!,
    call: async ({ path }, body = {}) => ({
      list: ROWS[path.split("/").at(-2)!]!.filter(
        (one) => !body["code"] || (one as { code: string }).code === body["code"],
      ),
    }),
  });
  const { page, unmount } = await mount(
    <EntityForm entity={entity} onDone={() => undefined} {...(record ? { record } : {})} />,
    ports,
  );
  close = unmount;
  await settle();
  return page;
}
const rows = () => [...document.querySelectorAll<HTMLElement>("[role=option]")];
const offered = () =>
  rows().map(
    (button) =>
      `${button.getAttribute("aria-disabled") === "true" ? "-" : "+"} ${[...button.childNodes].map((node) => node.textContent).join(" · ")}`,
  );
async function openList(page: HTMLElement, field = "币种"): Promise<HTMLInputElement> {
  const box = control(page, field);
  await click(box);
  await settle(20);
  return box;
}
const FOLDED = "+ 暂不可用 2 个 · ▸";
/** Opens the list and the folded options in it. */
async function unfold(page: HTMLElement, field?: string): Promise<HTMLInputElement> {
  const box = await openList(page, field);
  await click(rows().find((item) => item.textContent?.startsWith("暂不可用")));
  return box;
}

describe("a form with such options", () => {
  it("offers enabled options with their balance, and disables the others with the reason", async () => {
    const page = await open({ ...COINS, CNY: row("900.00") });
    const box = await unfold(page);
    expect(offered()).toEqual([
      "+ EUR · 可用 12,000.50",
      "+ CNY · 可用 900.00",
      "+ 暂不可用 2 个 · ▾",
      "- JPY · 没有可用余额",
      "- USD · 此业务暂不支持",
    ]);
    await click(rows()[4]);
    await press(box, "ArrowUp");
    await press(box, "Enter");
    expect([box.value, rows().length]).toEqual(["", 5]);
    await click(rows()[1]);
    expect([box.value, rows().length]).toEqual(["CNY", 0]);
  });
  it("folds disabled options until their row is chosen or the user searches", async () => {
    const page = await open(COINS);
    const box = await openList(page);
    expect(offered()).toEqual(["+ EUR · 可用 12,000.50", "+ CNY · 可用 900.00", FOLDED]);
    await press(box, "ArrowUp");
    await press(box, "Enter");
    expect([offered().length, box.value]).toEqual([5, ""]);
    await click(rows()[2]);
    expect(offered().at(-1)).toBe(FOLDED);
    await type(box, "J");
    await settle(300);
    expect(offered().at(-2)).toBe("- JPY · 没有可用余额");
  });
  it("evaluates an open list when the context arrives, and keeps the current choice", async () => {
    let come: (coins: object) => void = () => undefined;
    const page = await open(new Promise((resolve) => (come = resolve)));
    const box = await openList(page);
    expect(offered()).toEqual(["+ CNY", "+ EUR", "+ JPY", "+ USD"]);
    await act(async () => come(COINS));
    await settle(20);
    expect(offered()[0]).toBe("+ EUR · 可用 12,000.50");
    expect(offered().at(-1)).toBe(FOLDED);
    expect(box.value).toBe("");
  });
  it("selects the only enabled option of a new record", async () => {
    const one = { ...COINS, EUR: row("0") };
    expect(control(await open(one), "币种").value).toBe("CNY");
    close();
    expect(control(await open(one, { orderNo: "1" }), "币种").value).toBe("");
  });
  it("does not open if a required field has no enabled option, and says why", async () => {
    const page = await open({ JPY: row("0"), EUR: row("0"), USD: row("1", false) });
    expect(page.querySelector("input")).toBeNull();
    expect(page.querySelector("output")!.textContent).toBe("币种：目前没有可选项（没有可用余额；此业务暂不支持）。");
  });
  it("disables options in the rows of a list", async () => {
    const { currency, amount, orderNo } = SCHEMA.properties;
    const items = { type: "object", properties: { currency, amount }, required: ["currency"] };
    const lines = { type: "array", minItems: 1, "x-label": label("余额", "Balances"), items };
    const batch = compiled("schemas/entities/order.json", {
      ...SCHEMA,
      properties: { orderNo, lines },
      required: ["lines"],
    });
    const page = await open(COINS, undefined, batch);
    await click(page.querySelector<HTMLElement>("[id$=-add]"));
    await settle(20);
    await unfold(page);
    expect(offered()).toEqual([
      "+ EUR · 可用 12,000.50",
      "+ CNY · 可用 900.00",
      "+ 暂不可用 2 个 · ▾",
      "- JPY · 没有可用余额",
      "- USD · 此业务暂不支持",
    ]);
  });
  it("disables options of any list, not of currencies alone", async () => {
    const page = await open(COINS);
    await unfold(page, "港口");
    expect(offered()).toEqual([
      "+ Qingdao · 可用 12,000.50",
      "+ Xiamen · 可用 900.00",
      "+ 暂不可用 1 个 · ▾",
      "- Ningbo · 此业务暂不支持",
    ]);
  });
});
