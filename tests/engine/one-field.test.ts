/**
 * Adding one entry to one schema file is enough: the field appears in the form, list, filters, URL, file, server
 * validation, stored record, API document and generated types. The entry is the one of README.md.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { read, utils } from "@e965/xlsx";
import type { Database } from "../../server/store/database.ts";
import { compileSchemas } from "../../server/payments/schemas.ts";
import { listFormFields } from "../../src/engine/form-store/form-schema.ts";
import { FormStore } from "../../src/engine/form-store/store.ts";
import { type Entity, createEmptyQuery, type Lang, parseQuery, writeQuery } from "@portolan/engine";
import { generateFiles } from "../../tools/schemas/generated.ts";
import { embedded, temporaryFolder } from "../server/databases.ts";
import { productSchemas, SCHEMAS_DIR } from "../product-schemas.ts";
import { type Client, startTestServer, type TestServer } from "../server/server.ts";

/** The lines of the README's block that begin with a plus, as the text of an object. */
const ADDED = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
  .match(/^```diff\n[\s\S]*?^```/m)![0]
  .match(/(?<=^\+).*/gm)!
  .join("\n")
  .replace(/,\s*$/, "");
const FIELD = (JSON.parse(`{${ADDED}}`) as { purpose: { "x-label": Record<Lang, string> } }).purpose;
const LABEL = FIELD["x-label"];
const TOO_LONG: Record<Lang, string> = {
  zh: "付款用途最多 40 个字",
  en: "Purpose of payment has at most 40 characters",
};
const FILE = "entities/withdrawal.json";

/** Returns a copy of `schemas/` that adds only this entry. */
function changedSchemas(): string {
  const dir = join(mkdtempSync(join(tmpdir(), "portolan-field-")), "schemas");
  cpSync(SCHEMAS_DIR, dir, { recursive: true });
  const source = readFileSync(join(dir, FILE), "utf8");
  const at = source.indexOf('"remark":');
  expect(at, `${FILE} has a remark`).toBeGreaterThan(0);
  writeFileSync(join(dir, FILE), `${source.slice(0, at)}"purpose": ${JSON.stringify(FIELD)},\n    ${source.slice(at)}`);
  return dir;
}

let dir: string;
let entity: Entity;
let database: { db: Database; close(): Promise<void> };
let server: TestServer;
let maker: Client;
let accountId: string;
let migrated: readonly string[];

beforeAll(async () => {
  dir = changedSchemas();
  database = await embedded();
  const dataDir = temporaryFolder();
  const kept = async () => ({ db: database.db, close: async () => undefined });
  // The tables and a record exist before the field is added.
  const before = await startTestServer({ database: kept, history: true, dataDir });
  const payee = {
    holder: "杭州启航供应链有限公司",
    account: "6222021202041234567",
    bank: "中国工商银行",
    province: "浙江省",
    city: "杭州市",
    branch: "中国工商银行杭州分行营业部",
    linkedBankNo: "102331000014",
  };
  const first = await before.as("maker");
  accountId = String((await first.call("POST /mer/account/save", payee)).map.record.id);
  expect((await first.confirmed("POST /mer/gep/withdraw/apply", { accountId, amount: "3000.00" })).code).toBe(2000);
  await before.stop();
  server = await startTestServer({ database: kept, schemasDir: dir, dataDir });
  migrated = server.migrated.done;
  entity = server.schemas.entities.get("withdrawal")!;
  maker = await server.as("maker");
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  rmSync(join(dir, ".."), { recursive: true, force: true });
});

const apply = (more: object) =>
  maker.confirmed("POST /mer/gep/withdraw/apply", { accountId, amount: "2000.00", ...more });

