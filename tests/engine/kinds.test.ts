import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Field, JsonSchema } from "../../src/engine/model/entity.ts";
import { dialect, kindOf } from "../../src/payments/compiler.ts";
import { prepareFields } from "../../src/engine/entity/prepare-fields.ts";
import { createRegion } from "../../src/payments/kinds/region/region.ts";
import { formatKindMessage, kindMessages } from "../../src/engine/kinds/messages.ts";
import { buildRecordScope, buildRecordType } from "../../src/engine/rules/scope.ts";
import { UNKNOWN } from "../../src/engine/rules/evaluate.ts";
import { about, field, kind } from "./kind-fixtures.ts";

const { kinds, kindFor, formats } = dialect;
const options = { values: [{ value: "SHA" }, { value: "OUR" }] };
const states = { values: [{ value: "done" }, { value: "failed" }] };
const rows: Field[] = [
  { ...field(kind("text"), { maxLength: 20 }), name: "holder", required: true },
  { ...field(kind("percent"), { formatMinimum: "25", formatMaximum: "100" }), name: "share" },
];
/** Additional properties of fields of these kinds. */
const parts: Readonly<Record<string, Partial<Field>>> = {
  choice: { options },
  status: { options: states },
  parties: { items: rows },
  tags: { item: field(kind("date")) },
  files: { item: field(kind("file")) },
  choices: { item: field(kind("choice"), { enum: ["SHA", "OUR"] }, { options }) },
};
/** Every kind at least once, with the limits used in schemas. */
const cases: [string, Field][] = [
  ...kinds.map((kind): [string, Field] => [
    kind.name,
    field(kind, kind.ofItems ? { items: parts[kind.name]?.item?.schema } : {}, parts[kind.name]),
  ]),
  ["text 2..20", field(kind("text"), { minLength: 2, maxLength: 20 })],
  ["text by pattern", field(kind("text"), { pattern: "^[A-Z]{3}$", examples: ["ABC"] })],
  ["long-text 500", field(kind("long-text"), { maxLength: 500 })],
  ["account number", field(kind("identifier"), { pattern: "^[0-9]{8,32}$" })],
  ["bic 8..11", field(kind("bic"), { format: "bic", minLength: 8, maxLength: 11 })],
  [
    "CNY from 2000",
    field(kind("money"), { formatMinimum: "2000", formatMaximum: "50000.00" }, { currency: { code: "CNY" } }),
  ],
  ["JPY", field(kind("money"), { formatMinimum: "10" }, { currency: { code: "JPY" } })],
  ["money by sibling", field(kind("money"), {}, { currency: { field: "currency" } })],
  ["ownership", field(kind("percent"), { formatMinimum: "25", formatMaximum: "100" })],
  ["fee rate to a fifth", field(kind("fee-rate"), { formatMinimum: "0", formatMaximum: "0.2" })],
  ["rate above 0", field(kind("rate"), { formatExclusiveMinimum: "0" })],
  ["rate between 0 and 1", field(kind("rate"), { formatExclusiveMaximum: "1", pattern: "^0" })],
  [
    "CNY by hundreds",
    field(kind("money"), { formatExclusiveMinimum: "0", "x-step": "100" }, { currency: { code: "CNY" } }),
  ],
  [
    "rate by twentieths",
    field(kind("rate"), { formatExclusiveMinimum: "0", formatExclusiveMaximum: "1", "x-step": "0.05" }),
  ],
  ["1 to 10 cards", field(kind("integer"), { minimum: 1, maximum: 10 })],
  [
    "even, between 0 and 8",
    field(kind("integer"), { exclusiveMinimum: 0, exclusiveMaximum: 8, multipleOf: 2, examples: [2, 4, 7] }),
  ],
  ["7 or 30 days", field(kind("integer"), { enum: [7, 30] })],
  [
    "between two days",
    field(kind("date"), { formatExclusiveMinimum: "2026-11-20", formatExclusiveMaximum: "2028-03-01" }),
  ],
  ["office hours", field(kind("time"), { formatMinimum: "08:30", formatExclusiveMaximum: "17:30" })],
  ["consent", field(kind("yes-no"), { const: true })],
  ["birth", field(kind("date"), { formatMinimum: "1900-01-01", formatMaximum: "2026-11-21" })],
  [
    "choice from a list",
    field(kind("choice"), { examples: ["ICBC"] }, { options: { list: "bank", params: {}, fills: {} } }),
  ],
];

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats(ajv, { mode: "fast", formats: [], keywords: true });
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);

