/**
 * Lists, options, searches and files reject unknown parameters, but accept everything that the portal sends according
 * to its own schemas.
 */
import { createSeal } from "../../server/core/seal.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readQuery, type Row } from "@portolan/engine";
import { type Client, startTestServer, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  maker = await server.as("maker");
});
afterAll(() => server.stop());

const PAGE = "GET /mer/gep/withdraw/page";
const FILE = "GET /mer/gep/withdraw/listExport";
/** Returns the location and text of each error. Invalid parameters have HTTP status 200. */
const wrong = async (call: string, body?: Row, client = maker): Promise<Record<string, string>> => {
  const { status, code, map } = await client.call(call, body);
  expect([call, body, status, code]).toEqual([call, body, 200, 4000]);
  return Object.fromEntries(
    ((map.errors ?? []) as { at: string; code: string; message: string }[]).map(({ at, message }) => [at, message]),
  );
};

it("lists reject every unknown parameter and suggest the closest one", async () => {
  const english = await server.as("maker");
  english.lang = "en";
  expect(
    await wrong(
      PAGE,
      {
        cursor: "garbage",
        size: 500,
        page: -3,
        status: "nonsense",
        statuz: "failed",
        "amount.from": "abc",
        amount: "abc",
        createdAt: "someday",
        sort: "amuont",
        view: "faild",
        secret: 1,
        totals: "perhaps",
      },
      english,
    ),
  ).toEqual({
    "/size": "Rows a page are 20, 50, 100",
    "/page": "A page is a whole number, 1 or more",
    "/status": expect.stringMatching(/^“nonsense” is not one of the values\. They are: .*failed/),
    "/statuz": "There is no parameter “statuz” here. Did you mean status?",
    "/amount.from": "There is no parameter “amount.from” here. Did you mean amount?",
    "/amount": "“abc” is not a number. Write one such as 2000, or 2000..5000 for a range.",
    "/createdAt": expect.stringContaining("“someday” is not a date"),
    "/sort": "The list cannot be sorted by “amuont”. Did you mean amount?",
    "/view": expect.stringContaining("There is no view “faild”"),
    "/secret": expect.stringMatching(/^There is no parameter “secret” here\. Choose one of: .*size, .*status/),
    "/totals": "“perhaps” is neither yes nor no. Write true or false.",
  });
  expect(await wrong(PAGE, { cursor: "garbage" })).toEqual({ "/cursor": "游标无法识别，请去掉游标，从第一页重新开始" });
  expect(await wrong(`${PAGE}?size=20&size=50&q=a&status=`, {})).toEqual({
    "/size": "这个参数重复了，只写一次；多个值用逗号隔开",
  });
  expect(await wrong(PAGE, { 状态: "失败", status: "失败" })).toEqual({
    "/状态": "没有参数“状态”，是不是 status？",
    "/status": "没有“失败”这个值，是不是 failed？",
  });
  expect(await wrong(PAGE, { page: 5001 })).toEqual({
    "/page": expect.stringContaining("页码最多到 5000（前 100000 行）"),
  });
  expect((await maker.call(PAGE, { page: 5000, status: "", cursor: "", totals: 1 })).code).toBe(2000);
});

it("every other listing call rejects unknown parameters too", async () => {
  expect(
    await wrong("POST /mer/transfer/page", { statuz: "failed", size: 7, status: ["done", "nonsense"] }),
  ).toMatchObject({ "/statuz": expect.any(String), "/size": expect.any(String), "/status": expect.any(String) });
  expect(await wrong("POST /mer/transfer/page?statuz=1", { size: 50, page: 0 })).toMatchObject({
    "/statuz": expect.any(String),
    "/page": expect.any(String),
  });
  const checker = await server.as("checker");
  expect(
    await wrong("POST /mer/gep/remittance/reexamineList", { statuz: "failed", cursor: "garbage.x" }, checker),
  ).toHaveProperty("/statuz");
  expect(await wrong("POST /mer/gep/remittance/reexamineList", { cursor: "garbage.x" }, checker)).toHaveProperty(
    "/cursor",
  );
  for (const [name, { calls, source }] of server.schemas.entities) {
    for (const call of [calls.list, calls.options, calls.export]) {
      if (!call || call.access === "public") continue;
      const answer = await maker.call(`${call.method} ${call.path}`, {
        statuz: "x",
        size: 999,
        ...(call === calls.options && source === "data" ? {} : { cursor: "garbage.x" }),
      });
      if (answer.code === 4118) continue;
      expect([name, call.name, answer.code, answer.map.errors?.map(({ at }: { at: string }) => at)]).toEqual([
        name,
        call.name,
        4000,
        ["/statuz", "/size"],
      ]);
    }
  }
  expect(await wrong("GET /mer/own/search", { q: "WD", kind: "withdrawal" })).toEqual({
    "/kind": "没有“kind”这个字段",
  });
  expect(await wrong("GET /mer/other/merRate/kv", { pair: "USD/CNY" })).toEqual({ "/pair": "没有“pair”这个字段" });
});

