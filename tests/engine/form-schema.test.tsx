// @vitest-environment happy-dom
/** Forms of compiled schema files, from the file's text to the request. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Library } from "@portolan/engine/compiler";
import { compileEntity, compileValidator } from "../../src/payments/compiler.ts";
import { EntityForm } from "../../src/engine/form/EntityForm.tsx";
import { createEngineValidator } from "../../src/engine/form/engine-validator.tsx";
import { buildFormSchema } from "../../src/engine/form-store/form-schema.ts";
import { FormStore } from "../../src/engine/form-store/store.ts";
import { type Entity, type Ports, type Row } from "@portolan/engine";
import { hydrate } from "../../src/payments/runtime.ts";
import { button, click, control, described, leave, mount, portsOf, settle, type } from "./form-fixtures.tsx";

const both = (zh: string, en = zh) => ({ zh, en });
const library: Library = {
  shared: {},
  constants: {},
  currencies: { CNY: { minorUnits: 2 } },
  entities: {},
  failures: ["rateNotSet"],
  calls: [],
  contexts: { channel: { call: "c", key: "channel", types: { rate: "Decimal", max: "Decimal" } } },
};
function compile(name: string, source: object): Entity {
  const { plan, texts } = compileEntity(`schemas/entities/${name}.json`, JSON.stringify(source), library);
  return hydrate(plan, texts, compileValidator(plan.schema));
}
const payment = () =>
  compile("payment", {
    "x-entity": { name: "payment", source: "store", key: "no", number: "PY" },
    "x-label": both("付款"),
    type: "object",
    properties: {
      no: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": both("单号") },
      amount: {
        type: "string",
        format: "decimal",
        "x-currency": "CNY",
        formatMinimum: "2000",
        "x-label": both("金额"),
        "x-messages": { formatMinimum: both("最低 2000！") },
      },
      fee: {
        type: "string",
        format: "decimal",
        "x-currency": "CNY",
        readOnly: true,
        "x-compute": "round(self.amount * channel.rate, 'CNY')",
        "x-label": both("手续费"),
      },
      kind: {
        type: "string",
        "x-options": { "00": { label: both("个人") }, "01": { label: both("公司") } },
        "x-label": both("类型"),
      },
      company: { type: "string", maxLength: 20, "x-label": both("公司名称") },
    },
    required: ["amount", "kind"],
    "x-show": { company: "self.kind == '01'" },
    "x-require": { company: "self.kind == '01'" },
    "x-rules": [{ id: "max", at: "amount", max: "channel.max", message: both("最高 {limit}") }],
    "x-gates": [{ unless: "has(channel.rate)", message: "rateNotSet" }],
    "x-form": {
      sections: [{ id: "all", label: both("全部"), fields: [["amount", "fee"], "kind", "company"] }],
      submit: both("付款"),
    },
  });
const company = () =>
  compile("company", {
    "x-entity": { name: "company", source: "store", key: "no", number: "CO" },
    "x-label": both("公司"),
    type: "object",
    properties: {
      no: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": both("编号") },
      owners: {
        type: "array",
        maxItems: 3,
        "x-label": both("股东"),
        items: {
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string", maxLength: 10, "x-label": both("姓名") },
            share: {
              type: "string",
              format: "decimal",
              "x-kind": "percent",
              formatMinimum: "25",
              "x-label": both("持股"),
            },
          },
        },
      },
    },
    "x-rules": [
      {
        id: "whole",
        at: "owners",
        assert: "sum(self.owners.map(o, o.share)) <= decimal('100')",
        message: both("合计不能超过 100%"),
      },
    ],
    "x-form": { sections: [{ id: "all", label: both("全部"), fields: ["owners"] }] },
  });

beforeEach(() => sessionStorage.clear());
let close: () => void = () => undefined;
afterEach(() => close());
async function open(entity: Entity, ports: Ports, record?: Row) {
  const { page, unmount } = await mount(<EntityForm entity={entity} record={record} onDone={() => undefined} />, ports);
  close = unmount;
  await settle();
  return page;
}
const sent = (ports: Ports) => (ports.call as ReturnType<typeof vi.fn>).mock.calls.at(-1)![1] as Row;
const choose = (radio: HTMLInputElement) =>
  act(async () => {
    radio.checked = true;
    radio.dispatchEvent(new Event("input", { bubbles: true }));
  });

describe("an amount with a step and exclusive limits", () => {
  it("states them below its input, and rejects the limit itself", async () => {
    const stepped = compile("stepped", {
      "x-entity": { name: "stepped", source: "store", key: "no", number: "ST" },
      "x-label": both("整数付款"),
      type: "object",
      properties: {
        no: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": both("单号") },
        amount: {
          type: "string",
          format: "decimal",
          "x-currency": "CNY",
          formatExclusiveMinimum: "0",
          formatExclusiveMaximum: "5000",
          "x-step": "100",
          "x-label": both("金额"),
        },
      },
    });
    const page = await open(stepped, portsOf());
    const amount = control(page, "金额");
    expect(described(amount)).toBe("大于 0.00 · 小于 5,000.00 · 100.00 的整数倍");
    for (const [text, said] of [
      ["0", "金额必须大于 0.00"],
      ["5000", "金额必须小于 5,000.00"],
      ["150", "须为 100.00 的整数倍"],
    ] as const) {
      await type(amount, text);
      await leave(amount);
      expect(described(amount)).toBe(said);
    }
  });
});

describe("a compiled schema", () => {
  const ports = () => portsOf({ context: vi.fn(async () => ({ channel: { rate: "0.0025", max: "50000" } })) });
  it("produces a form with its limits, conditions and computed amounts", async () => {
    const outside = ports();
    const page = await open(payment(), outside);
    expect(outside.context).toHaveBeenCalledWith("channel", { entity: "payment", currency: "CNY" });
    const amount = control(page, "金额");
    expect(described(amount)).toBe("2,000.00 至 50,000.00");
    await type(amount, "1999.99");
    await leave(amount);
    expect(described(amount)).toBe("最低 2000！");
    expect(control(page, "手续费").textContent).toBe("5.00CNY");
    await type(amount, "50000.01");
    expect(described(amount)).toBe("最高 50,000.00");
    await type(amount, "2000.001");
    expect(described(amount)).toBe("该币种最多 2 位小数");
    await type(amount, "2000");
    expect(amount.hasAttribute("aria-invalid")).toBe(false);

    const [, companyButton] = page.querySelectorAll<HTMLInputElement>('input[type="radio"]');
    expect(() => control(page, "公司名称")).toThrow();
    await choose(companyButton!);
    expect(control(page, "公司名称").getAttribute("aria-required")).toBe("true");
    await click(button(page, "付款"));
    expect(described(control(page, "公司名称"))).toBe("请填写公司名称");
    await type(control(page, "公司名称"), "Portolan");
    await click(button(page, "付款"));
    await settle();
    expect(sent(outside)).toEqual({ amount: "2000.00", fee: "5.00", kind: "01", company: "Portolan" });
  });
  it("is flat if no field is a list", () => {
    expect([payment().form.flat, company().form.flat]).toEqual([true, undefined]);
  });
  it("gives rjsf only lists with their row limits, nothing to validate or default", () => {
    expect(buildFormSchema(company())).toEqual({
      $id: "https://portolan.example/schemas/entities/company.json",
      type: "object",
      properties: {
        owners: { type: "array", maxItems: 3, items: { type: "object", properties: {} } },
      },
    });
  });
});

describe("rjsf validator", () => {
  const opened = () => {
    const entity = company();
    const store = new FormStore(entity, {
      lang: "zh",
      initial: { owners: [{ share: "60" }, { name: "乙", share: "50" }] },
    });
    const schema = buildFormSchema(entity);
    return { entity, store, schema, validator: createEngineValidator(entity, store, schema) };
  };
  it("returns the errors of the form's store, whatever data rjsf passes", () => {
    const { entity, store, schema, validator } = opened();
    const { errors, errorSchema } = validator.validateFormData({ owners: [{}] }, schema);
    const verdict = entity.check(store.record(), { lang: "zh", side: "browser" });
    expect(errors.map(({ property, message }) => [property, message])).toEqual(
      verdict.errors.map(({ at, message }) => [at.replaceAll("/", "."), message]),
    );
    expect(errorSchema).toMatchObject({
      owners: { __errors: ["合计不能超过 100%"], 0: { name: { __errors: ["请填写姓名"] } } },
    });
  });
  it("accepts only the compiled schema, identified by its $id", () => {
    const { schema, validator } = opened();
    expect(validator.isValid(schema, { owners: [{ name: "甲" }] }, schema)).toBe(true);
    expect(validator.isValid(schema, { owners: [{}] }, schema)).toBe(false);
    expect(() => validator.isValid({ $id: "other" }, {}, schema)).toThrow("other");
    expect(() => validator.isValid(schema, {}, { ...schema, title: "another" })).toThrow("differs");
  });
});

describe("rows of a list", () => {
  const names = (page: HTMLElement) =>
    [...page.querySelectorAll<HTMLInputElement>(".pf-item input")].map((input) => input.value);
  it("keep values, errors and IDs when rows are added, moved or removed", async () => {
    const outside = portsOf();
    const page = await open(company(), outside, {
      no: "CO1",
      owners: [
        { name: "甲", share: "60" },
        { name: "乙", share: "30" },
      ],
    });
    expect(names(page)).toEqual(["甲", "60", "乙", "30"]);
    await click(button(page, "添加股东"));
    const inputs = () => [...page.querySelectorAll<HTMLInputElement>(".pf-item input")];
    const third = inputs()[4]!;
    await type(third, "丙");
    await type(inputs()[5]!, "5");
    await leave(inputs()[5]!);
    const share = inputs()[5]!;
    expect(share.getAttribute("aria-invalid")).toBe("true");
    await click(button(page, "上移股东 3"));
    expect(names(page)).toEqual(["甲", "60", "丙", "5", "乙", "30"]);
    expect(inputs()[2]!.id).toBe(third.id);
    expect(inputs()[3]!.getAttribute("aria-invalid")).toBe("true");
    expect(page.querySelectorAll(".pf-item")).toHaveLength(3);
    expect([...page.querySelectorAll("button")].some((button) => button.textContent === "添加股东")).toBe(false);
    await click(button(page, "删除股东 2"));
    expect(names(page)).toEqual(["甲", "60", "乙", "30"]);
    await type(inputs()[3]!, "45");
    await click(button(page, "提交"));
    expect(page.querySelector("fieldset.pf-list-field")?.textContent).toContain("合计不能超过 100%");
    await type(inputs()[3]!, "40");
    expect(page.querySelector("fieldset.pf-list-field")?.textContent).not.toContain("合计不能超过");
    await click(button(page, "提交"));
    await settle();
    expect(sent(outside)).toEqual({
      no: "CO1",
      owners: [
        { name: "甲", share: "60" },
        { name: "乙", share: "40" },
      ],
    });
  });
  it("take new values on reset and keep their nodes", () => {
    const store = new FormStore(company(), { lang: "zh", initial: { owners: [{ name: "甲" }, { name: "乙" }] } });
    const list = store.root.child("owners") as import("../../src/engine/form-store/nodes.ts").ListNode;
    const [first] = list.rows;
    store.reset({ owners: [{ name: "丙" }] });
    expect(list.rows).toHaveLength(1);
    expect(list.rows[0]).toBe(first);
    expect(store.root.toJSON()).toEqual({ owners: [{ name: "丙" }] });
    expect(store.dirty).toBe(false);
  });
});