/** Validates a single value like the engine does: normalised, then checked by the schema and the kind. */
function accepts(of: Field, value: unknown): boolean {
  const context = about(of);
  const normal = of.kind.normalize(value, context);
  return ajv.validate(of.schema, normal) && of.kind.validate?.(normal, context) === undefined;
}

describe.each(cases)("%s", (_, of) => {
  const { kind } = of;
  const context = about(of);
  const samples = kind.samples(of) as unknown[];
  /** Secrets and lists are never parsed back from their displayed text. */
  const hidden = kind.name === "secret" || kind.name === "sealed";
  const typed = !hidden && kind.name !== "parties";

  it("accepts its own samples", () => {
    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) expect([sample, accepts(of, sample)]).toEqual([sample, true]);
  });
  it("validates its boundary values as declared", () => {
    expect(kind.boundaries(of).some(({ valid }) => !valid)).toBe(true);
    for (const { value, valid } of kind.boundaries(of)) expect([value, accepts(of, value)]).toEqual([value, valid]);
  });
  it("normalises idempotently and keeps the meaning of samples", () => {
    for (const value of [
      ...samples,
      ...kind.boundaries(of).map((boundary) => boundary.value),
      "  １２３ ",
      "",
      null,
      undefined,
      [],
    ]) {
      const once = kind.normalize(value, context);
      expect(kind.normalize(once, context)).toEqual(once);
    }
    for (const sample of samples)
      expect(kind.text(kind.normalize(sample, context), context)).toBe(kind.text(sample as never, context));
  });
  it.each(["zh", "en"] as const)("parses the text that it shows in %s", (lang) => {
    const local = about(of, lang);
    for (const sample of samples) {
      const text = kind.text(sample as never, local);
      expect(text).not.toBe("");
      expect(text).toBe(text.trim());
      if (!typed) continue;
      const normal = kind.normalize(sample, local);
      expect(kind.parse(text, local)).toEqual({ ok: true, value: normal });
      if (kind.edit) expect(kind.parse(kind.edit(sample as never, local), local)).toEqual({ ok: true, value: normal });
    }
    expect([kind.text(undefined, local), kind.text(null, local)]).toEqual(["", ""]);
  });
  it("rejects with a code that has messages in both languages", () => {
    for (const text of ["", "   ", "§§", "1,2,3", "2026-02-30", "99:99"]) {
      const parsed = kind.parse(text, context);
      if (!parsed.ok)
        for (const lang of ["zh", "en"] as const)
          expect(formatKindMessage(of.kind, parsed.code, lang, parsed.params)).not.toMatch(/^\w+$|\{/);
    }
    if (typed) expect(kind.parse(" ", context).ok).toBe(false);
  });
  it("exports typed cells", () => {
    for (const sample of samples) {
      const cell = kind.cell(sample as never, context);
      if (hidden) expect(cell).toEqual({ type: "empty" });
      else if (kind.column === "numeric" || kind.column === "bigint")
        expect(cell).toMatchObject({
          type: "number",
          value: expect.stringMatching(/^-?\d+(\.\d+)?$/),
          format: expect.any(String),
        });
      else if (kind.column === "date" || kind.column === "timestamptz")
        expect(cell).toMatchObject({
          type: "date",
          value: expect.stringMatching(/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/),
        });
      else expect(cell).toMatchObject({ type: "text", value: expect.stringMatching(/./) });
    }
    expect(kind.cell(undefined, context)).toEqual({ type: "empty" });
    expect(kind.cell(null, context)).toEqual({ type: "empty" });
  });
  it("converts values for rules and back", () => {
    for (const sample of samples) {
      const value = kind.toRule(sample as never);
      expect(value).toBeDefined();
      if (value !== undefined && kind.name !== "parties")
        expect(kind.normalize(kind.fromRule(value, context), context)).toEqual(kind.normalize(sample, context));
    }
    for (const wrong of [{}, Symbol.iterator]) expect(kind.toRule(wrong as never)).toBeUndefined();
  });
  it("orders the bounds of a range", () => {
    if (!kind.bound) return;
    for (const sample of samples) {
      const text = String(Array.isArray(sample) ? sample[0] : sample);
      const [from, to] = [kind.bound(text, "from", context)!, kind.bound(text, "to", context)!];
      expect(from).toBeTypeOf("string");
      if (kind.filter === "range" && kind.column !== "numeric" && kind.column !== "bigint")
        expect(from <= to).toBe(true);
    }
    expect(kind.bound("§§", "is", context)).toBeUndefined();
  });
});

