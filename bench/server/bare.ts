/**
 * Lower bound for the server: hand-written Fastify and PGlite with one table and one index, without sessions, rules or
 * durable commits.
 */
import { PGlite } from "@electric-sql/pglite";
import Fastify from "fastify";

const [, , size = "8000", orders = "200000"] = process.argv;
const PAGE = 20;
const row = {
  orderNo: "WD2026112100000001",
  holder: "杭州启航供应链有限公司",
  account: "6222 **** **** 4567",
  amount: "2000.00",
  fee: "12.00",
  bank: "招商银行",
  status: "done",
  createdAt: "2026-11-21T08:00:00.000Z",
};
// Pads each response to the size of ours.
const fill = "x".repeat(Math.max(0, Math.round(Number(size) / PAGE) - JSON.stringify(row).length));
const pg = await PGlite.create();
await pg.exec(
  "CREATE TABLE orders (id text PRIMARY KEY, m text NOT NULL, created_at timestamptz NOT NULL, data json NOT NULL); CREATE TABLE account (m text PRIMARY KEY, avail numeric NOT NULL CHECK (avail >= 0)); CREATE TABLE sent (key text PRIMARY KEY)",
);
await pg.query("INSERT INTO account VALUES ('100001', 10000000000)");
for (let from = 1; from <= Number(orders); from += 10_000) {
  await pg.query(
    `INSERT INTO orders SELECT 'B' || lpad(g::text, 8, '0'), '100001', now() - g * interval '1 second', $1::json FROM generate_series(${from}, ${from + 9_999}) g`,
    [JSON.stringify({ ...row, fill })],
  );
}
await pg.exec("CREATE INDEX newest ON orders (m, created_at DESC, id DESC); ANALYZE orders");

const app = Fastify();
app.get("/list", async (request) => {
  const page = Number((request.query as { page?: string }).page ?? 1);
  const { rows } = await pg.query<{ data: object }>(
    "SELECT data FROM orders WHERE m = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3",
    ["100001", PAGE, (page - 1) * PAGE],
  );
  return { code: 2000, message: "", map: { list: rows.map(({ data }) => data) }, traceId: "0" };
});
let number = 0;
app.post("/pay", async (request) => {
  const { amount } = request.body as { amount: string };
  number += 1;
  const record = { ...row, amount, orderNo: `P${String(number).padStart(8, "0")}` };
  await pg.transaction(async (tx) => {
    await tx.query("INSERT INTO sent VALUES ($1)", [record.orderNo]);
    await tx.query("UPDATE account SET avail = avail - $2 WHERE m = $1", ["100001", amount]);
    await tx.query("INSERT INTO orders VALUES ($1, '100001', now(), $2)", [record.orderNo, JSON.stringify(record)]);
  });
  return { code: 2000, message: "", map: { record }, traceId: "0" };
});
const address = await app.listen({ port: 0, host: "127.0.0.1" });
console.log(address);
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
