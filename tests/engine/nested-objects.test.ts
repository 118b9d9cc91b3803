/** Nested objects: their fields are fields of the record, named by their path, and only documents nest. */
import { describe, expect, it } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  buildPlainSchema,
  createEmptyLibrary,
  RecordPair,
  SchemaErrors,
  writeRecordType,
  type Compiled,
} from "@portolan/engine/compiler";
import {
  findPathMember,
  flattenResponse,
  flattenBody,
  flattenRecord,
  nestBody,
  nestRecord,
} from "../../src/engine/entity/objects.ts";
import { splitRows } from "../../src/engine/form-store/form-schema.ts";
import { FormStore } from "../../src/engine/form-store/store.ts";
import { computeRecord, listProjected, type Row } from "@portolan/engine";
import { compileEntity, compileValidator, dialect, hydrate, kindOf } from "../../src/payments/compiler.ts";
import { suggestCases } from "../../tools/schemas/suggest.ts";
import { FILE } from "./sample.ts";

const words = (zh: string, en: string) => ({ "x-label": { zh, en } });
const text = (zh: string, en: string, more: object = {}) => ({
  type: "string",
  maxLength: 40,
  ...words(zh, en),
  ...more,
});

const depot = {
  "x-label": { zh: "仓库", en: "Depot" },
  type: "object",
  properties: {
    name: text("名称", "Name"),
    address: {
      type: "object",
      ...words("地址", "Address"),
      properties: {
        country: text("国家", "Country", { minLength: 2, maxLength: 2 }),
        city: text("城市", "City"),
        state: text("州", "State"),
        geo: {
          type: "object",
          ...words("位置", "Location"),
          properties: {
            lat: { type: "integer", minimum: -90, maximum: 90, ...words("纬度", "Latitude") },
            long: { type: "integer", ...words("经度", "Longitude") },
          },
          required: ["lat", "long"],
        },
      },
      required: ["country", "city"],
    },
    rent: {
      type: "object",
      ...words("租金", "Rent"),
      properties: {
        currency: text("币种", "Currency", { "x-kind": "currency", maxLength: 3 }),
        amount: { type: "string", format: "decimal", "x-currency": "currency", ...words("金额", "Amount") },
        yearly: {
          type: "string",
          format: "decimal",
          "x-currency": "currency",
          readOnly: true,
          "x-compute": "self.rent.amount * 12",
          ...words("年租金", "Yearly"),
        },
      },
      required: ["currency", "amount"],
    },
  },
  required: ["name", "address"],
  "x-show": { "address.state": "self.address.country == 'US'" },
  "x-require": { "address.state": "self.address.country == 'US'" },
  "x-rules": [
    {
      id: "north",
      at: "address.geo.lat",
      when: "self.address.country == 'NO'",
      min: "58",
      message: { zh: "{label}不能小于 {limit}", en: "{label} is at least {limit}" },
    },
  ],
  "x-list": {
    columns: ["name", "address.country", "rent"],
    filters: { primary: ["address.country"], more: ["rent.amount"] },
    sort: "-address.city",
  },
};
const library = { ...createEmptyLibrary(), currencies: { EUR: { minorUnits: 2 }, JPY: { minorUnits: 0 } } };
const compile = (json: object = depot) => compileEntity(FILE, JSON.stringify(json), library);
const { plan, texts } = compile();
const entity = hydrate(plan, texts, compileValidator(plan.schema));
const filled: Row = { name: "North", "address.country": "NO", "address.city": "Bergen" };
const check = (record: Row) => entity.check({ ...filled, ...record }, { lang: "en" });
const errorsOf = (record: Row) => check(record).errors.map(({ at, code }) => `${at} ${code}`);

/** Returns the rules and messages of a schema that does not compile. */
function refused(json: object): string[] {
  try {
    compile(json);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaErrors)) throw error;
    return error.findings.map(({ rule, message }) => `${rule}: ${message}`);
  }
}
/** Returns the differences that these keywords of the record report. */
const compareBy = (keywords: readonly string[], versions: readonly [Compiled, Compiled]) =>
  dialect.keywords.flatMap(({ name, compare }) =>
    keywords.includes(name) ? [...(compare?.record?.(new RecordPair("depot", dialect, versions)) ?? [])] : [],
  );
const withProperties = (properties: object) => ({ ...depot, properties: { ...depot.properties, ...properties } });