describe("boundaries", () => {
  const probed = (of: Field) =>
    Object.fromEntries(
      of.kind
        .boundaries(of)
        .filter(({ value }) => typeof value !== "object")
        .map(({ value, valid }) => [String(value), valid]),
    );
  it("lie on both sides of each limit", () => {
    expect(probed(field(kind("text"), { minLength: 1, maxLength: 3 }))).toEqual({
      7: false,
      true: false,
      字: true,
      字字字: true,
      字字字字: false,
    });
    expect(probed(field(kind("text"), { minLength: 2 }))).toMatchObject({ 字: false, 字字: true });
    expect(Object.keys(probed(field(kind("text"), { maxLength: 3, pattern: "^[A-Z]+$" })))).toEqual(["7", "true"]);
    expect(probed(field(kind("percent"), { formatMinimum: "25" }))).toMatchObject({
      "24.99": false,
      25: true,
      "25.01": true,
      abc: false,
    });
    expect(probed(field(kind("integer"), { maximum: 9 }))).toMatchObject({ 8: true, 9: true, 10: false, 1.5: false });
    expect(probed(field(kind("date"), { formatMinimum: "2026-03-01" }))).toMatchObject({
      "2026-02-28": false,
      "2026-03-01": true,
      "2026-03-02": true,
      tomorrow: false,
    });
    expect(probed(field(kind("choice"), {}, { options }))).toEqual({
      SHA: true,
      OUR: true,
      "no such option": false,
      7: false,
    });
  });
});

describe("stored values that a stricter schema rejects", () => {
  it.each([
    ["money", "abc", "number"],
    ["rate", "0.123456789", "decimals"],
    ["fee-rate", "0.123456789", "decimals"],
    ["percent", "1.23456", "decimals"],
    ["date", "2026-02-30", "date"],
    ["date-time", "yesterday", "dateTime"],
    ["integer", 1.5, "whole"],
  ])("%s %s fails validation, and is exported unchanged", (name, value, code) => {
    const of = field(kind(name));
    expect(of.kind.validate!(value as never, about(of))).toMatchObject({ code });
    expect(of.kind.normalize(value, about(of))).toBe(value);
    if (!/\d/.test(String(value)) || name === "date")
      expect(of.kind.cell(value as never, about(of))).toEqual({ type: "text", value });
  });
});

