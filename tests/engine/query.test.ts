/**
 * Conversion between URL and query: what is parsed, what is dropped and reported, and that a round trip is lossless.
 */
import { formatDayInChina } from "../../src/payments/time.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyQuery,
  createEmptyQuery,
  type Filter,
  matchesPinyin,
  parseQuery,
  listProjected,
  type Query,
  toReadable,
  findSpan,
  toWireQuery,
  writeQuery,
} from "@portolan/engine";
import { toColumnValue } from "../../src/engine/entity/column-values.ts";
import { findColumn, isSortable, getTableName } from "../../src/engine/entity/columns.ts";
import type { Field } from "../../src/engine/model/entity.ts";
import { readShape, writeFilter } from "../../src/engine/query/grammar.ts";
import { listSortTerms } from "../../src/engine/query/sort-order.ts";
import { orders, ordersWith } from "./query-entity.ts";

const now = Date.parse("2026-11-21T10:00:00+08:00");
const read = (text: string) => parseQuery(orders, new URLSearchParams(text), { now });
const rewritten = (text: string) => toReadable(writeQuery(orders, read(text)));

describe("columns of an entity", () => {
  test("cover lists, filters, search, sums, sort and status, but not other fields, the key or sensitive fields", () => {
    expect([...listProjected(orders).keys()]).toEqual([
      "payee",
      "account",
      "currency",
      "amount",
      "fee",
      "count",
      "urgent",
      "valueDate",
      "status",
      "size",
      "tags",
      "createdAt",
    ]);
    expect(listProjected(orders).get("createdAt")).toMatchObject({
      column: "f_created_at",
      type: "timestamptz",
      uses: ["column", "filter", "sort"],
    });
    expect(listProjected(orders).get("currency")!.uses).toContain("sum");
  });

  test("are created only for the features that need them", () => {
    const list = {
      ...orders.list,
      groups: [],
      columns: ["size"],
      filters: { primary: ["urgent"], more: ["fee"] },
      search: ["payee"],
      sort: ["-createdAt"],
      sums: ["amount"],
      views: [{ id: "v", where: { valueDate: ["2026-11-21"] } }],
    };
    const uses = (entity: typeof orders) =>
      Object.fromEntries([...listProjected(entity)].map(([name, { uses }]) => [name, uses.join()]));
    expect(uses(ordersWith({ list }))).toEqual({
      payee: "search",
      currency: "sum",
      amount: "sum",
      fee: "filter",
      urgent: "filter",
      valueDate: "filter",
      status: "status",
      size: "column",
      createdAt: "sort",
    });
    // A unique field has a column even if no query can use it.
    const unique = ordersWith({
      lifecycle: undefined,
      list: {
        ...orders.list,
        groups: [],
        columns: [],
        filters: { primary: [], more: [] },
        search: [],
        sort: [],
        sums: [],
        views: [],
      },
      fields: orders.fields.map((field) => (field.name === "secretNote" ? { ...field, unique: ["currency"] } : field)),
    });
    expect(uses(unique)).toEqual({ currency: "unique", secretNote: "unique" });
    expect([
      findColumn(unique, "secretNote"),
      findColumn(unique, "currency")?.column,
      findColumn(unique, "remark"),
      findColumn(ordersWith({ source: "data" }), "remark")?.column,
      findColumn(orders, "orderNo")?.column,
    ]).toEqual([undefined, "f_currency", undefined, "f_remark", "id"]);
    expect(getTableName({ name: "bankAccount" })).toBe("e_bank_account");
  });

  test("have names that are unique and limited in length", () => {
    const field = orders.fields[1]!;
    const long = "a".repeat(80);
    const fields = ["fooBar", "foo_bar", "FooBar", `${long}1`, `${long}2`].map((name) => ({ ...field, name }));
    const columns = [
      ...listProjected(
        ordersWith({
          fields: [orders.fields[0]!, ...fields],
          lifecycle: undefined,
          list: {
            ...orders.list,
            columns: fields.map(({ name }) => name),
            sums: [],
            views: [],
            search: [],
            sort: ["fooBar"],
            filters: { primary: [], more: [] },
          },
        }),
      ).values(),
    ].map(({ column }) => column);
    expect(new Set(columns).size).toBe(5);
    expect(columns.every((name) => name.length <= 63 && /^f_[a-z0-9_]+$/.test(name))).toBe(true);
  });
});

