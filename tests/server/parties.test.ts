/**
 * Payees and payers over HTTP: two steps, requirements by country, review, changes, removal, and every refusal for
 * calls that bypass the forms.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fullChecks } from "@portolan/engine";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let solo: Client;
beforeAll(async () => {
  server = await startTestServer();
  [maker, solo] = await Promise.all([server.as("maker"), server.as("solo")]);
});
afterAll(() => server.stop());

const party = {
  type: "01",
  payeeName: "Blue Harbor Trading LLC",
  companyName: "Blue Harbor Trading LLC",
  country: "US",
  city: "New York",
  address: "350 Fifth Avenue, Suite 3301",
};
const bank = {
  account: "000123456789",
  swift: "CHASUS33",
  bankName: "JPMorgan Chase Bank",
  branchCode: "021000021",
  feeBearing: "SHA",
};
const ADD = "POST /mer/gep/beneficiary/add";
const CHANGE = "POST /mer/gep/beneficiary/update";
const ST01 = "POST /mer/inter/remit/st01";
const ST02 = "POST /mer/inter/remit/st02";
const reviewed = async () => void (await server.worker.drain());
const detail = async (entity: string, id: string, who = maker) =>
  (await who.call(`GET /mer/own/${entity}/detail`, { [entity === "remitPayee" ? "accountId" : "id"]: id })).map;
const events = async (entity: string, id: string) =>
  (await detail(entity, id)).timeline.map(({ event }: { event: string }) => event);
const rows = async (table: string) => Number((await server.db.query(`SELECT count(*) AS n FROM ${table}`))[0]!.n);

describe("a common payee", () => {
  let id = "";
  it("passes from not audited through pending to passed [C60 S4 R15]", async () => {
    const added = await maker.call(ADD, { ...party, ...bank });
    expect(added).toMatchObject({ code: 2000, map: { record: { status: "notAudited" } } });
    id = added.map.record.id;
    await reviewed();
    expect((await detail("beneficiary", id)).record.status).toBe("passed");
    expect(await events("beneficiary", id)).toEqual(["add", "opened", "pass"]);
    // Changes are made in the form, not with a button.
    expect((await detail("beneficiary", id)).events).toEqual([]);
    const list = await maker.call("GET /mer/gep/beneficiary/getList", { status: "passed" });
    expect(list.map.list.find((row: { id: string }) => row.id === id).account).not.toContain("000123456789");
  });

  it("changes its label without review, and its account with payment password and review [C61 S4]", async () => {
    const before = await detail("beneficiary", id);
    const label = await maker.call(CHANGE, { id, version: before.version, label: "木箱" });
    expect(label).toMatchObject({ code: 2000, map: { record: { label: "木箱", status: "passed" } } });
    expect(await events("beneficiary", id)).toEqual(["add", "opened", "pass"]);
    // Changing where money goes requires the payment password.
    expect((await maker.call(CHANGE, { id, account: "000999888777" })).code).toBe(4124);
    expect((await detail("beneficiary", id)).record.account).not.toBe("0009 **** **** 8777");
    const moved = await maker.confirmed(CHANGE, { id, account: "000999888777" });
    expect(moved).toMatchObject({
      code: 2000,
      map: { record: { label: "木箱", account: "0009 **** **** 8777", status: "notAudited" } },
    });
    // The review may finish before this request.
    expect((await events("beneficiary", id)).slice(0, 4)).toEqual(["add", "opened", "pass", "amend"]);
    await reviewed();
    expect((await detail("beneficiary", id)).record.status).toBe("passed");
    // A colleague's stale copy does not overwrite it.
    expect((await maker.call(CHANGE, { id, version: before.version, account: "000111222333" })).code).toBe(4137);
    expect((await detail("beneficiary", id)).record.account).toBe("0009 **** **** 8777");
    expect(await maker.call(CHANGE, { id, status: "passed", reason: "x" })).toMatchObject({
      code: 2000,
      map: { record: { status: "passed" } },
    });
  });

  it("is blocked when its name is on a sanctions list, even if it is renamed [S4]", async () => {
    const bad = await maker.call(ADD, {
      ...party,
      ...bank,
      account: "000123450000",
      payeeName: "Sanction Holdings Ltd",
    });
    await reviewed();
    const found = await detail("beneficiary", bad.map.record.id);
    expect(found.record).toMatchObject({ status: "blocked", reason: "名称命中制裁名单", reasonCode: "XN01" });
    const renamed = await maker.call(CHANGE, { id: bad.map.record.id, payeeName: "Harmless Holdings Ltd" });
    expect(renamed.code).toBe(4120);
    expect((await detail("beneficiary", bad.map.record.id)).record.payeeName).toBe("Sanction Holdings Ltd");
    const [note] = await server.db.query("SELECT event FROM notification WHERE order_id = $1", [bad.map.record.id]);
    expect(note?.event).toBe("block");
  });

  it("is reviewed again after a rejected one is corrected [S4]", async () => {
    const bad = await maker.call(ADD, { ...party, ...bank, account: "000123450001", payeeName: "Reject Me Ltd" });
    await reviewed();
    const found = await detail("beneficiary", bad.map.record.id);
    expect(found.record.status).toBe("failed");
    expect(found.outcome.said).toBe("收款人未通过审核：资料与登记信息不符。");
    // A code that names a field says which one to correct.
    await server.db.query(
      `UPDATE e_beneficiary SET data = jsonb_set(data::jsonb, '{reasonCode}', '"AC01"')::json WHERE id = $1`,
      [bad.map.record.id],
    );
    const { said } = (await detail("beneficiary", bad.map.record.id)).outcome;
    expect(said).toBe("收款人未通过审核：账号有误。请核对“账号”。");
    await maker.confirmed(CHANGE, { id: bad.map.record.id, payeeName: "Corrected Ltd" });
    await reviewed();
    const { record } = await detail("beneficiary", bad.map.record.id);
    expect([record.status, record.reason, record.reasonCode]).toEqual(["passed", undefined, undefined]);
  });

  it.each([
    ["no type [V23]", { type: undefined }, "/type", "required"],
    ["an IBAN country without an IBAN", { swift: "COBADEFFXXX" }, "/account", "ibanNeeded"],
    [
      "an IBAN of the wrong length with valid check digits",
      { swift: "COBADEFFXXX", branchCode: undefined, account: "DE543704004405320130001" },
      "/account",
      "ibanNeeded",
    ],
    ["an invalid routing number", { branchCode: "021000022" }, "/branchCode", "routingNumber"],
    ["no routing number", { branchCode: undefined }, "/branchCode", "required"],
    ["a SWIFT code of 7 characters [V8 K17]", { swift: "CHASUS3" }, "/swift", "minLength"],
    ["a SWIFT code of 12 characters [V8 K17]", { swift: "CHASUS33XXXX" }, "/swift", "maxLength"],
    ["a SWIFT code of 9 characters [V8]", { swift: "CHASUS33X" }, "/swift", "format"],
    ["an unknown bearer of fees [K19]", { feeBearing: "ALL" }, "/feeBearing", "enum"],
    ["an unknown country", { country: "ZZ" }, "/country", "country"],
  ])("is rejected with %s", async (_what, change, at, code) => {
    const before = await rows("e_beneficiary");
    const answer = await maker.call(ADD, { ...party, ...bank, account: "000123450002", ...change });
    expect(answer.code).toBe(4000);
    expect(answer.map.errors).toContainEqual(expect.objectContaining({ at, code }));
    expect(await rows("e_beneficiary")).toBe(before);
  });

  it("with an IBAN stored before lengths were checked can still be opened, listed, exported and removed", async () => {
    const { iban } = fullChecks;
    delete fullChecks.iban;
    const old = await maker
      .call(ADD, {
        ...party,
        ...bank,
        country: "DE",
        swift: "COBADEFFXXX",
        branchCode: undefined,
        account: "DE543704004405320130001",
      })
      .finally(() => Object.assign(fullChecks, { iban }));
    expect(old.code).toBe(2000);
    const { id: stored } = old.map.record;
    await reviewed();
    expect((await detail("beneficiary", stored)).record).toMatchObject({ swift: "COBADEFFXXX", status: "passed" });
    const { list } = (await maker.call("GET /mer/gep/beneficiary/getList")).map;
    expect(list.map(({ id: each }: { id: string }) => each)).toContain(stored);
    const file = await maker.call("GET /mer/own/beneficiary/export", { format: "csv" });
    expect(file.bytes.toString("utf8")).toContain("COBADEFFXXX");
    // Once changed, it is rejected at the field.
    expect((await maker.confirmed(CHANGE, { id: stored, payeeName: "Harbor Trading LLC" })).map.errors).toEqual([
      expect.objectContaining({ at: "/account", code: "ibanNeeded" }),
    ]);
    expect((await maker.call("GET /mer/gep/beneficiary/del", { id: stored })).code).toBe(2000);
  });

  it("is hidden from other merchants, unique, and gone once removed [C59 C62]", async () => {
    expect((await solo.call(CHANGE, { id, label: "mine" })).code).toBe(4119);
    expect((await solo.call("GET /mer/gep/beneficiary/del", { id })).code).toBe(4119);
    const twice = await maker.call(ADD, { ...party, ...bank, account: "000999888777" });
    expect(twice).toMatchObject({ code: 4000, map: { errors: [{ at: "/account", code: "unique" }] } });
    expect((await maker.call("GET /mer/gep/beneficiary/del", { id })).code).toBe(2000);
    expect((await maker.call("GET /mer/own/beneficiary/detail", { id })).code).toBe(4119);
    expect((await maker.call(CHANGE, { id, label: "gone" })).code).toBe(4119);
  });
});

describe("SWIFT codes with and without the suffix XXX", () => {
  const german = {
    ...party,
    country: "DE",
    city: "Berlin",
    swift: "COBADEFF",
    bankName: "Commerzbank AG",
    account: "DE89370400440532013000",
    feeBearing: "SHA",
  };
  const taken = { code: 4000, map: { errors: [{ at: "/account", code: "unique" }] } };

  it("identify the same payee, also when created concurrently or changed", async () => {
    const made = await maker.call(ADD, german);
    expect(made.code).toBe(2000);
    expect(await maker.call(ADD, { ...german, swift: "COBADEFFXXX" })).toMatchObject(taken);
    expect(await maker.call(ADD, { ...german, swift: "cobadeffxxx" })).toMatchObject(taken);
    const branch = await maker.call(ADD, { ...german, swift: "COBADEFF500" });
    expect(branch.code).toBe(2000);
    expect(await maker.confirmed(CHANGE, { id: branch.map.record.id, swift: "COBADEFFXXX" })).toMatchObject(taken);
    expect((await maker.confirmed(CHANGE, { id: made.map.record.id, swift: "COBADEFFXXX" })).code).toBe(2000);
    const both = await Promise.all(
      ["COBADEFF", "COBADEFFXXX"].map((swift) =>
        maker.call(ADD, { ...german, account: "DE02120300000000202051", swift }),
      ),
    );
    expect(both.map(({ code }) => code).sort()).toEqual([2000, 4000]);
    // A payee of another merchant does not count as a duplicate.
    expect((await solo.call(ADD, german)).code).toBe(2000);
  });

  it("of two payees stored before that rule stay separate, and both can be changed", async () => {
    const first = (await maker.call(ADD, { ...german, account: "DE75512108001245126199" })).map.record.id;
    const [row] = await server.db.query<{ data: Record<string, unknown> }>(
      "SELECT data FROM e_beneficiary WHERE id = $1",
      [first],
    );
    const second = `${first}X`;
    await server.db.query(
      `INSERT INTO e_beneficiary (m, id, status, version, schema_version, created_at, updated_at, data, f_account, f_swift)
       SELECT m, $2, status, version, schema_version, created_at, updated_at, $3, f_account, 'COBADEFFXXX' FROM e_beneficiary WHERE id = $1`,
      [first, second, JSON.stringify({ ...row!.data, id: second, swift: "COBADEFFXXX" })],
    );
    for (const id of [first, second]) expect((await maker.call(CHANGE, { id, label: "known" })).code).toBe(2000);
  });
});

describe("a payer", () => {
  const payer = {
    type: "01",
    actualName: "杭州启航贸易有限公司",
    registrationNo: "91330100MA27XF6A5C",
    registrationCountry: "CN",
    bankName: "中国工商银行",
  };
  it("is reviewed, changed, listed and removed [C77 C78 C79 C80 C81 E8.1 S4]", async () => {
    const saved = await maker.call("POST /mer/payaccount/save", payer);
    expect(saved).toMatchObject({ code: 2000, map: { record: { status: "notAudited" } } });
    const { id } = saved.map.record;
    await reviewed();
    expect((await detail("payer", id)).record.status).toBe("passed");
    expect(await maker.call("POST /mer/payaccount/update", { id, bankName: "招商银行" })).toMatchObject({
      code: 2000,
      map: { record: { status: "notAudited", bankName: "招商银行" } },
    });
    await reviewed();
    const page = await maker.call("GET /mer/payaccount/page", { status: "passed", totals: 1 });
    expect(page.map.list.map((row: { id: string }) => row.id)).toContain(id);
    expect(
      (await maker.call("GET /mer/payaccount/list", { status: "passed" })).map.list.map(
        (row: { id: string }) => row.id,
      ),
    ).toContain(id);
    expect((await solo.call("POST /mer/payaccount/del", { id })).code).toBe(4119);
    expect((await maker.call("POST /mer/payaccount/del", { id })).code).toBe(2000);
    expect(
      (await maker.call("GET /mer/payaccount/list", { status: "passed" })).map.list.map(
        (row: { id: string }) => row.id,
      ),
    ).not.toContain(id);
  });
  it.each([
    ["no type [V23]", { type: undefined }, "/type"],
    ["an enterprise without a registration number", { registrationNo: undefined }, "/registrationNo"],
    ["a country code of three letters", { registrationCountry: "CHN" }, "/registrationCountry"],
  ])("is rejected with %s", async (_what, change, at) => {
    const answer = await maker.call("POST /mer/payaccount/save", { ...payer, ...change });
    expect(answer.code).toBe(4000);
    expect(answer.map.errors).toContainEqual(expect.objectContaining({ at }));
  });
});

describe("a remittance payee", () => {
  it("cannot be completed before its first step [C83 R17]", async () => {
    const before = await rows("e_remit_payee");
    expect((await maker.call(ST02, { ...party, ...bank })).code).toBe(4170);
    expect(await rows("e_remit_payee")).toBe(before);
  });

  it("is validated in its first step [C82 V23 K19]", async () => {
    for (const [change, at] of [
      [{ type: undefined }, "/type"],
      [{ type: "02" }, "/type"],
      [{ companyName: undefined }, "/companyName"],
      [{ city: undefined }, "/city"],
      [{ country: "ZZ" }, "/country"],
    ] as const) {
      const answer = await maker.call(ST01, { ...party, ...change });
      expect(answer.code).toBe(4000);
      expect(answer.map.errors).toContainEqual(expect.objectContaining({ at }));
    }
    expect((await maker.call(ST02, { ...party, ...bank })).code).toBe(4170);
  });

  it("is created from both steps, reviewed, and can be tagged [C82 C83 S4]", async () => {
    expect((await maker.call(ST01, party)).code).toBe(2000);
    expect((await maker.call(ST02, { ...party, payeeName: "Somebody Else", ...bank })).code).toBe(4170);
    // An error in the second step keeps the first one.
    expect((await maker.call(ST02, { ...bank, swift: "CHASUS3" })).code).toBe(4000);
    const made = await maker.call(ST02, bank);
    expect(made).toMatchObject({
      code: 2000,
      map: { record: { ...party, ...bank, account: "0001 **** **** 6789", status: "notAudited" } },
    });
    await reviewed();
    const { accountId } = made.map.record;
    expect((await detail("remitPayee", accountId)).record.status).toBe("passed");
    const options = await maker.call("GET /mer/inter/remit/getAccountList", { status: "passed" });
    expect(options.map.list).toEqual([expect.objectContaining({ accountId, account: "0001 **** **** 6789" })]);
    // Tags need no review. The list can be filtered by any, all or none of them.
    const { version } = await detail("remitPayee", accountId);
    const tagged = { accountId, version, tags: [" 木材 ", "50%", "a_b"] };
    const kept = await maker.call("POST /mer/own/remitPayee/update", tagged);
    expect(kept).toMatchObject({ code: 2000, map: { record: { tags: ["木材", "50%", "a_b"], status: "passed" } } });
    const held = async (wanted: string) =>
      (await maker.call("GET /mer/own/remitPayee/list", { tags: wanted })).map.list.some(
        (row: { accountId: string }) => row.accountId === accountId,
      );
    const asked = ["木材", "木", "*木材,50%", "*木材,月结", "月结,a_b", "!木材", "!木", "~", "axb"];
    expect(await Promise.all(asked.map(held))).toEqual([true, false, true, false, true, false, true, false, false]);
    const wrong = { accountId, version: kept.map.record.version ?? version + 1, tags: ["a", "x".repeat(21)] };
    expect((await maker.call("POST /mer/own/remitPayee/update", wrong)).map.errors).toMatchObject([
      { at: "/tags/1", code: "maxLength" },
    ]);
    expect((await maker.call(ST02, { ...party, ...bank, account: "000123456700" })).code).toBe(4170);
    expect((await solo.call("POST /mer/inter/remit/delByAccontId", { accountId })).code).toBe(4119);
  });

  it("is unique in either spelling of its SWIFT code", async () => {
    expect((await maker.call(ST01, party)).code).toBe(2000);
    for (const swift of ["CHASUS33", "CHASUS33XXX", "chasus33"])
      expect(await maker.call(ST02, { ...bank, swift }, { "idempotency-key": `again-${swift}` })).toMatchObject({
        code: 4000,
        map: { errors: [{ at: "/account", code: "unique" }] },
      });
  });

  it("cannot be completed with another user's first step, or one older than an hour [C82]", async () => {
    expect((await maker.call(ST01, party)).code).toBe(2000);
    expect((await solo.call(ST02, { ...party, ...bank })).code).toBe(4170);
    // An old one does not count either.
    await server.db.query("UPDATE form_step SET at = $1", [new Date(Date.now() - 61 * 60_000).toISOString()]);
    expect((await maker.call(ST02, { ...party, ...bank })).code).toBe(4170);
  });

  it("can be copied only from a common payee that passed [C86 R17]", async () => {
    const common = (await maker.call(ADD, { ...party, ...bank, account: "000123459999" })).map.record.id;
    const early = await maker.call("POST /mer/own/remitPayee/fromCommon", { id: common });
    expect(early).toMatchObject({
      code: 4000,
      map: { errors: [{ at: "/id", code: "where", message: "这个收款人还在审核" }] },
    });
    await reviewed();
    const saved = await maker.call("POST /mer/own/remitPayee/fromCommon", { id: common });
    expect(saved).toMatchObject({
      code: 2000,
      map: { record: { ...party, ...bank, account: "0001 **** **** 9999", status: "notAudited" } },
    });
    expect(
      await maker.call("POST /mer/own/remitPayee/fromCommon", { id: common }, { "idempotency-key": "again" }),
    ).toMatchObject({ code: 4000, map: { errors: [{ at: "/account", code: "unique" }] } });
    expect((await solo.call("POST /mer/own/remitPayee/fromCommon", { id: common })).map.errors).toEqual([
      expect.objectContaining({ at: "/id", code: "reference" }),
    ]);
    // The city, which banks require, is asked for where a common payee has none.
    const other = { ...party, ...bank, account: "000123459998", city: undefined };
    const { id } = (await maker.call(ADD, other)).map.record;
    await reviewed();
    const copied = (change: object) => maker.call("POST /mer/own/remitPayee/fromCommon", { id, ...change });
    expect((await copied({})).map.errors).toEqual([expect.objectContaining({ at: "/city", code: "required" })]);
    const complete = (await copied({ city: "Albany" })).map.record;
    expect(complete).toMatchObject({ city: "Albany", address: party.address });
    const remove = { accountId: complete.accountId };
    expect((await maker.call("POST /mer/inter/remit/delByAccontId", remove)).code).toBe(2000);
    const { accountId } = saved.map.record;
    expect((await maker.call("POST /mer/inter/remit/delByAccontId", { accountId })).code).toBe(2000);
    expect(
      (await maker.call("POST /mer/inter/remit/delByAccountId", { accountId }, { "idempotency-key": "gone" })).code,
    ).toBe(4119);
  });

  it("is removed at either spelling of the path [C84]", async () => {
    const [{ accountId }] = (await maker.call("GET /mer/inter/remit/getAccountList")).map.list;
    expect(await maker.call("POST /mer/inter/remit/delByAccountId", { accountId })).toMatchObject({
      code: 2000,
      map: { removed: [accountId] },
    });
    expect((await maker.call("GET /mer/inter/remit/getAccountList")).map.list).toEqual([]);
  });

  it("offers the purposes of payments abroad, which include trade, unlike those of exchange [C85 K20]", async () => {
    const listCodes = async (call: string) =>
      ((await maker.call(call)).map.list as { code: string }[]).map(({ code }) => code);
    const exchange = await listCodes("GET /mer/own/purpose/options");
    expect(exchange).toHaveLength(10);
    expect(await listCodes("GET /mer/inter/remit/getPurpose")).toEqual(["goods", "services", ...exchange]);
  });

  it("is imported from a file, which is judged like the form and reviewed", async () => {
    const IMPORT = "POST /mer/own/remitPayee/import";
    expect((await maker.call("GET /mer/own/remitPayee/template")).bytes.subarray(0, 2).toString()).toBe("PK");
    const imported = {
      ...party,
      ...bank,
      postcode: "10118",
      account: "GB33BUKB20201555555555",
      swift: "BUKBGB22",
      branchCode: "202015",
    };
    const rows = [
      { line: 2, record: imported },
      { line: 3, record: { ...imported, account: "GB33BUKB2020155" } },
      { line: 4, record: { ...imported, account: "GB94BARC10201530093459", companyName: undefined } },
      { line: 5, record: { ...imported, account: "GB94BARC10201530093459", city: undefined } },
    ];
    const fileHash = "a".repeat(64);
    const checked = (await maker.call(IMPORT, { fileHash, check: true, rows })).map.rows;
    expect(checked.map(({ errors }: { errors: { at: string }[] }) => errors.map(({ at }) => at))).toEqual([
      [],
      ["/account"],
      ["/companyName"],
      ["/city"],
    ]);
    expect((await maker.call(IMPORT, { fileHash, rows: rows.slice(0, 1) })).code).toBe(2000);
    await server.worker.drain();
    const { batch } = (await maker.call(IMPORT, { fileHash })).map;
    expect(batch).toMatchObject({ done: 1 });
    const [stored] = (await maker.call("GET /mer/own/remitPayee/list")).map.list;
    expect(stored).toMatchObject({
      payeeName: imported.payeeName,
      swift: "BUKBGB22",
      city: "New York",
      postcode: "10118",
    });
    expect((await detail("remitPayee", stored.accountId)).record.status).toBe("passed");
  });
});