describe("the list of kinds", () => {
  it("has unique names, by which kinds are found", () => {
    expect(new Set(kinds.map((kind) => kind.name)).size).toBe(kinds.length);
    for (const kind of kinds) expect(kindOf(kind.name)).toBe(kind);
    expect(() => kindOf("nothing")).toThrow("no kind");
  });
  it("finds the most specific kind for a schema without x-kind", () => {
    const named = (schema: JsonSchema, keywords: JsonSchema = {}) => kindFor(schema, keywords)?.name;
    expect(named({ type: "string" })).toBe("text");
    expect(named({ type: "string", maxLength: 500 })).toBe("long-text");
    expect(named({ type: "string", format: "decimal" })).toBe("money");
    expect(named({ type: "string", format: "decimal" }, { "x-kind": "rate" })).toBe("rate");
    expect(named({ type: "integer" })).toBe("integer");
    expect(named({ type: "boolean" })).toBe("yes-no");
    expect(named({ type: "string", format: "date" })).toBe("date");
    expect(named({ type: "string", format: "date-time" })).toBe("date-time");
    expect(named({ type: "string", format: "email" })).toBe("email");
    expect(named({ type: "string", format: "time" })).toBe("time");
    expect(named({ type: "string", format: "uri" })).toBe("link");
    expect(named({ type: "string", format: "uuid" })).toBe("uuid");
    expect(named({ type: "string", format: "bic", minLength: 8 })).toBe("bic");
    expect(named({ type: "string" }, { "x-options": { A: {} } })).toBe("choice");
    expect(named({ type: "string" }, { "x-ref": {} })).toBe("reference");
    expect(named({ type: "string" }, { "x-file": {} })).toBe("file");
    expect(named({ type: "string" }, { "x-digest": "login" })).toBe("secret");
    expect(named({ type: "array" })).toBe("parties");
    expect(named({ type: "number" })).toBeUndefined();
    expect(named({ type: "string" }, { "x-kind": "moeny" })).toBeUndefined();
  });
  it("has messages in both languages with the same parameters", () => {
    const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted();
    for (const { zh, en } of [kindMessages, ...kinds.map(({ messages = {} }) => messages)].flatMap(Object.values)) {
      expect(zh).toMatch(/[\u4e00-\u9fff]/);
      expect(en).toMatch(/^[A-Z]/);
      expect(holes(zh)).toEqual(holes(en));
      expect(zh + en).not.toMatch(/[!！]/);
    }
  });
});

