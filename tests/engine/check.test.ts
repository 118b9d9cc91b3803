/**
 * Tests `check`: order of findings, hidden and computed fields, rules with and without context values, competing limits,
 * messages, and single fields.
 */
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compileEntity, compileValidator, validatorModule } from "../../src/payments/compiler.ts";
import {
  computeRecord,
  isFieldVisible,
  isFieldRequired,
  hydrateWith,
  type CheckOptions,
  type Entity,
  type Row,
  type Validate,
} from "@portolan/engine";
import { hydrate } from "../../src/payments/runtime.ts";
import { checkRecord } from "../../src/engine/entity/check.ts";
import { readRowStates } from "../../src/engine/entity/conditions.ts";
import { dialect } from "../../src/payments/compiler.ts";
import type { Validator } from "../../src/engine/entity/hydrate.ts";
import { equal, ucs2length } from "../../src/engine/entity/validator-runtime.ts";
import { FILE, sampleLibrary } from "./sample.ts";

const text = (zh: string, en: string) => ({ zh, en });
const money = (name: string, more: object = {}) => ({
  type: "string",
  format: "decimal",
  "x-currency": "CNY",
  "x-label": text(name, name),
  ...more,
});
const string = (name: string, more: object = {}) => ({ type: "string", "x-label": text(name, name), ...more });

const made = new WeakMap<Entity, ReturnType<typeof compileEntity>>();
function entityOf(file: Record<string, unknown>): Entity {
  const compiled = compileEntity(FILE, JSON.stringify(file), sampleLibrary());
  const entity = hydrate(compiled.plan, compiled.texts, compileValidator(compiled.plan.schema));
  made.set(entity, compiled);
  return entity;
}
const order = entityOf({
  properties: {
    title: string("标题", { minLength: 2, maxLength: 5 }),
    sort: string("类型", { "x-options": { a: { label: text("甲", "A") }, b: { label: text("乙", "B") } } }),
    note: string("备注", { maxLength: 10 }),
    deep: string("更深"),
    amount: money("金额", {
      formatMinimum: "10",
      formatMaximum: "5000",
      "x-messages": { formatMinimum: text("最低 {limit}！", "At least {limit}!") },
    }),
    rate: {
      type: "string",
      format: "decimal",
      "x-kind": "rate",
      readOnly: true,
      "x-label": text("费率", "Rate"),
      "x-compute": "limits.singleMin / 100000",
    },
    fee: money("手续费", { readOnly: true, "x-compute": "round(self.amount * self.rate, 'CNY')" }),
    total: money("合计", { readOnly: true, "x-compute": "self.amount + self.fee" }),
    due: { type: "string", format: "date", formatMinimum: "2020-01-01", "x-label": text("到期日", "Due") },
    count: { type: "integer", minimum: 1, maximum: 10, "x-label": text("数量", "Count") },
    again: string("确认", { "x-local": true }),
    parties: {
      type: "array",
      minItems: 1,
      "x-label": text("股东", "Owners"),
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: string("姓名", { maxLength: 3 }),
          share: { type: "string", format: "decimal", "x-kind": "percent", "x-label": text("比例", "Share") },
        },
      },
    },
  },
  required: ["title", "amount", "again"],
  "x-show": { note: "self.sort == 'a'", deep: "has(self.note)" },
  "x-require": { note: "self.sort == 'a'", due: "user.certified" },
  "x-rules": [
    { id: "singleMin", at: "amount", min: "limits.singleMin", message: text("不能低于 {limit}", "Not under {limit}") },
    {
      id: "least",
      at: "amount",
      min: "constants.least * 2",
      message: text("不能低于 {limit} 元", "Not under {limit} yuan"),
    },
    {
      id: "enough",
      at: "amount",
      assert: "self.total <= limits.singleMin * 100",
      authority: "server",
      message: text("余额不足", "Not enough"),
    },
    { id: "same", at: "again", assert: "self.again == self.title", message: text("不一致", "They differ") },
    {
      id: "whole",
      at: "parties",
      assert: "self.parties.all(p, p.share <= decimal('50'))",
      message: text("单个股东超过一半", "One owner has more than half"),
    },
    { id: "future", at: "due", assert: "self.due >= today", message: text("已过期", "In the past") },
  ],
});
const good: Row = { title: "标题", amount: "100.00", again: "标题" };
const check = (record: Row, options: Partial<CheckOptions> = {}) => order.check(record, { lang: "zh", ...options });
const codes = (record: Row, options?: Partial<CheckOptions>) =>
  check(record, options).errors.map(({ at, code }) => `${at} ${code}`);