describe("parsing a query", () => {
  test("accepts one readable parameter per field", () => {
    expect(
      read(
        "status=failed,rescinded&amount=2000..5000&createdAt=2026-11-01..2026-11-21&sort=-amount&size=50&page=3&q=acme&view=bad",
      ),
    ).toEqual({
      filters: {
        status: { style: "is", values: ["failed", "rescinded"], not: false },
        amount: { style: "range", from: "2000", to: "5000" },
        createdAt: { style: "range", from: "2026-11-01", to: "2026-11-21" },
      },
      sort: ["-amount"],
      size: 50,
      page: 3,
      q: "acme",
      view: "bad",
      ignored: [],
    });
  });

  test.each([
    ["status=!done", { status: { style: "is", values: ["done"], not: true } }],
    ["amount=2000..", { amount: { style: "range", from: "2000" } }],
    ["amount=..5000", { amount: { style: "range", to: "5000" } }],
    ["amount=12.50", { amount: { style: "range", from: "12.50", to: "12.50" } }],
    ["amount==1,2", { amount: { style: "is", values: ["1", "2"], not: false } }],
    ["payee=~", { payee: { style: "empty", not: false } }],
    ["payee=!~", { payee: { style: "empty", not: true } }],
    ["payee=a,b..c!", { payee: { style: "contains", text: "a,b..c!" } }],
    [String.raw`payee=\~`, { payee: { style: "contains", text: "~" } }],
    ["payee==WD1,WD2", { payee: { style: "is", values: ["WD1", "WD2"], not: false } }],
    ["createdAt=last7d", { createdAt: { style: "range", from: "2026-11-15", to: "2026-11-21", relative: "last7d" } }],
    [
      "createdAt=thisMonth",
      { createdAt: { style: "range", from: "2026-11-01", to: "2026-11-30", relative: "thisMonth" } },
    ],
    ["valueDate=today", { valueDate: { style: "range", from: "2026-11-21", to: "2026-11-21", relative: "today" } }],
    ["currency=CNY,,USD", { currency: { style: "is", values: ["CNY", "USD"], not: false } }],
    ["urgent=true", { urgent: { style: "is", values: ["true"], not: false } }],
    ["f.size=3..5", { size: { style: "range", from: "3", to: "5" } }],
    ["f.amount=3", { amount: { style: "range", from: "3", to: "3" } }],
  ] as [string, Record<string, Filter>][])("accepts %s", (text, filters) => {
    expect(read(text)).toMatchObject({ filters, ignored: [] });
  });

  test.each([
    "colour=red",
    "amount=abc",
    "amount=1..2..3",
    "amount=1..x",
    "status=done,lost",
    "size=21",
    "page=0",
    "page=1.5",
    "page=-1",
    "sort=-colour",
    "sort=amount,-amount",
    "view=none",
    "secretNote=x",
    "sort=secretNote",
    "remark=x",
    "sort=remark",
    "urgent=perhaps",
    "createdAt=last0d",
    "createdAt=someday",
    "amount=last7d",
    "currency=.",
    "currency=EUR",
    "__proto__=1",
    "constructor=1",
    "f.=1",
    "f.q=1",
  ])("ignores %s and reports it", (text) => {
    expect(read(text)).toEqual({ ...createEmptyQuery(), ignored: [text] });
  });

  const long = (length: number) => "x".repeat(length);
  test.each([
    `q=${long(200)}`,
    "page=5000",
    "page=99999&cursor=abc",
    `cursor=${long(4000)}`,
    "sort=amount,,-fee,payee,status",
    `payee=${long(200)}`,
    `payee==${long(200)}`,
    `payee==${Array.from({ length: 200 }, (_, index) => index)}`,
    "q=+a+",
    "q=++",
  ])("accepts %.60s", (text) => expect(read(text).ignored).toEqual([]));
  test.each([
    `q=${long(201)}`,
    "size=50x",
    "size=x50",
    `cursor=${long(4001)}`,
    "cursor=a!",
    "cursor=!a",
    "sort=amount,fee,payee,status,count",
    "sort=amount,colour",
    `payee=${long(201)}`,
    `payee==${long(201)}`,
    `payee==${Array.from({ length: 201 }, (_, index) => index)}`,
    "amount=x..5",
  ])("ignores %.60s", (text) => expect(read(text)).toEqual({ ...createEmptyQuery(), ignored: [text] }));
  test.each(["page=5001", "page=99999", "page=1001&size=100"])(
    "reads %s as the last page that can be numbered, and reports it",
    (text) => {
      expect(read(text)).toMatchObject({ page: text.includes("size") ? 1_000 : 5_000, ignored: [text.split("&")[0]] });
    },
  );
  test("trims the search term, searches once, and only if a field is searchable", () => {
    expect([read("q=+acme+").q, read("q=++").q, read("q=a&q=b")]).toEqual([
      "acme",
      undefined,
      { ...createEmptyQuery(), q: "a", ignored: ["q=b"] },
    ]);
    expect(parseQuery(ordersWith({ list: { ...orders.list, search: [] } }), { q: "a" }, { now }).ignored).toEqual([
      "q=a",
    ]);
    expect([read("page=99999&cursor=abc").page, read("sort=-createdAt").sort, read("sort=amount,,-fee").sort]).toEqual([
      99_999,
      [],
      ["amount", "-fee"],
    ]);
    expect(parseQuery(orders, { amount: { a: long(500) } }, { now }).ignored[0]).toHaveLength(207);
    const views = ordersWith({ list: { ...orders.list, views: [...orders.list.views, { id: "good", where: {} }] } });
    expect(parseQuery(views, { view: "good" }, { now }).view).toBe("good");
  });
  test("sorts only by fields that an index serves, such as short texts", () => {
    const payee = (schema: Record<string, unknown>, more: Partial<Field> = {}) =>
      ordersWith({
        fields: orders.fields.map((field) => (field.name === "payee" ? { ...field, schema, ...more } : field)),
      });
    const sorted = (entity: typeof orders) => [
      isSortable(entity, "payee"),
      parseQuery(entity, { sort: "payee" }, { now }).sort,
    ];
    const long = { ...orders.field("payee").kind, anyLength: true as const };
    for (const entity of [
      payee({ type: "string" }),
      payee({ type: "string", maxLength: 254 }),
      payee({ type: "string", maxLength: 254 }, { kind: long }),
      payee({ type: "string", maxLength: 500 }, { unique: [] }),
    ])
      expect(sorted(entity)).toEqual([true, ["payee"]]);
    for (const entity of [payee({ type: "string", maxLength: 255 }), payee({ type: "string" }, { kind: long })])
      expect(sorted(entity)).toEqual([false, []]);
    expect(["orderNo", "secretNote", "remark"].map((name) => isSortable(orders, name))).toEqual([true, false, false]);
  });

  test("truncates text without a maximum to 600 characters in its column, unless unique", () => {
    const field = { ...orders.field("payee"), schema: { type: "string" } };
    expect(
      [field, { ...field, unique: [] }, { ...field, schema: { type: "string", maxLength: 900 } }].map(
        (one) => toColumnValue(one, "a".repeat(700))?.toString().length,
      ),
    ).toEqual([600, 700, 700]);
  });

  test("ends the sort order with the ID, and sorts missing values last unless the field is required", () => {
    const order = (sort: string[], entity = orders) =>
      listSortTerms(entity, { sort }).map(
        ({ column, desc, emptyFirst }) => `${column}${desc ? " desc" : ""}${emptyFirst ? " empty first" : ""}`,
      );
    expect([
      order([]),
      order(["createdAt"]),
      order(["-amount", "fee"]),
      order(["-orderNo", "fee"]),
      order(["secretNote"]),
    ]).toEqual([
      ["f_created_at desc empty first", "id desc"],
      ["f_created_at", "id"],
      ["f_amount desc", "f_fee", "id"],
      ["id desc"],
      ["id"],
    ]);
    const covered = ordersWith({
      fields: orders.fields.map((field) => (field.name === "orderNo" ? { ...field, sensitive: true } : field)),
    });
    expect(order(["fee", "orderNo"], covered)).toEqual(["f_fee", "id"]);
  });

  test("keeps valid parameters when others are dropped", () => {
    expect(read("status=done&foo=1&amount=x")).toMatchObject({
      filters: { status: { values: ["done"] } },
      ignored: ["foo=1", "amount=x"],
    });
  });

  test("takes the first of repeated parameters", () => {
    expect(read("amount=1&amount=2&sort=fee&sort=amount")).toMatchObject({
      filters: { amount: { from: "1" } },
      sort: ["fee"],
      ignored: ["amount=2", "sort=amount"],
    });
  });

  test("skips parameters of the page and of the call", () => {
    expect(read("id=WD1&cols=amount,fee&tab=x&totals=1&format=csv&lang=en")).toEqual(createEmptyQuery());
  });

  test("drops values that the database cannot store", () => {
    expect(
      parseQuery(orders, { q: "a\0b", payee: "\ud800", amount: {}, status: [["done"]], size: 50 }, { now }),
    ).toMatchObject({
      filters: { status: { values: ["done"] } },
      size: 50,
      ignored: ["q=a\ufffdb", "payee=\ufffd", "amount={}"],
    });
  });

  test("accepts the same query as a JSON body", () => {
    const body = {
      status: ["failed", "rescinded"],
      amount: "2000..5000",
      size: 50,
      page: 2,
      urgent: true,
      q: "acme",
      sort: null,
    };
    expect(parseQuery(orders, body, { now })).toEqual(
      read("status=failed,rescinded&amount=2000..5000&size=50&page=2&urgent=true&q=acme"),
    );
  });

  test("never throws, whatever the input", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(
            fc.constantFrom("q", "sort", "size", "page", "amount", "status", "createdAt", "cursor", "f.size"),
            fc.string(),
          ),
          fc.anything(),
        ),
        (body) => {
          parseQuery(orders, body, { now });
        },
      ),
    );
  });
});