describe("money", () => {
  const cny = field(kind("money"), {}, { currency: { code: "CNY" } });
  const jpy = field(kind("money"), {}, { currency: { code: "JPY" } });
  const parse = (text: string, of = cny, record = {}) => {
    const parsed = of.kind.parse(text, about(of, "zh", record));
    return parsed.ok ? parsed.value : parsed.code;
  };
  it("parses amounts in everyday notation", () => {
    for (const text of [
      "1234.5",
      "1,234.50",
      "１２３４．５０",
      "1 234.50",
      "￥1,234.5",
      "¥ 1234.50",
      "CNY 1234.50",
      "1234.50 cny",
      "1234.50元",
      "RMB1234.5",
      "+1234.50",
      "01234.500",
      " 1234.5 ",
      "1\u00a0234.50",
      "人民币 1234.50",
    ]) {
      expect([text, parse(text)]).toEqual([text, "1234.50"]);
    }
    expect(["001234.5", "( 5.00 )", "123456789012345", "-123456789012345"].map((text) => parse(text))).toEqual([
      "1234.50",
      "-5.00",
      "123456789012345.00",
      "-123456789012345.00",
    ]);
    expect(
      ["￥1.2万", "3亿", "1.5 千", ".5", "5.", "−5", "-¥5", "(5.00)", "－５", "0", "-0"].map((text) => parse(text)),
    ).toEqual([
      "12000.00",
      "300000000.00",
      "1500.00",
      "0.50",
      "5.00",
      "-5.00",
      "-5.00",
      "-5.00",
      "-5.00",
      "0.00",
      "0.00",
    ]);
  });
  it("explains why an amount is rejected", () => {
    expect([" 1 234,5", "1.234,50", "12,34", "1,2345", "1,234,56"].map((text) => parse(text))).toEqual(
      Array(5).fill("grouping"),
    );
    expect(
      ["1e5", "abc", "1-2", "--1", "0x10", "1.2.3k", "万", "¥", "(5)x", "9".repeat(65)].map((text) => parse(text)),
    ).toEqual(Array(10).fill("number"));
    expect(["1.234", "0.001", "1.2345万"].map((text) => parse(text))).toEqual(["minorUnits", "minorUnits", "12345.00"]);
    expect(["USD 100", "100 JPY", "$5", "€5", "HKD5"].map((text) => parse(text))).toEqual(
      Array(5).fill("otherCurrency"),
    );
    expect(["1234567890123456", "-1234567890123456"].map((text) => parse(text))).toEqual(["tooLarge", "tooLarge"]);
    expect(cny.kind.validate!("1234567890123456", about(cny))).toEqual({ code: "tooLarge", params: { digits: 15 } });
    expect(
      [
        ["$5", "HKD"],
        ["€5", "EUR"],
        ["£5", "GBP"],
        ["¥5", "JPY"],
        ["¥5", "USD"],
        ["$5", ""],
      ].map(([text, currency]) =>
        parse(text!, field(kind("money"), {}, { currency: { field: "currency" } }), { currency }),
      ),
    ).toEqual(["5.00", "5.00", "5.00", "5", "otherCurrency", "5.00"]);
    expect(parse("")).toBe("empty");
    expect(cny.kind.parse("$5", about(cny))).toMatchObject({ params: { found: "$", currency: "CNY" } });
  });
  it("uses the currency's minor units", () => {
    expect(parse("1234", jpy)).toBe("1234");
    expect(parse("1234.00", jpy)).toBe("1234");
    expect(parse("1234.5", jpy)).toBe("minorUnits");
    const open = field(kind("money"), {}, { currency: { field: "currency" } });
    expect(parse("1.234", open, { currency: "BHD" })).toBe("1.234");
    expect(open.kind.normalize("5", about(open, "zh", { currency: " jpy" }))).toBe("5");
    expect(parse("1.234", open, { currency: "USD" })).toBe("minorUnits");
    expect(parse("1.234", open)).toBe("1.234");
    expect([open.kind.text("5", about(open)), open.kind.text("1.5", about(open, "zh", { currency: "BHD" }))]).toEqual([
      "5.00",
      "1.500",
    ]);
    expect(
      ["-0.00", "-0.50", "-0"].map((value) => [
        cny.kind.normalize(value, about(cny)),
        cny.kind.text(value, about(cny)),
      ]),
    ).toEqual([
      ["0.00", "0.00"],
      ["-0.50", "−0.50"],
      ["0.00", "0.00"],
    ]);
    expect([cny.kind.cell("1.234", about(cny)), cny.kind.cell("", about(cny))]).toEqual([
      { type: "number", value: "1.234", format: "#,##0.000" },
      { type: "empty" },
    ]);
    expect(cny.kind.text("-1234567.5", about(cny))).toBe("−1,234,567.50");
    expect(jpy.kind.text("1234567", about(jpy))).toBe("1,234,567");
    expect(cny.kind.cell("-12.5", about(cny))).toEqual({ type: "number", value: "-12.5", format: "#,##0.00" });
    expect(jpy.kind.cell("1200", about(jpy))).toEqual({ type: "number", value: "1200", format: "#,##0" });
    expect(cny.kind.validate?.("5.001", about(cny))).toEqual({ code: "minorUnits", params: { places: 2 } });
    expect(cny.kind.normalize("2000", about(cny))).toBe("2000.00");
    expect(cny.kind.normalize("5.001", about(cny))).toBe("5.001");
  });
});

