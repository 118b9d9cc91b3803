/** Receiving accounts of the merchant, and lookup of bank details. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "@portolan/engine";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
});
afterAll(() => server.stop());

const LIST = "GET /mer/wallet/bank/account";
const UPDATE = "POST /mer/gep/bank/update";
const all = async (who = maker): Promise<Row[]> => (await who.call(LIST, { size: 100 })).map.list;
const usd = async () => (await all()).filter((row) => row["currency"] === "USD");
const change = (row: Row, more: Row) =>
  maker.call(UPDATE, { id: row["id"], ...more }, { "idempotency-key": randomUUID() });

it("lists each currency's account with everything a remitter needs [C38 F2 S5]", async () => {
  const rows = await all();
  expect(rows.map((row) => row["currency"])).toEqual(["AUD", "CNY", "EUR", "HKD", "JPY", "USD", "USD"]);
  for (const row of rows.filter(({ status }) => status === "completed")) {
    for (const name of ["holder", "bank", "swift", "account", "country", "reference"])
      expect([row["currency"], name, row[name]]).toEqual([row["currency"], name, expect.stringMatching(/./)]);
  }
  expect(rows[0]).toMatchObject({ currency: "AUD", status: "inProcess" });
  expect(rows.find((row) => row["currency"] === "EUR")!["account"]).toMatch(/^DE\d{20}$/);
});

it("searches accounts for a picker [C51]", async () => {
  const answer = await maker.call("GET /mer/gep/bank/getList", { q: "Deutsche" });
  expect(answer.map.list).toEqual([expect.objectContaining({ currency: "EUR", swift: "DEUTDEFF" })]);
});

it("changes label, remark and default, with one default per currency [C52]", async () => {
  const [first, second] = (await usd()) as [Row, Row];
  expect([first["isDefault"], second["isDefault"]]).toEqual([true, false]);
  const answer = await change(second, { label: "美国仓", remark: "旺季使用", isDefault: true });
  expect(answer).toMatchObject({
    code: 2000,
    map: { record: { label: "美国仓", remark: "旺季使用", isDefault: true } },
  });
  expect((await usd()).map((row) => [row["id"], row["isDefault"]])).toEqual([
    [second["id"], true],
    [first["id"], false],
  ]);
  expect((await all()).find((row) => row["currency"] === "EUR")!["isDefault"]).toBe(true);
});

it("does not change bank details, which the provider maintains [C52]", async () => {
  const [row] = (await usd()) as [Row];
  const answer = await change(row, {
    label: "美国站",
    account: "1234567890",
    swift: "BARCGB22",
    holder: "Someone Else",
    status: "accessFailed",
    currency: "EUR",
  });
  expect(answer.map.record).toMatchObject({
    account: row["account"],
    swift: row["swift"],
    holder: row["holder"],
    status: "completed",
    currency: "USD",
  });
});

it("rejects a default that is not open, a label that is too long, and another merchant's account", async () => {
  const [aud] = (await all()) as [Row];
  expect((await change(aud, { isDefault: true })).map.errors).toEqual([
    expect.objectContaining({ at: "/isDefault", code: "defaultOpen" }),
  ]);
  expect((await change(aud, { label: "一".repeat(21) })).map.errors).toEqual([
    expect.objectContaining({ at: "/label", code: "maxLength" }),
  ]);
  const solo = await server.as("solo");
  expect((await solo.call(UPDATE, { id: aud["id"], label: "x" })).code).toBe(4119);
  expect((await all(solo)).map((row) => row["currency"])).toEqual(["AUD", "CNY", "GBP", "USD", "USD"]);
});

it("completes domestic bank details from a number, a branch, or a bank [C50]", async () => {
  const ask = async (body: Row) => (await maker.call("GET /mer/gep/bank/bankInformationRelevance", body)).map;
  const [branch] = (await maker.call("GET /mer/account/getBankLinkList", { bank: "中国工商银行", city: "杭州市" })).map
    .list;
  const whole = {
    bank: "中国工商银行",
    bankEnglish: "Industrial and Commercial Bank of China",
    province: "浙江省",
    city: "杭州市",
    branch: branch.name,
    linkedBankNo: branch.linkedBankNo,
  };
  expect((await ask({ linkedBankNo: branch.linkedBankNo })).record).toMatchObject(whole);
  expect((await ask({ branch: branch.name })).record).toMatchObject(whole);
  const several = await ask({ bank: "中国工商银行" });
  expect(several.record).toMatchObject({ bank: "中国工商银行", bankCode: "102" });
  expect(several.branches.length).toBeGreaterThan(1);
  expect(await ask({ linkedBankNo: "999999999999" })).toEqual({ record: {}, branches: [] });
});

it("looks up country and bank of a SWIFT code, and rejects an invalid one [C50 V8]", async () => {
  const ask = async (swift: string, user = maker) => user.call("GET /mer/gep/bank/bankInformationRelevance", { swift });
  expect((await ask("DEUTDEFF500")).map.record).toEqual({
    swift: "DEUTDEFF500",
    country: "DE",
    bank: "Deutsche Bank AG",
    bankAddress: "Taunusanlage 12, 60325 Frankfurt am Main",
  });
  // Another branch of the bank does not match, and accounts of other merchants are not disclosed.
  expect((await ask("DEUTCNSH")).map.record.bankAddress).toBeUndefined();
  const solo = await server.as("solo");
  const known = (await ask("DEUTDEFF500", solo)).map.record;
  expect(known).toMatchObject({ swift: "DEUTDEFF500", country: "DE" });
  expect(known.bankAddress).toBeUndefined();
  expect((await ask("QWERFRPP")).map.record).toEqual({ swift: "QWERFRPP", country: "FR" });
  expect((await ask("DEUTDE")).map.errors).toContainEqual(expect.objectContaining({ at: "/swift", code: "minLength" }));
  expect((await maker.call("GET /mer/gep/bank/bankInformationRelevance")).code).toBe(4000);
});