it("a field checked alone takes the decimals of the currency in its record", () => {
  const priced = entityOf({
    properties: { code: string("币种", { "x-kind": "currency" }), price: money("价格", { "x-currency": "code" }) },
  });
  const codes = (code: string) =>
    priced.check({ code, price: "7.5" }, { lang: "zh", only: ["price"] }).errors.map((error) => error.code);
  expect([codes("JPY"), codes("CNY")]).toEqual([["minorUnits"], []]);
});

describe("values", () => {
  it("are normalised before they are checked", () => {
    const { value, errors } = check({ title: "  标题 ", amount: "１０００．５", again: "标题", count: 3 });
    expect(errors).toEqual([]);
    expect(value).toEqual({ title: "标题", amount: "1000.50", again: "标题", count: 3 });
  });
  it("are absent when null or empty", () =>
    expect(codes({ ...good, title: "", amount: null })).toEqual(["/title required", "/amount required"]));
  it("of unknown fields are rejected, including __proto__ and constructor", () => {
    expect(codes({ ...good, discount: 1 })).toEqual(["/discount additionalProperties"]);
    for (const name of ["__proto__", "constructor"])
      expect(
        codes(JSON.parse(JSON.stringify({ ...good, sent: { x: 1 } }).replace('"sent"', `"${name}"`)) as Row),
      ).toEqual([`/${name} additionalProperties`]);
    expect(codes(Object.assign(Object.create(null) as Row, good))).toEqual([]);
  });
  it("of any JSON type never make the check throw", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...order.fields.map((field) => field.name), "other"), fc.jsonValue()),
        (record) => {
          for (const side of ["browser", "server"] as const) {
            for (const { at, code, message } of order.check(record, {
              lang: "en",
              side,
              contexts: { limits: { singleMin: "50" }, today: "2026-01-01" },
            }).errors)
              expect([at.startsWith("/"), code !== "", message !== ""]).toEqual([true, true, true]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
  it("of another type than object lack every required field", () => {
    for (const record of [null, 7, "x", [], undefined])
      expect(codes(record as unknown as Row)).toEqual(["/title required", "/amount required", "/again required"]);
  });
});

describe("errors", () => {
  it("are in field order and in the user's language", () => {
    const record = { count: 11, amount: "5", title: "标", again: "标" };
    expect(check(record).errors.map(({ message }) => message)).toEqual([
      "标题至少 2 个字",
      "不能低于 19.00 元",
      "数量不能大于 10",
    ]);
    expect(check(record, { lang: "en" }).errors.map(({ message }) => message)).toEqual([
      "标题 has at least 2 characters",
      "Not under 19.00 yuan",
      "Count is at most 10",
    ]);
  });
  it("carry the limit as a parameter", () =>
    expect(check({ ...good, title: "一二三四五六", again: "一二三四五六" }).errors).toMatchObject([
      { code: "maxLength", params: { limit: 5 } },
    ]));
  it("of an unreadable value are reported once, in the words of its kind", () => {
    expect(check({ ...good, amount: "lots" }).errors).toEqual([
      { at: "/amount", code: "format", params: {}, message: "请输入数字，例如 1234.50" },
    ]);
    expect(codes({ ...good, amount: 100 })).toEqual(["/amount type"]);
    expect(codes({ ...good, due: "2026-02-30" })).toEqual(["/due format"]);
    expect(codes({ ...good, amount: "100.001" })).toEqual(["/amount minorUnits"]);
  });
  it("in rows carry the row's index", () => {
    expect(codes({ ...good, parties: [{ name: "甲" }, { share: "40" }, { name: "一二三四", other: 1 }] })).toEqual([
      "/parties/1/name required",
      "/parties/2/other additionalProperties",
      "/parties/2/name maxLength",
    ]);
    expect(
      check({
        ...good,
        parties: [
          { name: " 甲 ", share: "４０.00" },
          { name: "乙", share: "" },
        ],
      }),
    ).toMatchObject({ errors: [], value: { parties: [{ name: "甲", share: "40" }, { name: "乙" }] } });
    expect(
      Object.keys((check({ ...good, parties: [{ name: "乙", share: "" }] }).value["parties"] as Row[])[0]!),
    ).toEqual(["name"]);
    expect(codes({ ...good, parties: [{ name: "甲" }, { name: "乙", share: "33.33333" }] })).toEqual([
      "/parties/1/share decimals",
    ]);
    expect(check({ ...good, parties: [{}] }).errors[0]?.message).toBe("请填写姓名");
    expect(codes({ ...good, parties: [] })).toEqual(["/parties minItems"]);
    expect(codes({ ...good, parties: "甲" })).toEqual(["/parties type"]);
  });
});

describe("hidden fields", () => {
  it("are neither checked nor kept, and hide the fields that depend on them", () => {
    const { value, errors } = check({ ...good, sort: "b", note: "x".repeat(11), deep: "y" });
    expect(errors).toEqual([]);
    expect(value).not.toHaveProperty("note");
    expect(value).not.toHaveProperty("deep");
  });
  it("are checked and required once visible", () => {
    expect(codes({ ...good, sort: "a" })).toEqual(["/note required"]);
    expect(codes({ ...good, sort: "a", note: "x".repeat(11), deep: "y" })).toEqual(["/note maxLength"]);
  });
  it("have visibility and requirement evaluated one by one", () => {
    expect([
      isFieldVisible(order, "note", { sort: "a" }),
      isFieldVisible(order, "note", { sort: "b" }),
      isFieldVisible(order, "note", {}),
      isFieldVisible(order, "title", {}),
    ]).toEqual([true, false, false, true]);
    expect([
      isFieldRequired(order, "note", { sort: "a" }),
      isFieldRequired(order, "note", {}),
      isFieldRequired(order, "title", {}),
      isFieldRequired(order, "due", {}),
      isFieldRequired(order, "due", {}, { user: { certified: true } }),
    ]).toEqual([true, false, true, false, true]);
  });
});

describe("computed fields", () => {
  const contexts = { limits: { singleMin: "50" } };
  it("may depend on one another", () =>
    expect(computeRecord(order, { amount: "1000" }, contexts)).toEqual({
      rate: "0.0005",
      fee: "0.50",
      total: "1000.50",
    }));
  it("are absent while a value that they read is unknown", () => {
    expect(computeRecord(order, { amount: "1000" })).toEqual({});
    expect(computeRecord(order, {}, contexts)).toEqual({ rate: "0.0005" });
    expect(computeRecord(order, { amount: "lots" }, contexts)).toEqual({ rate: "0.0005" });
  });
  it("are recalculated for rules, whatever value was sent", () =>
    expect(codes({ ...good, amount: "5000", total: "1" }, { contexts: { limits: { singleMin: "50" } } })).toEqual([
      "/amount enough",
    ]));
});

describe("rules", () => {
  it("pass while a field that they read is absent or malformed", () => {
    expect(codes({ ...good, title: undefined })).toEqual(["/title required"]);
    expect(codes({ ...good, parties: [{ name: "甲" }] })).toEqual([]);
    expect(codes({ ...good, parties: [{ name: "甲", share: "60" }] })).toEqual(["/parties whole"]);
    expect(codes({ ...good, parties: [{ name: "甲", share: "x" }] })).toEqual(["/parties/0/share format"]);
  });
  it("pass in the browser while a context value is unknown", () => expect(codes(good)).toEqual([]));
  it("that the server enforces fail there when a context value is unknown", () => {
    expect(codes(good, { side: "server" })).toEqual(["/amount enough"]);
    expect(codes({ ...good, amount: undefined }, { side: "server" })).toEqual(["/amount required"]);
    expect(codes(good, { side: "server", contexts: { limits: { singleMin: "50" } } })).toEqual([]);
  });
  it("accept context values as JSON or as rule values", () => {
    expect(codes(good, { contexts: { limits: { singleMin: "200" } } })).toEqual(["/amount singleMin"]);
    expect(codes({ ...good, due: "2026-01-01" }, { contexts: { today: "2026-01-02" } })).toEqual(["/due future"]);
    expect(codes({ ...good, due: "2026-01-02" }, { contexts: { today: "2026-01-02" } })).toEqual([]);
  });
  it("on fields that are never sent run only in the browser", () => {
    expect(codes({ ...good, again: "别的" })).toEqual(["/again same"]);
    const { again: _again, ...sent } = good;
    expect(codes(sent, { side: "server", contexts: { limits: { singleMin: "50" } } })).toEqual([]);
    expect(check({ ...good }, { side: "server" }).value).not.toHaveProperty("again");
  });
});

describe("exclusive limits, steps and constants", () => {
  const entity = entityOf({
    properties: {
      amount: money("金额", { formatExclusiveMinimum: "0", formatExclusiveMaximum: "1000", "x-step": "0.50" }),
      day: string("日期", { format: "date", formatExclusiveMinimum: "2026-01-01" }),
      count: {
        type: "integer",
        exclusiveMinimum: 0,
        exclusiveMaximum: 5000,
        multipleOf: 100,
        "x-label": text("数量", "Count"),
      },
      version: { type: "integer", const: 2000, "x-label": text("版本", "Version") },
      agreed: { type: "boolean", const: true, "x-label": text("协议", "Agreement") },
      scaled: money("倍数", { "x-step": "1000", "x-messages": { step: text("按 {limit}", "By {limit}") } }),
    },
  });
  const told = (record: Row, lang: "zh" | "en" = "en") => entity.check(record, { lang }).errors;
  it("accept values within them", () => {
    const good = { amount: "0.50", day: "2026-01-02", count: 4900, version: 2000, agreed: true, scaled: "-3000" };
    expect(told(good)).toEqual([]);
    expect(told({ amount: "999.50" })).toEqual([]);
  });
  it.each<[Row, string, string | number | undefined, string, string]>([
    [{ amount: "0" }, "formatExclusiveMinimum", "0", "金额必须大于 0.00", "金额 is more than 0.00"],
    [{ amount: "1000" }, "formatExclusiveMaximum", "1000", "金额必须小于 1,000.00", "金额 is less than 1,000.00"],
    [{ amount: "0.75" }, "step", "0.50", "须为 0.50 的整数倍", "Enter a multiple of 0.50"],
    [{ scaled: "1500" }, "step", "1,000.00", "按 1,000.00", "By 1,000.00"],
    [
      { day: "2026-01-01" },
      "formatExclusiveMinimum",
      "2026-01-01",
      "日期必须大于 2026-01-01",
      "日期 is more than 2026-01-01",
    ],
    [{ count: 0 }, "exclusiveMinimum", 0, "数量必须大于 0", "Count is more than 0"],
    [{ count: 5000 }, "exclusiveMaximum", 5000, "数量必须小于 5,000", "Count is less than 5,000"],
    [{ count: 150 }, "multipleOf", 100, "数量须为 100 的整数倍", "Count is a multiple of 100"],
    [{ version: 1 }, "const", 2000, "版本只能是 2,000", "Version can only be 2,000"],
    [{ agreed: false }, "const", undefined, "请确认协议", "Please confirm: Agreement"],
  ])("refuse %j", (record, code, limit, zh, en) => {
    const params = limit === undefined ? {} : { limit };
    expect(told(record, "zh")).toEqual([{ at: `/${Object.keys(record)[0]}`, code, params, message: zh }]);
    expect(told(record)).toEqual([expect.objectContaining({ message: en })]);
  });
});

describe("a box that was not ticked", () => {
  const label = text("值", "Value");
  const box = { type: "boolean", "x-label": label };
  const parts = {
    properties: {
      gift: box,
      card: string("贺卡"),
      invoice: string("发票"),
      known: { ...box, readOnly: true },
      agreed: { ...box, const: true },
      loud: { ...box, default: true },
    },
    "x-show": { card: "PLACE.gift", invoice: "!PLACE.gift" },
    "x-require": { invoice: "PLACE.gift == false && PLACE.known == false" },
  };
  const inPlace = (name: string): typeof parts =>
    JSON.parse(JSON.stringify(parts).replaceAll("PLACE", name)) as typeof parts;
  const entity = entityOf({
    ...inPlace("self"),
    properties: {
      ...inPlace("self").properties,
      lines: { type: "array", "x-label": label, items: { type: "object", ...inPlace("row") } },
    },
  });
  it.each(["browser", "server"] as const)("is false in rules and in the record, in the %s", (side) => {
    const told = (record: Row) => entity.check(record, { lang: "en", side });
    const { value, errors } = told({ lines: [{}] });
    expect(value).toEqual({ gift: false, loud: true, lines: [{ gift: false, loud: true }] });
    expect(errors.map(({ at, code }) => `${at} ${code}`)).toEqual(["/invoice required", "/lines/0/invoice required"]);
    expect(told({ gift: true, invoice: "A", lines: [{ gift: true, invoice: "A" }] })).toMatchObject({
      value: { gift: true, lines: [{ gift: true }] },
      errors: [],
    });
  });
  it("opens what is for no in a form at once", () => {
    expect(["card", "invoice"].map((name) => isFieldVisible(entity, name, {}))).toEqual([false, true]);
    expect(readRowStates(entity, "lines", { lines: [{}] }).get("/lines/0")?.hidden).toEqual(new Set(["card"]));
  });
});

describe("minimum limits", () => {
  const limit = (amount: string, singleMin: string) =>
    check({ ...good, amount }, { contexts: { limits: { singleMin } } }).errors;
  it("report only the strictest one that fails", () => {
    expect(limit("5", "12")).toMatchObject([
      { code: "least", params: { limit: "19.00" }, message: "不能低于 19.00 元" },
    ]);
    expect(limit("5", "3000")).toMatchObject([{ code: "singleMin", message: "不能低于 3,000.00" }]);
    expect(limit("18.99", "1000000")).toMatchObject([{ code: "singleMin" }]);
  });
  it("include the field's own limit in the comparison", () => {
    const own = entityOf({
      properties: {
        amount: money("金额", {
          formatMinimum: "2000",
          "x-messages": { formatMinimum: text("最低 {limit}！", "At least {limit}!") },
        }),
      },
      "x-rules": [{ id: "low", at: "amount", min: "limits.singleMin", message: text("低", "Low") }],
    });
    const told = (amount: string, singleMin: string) =>
      own
        .check({ amount }, { lang: "en", contexts: { limits: { singleMin } } })
        .errors.map(({ code, message }) => `${code} ${message}`);
    expect([
      told("1999.99", "100"),
      told("50", "100"),
      told("2999", "3000"),
      told("1000", "3000"),
      told("3000", "3000"),
    ]).toEqual([
      ["formatMinimum At least 2,000.00!"],
      ["formatMinimum At least 2,000.00!"],
      ["low Low"],
      ["low Low"],
      [],
    ]);
  });
  it("are exact and inclusive", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.bigInt(-3n, 3n), (cents, step) => {
        const shown = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
        const value = cents + step < 0n ? 0n : cents + step;
        const { errors } = bounded.check(
          { amount: shown(value) },
          { lang: "en", contexts: { limits: { singleMin: shown(cents) } } },
        );
        expect(errors.length).toBe(value < cents ? 1 : 0);
      }),
      { numRuns: 200 },
    );
  });
});
const bounded = entityOf({
  properties: { amount: money("金额") },
  "x-rules": [{ id: "low", at: "amount", min: "limits.singleMin", message: text("低", "Low") }],
});