describe("dates", () => {
  const day = field(kind("date"));
  const instant = field(kind("date-time"));
  const bound = (of: Field, text: string, edge: "from" | "to") => of.kind.bound?.(text, edge, about(of));
  it("parses dates that begin with the year, and only real ones", () => {
    for (const text of [
      "2026-11-05",
      "2026-11-5",
      "2026/11/05",
      "2026.11.5",
      "2026年11月5日",
      "20261105",
      "２０２６－１１－０５",
    ])
      expect(day.kind.parse(text, about(day))).toEqual({ ok: true, value: "2026-11-05" });
    expect([day.kind.normalize("2026/11/5", about(day)), day.kind.validate!("2026-11-05", about(day))]).toEqual([
      "2026-11-05",
      undefined,
    ]);
    for (const text of ["05/11/2026", "2026-02-29", "2026-13-01", "2026-1105", "26-11-05", "yesterday"])
      expect(day.kind.parse(text, about(day))).toMatchObject({ ok: false, code: "date" });
  });
  it("shows and parses instants in UTC+8", () => {
    expect(instant.kind.text("2026-11-20T16:00:00Z", about(instant))).toBe("2026-11-21 00:00:00");
    for (const text of [
      "2026-11-21 00:00:00",
      "2026-11-21 0:00",
      "2026-11-21",
      "2026/11/21 00:00",
      "2026年11月21日 0时0分0秒",
      "2026-11-20T16:00:00Z",
      "2026-11-21T00:00:00+08:00",
      "2026-11-21T00:00",
    ])
      expect(instant.kind.parse(text, about(instant))).toEqual({ ok: true, value: "2026-11-20T16:00:00.000Z" });
    expect(instant.kind.normalize("2026-11-21T00:00:00+08:00", about(instant))).toBe("2026-11-20T16:00:00.000Z");
    for (const text of ["2026-11-21 25:00", "2026-11-21 10:60", "2026-11-21 10:00:60", "10:00"])
      expect(instant.kind.parse(text, about(instant))).toMatchObject({ ok: false, code: "dateTime" });
  });
  it("filters whole days in UTC+8, both ends included", () => {
    expect([bound(instant, "2026-11-21", "from"), bound(instant, "2026-11-21", "to")]).toEqual([
      "2026-11-20T16:00:00.000Z",
      "2026-11-21T15:59:59.999Z",
    ]);
    expect([bound(instant, "last7d", "from"), bound(instant, "last7d", "to")]).toEqual([
      "2026-11-14T16:00:00.000Z",
      "2026-11-21T15:59:59.999Z",
    ]);
    expect([bound(day, "today", "from"), bound(day, "today", "to")]).toEqual(["2026-11-21", "2026-11-21"]);
    expect([bound(day, "thisMonth", "from"), bound(day, "thisMonth", "to")]).toEqual(["2026-11-01", "2026-11-30"]);
    expect([bound(day, "lastMonth", "from"), bound(day, "lastMonth", "to")]).toEqual(["2026-10-01", "2026-10-31"]);
    expect(bound(day, "last30d", "from")).toBe("2026-10-23");
    expect(bound(day, "sometime", "from")).toBeUndefined();
  });
});

describe("text", () => {
  const line = (text: string) => field(kind("text")).kind.normalize(text, about(field(kind("text"))));
  it("keeps full-width punctuation, composes characters and drops invisible ones", () => {
    expect(line("  深圳市（海图）贸易，有限公司！ ")).toBe("深圳市（海图）贸易，有限公司！");
    expect(line("Cafe\u0301")).toBe("Café");
    expect(line("a\u0000b\u0007c\td\r\ne")).toBe("abc d e");
    // Displayed in another order, a payee would read as another one.
    expect(line("\u202eABC\u202c \u2066Ltd\u2069")).toBe("ABC Ltd");
    expect(kind("long-text").normalize("a\r\nb\rc\u0000\n", about(field(kind("long-text"))))).toBe("a\nb\nc");
  });
});

