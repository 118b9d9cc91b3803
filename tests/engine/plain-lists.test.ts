/** Lists of plain values, from the schema to validation, input, export and import. */
import { describe, expect, it } from "vitest";
import { listCells, exportTable } from "../../src/engine/export/table.ts";
import { createEmptyLibrary, SchemaErrors } from "@portolan/engine/compiler";
import { writeRecordType } from "../../src/engine/compile/types.ts";
import { readCell } from "../../src/engine/import/read-cell.ts";
import { listTargets } from "../../src/engine/import/columns.ts";
import { createEmptyQuery, parseQuery } from "../../src/engine/query/parse-url.ts";
import { describeFilter } from "../../src/engine/query/phrases.ts";
import { writeQuery } from "../../src/engine/query/write-url.ts";
import type { Query } from "../../src/engine/model/query.ts";
import { toColumnValue } from "../../src/engine/entity/column-values.ts";
import { isSortable } from "../../src/engine/entity/columns.ts";
import type { Row } from "@portolan/engine";
import { compileEntity, compileValidator, hydrate, kindOf } from "../../src/payments/compiler.ts";
import { FILE } from "./sample.ts";

const words = (zh: string, en: string) => ({ "x-label": { zh, en } });
const schema = {
  properties: {
    name: { type: "string", ...words("名称", "Name") },
    tags: {
      type: "array",
      uniqueItems: true,
      items: { type: "string", maxLength: 4 },
      "x-messages": { maxItems: { zh: "最多 {limit} 个标签", en: "{limit} tags at most" } },
      maxItems: 3,
      ...words("标签", "Tags"),
    },
    days: {
      type: "array",
      items: { type: "string", format: "date", formatMinimum: "2026-01-01" },
      ...words("假日", "Days off"),
    },
    modes: {
      type: "array",
      items: { type: "string" },
      ...words("运输方式", "Modes"),
      "x-options": {
        SEA: { label: { zh: "海运", en: "Sea" } },
        AIR: { label: { zh: "空运", en: "Air" } },
      },
    },
    parcels: {
      type: "array",
      items: {
        type: "object",
        properties: { marks: { type: "array", items: { type: "integer", minimum: 1 }, ...words("唛头", "Marks") } },
      },
      ...words("包裹", "Parcels"),
    },
  },
  required: ["modes"],
  "x-rules": [
    {
      id: "noVip",
      at: "tags",
      assert: "!self.tags.exists(t, t == 'vip') || 'AIR' in self.modes",
      message: { zh: "VIP 只走空运", en: "VIPs go by air" },
    },
    {
      id: "daysOrdered",
      at: "days",
      assert: "self.days.all(d, d < date('2027-01-01')) && size(self.days) < 4",
      message: { zh: "只填今年", en: "This year only" },
    },
  ],
  "x-list": {
    columns: ["name", "tags", "modes"],
    filters: { more: ["tags", "modes", "days"] },
    import: { fields: ["name", "tags", "modes", "days"], maxRows: 10 },
  },
};
const compile = (more: object = {}) =>
  compileEntity(FILE, JSON.stringify({ ...schema, ...more }), createEmptyLibrary());
const { plan, texts } = compile();
const entity = hydrate(plan, texts, compileValidator(plan.schema));
const said = (record: Row, lang: "zh" | "en" = "en") =>
  entity.check({ modes: ["AIR"], ...record }, { lang }).errors.map(({ at, code, message }) => [at, code, message]);

describe("validation", () => {
  it("checks the items, and reports the position of an invalid one", () => {
    expect(said({ tags: ["a", "abcde"] })).toEqual([
      ["/tags/1", "maxLength", "Entry 2: Tags has at most 4 characters"],
    ]);
    expect(said({ days: ["2026-02-30", "2025-12-31"] }, "zh")).toEqual([
      ["/days/0", "format", "第 1 项：请输入存在的日期，例如 2026-11-21"],
      ["/days/1", "formatMinimum", "第 2 项：假日不能小于 2026-01-01"],
    ]);
    expect(said({ parcels: [{ marks: [3, 0] }] })).toEqual([
      ["/parcels/0/marks/1", "minimum", "Entry 2: Marks is at least 1"],
    ]);
    expect(said({ modes: ["SEA", "RAIL"] })).toEqual([["/modes/1", "enum", "Entry 2: Choose one of the options"]]);
  });
  it("reports an error of the whole list at the list", () => {
    expect(said({ tags: ["a", "b", "c", "d"] })).toEqual([["/tags", "maxItems", "3 tags at most"]]);
    expect(said({ tags: ["a", " a"] })).toEqual([["/tags", "uniqueItems", "Tags has an entry twice"]]);
    expect(said({ tags: ["a；b"] })).toEqual([
      ["/tags", "separator", "No entry may contain a semicolon or a line break"],
    ]);
    expect(said({ modes: [] }, "zh")).toEqual([["/modes", "required", "请选择运输方式"]]);
    expect(said({ tags: "a" })).toEqual([["/tags", "type", "Tags is not in the right form"]]);
  });
  it("parses labels as values, and drops blank items", () => {
    expect(entity.check({ modes: ["海运"], tags: [" a ", "", null] }, { lang: "zh" })).toMatchObject({
      value: { modes: ["SEA"], tags: ["a"] },
      errors: [],
    });
  });
});

