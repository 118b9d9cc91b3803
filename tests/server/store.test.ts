import { describe, expect, it } from "vitest";
import { DatabaseError, type Database, type SetWrite, type Tx } from "../../server/store/database.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import type { Connection } from "../../server/store/driver.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { postgres, withDatabases } from "./databases.ts";

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: DatabaseError) => error.code,
  );

/** Adds to the sum of a pot, which may not exceed 10. */
const ADDITIONS: SetWrite<{ pot: string; n: number; by: string }> = {
  step: "claim",
  async findRefused(queries, items) {
    const sums = new Map(
      (await queries.query("SELECT id, n FROM pot")).map((row) => [String(row["id"]), Number(row["n"])]),
    );
    return new Set(
      items.filter(({ pot, n }) => {
        const sum = (sums.get(pot) ?? 0) + n;
        if (sum <= 10) sums.set(pot, sum);
        return sum > 10;
      }),
    );
  },
  async write(tx, items) {
    for (const { pot, n, by } of items) {
      const rows = await tx.query("UPDATE pot SET n = n + $2 WHERE id = $1 AND n + $2 <= 10 RETURNING id", [pot, n]);
      if (rows.length === 0) throw new Error(`no room for ${by}`);
      tx.send("INSERT INTO addition (by, pot) VALUES ($1, $2)", [by, pot]);
    }
  },
};
/** Keys that may be taken once. */
const KEYS: SetWrite<string> = {
  step: "claim",
  async claim(queries, keys) {
    const places = keys.map((_, index) => `($${index + 1})`).join(", ");
    const own = await queries.query<{ key: string }>(
      `INSERT INTO taken (key) VALUES ${places} ON CONFLICT DO NOTHING RETURNING key`,
      keys,
    );
    return new Set(keys.filter((key) => !own.some((row) => row.key === key)));
  },
  async write(tx, keys) {
    if ((await KEYS.claim?.(tx, keys))?.size) throw new Error(`${keys.join()} is taken`);
  },
};

