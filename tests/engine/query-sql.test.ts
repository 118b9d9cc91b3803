/** Queries return the same rows as SQL and in memory. The database is PGlite in memory. */
import { createHmac } from "node:crypto";
import { PGlite, types } from "@electric-sql/pglite";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applyQuery,
  toColumnValue,
  buildCountSql,
  createEmptyQuery,
  type Filter,
  foldGroups,
  foldSums,
  groupRows,
  buildGroupsSql,
  buildGroupSumsSql,
  type GroupTotal,
  narrowToGroup,
  buildListSql,
  openCursor,
  parseQuery,
  type Position,
  readPosition,
  listProjected,
  type Query,
  type Row,
  sealCursor,
  type Statement,
  buildSumsSql,
  getTableName,
} from "@portolan/engine";
import { narrowQuery } from "../../src/engine/views/narrow-query.ts";
import { orders, ordersWith } from "./query-entity.ts";

const now = Date.parse("2026-11-21T10:00:00+08:00");
const table = getTableName(orders);
let db: PGlite;

beforeAll(async () => {
  db = await PGlite.create({
    parsers: {
      [types.NUMERIC]: (text) => text,
      [types.INT8]: (text) => text,
      [types.DATE]: (text) => text,
      [types.TIMESTAMPTZ]: (text) => text,
    },
  });
  const columns = [...listProjected(orders).values()].map(
    ({ column, type }) => `${column} ${type === "text" ? 'text collate "C"' : type}`,
  );
  await db.exec(
    `create table ${table} (m text, id text collate "C", status text, version bigint, schema_version text, created_at timestamptz, updated_at timestamptz, data json, ${columns.join(", ")}, primary key (m, id))`,
  );
});
afterAll(() => db.close());
beforeEach(() => db.exec(`delete from ${table}`));

const run = async (statement: Statement) => (await db.query<Row>(statement.sql, statement.params)).rows;

async function store(rows: readonly Row[], m = "M1"): Promise<void> {
  const fields = [...listProjected(orders).values()];
  for (const row of rows) {
    const params = [
      m,
      row["orderNo"],
      row["status"] ?? null,
      JSON.stringify(row),
      ...fields.map(({ field }) => toColumnValue(field, row[field.name])),
    ];
    const casts = fields.map(({ type }, index) => `$${index + 5}::${type}`);
    await db.query(
      `insert into ${table} (m, id, status, data, ${fields.map(({ column }) => column).join(", ")}) values ($1, $2, $3, $4::json, ${casts.join(", ")})`,
      params,
    );
  }
}

/** Returns the numbers of all pages, following cursors. */
async function pagesOf(query: Query): Promise<string[]> {
  const found: string[] = [];
  let after: Position | undefined;
  for (;;) {
    const rows = await run(buildListSql(orders, query, { tenant: "M1", ...(after && { after }), limit: 3 }));
    found.push(...rows.map((row) => String(row["id"])));
    const last = rows.at(-1);
    if (rows.length < 3 || !last) return found;
    after = readPosition(orders, query, last);
  }
}
const read = (text: string) => parseQuery(orders, new URLSearchParams(text), { now });

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 });
const text = fc.oneof(
  fc.constantFrom("\ue000", "\u{1f600}"),
  fc.string({
    unit: fc.constantFrom(
      "a",
      "A",
      "b",
      "Z",
      "%",
      "_",
      "\\",
      "é",
      "É",
      "付",
      "款",
      "\ue000",
      "\u{1f600}",
      "-",
      " ",
      "'",
    ),
    minLength: 1,
    maxLength: 4,
  }),
);
const amount = fc.constantFrom("0", "-5.00", "2000", "2000.00", "2000.5", "12345678901234567890.123456789", "9.99");
const day = fc.constantFrom("2026-11-01", "2026-11-20", "2026-11-21", "1969-12-31");
const instant = fc.constantFrom(
  "2026-11-20T15:59:59.999Z",
  "2026-11-20T16:00:00.000Z",
  "2026-11-21T15:59:59.999Z",
  "2026-11-21T16:00:00.000Z",
  "2026-10-31T16:00:00Z",
);
const tag = fc.constantFrom("a", "ab", "b", "50%", "a_b", "\u{1f600}");
const status = fc.constantFrom("done", "failed", "rescinded");
const record = fc.record({
  payee: maybe(text),
  account: maybe(fc.constantFrom("007", "6222020200112233445", "7")),
  currency: maybe(fc.constantFrom("CNY", "USD", "JPY")),
  amount: maybe(amount),
  fee: maybe(amount),
  count: maybe(fc.integer({ min: -3, max: 3 })),
  urgent: maybe(fc.boolean()),
  valueDate: maybe(day),
  status: maybe(status),
  tags: maybe(fc.uniqueArray(tag, { maxLength: 3 })),
  createdAt: maybe(instant),
});
const rowsOf = fc
  .array(record, { maxLength: 14 })
  .map((rows) => rows.map((row, index): Row => ({ ...row, orderNo: `WD${index}` })));