describe("rules", () => {
  it("read items in the types of their kinds", () => {
    expect(said({ tags: ["vip"] })).toEqual([]);
    expect(said({ tags: ["vip"], modes: ["SEA"] })).toEqual([["/tags", "noVip", "VIPs go by air"]]);
    expect(said({ days: ["2027-01-02"] })).toEqual([["/days", "daysOrdered", "This year only"]]);
  });
  it("check the values against the options", () => {
    const rule = (assert: string) => ({
      "x-rules": [{ id: "r", at: "name", assert, message: { zh: "不对", en: "No" } }],
    });
    for (const wrong of ["self.modes.exists(m, m == 'RAIL')", "self.tags == 'vip'", "self.tags.exists(t, t > 3)"])
      expect(() => compile(rule(wrong)), wrong).toThrow(SchemaErrors);
  });
});

describe("a list", () => {
  it("filters by any, all or none of the values, whatever characters they begin with", () => {
    const read = (text: string) => parseQuery(entity, new URLSearchParams(text), { now: 0 });
    for (const text of ["tags=vip,new", "tags=!vip", "tags=*vip,new", "tags=~", "modes=*SEA,AIR"])
      expect(decodeURIComponent(writeQuery(entity, read(text)).toString())).toBe(text);
    expect(read("tags=*vip,new").filters).toEqual({
      tags: { style: "is", values: ["vip", "new"], not: false, all: true },
    });
    for (const first of ["*a", "!a", "~", "a,b"]) {
      const query: Query = { ...createEmptyQuery(), filters: { tags: { style: "is", values: [first], not: false } } };
      expect(parseQuery(entity, writeQuery(entity, query), { now: 0 }).filters).toEqual(query.filters);
    }
    expect(read("modes=RAIL&days=soon").ignored).toEqual(["modes=RAIL", "days=soon"]);
  });
  it("describes the filter", () => {
    const t = (key: string, params?: object) => `${key} ${Object.values(params ?? {}).join()}`.trim();
    const filter = { style: "is", values: ["SEA", "AIR"], not: false, all: true } as const;
    expect(
      describeFilter(entity, entity.field("modes"), { ...filter, values: [...filter.values] }, { lang: "en", t }),
    ).toBe("filter.all Seafilter.joinAir");
  });
  it("has a column for filters and none for sorting", () => {
    expect(isSortable(entity, "tags")).toBe(false);
    expect(toColumnValue(entity.field("tags"), ["a", "b"])).toBe("\na\nb\n");
    expect(toColumnValue(entity.field("tags"), "a")).toBeNull();
    const lists = { ...schema["x-list"], sort: "tags" };
    expect(() => compile({ "x-list": lists })).toThrow(SchemaErrors);
  });
});

describe("exported files", () => {
  it("join values with semicolons, and imports split them", () => {
    const row = { name: "A", tags: ["a", "b"], modes: ["SEA", "AIR"], days: ["2026-11-21"] };
    for (const lang of ["zh", "en"] as const) {
      const cells = listCells(exportTable(entity, ["name", "tags", "modes", "days"], lang), row);
      expect(cells[1]).toEqual({ type: "text", value: "a; b" });
      const context = { entity, lang, t: (key: string) => key };
      const read = listTargets(entity).map((target, index) => {
        const cell = cells[index];
        return readCell(target, { text: cell && "value" in cell ? cell.value : "" }, {}, context);
      });
      expect(read).toEqual(["A", ["a", "b"], ["SEA", "AIR"], ["2026-11-21"]].map((value) => ({ value })));
    }
  });
});

it("the generated types declare the type of the items", () => {
  expect(writeRecordType(kindOf, "Sample", { plan, texts })).toMatch(
    /tags\?: string\[\];[^]*days\?: string\[\];[^]*modes: \("SEA" \| "AIR"\)\[\];[^]*parcels\?: \{ marks\?: number\[\] \}\[\];/,
  );
});