withDatabases("the database", (open, engine) => {
  let db: Database;
  /** Starts all works while another one runs, so that they wait together. Returns the outcome of each. */
  async function runShared(works: Record<string, (tx: Tx) => Promise<unknown>>): Promise<Record<string, string>> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const first = db.tx(() => released, { shared: "first" });
    const outcomes = Object.entries(works).map(async ([name, work]) => {
      const outcome = db.tx(work, { shared: name.replace(/'$/, "") });
      return [name, await outcome.then(String, (error: Error) => error.message)] as const;
    });
    release();
    await first;
    return Object.fromEntries(await Promise.all(outcomes));
  }
  const add = (by: string, pot: string, n: number, more?: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
    await tx.write(ADDITIONS, { pot, n, by });
    await more?.(tx);
    return "done";
  };
  /** Returns who added to pots, by transaction. */
  const readAdditions = async () => {
    const rows = await db.query<{ names: string }>(
      "SELECT string_agg(by, ' ' ORDER BY by) AS names FROM addition GROUP BY CAST(xmin AS text) ORDER BY 1",
    );
    return rows.map(({ names }) => names);
  };
  it("opens and reports its version", async () => {
    db = await open();
    expect(db.about).toMatch(/PostgreSQL \d+/);
    await db.query(
      "CREATE TABLE thing (id integer PRIMARY KEY, n numeric, b bigint, d date, at timestamptz, j json, t text, o boolean, CHECK (n >= 0))",
    );
  });

  it("returns every type in the same representation", async () => {
    const [row] = await db.query(
      "INSERT INTO thing (id, n, b, d, at, j, t, o) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *",
      [
        1,
        "1.50",
        9007199254740993n,
        "2026-11-21",
        new Date("2026-11-21T01:02:03.004Z"),
        { a: [1, "二"] },
        "中 '\"\\ x",
        true,
      ],
    );
    expect(row).toEqual({
      id: 1,
      n: "1.50",
      b: "9007199254740993",
      d: "2026-11-21",
      at: "2026-11-21T01:02:03.004Z",
      j: { a: [1, "二"] },
      t: "中 '\"\\ x",
      o: true,
    });
    expect(await db.query("SELECT count(*) AS n FROM thing")).toEqual([{ n: "1" }]);
    expect(await db.query("INSERT INTO thing (id, t) VALUES (2, $1) RETURNING n, j, t, o", [undefined])).toEqual([
      { n: null, j: null, t: null, o: null },
    ]);
    expect(await db.query("SELECT id FROM thing WHERE id = ANY($1::integer[]) ORDER BY id", [[1, 2, 3]])).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  it("reports errors with the same codes", async () => {
    const twice = await db.query("INSERT INTO thing (id) VALUES (1)").catch((error: unknown) => error);
    expect(twice).toBeInstanceOf(DatabaseError);
    expect(twice).toMatchObject({ code: "23505", constraint: "thing_pkey" });
    expect(await codeOf(db.query("INSERT INTO thing (id, n) VALUES (9, -1)"))).toBe("23514");
    expect(await codeOf(db.query("SELECT * FROM nothing"))).toBe("42P01");
    expect(await codeOf(db.query("INSERT INTO thing (id, t) VALUES (9, $1)", ["a\0b"]))).toBe("22021");
  });

  it("omits row contents from logged errors", async () => {
    const refused = await db
      .query("INSERT INTO thing (id, n, t) VALUES (9, -1, 'secret')")
      .catch((error: unknown) => error as DatabaseError);
    expect(refused).toMatchObject({ code: "23514", about: { table: "thing" } });
    expect(JSON.stringify(refused)).not.toContain("secret");
  });

  it("commits all or nothing, and runs hooks only after the commit", async () => {
    const hooks: string[] = [];
    await expect(
      db.tx(async (tx) => {
        tx.afterCommit(() => hooks.push("lost"));
        await tx.query("INSERT INTO thing (id) VALUES (20)");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await db.tx(async (tx) => {
      tx.afterCommit(() => hooks.push("kept"));
      await tx.query("INSERT INTO thing (id) VALUES (21)");
    });
    expect(await db.query("SELECT id FROM thing WHERE id IN (20, 21)")).toEqual([{ id: 21 }]);
    expect(hooks).toEqual(["kept"]);
  });

  it("rolls back after a failed statement even if its error was caught", async () => {
    expect(
      await codeOf(
        db.tx(async (tx) => {
          await tx.query("INSERT INTO thing (id) VALUES (30)");
          await tx.query("INSERT INTO thing (id) VALUES (30)").catch(() => {});
        }),
      ),
    ).toBe("23505");
    expect(await db.query("SELECT id FROM thing WHERE id = 30")).toEqual([]);
  });

  it("runs pipelined statements in the order they were sent", async () => {
    const seen = await db.tx(async (tx) => {
      tx.send("INSERT INTO thing (id, b) VALUES (50, 1)");
      tx.send("UPDATE thing SET b = b * 10 WHERE id = 50");
      const [first, , last] = await Promise.all(
        [1, 5, 7].map((add) => tx.query<{ b: string }>("UPDATE thing SET b = b + $1 WHERE id = 50 RETURNING b", [add])),
      );
      tx.send("UPDATE thing SET b = b * 10 WHERE id = 50");
      return [first![0]!.b, last![0]!.b];
    });
    expect(seen).toEqual(["11", "23"]);
    expect(await db.query("SELECT b FROM thing WHERE id = 50")).toEqual([{ b: "230" }]);
  });

  it("rolls back when a statement that was not awaited fails, at any position", async () => {
    for (const wait of [true, false]) {
      const hooks: string[] = [];
      expect(
        await codeOf(
          db.tx(async (tx) => {
            tx.afterCommit(() => hooks.push("lost"));
            tx.send("INSERT INTO thing (id) VALUES (60)");
            tx.send("INSERT INTO thing (id) VALUES (60)");
            tx.send("INSERT INTO thing (id) VALUES (61)");
            if (wait) await tx.query("SELECT 1 AS one").catch(() => {});
          }),
        ),
      ).toBe("23505");
      expect(hooks).toEqual([]);
    }
    // A statement with a syntax error fails like one that cannot be executed.
    expect(
      await codeOf(
        db.tx(async (tx) => {
          tx.send("INSERT INTO thing (id) VALUES (62)");
          tx.send("INSERT INTO nowhere (id) VALUES (1)");
        }),
      ),
    ).toBe("42P01");
    expect(await db.query("SELECT id FROM thing WHERE id IN (60, 61, 62)")).toEqual([]);
    let late: (() => void) | undefined;
    await db.tx(async (tx) => {
      late = () => tx.send("INSERT INTO thing (id) VALUES (63)");
    });
    expect(() => late!()).toThrow("has ended");
  });

  it("does not leak statements of a failed transaction into the next one", async () => {
    const sql = "UPDATE thing SET b = 1 WHERE id = 66";
    const failing = codeOf(
      db.tx(async (tx) => {
        tx.send("INSERT INTO thing (id) VALUES (66)");
        tx.send("INSERT INTO thing (id) VALUES (66)");
        tx.send(sql);
      }),
    );
    expect(await Promise.all([failing, codeOf(db.tx(async (tx) => tx.query(sql)))])).toEqual(["23505", "none"]);
  });

  it("rejects every pending statement of a failed transaction with the original error", async () => {
    const codes: string[] = [];
    const note = (error: { code: string }) => void codes.push(error.code);
    await codeOf(
      db.tx(async (tx) => {
        tx.send("INSERT INTO thing (id) VALUES (65)");
        await Promise.all(
          ["INSERT INTO thing (id) VALUES (65)", "SELECT 1 AS one", "SELECT 2 AS two"].map((sql) =>
            tx.query(sql).catch(note),
          ),
        );
        await tx.query("SELECT 3 AS three").catch(note);
      }),
    );
    expect(codes).toEqual(Array(4).fill("23505"));
  });

  it("retries the function on a serialization failure", async () => {
    let runs = 0;
    await db.tx(async () => {
      if (++runs < 3) throw new DatabaseError("restart transaction", "40001");
    });
    expect(runs).toBe(3);
  });

  it("rejects statements on other connections inside a transaction, which would deadlock", async () => {
    await expect(db.tx(async () => db.query("SELECT 1 AS one"))).rejects.toThrow("only its own query");
    await expect(db.tx(async () => db.tx(async () => 1))).rejects.toThrow("only its own query");
    let late: (() => Promise<unknown>) | undefined;
    await db.tx(async (tx) => {
      late = () => tx.query("SELECT 1 AS one");
    });
    await expect(late!()).rejects.toThrow("has ended");
  });

  it("writes work that waits in one transaction, and leaves out whatever is refused", async () => {
    await db.query("CREATE TABLE pot (id text PRIMARY KEY, n integer NOT NULL)");
    await db.query("CREATE TABLE addition (by text PRIMARY KEY, pot text NOT NULL)");
    await db.query("CREATE TABLE taken (key text PRIMARY KEY)");
    await db.query("INSERT INTO pot (id, n) VALUES ('p', 0), ('q', 0)");
    await db.query("INSERT INTO taken (key) VALUES ('old')");
    const hooks: string[] = [];
    const runs: string[] = [];
    const note = (name: string) => async (tx: Tx) => {
      runs.push(name);
      tx.afterCommit(() => hooks.push(name));
    };
    expect(
      await runShared({
        a: add("a", "p", 6, note("a")),
        b: add("b", "p", 6, note("b")),
        c: add("c", "p", 4, note("c")),
        throws: add("throws", "q", 1, () => Promise.reject(new Error("no"))),
        writes: add("writes", "q", 1, async (tx) => {
          await note("writes")(tx);
          await tx.query("UPDATE pot SET n = n + 1 WHERE id = 'q'");
        }),
        sends: add("sends", "q", 1, async (tx) => tx.send("UPDATE pot SET n = n + 1 WHERE id = 'q'")),
        catches: add("catches", "q", 1, (tx) => tx.query("UPDATE pot SET n = n + 1 WHERE id = 'q'").catch(() => {})),
        "a'": add("a'", "q", 1, note("a'")),
        claims: add("claims", "q", 1, (tx) => tx.write(KEYS, "new")),
        repeats: add("repeats", "q", 1, (tx) => tx.write(KEYS, "old")),
      }),
    ).toEqual({
      a: "done",
      b: "no room for b",
      c: "done",
      throws: "no",
      writes: "done",
      sends: "done",
      catches: "done",
      "a'": "done",
      claims: "done",
      repeats: "old is taken",
    });
    expect(await readAdditions()).toEqual(["a c claims", "a'", "catches", "sends", "writes"]);
    expect(await db.query("SELECT id, n FROM pot ORDER BY id")).toEqual([
      { id: "p", n: 10 },
      { id: "q", n: 8 },
    ]);
    expect(hooks.toSorted()).toEqual(["a", "a'", "c", "writes"]);
    expect(runs.toSorted()).toEqual(["a", "a'", "b", "c", "writes", "writes"]);
  });

  it("runs work by itself when the writes of its group fail, and all of it again after a conflict", async () => {
    await db.query("DELETE FROM addition");
    await db.query("UPDATE pot SET n = 0");
    const { two, ...rest } = await runShared({
      one: add("one", "p", 1),
      two: add("two", "p", 1),
      twin: add("one", "p", 1),
    });
    expect([two, ...Object.values(rest).toSorted()]).toEqual([
      "done",
      "done",
      expect.stringMatching(/duplicate|unique/),
    ]);
    expect(await readAdditions()).toEqual(["one", "two"]);
    let conflicts = 0;
    const conflicting: SetWrite<string> = {
      step: "trail",
      async write() {
        if (conflicts++ < 2) throw new DatabaseError("conflict", "40001");
      },
    };
    const writes = (name: string) => add(name, "q", 2, (tx) => tx.write(conflicting, name));
    expect(await runShared({ three: writes("three"), four: writes("four") })).toEqual({
      three: "done",
      four: "done",
    });
    expect([conflicts, await readAdditions()]).toEqual([3, ["four three", "one", "two"]]);
  });

  it("reads equal queries of a group once, each with rows of its own", async () => {
    const rows: Record<string, unknown>[] = [];
    const read = async (tx: Tx) => {
      const [row] = await tx.query("SELECT id, n FROM pot WHERE id = $1", ["q"]);
      rows.push(row!);
      await tx.write(ADDITIONS, { pot: "p", n: 1, by: `reader ${rows.length}` });
      return row!["n"];
    };
    expect(await runShared({ one: read, two: read })).toEqual({ one: "4", two: "4" });
    expect(rows[0]).not.toBe(rows[1]);
    expect(await readAdditions()).toContain("reader 1 reader 2");
  });

  it("runs work by itself that never settles in a group, and takes nothing from work that has ended", async () => {
    await db.query("DELETE FROM addition");
    await db.query("UPDATE pot SET n = 0");
    let runs = 0;
    const hangs = add("hangs", "p", 1, () => (runs++ === 0 ? new Promise(() => {}) : Promise.resolve()));
    const started: Promise<unknown>[] = [];
    let late: Tx | undefined;
    const leaves = add("leaves", "p", 1, async (tx) => {
      late ??= tx;
      const later = new Promise((resolve) => setTimeout(resolve, 50));
      started.push(later.then(() => db.query("SELECT 1 AS one")));
    });
    expect(await runShared({ hangs, leaves, other: add("other", "p", 1) })).toEqual({
      hangs: "done",
      leaves: "done",
      other: "done",
    });
    expect(await readAdditions()).toEqual(["hangs", "leaves other"]);
    expect(await Promise.all(started)).toEqual([[{ one: 1 }]]);
    await expect(late!.write(ADDITIONS, { pot: "p", n: 1, by: "late" })).rejects.toThrow("has ended");
  });

  // The embedded engine has one connection, so that nothing waits for a lock.
  if (engine === "postgres")
    it("does not let a group wait for the locks of one of its members", async () => {
      await db.query("DELETE FROM addition");
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const holder = db.tx(async (tx) => {
        await tx.query("UPDATE pot SET n = n WHERE id = 'q'");
        await released;
      });
      const outcomes = runShared({ blocked: add("blocked", "q", 1), other: add("other", "p", 1) });
      await expect.poll(readAdditions, { timeout: 3_000 }).toEqual(["other"]);
      release();
      await holder;
      expect(await outcomes).toEqual({ blocked: "done", other: "done" });
    });

  it("fails only the caller whose callback throws after the commit", async () => {
    await db.query("DELETE FROM addition");
    const boom = async (tx: Tx) =>
      tx.afterCommit(() => {
        throw new Error("boom");
      });
    const outcomes = { thrower: add("thrower", "p", 1, boom), other: add("other", "p", 1) };
    expect(await runShared(outcomes)).toEqual({ thrower: "boom", other: "done" });
    expect(await readAdditions()).toEqual(["other thrower"]);
  });

  it("fails with an unknown commit only those whose writes it contained", async () => {
    let commits = 0;
    const connection: Connection = {
      run: async () => [],
      commit: async () => {
        if (++commits === 2) throw new DatabaseError("the connection was lost", "08007");
      },
      rollback: async () => {},
    };
    const losing = buildDatabase({
      engine,
      about: "",
      run: async () => [],
      begin: async () => connection,
      cursor: () => Promise.reject(new Error("no cursor")),
      close: async () => {},
    });
    const outcomes = [
      async () => "first",
      async () => "written",
      async (tx: Tx) => (await tx.query("UPDATE pot SET n = 0")).length,
    ].map((work, n) => losing.tx<unknown>(work, { shared: String(n) }).catch((error: DatabaseError) => error.code));
    expect(await Promise.all(outcomes)).toEqual(["first", "08007", 0]);
  });

  it("writes the kinds of a group in one order, whatever the order of its calls", async () => {
    const order: string[] = [];
    const kinds = (["trail", "chain", "money", "limit", "claim"] as const).map((step): SetWrite<string> => ({
      step,
      async write() {
        order.push(step);
      },
    }));
    const writes = async (tx: Tx) => {
      for (const kind of kinds) await tx.write(kind, "item");
    };
    await runShared({ one: writes, two: writes });
    expect(order).toEqual(["claim", "limit", "money", "chain", "trail"]);
  });

  it("keeps a counter exact under concurrency", async () => {
    await db.query("INSERT INTO thing (id, b) VALUES (40, 0)");
    await Promise.all(
      Array.from({ length: 40 }, () =>
        db.tx(async (tx) => {
          await tx.query("UPDATE thing SET b = b + 1 WHERE id = 40");
        }),
      ),
    );
    expect(await db.query("SELECT b FROM thing WHERE id = 40")).toEqual([{ b: "40" }]);
  });

  it("reads a cursor in batches from one snapshot while others read and write", async () => {
    await db.query("DELETE FROM thing");
    for (let id = 200; id < 225; id++) await db.query("INSERT INTO thing (id, n) VALUES ($1, $2)", [id, 300 - id]);
    const found: number[] = [];
    const sizes: number[] = [];
    for await (const rows of db.cursor<{ id: number }>(
      "SELECT id FROM thing WHERE id >= $1::integer ORDER BY n",
      [200],
      { batch: 10 },
    )) {
      sizes.push(rows.length);
      found.push(...rows.map(({ id }) => id));
      await db.tx(async (tx) => void (await tx.query("DELETE FROM thing WHERE id < 205 OR (id > 220 AND id < 300)")));
      await db.query("INSERT INTO thing (id, n) VALUES ($1, 0)", [300 + sizes.length]);
    }
    expect(sizes).toEqual([10, 10, 5]);
    expect(found).toEqual(Array.from({ length: 25 }, (_, index) => 224 - index));
    expect(await db.query("SELECT count(*) AS n FROM thing")).toEqual([{ n: "19" }]);
    await db.query("DELETE FROM thing WHERE id > 210");
  });

  it("frees a cursor when its reader stops or is aborted", async () => {
    const all = () => db.cursor<{ id: number }>("SELECT id FROM thing ORDER BY id", [], { batch: 2 });
    const gone = new AbortController();
    const ended = async () => {
      for await (const rows of db.cursor("SELECT id FROM thing ORDER BY id", [], { batch: 2, signal: gone.signal }))
        if (rows.length > 0) gone.abort(new Error("gone"));
    };
    // More than there are connections.
    for (let at = 0; at < 12; at++) for await (const rows of all()) if (rows.length > 0) break;
    await expect(ended()).rejects.toThrow("gone");
    await expect(db.cursor("SELECT id FROM thing", [], { batch: 2, signal: gone.signal }).next()).rejects.toThrow(
      "gone",
    );
    await expect(db.cursor("SELECT nothing FROM thing", [], { batch: 2 }).next()).rejects.toMatchObject({
      code: "42703",
    });
    await expect(db.tx(() => all().next())).rejects.toThrow("only its own query");
    expect(await db.query("SELECT count(*) AS n FROM pg_cursors WHERE name LIKE 'all_rows%'")).toEqual([{ n: "0" }]);
  });

  it("streams rows in pages", async () => {
    for (let id = 100; id < 125; id++) await db.query("INSERT INTO thing (id) VALUES ($1)", [id]);
    const sizes: number[] = [];
    const pages = db.stream<{ id: number }>(
      (after) => ({
        sql: "SELECT id FROM thing WHERE id > $1 AND id >= 100 AND id < 125 ORDER BY id LIMIT 10",
        params: [after?.id ?? 0],
      }),
      10,
    );
    for await (const rows of pages) sizes.push(rows.length);
    expect(sizes).toEqual([10, 10, 5]);
  });
});

describe("a PostgreSQL connection", () => {
  it("cancels a running statement when its reader is aborted", async () => {
    const { db, close } = await postgres();
    const gone = new AbortController();
    const rows = db
      .cursor(
        "SELECT sum(a.n * b.n) AS s FROM generate_series(1, 100000) AS a(n), generate_series(1, 1000000) AS b(n)",
        [],
        { batch: 2, signal: gone.signal },
      )
      .next();
    const running = () =>
      db.query(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'FETCH%'",
      );
    await expect.poll(running).toHaveLength(1);
    gone.abort(new Error("gone"));
    await expect(rows).rejects.toThrow("gone");
    expect(await running()).toEqual([]);
    await close();
  });

  it("is replaced when it is lost, and its transaction runs again", async () => {
    const { db, url, close } = await postgres();
    const admin = buildDatabase(await openPostgres(url));
    const cutAll = () =>
      admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
    await db.query("CREATE TABLE thing (id integer PRIMARY KEY)");
    let runs = 0;
    await db.tx(async (tx) => {
      runs++;
      await tx.query("INSERT INTO thing (id) VALUES (1)");
      if (runs === 1) await cutAll();
      await tx.query("INSERT INTO thing (id) VALUES (2)");
    });
    expect(runs).toBe(2);
    await Promise.all([1, 2, 3, 4].map(() => db.query("SELECT 1 AS one")));
    await cutAll();
    expect(await db.query("SELECT count(*) AS n FROM thing")).toEqual([{ n: "2" }]);
    await admin.close();
    await close();
  });

  it("reports an unknown outcome when it is lost during COMMIT, and does not repeat the work", async () => {
    const { db, url, close } = await postgres();
    const admin = buildDatabase(await openPostgres(url));
    await db.query("CREATE TABLE thing (id integer PRIMARY KEY)");
    let runs = 0;
    const outcome = codeOf(
      db.tx(async (tx) => {
        runs++;
        await tx.query("INSERT INTO thing (id) VALUES (1)");
        // COMMIT is the next statement, so it finds the connection lost.
        await admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
      }),
    );
    expect(await outcome).toBe("08007");
    expect(runs).toBe(1);
    await admin.close();
    await close();
  });

  it("retries one of two deadlocked transactions, even when the statement was not awaited", async () => {
    const { db, close } = await postgres();
    await db.query("CREATE TABLE thing (id integer PRIMARY KEY, n integer NOT NULL)");
    await db.query("INSERT INTO thing (id, n) VALUES (1, 0), (2, 0)");
    let runs = 0;
    let held = 0;
    let bothHold: () => void;
    const both = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    const step = (first: number, second: number) =>
      db.tx(async (tx) => {
        runs += 1;
        await tx.query("UPDATE thing SET n = n + 1 WHERE id = $1", [first]);
        if (++held === 2) bothHold();
        await both;
        tx.send("UPDATE thing SET n = n + 1 WHERE id = $1", [second]);
      });
    await Promise.all([step(1, 2), step(2, 1)]);
    expect(await db.query("SELECT n FROM thing")).toEqual([{ n: 2 }, { n: 2 }]);
    // At least a third run; on a busy machine, both may be aborted, or one of them twice.
    expect(runs).toBeGreaterThanOrEqual(3);
    await close();
  });

  it("fails with an error when no server is listening", async () => {
    const error = await openPostgres("postgres://nobody@127.0.0.1:1/none").catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ code: "08001" });
  });
});
