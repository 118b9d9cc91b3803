/**
 * The cost of lists is independent of the number of rows: read by an index in its order, with no more rows than
 * displayed. On both databases, with current and with stale statistics.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { buildLedgerSource } from "../../server/payments/ledger/projections.ts";
import { createRecordStore } from "../../server/store/records.ts";
import { apply } from "../../server/store/schema/apply.ts";
import { planMigration as changesOf } from "../../server/store/schema/plan.ts";
import { computeShape } from "../../server/store/schema/shape.ts";
import { productSchemas } from "../product-schemas.ts";
import type { Database, Queries } from "../../server/store/database.ts";
import { paymentTables } from "../../server/payments/product.ts";
import {
  findColumn,
  buildCountSql,
  createEmptyQuery,
  isEmptyLast,
  isSortable,
  buildListSql,
  listSortTerms,
  listProjected,
  getTableName,
  type Entity,
  type Query,
  type Statement,
} from "@portolan/engine";
import { embedded, type Fresh, postgres } from "./databases.ts";

const { entities } = productSchemas();

/** Returns the executed plan, and the maximum number of rows in any of its nodes. */
async function planOf(db: Database, { sql, params }: Statement): Promise<{ plan: string; rows: number }> {
  const plan = (await db.query<Record<string, string>>(`EXPLAIN (ANALYZE) ${sql}`, params))
    .map((row) => Object.values(row)[0])
    .join("\n");
  const counts = [...plan.matchAll(/actual time=\S+ rows=([\d.]+) loops=(\d+)/g)].map(
    ([, rows, loops]) => Number(rows) * Number(loops),
  );
  const dropped = [...plan.matchAll(/Rows Removed by \w+: (\d+)/g)].map(([, rows]) => Number(rows));
  return { plan, rows: Math.max(...counts, ...dropped) };
}

describe.each([
  ["pglite", embedded],
  ["postgres", postgres],
] as const)("wallet details on %s", (_name, open) => {
  const OTHERS = 160;
  const ENTRIES = 10_000;
  const entity = entities.get("walletDetail")!;
  let db: Database;
  let fresh: Fresh;
  /** Creates payments of a merchant, each with postings of both the merchant and the house. */
  const pay = async (m: string, from: number, to: number) => {
    const at = `timestamptz '2026-01-01' + g * interval '1 minute'`;
    await db.query(
      `INSERT INTO ledger_txn (m, id, kind, order_kind, order_id, step, at) SELECT ${m}, 't' || g, 'pay', 'withdrawal', 'o' || g, 's', ${at} FROM generate_series(${from}, ${to}) g, generate_series(1, 1)`,
    );
    await db.query(`INSERT INTO ledger_posting (m, account_id, txn_id, line, txn_m, name, currency, amount, seq, balance_after, at)
      SELECT ${m}, n || ':CNY:' || l, 't' || g, l, ${m}, n, 'CNY', 1, CASE n WHEN 'nostro' THEN NULL ELSE g END, g, ${at} FROM generate_series(${from}, ${to}) g, unnest(ARRAY['avail', 'hold', 'hold', 'nostro']) WITH ORDINALITY AS e (n, l)`);
  };
  const pages = async (m: string) => {
    const from = buildLedgerSource(entity);
    const first = buildListSql(entity, createEmptyQuery(), { tenant: m, from });
    const [last] = (await db.query<{ k0: string; k1: string }>(first.sql, first.params)).slice(-1);
    return {
      "page one": first,
      "the page after a cursor": buildListSql(entity, createEmptyQuery(), {
        tenant: m,
        from,
        after: [last!.k0, last!.k1],
      }),
    };
  };
  beforeAll(async () => {
    fresh = await open();
    ({ db } = fresh);
    for (const statement of paymentTables) await db.query(statement);
    // Many merchants with at most one page each, for which a planner would estimate that sorting is cheap.
    await pay("'m' || g % 40", 1, OTHERS);
    await pay("'grown'", 1, ENTRIES);
    return () => fresh.close();
  });

  const check = async (m: string, known: string) => {
    for (const [name, statement] of Object.entries(await pages(m))) {
      const { plan, rows } = await planOf(db, statement);
      expect.soft(plan, `${name}, known: ${known}`).toMatch(/Index Scan Backward using ledger_posting_entry/);
      expect.soft(plan, `${name}, known: ${known}`).not.toMatch(/Seq Scan on ledger_(posting|txn)|Sort/);
      expect.soft(rows, `${name}, known: ${known}`).toBeLessThan(100);
    }
  };
  it("reads a page by its index and only the rows shown, with current and stale statistics", async () => {
    const look = async () => {
      for (const table of ["ledger_posting", "ledger_txn"]) await db.query(`ANALYZE ${table}`);
    };
    await check("grown", "nothing");
    await look();
    await pay("'later'", 1, ENTRIES);
    await check("later", "what was");
    await look();
    await check("grown", "all");
  });

  it("counts without reading the tables joined for display", async () => {
    const { plan } = await planOf(
      db,
      buildCountSql(entity, createEmptyQuery(), { tenant: "grown", from: buildLedgerSource(entity) }),
    );
    expect(plan).not.toMatch(/ledger_txn|merchant/);
  });
});