const range = (values: fc.Arbitrary<string>): fc.Arbitrary<Filter> =>
  fc
    .record({ from: fc.option(values, { nil: undefined }), to: fc.option(values, { nil: undefined }) })
    .map(({ from, to }) => ({
      style: "range",
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    }));
const is = (values: fc.Arbitrary<string>): fc.Arbitrary<Filter> =>
  fc
    .record({ values: fc.uniqueArray(values, { minLength: 1, maxLength: 2 }), not: fc.boolean() })
    .map((filter) => ({ style: "is", ...filter }));
const all = (values: fc.Arbitrary<string>) =>
  is(values).map((filter): Filter => (filter.style === "is" ? { ...filter, not: false, all: true } : filter));
const empty: fc.Arbitrary<Filter> = fc.boolean().map((not) => ({ style: "empty", not }));
const one = <K extends string>(name: K, filter: fc.Arbitrary<Filter>) =>
  filter.map((filter): [K, Filter] => [name, filter]);
/** Only a few at a time, because more would match hardly any row. */
const filters = fc
  .uniqueArray(
    fc.oneof(
      one(
        "payee",
        fc.oneof(
          empty,
          is(text),
          text.map((text): Filter => ({ style: "contains", text })),
        ),
      ),
      one(
        "account",
        fc.oneof(
          empty,
          fc.constantFrom("7", "00", "4").map((text): Filter => ({ style: "contains", text })),
        ),
      ),
      one("amount", fc.oneof(empty, range(amount), is(amount))),
      one("count", fc.oneof(empty, range(fc.integer({ min: -3, max: 3 }).map(String)))),
      one("urgent", fc.oneof(empty, is(fc.constantFrom("true", "false")))),
      one("valueDate", fc.oneof(empty, range(day), is(day))),
      one("status", fc.oneof(empty, is(status))),
      one("tags", fc.oneof(empty, is(tag), all(tag))),
      one(
        "createdAt",
        fc.oneof(
          empty,
          range(fc.constantFrom("2026-11-01", "2026-11-20", "2026-11-21")),
          is(fc.constantFrom("2026-11-21", "2026-11-20")),
        ),
      ),
    ),
    { maxLength: 2, selector: ([name]) => name },
  )
  .map((parts) => Object.fromEntries(parts) as Record<string, Filter>);
const terms = ["payee", "amount", "count", "urgent", "valueDate", "status", "createdAt", "orderNo"].flatMap((name) => [
  name,
  `-${name}`,
]);
const queries = fc
  .record({
    filters,
    sort: fc.uniqueArray(fc.constantFrom(...terms), { maxLength: 3, selector: (term) => term.replace("-", "") }),
    q: maybe(text),
    view: fc.constantFrom(undefined, undefined, "bad"),
  })
  .map((parts): Query => ({ ...createEmptyQuery(), ...(parts as Partial<Query>) }));

const sorted = (sums: Record<string, Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(sums).map(([name, one]) => [
      name,
      Object.fromEntries(
        Object.entries(one).map(([code, sum]) => [code, sum.includes(".") ? sum.replace(/\.?0+$/, "") : sum]),
      ),
    ]),
  );