describe("writing a query", () => {
  test("leaves out defaults and sensitive fields", () => {
    expect(rewritten("size=20&page=1&sort=-createdAt")).toBe("");
    const query: Query = {
      ...createEmptyQuery(),
      filters: { secretNote: { style: "contains", text: "x" }, remark: { style: "contains", text: "x" } },
    };
    expect(writeQuery(orders, query).toString()).toBe("");
  });

  test("keeps the text readable and in a fixed order", () => {
    expect(rewritten("page=2&createdAt=last7d&status=!failed,done&amount=2000..")).toBe(
      "amount=2000..&status=!failed,done&createdAt=last7d&page=2",
    );
    expect(rewritten("f.size=5")).toBe("f.size=5");
    expect(toWireQuery(orders, read("amount=1..2&page=2"))).toEqual({ amount: "1..2", page: "2" });
  });

  test("keeps relative periods relative", () => {
    expect(findSpan("lastMonth", formatDayInChina(Date.parse("2026-03-01T00:30:00+08:00")))).toEqual({
      from: "2026-02-01",
      to: "2026-02-28",
    });
    expect(
      [
        "today",
        "yesterday",
        "thisWeek",
        "lastWeek",
        "thisMonth",
        "lastMonth",
        "thisYear",
        "last1d",
        "xlast7d",
        "last7dx",
      ].map((word) => Object.values(findSpan(word, formatDayInChina(now)) ?? {}).join("..")),
    ).toEqual([
      "2026-11-21..2026-11-21",
      "2026-11-20..2026-11-20",
      "2026-11-16..2026-11-22",
      "2026-11-09..2026-11-15",
      "2026-11-01..2026-11-30",
      "2026-10-01..2026-10-31",
      "2026-01-01..2026-12-31",
      "2026-11-21..2026-11-21",
      "",
      "",
    ]);
    expect(findSpan("lastWeek", formatDayInChina(Date.parse("2026-11-22T23:00:00+08:00")))).toEqual({
      from: "2026-11-09",
      to: "2026-11-15",
    });
    expect(findSpan("today", formatDayInChina(Date.parse("2026-11-20T16:00:00Z")))).toEqual({
      from: "2026-11-21",
      to: "2026-11-21",
    });
    expect(findSpan("last366d", formatDayInChina(now))?.from).toBe("2025-11-21");
    expect(findSpan("last367d", formatDayInChina(now))).toBeUndefined();
  });
});