describe("a compiled schema with nested objects", () => {
  it("is a flat list of fields with paths", () => {
    expect(plan.objects).toEqual(["address", "address.geo", "rent"]);
    expect(plan.fields.filter(({ name }) => name.startsWith("address.")).map(({ name, at }) => [name, at])).toEqual([
      ["address.country", "/address/country"],
      ["address.city", "/address/city"],
      ["address.state", "/address/state"],
      ["address.geo.lat", "/address/geo/lat"],
      ["address.geo.long", "/address/geo/long"],
    ]);
    expect(entity.field("rent.amount").currency).toEqual({ field: "rent.currency" });
    expect(entity.calls["create"]?.objects).toEqual(plan.objects);
    expect(plan.form.flat).toBeUndefined();
  });
  it("is named by path in views, in a receipt, in transitions and by the union it belongs to", () => {
    const since = { type: "string", format: "date-time", ...words("起", "Since") };
    const { address } = depot.properties;
    const json = {
      ...depot,
      properties: {
        ...depot.properties,
        address: { ...address, properties: { ...address.properties, since } },
        status: { type: "string", "x-kind": "status", readOnly: true, ...words("状态", "Status") },
      },
      "x-list": { ...depot["x-list"], filters: { primary: ["address.since"] }, sums: ["rent.amount"] },
      "x-lifecycle": {
        field: "status",
        states: { open: { label: words("开", "Open")["x-label"] } },
        transitions: [
          { on: "add", from: null, to: "open", by: "merchant" },
          { on: "amend", from: "open", to: "open", by: "merchant", touches: ["address.city"] },
        ],
      },
      "x-calls": { update: "POST /depot/update" },
      "x-receipt": {
        when: "true",
        fields: ["address.city"],
        rows: { entity: "city", where: { "post.name": "address.city" }, columns: ["post.name", "state"] },
      },
      "x-views": {
        days: {
          type: "activity",
          date: "address.since",
          party: "address.city",
          kind: "address.country",
          amount: "rent.amount",
          sign: { field: "address.country", in: ["NO"], out: ["SE"] },
        },
      },
    };
    const city = {
      properties: { post: { type: "object", properties: { name: text("名称", "Name") } } },
      then: { properties: { state: text("州", "State") } },
    };
    const all = compileEntity(FILE, JSON.stringify(json), {
      ...library,
      entities: { city: JSON.stringify(city) },
    }).plan;
    expect(all.views?.["days"]).toMatchObject({ plan: { date: "address.since", amount: "rent.amount" } });
    expect(all.lifecycle?.transitions[1]?.touches).toEqual(["address.city"]);
    expect(all.receipt?.rows).toMatchObject({ where: { "post.name": "address.city" } });
    const union = [{ entity: "city", map: { place: "post.name", state: "state" } }];
    const whole = {
      "x-label": depot["x-label"],
      "x-entity": { source: "union", union },
      properties: { place: text("地点", "Place"), state: text("州", "State") },
    };
    const { plan: both } = compileEntity(FILE, JSON.stringify(whole), {
      ...library,
      entities: { city: JSON.stringify(city) },
    });
    expect(both.union?.[0]?.map).toEqual({ place: "post.name", state: "state" });
  });
  it("has a nested JSON Schema with the required fields of each object", () => {
    expect(plan.schema).toMatchObject({
      required: ["name", "address"],
      properties: {
        address: {
          type: "object",
          required: ["country", "city"],
          additionalProperties: false,
          properties: { country: { minLength: 2 }, geo: { required: ["lat", "long"] } },
        },
        rent: { required: ["currency", "amount"] },
      },
    });
  });
  it("has labels that name the object, and short ones below its title", () => {
    expect([entity.label("address.geo.lat", "zh"), entity.label("address.city", "en")]).toEqual([
      "地址 › 位置 › 纬度",
      "Address › City",
    ]);
    expect(errorsOf({ "address.city": "" })).toEqual(["/address/city required"]);
    expect(check({ "address.city": "" }).errors[0]?.message).toBe("City is required");
  });
  it("expands an object in a list of fields to all its fields", () => {
    expect(plan.list.columns.slice(0, 5)).toEqual([
      "name",
      "address.country",
      "rent.currency",
      "rent.amount",
      "rent.yearly",
    ]);
    const columns = [...listProjected(entity).values()].map(({ column }) => column);
    expect(columns).toEqual(expect.arrayContaining(["f_address__country", "f_address__city", "f_rent__amount"]));
  });
});

