import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSeal } from "../../server/core/seal.ts";
import { openRow, sealRow } from "../../server/core/sealed-record.ts";
import { createEmptyQuery, type Entity } from "@portolan/engine";
import type { Database } from "../../server/store/database.ts";
import { createRecordStore } from "../../server/store/records.ts";
import { paymentTables } from "../../server/payments/product.ts";
import { MigrationNeeded, NodesRunning, requireMigrated, SchemaRefused } from "../../server/store/schema/migrate.ts";
import { listStatementStops } from "../../server/store/schema/rolling.ts";
import { emptied, withDatabases } from "./databases.ts";
import { entityOf, parcelSource, schemasOf } from "./entities.ts";
import { migrate } from "./migrated.ts";

/** No list filters by the note, so it needs no column. */
const parcel = entityOf(
  parcelSource((source) => {
    source.properties["note"]!["x-sensitive"] = true;
  }),
);
const AT = Date.parse("2026-11-21T00:00:00Z");

async function fill(db: Database, count: number): Promise<void> {
  await createRecordStore(db, schemasOf()).insertAll(
    parcel,
    Array.from({ length: count }, (_, index) => {
      const no = `PC${String(index).padStart(5, "0")}`;
      return {
        tenant: index % 2 ? "m1" : "m2",
        id: no,
        at: AT,
        row: {
          no,
          name: `name ${index}`,
          note: index % 10 ? "" : `note ${index}`,
          amount: `${index}.00`,
          createdAt: new Date(AT + index).toISOString(),
        },
      };
    }),
  );
}
const refusal = (promise: Promise<unknown>): Promise<readonly string[]> =>
  promise.then(
    () => [],
    (error: SchemaRefused) => {
      if (!(error instanceof SchemaRefused)) throw error;
      return error.findings;
    },
  );
const withNote = entityOf(
  parcelSource((source) => {
    (source["x-list"] as { columns: string[] }).columns.push("note");
  }),
);

