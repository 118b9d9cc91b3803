/** Tests the compiler of schema files: plans, defaults and findings. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describe as printed,
  createEmptyLibrary,
  formatHeadline,
  SchemaErrors,
  suggest,
  type Library,
  type SchemaError,
} from "@portolan/engine/compiler";
import { checkShared, compileCall, compileEntity, validatorModule } from "../../src/payments/compiler.ts";
import { FILE, sample, sampleLibrary } from "./sample.ts";

const compile = (file: unknown, library: Library = sampleLibrary()) =>
  compileEntity(FILE, typeof file === "string" ? file : JSON.stringify(file, null, 2), library);
function findings(file: unknown, library?: Library): readonly SchemaError[] {
  try {
    compile(file, library);
    return [];
  } catch (error) {
    if (error instanceof SchemaErrors) return error.findings;
    throw error;
  }
}
const label = { zh: "名称", en: "Name" };

describe("a schema with only properties", () => {
  const { plan, texts } = compile(
    {
      properties: {
        name: { type: "string", "x-label": label },
        due: { type: "string", format: "date", "x-label": { zh: "到期日", en: "Due" } },
      },
      required: ["name"],
    },
    createEmptyLibrary(),
  );
  it("compiles to a stored entity with a generated key", () => {
    expect(plan).toMatchObject({ name: "sample", file: FILE, source: "store", key: "id" });
    expect(plan.fields.map((field) => [field.name, field.kind, field.readOnly])).toEqual([
      ["name", "text", false],
      ["due", "date", false],
      ["id", "identifier", true],
    ]);
  });
  it("has a form, a list, a detail and calls", () => {
    expect(plan.form.sections).toEqual([{ id: "main", rows: [["name"], ["due"]] }]);
    expect(plan.list).toMatchObject({
      columns: ["name", "due"],
      search: ["name"],
      sort: ["-id"],
      export: true,
      card: { title: "name" },
    });
    expect(plan.detail.sections).toEqual([{ id: "main", fields: ["id", "name", "due"] }]);
    expect(Object.values(plan.calls).map(({ method, path, access }) => `${method} ${path} ${access}`)).toEqual([
      "GET /mer/own/sample/list certified",
      "GET /mer/own/sample/options certified",
      "GET /mer/own/sample/detail certified",
      "GET /mer/own/sample/export certified",
      "POST /mer/own/sample/create certified",
      "POST /mer/own/sample/update certified",
      "POST /mer/own/sample/remove certified",
    ]);
  });
  it("has labels in both languages", () => {
    expect(texts.zh).toMatchObject({
      label: "sample",
      "section.main": "sample",
      "field.name.label": "名称",
      "field.id.label": "编号",
    });
    expect(Object.keys(texts.en).toSorted()).toEqual(Object.keys(texts.zh).toSorted());
  });
  it("rejects unknown fields", () =>
    expect(plan.schema).toMatchObject({ type: "object", required: ["name"], additionalProperties: false }));
});

describe("a data sheet", () => {
  const plain = { properties: { name: { type: "string", "x-label": label } } };
  it("has its own name and no print counter", () => {
    const { plan, texts } = compile({
      ...plain,
      "x-receipt": { name: { zh: "账户信息", en: "Account details" }, fields: ["name"] },
    });
    expect([plan.receipt, plan.calls["print"], texts.en["receipt.name"]]).toEqual([
      { fields: ["name"], named: true },
      undefined,
      "Account details",
    ]);
  });
  it("is the only receipt that an entity without a lifecycle may have", () => {
    expect(findings({ ...plain, "x-receipt": { fields: ["name"] } })).toMatchObject([
      { rule: "receipt-without-lifecycle" },
    ]);
  });
});

describe("the plan", () => {
  it("is plain JSON without labels", () => {
    const { plan } = compile(sample());
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    expect(JSON.stringify(plan)).not.toMatch(/[\u4e00-\u9fff]/);
    expect(JSON.stringify(plan.schema)).not.toContain("x-");
  });
  it("lists a lifecycle's states as the options of its field", () => {
    const { plan, texts } = compile(sample());
    const status = plan.fields.find((field) => field.name === "status");
    expect(status?.options).toEqual({
      values: [
        { value: "open", tone: "info" },
        { value: "ended", tone: "neutral" },
      ],
    });
    expect(status?.schema.enum).toEqual(["open", "ended"]);
    expect(texts.en).toMatchObject({ "state.open": "Open", "option.status.open": "Open" });
  });
  it("gives an entity with a lifecycle neither update nor remove, and a call for every event", () => {
    const file = sample();
    (file["x-lifecycle"] as { transitions: unknown[] }).transitions = [
      { on: "apply", from: null, to: "open", by: "merchant" },
      { on: "pass", said: label, from: "open", to: "ended", by: "merchant", notify: true },
    ];
    const { calls } = compile(file).plan;
    expect(Object.keys(calls)).toEqual(["list", "options", "detail", "export", "create", "pass"]);
    expect(calls.create?.events).toEqual(["apply"]);
    expect(calls.pass).toMatchObject({ method: "POST", path: "/mer/own/sample/pass", events: ["pass"] });
  });
  it("contains only the contexts, constants and currencies that it uses", () => {
    const file = sample();
    file["x-rules"] = [
      {
        id: "least",
        at: "amount",
        min: "limits.singleMin + constants.least",
        message: { zh: "不能低于 {limit}", en: "Not under {limit}" },
      },
    ];
    const { plan } = compile(file);
    expect(Object.keys(plan.contexts)).toEqual(["limits"]);
    expect(plan.constants).toEqual({ least: "9.50" });
    expect(plan.minorUnits).toEqual({ CNY: 2 });
  });
  it("has a version that labels and layout do not change, and kinds, columns and uniqueness do", () => {
    const { version } = compile(sample()).plan;
    const changed = (change: (file: ReturnType<typeof sample>) => void) => {
      const file = sample();
      change(file);
      return compile(file).plan.version;
    };
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect(
      changed((file) => Object.assign(file.properties.title as object, { "x-label": label, "x-help": label })),
    ).toBe(version);
    expect(changed((file) => Object.assign(file, { "x-form": { review: true } }))).toBe(version);
    expect(changed((file) => Object.assign(file.properties, { more: { type: "string", "x-label": label } }))).not.toBe(
      version,
    );
    expect(changed((file) => Object.assign(file.properties.title as object, { "x-kind": "identifier" }))).not.toBe(
      version,
    );
    expect(changed((file) => Object.assign(file.properties.title as object, { "x-unique": true }))).not.toBe(version);
    expect(
      changed((file) => Object.assign(file, { "x-list": { columns: ["orderNo"], search: [], filters: {} } })),
    ).not.toBe(version);
  });
});

describe("shared definitions", () => {
  it("are copied whole, and keywords beside the reference override theirs", () => {
    const file = sample();
    file.properties.tested = { $ref: "../shared/sample.json#/$defs/city", maxLength: 5, "x-label": label };
    const { plan, texts } = compile(file);
    expect(plan.fields.find((field) => field.name === "tested")).toMatchObject({
      schema: { type: "string", maxLength: 5 },
      messages: ["maxLength"],
    });
    expect(texts.zh).toMatchObject({
      "field.tested.label": "名称",
      "field.tested.message.maxLength": "最多 {limit} 个字",
    });
  });
  it("have errors reported at their own position", () => {
    const library = sampleLibrary();
    library.shared["schemas/shared/sample.json"] =
      '{\n  "$defs": {\n    "city": { "type": "string", "x-lable": {}, "x-label": { "zh": "城市", "en": "City" } }\n  }\n}';
    const file = sample();
    file.properties.tested = { $ref: "../shared/sample.json#/$defs/city" };
    expect(findings(file, library).map(formatHeadline)).toEqual([
      'schemas/shared/sample.json:3:33 unknown keyword "x-lable"; did you mean "x-label"?',
    ]);
  });
});

describe("fields in rows of a list", () => {
  const parties = {
    type: "array",
    "x-label": label,
    items: {
      type: "object",
      required: ["share"],
      properties: {
        share: { type: "string", format: "decimal", "x-kind": "percent", "x-label": { zh: "比例", en: "Share" } },
        who: { type: "string", "x-label": label, "x-options": { a: { label: { zh: "甲", en: "A" } } } },
      },
    },
  };
  it("have a path and reject unknown fields", () => {
    const { plan, texts } = compile({ properties: { parties } });
    const [field] = plan.fields;
    expect(field?.items?.map(({ at, required }) => [at, required])).toEqual([
      ["/parties/*/share", true],
      ["/parties/*/who", false],
    ]);
    expect(field?.schema.items).toMatchObject({ additionalProperties: false, required: ["share"] });
    expect(texts.en).toMatchObject({ "field.parties.share.label": "Share", "option.parties.who.a": "A" });
    expect(plan.list.columns).toEqual(["parties"]);
  });
  it("can be read by rules", () => {
    const rule = (assert: string) => ({
      properties: { parties },
      "x-rules": [{ id: "all", at: "parties", assert, message: label }],
    });
    expect(findings(rule("self.parties.all(p, p.share <= decimal('100'))"))).toEqual([]);
    expect(findings(rule("self.parties.all(p, p.shar <= decimal('100'))"))).toMatchObject([
      { rule: "bad-expression", suggestion: "share" },
    ]);
  });
});

