/**
 * A merchant with a single user: payments go to the bank without a review. Above the limit, the second factor is
 * required and can be enrolled in the process.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { computeTotpCode } from "../../server/session/totp.ts";
import { digestPassword } from "../../server/session/password.ts";
import { PASSWORD } from "./client.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";
import { accountAbroad, rmbAccount } from "./settlement.ts";

let server: TestServer;
let solo: Client;
let accountId = "";
const APPLY = "POST /mer/gep/withdraw/apply";
const REMIT = "POST /mer/gep/remittance/apply";
const CLEAR = "POST /mer/wallet/batchWithdraw";
const TRANSFER = "POST /mer/transfer/save";

beforeAll(async () => {
  server = await startTestServer();
  solo = await server.as("solo");
  accountId = (await solo.call("GET /mer/account/list")).map.list[0].id;
  for (const [m, currency] of [
    ["100001", "CNY"],
    ["100002", "CNY"],
    ["100002", "USD"],
  ] as const) {
    await server.db.tx((tx) =>
      post(tx, {
        tenant: m,
        kind: "opening",
        order: { kind: "opening", id: `OB${m}${currency}` },
        step: currency,
        at: Date.now(),
        lines: [{ from: "nostro", to: "avail", currency, amount: 100_000_000n }],
      }),
    );
  }
});
afterAll(() => server.stop());

const eventsOf = async (id: string) =>
  (await server.db.query("SELECT event FROM order_event WHERE order_id = $1 ORDER BY seq", [id])).map(
    ({ event }) => event,
  );
it("the form's context names who may approve an order, and says that no colleague may", async () => {
  const maker = await server.as("maker");
  const approvalOf = async (client: Client, entity: string) =>
    (await client.call("GET /mer/own/context", { entity, currency: "CNY" })).map.approval;
  const [checker] = await server.db.query("SELECT name FROM portal_user WHERE username = 'checker@demo.portolan'");
  for (const entity of ["withdrawal", "remittance", "transfer", "clearing"])
    expect(await approvalOf(maker, entity), entity).toEqual({ by: [checker!.name], missing: false });
  for (const entity of ["withdrawal", "remittance", "transfer", "clearing"]) {
    expect(await approvalOf(await server.as("checker"), entity), entity).toEqual({ by: [], missing: true });
    expect(await approvalOf(solo, entity), entity).toEqual({ by: [], missing: false });
  }
});

const totpOff = () =>
  server.db
    .query("UPDATE portal_user SET totp_secret = NULL, totp_last_step = 0 WHERE username = 'solo@demo.portolan'")
    .then(() => server.app.services.sessions.invalidate());

describe("the only user of a merchant", () => {
  it("pays with the payment password alone up to the limit, audited as sole user", async () => {
    const answer = await solo.confirmed(APPLY, { accountId, amount: "50000.00" });
    expect([answer.code, answer.message]).toEqual([2000, expect.anything()]);
    const { record } = answer.map;
    expect(record).toMatchObject({ status: "processing", maker: "王磊", checker: "王磊" });
    expect(await eventsOf(record.orderNo)).toEqual(["apply", "pass"]);
    const acts = await server.db.query<{ detail: Record<string, unknown> }>(
      "SELECT detail FROM audit WHERE object = $1 ORDER BY seq",
      [`withdrawal/${record.orderNo}`],
    );
    expect(acts.map(({ detail }) => detail["sole"])).toEqual([undefined, true]);
    await server.worker.drain();
    expect((await solo.call("GET /mer/gep/withdraw/detail", { orderNo: record.orderNo })).map.record.status).toBe(
      "done",
    );
    // The user's own order does not await the user's review.
    expect((await solo.call("GET /mer/home/waitOrder", { q: record.orderNo })).map.list).toEqual([]);
  });

  it("clears and transfers under the same rules", async () => {
    const own = {
      accountId: await rmbAccount(solo, "深圳南山星河电子商务有限公司", "6222020200112233445"),
      payeeId: await accountAbroad(server, solo, "Shenzhen Nanshan Xinghe E-commerce Co., Ltd.", "808123456001"),
    };
    const cleared = await solo.confirmed(CLEAR, {
      ...own,
      wallets: [
        { currency: "CNY", amount: "500.00" },
        { currency: "USD", amount: "300.00" },
      ],
    });
    expect(cleared.map.records.map(({ status }: { status: string }) => status)).toEqual(["processing", "processing"]);
    expect(
      (
        await solo.confirmed(CLEAR, {
          ...own,
          wallets: [
            { currency: "CNY", amount: "500.00" },
            { currency: "USD", amount: "8000.01" },
          ],
        })
      ).code,
    ).toBe(4143);
    const transfer = { kind: "merchant", payee: "100001", currency: "CNY", purpose: "project" };
    expect((await solo.confirmed(TRANSFER, { ...transfer, amount: "50000.00" })).map.record).toMatchObject({
      status: "done",
    });
    expect((await solo.confirmed(TRANSFER, { ...transfer, amount: "50000.01" })).code).toBe(4143);
  });

  it("remits under the same rules, and confirms a file of payments once for all rows", async () => {
    const payer = await solo.call("POST /mer/payaccount/save", {
      type: "00",
      actualName: "王磊",
      bankName: "招商银行",
    });
    await solo.call("POST /mer/inter/remit/st01", {
      type: "01",
      payeeName: "Blue Harbor Trading LLC",
      companyName: "Blue Harbor Trading LLC",
      country: "US",
      city: "New York",
      address: "350 Fifth Avenue, Suite 3301",
    });
    const payee = await solo.call("POST /mer/inter/remit/st02", {
      account: "000123456789",
      swift: "CHASUS33",
      bankName: "JPMorgan Chase Bank",
      branchCode: "021000021",
      feeBearing: "SHA",
    });
    await server.worker.drain();
    const own = {
      payerId: payer.map.record.id,
      payeeId: payee.map.record.accountId,
      currency: "USD",
      feeBearing: "SHA",
      purpose: "project",
      contractNo: "INV-1",
    };
    expect((await solo.confirmed(REMIT, { ...own, amount: "8000.00" })).map.record).toMatchObject({
      status: "processing",
      review: "passed",
    });
    expect((await solo.confirmed(REMIT, { ...own, amount: "8000.01" })).code).toBe(4143);
    const IMPORT = "POST /mer/gep/withdraw/bulkWithdrawal";
    const rows = (...amounts: string[]) => ({
      fileHash: "5".repeat(64),
      run: 1,
      rows: amounts.map((amount, index) => ({ line: index + 2, record: { accountId, amount } })),
    });
    expect((await solo.confirmed(IMPORT, rows("2000.00", "50000.01"))).code).toBe(4143);
    expect((await solo.call(IMPORT, { fileHash: "5".repeat(64) })).map.batch).toBeUndefined();
    expect((await solo.confirmed(IMPORT, rows("2000.00", "50000.00"))).code).toBe(2000);
    await server.worker.drain();
    expect((await solo.call(IMPORT, { fileHash: "5".repeat(64) })).map.batch).toMatchObject({ done: 2 });
  });

  it("needs a second factor above the limit, can enrol it during the confirmation, and the order continues under its key", async () => {
    await totpOff();
    const body = { accountId, amount: "60000.00" };
    const proof = await solo.proof(APPLY, body);
    const sent = { proof, "idempotency-key": "solo-60000" };
    const before = (await solo.call("GET /mer/wallet/one", { currency: "CNY" })).map.record;
    const refused = await solo.call(APPLY, body, sent);
    expect([refused.code, refused.message]).toEqual([
      4143,
      "贵公司只有您一位用户，超过 50,000 CNY 的付款还要验证码。尚未扣款。",
    ]);
    expect((await solo.call(APPLY, body, { ...sent, "accept-language": "en" })).message).toBe(
      "You're your company's only user, so payments above 50,000 CNY also need a code. Nothing was debited.",
    );
    expect((await solo.call("GET /mer/wallet/one", { currency: "CNY" })).map.record).toEqual(before);

    const { secret } = (await solo.call("GET /mer/googleAuth/getQrCode")).map;
    // Setting up an authenticator takes longer than a proof is valid.
    await server.db.query("UPDATE proof SET expires_at = $1 WHERE used_at IS NULL", [
      new Date(Date.now() - 6 * 60_000).toISOString(),
    ]);
    expect((await solo.call(APPLY, body, sent)).code).toBe(4125);
    const bind = { googleCode: computeTotpCode(secret), password: digestPassword("login", PASSWORD), proof };
    expect(
      (await solo.call("POST /mer/googleAuth/bind", { ...bind, password: digestPassword("login", "guessed") })).code,
    ).toBe(4101);
    const bound = await solo.call("POST /mer/googleAuth/bind", bind);
    expect([bound.code, bound.map.recoveryCodes?.length]).toEqual([2000, 8]);
    const paid = await solo.call(APPLY, body, sent);
    expect(paid.map.record).toMatchObject({ status: "processing", amount: "60000.00" });
    // The same key returns the same order.
    expect((await solo.call(APPLY, body, sent)).map.record.orderNo).toBe(paid.map.record.orderNo);
  });

  it("adds a code to the proof of a password already entered when an authenticator is enrolled", async () => {
    await totpOff();
    const { secret } = (await solo.call("GET /mer/googleAuth/getQrCode")).map;
    expect(
      (
        await solo.call("POST /mer/googleAuth/bind", {
          googleCode: computeTotpCode(secret, Date.now() - 30_000),
          password: digestPassword("login", PASSWORD),
        })
      ).code,
    ).toBe(2000);
    const body = { accountId, amount: "61000.00" };
    const proof = await solo.proof(APPLY, body);
    expect((await solo.call(APPLY, body, { proof })).code).toBe(4143);
    const RAISE = "POST /mer/own/secondFactor";
    expect((await solo.call(RAISE, { proof, googleCode: "000000" })).code).toBe(4136);
    const other = await server.as("maker");
    expect((await other.call(RAISE, { proof, googleCode: computeTotpCode(secret) })).code).toBe(4125);
    expect((await solo.call(RAISE, { proof, googleCode: computeTotpCode(secret) })).map).toEqual({ proof });
    // It is valid for that body only, and only once.
    expect((await solo.call(APPLY, { ...body, amount: "61000.01" }, { proof })).code).toBe(4125);
    expect((await solo.call(APPLY, body, { proof, "idempotency-key": "k1" })).map.record.status).toBe("processing");
    expect((await solo.call(APPLY, body, { proof, "idempotency-key": "k2" })).code).toBe(4125);
  });

  it("can upgrade a proof only once and within two minutes", async () => {
    const RAISE = "POST /mer/own/secondFactor";
    await totpOff();
    const body = { accountId, amount: "62000.00" };
    const late = await solo.proof(APPLY, body);
    const { secret } = (await solo.call("GET /mer/googleAuth/getQrCode")).map;
    const bind = (proof: string) =>
      solo.call("POST /mer/googleAuth/bind", {
        googleCode: computeTotpCode(secret),
        password: digestPassword("login", PASSWORD),
        proof,
      });
    const { recoveryCodes } = (await bind(late)).map;
    const raise = (proof: string) =>
      solo.call(RAISE, { proof, googleCode: String(recoveryCodes.pop()).replaceAll("-", "") });
    const unused = await server.db.query("SELECT hash FROM recovery_code WHERE used_at IS NULL");
    // Upgraded by the enrolment, it is not upgraded again, and the refused code stays valid.
    expect((await raise(late)).code).toBe(4125);
    expect(await server.db.query("SELECT hash FROM recovery_code WHERE used_at IS NULL")).toEqual(unused);

    const proof = await solo.proof(APPLY, body);
    expect((await raise(proof)).code).toBe(2000);
    const expiries = () => server.db.query("SELECT max(expires_at) AS till FROM proof WHERE used_at IS NULL");
    const before = await expiries();
    expect((await raise(proof)).code).toBe(4125);
    expect(await expiries()).toEqual(before);
    // Of two codes sent at once, one upgrades the proof.
    const both = await solo.proof(APPLY, body);
    const codes = (await Promise.all([raise(both), raise(both)])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([2000, 4125]);
    // Without an enrolment in between, a proof is upgraded only while it is valid.
    const old = await solo.proof(APPLY, body);
    await server.db.query("UPDATE proof SET expires_at = $1 WHERE strength = 'pay' AND used_at IS NULL", [
      new Date(Date.now() - 1000).toISOString(),
    ]);
    expect((await raise(old)).code).toBe(4125);
    expect((await solo.call(APPLY, body, { proof })).map.record).toMatchObject({ status: "processing" });
  });

  it("needs the second factor for every payment when no limit is set", async () => {
    const [row] = await server.db.query(
      "SELECT id, data FROM e_channel WHERE m = '100002' AND json_extract_path_text(data, 'product') = 'withdrawal'",
    );
    const { reviewAbove: _, ...rest } = row!.data;
    await server.db.query("UPDATE e_channel SET data = $2 WHERE m = '100002' AND id = $1", [
      row!.id,
      JSON.stringify(rest),
    ]);
    expect((await solo.confirmed(APPLY, { accountId, amount: "2000.00" })).code).toBe(4135);
    await server.db.query("UPDATE e_channel SET data = $2 WHERE m = '100002' AND id = $1", [
      row!.id,
      JSON.stringify(row!.data),
    ]);
  });

  it("is an exception: orders of a merchant with two users wait for review", async () => {
    const maker = await server.as("maker");
    const own = (await maker.call("GET /mer/account/list")).map.list[0].id;
    expect((await maker.confirmed(APPLY, { accountId: own, amount: "2000.00" })).map.record.status).toBe(
      "toBeReviewed",
    );
    const checker = await server.as("checker");
    const { record } = (await checker.confirmed(APPLY, { accountId: own, amount: "2000.00" })).map;
    expect(record.status).toBe("toBeReviewed");
    expect(
      (await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: record.orderNo, event: "pass" })).code,
    ).toBe(4121);
  });
});
