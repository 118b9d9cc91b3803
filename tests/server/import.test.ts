/**
 * Import of payments over HTTP: references are resolved, every row is validated, and valid rows create orders exactly
 * once, however often they are sent.
 */
import { createHash, randomUUID } from "node:crypto";
import { read, utils } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";
import { broken } from "./invariants.ts";

const IMPORT = "POST /mer/gep/withdraw/bulkWithdrawal";
const TEMPLATE = "GET /mer/own/withdrawal/template";
/** Rows of the large file; `npm run live -- many` sends as many as a file may have. */
const ROWS = Number(process.env["ROWS"] ?? 520);
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

let server: TestServer;
let maker: Client;
let m: string;
let payee: { id: string; holder: string; account: string };

beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
  const [user] = await server.db.query("SELECT m FROM portal_user WHERE username = 'maker@demo.portolan'");
  m = user!.m;
  const [row] = await server.db.query("SELECT data FROM e_bank_account WHERE m = $1 ORDER BY id LIMIT 1", [m]);
  payee = row!.data;
  // Enough for two thousand payments, both in the wallet and in the monthly limit.
  await server.db.tx((tx) =>
    post(tx, {
      tenant: m,
      kind: "book",
      order: { kind: "recharge", id: "RC1" },
      step: "book",
      at: server.clock.now(),
      lines: [{ from: "nostro", to: "avail", currency: "CNY", amount: 2_000_000_000n }],
    }),
  );
  for (const { id, data } of await server.db.query("SELECT id, data FROM e_channel WHERE m = $1", [m])) {
    await server.db.query("UPDATE e_channel SET data = $3 WHERE m = $1 AND id = $2", [
      m,
      id,
      JSON.stringify({ ...data, monthlyMax: "90000000.00" }),
    ]);
  }
});
afterAll(() => server?.stop());

const orders = async () =>
  Number((await server.db.query("SELECT count(*) AS n FROM e_withdrawal WHERE m = $1", [m]))[0]!.n);
const row = (line: number, more: Record<string, unknown> = {}) => ({
  line,
  record: { accountId: payee.id, amount: "2000.00", remark: `r${line}`, ...more },
});
const settled = async (fileHash: string, run = 1) => {
  await server.worker.drain();
  return (await maker.call(IMPORT, { fileHash, run })).map.batch;
};