withDatabases("migration", (open) => {
  let only: Database | undefined;
  const fresh = async () => emptied((only ??= await open()));

  it("creates all tables once", async () => {
    const db = await fresh();
    const first = await migrate(db, schemasOf(parcel));
    expect(first.done).toContain("parcel: a new table");
    expect(first.done).toContain("table ledger_posting");
    expect(first.warnings).toEqual([]);
    expect(await migrate(db, schemasOf(parcel))).toEqual({ done: [], warnings: [] });
    expect((await db.query("SELECT version FROM schema_lock WHERE entity = 'parcel'"))[0]).toEqual({
      version: parcel.version,
    });
  });

  it("can run on several servers at once", async () => {
    const db = await fresh();
    const reports = await Promise.all([1, 2, 3].map(() => migrate(db, schemasOf(parcel))));
    expect(reports.flatMap(({ done }) => done).filter((line) => line === "parcel: a new table")).toHaveLength(1);
  });

  it("fills a new column from existing records in batches", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(parcel));
    await fill(db, 2_345);
    const report = await migrate(db, schemasOf(withNote));
    expect(report).toEqual({ done: ["parcel: columns f_note"], warnings: [] });
    const [row] = await db.query("SELECT count(*) AS all, count(f_note) AS filled FROM e_parcel");
    expect(row).toEqual({ all: "2345", filled: "235" });
    expect(await db.query("SELECT f_note FROM e_parcel WHERE id = 'PC02340'")).toEqual([{ f_note: "note 2340" }]);
  });

  it("indexes a prefix of column values that exceed an index row, while records keep the full value", async () => {
    const db = await fresh();
    const noted = (maxLength: number | undefined) =>
      entityOf(
        parcelSource((source) => {
          source.properties["note"] = {
            type: "string",
            ...(maxLength && { maxLength }),
            "x-label": { zh: "备注", en: "Note" },
          };
          (source["x-list"] as { columns: string[] }).columns.push("note");
        }),
      );
    // Random, because a compressible text would fit.
    const long = randomBytes(9_000).toString("base64");
    const row = { name: "n", amount: "1.00", createdAt: new Date(AT).toISOString() };
    for (const after of [undefined, 100]) {
      await emptied(db);
      const before = noted(50_000);
      await migrate(db, schemasOf(before));
      await createRecordStore(db, schemasOf()).insertAll(before, [
        { tenant: "m1", id: "PC1", at: AT, row: { ...row, no: "PC1", note: long } },
        { tenant: "m1", id: "PC2", at: AT, row: { ...row, no: "PC2", note: "short" } },
      ]);
      const entity = noted(after);
      expect((await migrate(db, schemasOf(entity))).done).toContainEqual(expect.stringContaining("indexes made"));
      expect(await db.query("SELECT f_note, data ->> 'note' AS note FROM e_parcel ORDER BY id")).toEqual([
        { f_note: long.slice(0, 600), note: long },
        { f_note: "short", note: "short" },
      ]);
      // The next event writes the columns again.
      const one = (await createRecordStore(db, schemasOf()).get(entity, "m1", "PC1"))!;
      await createRecordStore(db, schemasOf()).update(entity, "m1", one, { data: one.data, status: "", at: AT });
      expect(await db.query("SELECT f_note FROM e_parcel WHERE id = 'PC1'")).toEqual([{ f_note: long.slice(0, 600) }]);
    }
  });

  it("adds a sensitive field without a column, and warns of records that lack a required one", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(parcel));
    await fill(db, 3);
    const changed = entityOf(
      parcelSource((source) => {
        source.properties["note"]!["x-sensitive"] = true;
        source.properties["colour"] = {
          type: "string",
          maxLength: 20,
          "x-sensitive": true,
          "x-label": { zh: "颜色", en: "Colour" },
        };
        source.required.push("colour");
      }),
    );
    const report = await migrate(db, schemasOf(changed));
    expect(report.done).toEqual(["parcel.colour: a new field"]);
    expect(report.warnings).toEqual([
      expect.stringContaining("parcel.colour: it is required now, and 3 stored records lack it"),
    ]);
  });

  it("seals values of a field declared secret, drops its column, and does not unseal them", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(withNote));
    await fill(db, 1_203);
    const secret = entityOf(
      parcelSource((source) => Object.assign(source.properties["note"]!, { writeOnly: true, "x-sealed": true })),
    );
    await expect(migrate(db, schemasOf(secret))).rejects.toThrow("nothing can seal");
    const seal = createSeal([{ kid: "k0", key: randomBytes(32) }]);
    expect((await migrate(db, schemasOf(secret), { seal })).done).toContain("parcel: sealed note");
    const rows = await db.query<{ m: string; id: string; version: number; note: string }>(
      "SELECT m, id, version, data ->> 'note' AS note FROM e_parcel WHERE data ->> 'note' <> '' ORDER BY id",
    );
    expect(rows).toHaveLength(121);
    for (const { m, id, version, note } of rows)
      expect([version, seal.openValue(m, `parcel|note|${m}|${id}`, note)]).toEqual([1, `note ${Number(id.slice(2))}`]);
    await expect(db.query("SELECT f_note FROM e_parcel")).rejects.toMatchObject({ code: "42703" });
    expect(await migrate(db, schemasOf(secret), { seal })).toEqual({ done: [], warnings: [] });
    expect(await refusal(migrate(db, schemasOf(withNote), { seal }))).toEqual([
      expect.stringMatching(/parcel\.note: it was sealed and is no more, but 121 stored records hold a sealed value/),
    ]);
    expect(await refusal(migrate(db, schemasOf(parcel), { seal }))).toEqual([expect.stringContaining("parcel.note")]);
  });

  describe("of fields that moved into a nested object", () => {
    const label = (text: string) => ({ "x-label": { zh: text, en: text } });
    const secret = { writeOnly: true, "x-sealed": true };
    const seal = createSeal([{ kid: "k0", key: randomBytes(32) }]);
    const before = entityOf(
      parcelSource(({ properties }) => {
        Object.assign(properties["note"]!, { "x-mask": { style: "account", stored: true } });
        properties["pin"] = { type: "string", maxLength: 20, ...secret, ...label("PIN") };
      }),
    );
    const after = entityOf(
      parcelSource(({ properties, "x-list": list }) => {
        const { code, note, amount } = properties;
        for (const name of ["code", "note", "urgent"]) delete properties[name];
        properties["post"] = {
          type: "object",
          ...label("Post"),
          properties: {
            code: { ...code, "x-formerly": ["code"] },
            remark: { ...note, "x-mask": { style: "account", stored: true }, "x-formerly": ["memo", "note"] },
            pin: { type: "string", maxLength: 20, ...secret, ...label("PIN"), "x-formerly": ["pin"] },
            fragile: { type: "boolean", ...label("Fragile"), "x-formerly": ["urgent"] },
          },
        };
        properties["amount"] = amount!;
        Object.assign(list, {
          columns: ["no", "name", "post.code", "post.fragile", "createdAt"],
          filters: { primary: ["createdAt", "post.fragile"], more: ["amount"] },
        });
      }),
    );
    const begin = async (count = 12) => {
      const db = await fresh();
      await migrate(db, schemasOf(before), { seal });
      await createRecordStore(db, schemasOf()).insertAll(
        before,
        Array.from({ length: count }, (_, index) => {
          const id = `PC${String(index).padStart(5, "0")}`;
          const own = { code: `C${index}`, note: "****1234", pin: `pin ${index}`, urgent: index % 2 === 0 };
          const row = { no: id, name: `name ${index}`, amount: "1.00", createdAt: new Date(AT + index).toISOString() };
          const whole = sealRow(seal, { entity: before, tenant: "m1", id }, index === 7 ? row : { ...row, ...own });
          return { tenant: "m1", id, at: AT, row: whole };
        }),
      );
      return db;
    };

    it("moves values, sealed again for their new name, with columns and uniqueness, also after an interruption", async () => {
      const db = await begin(1_203);
      // The columns of an interrupted migration exist, and some records were moved.
      await db.query(
        `UPDATE e_parcel SET data = replace(data::text, '"code"', '"post.code"')::json WHERE id > 'PC01000'`,
      );
      await db.query("ALTER TABLE e_parcel ADD COLUMN f_post__code text");
      const { done, warnings } = await migrate(db, schemasOf(after), { seal });
      expect(done).toEqual(expect.arrayContaining(["parcel: values of code moved to post.code"]));
      expect(warnings).toEqual([]);
      const rows = createRecordStore(db, schemasOf());
      const { data: row } = (await rows.get(after, "m1", "PC01202"))!;
      expect(openRow(seal, { entity: after, tenant: "m1", id: "PC01202" }, row)).toMatchObject({
        "post.code": "C1202",
        "post.remark": "****1234",
        "post.pin": "pin 1202",
        "post.fragile": true,
      });
      const counts = `SELECT count(f_post__code) AS code, count(*) FILTER (WHERE f_post__fragile) AS fragile,
        count(data ->> 'code') AS old FROM e_parcel`;
      expect(await db.query(counts)).toEqual([{ code: "1202", fragile: "602", old: "0" }]);
      await expect(db.query("SELECT f_urgent FROM e_parcel")).rejects.toMatchObject({ code: "42703" });
      const again = { tenant: "m1", id: "PC9", at: AT, row: { ...row, no: "PC9" } };
      await expect(rows.insertAll(after, [again])).rejects.toThrow();
      expect(await migrate(db, schemasOf(after), { seal })).toEqual({ done: [], warnings: [] });
    });

    it("waits until no node of another version serves, and a node starts only with its own names", async () => {
      const db = await begin();
      await expect(migrate(db, schemasOf(after), { seal, isRolling: true })).rejects.toThrow(
        "parcel: values of pin move to post.pin",
      );
      const isServed = (entity: Entity) => requireMigrated(db, schemasOf(entity), paymentTables);
      await isServed(before);
      await expect(isServed(after)).rejects.toThrow(MigrationNeeded);
      await migrate(db, schemasOf(after), { seal });
      await isServed(after);
      await expect(isServed(before)).rejects.toThrow(MigrationNeeded);
    });

    it("refuses another type over the moved values, and says how values move", async () => {
      const db = await begin();
      const change = (edit: (properties: Record<string, Record<string, unknown>>) => void) =>
        entityOf(
          parcelSource(({ properties }) => {
            properties["pin"] = { type: "string", maxLength: 20, ...secret, ...label("PIN") };
            edit(properties);
          }),
        );
      const retyped = change((properties) => {
        delete properties["note"];
        properties["length"] = { type: "integer", ...label("Length"), "x-formerly": ["note"] };
      });
      expect(await refusal(migrate(db, schemasOf(retyped), { seal }))).toEqual([
        expect.stringContaining('parcel.length: the type was "string" text and is now "integer" bigint'),
      ]);
      const unsaid = change((properties) => {
        const note = properties["note"]!;
        delete properties["note"];
        properties["post"] = { type: "object", ...label("Post"), properties: { note } };
      });
      expect(await refusal(migrate(db, schemasOf(unsaid), { seal }))).toEqual([
        expect.stringContaining('"post.note" takes them over with "x-formerly": ["note"]'),
      ]);
    });
  });

  it("refuses to remove a field with stored values, reports their number and changes nothing", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(parcel));
    await fill(db, 30);
    const without = entityOf(
      parcelSource((source) => {
        delete source.properties["note"];
        source.properties["colour"] = { type: "string", maxLength: 20, "x-label": { zh: "颜色", en: "Colour" } };
        (source["x-list"] as { columns: string[] }).columns.push("colour");
      }),
    );
    expect(await refusal(migrate(db, schemasOf(without)))).toEqual([
      expect.stringMatching(/parcel\.json: parcel\.note: the field is gone, but 3 stored records hold a value/),
    ]);
    await expect(db.query("SELECT f_colour FROM e_parcel")).rejects.toMatchObject({ code: "42703" });
    const accepted = await migrate(db, schemasOf(without), { accept: ["parcel.note"] });
    expect(accepted.warnings).toHaveLength(1);
    expect((await db.query("SELECT data FROM e_parcel WHERE id = 'PC00000'"))[0]!.data.note).toBe("note 0");
  });

  it("removes a field without values", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(parcel));
    await fill(db, 3);
    const without = entityOf(
      parcelSource((source) => {
        delete source.properties["due"];
      }),
    );
    expect((await migrate(db, schemasOf(without))).warnings).toEqual([]);
  });

  it("refuses to change the type of stored values", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(parcel));
    await fill(db, 4);
    const number = entityOf(
      parcelSource((source) => {
        source.properties["amount"] = { type: "integer", "x-label": { zh: "数", en: "Count" } };
        (source["x-list"] as { card: unknown }).card = { title: "name", meta: ["no"] };
      }),
    );
    expect(await refusal(migrate(db, schemasOf(number)))).toEqual([
      expect.stringMatching(/parcel\.amount: the type was .* 4 stored records/),
    ]);
    await migrate(db, schemasOf(number), { accept: ["parcel.amount"] });
    expect(await db.query("SELECT f_amount FROM e_parcel WHERE id = 'PC00003'")).toEqual([{ f_amount: null }]);
  });

  it("refuses to remove a state that records have, on any axis", async () => {
    const db = await fresh();
    const label = { zh: "状态", en: "State" };
    const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { label }]));
    const living = (states: string[], reviews: string[]) =>
      entityOf(
        parcelSource((source) => {
          source.properties["state"] = { type: "string", "x-kind": "status", readOnly: true, "x-label": label };
          source.properties["review"] = {
            type: "string",
            "x-kind": "status",
            readOnly: true,
            "x-label": label,
            "x-options": named(["none", ...reviews]),
          };
          const to = (state: string, review: string) => ({ state, review });
          source["x-lifecycle"] = {
            field: "state",
            also: ["review"],
            states: named(["sent", ...states]),
            transitions: [
              { on: "send", from: null, to: to("sent", "none"), by: "merchant" },
              ...states.map((state) => ({ on: `to${state}`, from: "sent", to: state, by: "provider" })),
              ...reviews.map((review) => ({
                on: `is${review}`,
                from: to("sent", "none"),
                to: to("sent", review),
                by: "provider",
              })),
            ],
          };
        }),
      );
    const before = living(["lost", "found"], ["good", "bad"]);
    await migrate(db, schemasOf(before));
    await createRecordStore(db, schemasOf()).insertAll(
      before,
      [
        ["sent", "good"],
        ["lost", "none"],
        ["lost", "none"],
        ["found", "none"],
      ].map(([state, review], index) => ({
        tenant: "m1",
        id: `PC${index}`,
        at: AT,
        row: { no: `PC${index}`, name: "name", state, review, createdAt: new Date(AT).toISOString() },
      })),
    );
    const told = (name: string, count: string) =>
      expect.stringMatching(
        new RegExp(
          `parcel\\.${name}: a state is gone that ${count} are in, and no event leads on from there\\. Put it back, or accept it with SCHEMA_ACCEPT=parcel\\.${name}: the records stay where they are\\.$`,
        ),
      );
    expect(await refusal(migrate(db, schemasOf(living(["found"], ["bad"]))))).toEqual([
      told("state", "2 stored records"),
      told("review", "1 stored record"),
    ]);
    expect(await refusal(migrate(db, schemasOf(living(["lost", "found"], ["bad"]))))).toEqual([
      told("review", "1 stored record"),
    ]);
    expect(
      (await migrate(db, schemasOf(living(["found"], ["bad"])), { accept: ["parcel.state", "parcel.review"] }))
        .warnings,
    ).toHaveLength(2);
    expect((await migrate(db, schemasOf(living(["found", "lost", "late"], ["bad", "good"])))).warnings).toEqual([]);
  });

  it("warns with the number of records that violate tighter limits", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(parcel));
    await fill(db, 12);
    const tighter = entityOf(
      parcelSource((source) => {
        source.properties["name"]!["maxLength"] = 6;
      }),
    );
    expect((await migrate(db, schemasOf(tighter))).warnings).toEqual([
      expect.stringContaining("parcel.name: the limits changed, and 2 stored records would not pass"),
    ]);
    const wider = entityOf(
      parcelSource((source) => {
        source.properties["name"]!["maxLength"] = 90;
      }),
    );
    expect((await migrate(db, schemasOf(wider))).warnings).toEqual([]);
  });

  it("refuses a unique constraint that stored values violate", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(parcel));
    await fill(db, 2);
    await db.query(
      `INSERT INTO e_parcel (m, id, status, version, schema_version, created_at, updated_at, data) SELECT m, id || 'x', status, version, schema_version, created_at, updated_at, data FROM e_parcel`,
    );
    const unique = entityOf(
      parcelSource((source) => {
        source.properties["name"]!["x-unique"] = true;
      }),
    );
    expect(await refusal(migrate(db, schemasOf(unique)))).toEqual([
      expect.stringMatching(/parcel\.name: it must be unique now, but 2 stored records repeat/),
    ]);
  });

  describe("while nodes of another version run", () => {
    const rolling = { isRolling: true };
    const isServed = (db: Database, entity: Entity) => requireMigrated(db, schemasOf(entity), paymentTables);
    const listIndexes = async (db: Database) =>
      (await db.query("SELECT indexname AS name FROM pg_indexes WHERE tablename = 'e_parcel'")).map(({ name }) => name);
    /** One column more, one column less and one index less than `parcel`. */
    const next = entityOf(
      parcelSource((source) => {
        Object.assign(source["x-list"], {
          columns: ["no", "name", "amount", "note", "createdAt"],
          filters: { primary: ["createdAt"], more: ["amount"] },
        });
        delete source.properties["code"]!["x-unique"];
        source.properties["urgent"]!["x-sensitive"] = true;
      }),
    );

    it("adds new columns, keeps old indexes, and finishes once those nodes are gone", async () => {
      const db = await fresh();
      await migrate(db, schemasOf(parcel));
      await fill(db, 12);
      const before = await listIndexes(db);
      await expect(isServed(db, next)).rejects.toThrow(MigrationNeeded);
      await migrate(db, schemasOf(next), rolling);
      expect(before).toContain("e_parcel_f_code_key");
      expect(await listIndexes(db)).toEqual(expect.arrayContaining(before));
      // Both versions start, even when one is restarted in between.
      await isServed(db, parcel);
      await isServed(db, next);
      const row = {
        no: "PC9",
        name: "late",
        note: "by the old node",
        amount: "1.00",
        createdAt: new Date().toISOString(),
      };
      await createRecordStore(db, schemasOf()).insertAll(parcel, [{ tenant: "m1", id: "PC9", at: Date.now(), row }]);
      const readLate = () => db.query("SELECT f_note AS note FROM e_parcel WHERE id = 'PC9'");
      expect(await readLate()).toEqual([{ note: null }]);
      // A further migration while they are running does not change that.
      await migrate(db, schemasOf(next), rolling);
      expect(await readLate()).toEqual([{ note: null }]);

      await migrate(db, schemasOf(next));
      expect(await readLate()).toEqual([{ note: "by the old node" }]);
      expect(await listIndexes(db)).not.toContain("e_parcel_f_code_key");
      await isServed(db, next);
      expect(await migrate(db, schemasOf(next))).toEqual({ done: [], warnings: [] });
    });

    it("keeps a column that they read, and fills it again after a rollback", async () => {
      const db = await fresh();
      await migrate(db, schemasOf(parcel));
      expect((await migrate(db, schemasOf(next), rolling)).done).toEqual(["parcel: columns f_note"]);
      await isServed(db, parcel);
      const row = { no: "PC1", name: "new", urgent: true, amount: "1.00", createdAt: new Date().toISOString() };
      await createRecordStore(db, schemasOf()).insertAll(next, [{ tenant: "m1", id: "PC1", at: Date.now(), row }]);
      const readUrgent = () => db.query("SELECT f_urgent AS urgent FROM e_parcel");
      expect(await readUrgent()).toEqual([{ urgent: null }]);
      // The upgrade is rolled back before its second migration.
      await migrate(db, schemasOf(parcel), rolling);
      await migrate(db, schemasOf(parcel));
      expect(await readUrgent()).toEqual([{ urgent: true }]);
    });

    it.each<[string, Parameters<typeof parcelSource>[0]]>([
      ["name_key", ({ properties }) => void (properties["name"]!["x-unique"] = true)],
      ["column f_urgent changes its type", ({ properties }) => void (properties["urgent"]!["type"] = "string")],
      [
        "note is sealed",
        ({ properties }) => void Object.assign(properties["note"]!, { "x-sealed": true, writeOnly: true }),
      ],
    ])("refuses %s and changes nothing", async (change, edit) => {
      const db = await fresh();
      await migrate(db, schemasOf(parcel));
      const entity = entityOf(parcelSource(edit));
      const refused = migrate(db, schemasOf(entity), rolling);
      await expect(refused).rejects.toThrow(NodesRunning);
      await expect(refused).rejects.toThrow(change);
      await isServed(db, parcel);
      expect(await migrate(db, schemasOf(parcel))).toEqual({ done: [], warnings: [] });
    });
  });

  it("completes an interrupted start", async () => {
    const db = await fresh();
    await migrate(db, schemasOf(parcel));
    await fill(db, 5);
    // The column exists without values and is missing in the lock.
    await db.query("ALTER TABLE e_parcel ADD COLUMN f_note text");
    await migrate(db, schemasOf(withNote));
    expect(await db.query("SELECT count(f_note) AS filled FROM e_parcel")).toEqual([{ filled: "1" }]);
    const { total } = await createRecordStore(db, schemasOf()).list(withNote, createEmptyQuery(), {
      tenant: "m1",
      totals: true,
    });
    expect(total).toBe(2);
  });

  it("refuses a modified statement of a base table", async () => {
    const db = await fresh();
    await migrate(db, schemasOf());
    await db.query("UPDATE schema_lock SET shape = $1 WHERE entity = '(base)'", [{ "table merchant": "other" }]);
    expect(await refusal(migrate(db, schemasOf()))).toEqual([
      expect.stringContaining("table merchant: its statement was changed"),
    ]);
  });
});

