/**
 * Every call of the specification over HTTP: it exists, is documented and guarded. Also covers messages and limits
 * without a suite of their own.
 */
import { SUCCESS_CODE } from "@portolan/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import constants from "../../schemas/constants.json" with { type: "json" };
import pages from "../../schemas/pages.json" with { type: "json" };
import { formatCountry } from "../../src/engine/kinds/names.ts";
import type { Lang } from "@portolan/engine";
import { startTestServer, type Client, type TestServer } from "../server/server.ts";
import { checklist } from "./checklist.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
let server: TestServer;
let maker: Client;
let document: { paths: Record<string, Record<string, unknown>> };
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
  document = JSON.parse((await maker.call("GET /openapi.json")).bytes.toString("utf8")) as typeof document;
});
afterAll(() => server.stop());

const calls = checklist.filter(({ id }) => id.startsWith("C")).map(({ id, text }) => [id, text] as const);
/** Calls that require no session: sign-in, and the constants that it needs. */
const PUBLIC = new Set(["C1", "C2", "C3", "C4", "C12"]);
/** Calls available to a merchant before certification. */
const BEFORE_CERTIFICATION =
  /^POST \/mer\/logout|\/mer\/(menu|user|password|googleAuth|other|other2|info\/auth|home|wallet\/(one|list)|account\/get|swap\/req|inter\/remit\/getPurpose)/;

describe("every call of the specification", () => {
  it.each(calls)("%s %s is served and in the API document", async (_id, call) => {
    const [method = "", path = ""] = call.split(" ");
    expect(
      document.paths[`/api${path}`]?.[method.toLowerCase()] ?? document.paths[path]?.[method.toLowerCase()],
    ).toBeDefined();
  });
  it("rejects callers without a session, or with another session's token [P2 S14]", async () => {
    const stranger = server.client();
    const forged = await server.as("maker");
    for (const [id, call] of calls) {
      if (PUBLIC.has(id)) continue;
      expect([id, (await stranger.call(call)).status]).toEqual([id, 302]);
      const body = call.startsWith("GET") ? undefined : {};
      expect([id, (await forged.call(call, body, { token: "x".repeat(43) })).code]).toEqual([id, 3001]);
    }
  });
  it("rejects an uncertified merchant with HTTP 303, except in calls before certification [P4 S1 M7]", async () => {
    const fresh = await server.as("new");
    const open: string[] = [];
    for (const [id, call] of calls) {
      if (PUBLIC.has(id) || BEFORE_CERTIFICATION.test(call)) continue;
      const answer = await fresh.call(call, call.startsWith("GET") ? undefined : {});
      if (answer.status !== 303 || answer.message !== "完成认证后就能使用，约需 10 分钟。")
        open.push(`${id} ${call}: ${answer.status} ${answer.code}`);
    }
    expect(open).toEqual([]);
  });
  it("rejects a user without the grant [P3 P5]", async () => {
    const [{ grants }] = (await server.db.query(
      "SELECT grants FROM portal_user WHERE username = 'solo@demo.portolan'",
    )) as [{ grants: string[] }];
    await server.db.query("UPDATE portal_user SET grants = '[]' WHERE username = 'solo@demo.portolan'");
    const solo = await server.as("solo");
    const answer = await solo.call("POST /mer/gep/withdraw/apply", { accountId: "x", amount: "2000" });
    expect([answer.code, answer.message]).toEqual([4118, "您没有这项操作的权限。"]);
    await server.db.query("UPDATE portal_user SET grants = $1 WHERE username = 'solo@demo.portolan'", [
      JSON.stringify(grants),
    ]);
  });
});

describe("constants", () => {
  it("are returned as in the specification [C12 K1-K22]", async () => {
    const { constants: served } = (await maker.call("POST /mer/other/getConstants", {})).map;
    expect(served).toMatchObject({
      quoteValidMs: 15_000,
      requestTimeoutMs: 15_000,
      resendSeconds: 60,
      antiDoubleClickMs: 2_000,
      languageReloadMs: 500,
      drawerBreakpointPx: 580,
      sidebarBreakpointPx: 992,
      successCode: SUCCESS_CODE,
      userStatuses: [4, 0, -1, 1],
      cnyMinimum: "2000",
      genericMinimum: "10",
      cnyBatchRows: 2_000,
      remittanceBatchRows: 4_000,
      uploadMaxBytes: 10 * 1024 * 1024,
      cardsPerApplicationMin: 1,
      cardsPerApplicationMax: 10,
      cardLabelMax: 35,
      remarkMax: 20,
      fullAmountFee: "40",
      swapAuditDaysMin: 1,
      swapAuditDaysMax: 3,
      tradingOpens: "09:30",
      tradingCloses: "17:00",
      swiftMin: 8,
      swiftMax: 11,
      ownershipMin: "25",
      ownershipMax: "100",
      remitTypes: ["00", "01"],
      feeBearings: ["SHA", "OUR", "BEN"],
      businessTypes: ["ecommerce", "generalTrade"],
      languages: ["zh", "en"],
    });
    expect(served.swapPurposes).toHaveLength(10);
    expect(Object.keys(served)).toHaveLength(Object.keys(constants).length - 1);
  });
});