describe.each([
  ["pglite", embedded],
  ["postgres", postgres],
] as const)("orders on %s", (_name, open) => {
  const ORDERS = 8_000;
  const entity = entities.get("withdrawal")!;
  const number = (at: number) => `WD2026${String(at).padStart(6, "0")}`;
  let db: Database;
  /** The queries as statements. */
  const asked: Statement[] = [];
  const watched = (): Queries => ({
    query: (sql: string, params: readonly unknown[] = []) => (
      asked.push({ sql, params: [...params] }),
      db.query(sql, params)
    ),
  });
  const list = async (query: Partial<Query>, totals = false, after?: (string | null)[]) => {
    asked.length = 0;
    return createRecordStore(watched(), { data: new Map() }).list(
      entity,
      { ...createEmptyQuery(), ...query },
      { tenant: "m", totals, ...(after ? { after } : {}) },
    );
  };
  beforeAll(async () => {
    const fresh = await open();
    ({ db } = fresh);
    await apply(db, changesOf(entity, computeShape(entity), undefined), async () => undefined, undefined);
    // Two merchants, a few values shared by many records, and a tenth of the records without a value.
    const values = [...listProjected(entity).values()].map(({ column, type, field }) => {
      const some =
        type === "numeric"
          ? "g % 97"
          : type === "timestamptz"
            ? "timestamptz '2026-01-01' + g * interval '1 minute'"
            : "'v' || g % 7";
      return [
        column,
        field.required || field.name === "createdAt" || field.name === "status"
          ? some
          : `CASE WHEN g % 10 > 0 THEN ${some} END`,
      ] as const;
    });
    await db.query(`INSERT INTO ${getTableName(entity)} (m, id, status, version, schema_version, created_at, updated_at, data${values.map(([column]) => `, ${column}`).join("")})
      SELECT CASE g % 5 WHEN 0 THEN 'other' ELSE 'm' END, 'WD2026' || lpad(g::text, 6, '0'), 'done', 1, '1', now(), now(), json_build_object('orderNo', g)${values.map(([, value]) => `, ${value}`).join("")} FROM generate_series(1, ${ORDERS}) g`);
    await db.query(`ANALYZE ${getTableName(entity)}`);
    return () => fresh.close();
  });

  it("reads first and later pages by an index for every sortable column, in both directions", async () => {
    const named = entity.list.columns.filter((name) => isSortable(entity, name));
    expect(named).toEqual(["holder", "account", "amount", "fee", "remark", "status", "orderNo", "createdAt"]);
    for (const name of named) {
      for (const sort of [name, `-${name}`]) {
        const { next } = await list({ sort: [sort] });
        const [first] = asked;
        await list({ sort: [sort] }, false, next);
        for (const [which, statement] of [
          ["first", first],
          ["next", asked[0]],
        ] as const) {
          const { plan, rows } = await planOf(db, statement!);
          expect.soft(plan, `${sort}, ${which}`).not.toMatch(/Sort|Seq Scan|Bitmap/);
          expect.soft(rows, `${sort}, ${which}`).toBeLessThan(100);
        }
      }
    }
  });

  it("returns every row once in each order by cursors and by page numbers, with empty values last", async () => {
    for (const sort of ["remark", "-remark", "-fee", "status", "-status"]) {
      const walked: unknown[] = [];
      let after: (string | null)[] | undefined;
      do {
        const page = await list({ sort: [sort], size: 1_000 }, false, after);
        walked.push(...page.list.map((row) => row["orderNo"]));
        after = page.next;
      } while (after);
      const turned: unknown[] = [];
      for (let page = 1; page <= 7; page++)
        turned.push(...(await list({ sort: [sort], size: 1_000, page })).list.map((row) => row["orderNo"]));
      const whole = buildListSql(entity, { ...createEmptyQuery(), sort: [sort] }, { tenant: "m", limit: Infinity });
      const all = (await db.query<{ data: { orderNo: number } }>(whole.sql, whole.params)).map(
        ({ data }) => data.orderNo,
      );
      expect([sort, new Set(walked).size]).toEqual([sort, (ORDERS * 4) / 5]);
      expect.soft(walked, sort).toEqual(all);
      expect.soft(turned, sort).toEqual(all);
    }
  });

  it("finds and counts a complete number by its key without reading other rows", async () => {
    const found = await list(
      { q: number(4_321).toLowerCase(), filters: { status: { style: "is", values: ["v2"], not: false } } },
      true,
    );
    expect([found.list, found.total]).toEqual([[{ orderNo: 4_321 }], 1]);
    expect(asked.length).toBeGreaterThan(3);
    for (const statement of asked) {
      const { plan, rows } = await planOf(db, statement);
      expect.soft(plan).not.toMatch(/Seq Scan/);
      expect.soft(rows).toBeLessThan(100);
    }
    // Another merchant's number, or a part of a number, is searched like any text.
    expect((await list({ q: number(4_320) }, true)).total).toBe(0);
    expect((await list({ q: number(4_321).slice(2) }, true)).total).toBe(1);
  });
});