describe("row validation", () => {
  it("finds a payee by holder and account, by label or by key, and reports one that differs or does not exist", async () => {
    const before = await orders();
    const find = (line: number, accountId: Record<string, string>) => ({
      line,
      record: { amount: "2000.00" },
      find: { accountId },
    });
    const answer = await maker.call(IMPORT, {
      fileHash: hashOf("find"),
      check: true,
      rows: [
        find(2, { holder: payee.holder, account: payee.account }),
        find(3, { account: payee.account.replace(/(.{4})/g, "$1 ") }),
        find(4, { "": `${payee.holder} ${payee.account}` }),
        find(5, { "": payee.id }),
        find(6, { holder: "别人", account: payee.account }),
        find(7, { account: `${payee.account.slice(0, -1)}${(Number(payee.account.at(-1)) + 1) % 10}` }),
        find(8, { "": `${payee.account.slice(0, 4)} **** **** ${payee.account.slice(-4)}` }),
        { line: 9, record: { accountId: "BA-nobody", amount: "1999.99" } },
        { line: 10, record: { amount: "2000.00" } },
      ],
    });
    expect(answer.code).toBe(2000);
    const rows = answer.map.rows as {
      line: number;
      found: Record<string, { id?: string; label?: string; problem?: string }>;
      errors: { at: string; code: string; message: string }[];
    }[];
    expect(rows.slice(0, 4).map((row) => row.found.accountId?.id)).toEqual(Array(4).fill(payee.id));
    expect(rows.slice(0, 4).flatMap((row) => row.errors)).toEqual([]);
    expect(rows.slice(4, 7).map((row) => row.found.accountId?.problem)).toEqual(["differs", "none", "none"]);
    expect(rows[7]!.errors.map((error) => `${error.at} ${error.code}`).toSorted()).toEqual([
      "/accountId reference",
      "/amount formatMinimum",
    ]);
    // Payees exist, so the message asks to select one.
    expect(rows[8]?.errors).toContainEqual(expect.objectContaining({ at: "/accountId", message: "请选择收款人" }));
    // A resolved record reveals no more than its list.
    expect(JSON.stringify(rows)).not.toContain(payee.account);
    expect(answer.map.batch).toBeUndefined();
    expect(await orders()).toBe(before);
  });

  it("suggests the closest name and reports a duplicate as creating the record would", async () => {
    const PAYEES = "POST /mer/own/bankAccount/import";
    const own = { holder: "杭州启航供应链有限公司", account: "6222021202041239999", linkedBankNo: "102331000014" };
    const find = (bank: string, branch = "中国工商银行杭州分行营业部") => ({
      bank: { "": bank },
      province: { "": "浙江省" },
      city: { "": "杭州市" },
      branch: { "": branch },
    });
    const rows = [
      { line: 2, record: own, find: find("工商银行") },
      { line: 3, record: own, find: find("工行") },
      { line: 4, record: own, find: find("中国工商银形") },
      { line: 5, record: own, find: find("Bank of Chin") },
      { line: 6, record: own, find: find("中国工商银行", "杭州分行营业部") },
      { line: 7, record: own, find: find("没有这家机构") },
      { line: 8, record: { ...own, account: payee.account }, find: find("中国工商银行") },
      { line: 9, record: own, find: find("中国工商银行") },
    ];
    const answer = await maker.call(PAYEES, { fileHash: hashOf("near"), check: true, rows });
    expect(answer.code).toBe(2000);
    const told = answer.map.rows as {
      found: Record<string, { near?: string[] }>;
      errors: { at: string; message: string }[];
    }[];
    // 招商银行 has the same edit distance, but the text is not an abbreviation of it.
    expect(told[0]!.found["bank"]!.near).toEqual(["中国工商银行"]);
    for (const at of [1, 2]) expect(told[at]!.found["bank"]!.near![0]).toBe("中国工商银行");
    expect(told[3]!.found["bank"]!.near).toContain("中国银行");
    // Suggested by the bank and city of the row.
    expect(told[4]!.found["branch"]!.near![0]).toBe("中国工商银行杭州分行营业部");
    expect(told[5]!.found["bank"]!.near).toEqual([]);
    const made = await maker.call("POST /mer/account/save", {
      ...own,
      account: payee.account,
      bank: "中国工商银行",
      province: "浙江省",
      city: "杭州市",
      branch: "中国工商银行杭州分行营业部",
    });
    expect(made.map.errors).toEqual([expect.objectContaining({ at: "/account", code: "unique" })]);
    expect(told[6]!.errors).toEqual([
      expect.objectContaining({ at: "/account", code: "unique", message: made.map.errors[0].message }),
    ]);
    expect(told[7]!.errors).toEqual([]);
  });

  it("rejects bodies that are not a valid file of rows", async () => {
    const fileHash = hashOf("bad");
    const many = Array.from({ length: 2001 }, (_, index) => row(index + 2));
    for (const body of [
      {},
      { fileHash: "x" },
      { fileHash, rows: [] },
      { fileHash, rows: many },
      { fileHash, rows: [row(2), row(2)] },
      { fileHash, rows: [{ line: 0, record: {} }] },
      { fileHash, rows: [row(2, { status: "done" })] },
      { fileHash, rows: [row(2, { maker: "x" })] },
      { fileHash, rows: [{ line: 2, record: {}, find: { status: { "": "x" } } }] },
      { fileHash, rows: "x" },
      { fileHash, run: 0 },
      { fileHash, run: 1.5 },
    ]) {
      const answer = await maker.call(IMPORT, body);
      expect([answer.code, JSON.stringify(body).slice(0, 80)]).toEqual([4000, JSON.stringify(body).slice(0, 80)]);
    }
  });
});