describe("validation of nested objects", () => {
  it("requires the required fields of an object once one of its fields has a value", () => {
    expect(errorsOf({})).toEqual([]);
    expect(errorsOf({ "address.geo.lat": 60 })).toEqual(["/address/geo/long required"]);
    expect(errorsOf({ "rent.currency": "EUR" })).toEqual(["/rent/amount required"]);
    expect(entity.check({ name: "x" }, { lang: "en" }).errors.map(({ at }) => at)).toEqual([
      "/address/country",
      "/address/city",
    ]);
  });
  it("reports limits, kinds, rules and unknown names by path", () => {
    expect(errorsOf({ "address.country": "NOR" })).toEqual(["/address/country maxLength"]);
    expect(errorsOf({ "address.geo.lat": 91, "address.geo.long": 5 })).toEqual(["/address/geo/lat maximum"]);
    expect(errorsOf({ "address.geo.lat": 50, "address.geo.long": 5 })).toEqual(["/address/geo/lat north"]);
    expect(errorsOf({ "rent.currency": "JPY", "rent.amount": "10.5" })).toEqual(["/rent/amount minorUnits"]);
    expect(errorsOf({ "address.street": "x" })).toEqual(["/address/street additionalProperties"]);
    expect(errorsOf(flattenRecord(plan, { address: "Bergen" }))).toContain("/address type");
  });
  it("hides, requires and computes fields by path", () => {
    expect(errorsOf({ "address.country": "US" })).toEqual(["/address/state required"]);
    expect(check({ "address.state": "TX" }).value).not.toHaveProperty(["address.state"]);
    const rent = { ...filled, "rent.currency": "EUR", "rent.amount": "100.50" };
    expect(computeRecord(entity, rent)).toEqual({ "rent.yearly": "1206.00" });
  });
});

describe("nested documents", () => {
  const document = { name: "North", address: { country: "NO", city: "Bergen", geo: { lat: 60, long: 5 } } };
  const record = { ...filled, "address.geo.lat": 60, "address.geo.long": 5 };
  it("are flattened and nested again", () => {
    expect(nestRecord(plan, record)).toEqual(document);
    expect(flattenRecord(plan, document)).toEqual(record);
    expect(flattenBody(entity, { id: "1", address: { geo: null, city: null } })).toEqual({
      id: "1",
      "address.geo.lat": null,
      "address.geo.long": null,
      "address.city": null,
    });
    expect(nestBody(plan, { fileHash: "a", rows: [{ line: 2, record }] })).toEqual({
      fileHash: "a",
      rows: [{ line: 2, record: document }],
    });
    expect(flattenResponse(plan, { list: [document], record: document, labels: { "address.city": {} } })).toEqual({
      list: [record],
      record,
      labels: { "address.city": {} },
    });
  });
  it("are rejected if a value replaces an object or a field is named by its path", () => {
    const { address: _, ...rest } = document;
    for (const value of ["x", 5, [1]])
      for (const row of [
        { address: value, ...record },
        { ...record, address: value },
      ])
        expect([nestRecord(plan, row), check(row).errors.map(({ at, code }) => `${at} ${code}`)]).toEqual([
          { ...rest, address: value },
          ["/address type"],
        ]);
    const say = (value: Row, lang: "zh" | "en") => entity.check(value, { lang }).errors.map(({ message }) => message);
    expect(say({ name: "North", address: "x" }, "en")).toEqual([
      "Address has fields of its own, such as Country, and is no single value",
    ]);
    expect(say({ ...record, "address.geo": 5 }, "zh")).toEqual(["位置要分项填写（如纬度），不能只是一个值"]);
    // A list query names its parameters by path.
    expect(nestBody({ ...plan, name: "list" }, { "address.city": "x" })).toEqual({ "address.city": "x" });
    expect(findPathMember(plan, { "address.city": "x" })).toBe("/address.city");
    expect(findPathMember(plan, { address: { "geo.lat": 1 } })).toBe("/address/geo.lat");
    expect(findPathMember(plan, { rows: [{ record: document }, { record }] })).toBe("/rows/1/record/address.country");
    for (const free of [document, { "lines.amount": "x", "a/b.c": {} }, { address: { city: { "geo.lat": 1 } } }])
      expect(findPathMember(plan, free)).toBeUndefined();
  });
  it("keep the names of prototype members out of the prototype", () => {
    const hostile: Row = JSON.parse('{"address":{"__proto__":{"city":"x"},"constructor":1}}');
    const flat = flattenRecord(plan, hostile);
    expect(Object.keys(flat)).toEqual(["address.__proto__", "address.constructor"]);
    expect(errorsOf(flat)).toEqual([
      "/address/__proto__ additionalProperties",
      "/address/constructor additionalProperties",
    ]);
  });
});