describe("fees and limits", () => {
  const WRITES = ["create", "update", "remove", "import", "template", "set", "save"];
  it.each(["maker", "checker", "solo", "new", "review", "failed"])(
    "cannot be written by %s: every possible path returns 404",
    async (user) => {
      const client = await server.as(user);
      const row = {
        product: "withdrawal",
        currency: "CNY",
        singleMin: "1",
        singleMax: "2",
        monthlyMax: "3",
        singleFee: "0",
        effectiveFrom: "2030-01-01T00:00:00Z",
      };
      const before = await server.db.query("SELECT id, data FROM e_channel ORDER BY id");
      for (const path of [
        ...WRITES.map((name) => `/mer/own/channel/${name}`),
        "/channel.set",
        "/mer/channel.set",
        "/mer/own/channel.set",
      ]) {
        for (const method of ["POST", "GET"])
          expect([method, path, (await client.call(`${method} ${path}`, row)).status]).toEqual([method, path, 404]);
      }
      expect(await server.db.query("SELECT id, data FROM e_channel ORDER BY id")).toEqual(before);
    },
  );
  it("cannot be written by any form, grant or operation of the portal", async () => {
    const operations = Object.entries(document.paths)
      .filter(([path]) => /channel/i.test(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
    expect(operations.sort()).toEqual(
      ["detail", "export", "list", "options"].map((name) => `get /mer/own/channel/${name}`),
    );
    const grants = (await server.db.query<{ grants: string[] }>("SELECT grants FROM portal_user")).flatMap(
      (user) => user.grants,
    );
    expect([...new Set(grants.filter((grant) => /channel/i.test(grant)))]).toEqual(["channelConfiguration"]);
    const views = (pages as { entity?: string; show?: string; view?: object; tabs?: object[] }[])
      .flatMap((page) => [page, page.view ?? {}, ...(page.tabs ?? [])] as { entity?: string; show?: string }[])
      .filter(({ entity }) => entity === "channel");
    expect(views.length).toBeGreaterThan(0);
    expect(views.filter(({ show = "list" }) => show !== "list")).toEqual([]);
  });
});

describe("user info", () => {
  it("contains name, avatar and certification status [C11 E12.5]", async () => {
    expect((await maker.call("GET /mer/user/info")).map).toMatchObject({
      name: "陈明",
      merName: "杭州启航贸易有限公司",
      userStatus: 1,
      certified: true,
    });
  });
  it("contains the picture that the user sets, until it is removed [C11 E12.5]", async () => {
    const SET = "POST /mer/own/avatar";
    const upload = async (purpose: string) => {
      const body = new FormData();
      body.append("purpose", purpose);
      body.append("file", new Blob([PNG]), "me.png");
      return String((await maker.send("POST", "/mer/own/file", { body })).map.id);
    };
    const first = await upload("avatar");
    expect((await maker.call(SET, { avatar: await upload("kyc") })).map.errors).toMatchObject([{ at: "/avatar" }]);
    expect((await (await server.as("solo")).call(SET, { avatar: first })).map.errors).toMatchObject([
      { at: "/avatar" },
    ]);
    expect((await maker.call(SET, { avatar: first })).code).toBe(2000);
    expect((await maker.call("GET /mer/user/info")).map.avatar).toBe(first);
    const { image } = (await maker.call("POST /mer/other2/show/image", { id: first })).map;
    expect(image).toBe(`data:image/png;base64,${PNG.toString("base64")}`);
    const second = await upload("avatar");
    expect((await maker.call(SET, { avatar: second })).code).toBe(2000);
    expect((await maker.call("POST /mer/other2/show/image", { id: first })).code).toBe(4119);
    expect((await maker.call(SET, {})).code).toBe(2000);
    expect((await maker.call("GET /mer/user/info")).map).not.toHaveProperty("avatar");
  });
});

describe("reference lists", () => {
  const options = async (path: string, body: Record<string, unknown> = {}) =>
    (await maker.call(`GET /mer/other/${path}`, body)).map.list as Record<string, unknown>[];
  it("contain currencies, trade types, banks, countries, business types and card issuers [C13-C20 K21 V23]", async () => {
    expect((await options("currency")).find(({ code }) => code === "JPY")).toMatchObject({ minorUnits: 0 });
    expect(await options("getAccCurrency")).toEqual(await options("currency"));
    expect((await options("tradeType/kv")).length).toBeGreaterThan(1);
    expect((await options("getBanks", { q: "招商" })).map(({ code }) => code)).toEqual(["308"]);
    expect((await options("getCountrys", { q: "DE" })).map(({ code }) => code)).toContain("DE");
    expect(await options("countryCodeQuery", { q: "DE" })).toEqual(await options("getCountrys", { q: "DE" }));
    expect((await options("getBusinessType")).map(({ code }) => code)).toEqual(["ecommerce", "generalTrade"]);
    expect(await options("getCardBank", { bin: "621700" })).toEqual([{ bin: "621700", bank: "中国建设银行" }]);
  });
  it.each([
    ["zh", "中国", "CN"],
    ["zh", "美国", "US"],
    ["zh", "德国", "DE"],
    ["zh", "us", "US"],
    ["en", "China", "CN"],
    ["en", "Germany", "DE"],
    ["en", "united states", "US"],
    ["en", "US", "US"],
    ["en", "DE", "DE"],
  ])(
    "find a country by its name in the reader's language (%s), best match first: %s [C16 C20]",
    async (lang, q, code) => {
      for (const path of ["getCountrys", "getCountries", "countryCodeQuery"]) {
        const { map } = await maker.call(`GET /mer/other/${path}`, { q, size: 50 }, { "accept-language": lang });
        expect(map.list[0].code).toBe(code);
        // A client that displays the list needs no table of names.
        expect(map.list[0].name).toBe(formatCountry(code, lang as Lang));
      }
    },
  );
  it.each(["zh", "en"] as const)("name every country in the requested language (%s) [C16 C20]", async (lang) => {
    const { list } = (await maker.call("GET /mer/other/getCountrys", {}, { "accept-language": lang })).map;
    expect(list).toHaveLength(249);
    expect(
      list.filter(({ name }: { name?: string }) => !(lang === "zh" ? /^\p{Script=Han}/u : /^\p{Lu}/u).test(name ?? "")),
    ).toEqual([]);
  });
  it("find a currency by its name in the reader's language and by its code [C13]", async () => {
    for (const [lang, q, code] of [
      ["zh", "美元", "USD"],
      ["zh", "eur", "EUR"],
      ["en", "euro", "EUR"],
      ["en", "Hong Kong", "HKD"],
    ] as const) {
      expect(
        (await maker.call("GET /mer/other/currency", { q }, { "accept-language": lang })).map.list[0],
      ).toMatchObject({ code });
    }
  });
  it("find nothing for a word without a match", async () => {
    expect(await options("getCountrys", { q: "Atlantis" })).toEqual([]);
  });
  it("lead from a province to its cities and their districts [C21-C23]", async () => {
    const [province] = await options("getProvinceList", { q: "浙江" });
    const cities = await options("getCityList", { province: province!["name"] });
    expect(cities.every((city) => city["province"] === province!["name"])).toBe(true);
    const areas = await options("getAreaList", { city: cities[0]!["name"] });
    expect(areas.length).toBeGreaterThan(0);
    expect(areas.length).toBeLessThan(60);
  });
});

describe("a rejected payment", () => {
  const APPLY = "POST /mer/gep/withdraw/apply";
  const orders = async () => Number((await server.db.query("SELECT count(*) AS n FROM e_withdrawal"))[0]!.n);
  const refused = async (client: Client, body: Record<string, unknown>) => {
    const before = await orders();
    const answer = await client.confirmed(APPLY, body);
    expect(answer.code).not.toBe(2000);
    expect(await orders()).toBe(before);
    return answer;
  };
  const accountOf = async (client: Client) => (await client.call("GET /mer/account/list")).map.list[0].id as string;

  it("for lack of money or of a payee is explained in the specification's words [M10 M17 V23]", async () => {
    const poor = await refused(maker, { accountId: await accountOf(maker), amount: "2000.00" });
    expect(poor.map.errors).toEqual([
      expect.objectContaining({ at: "/amount", code: "balance", message: "可用余额不足" }),
    ]);
    const unchosen = await refused(maker, { amount: "2000.00" });
    expect(unchosen.map.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ at: "/accountId", message: "请选择收款人" })]),
    );
    // Simulates a merchant that has not set up any.
    const move = (from: string, to: string) =>
      server.db.query("UPDATE e_bank_account SET m = $2 WHERE m = $1", [from, to]);
    await move("100001", "away");
    const none = await refused(maker, { amount: "2000.00" });
    await move("away", "100001");
    expect(none.map.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ at: "/accountId", message: "还没有收款人，先添加一个" })]),
    );
  });
  it("under the channel's minimum, or without a rate, is explained in the specification's words [V3 M18]", async () => {
    const solo = await server.as("solo");
    const accountId = await accountOf(solo);
    const rows = await server.db.query<{ id: string; data: Record<string, unknown> }>(
      "SELECT id, data FROM e_channel WHERE m = '100002' AND f_product = 'withdrawal'",
    );
    const [{ id, data }] = rows as [(typeof rows)[number]];
    const store = (changed: Record<string, unknown>) =>
      server.db.query("UPDATE e_channel SET data = $1 WHERE m = '100002' AND id = $2", [JSON.stringify(changed), id]);
    await store({ ...data, singleMin: "3000.00" });
    const small = await refused(solo, { accountId, amount: "2999.99" });
    expect(small.map.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: "singleMin", message: "单笔至少 3,000.00" })]),
    );
    const { withdrawalRate: _, ...unset } = data;
    await store(unset);
    const unrated = await refused(solo, { accountId, amount: "3000.00" });
    expect([unrated.code, unrated.message]).toEqual([4115, "这个币种还没有为您开通。"]);
    await store(data);
  });
});