describe("payment of a file", () => {
  it("requires a proof of the payment password for exactly this body", async () => {
    const before = await orders();
    const body = { fileHash: hashOf("proof"), run: 1, rows: [row(2)] };
    expect((await maker.call(IMPORT, body)).code).toBe(4124);
    const proof = await maker.proof(IMPORT, body);
    const other = { ...body, rows: [row(2, { amount: "2000.01" })] };
    expect((await maker.call(IMPORT, other, { proof, "idempotency-key": randomUUID() })).code).toBe(4125);
    expect(await settled(body.fileHash)).toBeUndefined();
    expect(await orders()).toBe(before);
  });

  it(
    "pays all valid rows, reports the two others, and pays nothing twice [C70 K11 V15 E13.4 F5]",
    { timeout: 240_000 },
    async () => {
      const fileHash = hashOf("large");
      const before = await orders();
      const rows = Array.from({ length: ROWS }, (_, index) => row(index + 3));
      rows[10] = row(13, { amount: "1999.99" });
      const unknown = ROWS * 0.75 + 3;
      rows[unknown - 3] = row(unknown, { accountId: "BA-nobody" });
      const body = { fileHash, run: 1, rows };
      const first = await maker.confirmed(IMPORT, body);
      expect(first).toMatchObject({ code: 2000, map: { batch: { rows: ROWS, run: 1, runs: 1 } } });
      const batch = await settled(fileHash);
      expect(batch).toMatchObject({ rows: ROWS, waiting: 0, done: ROWS - 2, refused: 2 });
      const refused = batch.results.filter((result: { state: string }) => result.state === "refused");
      expect(refused).toEqual([
        {
          line: 13,
          state: "refused",
          errors: [
            expect.objectContaining({ at: "/amount", code: "formatMinimum", message: "单笔付款至少 2,000.00 CNY" }),
          ],
        },
        { line: unknown, state: "refused", errors: [expect.objectContaining({ at: "/accountId", code: "reference" })] },
      ]);
      expect(await orders()).toBe(before + ROWS - 2);
      const ids = batch.results.flatMap((result: { id?: string }) => result.id ?? []);
      expect(new Set(ids).size).toBe(ROWS - 2);
      const page = await maker.call("GET /mer/gep/withdraw/page", { q: ids[0], totals: 1 });
      expect(page.map.list[0]).toMatchObject({
        orderNo: ids[0],
        amount: "2000.00",
        fee: "12.00",
        status: "toBeReviewed",
        remark: "r3",
        holder: payee.holder,
      });

      // Importing the same file again creates no further orders; the two corrected rows create only their own.
      await maker.confirmed(IMPORT, body);
      expect((await settled(fileHash)).done).toBe(ROWS - 2);
      expect(await orders()).toBe(before + ROWS - 2);
      await maker.confirmed(IMPORT, { fileHash, run: 1, rows: [row(13), row(unknown), row(3)] });
      expect(await settled(fileHash)).toMatchObject({ done: ROWS, refused: 0, rows: ROWS });
      expect(await orders()).toBe(before + ROWS);
      expect(await broken(server.db, server.schemas)).toEqual([]);
    },
  );

  it("starts another run of a file only on request, one after the other", async () => {
    const fileHash = hashOf("again");
    const before = await orders();
    const body = (run: number) => ({ fileHash, run, rows: [row(2)] });
    expect((await maker.confirmed(IMPORT, body(2))).map.errors[0].at).toBe("/run");
    await maker.confirmed(IMPORT, body(1));
    await settled(fileHash);
    await maker.confirmed(IMPORT, body(2));
    expect(await settled(fileHash, 2)).toMatchObject({ run: 2, runs: 2, done: 1 });
    expect(await orders()).toBe(before + 2);
  });

  it("reports rows with the same content as another file of the last day", async () => {
    const sent = { ...row(2, { remark: "同样的" }) };
    await maker.confirmed(IMPORT, { fileHash: hashOf("one file"), run: 1, rows: [sent] });
    const batch = await settled(hashOf("one file"));
    const answer = await maker.call(IMPORT, {
      fileHash: hashOf("another"),
      check: true,
      rows: [{ ...sent, line: 9 }, row(10, { remark: "不同" })],
    });
    expect(answer.map.rows[0].seen).toMatchObject({ id: batch.results[0].id });
    expect(answer.map.rows[1].seen).toBeUndefined();
    // Does not apply to rows without an order, or to rows of the previous day.
    const seen = async () =>
      (await maker.call(IMPORT, { fileHash: hashOf("another"), check: true, rows: [{ ...sent, line: 9 }] })).map.rows[0]
        .seen;
    for (const change of ["state = 'refused'", "state = 'done', at = at - interval '25 hours'"]) {
      await server.db.query(`UPDATE import_row SET ${change} WHERE file_hash = $1`, [hashOf("one file")]);
      expect([change, await seen()]).toEqual([change, undefined]);
    }
    const [noted] = (await maker.call("GET /mer/own/securityLog/list", { action: "import" })).map.list;
    expect(noted).toMatchObject({ action: "import", result: "done", about: "人民币付款" });
  });

  it("continues after a worker died, with the user's rights at that time", async () => {
    const fileHash = hashOf("disabled");
    const before = await orders();
    maker.lang = "en";
    await maker.confirmed(IMPORT, { fileHash, run: 1, rows: [row(2), row(3)] });
    maker.lang = "zh";
    expect((await maker.call(IMPORT, { fileHash })).map.batch).toMatchObject({ waiting: 2, done: 0 });
    await server.db.query("UPDATE portal_user SET state = 'disabled' WHERE username = 'maker@demo.portolan'");
    await server.worker.drain();
    await server.db.query("UPDATE portal_user SET state = 'active' WHERE username = 'maker@demo.portolan'");
    const told = await settled(fileHash);
    expect(told).toMatchObject({ waiting: 0, done: 0, refused: 2 });
    // In the language of the sender.
    expect(told.results[0].message).toMatch(/^This user is disabled/);
    expect(await orders()).toBe(before);
  });

  it("reveals nothing to another merchant", async () => {
    const solo = await server.as("solo");
    expect((await solo.call(IMPORT, { fileHash: hashOf("large") })).map.batch).toBeUndefined();
    const answer = await solo.call(IMPORT, {
      fileHash: hashOf("x"),
      check: true,
      rows: [{ line: 2, record: { amount: "2000.00" }, find: { accountId: { account: payee.account } } }],
    });
    expect(answer.map.rows[0].found.accountId).toEqual({ problem: "none" });
    // Does not reveal whether the merchant has an account, or has imported the same file.
    const PAYEES = "POST /mer/own/bankAccount/import";
    const [bank, province, city, branch] = ["中国工商银行", "浙江省", "杭州市", "中国工商银行杭州分行营业部"];
    const record = {
      holder: "杭州启航供应链有限公司",
      account: "6222021202041239998",
      bank,
      province,
      city,
      branch,
      linkedBankNo: "102331000014",
    };
    await maker.confirmed(PAYEES, { fileHash: hashOf("payees"), run: 1, rows: [{ line: 2, record }] });
    await server.worker.drain();
    const check = async (who: Client) =>
      (await who.call(PAYEES, { fileHash: hashOf("theirs"), check: true, rows: [{ line: 2, record }] })).map.rows[0];
    expect(await check(maker)).toMatchObject({
      errors: [{ at: "/account", code: "unique" }],
      seen: { id: expect.any(String) },
    });
    const theirs = await check(solo);
    expect([theirs.errors, theirs.seen]).toEqual([[], undefined]);
  });
});

describe("the import template", () => {
  it.each([
    ["zh", ["户名", "账号", "付款金额", "备注"]],
    ["en", ["Account name", "Account number", "Amount", "Note"]],
  ])("has headers in %s, explains the rules and formats account numbers as text", async (lang, headers) => {
    maker.lang = lang;
    const answer = await maker.call(TEMPLATE);
    maker.lang = "zh";
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; /);
    const book = read(answer.bytes, { cellStyles: true });
    const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
    expect(rows[0]).toEqual(headers);
    expect(rows[1]!.every((cell) => cell.startsWith("※"))).toBe(true);
    expect(rows[1]![2]).toContain("2,000.00");
    expect(rows[1]!.join()).not.toContain("import.");
  });
});