describe("a form's store of nested objects", () => {
  it("holds fields by path, places errors and submits them nested", () => {
    const store = new FormStore(entity, { lang: "en", initial: { name: "North" } });
    expect(store.submit().verdict.errors.map(({ at }) => at)).toEqual(["/address/country", "/address/city"]);
    expect(store.leaf("address.city").view.error).toBe("City is required");
    store.type(store.leaf("address.country"), "US");
    expect(store.leaf("address.state").view).toMatchObject({ shown: true, demanded: true });
    store.type(store.leaf("rent.currency"), "EUR");
    expect(store.leaf("rent.amount").view.demanded).toBe(true);
    store.type(store.leaf("rent.amount"), "10");
    expect(store.leaf("rent.yearly").value).toBe("120.00");
    store.refuse([{ at: "/rent", code: "type", params: {}, message: "no object" }]);
    expect(store.leaf("rent.currency").view.error).toBe("no object");
    store.refuse([{ at: "/address/geo/lat", code: "x", params: {}, message: "no" }]);
    expect(store.leaf("address.geo.lat").view.error).toBe("no");
    expect(store.buildOutgoing()).toMatchObject({ "address.country": "US", "rent.amount": "10.00" });
  });
  it("frames adjacent fields of one object", () => {
    expect(
      splitRows(plan.form.sections.flatMap(({ rows }) => rows)).map(({ object, rows }) => [object, rows.length]),
    ).toEqual([
      [undefined, 1],
      ["address", 5],
      ["rent", 2],
    ]);
    expect(splitRows([["address.city"], ["address.geo.lat", "address.geo.long"]], "address")).toEqual([
      { object: undefined, rows: [["address.city"]] },
      { object: "address.geo", rows: [["address.geo.lat", "address.geo.long"]] },
    ]);
    expect(splitRows([["name", "address.city"]])).toEqual([{ object: undefined, rows: [["name", "address.city"]] }]);
  });
});

describe("a nested object is rejected by the compiler, with the alternative", () => {
  const inner = { type: "object", ...words("内", "Inner"), properties: { note: text("说明", "Note") } };
  it.each<[string, object, string]>([
    [
      "in the rows of a list",
      withProperties({
        lines: { type: "array", ...words("行", "Lines"), items: { type: "object", properties: { inner } } },
      }),
      "rows of a list hold no nested object",
    ],
    [
      "a list of rows in it",
      withProperties({
        inner: {
          ...inner,
          properties: {
            lines: {
              type: "array",
              ...words("行", "Lines"),
              items: { type: "object", properties: { a: text("甲", "A") } },
            },
          },
        },
      }),
      "beside the object",
    ],
    ["without fields", withProperties({ inner: { ...inner, properties: {} } }), 'give it "properties"'],
    ["with a word of a field", withProperties({ inner: { ...inner, "x-once": true } }), '"x-once" is not allowed'],
    [
      "required without a required field",
      { ...withProperties({ inner }), required: ["name", "inner"] },
      'name them in its own "required"',
    ],
    [
      "in a branch",
      { ...depot, if: { required: ["name"] }, then: { properties: { inner } } },
      "no nested object belongs to one way",
    ],
    [
      "named where one field belongs",
      { ...depot, "x-show": { address: "has(self.name)" } },
      'such as "address.country"',
    ],
    [
      "read as a value",
      { ...depot, "x-show": { "address.state": "has(self.address)" } },
      "is a nested object and no value",
    ],
    ["misspelt in a rule", { ...depot, "x-show": { "address.state": "has(self.address.citty)" } }, "citty"],
    ["an unknown required field", withProperties({ inner: { ...inner, required: ["nota"] } }), "nota"],
  ])("%s", (_what, json, text) => {
    expect(refused(json).join("\n")).toContain(text);
    expect(refused(json)).not.toEqual([]);
  });
});