it.each([
  ["CREATE TABLE IF NOT EXISTS a (id text)", true],
  ["CREATE INDEX IF NOT EXISTS b ON a (id)", true],
  ["ALTER TABLE a ADD COLUMN IF NOT EXISTS c text", true],
  ["ALTER TABLE a ADD COLUMN IF NOT EXISTS c text NOT NULL DEFAULT ''", true],
  ["ALTER TABLE a ADD COLUMN IF NOT EXISTS c text NOT NULL", false],
  ["CREATE UNIQUE INDEX IF NOT EXISTS b ON a (id)", false],
  ["ALTER TABLE a DROP COLUMN IF EXISTS c", false],
  ["ALTER TABLE a ALTER COLUMN c SET NOT NULL", false],
  ["DROP INDEX IF EXISTS b", false],
  ["UPDATE a SET c = ''", false],
  ["COMMENT ON TABLE a IS 'rows have another meaning'", false],
])("%s is safe while nodes run: %s", (sql, rolls) => expect(listStatementStops([sql])).toEqual(rolls ? [] : [sql]));

it("every statement on a new table is safe while nodes run", () => {
  const pending = ["CREATE TABLE IF NOT EXISTS a (id text)", "CREATE UNIQUE INDEX IF NOT EXISTS b ON a (id)"];
  expect(listStatementStops(pending)).toEqual([]);
});

it("a unique index over a new nullable column is safe while nodes run", () => {
  const index = "CREATE UNIQUE INDEX IF NOT EXISTS b ON a (id, c)";
  expect(listStatementStops(["ALTER TABLE a ADD COLUMN IF NOT EXISTS c integer", index])).toEqual([]);
  const filled = "ALTER TABLE a ADD COLUMN IF NOT EXISTS c integer NOT NULL DEFAULT 1";
  expect(listStatementStops([filled, index])).toEqual([index]);
  expect(listStatementStops(["ALTER TABLE d ADD COLUMN IF NOT EXISTS c integer", index])).toEqual([index]);
});

it("every unsafe statement is listed in docs/upgrading.md with its version", () => {
  const changes = paymentTables.filter((sql) => !sql.includes("CREATE TABLE"));
  expect(listStatementStops(changes).map((sql) => sql.replace(/\s+/g, " ").slice(0, 44))).toEqual([
    // From a version without `portolan distribute`.
    "UPDATE outbox SET m = '' WHERE m IS NULL",
    "DROP INDEX IF EXISTS ledger_posting_recent",
    "DROP INDEX IF EXISTS ledger_posting_statemen",
    "INSERT INTO ledger_txn (m, id, kind, order_k",
  ]);
});