describe("names of countries, languages and currencies", () => {
  const country = field(kind("country"));
  const currency = field(kind("currency"));
  it("show and parse countries in both languages, with one form for Hong Kong, Macao and Taiwan", () => {
    expect(["HK", "MO", "TW", "US"].map((code) => country.kind.text(code, about(country, "zh")))).toEqual([
      "中国香港",
      "中国澳门",
      "中国台湾",
      "美国",
    ]);
    expect(["HK", "MO", "TW", "US"].map((code) => country.kind.text(code, about(country, "en")))).toEqual([
      "Hong Kong, China",
      "Macao, China",
      "Taiwan, China",
      "United States",
    ]);
    expect(["us", "美国", "united states", " ＵＳ "].map((text) => country.kind.parse(text, about(country)))).toEqual(
      Array.from({ length: 4 }, () => ({ ok: true, value: "US" })),
    );
    expect(["Atlantis", "u"].map((stored) => country.kind.text(stored, about(country)))).toEqual(["Atlantis", "u"]);
    expect(country.kind.parse("ZZ", about(country))).toMatchObject({ ok: false, code: "country" });
  });
  it("parse only the languages of the dialect", () => {
    const of = field(kind("country"));
    const english = { ...about(of), dialect: { ...about(of).dialect, languages: ["en"] as const } };
    expect(of.kind.parse("德国", about(of))).toEqual({ ok: true, value: "DE" });
    expect(of.kind.parse("Germany", english)).toEqual({ ok: true, value: "DE" });
    expect(of.kind.parse("德国", english)).toMatchObject({ ok: false, code: "country" });
  });
  it("parse synonyms of currencies, but not CNH as CNY", () => {
    expect(
      ["cny", "RMB", "人民币", "Chinese Yuan", "元"].map((text) => currency.kind.parse(text, about(currency))),
    ).toEqual(Array.from({ length: 5 }, () => ({ ok: true, value: "CNY" })));
    expect(
      ["ABC", "ABCD", "abc"].map((code) => currency.kind.validate!(code, { ...about(currency), minorUnits: {} })?.code),
    ).toEqual([undefined, "currency", "currency"]);
    expect(currency.kind.parse("CNH", about(currency))).toMatchObject({ ok: false, code: "currency" });
  });
  it("show labels of options and states, and parse labels and values", () => {
    const fees = field(kind("choice"), {}, { options });
    expect(fees.kind.text("SHA", about(fees, "en"))).toBe("Shared");
    expect(fees.kind.parse("双方共担", about(fees))).toEqual({ ok: true, value: "SHA" });
    expect(fees.kind.parse("SHARED", about(fees, "en"))).toEqual({ ok: true, value: "SHA" });
    expect(fees.kind.parse("BEN", about(fees))).toMatchObject({ ok: false, code: "option" });
    const state = field(kind("status"), {}, { options: states });
    expect(["failed", "lost"].map((value) => state.kind.text(value, about(state)))).toEqual(["失败", "lost"]);
    expect([
      kind("yes-no").parse("perhaps", about(field(kind("yes-no")))),
      ...[{ default: false }, {}].map((schema) => kind("yes-no").emptyValue!(field(kind("yes-no"), schema))),
    ]).toEqual([{ ok: false, code: "yesNo" }, false, undefined]);
    expect(state.kind.cell("failed", about(state, "en"))).toEqual({ type: "text", value: "Failed" });
  });
});

