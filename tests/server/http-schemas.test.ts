/** A schema folder that the server has never seen: a new entity, a new field, and a call without a handler. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUOTA_FILES } from "../../server/files/upload-limits.ts";
import { readSchemas } from "../../server/payments/schemas.ts";
import { failures } from "../../src/contract/failures.ts";
import { SCHEMAS_DIR } from "../product-schemas.ts";
import { type Client, startTestServer, type TestServer } from "./server.ts";
import { describeWritten, WRITTEN } from "./written.ts";

const label = (zh: string, en: string) => ({ zh, en });
const warehouse = {
  $schema: "../meta/entity.schema.json",
  "x-entity": { name: "warehouse", source: "store", key: "id", number: "WH" },
  "x-label": label("仓库", "Warehouse"),
  type: "object",
  properties: {
    id: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": label("编号", "Number") },
    name: {
      type: "string",
      minLength: 2,
      maxLength: 30,
      "x-unique": true,
      "x-label": label("名称", "Name"),
      examples: ["宁波一号仓"],
    },
    size: { type: "integer", minimum: 1, maximum: 100_000, "x-label": label("面积", "Area"), examples: [1200] },
    phone: {
      type: "string",
      minLength: 6,
      maxLength: 20,
      "x-mask": { style: "phone" },
      "x-label": label("电话", "Phone"),
      examples: ["13812345678"],
    },
    key: {
      type: "string",
      minLength: 8,
      maxLength: 60,
      writeOnly: true,
      "x-sealed": true,
      "x-label": label("对接密钥", "Partner key"),
    },
    district: { type: "string", "x-kind": "region", "x-label": label("所在区县", "District"), examples: ["330106"] },
    lease: {
      type: "string",
      "x-kind": "file",
      "x-file": { accept: [".pdf", "image/png"], maxBytes: 1_048_576, purpose: "warehouse.lease" },
      "x-label": label("租约", "Lease"),
    },
    note: { type: "string", maxLength: 300, "x-label": label("说明", "Note") },
    createdAt: { type: "string", format: "date-time", readOnly: true, "x-label": label("创建时间", "Created") },
  },
  required: ["name"],
  "x-form": {
    sections: [
      { id: "all", label: label("仓库", "Warehouse"), fields: ["name", "size", "phone", "district", "lease"] },
    ],
  },
  "x-list": {
    columns: ["name", "size", "phone", "district", "note", "createdAt"],
    search: ["name"],
    filters: { primary: ["size"] },
    sort: "-createdAt",
    card: { title: "name", meta: ["size"] },
    export: true,
  },
};

let folder: string;
let server: TestServer;
let maker: Client;
const write = (path: string, value: unknown) =>
  writeFileSync(join(folder, "schemas", path), JSON.stringify(value, null, 1));
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "portolan-schemas-"));
  cpSync(SCHEMAS_DIR, join(folder, "schemas"), { recursive: true });
  write("entities/warehouse.json", warehouse);
  cpSync(WRITTEN, join(folder, "schemas/entities"), { recursive: true });
  server = await startTestServer({ schemasDir: join(folder, "schemas") });
  maker = await server.as("maker");
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a new entity file", () => {
  let id: string;
  it("adds create, list, detail, update, export and the API document without further code", async () => {
    const made = await maker.call("POST /mer/own/warehouse/create", {
      name: "宁波一号仓",
      size: 1200,
      phone: "13812345678",
      // Named as in an imported file.
      district: "浙江省 杭州市 西湖区",
    });
    expect(made.map.record).toMatchObject({
      name: "宁波一号仓",
      size: 1200,
      district: "330106",
      createdAt: expect.stringMatching(/Z$/),
    });
    id = made.map.record.id;
    await maker.call("POST /mer/own/warehouse/create", { name: "义乌仓", size: 80 });
    const list = await maker.call("GET /mer/own/warehouse/list", {
      size: "",
      totals: 1,
      "f.size": "100..",
      sort: "name",
    });
    expect(list.map).toMatchObject({ total: 1, list: [{ id, phone: "138****5678" }] });
    expect((await maker.call("GET /mer/own/warehouse/detail", { id })).map.record.phone).toBe("138****5678");
    const unsorted = await maker.call("GET /mer/own/warehouse/list", { sort: "note" });
    expect([unsorted.code, unsorted.map.errors]).toEqual([
      4000,
      [expect.objectContaining({ at: "/sort", message: expect.stringMatching(/不能按“note”排序(?!.*note)/) })],
    ]);
    const file = await maker.call("GET /mer/own/warehouse/export", { format: "csv", sort: "size" });
    expect(
      file.bytes
        .toString("utf8")
        .replace(/^\ufeff/, "")
        .trim()
        .split("\r\n")
        .map((line) => line.split(",")[0]?.replaceAll('"', "")),
    ).toEqual(["名称", "义乌仓", "宁波一号仓"]);
    expect(file.bytes.toString("utf8")).toContain("浙江省 杭州市 西湖区");
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, unknown>;
      components: { schemas: Record<string, unknown> };
    };
    expect(document.paths).toHaveProperty(["/mer/own/warehouse/create"]);
    expect(document.components.schemas).toHaveProperty("warehouse");
  });
  it("keeps omitted fields on update, clears null ones, and treats a masked value as unchanged", async () => {
    const update = (body: Record<string, unknown>) => maker.call("POST /mer/own/warehouse/update", { id, ...body });
    expect((await update({ phone: "138****5678", size: 1300 })).map.record).toMatchObject({
      name: "宁波一号仓",
      size: 1300,
      phone: "138****5678",
    });
    expect(await server.db.query("SELECT data ->> 'phone' AS phone FROM e_warehouse WHERE id = $1", [id])).toEqual([
      { phone: "13812345678" },
    ]);
    // A masked value that belongs to a different value is invalid.
    expect((await update({ phone: "139****5678" })).map.errors).toEqual([
      expect.objectContaining({ at: "/phone", code: "covered", message: "电话有部分被遮盖，请填写完整内容" }),
    ]);
    expect((await update({ phone: null })).map.record).not.toHaveProperty("phone");
    expect((await update({ name: null })).map.errors).toEqual([
      expect.objectContaining({ at: "/name", code: "required" }),
    ]);
    expect((await update({ name: "义乌仓" })).map.errors).toEqual([
      expect.objectContaining({ at: "/name", code: "unique", message: "名称已存在" }),
    ]);
    expect((await update({ createdAt: "2020-01-01T00:00:00Z", size: 1301 })).map.record.createdAt).not.toMatch(/^2020/);
    expect((await update({ version: 1, size: 1 })).code).toBe(4137);
    // Values that an earlier schema allowed are kept.
    await server.db.query(
      "UPDATE e_warehouse SET data = CAST(jsonb_set(CAST(data AS jsonb), '{formerly}', '\"here\"') AS json) WHERE id = $1",
      [id],
    );
    expect((await update({ size: 1302 })).code).toBe(2000);
    expect(
      await server.db.query(
        "SELECT data ->> 'formerly' AS formerly, data ->> 'size' AS size FROM e_warehouse WHERE id = $1",
        [id],
      ),
    ).toEqual([{ formerly: "here", size: "1302" }]);
  });
  it("stores a secret sealed for its record, and never returns it", async () => {
    const secret = "sk-live-0123456789";
    const made = await maker.call("POST /mer/own/warehouse/create", { name: "密钥仓", key: secret });
    const own = made.map.record.id as string;
    const stored = async () =>
      (await server.db.query<{ data: Record<string, string> }>("SELECT data FROM e_warehouse WHERE id = $1", [own]))[0]!
        .data;
    const sealed = (await stored())["key"]!;
    expect(sealed).toMatch(/^v1\.k0\.[A-Za-z0-9_-]{60,}$/);
    const { seal } = server.app.services;
    expect(seal.openValue("100001", `warehouse|key|100001|${own}`, sealed)).toBe(secret);
    expect(() => seal.openValue("100001", "warehouse|key|100001|WH404", sealed)).toThrow();
    expect(() => seal.openValue("100002", `warehouse|key|100001|${own}`, sealed)).toThrow();
    const responses = [
      made,
      await maker.call("GET /mer/own/warehouse/list", { q: "密钥仓" }),
      await maker.call("GET /mer/own/warehouse/options", { q: "密钥仓" }),
      await maker.call("GET /mer/own/warehouse/detail", { id: own }),
      await maker.call("GET /mer/own/warehouse/export", { format: "csv" }),
      await maker.call("GET /mer/own/search", { q: "密钥仓" }),
      await maker.call("POST /mer/own/warehouse/update", { id: own, size: 9 }),
    ];
    expect((await maker.call("GET /mer/own/warehouse/export", { format: "csv", cols: "name,key" })).code).toBe(4000);
    for (const { bytes, code, headers } of responses) {
      expect(code === 2000 || headers.get("content-type")?.startsWith("text/csv")).toBe(true);
      expect(bytes.toString("utf8")).not.toContain(secret);
      expect(bytes.toString("utf8")).not.toContain(sealed);
    }
    // A value that is not sent stays encrypted; a new one is validated and encrypted.
    expect((await stored())["key"]).toBe(sealed);
    expect((await maker.call("POST /mer/own/warehouse/update", { id: own, key: "short" })).map.errors).toEqual([
      expect.objectContaining({ at: "/key", code: "minLength" }),
    ]);
    expect(
      (await maker.call("POST /mer/own/warehouse/update", { id: own, key: "sk-live-9876543210" })).map.record,
    ).not.toHaveProperty("key");
    expect(seal.openValue("100001", `warehouse|key|100001|${own}`, (await stored())["key"]!)).toBe(
      "sk-live-9876543210",
    );
    const everywhere = await server.db.query(
      "SELECT CAST(detail AS text) AS text FROM audit UNION ALL SELECT CAST(reply AS text) FROM idem",
    );
    expect(everywhere.filter(({ text }) => String(text).includes("sk-live"))).toEqual([]);
    expect((await maker.call("POST /mer/own/warehouse/remove", { id: own })).code).toBe(2000);
  });
  it("keeps records of merchants apart", async () => {
    const solo = await server.as("solo");
    expect((await solo.call("POST /mer/own/warehouse/update", { id, size: 5 })).code).toBe(4119);
    expect((await solo.call("POST /mer/own/warehouse/create", { name: "宁波一号仓" })).code).toBe(2000);
  });
  it("removes all given records or none", async () => {
    const made = await maker.call("POST /mer/own/warehouse/create", { name: "临时仓" });
    const ids = [made.map.record.id as string];
    expect((await maker.call("POST /mer/own/warehouse/remove", { ids: [...ids, "WH404"] })).code).toBe(4119);
    expect((await maker.call("GET /mer/own/warehouse/detail", { id: ids[0] })).code).toBe(2000);
    expect((await maker.call("POST /mer/own/warehouse/remove", { ids })).map.removed).toEqual(ids);
    expect((await maker.call("GET /mer/own/warehouse/detail", { id: ids[0] })).code).toBe(4119);
  });
});

describeWritten(() => ({ server, maker, folder }));

describe("files", () => {
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
  const send = (client: Client, name: string, content: Buffer, purpose = "warehouse.lease") => {
    const body = new FormData();
    body.append("purpose", purpose);
    body.append("file", new Blob([content as Uint8Array<ArrayBuffer>]), name);
    return client.send("POST", "/mer/own/file", { body });
  };
  it("are uploaded for a purpose in a schema, and returned only to their owner as a download [E13.5]", async () => {
    const up = await send(maker, "../../租约 1.pdf", pdf);
    expect(up.map).toMatchObject({ name: "租约 1.pdf", size: pdf.length });
    const down = await maker.call("GET /mer/other/load/file", { id: up.map.id });
    expect(down.bytes.equals(pdf)).toBe(true);
    expect(Object.fromEntries(down.headers)).toMatchObject({
      "content-type": "application/pdf",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    expect(down.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''%E7%A7%9F/,
    );
    const solo = await server.as("solo");
    expect((await solo.call("GET /mer/other/load/file", { id: up.map.id })).code).toBe(4119);
  });
  it("are rejected by purpose, format, content and size without leaving data behind", async () => {
    const count = async () => Number((await server.db.query("SELECT count(*) AS n FROM file"))[0]!.n);
    const before = await count();
    expect((await send(maker, "a.pdf", pdf, "nothing")).map.errors[0].at).toBe("/purpose");
    expect((await send(maker, "a.zip", pdf)).code).toBe(4110);
    expect((await send(maker, "a.pdf", Buffer.from("<html>"))).code).toBe(4110);
    expect(
      (
        await send(
          maker,
          "a.pdf",
          Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(1_100_000), Buffer.from("%%EOF")]),
        )
      ).code,
    ).toBe(4140);
    expect(
      (
        await send(
          maker,
          "a.pdf",
          Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(11 * 1024 * 1024), Buffer.from("%%EOF")]),
        )
      ).code,
    ).toBe(4140);
    expect((await maker.call("POST /mer/own/file", {})).code).toBe(4215);
    expect(await count()).toBe(before);
    const { readdirSync } = await import("node:fs");
    expect(readdirSync(join(server.dataDir, "files/tmp"))).toEqual([]);
  });
  it("never exceed a merchant's quota, even when uploaded concurrently", async () => {
    const [{ m, user_id } = {}] = await server.db.query("SELECT m, user_id FROM file LIMIT 1");
    const [{ n } = {}] = await server.db.query("SELECT count(*) AS n FROM file WHERE m = $1", [m]);
    await server.db.query(
      `INSERT INTO file (m, id, user_id, name, mime, size, sha256, purpose, created_at)
       SELECT $1, 'kept-' || i, $2, 'a.pdf', 'application/pdf', 1, '', 'none', now() FROM generate_series(1, $3::int) AS i`,
      [m, user_id, QUOTA_FILES - 2 - Number(n)],
    );
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(maker, "a.pdf", pdf)));
    expect(responses.map(({ code }) => code).toSorted()).toEqual([
      2000,
      2000,
      ...Array(4).fill(failures.uploadFailed.code),
    ]);
    await server.db.query("DELETE FROM file WHERE id LIKE 'kept-%'");
  });
});

describe("a changed schema folder", () => {
  const kept = { type: "string", maxLength: 4, "x-label": label("管理员", "Keeper") };
  const takeFolder = async () => server.reloadSchemas(readSchemas(join(folder, "schemas")));
  it("adds a field to validation, records and the API document while the server runs", async () => {
    const properties = { ...warehouse.properties, keeper: kept };
    const form = {
      sections: [
        {
          id: "all",
          label: label("仓库", "Warehouse"),
          fields: ["name", "size", "phone", "district", "lease", "keeper"],
        },
      ],
    };
    write("entities/warehouse.json", { ...warehouse, properties, "x-form": form });
    expect((await maker.call("POST /mer/own/warehouse/create", { name: "新仓", keeper: "老王" })).code).toBe(4000);
    expect(await takeFolder()).toMatchObject({ done: [expect.stringContaining("warehouse.keeper")], warnings: [] });
    expect(
      (await maker.call("POST /mer/own/warehouse/create", { name: "新仓", keeper: "五个字的人" })).map.errors[0],
    ).toMatchObject({ at: "/keeper", code: "maxLength" });
    expect(
      (await maker.call("POST /mer/own/warehouse/create", { name: "新仓", keeper: "老王" })).map.record.keeper,
    ).toBe("老王");
    const text = await (await fetch(`${server.url}/api/openapi.json`)).text();
    expect(text).toContain("管理员");
  });
  it("leaves a running call the schemas with which it began", async () => {
    const bank = { type: "string", "x-ref": { entity: "bank", label: "{english}" }, "x-label": label("银行", "Bank") };
    const properties = { ...warehouse.properties, keeper: kept, bank };
    const columns = ["name", "bank"];
    const sections = [{ id: "all", label: label("仓库", "Warehouse"), fields: ["name", "bank", "keeper"] }];
    const list = { ...warehouse["x-list"], columns };
    write("entities/warehouse.json", { ...warehouse, properties, "x-form": { sections }, "x-list": list });
    await takeFolder();
    const made = await maker.call("POST /mer/own/warehouse/create", { name: "行仓", bank: "中国工商银行" });
    expect(made).toMatchObject({ code: 2000, map: { record: { bank: "中国工商银行" } } });
    const exportBanks = async () =>
      (
        await maker.call("GET /mer/own/warehouse/export", { format: "csv", q: "行仓" }, { "export-ticket": "banks" })
      ).bytes.toString("utf8");
    const { signal } = new AbortController();
    const slot = await server.services.exports.take({ tenant: "100001", userId: maker.userId, signal });
    const running = exportBanks();
    await expect.poll(() => server.services.exports.findPosition("100001", maker.userId, "banks").waiting).toBe(true);
    const banks = readFileSync(join(folder, "schemas/data/bank.json"), "utf8");
    writeFileSync(
      join(folder, "schemas/data/bank.json"),
      banks.replace("Industrial and Commercial Bank of China", "Bank of Ningbo"),
    );
    await takeFolder();
    slot.end();
    expect(await running).toContain("Industrial and Commercial Bank of China");
    expect(await exportBanks()).toContain("Bank of Ningbo");
  });
  it("is rejected as a whole for an address conflict, a call without a handler or a removed field with stored values", async () => {
    const list = JSON.parse(readFileSync(join(folder, "schemas/calls/menu.json"), "utf8")) as Record<string, unknown>;
    write("calls/surprise.json", { ...list, http: "GET /mer/own/surprise" });
    await expect(takeFolder()).rejects.toThrow(/surprise.json has no handler/);
    rmSync(join(folder, "schemas/calls/surprise.json"));
    write("entities/warehouse.json", { ...warehouse, "x-calls": { list: "GET /mer/wallet/list" } });
    await expect(takeFolder()).rejects.toThrow(/GET \/mer\/wallet\/list is taken by "list" of "wallet"/);
    write("entities/warehouse.json", warehouse);
    await expect(takeFolder()).rejects.toThrow(/warehouse\.keeper: the field is gone, but 1 stored record hold/);
    expect(
      (await maker.call("POST /mer/own/warehouse/create", { name: "旧仓", keeper: "五个字的人" })).map.errors[0],
    ).toMatchObject({ at: "/keeper" });
  });
});