describe("calls of a schema without an entity", () => {
  const call = {
    http: "POST /mer/sample",
    access: "public",
    request: {
      properties: { name: { type: "string", "x-label": label } },
      required: ["name"],
      "x-form": { submit: { zh: "好", en: "Go" } },
    },
    response: { type: "object", properties: { city: { $ref: "../shared/sample.json#/$defs/city" } } },
    blob: true,
  };
  const file = "schemas/calls/sample.json";
  it("compile to a form and a path", () => {
    const made = compileCall(file, JSON.stringify(call), sampleLibrary());
    expect(made.call).toEqual({
      name: "sample",
      method: "POST",
      path: "/mer/sample",
      alias: [],
      access: "public",
      events: [],
    });
    expect(made.request.plan).toMatchObject({
      name: "sample",
      source: "call",
      key: "",
      form: { sections: [{ id: "main", rows: [["name"]] }] },
      calls: {},
    });
    expect(made.request.texts.en["form.submit"]).toBe("Go");
    expect(made.blob).toBe(true);
    expect(made.response).toEqual({ type: "object", properties: { city: { type: "string", maxLength: 20 } } });
  });
  it("may have no request body", () =>
    expect(compileCall(file, '{"http":"GET /mer/sample"}', sampleLibrary()).request.plan.fields).toEqual([]));
  it("reject keywords of entities", () => {
    expect(() =>
      compileCall(file, JSON.stringify({ ...call, request: { ...call.request, "x-list": {} } }), sampleLibrary()),
    ).toThrow('unknown keyword "x-list"');
  });
});