describe("tools for nested objects", () => {
  it("diff reports fields that are added, removed and moved into an object", () => {
    const { geo: _geo, ...flat } = depot.properties.address.properties;
    const { "x-rules": _rules, ...others } = depot;
    const before = compile({
      ...others,
      properties: {
        ...depot.properties,
        site: flat.city,
        address: {
          ...depot.properties.address,
          properties: { country: flat.country, state: flat.state, city: flat.city },
        },
      },
    });
    const after = compile({
      ...others,
      properties: {
        ...depot.properties,
        address: {
          ...depot.properties.address,
          properties: {
            country: flat.country,
            state: flat.state,
            city: flat.city,
            town: flat.city,
            street: text("街道", "Street"),
          },
        },
      },
    });
    const told = compareBy(["properties"], [before, after]);
    expect(told.map(({ at, what, path }) => [at, what, path.join("/")])).toEqual([
      ["depot.site", "field-renamed", "properties/address/properties/town"],
      ["depot.address.street", "field-added", "properties/address/properties/street"],
    ]);
    expect(told[0]?.text.en).toContain('stored values move with "x-formerly": ["site"] in it');
    const back = compareBy(["properties"], [after, before]);
    expect(back.map(({ at, what }) => [at, what])).toEqual([
      ["depot.address.town", "field-renamed"],
      ["depot.address.street", "field-removed"],
    ]);
  });
  it("diff takes the field that names its former name as the renamed one, whatever other fields match", () => {
    const { properties } = depot;
    const before = compile({ ...depot, properties: { ...properties, town: text("城镇", "Town") } });
    const street = text("街道", "Street", { "x-formerly": ["town"], maxLength: 20 });
    const address = { ...depot.properties.address, properties: { ...depot.properties.address.properties, street } };
    const after = compile({ ...depot, properties: { ...properties, address } });
    const told = compareBy(["properties"], [before, after]);
    expect(told.map(({ at, what }) => [at, what])).toEqual([["depot.town", "field-renamed"]]);
    expect(told[0]?.text.en).toContain("is called address.street now");
    expect(told[0]?.text.en).toContain("stored values move to it");
  });
  it("diff reports no break when a new object has required fields", () => {
    const { address: _address, ...properties } = depot.properties;
    const before = compile({ "x-label": depot["x-label"], type: "object", properties, required: ["name"] });
    const after = compile({ ...depot, required: ["name"], "x-rules": [] });
    const told = compareBy(["x-rules", "x-show", "x-require"], [before, after]);
    expect(told.filter(({ request }) => request === "breaking")).toEqual([]);
    expect(told.map(({ at, what }) => `${at} ${what}`)).toContain("depot.address.city require-changed");
  });
  it("suggest cases for limits in an object, by its path in the document", () => {
    const small = compile({
      ...depot,
      properties: {
        name: text("名称", "Name"),
        address: { ...depot.properties.address, properties: { city: text("城市", "City") }, required: ["city"] },
      },
      required: ["name", "address"],
      "x-show": {},
      "x-require": {},
      "x-rules": [],
      "x-list": {},
    });
    const begin = { record: { name: "North", address: { city: "Bergen" } }, contexts: {} };
    const { cases, left } = suggestCases(small, { name: "sample", begin, fixtures: [] });
    expect(left).toEqual([]);
    expect(cases.flatMap(({ set = {}, unset = [] }) => [...Object.keys(set), ...unset])).toEqual(
      expect.arrayContaining(["/name", "/address/city"]),
    );
    expect(cases.flatMap(({ expect: found }) => found.map(({ at, code }) => `${at} ${code}`))).toEqual(
      expect.arrayContaining(["/address/city required", "/address/city maxLength"]),
    );
  });
  it("types are nested, with required members", () => {
    const declared = writeRecordType(kindOf, "Depot", { plan, texts });
    expect(declared).toContain(
      "  address: { country: string; city: string; state?: string; geo?: { lat: number; long: number } };",
    );
    expect(declared).toContain("  rent?: { currency: string; amount: string; yearly?: string };");
  });
  it("plain JSON Schema accepts the document of each valid record, and requires by condition", () => {
    const plain = new Ajv2020({ strict: false }).compile(
      buildPlainSchema(dialect, { plan, texts, warnings: [] }, "en"),
    );
    const accepts = (record: Row) => plain(nestRecord(plan, { ...filled, ...record }));
    expect([accepts({}), accepts({ "rent.currency": "EUR" }), accepts({ "address.town": "x" })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([accepts({ "address.country": "US" }), accepts({ "address.country": "US", "address.state": "TX" })]).toEqual(
      [false, true],
    );
  });
});
