/**
 * Runs five entities, written using only docs/schema-language.md, through every surface in both languages. No TypeScript
 * refers to them.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { compileSchemas } from "../../server/payments/schemas.ts";
import { FormStore } from "../../src/engine/form-store/store.ts";
import { flattenRecord, nestRecord, type Lang, type Row } from "@portolan/engine";
import { diffSchemas } from "../../tools/schemas/changes.ts";
import type { Client, TestServer } from "./server.ts";

const LANGS: readonly Lang[] = ["zh", "en"];
/** Folder of the files. */
export const WRITTEN = fileURLToPath(new URL("written/", import.meta.url));

interface Written {
  /** User input, and the values that the record contains afterwards. */
  good: Row;
  held: Row;
  /** Rejected input, with the path and message of each error in both languages. */
  bad: Row;
  at: string;
  message: Record<Lang, string>;
  /** A filter that matches the record, and one that does not. */
  found: Row;
  lost: Row;
  /** A cell of the export and its column header, in both languages. */
  column: Record<Lang, string>;
  cell: Record<Lang, string>;
}
const lines = [
  { what: "棉布", quantity: 3, price: "19.99" },
  { what: "丝绸", quantity: 2, price: "120.50" },
];
const entities: Record<string, Written> = {
  contact: {
    good: {
      name: "王芳",
      email: "wang@example.com",
      tags: ["海外", "面料"],
      reach: ["mail", "wechat"],
      callAfter: "09:30",
    },
    held: { tags: ["海外", "面料"], reach: ["mail", "wechat"] },
    bad: { name: "李雷", callAfter: "09:30" },
    at: "/reach",
    message: { zh: "请选择联系方式", en: "Reached by is required" },
    found: { tags: "面料" },
    lost: { tags: "内销" },
    column: { zh: "联系方式", en: "Reached by" },
    cell: { zh: "邮件; 微信", en: "Mail; WeChat" },
  },
  salesInvoice: {
    good: { invoiceNo: "INV-1", buyer: "Kyoto Textiles", currency: "USD", dueOn: "2027-01-31", lines },
    held: { total: "300.97" },
    bad: { invoiceNo: "INV-1", buyer: "Kyoto Textiles", currency: "JPY", lines },
    at: "/lines/0/price",
    message: { zh: "最多 0 位小数", en: "at most 0 decimals" },
    found: { currency: "USD", total: "300..301" },
    lost: { currency: "JPY" },
    column: { zh: "合计", en: "Total" },
    cell: { zh: "300.97", en: "300.97" },
  },
  expenseClaim: {
    good: { purpose: "广交会差旅", spentOn: "2026-11-01", amount: "860.50" },
    held: { status: "toBeReviewed" },
    bad: { purpose: "广交会差旅", spentOn: "2026-11-01", amount: "20000.01" },
    at: "/amount",
    message: { zh: "20,000", en: "20,000" },
    found: { status: "toBeReviewed" },
    lost: { status: "paid" },
    column: { zh: "状态", en: "Status" },
    cell: { zh: "待复核", en: "To be reviewed" },
  },
  gatewaySetting: {
    good: { name: "主站", type: "rest", address: "https://gateway.example.com/v1", secret: "sk-0123456789" },
    held: { address: "https://gateway.example.com/v1" },
    bad: { name: "对账", type: "sftp" },
    at: "/host",
    message: { zh: "请填写主机", en: "Host is required" },
    found: { type: "rest" },
    lost: { type: "sftp" },
    column: { zh: "类型", en: "Type" },
    cell: { zh: "接口", en: "API" },
  },
};

entities["depot"] = {
  good: { name: "鹿特丹一号仓", address: { country: "NL", city: "Rotterdam", street: "Waalhaven 1" } },
  held: { address: { country: "NL", city: "Rotterdam", street: "Waalhaven 1" } },
  bad: { name: "二号仓", address: { country: "US", city: "Oakland" }, keeper: { name: "Ann" } },
  at: "/keeper/email",
  message: { zh: "请填写邮箱", en: "Email is required" },
  found: { "address.country": "NL", "address.city": "Rotter", sort: "-address.city" },
  lost: { "address.country": "US" },
  column: { zh: "地址 › 国家", en: "Address › Country" },
  cell: { zh: "荷兰", en: "Netherlands" },
};

const csvOf = (bytes: Buffer): string[][] =>
  bytes
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(",").map((cell) => cell.replaceAll('"', "").trim()));

