/** The development server's API for the workbench: access, writable files, and results for an unsaved text. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { read, utils } from "@e965/xlsx";
import { resolveConfig } from "vite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApi, Workspace } from "../../tools/workbench/api.ts";
import {
  API,
  type Items,
  type Open,
  type DerivedCode,
  type Sheets,
  type Tried,
  type Verdicts,
  type Whole,
} from "../../tools/workbench/protocol.ts";
import { createWorkbenchPlugin } from "../../tools/workbench/plugin.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PATH = "schemas/entities/withdrawal.json";
const FIXTURES = ["withdrawal", "bankAccount"];
let dir: string;
let server: Server;
let original: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "portolan-bench-"));
  cpSync(join(root, "schemas"), join(dir, "schemas"), { recursive: true });
  for (const name of FIXTURES)
    cpSync(join(root, "tests/schemas", name), join(dir, "tests/schemas", name), { recursive: true });
  original = readFileSync(join(dir, PATH), "utf8");
  const api = createApi(new Workspace(join(dir, "schemas")));
  server = createServer((request, response) => api(request, response, () => response.writeHead(418).end()));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => writeFileSync(join(dir, PATH), original));

interface Answer<T> {
  status: number;
  value: T;
  bytes: Buffer;
}
function call<T>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = ask(
      {
        port,
        host: "127.0.0.1",
        path: `${API}/${path}`,
        method: body === undefined ? "GET" : "POST",
        headers: {
          host: `localhost:${port}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const bytes = Buffer.concat(chunks);
        const isJson = response.headers["content-type"]?.startsWith("application/json");
        resolve({
          status: response.statusCode!,
          bytes,
          value: (isJson ? JSON.parse(bytes.toString()) : undefined) as T,
        });
      },
    );
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
}
const longer = () =>
  original.replace(
    '"remark": { "$ref": "../shared/money.json#/$defs/remark" }',
    '"remark": { "$ref": "../shared/money.json#/$defs/remark", "maxLength": 30 }',
  );
const failing = async (v: number) => (await call<Verdicts>(`verdicts?v=${v}`)).value.filter(({ ok }) => !ok);
const open = async (v: number) => (await call<Open>(`unguarded?v=${v}`)).value;
const tried = async (text: string) => (await call<Tried>("try", { path: PATH, text })).value;

describe("access to the workbench", () => {
  it("is limited to local host names, so that DNS rebinding is rejected", async () => {
    expect((await call("items", undefined, { host: "evil.example" })).status).toBe(403);
    expect((await call("items", undefined, { host: "localhost.evil.example:5173" })).status).toBe(403);
    expect((await call("items")).status).toBe(200);
  });
  it("is denied to other origins and to requests that a form could send", async () => {
    const save = { path: PATH, text: longer(), was: original };
    for (const headers of [
      { origin: "http://evil.example" },
      { origin: "null" },
      { "content-type": "text/plain" },
      { "sec-fetch-site": "cross-site" },
    ])
      expect((await call("save", save, headers as unknown as Record<string, string>)).status).toBe(403);
    expect(readFileSync(join(dir, PATH), "utf8")).toBe(original);
  });
  it("returns 404 or 400 for unknown or malformed requests", async () => {
    expect((await call("nothing")).status).toBe(404);
    expect((await call("try", { path: PATH })).status).toBe(400);
    expect((await call("entity?v=999&name=wallet")).status).toBe(404);
  });
});

describe("saving a file", () => {
  it("is limited to schemas and fixtures", async () => {
    for (const path of [
      "schemas/../package.json",
      "schemas/entities/../../../package.json",
      "schemas/entities/..%2fx.json",
      "/etc/passwd",
      "schemas/meta/entity.schema.json",
      "schemas/entities/none.json",
      "tests/schemas/../../package.json",
      "tests/house/house.test.ts",
      "server/main.ts",
    ]) {
      expect([path, (await call("save", { path, text: "{}", was: "" })).status]).toEqual([path, 409]);
      expect([path, (await call(`file?path=${encodeURIComponent(path)}`)).status]).toEqual([path, 404]);
    }
  });
  it("writes the text unchanged", async () => {
    expect((await call("save", { path: PATH, text: longer(), was: original })).status).toBe(200);
    expect(readFileSync(join(dir, PATH), "utf8")).toBe(longer());
  });
  it("rejects a schema with errors", async () => {
    const text = original.replace('"maxLength": 200', '"maxLenght": 200');
    const { status, value } = await call<{ refused: string; findings: { rule: string }[] }>("save", {
      path: PATH,
      text,
      was: original,
    });
    expect([status, value.refused, value.findings.map(({ rule }) => rule)]).toEqual([
      409,
      "findings",
      ["unknown-keyword"],
    ]);
    expect(readFileSync(join(dir, PATH), "utf8")).toBe(original);
  });
  it("rejects a file that has changed since, and returns its current text", async () => {
    writeFileSync(join(dir, PATH), `${original}\n`);
    expect(await call("save", { path: PATH, text: longer(), was: original })).toMatchObject({
      status: 409,
      value: { refused: "changed", now: `${original}\n` },
    });
    expect(readFileSync(join(dir, PATH), "utf8")).toBe(`${original}\n`);
  });
});

describe("an edited schema", () => {
  it("is rejected with position and suggestion", async () => {
    const text = original.replace('"maxLength": 200', '"maxLenght": 200');
    const { findings, shown } = await tried(text);
    const line = text.split("\n").findIndex((one) => one.includes("maxLenght")) + 1;
    expect(shown).toBeUndefined();
    expect(findings).toMatchObject([
      {
        file: PATH,
        line,
        column: text.split("\n")[line - 1]!.indexOf('"maxLenght"') + 1,
        rule: "unknown-keyword",
        suggestion: "maxLength",
      },
    ]);
  });
  it("lists failing cases, limits without a case and the differences", async () => {
    const { shown } = await tried(longer());
    expect((await failing(shown!.v)).map(({ name }) => name)).toEqual(["remark of 21"]);
    expect(shown!.inherited["remark"]).toMatchObject({
      path: "schemas/shared/money.json",
      name: "remark",
      keywords: { maxLength: 20 },
    });
    const { value } = await call<Whole>("whole", { path: PATH, text: longer(), v: shown!.v });
    expect(value.findings).toEqual([]);
    expect(value.changes).toMatchObject([
      {
        at: "withdrawal.remark",
        request: "info",
        response: "warning",
        touches: expect.arrayContaining([expect.stringContaining("remark of 21")]),
      },
    ]);
    expect((await open(shown!.v)).map(({ what }) => what)).toContain("remark maxLength 30 -> 31");
    expect(value.diff.filter(({ sign }) => sign === "+").map(({ text }) => text.trim())).toEqual([
      '"remark": { "$ref": "../shared/money.json#/$defs/remark", "maxLength": 30 },',
    ]);
  });
  it("has its cases updated in the editor without saving: accept for failing ones, suggest for missing ones", async () => {
    const { shown } = await tried(longer());
    const file = join(dir, shown!.casesFile!);
    const text = readFileSync(file, "utf8");
    const mended = async (what: string, from: string) =>
      (await call<{ text: string }>("cases", { v: shown!.v, text: from, what })).value.text;
    const accepted = await mended("accept", text);
    const lines = accepted.split("\n").filter((line, index) => line !== text.split("\n")[index]);
    expect(lines.map((line) => JSON.parse(line.replace(/,$/, "")))).toMatchObject([
      { name: "remark of 21", expect: [], review: true },
    ]);
    const whole = await mended("suggest", accepted);
    writeFileSync(file, whole);
    const again = (await tried(longer())).shown!;
    expect(await failing(again.v)).toEqual([]);
    expect(await open(again.v)).toEqual([]);
    writeFileSync(file, text);
  });
  it("lists the places where a field appears", async () => {
    const { shown } = await tried(original);
    const { value } = await call<{ where: string; text: { en: string } }[]>(`reaches?v=${shown!.v}&field=remark`);
    expect(value.map(({ where }) => where)).toEqual(expect.arrayContaining(["form", "list", "export", "import"]));
  });
  it("is validated in the browser by a module without the compiler", async () => {
    const { shown } = await tried(longer());
    const { bytes } = await call(shown!.check.slice(API.length + 1));
    const code = bytes.toString();
    expect(code).toContain("export const validate");
    expect(code).not.toMatch(/\beval\b|new Function|ajv/i);
  });
  it.each(["zh", "en"] as const)("is shown as exported and imported files (%s)", async (lang) => {
    const { shown } = await tried(longer());
    const { value } = await call<Sheets>(`sheets?v=${shown!.v}&lang=${lang}`);
    const label = { zh: "备注", en: "Note" }[lang];
    expect(value.export![0]).toContain(label);
    const column = value.template![0]!.indexOf(label);
    expect(value.template![1]![column]).toContain("30");
    const { bytes } = await call(`download?v=${shown!.v}&what=export&lang=${lang}`);
    const book = read(bytes);
    expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!)).toHaveLength(25);
  });
  it("is shown as types, API calls and tables", async () => {
    const { shown } = await tried(longer());
    const { value } = await call<DerivedCode>(`outside?v=${shown!.v}`);
    expect(value.types).toContain("remark?: string");
    expect(value.tables).toContain("CREATE TABLE IF NOT EXISTS e_withdrawal");
    expect(value.calls.map(({ route }) => route)).toContain("POST /api/mer/gep/withdraw/apply");
  });
});

describe("samples", () => {
  const listRoutes = async () => (await call<Items>("items")).value.items.filter(({ kind }) => kind === "entity");
  it("are a list and a record of every entity", async () => {
    const items = await listRoutes();
    expect(items.length).toBeGreaterThan(30);
    for (const { name, path } of items) {
      const { value: text } = await call<{ text: string }>(`file?path=${path}`);
      const { shown } = (await call<Tried>("try", { path, text: text.text })).value;
      for (const one of ["list", "detail"])
        expect([
          name,
          one,
          (await call("call", { v: shown!.v, entity: name, call: one, body: {}, lang: "zh", rows: 3 })).status,
        ]).toEqual([name, one, 200]);
    }
  });
  it("are filtered as on the server", async () => {
    const { shown } = await tried(original);
    const list = async (body: object) =>
      (
        await call<{ total: number; list: { status: string }[]; groups?: { value: string; count: number }[] }>("call", {
          v: shown!.v,
          entity: "withdrawal",
          call: "list",
          body,
          lang: "en",
          rows: 25,
        })
      ).value;
    const all = await list({});
    const done = await list({ status: "done" });
    expect(all.total).toBe(25);
    expect(new Set(done.list.map(({ status }) => status))).toEqual(new Set(["done"]));
    expect(done.total).toBeLessThan(25);
    const grouped = await list({ group: "status" });
    expect([grouped.list, grouped.groups?.find(({ value }) => value === "done")?.count]).toEqual([[], done.total]);
    expect(grouped.groups?.reduce((sum, { count }) => sum + count, 0)).toBe(25);
  });
});

it("the workbench is part of the development server, but not of a build", async () => {
  expect(createWorkbenchPlugin({ dir }).apply).toBe("serve");
  const names = async (command: "build" | "serve") =>
    (await resolveConfig({ root, configFile: join(root, "vite.config.ts"), logLevel: "silent" }, command)).plugins.map(
      ({ name }) => name,
    );
  expect(await names("serve")).toContain("portolan-workbench");
  expect(await names("build")).not.toContain("portolan-workbench");
});
