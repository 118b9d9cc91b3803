/** Branches of JSON Schema: `oneOf` with a discriminator, `if` and `then`, `dependentRequired`, in records and in rows. */
import { describe, expect, it } from "vitest";
import { createEmptyLibrary } from "@portolan/engine/compiler";
import { writeRecordType } from "../../src/engine/compile/types.ts";
import { FormStore } from "../../src/engine/form-store/store.ts";
import { ListNode } from "../../src/engine/form-store/nodes.ts";
import type { Row } from "@portolan/engine";
import { compileEntity, compileValidator, hydrate, kindOf } from "../../src/payments/compiler.ts";
import { FILE } from "./sample.ts";

const words = (zh: string, en: string) => ({ "x-label": { zh, en } });
const text = (zh: string, en: string) => ({ type: "string", ...words(zh, en) });
const country = {
  ...text("国家", "Country"),
  "x-options": {
    DE: { label: { zh: "德国", en: "Germany" } },
    US: { label: { zh: "美国", en: "United States" } },
    CN: { label: { zh: "中国", en: "China" } },
  },
};
const ways = [
  { properties: { country: { const: "DE" }, iban: text("IBAN", "IBAN") }, required: ["country", "iban"] },
  {
    properties: { country: { const: "US" }, routing: text("路由号", "Routing"), account: text("账号", "Account") },
    required: ["routing", "account"],
  },
  { properties: { country: { const: "CN" }, account: text("账号", "Account") } },
];
const schema = {
  properties: {
    name: text("名称", "Name"),
    country,
    email: text("邮箱", "E-mail"),
    phone: text("电话", "Phone"),
    lines: {
      type: "array",
      ...words("明细", "Lines"),
      items: {
        type: "object",
        properties: { kind: text("种类", "Kind") },
        if: { properties: { kind: { enum: ["goods", "parts"] } }, required: ["kind"] },
        then: { properties: { code: text("编码", "Code") }, required: ["code"] },
        else: { required: ["kind"] },
      },
    },
  },
  required: ["country"],
  oneOf: ways,
  allOf: [
    {
      if: { properties: { country: { const: "US" } }, required: ["country", "email"] },
      then: { required: ["phone"] },
    },
    {
      if: { properties: { name: { const: "none" } } },
      then: { properties: { why: text("原因", "Why") } },
    },
  ],
  dependentRequired: { phone: ["name"] },
  "x-show": { email: "has(self.name)" },
};
const { plan, texts } = compileEntity(FILE, JSON.stringify(schema), createEmptyLibrary());
const entity = hydrate(plan, texts, compileValidator(plan.schema));
const check = (record: Row) => entity.check(record, { lang: "en", side: "server" });
const said = (record: Row) => check(record).errors.map(({ at, code }) => `${at} ${code}`);

describe("check of conditional branches", () => {
  it("requires the fields of the branch that applies, and drops those of the others", () => {
    expect(said({ country: "DE" })).toEqual(["/iban required"]);
    expect(said({ country: "US" })).toEqual(["/routing required", "/account required"]);
    expect(said({ country: "CN" })).toEqual([]);
    expect(said({})).toEqual(["/country required"]);
    expect(check({ country: "DE", iban: "DE1", routing: "r", account: "a" }).value).toEqual({
      country: "DE",
      iban: "DE1",
    });
    expect(check({ country: "CN", routing: "r", account: "a" }).value).toEqual({ country: "CN", account: "a" });
    expect(said({ country: "FR" })).toEqual(["/country enum"]);
  });
  it("evaluates `if` as JSON Schema does: an absent property satisfies `properties`", () => {
    const us = { country: "US", routing: "r", account: "a" };
    expect(said({ ...us, name: "x", email: "e" })).toEqual(["/phone required"]);
    expect(said({ ...us, name: "x", email: "e", country: "CN" })).toEqual([]);
    expect(check({ country: "CN", why: "absent" }).value).toHaveProperty("why");
    expect(check({ country: "CN", why: "named", name: "none" }).value).toHaveProperty("why");
    expect(check({ country: "CN", why: "other", name: "x" }).value).not.toHaveProperty("why");
  });
  it("requires the field that `dependentRequired` names, and applies the conditions alongside", () => {
    expect(said({ country: "CN", phone: "1" })).toEqual(["/name required"]);
    expect(check({ country: "CN", email: "e" }).value).toEqual({ country: "CN" });
  });
  it("evaluates the condition of a row by the row's own values", () => {
    expect(
      said({ country: "CN", lines: [{ kind: "goods" }, { kind: "work" }, {}, { kind: "parts", code: "c" }] }),
    ).toEqual(["/lines/0/code required", "/lines/2/kind required"]);
    expect(check({ country: "CN", lines: [{ kind: "work", code: "c" }] }).value["lines"]).toEqual([{ kind: "work" }]);
  });
});

it("a form shows the fields of the branch that applies, keeps values typed in another and submits only its own", () => {
  const store = new FormStore(entity, { lang: "en", initial: { lines: [{ kind: "goods" }] } });
  const shown = () => ["iban", "routing", "account", "phone"].filter((name) => store.leaf(name).view.shown);
  const demanded = () => ["iban", "routing", "account", "phone"].filter((name) => store.leaf(name).view.demanded);
  expect(shown()).toEqual(["phone"]);
  store.set(store.leaf("country"), "US");
  store.set(store.leaf("account"), "12");
  store.set(store.leaf("routing"), "34");
  expect([shown(), demanded()]).toEqual([
    ["routing", "account", "phone"],
    ["routing", "account"],
  ]);
  store.set(store.leaf("country"), "DE");
  expect([shown(), demanded()]).toEqual([["iban", "phone"], ["iban"]]);
  store.set(store.leaf("iban"), "DE1");
  expect(store.buildOutgoing(store.submit().verdict.value)).toEqual({
    country: "DE",
    iban: "DE1",
    lines: [{ kind: "goods" }],
  });
  store.set(store.leaf("country"), "US");
  expect([store.leaf("routing").value, shown()]).toEqual(["34", ["routing", "account", "phone"]]);
  const list = store.root.child("lines");
  const code = list instanceof ListNode ? list.rows[0]?.child("code")?.view : undefined;
  expect(code).toMatchObject({ shown: true, demanded: true, error: "Code is required" });
});

it("JSON Schema documents express branches with oneOf, allOf and dependentRequired, and types make their fields optional", () => {
  expect(plan.branches).toEqual({
    oneOf: [
      { properties: { country: { const: "DE" } }, required: ["country", "iban"] },
      { properties: { country: { const: "US" } }, required: ["routing", "account"] },
      { properties: { country: { const: "CN" } } },
    ],
    allOf: [schema.allOf[0], { ...schema.allOf[1], then: { properties: {} } }],
    dependentRequired: { phone: ["name"] },
  });
  const type = writeRecordType(kindOf, "Sample", { plan, texts });
  expect(type).toMatch(
    /country: "DE" \| "US" \| "CN";[^]*lines\?: \{ kind\?: string; code\?: string \}\[\];[^]*iban\?: string;/,
  );
});

it("a branch keyword on a field is rejected with the place where it belongs", () => {
  const wrong = { properties: { name: { ...text("名称", "Name"), oneOf: [] } } };
  expect(() => compileEntity(FILE, JSON.stringify(wrong), createEmptyLibrary())).toThrow(
    'it belongs beside the "properties" of the record',
  );
});