/** Declares the tests for a server whose schema folder contains the files. */
export function describeWritten(world: () => { server: TestServer; maker: Client; folder: string }): void {
  it("the wallet covers a claim", async () => {
    const { server } = world();
    await server.db.tx((tx) =>
      post(tx, {
        tenant: "100001",
        kind: "book",
        order: { kind: "recharge", id: "RC-written" },
        step: "book",
        at: server.clock.now(),
        lines: [{ from: "nostro", to: "avail", currency: "CNY", amount: 100_000n }],
      }),
    );
  });
  let compiled: ReturnType<typeof compileSchemas>[] | undefined;
  describe.each(Object.entries(entities))("the entity %s, written from the documentation alone,", (name, written) => {
    const own = `/mer/own/${name}`;
    let id: string;
    it("is created, validated in the reader's language, stored, listed and filtered", async () => {
      const { server, maker } = world();
      const entity = server.app.services.schemas.entities.get(name);
      if (!entity) throw new Error(`no entity ${name}`);
      for (const lang of LANGS) {
        maker.lang = lang;
        const refused = await maker.call(`POST ${own}/create`, written.bad);
        const error = refused.map.errors.find(({ at }: { at: string }) => at === written.at);
        expect(error?.message, JSON.stringify(refused.map)).toContain(written.message[lang]);
        // The form reports the same errors before anything is sent.
        const { errors } = new FormStore(entity, { lang, initial: flattenRecord(entity, written.bad) }).submit()
          .verdict;
        expect(errors.find(({ at }) => at === written.at)?.message).toBe(error.message);
      }
      maker.lang = "zh";
      const form = new FormStore(entity, { lang: "zh", initial: flattenRecord(entity, written.good) });
      const { verdict } = form.submit();
      expect(verdict.errors).toEqual([]);
      const sent = nestRecord(entity, form.buildOutgoing(verdict.value));
      const made = await maker.call(`POST ${own}/create`, sent);
      expect(made.map.record, JSON.stringify(made.map)).toMatchObject(written.held);
      id = made.map.record.id;
      const find = async (filter: Row) =>
        (await maker.call(`GET ${own}/list`, filter)).map.list.map((row: Row) => row["id"]);
      expect([await find(written.found), await find(written.lost)]).toEqual([[id], []]);
      expect((await maker.call(`GET ${own}/detail`, { id })).map.record).toMatchObject(written.held);
    });
    it("is exported in both languages, documented in the API document, and a compatible change", async () => {
      const { server, maker, folder } = world();
      for (const lang of LANGS) {
        maker.lang = lang;
        const [head = [], row = []] = csvOf((await maker.call(`GET ${own}/export`, { format: "csv" })).bytes);
        expect(row[head.indexOf(written.column[lang])], head.join()).toBe(written.cell[lang]);
      }
      maker.lang = "zh";
      const document = await (await fetch(`${server.url}/api/openapi.json`)).json();
      const { properties } = document.components.schemas[name];
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(written.held)));
      compiled ??= [fileURLToPath(new URL("../../schemas", import.meta.url)), join(folder, "schemas")].map((dir) =>
        compileSchemas(dir),
      );
      const [plain, grown] = compiled;
      if (!plain || !grown) throw new Error("two folders were compiled");
      const told = diffSchemas(plain, grown, () => undefined, { only: [name] });
      expect(told.map(({ what }) => what)).toEqual(["entity-added"]);
    });
  });

  describe("a feature of a single entity", () => {
    it("contacts are imported with several tags and choices", async () => {
      const { maker } = world();
      const answer = await maker.call("POST /mer/own/contact/import", {
        fileHash: createHash("sha256").update("contacts").digest("hex"),
        check: true,
        rows: [
          { line: 2, record: { name: "赵敏", tags: ["海外"], reach: ["phone"] } },
          { line: 3, record: { name: "周芷若", tags: ["a", "b", "c", "d"] } },
        ],
      });
      expect(answer.map.rows.map(({ errors }: { errors: { at: string }[] }) => errors.map(({ at }) => at))).toEqual([
        [],
        ["/tags"],
      ]);
    });
    it("a depot's nested objects are updated in part, cleared, grouped, masked and validated", async () => {
      const { server, maker } = world();
      const own = "/mer/own/depot";
      const { id } = (await maker.call(`GET ${own}/list`)).map.list[0];
      const change = (body: Row) => maker.call(`POST ${own}/update`, { id, ...body });
      const keeper = { name: "De Vries", email: "keeper@example.com", account: "NL91ABNA0417164300" };
      const { record } = (await change({ keeper })).map;
      expect(record.address).toEqual({ country: "NL", city: "Rotterdam", street: "Waalhaven 1" });
      expect(record.keeper).toMatchObject({ name: "De Vries", account: expect.stringContaining("*") });
      expect((await change({ keeper: { name: "Smit" } })).map.record.keeper).toEqual({
        ...record.keeper,
        name: "Smit",
      });
      const refused = async (body: Row) =>
        (await change(body)).map.errors.map(({ at, code }: { at: string; code: string }) => `${at} ${code}`);
      expect(await refused({ keeper: { email: null } })).toEqual(["/keeper/email required"]);
      expect(await refused({ address: { street: "Coolsingel 1" } })).toEqual(["/address/street harbour"]);
      expect(await refused({ address: { town: "x" } })).toEqual(["/address/town additionalProperties"]);
      expect(await refused({ address: "Rotterdam" })).toContain("/address type");
      // A path is the name of a field only inside, and hides nothing from the check.
      expect(await refused({ "address.city": "Delft" })).toEqual(["/address.city additionalProperties"]);
      const depot = { name: "五号仓", address: "Delft", "address.country": "NL", "address.city": "Delft" };
      for (const body of [depot, { ...depot, address: [1] }, { ...depot, address: { country: "NL", city: "Delft" } }])
        expect((await maker.call(`POST ${own}/create`, body)).map.errors).toEqual([
          expect.objectContaining({ at: "/address.country", code: "additionalProperties" }),
        ]);
      const rows = [{ line: 2, record: { name: "五号仓", "address.country": "NL", "address.city": "Delft" } }];
      expect(
        (await maker.call(`POST ${own}/import`, { fileHash: "0".repeat(64), check: true, rows })).map.errors,
      ).toEqual([expect.objectContaining({ at: "/rows/0/record/address.country" })]);
      const grouped = await maker.call(`GET ${own}/list`, { group: "address.country", totals: "1" });
      expect(grouped.map.groups).toEqual([{ value: "NL", count: 1, sums: {} }]);
      expect((await maker.call(`GET ${own}/list`, { q: "rotterdam" })).map.list).toHaveLength(1);
      expect((await change({ keeper: null })).map.record).not.toHaveProperty("keeper");
      const [row] = await server.db.query("SELECT data, f_address__city FROM e_depot");
      expect(row).toMatchObject({ data: { "address.city": "Rotterdam" }, f_address__city: "Rotterdam" });
    });
    it("a depot is imported with a column for each field of an object", async () => {
      const { maker } = world();
      const template = await maker.call("GET /mer/own/depot/template", { format: "csv" });
      expect(template.bytes.length).toBeGreaterThan(0);
      const answer = await maker.call("POST /mer/own/depot/import", {
        fileHash: createHash("sha256").update("depots").digest("hex"),
        check: true,
        rows: [
          { line: 2, record: { name: "三号仓", address: { country: "NL", city: "Delft" } } },
          { line: 3, record: { name: "四号仓", address: { country: "US", city: "Oakland" } } },
        ],
      });
      expect(answer.map.rows.map(({ errors }: { errors: { at: string }[] }) => errors.map(({ at }) => at))).toEqual([
        [],
        ["/address/state"],
      ]);
    });
    it("a claim is approved by another user and paid from the wallet", async () => {
      const { server, maker } = world();
      const checker = await server.as("checker");
      const { list } = (await maker.call("GET /mer/own/expenseClaim/list")).map;
      const { id } = list[0];
      expect((await maker.call("POST /mer/own/expenseClaim/pass", { id, event: "pass" })).code).not.toBe(2000);
      expect((await checker.call("POST /mer/own/expenseClaim/pass", { id, event: "pass" })).map.record.status).toBe(
        "approved",
      );
      const balances = async () =>
        Object.fromEntries(
          (
            await server.db.query<{ name: string; balance: string }>(
              "SELECT name, CAST(balance AS text) AS balance FROM ledger_account WHERE m = '100001' AND currency = 'CNY'",
            )
          ).map(({ name, balance }) => [name, Number(balance)]),
        );
      const before = await balances();
      const paid = await maker.confirmed("POST /mer/own/expenseClaim/payOut", { id, event: "payOut" });
      expect(paid.map.record.status).toBe("paid");
      const after = await balances();
      const changeOf = (name: string) => Number(after[name]) - Number(before[name]);
      expect([changeOf("hold"), changeOf("avail")]).toEqual([-86_050, 0]);
    });
    it("a gateway's secret is never returned, and changing the type drops the fields of the former one", async () => {
      const { server, maker } = world();
      const { list } = (await maker.call("GET /mer/own/gatewaySetting/list")).map;
      const changed = await maker.call("POST /mer/own/gatewaySetting/update", {
        id: list[0].id,
        type: "sftp",
        host: "files.example.com",
      });
      expect(changed.map.record).toMatchObject({ type: "sftp", host: "files.example.com" });
      expect(changed.map.record).not.toHaveProperty("address");
      const { secrets } = (await maker.call("GET /mer/own/gatewaySetting/detail", { id: list[0].id })).map;
      expect(secrets).toEqual(["secret"]);
      for (const call of ["list", "detail", "export"]) {
        const { bytes } = await maker.call(`GET /mer/own/gatewaySetting/${call}`, { id: list[0].id });
        expect(bytes.toString("utf8")).not.toContain("sk-0123456789");
      }
      const [row] = await server.db.query("SELECT CAST(data AS text) AS data FROM e_gateway_setting");
      expect(row?.["data"]).not.toContain("sk-0123456789");
    });
    it("no entity needs TypeScript", () => {
      expect(readdirSync(WRITTEN).filter((file) => !file.endsWith(".json"))).toEqual([]);
      for (const file of readdirSync(WRITTEN))
        expect(readFileSync(join(WRITTEN, file), "utf8")).toContain('"x-entity"');
    });
  });
}