describe("a schema error", () => {
  const text =
    '{\n  "properties": {\n    "name": { "type": "string", "minLenght": 1, "x-label": { "zh": "名称", "en": "Name" } }\n  }\n}';
  it("is reported with position, cause and suggestion", () => {
    expect(findings(text).map(formatHeadline)).toEqual([
      `${FILE}:3:33 unknown keyword "minLenght"; did you mean "minLength"?`,
    ]);
  });
  it("is printed with its line, underlined at the word", () => {
    const lines = printed(findings(text)[0]!).split("\n");
    expect(lines[0]).toBe(
      `${FILE}:3:33  error  unknown-keyword  unknown keyword "minLenght"; did you mean "minLength"?`,
    );
    expect(lines[2]!.indexOf("~")).toBe(lines[1]!.indexOf('"minLenght"'));
    expect(lines[2]!.match(/~+/)?.[0]).toHaveLength('"minLenght"'.length);
  });
  it("after Chinese text is underlined at the column that a terminal shows", () => {
    const wide = text.replace('"minLenght": 1, ', "").replace('"en": "Name" }', '"en": "Name" }, "minLenght": 1');
    const [, line, marks] = printed(findings(wide)[0]!).split("\n") as [string, string, string];
    const before = line.slice(0, line.indexOf('"minLenght"'));
    expect(marks.indexOf("~")).toBe(before.length + [...before].filter((char) => /[\u4e00-\u9fff]/.test(char)).length);
  });
  it("inside an expression is located there, counting escapes", () => {
    const source =
      '{ "properties": { "city": { "type": "string", "x-label": { "zh": "城市", "en": "City" } } },\n "x-rules": [{ "id": "one", "at": "city", "assert": "self.city == \\"a\\" || self.citi == \\"b\\"", "message": { "zh": "错", "en": "Wrong" } }] }';
    const [finding] = findings(source);
    expect(finding).toMatchObject({ rule: "bad-expression", line: 2, suggestion: "city" });
    expect(source.split("\n")[1]!.slice(finding!.column - 1)).toMatch(/^(self\.)?citi/);
  });
  it.each([
    ["{", "syntax"],
    ["", "syntax"],
    ["[]", "bad-value"],
    ['{ "properties": {}, }', "syntax"],
    ['{ "properties": {} /* no */ }', "syntax"],
    [
      '{ "properties": { "a": { "type": "string", "type": "string", "x-label": { "zh": "甲", "en": "A" } } } }',
      "name-twice",
    ],
    ["{}", "missing-word"],
  ])("in the file %j is reported as %s", (source, rule) => expect(findings(source)[0]?.rule).toBe(rule));
  it("for an invalid field name is located at that name", () => {
    const source =
      '{ "properties": { "toString": { "type": "string", "x-label": { "zh": "甲", "en": "A" } }, "a b": {} } }';
    const [finding] = findings(source).filter(({ rule }) => rule === "bad-value");
    expect(finding!.message).toMatch(/^the name "a b" must fit /);
    expect(source.slice(finding!.column - 1)).toMatch(/^"a b"/);
  });
  it.each([
    ["{ 'properties': {} }", "straight double quotation marks"],
    ["{ “properties”: {} }", "straight double quotation marks"],
    ['{ "properties"： {} }', 'the colon is ":"'],
    ['{ "properties": {}， "required": [] }', 'the comma is ","'],
    ['{ "properties": {} // no\n }', '"$comment" takes one'],
    ['{ "properties": {} "required": [] }', "comma expected"],
  ])("of the file %j is reported once, with the valid JSON syntax", (source, told) =>
    expect(findings(source).map(({ message }) => message)).toEqual([expect.stringContaining(told)]),
  );
  it.each([
    [{ name: { type: "string", "x-label": "Name" } }, '"x-label" must be an object { … }: { "zh": "…", "en": "…" }'],
    [{ name: { type: "string", "x-label": { zh: "名称", en: "" } } }, '"en" is empty'],
    [{ name: { type: "string", "x-label": label, maxLength: "20" } }, '"maxLength" must be a whole number'],
    [
      { name: { type: "string", "x-label": label, pattern: "^[A-Z" } },
      '"pattern" is no regular expression: unterminated character class',
    ],
    [
      { name: { type: "string", "x-label": label, minLength: 3, maxLength: 2 } },
      'no value passes: "minLength" 3 is over "maxLength" 2',
    ],
    [
      {
        due: {
          type: "string",
          format: "date",
          "x-label": label,
          formatMinimum: "2026-01-02",
          formatMaximum: "2026-01-01",
        },
      },
      'no value passes: "formatMinimum" 2026-01-02 is over "formatMaximum" 2026-01-01',
    ],
    [
      { size: { type: "integer", "x-label": label, exclusiveMinimum: 3, maximum: 3 } },
      'no value passes: "exclusiveMinimum" and "maximum" are both 3',
    ],
  ])("in the fields %j states the correct form", (properties, told) =>
    expect(findings({ properties }).map(({ message }) => message)).toEqual([told]),
  );
  it("in a field's definition is not repeated where the field is referenced", () => {
    const file = {
      properties: { city: { $ref: "../shared/sample.json#/$defs/citty" } },
      required: ["city"],
      "x-rules": [{ id: "one", at: "city", assert: "self.city != ''", message: label }],
      "x-list": { columns: ["city"] },
    };
    expect(findings(file).map(({ rule, suggestion }) => [rule, suggestion])).toEqual([["unknown-definition", "city"]]);
  });
  it("in a rule suggests the comparison, the record's own field or the valid values", () => {
    const told = (assert: string) =>
      findings({ ...sample(), "x-rules": [{ id: "one", at: "amount", assert, message: label }] }).map(
        ({ message, suggestion }) => suggestion ?? message,
      );
    expect(told("self.amount = self.fee")).toEqual(["=="]);
    expect(told("amount > self.fee")).toEqual(["self.amount"]);
    expect(told("self.status == 'finished'")).toEqual(['unknown value "finished"; there are: open, ended']);
  });
  it("lists the available names if none is similar", () => {
    expect(
      findings({ ...sample(), "x-calls": { review: { http: "POST /mer/sample/review", event: "approve" } } })[0]
        ?.message,
    ).toBe('there is no event "approve"; there are: apply, paid');
  });
  it("does not hide other errors of the same rule", () => {
    const file = sample();
    file.properties = {
      a: { type: "string", "x-label": { zh: "甲" } },
      b: { type: "strin", "x-label": label },
      c: { type: "string", "x-label": label, "x-hlep": label },
    };
    delete file["x-lifecycle"];
    delete file["x-entity"];
    expect(
      findings(file)
        .map(({ rule }) => rule)
        .toSorted(),
    ).toEqual(["bad-value", "missing-language", "unknown-keyword"]);
    const other = sample();
    other.required = ["titel"];
    other["x-show"] = { citty: "true" };
    other["x-receipt"] = { fields: ["amont"] };
    expect(findings(other).map(({ suggestion }) => suggestion)).toEqual(["title", "city", "amount"]);
  });
  it("never makes the compiler throw: a schema with any text cut or changed yields findings or a plan", () => {
    const whole = JSON.stringify(sample());
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.nat(30),
        fc.constantFrom("", '"', "0", "null", "x", "{}", "[1]", "\\"),
        (at, length, put) => {
          const broken = whole.slice(0, at) + put + whole.slice(at + length);
          for (const finding of findings(broken))
            expect(finding).toMatchObject({
              file: expect.stringContaining("schemas/"),
              line: expect.any(Number),
              message: expect.any(String),
            });
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("suggestions", () => {
  it.each([
    ["minLenght", ["maxLength", "minLength", "minItems"], "minLength"],
    ["amount", ["text", "select", "dateRange", "amountRange"], "amountRange"],
    ["x-lable", ["x-label", "x-list"], "x-label"],
    ["x-lists", ["x-list", "x-label"], "x-list"],
    ["citty", ["city", "title"], "city"],
    ["datetime", ["date", "date-time"], "date-time"],
    ["MONTHLYMAX", ["monthlyMin", "monthlyMax"], "monthlyMax"],
    ["state", ["rate", "status"], "status"],
    ["payee", ["rate", "fee"], undefined],
    ["colour", ["type", "enum", "pattern"], undefined],
    ["zz", ["ab", "cd"], undefined],
  ])("find the closest name to %s, if one is close", (word, candidates, expected) =>
    expect(suggest(word, candidates)).toBe(expected),
  );
});

describe("money of a lifecycle", () => {
  const judged = (...events: { to: string; [keyword: string]: unknown }[]) => {
    const file = sample();
    file["required"] = ["amount"];
    const transitions = events.map((event) => (event.to === "ended" ? { ...event, notify: true } : event));
    const states = { ...(file["x-lifecycle"] as { states: object }).states, wait: { label } };
    file["x-lifecycle"] = { ...(file["x-lifecycle"] as object), states, transitions };
    return findings(file).map(({ rule, message }) => [rule, message]);
  };
  const line = (from: string, to: string, amount: string, currency = "CNY") => ({ from, to, amount, currency });
  const apply = {
    on: "apply",
    from: null,
    to: "open",
    by: "merchant",
    money: [line("avail", "hold", "self.amount + self.fee")],
  };
  const go = { on: "go", from: "open", to: "wait", by: "provider" };
  it("may be released, spent in parts or taken back", () => {
    expect(
      judged(apply, go, {
        on: "paid",
        from: ["open", "wait"],
        to: "ended",
        by: "provider",
        money: [line("hold", "fee", "self.fee"), line("hold", "nostro", "self.amount")],
      }),
    ).toEqual([]);
    expect(
      judged(apply, go, { on: "stop", from: "wait", to: "ended", by: "provider", money: "reverse:apply" }),
    ).toEqual([]);
  });
  it("must not stay held in a final state", () => {
    expect(
      judged(apply, go, {
        on: "paid",
        from: "wait",
        to: "ended",
        by: "provider",
        money: [line("hold", "nostro", "self.amount")],
      }),
    ).toEqual([["money-held", 'after "paid" the order is at its end, but self.fee CNY is still held']]);
    expect(
      judged(apply, go, {
        on: "paid",
        from: "wait",
        to: "ended",
        by: "provider",
        money: [line("hold", "nostro", "self.amount + self.fee", "USD")],
      })[0]?.[0],
    ).toBe("money-held");
  });
  it("is reported at the transition that left it held, not at the final one", () => {
    const file = sample();
    file["required"] = ["amount"];
    const states = { ...(file["x-lifecycle"] as { states: object }).states, wait: { label } };
    const paid = {
      on: "paid",
      from: "open",
      to: "wait",
      by: "provider",
      money: [line("hold", "nostro", "self.amount")],
    };
    file["x-lifecycle"] = {
      ...(file["x-lifecycle"] as object),
      states,
      transitions: [
        apply,
        paid,
        {
          on: "returned",
          from: "wait",
          to: "ended",
          by: "provider",
          money: [line("nostro", "avail", "self.amount")],
          notify: true,
        },
      ],
    };
    const [finding] = findings(file);
    expect(finding).toMatchObject({
      rule: "money-held",
      message: 'after "returned" the order is at its end, but self.fee CNY is still held, which "paid" left',
    });
    const lines = JSON.stringify(file, null, 2).split("\n");
    expect(lines.slice(0, finding!.line).findLast((text) => text.includes('"on"'))).toContain('"paid"');
  });
  it("must not depend on the path to a state", () => {
    const detour = {
      on: "skip",
      said: label,
      from: "open",
      to: "wait",
      by: "merchant",
      money: [line("hold", "avail", "self.fee")],
    };
    expect(
      judged(apply, go, detour, { on: "stop", from: "wait", to: "ended", by: "provider", money: "release" })[0]?.[0],
    ).toBe("money-differs");
  });
});

describe("unusable names and lists", () => {
  const text = { type: "string", "x-label": label };
  it.each(["in", "null", "constructor", "toString", "hasOwnProperty"])("reject a field named %s", (name) => {
    expect(findings({ properties: { title: text, [name]: text } }).map(({ rule }) => rule)).toEqual(["reserved-name"]);
  });
  it("reject rows that contain rows of their own type", () => {
    const row = {
      type: "array",
      "x-label": label,
      items: { type: "object", properties: { name: text, inner: { $ref: "#/$defs/rows" } } },
    };
    expect(
      findings({ $defs: { rows: row }, properties: { title: text, all: { $ref: "#/$defs/rows" } } }),
    ).toMatchObject([
      { rule: "bad-reference", message: 'the rows of "inner" hold rows of their own kind without end' },
    ]);
  });
  it("reject lists of values that need field keywords, and say what to write instead", () => {
    for (const items of [{ type: "boolean" }, { type: "string", format: "password" }])
      expect(findings({ properties: { title: text, tags: { type: "array", "x-label": label, items } } })).toMatchObject(
        [{ rule: "plain-list", message: expect.stringContaining("use rows with one field each") }],
      );
    const unsaid = { type: "array", "x-label": label };
    expect(findings({ properties: { title: text, tags: unsaid } })).toMatchObject([{ rule: "plain-list" }]);
  });
  it("reject a list of rows as filter, search field or sort order", () => {
    const rows = { type: "array", "x-label": label, items: { type: "object", properties: { name: text } } };
    const found = findings({
      properties: { title: text, rows },
      "x-list": { columns: ["title"], search: ["rows"], filters: { primary: ["rows"] }, sort: "rows" },
    });
    expect(found.map(({ rule }) => rule)).toEqual(["list-of-rows", "list-of-rows", "list-of-rows"]);
  });
  it("reject search in a masked field unless it is stored masked", () => {
    const file = (stored?: boolean) => ({
      properties: { account: { ...text, "x-mask": { style: "account", ...(stored ? { stored } : {}) } } },
      "x-list": { columns: ["account"], search: ["account"] },
    });
    expect(findings(file())).toMatchObject([{ rule: "masked" }]);
    expect(findings(file(true))).toEqual([]);
  });
});

describe("a file of shared definitions", () => {
  const shared = "schemas/shared/odd.json";
  const text = JSON.stringify(
    {
      $defs: {
        code: { type: "string", minimum: 3, "x-label": label },
        depends: { type: "string", format: "decimal", "x-currency": "other", "x-label": label },
      },
    },
    null,
    2,
  );
  it("is checked by itself, except what depends on the schemas that use it", () => {
    expect(checkShared(shared, text, createEmptyLibrary())).toMatchObject([
      { file: shared, rule: "wrong-type", message: expect.stringContaining('"minimum"') },
    ]);
  });
});

describe("compiled validators", () => {
  it("are modules without eval, require or Ajv", async () => {
    const { plan } = compile(sample());
    const code = await validatorModule(plan.schema, { format: (name) => `FORMAT ${name}`, helpers: "HELPERS" });
    expect(code).toMatch(/^import \{ format as decimal_format \} from "FORMAT decimal";/);
    // Formats that the schema does not use are not loaded.
    expect(code).not.toContain("FORMAT uuid");
    expect(code).not.toMatch(/require\(|new Function|eval\(|ajv/);
  });
});