it("every sort order of every stored list is served by an index, in both directions", async () => {
  const { db, close } = await embedded();
  const unsorted: string[] = [];
  for (const entity of entities.values()) {
    // An entity without calls has no list.
    if (entity.source !== "store" || Object.keys(entity.calls).length === 0) continue;
    await apply(db, changesOf(entity, computeShape(entity), undefined), async () => undefined, undefined);
    await db.tx(async (tx) => {
      // Forces the planner to use an index, with sorting only where no index provides the order.
      for (const way of ["seqscan", "bitmapscan", "sort"]) await tx.query(`SET LOCAL enable_${way} = off`);
      for (const { name, kind } of entity.fields) {
        if (!isSortable(entity, name)) {
          // A list of values cannot be sorted.
          if (findColumn(entity, name) && kind.filter !== "has") unsorted.push(`${entity.name}.${name}`);
          continue;
        }
        expect.soft(isIndexed(entity, name), `${entity.name} by ${name}`).toBe(true);
        for (const sort of [name, `-${name}`]) {
          const query = { ...createEmptyQuery(), sort: [sort] };
          const part = isEmptyLast(entity, query) ? { part: "filled" as const } : {};
          const { sql, params } = buildListSql(entity, query, { tenant: "m", ...part });
          const plan = await tx.query(`EXPLAIN ${sql}`, params);
          expect.soft(JSON.stringify(plan), `${entity.name} by ${sort}`).not.toMatch(/Sort|Seq Scan|Bitmap/);
        }
      }
    });
  }
  expect(unsorted).toEqual([]);
  await close();
});

/** Returns whether an index provides the sort order of a column. */
function isIndexed(entity: Entity, name: string): boolean {
  const order = listSortTerms(entity, { sort: [name] }).map(({ column }) => column);
  return (
    order[0] === "id" ||
    Object.values(computeShape(entity).indexes).some(({ columns }) => columns.slice(1).join() === order.join())
  );
}
