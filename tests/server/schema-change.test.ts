/**
 * Data folder of a server across schema changes: changes applied automatically, startups refused with a reason, and
 * interrupted migrations.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { readSchemas } from "../../server/payments/schemas.ts";
import type { Database } from "../../server/store/database.ts";
import { createRecordStore } from "../../server/store/records.ts";
import type { Row } from "@portolan/engine";
import { Client } from "./client.ts";
import { temporaryFolder } from "./databases.ts";
import { broken } from "./invariants.ts";
import { freshPlace } from "./prepared.ts";
import { refusedStart, startProcess, type Place, type ServerProcess } from "./process.ts";
import { SCHEMAS_DIR } from "../product-schemas.ts";
import { migrate } from "./migrated.ts";
import { ENGINE } from "./database-mode.ts";

type Source = {
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  "x-form": { sections: { fields: unknown[] }[] };
  "x-detail": { sections: { fields: unknown[] }[] };
  "x-list": { columns: string[]; search: string[]; filters: { more: string[] } };
};
const PAGE = "GET /mer/account/page";
/** Number of rows in addition to the demo's eight, enough for several backfill batches. */
const MANY = 2_500;
const both = (zh: string, en: string) => ({ zh, en });

describe("a server whose schemas changed", () => {
  let place: Place & { open(): Promise<Database> };
  let schemasDir: string;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    schemasDir = join(temporaryFolder(), "schemas");
    cpSync(SCHEMAS_DIR, schemasDir, { recursive: true });
    place = { ...(await freshPlace(ENGINE)), schemasDir };
  });
  afterEach(async () => {
    await server?.kill();
    server = undefined;
  });

  const file = () => join(schemasDir, "entities/bankAccount.json");
  /** Modifies the schema file of payees. */
  function edit(change: (source: Source) => void): void {
    const source = JSON.parse(readFileSync(file(), "utf8")) as Source;
    change(source);
    writeFileSync(file(), JSON.stringify(source, undefined, 2));
  }
  async function start(env: Record<string, string> = {}): Promise<Client> {
    server = await startProcess({ ...place, env });
    const maker = new Client(server.url);
    expect((await maker.signIn("maker@demo.portolan")).code).toBe(2000);
    return maker;
  }
  async function stop(): Promise<string> {
    const { output: said } = server!;
    await server!.stop();
    server = undefined;
    return said();
  }
  async function asleep<T>(look: (db: Database) => Promise<T>): Promise<T> {
    const db = await place.open();
    try {
      return await look(db);
    } finally {
      await db.close();
    }
  }
  /** Removes a field of payees, also from the list that combines all payees. */
  const drop = (field: string) => {
    const union = join(schemasDir, "entities/payee.json");
    writeFileSync(
      union,
      readFileSync(union, "utf8").replace(`"id", "name": "holder", "${field}": "${field}"`, '"id", "name": "holder"'),
    );
    edit((source) => {
      delete source.properties[field];
      const without = (fields: unknown[]) => fields.filter((name) => name !== field);
      for (const section of [...source["x-form"].sections, ...source["x-detail"].sections])
        section.fields = without(section.fields);
      source["x-list"].columns = source["x-list"].columns.filter((name) => name !== field);
      source["x-list"].search = source["x-list"].search.filter((name) => name !== field);
      const file = (source["x-list"] as { import?: { fields: unknown[] } }).import;
      if (file) file.fields = without(file.fields);
    });
  };

  it("accepts a new optional field without confirmation, also on older records", { timeout: 60_000 }, async () => {
    edit((source) => {
      source.properties["nickname"] = { type: "string", maxLength: 12, "x-label": both("昵称", "Nickname") };
      source["x-form"].sections[0]!.fields.push("nickname");
    });
    const maker = await start();
    const {
      total,
      list: [payee],
    } = (await maker.call(PAGE, { totals: 1 })).map as { total: number; list: Row[] };
    expect(total).toBe(8);
    expect(payee).not.toHaveProperty("nickname");
    expect((await maker.call("POST /mer/account/update", { id: payee!["id"], nickname: "老朋友" })).code).toBe(2000);
    expect(
      (await maker.call("POST /mer/account/update", { id: payee!["id"], nickname: "a name of more than twelve" })).code,
    ).toBe(4000);
    expect((await maker.call(PAGE)).map.list.find(({ id }: Row) => id === payee!["id"])).toMatchObject({
      nickname: "老朋友",
      holder: payee!["holder"],
    });
    // Not a filter yet, so it is refused.
    expect((await maker.call(PAGE, { totals: 1, nickname: "nothing" })).map).toMatchObject({
      errors: [{ at: "/nickname", code: "closed" }],
    });
    await stop();
  });

  it(
    "creates and fills the column of a field that becomes a filter, completing an interrupted start",
    { timeout: 120_000 },
    async () => {
      const earlier = readSchemas(schemasDir);
      const entity = earlier.entities.get("bankAccount")!;
      await asleep(async (db) => {
        const rows = createRecordStore(db, earlier);
        const [model] = await db.query<{ data: Row }>(
          "SELECT data FROM e_bank_account WHERE m = '100001' ORDER BY id LIMIT 1",
        );
        await rows.insertAll(
          entity,
          Array.from({ length: MANY }, (_, n) => {
            const id = `BA9${String(n).padStart(9, "0")}`;
            const at = Date.UTC(2020, 0, 1) + n;
            return {
              tenant: "100001",
              id,
              at,
              row: {
                ...model!.data,
                id,
                createdAt: new Date(at).toISOString(),
                starred: n % 2 ? undefined : false,
                account: `6299${String(n).padStart(12, "0")}`,
                nickname: n % 2 ? "甲" : "乙",
              },
            };
          }),
        );
      });
      edit((source) => {
        source["x-list"].filters.more.push("nickname");
        // An empty value is stored in the column as well.
        source.properties["starred"]!["default"] = true;
      });
      const changed = readSchemas(schemasDir);
      await asleep(async (db) => {
        // The server is killed after the second batch.
        let batches = 0;
        const failing: Database = {
          ...db,
          tx: (work, options) =>
            db.tx(
              (tx) =>
                work({
                  ...tx,
                  query: async (sql: string, params?: readonly unknown[]) => {
                    if (sql.startsWith("UPDATE e_bank_account") && ++batches > 2)
                      throw new Error("the lights went out");
                    return tx.query(sql, params);
                  },
                }),
              options,
            ),
        };
        await expect(migrate(failing, changed)).rejects.toThrow("the lights went out");
        const [{ filled }] = (await db.query("SELECT count(f_nickname) AS filled FROM e_bank_account")) as [
          { filled: string },
        ];
        expect(Number(filled)).toBeGreaterThan(0);
        expect(Number(filled)).toBeLessThan(MANY);
      });

      const maker = await start();
      expect((await maker.call(PAGE, { totals: 1, nickname: "甲" })).map.total).toBe(MANY / 2);
      expect((await maker.call(PAGE, { totals: 1 })).map.total).toBe(MANY + 8);
      expect((await maker.call(PAGE, { totals: 1, starred: "true", nickname: "甲" })).map.total).toBe(MANY / 2);
      expect(await stop()).toMatch(/^Tables {4}bankAccount: columns f_nickname, f_starred$/m);
      const named = "SELECT indexname FROM pg_indexes WHERE tablename = 'e_bank_account'";
      const indexes = await asleep((db) => db.query<{ indexname: string }>(named));
      expect(indexes.filter(({ indexname }) => indexname.includes("f_starred")).length).toBeGreaterThan(0);
    },
  );

  it(
    "refuses to start when a field with data was removed, unless that is accepted, and reports the count",
    { timeout: 120_000 },
    async () => {
      drop("label");
      const { code, output: text } = await refusedStart(place);
      expect(code).toBe(1);
      // Eight payees of the first merchant, three of the second, and all copies of the first have one.
      expect(text).toContain(
        `schemas/entities/bankAccount.json: bankAccount.label: the field is gone, but ${MANY + 11} stored records hold a value in it. Put it back`,
      );
      expect(text).toContain("or accept it with SCHEMA_ACCEPT=bankAccount.label");
      expect(text).not.toMatch(/^\s+at /m);

      const maker = await start({ SCHEMA_ACCEPT: "bankAccount.label" });
      const [payee] = (await maker.call(PAGE)).map.list as Row[];
      expect(payee).not.toHaveProperty("label");
      // It is kept in the record, even when the record changes.
      expect(
        (await maker.call("POST /mer/account/update", { id: payee!["id"], nickname: "新" })).map.record,
      ).not.toHaveProperty("label");
      expect((await maker.call("POST /mer/account/update", { id: payee!["id"], label: "新" })).code).toBe(4000);
      const told = await stop();
      expect(told).toMatch(/^Tables {4}.*bankAccount\.label: the field is gone/m);
      // The work of the previous startup is kept.
      expect(told).not.toContain("f_nickname");
      await asleep(async (db) => {
        expect(
          await db.query(
            "SELECT count(*) AS n FROM e_bank_account WHERE json_extract_path_text(data, 'label') IS NOT NULL",
          ),
        ).toEqual([{ n: String(MANY + 11) }]);
      });
    },
  );

  it("refuses a different type and a unique constraint that stored records violate", { timeout: 60_000 }, async () => {
    const before = readFileSync(file(), "utf8");
    edit((source) => {
      source.properties["starred"] = { type: "string", maxLength: 5, "x-label": both("常用", "Starred") };
      source.properties["holder"]!["x-unique"] = true;
    });
    const text = await asleep((db) => migrate(db, readSchemas(schemasDir)).then(() => "nothing", String));
    expect(text).toMatch(
      /bankAccount\.starred: the type was .* \d+ stored records hold a value of the old one\. Give the new one another name/,
    );
    expect(text).toMatch(
      /bankAccount\.holder: it must be unique now, but \d+ stored records repeat another one's value\./,
    );
    writeFileSync(file(), before);
  });

  it(
    "starts after such refusals without repeating the acceptance, and requires a newly required field on the next update",
    { timeout: 60_000 },
    async () => {
      edit((source) => source.required.push("nickname"));
      const maker = await start();
      const page = (await maker.call(PAGE, { size: 20 })).map.list as Row[];
      const lacking = page.find((row) => row["nickname"] === undefined)!;
      const refused = await maker.call("POST /mer/account/update", { id: lacking["id"], starred: true });
      expect(refused.map.errors).toEqual([expect.objectContaining({ at: "/nickname", code: "required" })]);
      expect(
        (await maker.call("POST /mer/account/update", { id: lacking["id"], starred: true, nickname: "新" })).code,
      ).toBe(2000);
      expect(await stop()).toMatch(
        /^Tables {4}.*bankAccount\.nickname: it is required now, and \d+ stored records lack it/m,
      );
      await asleep(async (db) => expect(await broken(db, readSchemas(schemasDir))).toEqual([]));
    },
  );

  it("serves the values of a field that moved into a nested object", { timeout: 60_000 }, async () => {
    edit((source) => {
      const { nickname } = source.properties;
      delete source.properties["nickname"];
      const properties = { nickname: { ...nickname, "x-formerly": ["nickname"] } };
      source.properties["names"] = { type: "object", "x-label": both("称呼", "Names"), properties };
      source.required = source.required.filter((name) => name !== "nickname");
      const { fields } = source["x-form"].sections[0]!;
      fields.splice(fields.indexOf("nickname"), 1, "names");
      source["x-list"].columns.push("names.nickname");
      source["x-list"].filters.more.push("names.nickname");
      source["x-list"].filters.more = source["x-list"].filters.more.filter((name) => name !== "nickname");
      source["x-list"].columns = source["x-list"].columns.filter((name) => name !== "nickname");
    });
    const maker = await start();
    const found = (await maker.call(PAGE, { totals: 1, "names.nickname": "新" })).map as {
      total: number;
      list: Row[];
    };
    expect(found.total).toBeGreaterThan(0);
    expect(found.list.map(({ names }) => names)).toEqual(found.list.map(() => ({ nickname: "新" })));
    const [payee] = found.list;
    const { record } = (await maker.call("POST /mer/account/update", { id: payee!["id"], names: { nickname: "新名" } }))
      .map;
    expect(record).toMatchObject({ names: { nickname: "新名" }, holder: payee!["holder"] });
    expect(await stop()).toMatch(/^Tables {4}.*bankAccount: values of nickname moved to names\.nickname/m);
  });
});