it("exports reject an unknown format or column and an invalid cursor", async () => {
  const entries = "GET /mer/records/query/walletDetailsDerive";
  expect(await wrong(entries, { format: "pdf" })).toEqual({ "/format": "没有“pdf”这个值，可用：xlsx, csv" });
  expect(await wrong(FILE, { format: "xlsm" })).toEqual({ "/format": "没有“xlsm”这个值，是不是 xlsx？" });
  expect(await wrong(FILE, { format: "csv", cols: "orderNo,amuont", excel: "maybe", statuz: "failed" })).toEqual({
    "/cols": expect.stringContaining("amount"),
    "/excel": expect.any(String),
    "/statuz": expect.any(String),
  });
  expect(await wrong(FILE, { cursor: "garbage" })).toHaveProperty("/cursor");
  expect(await wrong(`${FILE}?format=csv&format=xlsx`, {})).toHaveProperty("/format");
  const file = await maker.call(FILE, {
    format: "csv",
    cols: "orderNo,amount",
    excel: 1,
    page: 1,
    size: 50,
    status: "done",
  });
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
});

it("a cursor is valid only with its own filters and order", async () => {
  const ask = (more: Row) => maker.call(PAGE, { sort: "amount", amount: "!~", ...more });
  const { next } = (await ask({})).map as { next: string };
  expect((await ask({ cursor: next })).code).toBe(2000);
  expect((await ask({ cursor: next, size: 50 })).code).toBe(2000);
  for (const other of [{ amount: "2.." }, { sort: "-amount" }, { status: "done" }, { q: "a" }]) {
    expect(await wrong(PAGE, { sort: "amount", amount: "!~", ...other, cursor: next })).toEqual({
      "/cursor": "这个游标属于另外的筛选或排序。请与原来的条件一起使用，或去掉游标重新开始。",
    });
  }
  const { seal } = server.app.services;
  server.app.services.seal = createSeal([{ kid: "k0", key: Buffer.alloc(32, 1) }]);
  expect(await wrong(PAGE, { sort: "amount", amount: "!~", cursor: next })).toEqual({
    "/cursor": "游标无法识别，请去掉游标，从第一页重新开始",
  });
  server.app.services.seal = seal;
});

it("a masked value is found only by the complete value, so that no list reveals parts of it", async () => {
  const [row] = await server.db.query(
    "SELECT data FROM e_withdrawal WHERE m = '100001' ORDER BY created_at DESC LIMIT 1",
  );
  const account = String(row!.data["account"]);
  for (const call of [PAGE, "GET /mer/account/page", "GET /mer/own/payee/list"]) {
    const find = async (text: string) => (await maker.call(call, { account: text })).map.list.length > 0;
    expect([call, await find(account)]).toEqual([call, true]);
    for (const part of [account.slice(0, -1), account.slice(1), account.slice(4, 9), account[8]!])
      expect([call, part, await find(part)]).toEqual([call, part, false]);
  }
});

it("impossible dates and unknown currencies are rejected in every query, number and document", async () => {
  const statement = "GET /mer/own/wallet/statement";
  for (const day of ["0000-01-01", "0001-01-01", "0999-12-31"]) {
    expect(await wrong(statement, { from: day })).toHaveProperty("/from");
    expect(await wrong(PAGE, { createdAt: `${day}..` })).toHaveProperty("/createdAt");
  }
  expect(await wrong(PAGE, { createdAt: "..9999-12-31T23:59:59-12:00" })).toHaveProperty("/createdAt");
  expect((await maker.call(PAGE, { createdAt: "1000-01-01..9999-12-31" })).code).toBe(2000);
  expect(await wrong(statement, { currency: "XXX" })).toEqual({ "/currency": "暂不支持这个币种" });
  expect(await wrong("GET /mer/own/wallet/total", { currency: "XXX" })).toHaveProperty("/currency");
  const paper = (ids: readonly string[], format: string) =>
    maker.call("GET /mer/own/periodStatement/export", { ids: ids.join(), format });
  expect((await paper(["00010101-99991231-CNY"], "pdf")).code).toBe(4182);
  // Each number costs a sum over the tenant's postings.
  const days = Array.from({ length: 51 }, (_, index) => `2026${String(101 + index).padStart(4, "0")}-20261126-CNY`);
  const refused = await paper(days, "csv");
  expect([refused.code, refused.map]).toEqual([4180, { rows: 51, most: 50 }]);
  expect((await paper(days.slice(0, 2), "csv")).status).toBe(200);
});

it("lists accept every query that the schemas let the portal send", () => {
  const { entities, pages } = server.schemas;
  const asked: [what: string, entity: string, query: Row][] = [];
  for (const page of pages)
    for (const tab of [page, ...(page.tabs ?? [])])
      if (tab.entity && tab.preset) asked.push([`${page.path} preset`, tab.entity, tab.preset]);
  for (const entity of entities.values()) {
    for (const related of entity.detail.related ?? [])
      asked.push([
        `${entity.name} related ${related.id}`,
        related.entity,
        Object.fromEntries(Object.keys(related.where).map((name) => [name, "!~"])),
      ]);
    for (const field of entity.fields.flatMap((field) => [field, ...(field.items ?? [])])) {
      const { ref, options } = field;
      if (ref)
        asked.push([
          `${entity.name}.${field.name} ref`,
          ref.entity,
          {
            ...Object.fromEntries(Object.entries(ref.where ?? {}).map(([name, values]) => [name, values.join()])),
            q: "a",
            size: 50,
          },
        ]);
      if (options && "list" in options)
        asked.push([
          `${entity.name}.${field.name} options`,
          options.list,
          { q: "a", size: 50, ...Object.fromEntries(Object.keys(options.params ?? {}).map((name) => [name, "!~"])) },
        ]);
    }
  }
  expect(asked.length).toBeGreaterThan(40);
  for (const [what, name, query] of asked)
    expect([what, readQuery(entities.get(name)!, query, { now: 0 }, () => false).problems]).toEqual([what, []]);
});