describe("a single field", () => {
  it("is checked alone, with the rules that read it or report at it", () => {
    const record = { title: "标", amount: "lots", again: "别的", other: 1 };
    expect(order.check(record, { lang: "zh", only: ["title"] }).errors.map(({ at, code }) => `${at} ${code}`)).toEqual([
      "/title minLength",
      "/again same",
    ]);
    expect(order.check(record, { lang: "zh", only: ["amount"] }).errors.map(({ code }) => code)).toEqual(["format"]);
    expect(order.check({}, { lang: "zh", only: ["count"] }).errors).toEqual([]);
    expect(order.check({}, { lang: "zh", only: ["title"] }).errors.map(({ code }) => code)).toEqual(["required"]);
  });
  it("has the errors that a check of the whole record reports", () => {
    const value = fc.oneof(
      fc.constantFrom("", "标题", "a", "b", "100", "1e3", "2026-01-01", "x".repeat(11)),
      fc.integer({ min: -2, max: 12 }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(...order.fields.filter((field) => !field.items).map((field) => field.name)),
          value,
        ),
        (record) => {
          const contexts = { limits: { singleMin: "50" }, today: "2026-01-01", user: { certified: true } };
          const whole = order.check(record, { lang: "zh", contexts }).errors;
          for (const { name, at } of order.fields) {
            const alone = order
              .check(record, { lang: "zh", contexts, only: [name] })
              .errors.filter((error) => error.at === at);
            expect(alone).toEqual(
              whole.filter((error) => error.at === at && (alone.length > 0 || error.code !== "additionalProperties")),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("the browser's validator", () => {
  it("returns the same verdict as the server", async () => {
    const at = (path: string) => new URL(`../../src/engine/entity/${path}`, import.meta.url).pathname;
    const code = await validatorModule(order.schema, {
      format: (name) => `format ${name}`,
      helpers: at("validator-runtime.ts"),
    });
    // Resolves the module's imports manually; the code itself is what the build produces.
    const [{ formats }, helpers] = await Promise.all([
      import("../../src/payments/kinds/string-formats.ts"),
      import("../../src/engine/entity/validator-runtime.ts"),
    ]);
    const body = code.replace(/^import .*$/gm, "").replace("export const validate", "const validate");
    const names = [...code.matchAll(/import \{ (\w+) as (\w+) \} from "(?:format )?([^"]*)"/g)].map(
      ([, from = "", to = "", module = ""]) => ({
        to,
        value: formats[module] ?? helpers[from as keyof typeof helpers],
      }),
    );
    const validate = new Function(...names.map(({ to }) => to), `${body}; return validate;`)(
      ...names.map(({ value }) => value),
    ) as Validate;
    const { plan, texts } = made.get(order)!;
    const built = hydrate(plan, texts, validate);
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...order.fields.map((field) => field.name), "other"), fc.jsonValue()),
        (record) => {
          const verdict = (entity: Entity) =>
            entity
              .check(record, { lang: "zh" })
              .errors.map(({ at: where, code: what, params }) => [where, what, params]);
          expect(verdict(built)).toEqual(verdict(order));
        },
      ),
      { numRuns: 300, examples: [[{ sort: "A" }], [{ sort: "甲" }]] },
    );
  });
});

describe("helpers of compiled validators", () => {
  it("count characters, not UTF-16 units", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(ucs2length(text)).toBe([...text].length);
      }),
    );
    expect([ucs2length("一二😀"), ucs2length("\ud83d"), ucs2length("\ud83dx")]).toEqual([3, 1, 2]);
  });
  it("compare values for equality", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(equal(one, structuredClone(one))).toBe(true);
        expect(equal(one, other)).toBe(
          isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))),
        );
      }),
    );
    expect([
      equal({ a: 1, b: [2] }, { b: [2], a: 1 }),
      equal([], {}),
      equal({ a: undefined }, { b: undefined }),
      equal(null, {}),
    ]).toEqual([true, false, false, false]);
  });
});

describe("a validator that is loaded on demand", () => {
  it("is loaded again after a failure, but not while the failure is being reported, and only once after success", async () => {
    vi.useFakeTimers();
    try {
      const { plan } = made.get(order)!;
      const judge = vi
        .fn<() => Promise<Validator>>()
        .mockRejectedValueOnce(new Error("offline"))
        .mockResolvedValue({ checkRecord, validate: compileValidator(plan.schema) });
      const entity = hydrateWith(dialect, plan, {}, judge);
      expect(() => entity.check({}, { lang: "zh" })).toThrow("loadValidator()");
      const failed = entity.loadValidator();
      await expect(failed).rejects.toThrow("offline");
      expect(entity.loadValidator()).toBe(failed);
      await vi.advanceTimersByTimeAsync(1_000);
      await entity.loadValidator();
      expect(entity.loadValidator()).toBeUndefined();
      expect(judge).toHaveBeenCalledTimes(2);
      expect(entity.check({ title: "ab" }, { lang: "zh" }).value).toMatchObject({ title: "ab" });
    } finally {
      vi.useRealTimers();
    }
  });
});