describe("queries in SQL and in memory", () => {
  test("filter, sort, page, count and sum alike", async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, queries, async (rows, query) => {
        await db.exec(`delete from ${table}`);
        await store(rows);
        await store([{ ...rows[0], orderNo: "other" }], "M2");
        const applied = applyQuery(orders, rows, query, { limit: 100 });
        expect(await pagesOf(query)).toEqual(applied.list.map((row) => row["orderNo"]));
        const [count] = await run(buildCountSql(orders, query, { tenant: "M1" }));
        expect(Number(count!["total"])).toBe(applied.total);
        const statements = buildSumsSql(orders, query, { tenant: "M1" });
        expect(sorted(foldSums(orders, statements, await Promise.all(statements.map(run))))).toEqual(
          sorted(applied.sums),
        );
      }),
      { numRuns: 400 },
    );
  }, 120_000);

  test("group alike, with counts and sums of all matching records", async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOf,
        queries,
        fc.constantFrom(...orders.list.groups!, "createdAt.day", "createdAt.month"),
        async (rows, asked, group) => {
          await db.exec(`delete from ${table}`);
          await store(rows);
          await store([{ ...rows[0], orderNo: "other" }], "M2");
          const query = { ...asked, group };
          const found = await run(buildGroupsSql(orders, query, { tenant: "M1" }));
          const values = found.map(({ value }) => value as string | boolean | null);
          const statements = buildGroupSumsSql(orders, query, { tenant: "M1" }, values);
          const results = await Promise.all(statements.map(run));
          const groups = foldGroups(orders, found, { statements, results });
          const even = (all: readonly GroupTotal[]) => all.map((one) => ({ ...one, sums: sorted(one.sums) }));
          expect(even(groups)).toEqual(even(groupRows(orders, rows, query)));
          const { total } = applyQuery(orders, rows, query);
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total);
          // A period cannot be used as a filter value.
          for (const { value, count } of group.includes(".") ? [] : groups)
            expect(applyQuery(orders, rows, narrowToGroup(query, group, value)).total).toBe(count);
        },
      ),
      { numRuns: 150 },
    );
  }, 120_000);

  test("narrowed to values find the records of both", () => {
    const [days, states] = [
      ["2026-11-01", "2026-11-20", "2026-11-21"],
      ["done", "failed", "rescinded"],
    ];
    const own = fc.oneof(
      fc.tuple(fc.constant("valueDate"), fc.oneof(range(day), is(day), empty), fc.subarray(days, { minLength: 1 })),
      fc.tuple(fc.constant("status"), fc.oneof(is(status), empty), fc.subarray(states, { minLength: 1 })),
    );
    fc.assert(
      fc.property(rowsOf, own, (rows, [name, filter, values]) => {
        const query = { ...createEmptyQuery(), filters: { [name]: filter } };
        const within: Query = { ...createEmptyQuery(), filters: { [name]: { style: "is", values, not: false } } };
        const narrowed = narrowQuery(orders, query, { [name]: values });
        const { list } = applyQuery(orders, rows, query);
        expect(narrowed ? applyQuery(orders, rows, narrowed).list : []).toEqual(applyQuery(orders, list, within).list);
      }),
      { numRuns: 200 },
    );
  });

  test("page in memory without gaps", () => {
    fc.assert(
      fc.property(rowsOf, queries, (rows, query) => {
        const found: unknown[] = [];
        let after: Position | undefined;
        do {
          const page = applyQuery(orders, rows, query, { ...(after && { after }), limit: 2 });
          found.push(...page.list.map((row) => row["orderNo"]));
          after = page.next;
        } while (after);
        expect(found).toEqual(applyQuery(orders, rows, query, { limit: 100 }).list.map((row) => row["orderNo"]));
      }),
    );
  });
});