const signs = fc.constantFrom("~", "!~", "!", "=", "..", ",", "\\", "=!", "a..b", ".", "\\~");
/** Strings full of characters with a special meaning. */
const tricky = fc.oneof(
  signs,
  fc.string({
    unit: fc.constantFrom("a", "1", ",", ".", "!", "~", "=", "\\", " ", "é", "付", "&", "%", "+", "\u{1f600}"),
    minLength: 1,
    maxLength: 12,
  }),
);
const trimmed = tricky.map((text) => text.trim()).filter((text) => text !== "");
const unique = (values: fc.Arbitrary<string>, maxLength = 3) => fc.uniqueArray(values, { minLength: 1, maxLength });
const empty = fc.boolean().map((not): Filter => ({ style: "empty", not }));
const is = (values: fc.Arbitrary<string>) =>
  fc.record({ values: unique(values), not: fc.boolean() }).map((filter): Filter => ({ style: "is", ...filter }));
const range = (values: fc.Arbitrary<string>) =>
  fc.oneof(
    values.map((from): Filter => ({ style: "range", from })),
    values.map((to): Filter => ({ style: "range", to })),
    fc.tuple(values, values).map(([from, to]): Filter => ({ style: "range", from, to })),
  );
const contains = (values: fc.Arbitrary<string>) => values.map((text): Filter => ({ style: "contains", text }));

