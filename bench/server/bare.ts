/** The limit of a server: Fastify that answers the same bytes from memory. */
import Fastify from "fastify";

const [, , size = "8000"] = process.argv;
const app = Fastify();
const row = { orderNo: "WD2026112100000001", holder: "杭州启航供应链有限公司", account: "6222 **** **** 4567", amount: "2000.00", fee: "12.00", bank: "招商银行", status: "done", createdAt: "2026-11-21T08:00:00.000Z" };
const list = Array.from({ length: Math.max(1, Math.round(Number(size) / JSON.stringify(row).length)) }, () => row);
app.get("/list", async () => ({ code: 2000, message: "", map: { list }, traceId: "0" }));
app.post("/pay", async (request) => ({ code: 2000, message: "", map: { record: { ...row, ...(request.body as object) } }, traceId: "0" }));
const address = await app.listen({ port: 0, host: "127.0.0.1" });
console.log(address);
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
