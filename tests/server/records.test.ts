import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { applyQuery, createEmptyQuery, type Query, type Row } from "@portolan/engine";
import { Failure } from "../../server/core/failure.ts";
import type { Database } from "../../server/store/database.ts";
import { createRecordStore } from "../../server/store/records.ts";
import { emptied, withDatabases } from "./databases.ts";
import { entityOf, parcelSource, schemasOf } from "./entities.ts";
import { migrate } from "./migrated.ts";

const parcel = entityOf(parcelSource());
const schemas = schemasOf(parcel);
const AT = Date.parse("2026-11-21T00:00:00Z");
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return `${error.failure} ${String(error.params["field"] ?? "")}`.trim();
    },
  );
const asked = (changes: Partial<Query>): Query => ({ ...createEmptyQuery(), ...changes });

withDatabases("records", (open) => {
  let db: Database;
  const own = () => createRecordStore(db, schemas);
  beforeAll(async () => {
    db = await open();
    await migrate(db, schemas);
  });

  it("inserts, reads, updates and removes records per merchant", async () => {
    const row = {
      name: "Tea 茶",
      amount: "12.50",
      urgent: true,
      due: "2026-12-01",
      createdAt: new Date(AT).toISOString(),
    };
    const stored = await own().insert(parcel, { tenant: "m1", id: "PC1", row, at: AT });
    expect(stored).toEqual({
      id: "PC1",
      status: "",
      version: 1,
      createdAt: "2026-11-21T00:00:00.000Z",
      updatedAt: "2026-11-21T00:00:00.000Z",
      data: { ...row, no: "PC1" },
    });
    expect(await own().get(parcel, "m1", "PC1")).toEqual(stored);
    expect(await own().get(parcel, "m2", "PC1")).toBeUndefined();
    expect(await own().update(parcel, "m1", stored, { data: { ...stored.data, amount: "13.00" }, at: AT + 1000 })).toBe(
      2,
    );
    expect(await failureOf(own().update(parcel, "m1", stored, { data: stored.data, at: AT }))).toBe("stale");
    expect(await db.query("SELECT version, f_amount, f_urgent, updated_at FROM e_parcel")).toEqual([
      { version: 2, f_amount: "13.00", f_urgent: true, updated_at: "2026-11-21T00:00:01.000Z" },
    ]);
    expect(await failureOf(own().remove(parcel, "m2", "PC1"))).toBe("notFound");
    await own().remove(parcel, "m1", "PC1");
    expect(await failureOf(own().remove(parcel, "m1", "PC1"))).toBe("notFound");
  });

  it("names the field that violates uniqueness, including the key", async () => {
    const insert = (m: string, id: string, code?: string) =>
      own().insert(parcel, { tenant: m, id, row: { name: "a", amount: "1.00", code }, at: AT });
    await insert("u1", "A", "X");
    expect(await failureOf(insert("u1", "B", "X"))).toBe("duplicate code");
    expect(await failureOf(insert("u1", "A"))).toBe("duplicate no");
    // Another merchant's value, and an absent value, are no conflict.
    await insert("u2", "A", "X");
    await insert("u1", "C");
    await insert("u1", "D");
    const before = (await own().get(parcel, "u1", "C"))!;
    expect(await failureOf(own().update(parcel, "u1", before, { data: { ...before.data, code: "X" }, at: AT }))).toBe(
      "duplicate code",
    );
  });

  it("assigns unique numbers to concurrent records even when generated numbers collide", async () => {
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        db.tx(async (tx) => {
          // All transactions first propose the same three numbers.
          let tries = 0;
          const { id } = await createRecordStore(tx, schemas).insert(parcel, {
            tenant: "n1",
            id: () => (tries < 3 ? `PC-${tries++}` : `PC${index}`),
            row: { name: `n${index}`, amount: "1.00" },
            at: AT,
          });
          return id;
        }),
      ),
    );
    expect(new Set(made).size).toBe(60);
    expect((await own().list(parcel, asked({}), { tenant: "n1", totals: true })).total).toBe(60);
    expect(
      await failureOf(
        own().insert(parcel, { tenant: "n1", id: () => made[0]!, row: { name: "x", amount: "1.00" }, at: AT }),
      ),
    ).toBe("duplicate no");
  });

  it("applies exactly one of several concurrent updates", async () => {
    const stored = await own().insert(parcel, { tenant: "v1", id: "A", row: { name: "a", amount: "1.00" }, at: AT });
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        failureOf(
          db.tx((tx) =>
            createRecordStore(tx, schemas).update(parcel, "v1", stored, {
              data: { ...stored.data, name: `by ${index}` },
              at: AT,
            }),
          ),
        ),
      ),
    );
    expect(tries.filter((name) => name === "none")).toHaveLength(1);
    expect(tries.filter((name) => name === "stale")).toHaveLength(11);
  });

  describe("lists", () => {
    const text = fc.constantFrom("", "a", "B", "b", "ä", "中", "文", "😀", "\ufffd", "a b", "A%", "_");
    const row = fc.record<Row>({
      name: text,
      amount: fc.constantFrom("0.00", "-1.50", "2", "2.00", "10.00", "9.99", "1000000.01"),
      urgent: fc.option(fc.boolean(), { nil: undefined }),
      createdAt: fc.constantFrom(
        "2026-11-20T15:59:59.999Z",
        "2026-11-20T16:00:00.000Z",
        "2026-11-21T00:00:00.000Z",
        "2026-11-22T00:00:00.000Z",
      ),
    });
    const query = fc.record({
      sort: fc.constantFrom<string[]>(
        [],
        ["amount"],
        ["-amount"],
        ["name"],
        ["-name", "amount"],
        ["urgent"],
        ["-urgent", "-createdAt"],
        ["no"],
      ),
      size: fc.constantFrom(1, 3, 7),
      q: fc.constantFrom(undefined, "a", "B", "中", "%", "PC1"),
      filters: fc.constantFrom<Query["filters"]>(
        {},
        { amount: { style: "range", from: "0", to: "10" } },
        { urgent: { style: "is", values: ["true"], not: false } },
        { urgent: { style: "empty", not: false } },
        { createdAt: { style: "range", from: "2026-11-21", to: "2026-11-21" } },
      ),
    });

    it("return the same pages, totals and export as the rows filtered in memory", { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 25 }), query, async (rows, changes) => {
          await db.query("DELETE FROM e_parcel");
          const all = rows.map((each, index) => ({ ...each, no: `PC${index}` }) as Row);
          await own().insertAll(
            parcel,
            all.map((each) => ({ tenant: "l1", id: String(each["no"]), row: each, at: AT })),
          );
          await own().insertAll(
            parcel,
            all.map((each) => ({ tenant: "l2", id: String(each["no"]), row: each, at: AT })),
          );
          const wanted = asked({ ...changes, q: changes.q ?? "" });
          const expected = applyQuery(parcel, all, { ...wanted, size: 1000 });
          const numbers = (list: readonly Row[]) => list.map((each) => each["no"]);

          const paged: Row[] = [];
          for (let after: (string | null)[] | undefined; ;) {
            const page = await own().list(parcel, wanted, { tenant: "l1", ...(after ? { after } : {}) });
            expect(page.list.length).toBeLessThanOrEqual(wanted.size);
            paged.push(...page.list);
            after = page.next;
            if (!after) break;
          }
          expect(numbers(paged)).toEqual(numbers(expected.list));
          const second = await own().list(parcel, { ...wanted, page: 2 }, { tenant: "l1", totals: true });
          expect(numbers(second.list)).toEqual(numbers(expected.list.slice(wanted.size, 2 * wanted.size)));
          expect(second.total).toBe(expected.total);
          expect(Number(second.sums?.["amount"]?.["CNY"] ?? 0)).toBe(Number(expected.sums["amount"]?.["CNY"] ?? 0));

          const exported: Row[] = [];
          for await (const batch of own().exportRows(parcel, wanted, { tenant: "l1" })) exported.push(...batch);
          expect(numbers(exported)).toEqual(numbers(expected.list));
        }),
        { numRuns: 60 },
      );
    });

    it("export all batches in order without repetition", async () => {
      await db.query("DELETE FROM e_parcel");
      await own().insertAll(
        parcel,
        Array.from({ length: 2_500 }, (_, index) => ({
          tenant: "x1",
          id: `PC${index}`,
          at: AT,
          row: { no: `PC${index}`, name: "n", amount: "1.00", createdAt: new Date(AT + (index % 7)).toISOString() },
        })),
      );
      const sizes: number[] = [];
      const seen = new Set<unknown>();
      for await (const batch of own().exportRows(parcel, asked({ size: 20, page: 3 }), { tenant: "x1" })) {
        sizes.push(batch.length);
        batch.forEach((each) => seen.add(each["no"]));
      }
      expect(sizes).toEqual([1000, 1000, 500]);
      expect(seen.size).toBe(2_500);
      const some = own().exportRows(parcel, asked({}), { tenant: "x1", ids: ["PC3", "PC4", "none"] });
      expect((await some.next()).value).toHaveLength(2);
    });

    it("export in any order with a single statement", async () => {
      const asking: string[] = [];
      const counted = {
        ...db,
        query: (async (sql: string, params?: readonly unknown[]) => {
          asking.push(sql);
          return db.query(sql, params);
        }) as typeof db.query,
        cursor: ((sql, params, options) => {
          asking.push(sql);
          return db.cursor(sql, params, options);
        }) as typeof db.cursor,
      };
      const seen: unknown[] = [];
      for await (const batch of createRecordStore(counted, schemas).exportRows(parcel, asked({ sort: ["-name"] }), {
        tenant: "x1",
      }))
        seen.push(...batch.map((each) => each["no"]));
      expect(new Set(seen).size).toBe(2_500);
      expect(asking).toHaveLength(1);
      expect(await own().count(parcel, asked({ size: 20 }), { tenant: "x1" })).toBe(2_500);
    });

    it("read a page by an index at any depth", async () => {
      const { next } = await own().list(parcel, asked({ size: 50 }), { tenant: "x1" });
      let sql: { text: string; params: readonly unknown[] } | undefined;
      await createRecordStore(
        {
          query: (text: string, params: readonly unknown[] = []) => {
            sql = { text, params };
            return db.query(text, params);
          },
        },
        schemas,
      ).list(parcel, asked({ size: 50 }), { tenant: "x1", ...(next ? { after: next } : {}) });
      await db.query("ANALYZE e_parcel");
      const plan = await db.query(`EXPLAIN ${sql!.text}`, sql!.params);
      expect(JSON.stringify(plan)).toMatch(
        /Index Scan.* using e_parcel_(p\d_m_)?f_created_at_id_idx.*Index Cond: [^}]*ROW\(f_created_at, id\) </,
      );
    });
  });

  it("reads reference lists through the same interface", async () => {
    const list = entityOf(
      parcelSource((source) => {
        (source["x-entity"] as { source: string }).source = "data";
        source.properties["code"]!["x-unique"] = undefined;
        delete source.properties["code"]!["x-unique"];
      }),
    );
    const rows = Array.from({ length: 45 }, (_, index) => ({
      no: `L${index}`,
      name: `n${index}`,
      amount: "1.00",
      createdAt: new Date(AT + index).toISOString(),
    }));
    const lists = createRecordStore(db, { data: new Map([["parcel", rows]]) });
    const page = await lists.list(list, asked({ size: 20 }), { tenant: "any", totals: true });
    expect([page.list.length, page.total, page.list[0]!["no"]]).toEqual([20, 45, "L44"]);
    expect((await lists.get(list, "any", "L3"))?.data).toEqual(rows[3]);
    const batches: number[] = [];
    for await (const batch of lists.exportRows(list, asked({}), { tenant: "any" })) batches.push(batch.length);
    expect(batches).toEqual([45]);
  });

  it("keeps fields and values that the schema does not define", async () => {
    await emptied(db);
    await migrate(db, schemas);
    await own().insert(parcel, {
      tenant: "k1",
      id: "A",
      row: { name: "a", amount: "no amount", later: { deep: [1] } },
      at: AT,
    });
    expect(await db.query("SELECT f_amount, data FROM e_parcel")).toEqual([
      { f_amount: null, data: { no: "A", name: "a", amount: "no amount", later: { deep: [1] } } },
    ]);
  });
});