describe("SQL queries", () => {
  const hostile = "'; drop table x; -- \" $1 \\ % _";

  test("contain no value in their text", async () => {
    for (const query of [
      read(new URLSearchParams({ q: hostile, payee: hostile }).toString()),
      read(new URLSearchParams({ payee: `==${hostile}` }).toString()),
    ]) {
      const statement = buildListSql(orders, query, { tenant: hostile, after: ["2026-11-21 00:00:00+00", hostile] });
      expect(statement.sql).not.toContain("drop");
      expect(await run(statement)).toEqual([]);
    }
  });

  test("escape the wildcards of LIKE", async () => {
    await store([
      { orderNo: "WD1", payee: "50% off" },
      { orderNo: "WD2", payee: "500 off" },
      { orderNo: "WD3", payee: "a_b\\c" },
      { orderNo: "WD4", payee: "axb\\c" },
    ]);
    expect(await pagesOf(read("payee=50%25"))).toEqual(["WD1"]);
    expect(await pagesOf(read("q=A_B%5C"))).toEqual(["WD3"]);
  });

  test("filter whole days in UTC+8, both ends included", async () => {
    await store([
      { orderNo: "WD1", createdAt: "2026-11-20T15:59:59.999Z" },
      { orderNo: "WD2", createdAt: "2026-11-20T16:00:00Z" },
      { orderNo: "WD3", createdAt: "2026-11-21T15:59:59.999Z" },
      { orderNo: "WD4", createdAt: "2026-11-21T16:00:00Z" },
    ]);
    expect(await pagesOf(read("createdAt=today"))).toEqual(["WD3", "WD2"]);
    expect(await pagesOf(read("createdAt=2026-11-21&sort=createdAt"))).toEqual(["WD2", "WD3"]);
    expect(await pagesOf(read("createdAt=..2026-11-20"))).toEqual(["WD1"]);
  });

  test("break ties by ID and place records without a value last, in both directions", async () => {
    await store([
      { orderNo: "WD1" },
      { orderNo: "WD2", payee: "b" },
      { orderNo: "WD3", payee: "a" },
      { orderNo: "WD4", payee: "b" },
      { orderNo: "WD5" },
    ]);
    expect(await pagesOf(read("sort=payee"))).toEqual(["WD3", "WD2", "WD4", "WD1", "WD5"]);
    expect(await pagesOf(read("sort=-payee"))).toEqual(["WD4", "WD2", "WD3", "WD5", "WD1"]);
  });

  test("page by number, and by selected IDs", async () => {
    await store(Array.from({ length: 45 }, (_, index) => ({ orderNo: `WD${index + 10}` })));
    const rows = await run(buildListSql(orders, read("sort=orderNo&page=3"), { tenant: "M1" }));
    expect(rows.map((row) => row["id"])).toEqual(["WD50", "WD51", "WD52", "WD53", "WD54"]);
    expect(await run(buildListSql(orders, read("sort=orderNo"), { tenant: "M1" }))).toHaveLength(21);
    expect(await run(buildListSql(orders, createEmptyQuery(), { tenant: "M1", ids: ["WD11", "none"] }))).toHaveLength(
      1,
    );
    expect(await run(buildListSql(orders, createEmptyQuery(), { tenant: "M1", ids: [] }))).toEqual([]);
  });

  test.each<[string, unknown, (string | boolean | null)?]>([
    ["amount", "-12345678901234567890.123456789", "-12345678901234567890.123456789"],
    ["amount", 7, "7"],
    ["amount", "0.5", "0.5"],
    ["count", -3, "-3"],
    ["count", 12345, "12345"],
    ["urgent", false, false],
    ["payee", "x", "x"],
    ["valueDate", "2026-11-21", "2026-11-21"],
    ["createdAt", "2026-11-20T16:00:00.000Z", "2026-11-20T16:00:00.000Z"],
    ["createdAt", "2026-11-21T00:00:00+08:00", "2026-11-21T00:00:00+08:00"],
    ["amount", "007"],
    ["amount", "1e5"],
    ["amount", "x5"],
    ["amount", "5x"],
    ["count", "1.5"],
    ["count", "x5"],
    ["count", "1234567890123456789"],
    ["createdAt", "yesterday"],
    ["createdAt", "2026-11-21T10:00:00"],
    ["createdAt", "2026-11-21T25:00:00Z"],
    ["valueDate", "2026-13-45"],
    ["valueDate", "2026-11-21 (x)"],
    ["valueDate", "20261121"],
    ["urgent", "yes"],
    ["payee", ["x"]],
    ["payee", ""],
    ["payee", null],
    ["payee", undefined],
  ])("%s of %j is stored as %j; a broken old value is empty, not an error", (name, value, stored = null) =>
    expect(toColumnValue(orders.field(name), value)).toBe(stored),
  );
});

describe("sealed cursors", () => {
  const sign = (text: string) => createHmac("sha256", "key").update(`M1|${text}`).digest("base64url");
  const query = read("amount=2000..&sort=-amount,payee");
  const position: Position = ["2000.00", "收款\u{1f600}", "WD1"];

  test("decrypt to what was sealed, whatever the page and size", () => {
    const cursor = sealCursor(orders, query, position, sign);
    expect(cursor).toMatch(/^[\w.-]+$/);
    expect(openCursor(orders, { ...query, page: 4, size: 100, cursor }, cursor, sign)).toEqual({ position });
  });

  test("are rejected for another query, entity or key, and when changed", () => {
    const cursor = sealCursor(orders, query, position, sign);
    const [other, unreadable] = [{ wrong: "other" }, { wrong: "unreadable" }];
    expect(openCursor(orders, read("amount=2001..&sort=-amount,payee"), cursor, sign)).toEqual(other);
    expect(openCursor(orders, read("amount=2000.."), cursor, sign)).toEqual(other);
    expect(openCursor(ordersWith({ name: "other" }), query, cursor, sign)).toEqual(other);
    expect(
      openCursor(orders, query, cursor, (text) => createHmac("sha256", "key").update(`M2|${text}`).digest("base64url")),
    ).toEqual(unreadable);
    const longer = ordersWith({ list: { ...orders.list, sort: ["-createdAt", "payee"] } });
    expect(
      openCursor(
        longer,
        createEmptyQuery(),
        sealCursor(orders, createEmptyQuery(), ["2026-11-21T00:00:00Z", "WD1"], sign),
        sign,
      ),
    ).toEqual(other);
    for (const body of ["!!!", "bm8ganNvbg", "_w", "bnVsbA"])
      expect(openCursor(orders, query, `${body}.${sign(body)}`, sign)).toEqual(unreadable);
    for (const bad of ["", ".", "a.b", `${cursor}x`, `x${cursor}`, `${cursor}.y`, cursor.replace(".", "")])
      expect(openCursor(orders, query, bad, sign)).toEqual(unreadable);
  });
});