describe("empty filters", () => {
  test.each([
    ["", "contains"],
    ["", "range"],
    ["..", "range"],
    ["=", "range"],
    ["=!", "contains"],
    ["!", "is"],
    [",", "is"],
    ["", "is"],
  ] as const)("%j is no filter for a kind of style %s", (text, style) =>
    expect(readShape(text, style)).toBeUndefined(),
  );
  test.each<[Filter, Parameters<typeof writeFilter>[1]]>([
    [{ style: "is", values: [], not: false }, "is"],
    [{ style: "contains", text: "" }, "contains"],
    [{ style: "contains", text: "a" }, "range"],
    [{ style: "range", from: "1" }, "is"],
    [{ style: "range" }, "range"],
  ])("%j of a kind of style %s has no text", (filter, style) => expect(writeFilter(filter, style)).toBeUndefined());
});

describe("round trips of queries", () => {
  test("restore every filter of every style, whatever its values", () => {
    const cases = fc.oneof(
      fc.tuple(fc.constant("is" as const), fc.oneof(empty, is(tricky))),
      fc.tuple(fc.constant("range" as const), fc.oneof(empty, is(tricky), range(tricky))),
      fc.tuple(fc.constant("contains" as const), fc.oneof(empty, is(tricky), contains(tricky))),
    );
    fc.assert(
      fc.property(cases, ([style, filter]) => {
        const shape = readShape(writeFilter(filter, style)!, style)!;
        expect(shape.style === "text" ? { style: "range", from: shape.text, to: shape.text } : shape).toEqual(filter);
      }),
      { numRuns: 3000 },
    );
  });

  test("restore whole queries through the URL and through JSON", () => {
    const money = fc
      .tuple(fc.integer({ min: -999, max: 99999 }), fc.integer({ min: 10, max: 99 }))
      .map(([whole, cents]) => `${whole}.${cents}`);
    const day = fc
      .date({ min: new Date("2020-01-01"), max: new Date("2029-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const relative = fc
      .constantFrom("last7d", "last30d", "today", "yesterday", "thisMonth", "lastMonth", "thisYear")
      .map((word): Filter => ({ style: "range", ...findSpan(word, formatDayInChina(now))!, relative: word }));
    const filters = fc.record(
      {
        payee: fc.oneof(empty, is(trimmed), contains(trimmed)),
        amount: fc.oneof(empty, is(money), range(money)),
        status: fc.oneof(empty, is(fc.constantFrom("done", "failed", "rescinded"))),
        size: range(fc.integer({ min: 0, max: 99 }).map(String)),
        urgent: is(fc.constantFrom("true", "false")),
        createdAt: fc.oneof(empty, range(day), relative),
      },
      { requiredKeys: [] },
    );
    const sort = fc.uniqueArray(fc.constantFrom("amount", "-fee", "payee", "-status"), { maxLength: 3 });
    const queries = fc.record({
      filters,
      sort,
      size: fc.constantFrom(20, 50, 100),
      page: fc.integer({ min: 1, max: 900 }),
      q: fc.option(trimmed, { nil: undefined }),
      view: fc.constantFrom("bad", undefined),
      cursor: fc.constantFrom("ab-_c.d", undefined),
    });
    fc.assert(
      fc.property(queries, ({ q, view, cursor, ...parts }) => {
        const query: Query = {
          ...parts,
          ...(q !== undefined && { q }),
          ...(view !== undefined && { view }),
          ...(cursor !== undefined && { cursor }),
          ignored: [],
        };
        const text = toReadable(writeQuery(orders, query));
        expect(parseQuery(orders, new URLSearchParams(text), { now })).toEqual(query);
        expect(parseQuery(orders, JSON.parse(JSON.stringify(toWireQuery(orders, query))), { now })).toEqual(query);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("queries over rows in memory", () => {
  const rows = Array.from({ length: 45 }, (_, index) => ({
    orderNo: `WD${index + 10}`,
    payee: index === 7 ? "中国工商银行" : undefined,
    amount: "1.00",
  }));
  const ids = (text: string, scope: Parameters<typeof applyQuery>[3] = {}, entity = orders) => {
    const { list, next, total } = applyQuery(entity, rows, read(`sort=orderNo&${text}`), scope);
    return [list.length, list[0]?.["orderNo"], list.at(-1)?.["orderNo"], next, total];
  };
  test("return pages, the last of which has no next one", () => {
    expect([ids(""), ids("page=2"), ids("page=3"), ids("page=4")]).toEqual([
      [20, "WD10", "WD29", ["WD29"], 45],
      [20, "WD30", "WD49", ["WD49"], 45],
      [5, "WD50", "WD54", undefined, 45],
      [0, undefined, undefined, undefined, 45],
    ]);
    expect([ids("", { limit: 45 }), ids("page=2", { after: ["WD49"] }), ids("", { after: ["WD54"] })]).toEqual([
      [45, "WD10", "WD54", undefined, 45],
      [5, "WD50", "WD54", undefined, 45],
      [0, undefined, undefined, undefined, 45],
    ]);
  });
  test("filter by selected IDs and by search, in reference lists also by pinyin", () => {
    expect(
      [ids("", { ids: ["WD11", "none"] }), ids("", { ids: [] }), ids("q=wd5"), ids("q=工商")].map(([count, first]) => [
        count,
        first,
      ]),
    ).toEqual([
      [1, "WD11"],
      [0, undefined],
      [5, "WD50"],
      [1, "WD17"],
    ]);
    expect([ids("q=gsyh")[4], ids("q=gsyh", {}, ordersWith({ source: "data" }))[4]]).toEqual([0, 1]);
  });
});

describe("search by pinyin", () => {
  test.each([
    ["中国工商银行", "gsyh", true],
    ["中国工商银行", "zggsyh", true],
    ["中国工商银行", "ZGG", true],
    ["长沙银行", "csyh", true],
    ["重庆农商行", "cqnsh", true],
    ["人民币付款", "rmbfk", true],
    ["中国工商银行", "gsyx", true],
    ["中国工商银行", "gsnh", false],
    ["中国工商银行", "g", false],
    ["泉州鑫源鞋业有限公司", "quanzhou", true],
    ["泉州鑫源鞋业有限公司", "Quan zhou", true],
    ["泉州鑫源鞋业有限公司", "quanzhouxy", true],
    ["泉州鑫源鞋业有限公司", "qzxinyuan", true],
    ["泉州鑫源鞋业有限公司", "quanzho", true],
    ["泉州鑫源鞋业有限公司", "quzhou", false],
    ["西安银行", "xi'an", true],
    ["长沙银行", "changsha", true],
    ["重庆农商行", "chongqing", true],
    ["厦门国际银行", "xiamen", true],
    ["绿城旅行", "lvcheng", true],
    ["绿城旅行", "lulx", false],
    ["吕布", "lubu", true],
    ["阿拉善", "alashan", true],
    ["做作座", "zuozuozuo", true],
    ["Bank of China", "boc", false],
    ["中国银行", "中国", false],
  ])("finds %s by %s: %s", (text, typed, found) => {
    expect(matchesPinyin(text, typed)).toBe(found);
  });
});