describe("a field added to a schema file", () => {
  it("does not exist in the repository's schemas", () => {
    expect(
      productSchemas()
        .entities.get("withdrawal")!
        .fields.map((field) => field.name),
    ).not.toContain("purpose");
  });

  it.each(["zh", "en"] as const)("appears in the form, the list and the record (%s)", (lang) => {
    expect(listFormFields(entity)).toContain("purpose");
    expect(entity.list.columns).toContain("purpose");
    expect(entity.list.import!.fields).toContain("purpose");
    expect(entity.detail.sections.flatMap(({ fields }) => fields)).toContain("purpose");
    expect(entity.label("purpose", lang)).toBe(LABEL[lang]);
  });

  it.each(["zh", "en"] as const)("is validated while the user types (%s)", (lang) => {
    const form = new FormStore(entity, { id: "f", lang, initial: {} });
    const leaf = form.leaf("purpose");
    form.type(leaf, "款".repeat(41));
    form.blur(leaf);
    expect(leaf.view.error).toBe(TOO_LONG[lang]);
    form.type(leaf, "款".repeat(40));
    expect(leaf.view.error).toBeUndefined();
  });

  it("is a filter that is written to and read from the URL", () => {
    const { primary, more } = entity.list.filters;
    expect([...primary, ...more]).toContain("purpose");
    const query = parseQuery(entity, new URLSearchParams("purpose=货款"), { now: Date.now(), lang: "zh" });
    expect(query.ignored).toEqual([]);
    expect(query.filters.purpose).toMatchObject({ text: "货款" });
    expect(writeQuery(entity, query).get("purpose")).toBe("货款");
    expect(writeQuery(entity, createEmptyQuery()).get("purpose")).toBeNull();
  });

  it("gets a column in a table with records", () => {
    expect(migrated).toEqual(
      expect.arrayContaining(["withdrawal.purpose: a new field", "withdrawal: columns f_purpose"]),
    );
    // A short text displayed in a list column gets an index for sorting.
    expect(migrated.filter((line) => !line.includes("purpose"))).toEqual(["withdrawal: 1 indexes made, 0 dropped"]);
  });

  it.each(["zh", "en"] as const)("is rejected by the server above its limit (%s)", async (lang) => {
    const count = async () => (await maker.call("GET /mer/gep/withdraw/page", { totals: 1 })).map.total;
    const before = await count();
    maker.lang = lang;
    const answer = await apply({ purpose: "款".repeat(41) });
    maker.lang = "zh";
    expect(answer.code).toBe(4000);
    expect(answer.map.errors).toEqual([
      { at: "/purpose", code: "maxLength", params: expect.objectContaining({ limit: 40 }), message: TOO_LONG[lang] },
    ]);
    expect(await count()).toBe(before);
  });

  it("is stored, read, filtered and exported", async () => {
    const stored = await apply({ purpose: "十一月货款" });
    expect(stored.map.record).toMatchObject({ purpose: "十一月货款", status: "toBeReviewed" });
    const { orderNo } = stored.map.record;
    expect((await maker.call("GET /mer/gep/withdraw/detail", { orderNo })).map.record.purpose).toBe("十一月货款");
    expect(await server.db.query("SELECT f_purpose FROM e_withdrawal WHERE id = $1", [orderNo])).toEqual([
      { f_purpose: "十一月货款" },
    ]);
    const { total } = (await maker.call("GET /mer/gep/withdraw/page", { totals: 1 })).map;
    const found = await maker.call("GET /mer/gep/withdraw/page", { purpose: "货款", totals: 1 });
    expect(found.map).toMatchObject({ total: 1, list: [{ orderNo, purpose: "十一月货款" }] });
    for (const lang of ["zh", "en"] as const) {
      maker.lang = lang;
      const file = await maker.call("GET /mer/gep/withdraw/listExport", { format: "xlsx" });
      const book = read(file.bytes);
      const rows = utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0]!]!);
      expect(rows.map((row) => row[LABEL[lang]]).filter(Boolean)).toEqual(["十一月货款"]);
      expect(rows).toHaveLength(total);
    }
    maker.lang = "zh";
  });

  it.each(["zh", "en"] as const)("appears in the API document (%s)", async (lang) => {
    const { components, paths } = (await (
      await fetch(`${server.url}/api/openapi.json`, { headers: { "accept-language": lang } })
    ).json()) as {
      components: { schemas: Record<string, { properties: Record<string, object> }> };
      paths: Record<string, Record<string, { parameters: { name: string }[] }>>;
    };
    expect(components.schemas.withdrawal!.properties.purpose).toMatchObject({
      title: LABEL[lang],
      type: "string",
      maxLength: 40,
    });
    expect(paths["/mer/gep/withdraw/page"]!.get!.parameters.map(({ name }) => name)).toContain("purpose");
  });

  it("appears in the generated type", () => {
    const [types] = generateFiles("types", compileSchemas(dir));
    const withdrawal = types!.text.slice(types!.text.indexOf("export type Withdrawal = {"));
    expect(withdrawal.slice(0, withdrawal.indexOf("\n}"))).toContain("/** Purpose of payment */\n  purpose?: string;");
  });
});
