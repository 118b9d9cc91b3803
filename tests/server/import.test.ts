/**
 * Import of payments over HTTP: references are resolved, every row is validated, and valid rows create orders exactly
 * once, however often they are sent.
 */
import { createHash, randomUUID } from "node:crypto";
import { read, utils } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "@portolan/engine";
import { failures } from "../../src/contract/failures.ts";
import en from "../../locales/en/failures.json";
import { decideRows, FILE_DECISION_JOB } from "../../server/import/decide-file.ts";
import { create } from "../../server/lifecycle/create.ts";
import { freeze } from "../../server/lifecycle/frozen.ts";
import { findUserByName } from "../../server/session/users.ts";
import type { Tx } from "../../server/store/database.ts";
import { createRecordStore } from "../../server/store/records.ts";
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
  const [row] = await server.db.query<{ data: typeof payee }>(
    "SELECT data FROM e_bank_account WHERE m = $1 ORDER BY id LIMIT 1",
    [m],
  );
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

  it("states the file's number, and whether nobody else may approve its orders", async () => {
    const fileHash = hashOf("number");
    await maker.confirmed(IMPORT, { fileHash, run: 1, rows: [row(2)] });
    const batch = await settled(fileHash);
    expect(batch).toMatchObject({ fileNo: `FL${fileHash.slice(0, 12).toUpperCase()}-1` });
    expect(batch).not.toHaveProperty("noReviewer");
    expect((await maker.call("GET /mer/gep/withdraw/page", { fileNo: `=${batch.fileNo}` })).map.list).toHaveLength(1);
    const colleagues = await server.db.query<{ id: string; grants: string[] }>(
      "SELECT id, grants FROM portal_user WHERE m = $1",
      [m],
    );
    const grant = (grants: string[], id: string) =>
      server.db.query("UPDATE portal_user SET grants = $2 WHERE id = $1", [id, JSON.stringify(grants)]);
    for (const { id, grants } of colleagues)
      await grant(
        grants.filter((name) => name !== "withdrawal.review"),
        id,
      );
    const missing = await settled(fileHash);
    for (const { id, grants } of colleagues) await grant(grants, id);
    expect(missing).toMatchObject({ noReviewer: true });
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

describe("a decision on a whole file", () => {
  const REVIEW = "POST /mer/gep/withdraw/reexamine";
  const fileNo = "FL0123456789AB-1";
  const COUNT = 1_200;
  let checker: Client;
  /** Order of the maker. */
  let own: Row;
  const decided = async () =>
    Number(
      (
        await server.db.query(
          "SELECT count(*) AS n FROM e_withdrawal WHERE m = $1 AND f_file_no = $2 AND status <> $3",
          [m, fileNo, "toBeReviewed"],
        )
      )[0]!.n,
    );
  /** Runs the file's next job. Jobs of the bank stay open. */
  const runNext = async (commit = true) => {
    const [job] = await server.db.query<{ id: string; payload: Row }>(
      "SELECT id, payload FROM job WHERE kind = $1 AND state = 'open' ORDER BY id",
      [FILE_DECISION_JOB],
    );
    if (!job) return false;
    const finish = async (tx: Tx) => {
      await tx.query("UPDATE job SET state = 'done' WHERE id = $1", [job.id]);
      if (!commit) throw new Error("the node stopped");
    };
    const about = { ...job, kind: FILE_DECISION_JOB, tenant: m, attempts: 0 };
    await decideRows(server.app.services)(about, { db: server.db, finish });
    return true;
  };
  const makeOrder = async (username: string) => {
    const user = (await findUserByName(server.app.services, username))!;
    const entity = server.schemas.entity("withdrawal");
    const { userStatus, grants } = user;
    const actor = {
      by: "merchant",
      tenant: m,
      userId: user.id,
      username,
      grants,
      userStatus,
      lang: "zh",
      traceId: "file",
    } as const;
    const context = { ...server.app.services, proved: "pay", facts: { file: { number: fileNo } } } as const;
    const input = { accountId: payee.id, amount: "2000.00" };
    return server.db.tx((tx) => create(tx, { entity, input, actor }, context));
  };
  /** Adds copies of an order of the file, with its creation and the digest of its frozen fields, but without its money. */
  const copyOrder = (order: Row, count: number) =>
    server.db.tx(async (tx) => {
      const entity = server.schemas.entity("withdrawal");
      const at = server.clock.now();
      const copies = Array.from({ length: count }, (_copy, index) => {
        const id = `WD-copy-${String(index).padStart(4, "0")}`;
        return { tenant: m, id, row: { ...order, orderNo: id }, status: "toBeReviewed", at };
      });
      await createRecordStore(tx, server.schemas).insertAll(entity, copies);
      for (const { id, row: data } of copies)
        freeze(tx, server.app.services.seal, { entity, tenant: m, id, version: 1, data }, { event: "apply", at });
      await tx.query(
        `INSERT INTO order_event (m, order_kind, order_id, seq, event, "from", "to", by, user_id, username, at)
         SELECT e.m, e.order_kind, o.id, e.seq, e.event, e."from", e."to", e.by, e.user_id, e.username, e.at
         FROM order_event e JOIN e_withdrawal o ON o.m = e.m AND o.id LIKE 'WD-copy-%' WHERE e.m = $1 AND e.order_id = $2`,
        [m, order["orderNo"]],
      );
    });

  beforeAll(async () => {
    checker = await server.as("checker");
    own = await makeOrder("maker@demo.portolan");
    await copyOrder(own, COUNT - 2);
    await makeOrder("checker@demo.portolan");
  });

  it("is refused, and changes nothing, unless its number and sum are what waits and the user confirms and may decide it", async () => {
    const body = { fileNo, event: "pass", count: COUNT, sums: { CNY: "2400000.00" } };
    const at = async (more: object) => (await checker.confirmed(REVIEW, { ...body, ...more })).map.errors[0].at;
    expect(await at({ count: COUNT - 1 })).toBe("/count");
    expect(await at({ count: "1200" })).toBe("/count");
    expect(await at({ fileNo: "FL-2" })).toBe("/count");
    expect(await at({ sums: { CNY: "2399999.99" } })).toBe("/sums");
    expect(await at({ sums: undefined })).toBe("/sums");
    expect(await at({ event: "reject" })).toBe("/reason");
    const refused = await Promise.all([checker.call(REVIEW, body), maker.confirmed(REVIEW, body)]);
    expect(refused.map(({ code }) => code)).toEqual([failures.proofMissing.code, failures.notGranted.code]);
    expect((await (await server.as("solo")).confirmed(REVIEW, body)).map.errors[0].at).toBe("/count");
    expect([await decided(), await runNext()]).toEqual([0, false]);
  });

  it(
    "passes each of 1,200 orders once, by one proof, over a restart, and reports how many passed and why others did not",
    { timeout: 240_000 },
    async () => {
      const body = { fileNo, event: "pass", count: COUNT, sums: { CNY: "2400000" } };
      expect(await checker.confirmed(REVIEW, body)).toMatchObject({ code: 2000, map: { fileNo, count: COUNT } });
      // The maker cancels an order after the confirmation.
      expect((await maker.call("POST /mer/own/withdrawal/cancel", { id: own["orderNo"] })).code).toBe(2000);
      await expect(runNext(false)).rejects.toThrow("the node stopped");
      expect(await decided()).toBe(1);
      while (await runNext());
      const events = await server.db.query(
        "SELECT DISTINCT order_id FROM order_event e JOIN e_withdrawal o ON o.m = e.m AND o.id = e.order_id WHERE e.m = $1 AND o.f_file_no = $2 AND e.event = 'pass'",
        [m, fileNo],
      );
      expect(events).toHaveLength(COUNT - 2);
      const states = await server.db.query(
        "SELECT status, count(*) AS n FROM e_withdrawal WHERE m = $1 AND f_file_no = $2 GROUP BY status ORDER BY status",
        [m, fileNo],
      );
      expect(states.map(({ status, n }) => [status, Number(n)])).toEqual([
        ["processing", COUNT - 2],
        ["rescinded", 1],
        ["toBeReviewed", 1],
      ]);
      checker.lang = "en";
      const [notice] = (await checker.call("GET /mer/own/notification/list", { q: fileNo })).map.list;
      expect(notice.title).toBe(
        `Approve, file ${fileNo}: 1,198 payments done, 2 skipped. 1 skipped: ${en.transition} 1 skipped: ${en.makerIsChecker}`,
      );
      expect(await server.db.query("SELECT target FROM outbox WHERE subject LIKE $1", [`%${fileNo}%`])).toEqual([
        { target: "checker@demo.portolan" },
      ]);
    },
  );
});
