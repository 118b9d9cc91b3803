/**
 * Import of remittances: the maximum number of rows fits in one call and is validated; one more is refused, and valid
 * rows create orders.
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

const IMPORT = "POST /mer/own/remittance/import";
const ROWS = 4_000;
/** Number of rows that create orders; `BATCH_ROWS=4000` imports all, the default keeps the test fast. */
const MADE = Number(process.env["BATCH_ROWS"] ?? 200);
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

let server: TestServer;
let maker: Client;
let own: Record<string, unknown>;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.as("maker");
  await server.db.tx((tx) =>
    post(tx, {
      tenant: "100001",
      kind: "book",
      order: { kind: "recharge", id: "RC-batch" },
      step: "book",
      at: server.clock.now(),
      lines: [{ from: "nostro", to: "avail", currency: "USD", amount: 100_000_000n }],
    }),
  );
  const party = { type: "00", payeeName: "Anna Schmidt", country: "DE", city: "Hamburg", address: "Hafenstrasse 12" };
  const payer = await maker.call("POST /mer/payaccount/save", {
    type: "00",
    actualName: "张建国",
    bankName: "招商银行",
  });
  await maker.call("POST /mer/inter/remit/st01", party);
  const payee = await maker.call("POST /mer/inter/remit/st02", {
    account: "DE89370400440532013000",
    swift: "COBADEFFXXX",
    bankName: "Commerzbank",
    feeBearing: "SHA",
  });
  for (let tries = 0; tries < 50; tries++) {
    await server.worker.drain();
    if ((await maker.call("GET /mer/inter/remit/getAccountList", { status: "passed" })).map.list.length === 1) break;
  }
  own = {
    payerId: payer.map.record.id,
    payeeId: payee.map.record.accountId,
    currency: "USD",
    feeBearing: "SHA",
    purpose: "project",
  };
});
afterAll(() => server.stop());

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    record: {
      ...own,
      amount: `60.${String(index % 5)}1`,
      contractNo: `INV-2026-${index}`,
      postscript: `Invoice INV-2026-${index}, goods as ordered and delivered`,
    },
  }));

it("accepts 4,000 rows in one call and validates each [K11 F5]", async () => {
  const answer = await maker.call(IMPORT, { fileHash: hashOf("check"), check: true, rows: rows(ROWS) });
  expect(answer).toMatchObject({ status: 200, code: 2000 });
  expect(answer.map.rows).toHaveLength(ROWS);
  expect(answer.map.rows.flatMap((row: { errors: unknown[] }) => row.errors)).toEqual([]);
}, 30_000);

it("rejects 4,001 rows and states the maximum [K11]", async () => {
  const answer = await maker.call(IMPORT, { fileHash: hashOf("more"), check: true, rows: rows(ROWS + 1) });
  expect(answer).toMatchObject({ code: 4000, map: { errors: [{ at: "/rows", message: "每次导入 1 至 4,000 行" }] } });
});

it("creates an order for each valid row, reports errors of the others, and keeps the books balanced [K11 F5 S4]", async () => {
  const sent = [
    ...rows(MADE),
    { line: MADE + 2, record: { ...own, amount: "49.99", contractNo: "INV-LOW" } },
    { line: MADE + 3, record: { ...own, amount: "60.00" } },
  ];
  const body = { fileHash: hashOf("run"), run: 1, rows: sent.slice(-Math.min(sent.length, ROWS)) };
  const began = performance.now();
  expect((await maker.confirmed(IMPORT, body)).code).toBe(2000);
  const confirmed = performance.now();
  await expect
    .poll(
      async () => {
        await server.worker.drain();
        return (await maker.call(IMPORT, { fileHash: body.fileHash, run: 1 })).map.batch.waiting;
      },
      { timeout: 300_000 },
    )
    .toBe(0);
  const { batch } = (await maker.call(IMPORT, { fileHash: body.fileHash, run: 1 })).map;
  if (process.env["BATCH_ROWS"])
    console.log(
      `${server.db.engine}: ${body.rows.length} rows, taken in after ${Math.round(confirmed - began)} ms, all made after ${Math.round(performance.now() - began)} ms`,
      JSON.stringify(batch).slice(0, 300),
    );
  expect(batch).toMatchObject({ rows: body.rows.length, done: body.rows.length - 2, refused: 2 });
  expect(
    batch.results
      .filter(({ state }: { state: string }) => state === "refused")
      .map(({ errors }: { errors: { at: string; code: string }[] }) => errors.map(({ at, code }) => `${at} ${code}`)),
  ).toEqual([["/amount singleMin"], ["/tradeDocuments required"]]);
  const page = await maker.call("GET /mer/gep/remittance/page", { totals: 1, status: "toBeReviewed" });
  expect(page.map.total).toBe(body.rows.length - 2);
  expect(page.map.list[0]).toMatchObject({ review: "notAudited", payeeName: "Anna Schmidt" });
  expect(await verifyAll(server.db, server.schemas)).toEqual([]);
}, 320_000);