describe("regions", () => {
  it("show codes until names are loaded, then names from large to small, which are also parsed", async () => {
    const of = field(createRegion());
    expect(of.kind.text("330106", about(of))).toBe("330106");
    expect(of.kind.parse("990000", about(of))).toEqual({ ok: true, value: "990000" });
    await prepareFields([of]);
    expect(of.kind.text("330106", about(of))).toBe("浙江省 杭州市 西湖区");
    expect(of.kind.text("110101", about(of))).toBe("北京市 东城区");
    for (const text of ["330106", "浙江省 杭州市 西湖区", "浙江省/杭州市/西湖区"])
      expect(of.kind.parse(text, about(of))).toEqual({ ok: true, value: "330106" });
    expect(of.kind.parse("990000", about(of))).toMatchObject({ ok: false, code: "region" });
    // A code that is no longer assigned keeps its place in the hierarchy.
    expect(of.kind.text("330199", about(of))).toBe("浙江省 杭州市 330199");
  });
  it("are loaded for lists of rows too, and no other kind waits for them", async () => {
    const list = field(kind("parties"), {}, { items: [field(createRegion()), field(kind("phone"))] });
    await prepareFields([list]);
    expect(list.items?.[0]?.kind.text("330106", about(list))).toBe("浙江省 杭州市 西湖区");
    let loaded = false;
    await prepareFields([field({ ...kind("phone"), prepare: async () => void (loaded = true) })]);
    expect(loaded).toBe(false);
  });
});

describe("lists and rules", () => {
  const list = field(kind("parties"), {}, { name: "owners", items: rows });
  it("normalise rows by their fields, and show the most telling field", () => {
    const value = list.kind.normalize([{ holder: " 李伟 ", share: "６０.0" }, "odd"], about(list));
    expect(value).toEqual([{ holder: "李伟", share: "60" }, "odd"]);
    const owners = [{ holder: "李伟", share: "60" }, { holder: "Ann" }];
    expect([list.kind.text(owners, about(list)), list.kind.text(owners, about(list, "en"))]).toEqual([
      "李伟 60%；Ann",
      "李伟 60%; Ann",
    ]);
    expect(Object.keys((list.kind.normalize([{ holder: "A" }], about(list)) as object[])[0]!)).toEqual(["holder"]);
    // Values masked in lists are masked here too.
    const covered: Field = {
      ...list,
      items: [
        rows[0]!,
        { ...field(kind("identifier")), name: "paper", mask: { style: "id" } },
        { ...field(kind("file")), name: "scan", file: { accept: ["pdf"], maxBytes: 1, purpose: "scan" } },
      ],
    };
    expect(list.kind.text([{ holder: "李伟", paper: "11010519491231002X", scan: "f_1" }], about(covered))).toBe("李伟");
  });
  it("convert values to their rule types, and malformed ones to unknown", () => {
    const amount: Field = { ...field(kind("money")), name: "amount" };
    const fees: Field = { ...field(kind("choice"), {}, { options }), name: "fees" };
    const named = [amount, fees, list].map(({ items, item: _item, ...one }) => ({
      ...one,
      kind: one.kind.name,
      ...(items && {
        items: items.map(({ items: _items, item: _plain, ...item }) => ({ ...item, kind: item.kind.name })),
      }),
    }));
    expect(buildRecordType(named, kind)).toEqual({
      record: {
        amount: "Decimal",
        fees: { values: ["SHA", "OUR"] },
        owners: { list: { record: { holder: "string", share: "Decimal" } } },
      },
    });
    const scope = buildRecordScope([amount, fees, list], {
      amount: "abc",
      fees: "",
      owners: [{ holder: "A", share: "60" }, { share: "x" }],
    });
    expect(scope.amount).toBe(UNKNOWN);
    expect("fees" in scope).toBe(false);
    expect(buildRecordScope([amount, fees, list], { amount: null, fees: undefined, owners: "odd" })).toEqual({
      owners: UNKNOWN,
    });
    expect(buildRecordScope([list], { owners: ["odd", null] })).toEqual({ owners: [UNKNOWN, UNKNOWN] });
    expect(String((scope.owners as { share: unknown }[])[0]!.share)).toBe("60");
    expect((scope.owners as { share: unknown }[])[1]!.share).toBe(UNKNOWN);
  });
});
