/**
 * Traces: what a collector receives about a call, its statements, a job and a provider request, and that no call waits
 * for the collector.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTracing } from "../../server/telemetry/tracing.ts";
import { deposit } from "./swap-world.ts";
import { startTestServer, type TestServer } from "./server.ts";

interface JsonSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  links?: { traceId: string; spanId: string }[];
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; doubleValue?: number } }[];
  status: { code?: number };
}
interface Request {
  resourceSpans: { resource: { attributes: JsonSpan["attributes"] }; scopeSpans: { spans: JsonSpan[] }[] }[];
}

const received: { path: string; body: Request }[] = [];
let collector: Server;
let url: string;
let server: TestServer;
beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      received.push({ path: request.url ?? "", body: JSON.parse(text) as Request });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  server = await startTestServer({ proxies: "127.0.0.1" });
});
afterAll(async () => {
  await server?.stop();
  collector?.close();
});

const attribute = (span: JsonSpan, key: string) => span.attributes.find((one) => one.key === key)?.value.stringValue;
/** Runs work with a collector and returns the spans it received. */
async function spansOf(work: () => Promise<void>, share = 1): Promise<JsonSpan[]> {
  received.length = 0;
  const stop = startTracing({ url, share, resource: { "service.name": "portolan" } });
  await work().finally(stop);
  expect(received.every(({ path }) => path === "/v1/traces")).toBe(true);
  return received.flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans[0]!.spans));
}

it("a call's span has the trace id of its response and contains its statements, without the user's data", async () => {
  let traceId = "";
  const spans = await spansOf(async () => {
    const maker = await server.as("maker");
    ({ traceId } = await maker.call("GET /mer/gep/withdraw/page"));
  });
  const call = spans.find(({ name }) => name === "withdrawal.list")!;
  expect([call.traceId, call.kind, attribute(call, "portolan.trace")]).toEqual([traceId.padStart(32, "0"), 2, traceId]);
  expect(BigInt(call.endTimeUnixNano) >= BigInt(call.startTimeUnixNano)).toBe(true);
  expect(Math.abs(Number(BigInt(call.startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  const inside = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId);
  expect(inside.map(({ name }) => name)).toContain("SELECT e_withdrawal");
  expect(inside.every((span) => span.traceId === call.traceId)).toBe(true);
  expect(spans.map(({ name }) => name)).toContain("login");
  expect(JSON.stringify(spans)).not.toMatch(/maker@|100001/);
});

it("a call continues a trusted proxy's trace, and its span names the rejection", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/mer/gep/withdraw/page`, { headers: { token: "x", userId: "1", ...headers } });
  const spans = await spansOf(async () => {
    await ask({ traceparent, "x-forwarded-for": "203.0.113.9" });
    await fetch(`${server.url}/api/mer/login/send/email/code`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", traceparent, "x-forwarded-for": "203.0.113.9" },
    });
    await fetch(`${server.url}/api/mer/login/send/email/code`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", traceparent },
    });
  });
  const calls = spans.filter(({ kind }) => kind === 2);
  expect(calls.map(({ traceId, parentSpanId }) => [traceId === traceparent.slice(3, 35), parentSpanId])).toEqual([
    [true, traceparent.slice(36, 52)],
    [false, undefined],
  ]);
  expect(calls.map((span) => [attribute(span, "portolan.outcome"), span.status])).toEqual([
    ["invalid", {}],
    ["invalid", {}],
  ]);
});

it("statements of the job worker have spans", async () => {
  await server.db.query(
    "INSERT INTO job (id, kind, dedupe, m, state, run_at, lease_until, payload) VALUES ('traced', 'no.such.job', 'traced', '1', 'open', '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z', '{}')",
  );
  const maker = await server.as("maker");
  const spans = await spansOf(async () => {
    await maker.call("GET /mer/user/info");
    await server.worker.drain();
  });
  expect(spans.some(({ name }) => name.startsWith("UPDATE job"))).toBe(true);
  await server.db.query("DELETE FROM job WHERE id = 'traced'");
});

it("a job is linked to the call that enqueued it, in its own trace", async () => {
  const APPLY = "POST /mer/gep/withdraw/apply";
  await deposit(server, "100001", "CNY", "100000");
  const maker = await server.as("maker");
  const [account] = (await maker.call("GET /mer/account/list")).map.list;
  await server.worker.drain();
  const spans = await spansOf(async () => {
    const { record: order } = (await maker.confirmed(APPLY, { accountId: account.id, amount: "2000.00" })).map;
    await (
      await server.as("checker")
    ).confirmed("POST /mer/gep/withdraw/reexamine", { id: order.orderNo, event: "pass" });
    await server.worker.drain();
  });
  const job = spans.find(({ name, kind }) => name === "bank.pay" && kind === 5)!;
  const cause = spans.find(({ spanId }) => spanId === job.links?.[0]?.spanId)!;
  expect(job.traceId).not.toBe(cause.traceId);
  expect([cause.name, cause.kind, job.links]).toEqual([
    "withdrawal.review",
    2,
    [{ traceId: cause.traceId, spanId: cause.spanId }],
  ]);
});

it("a sampling share of 0 sends nothing, and no call waits for an unreachable collector", async () => {
  const maker = await server.as("maker");
  expect(await spansOf(async () => void (await maker.call("GET /mer/user/info")), 0)).toEqual([]);
  const stop = startTracing({ url: "http://127.0.0.1:1", share: 1, resource: {} });
  const began = Date.now();
  expect((await maker.call("GET /mer/user/info")).code).toBe(2000);
  await stop();
  expect(Date.now() - began).toBeLessThan(4_000);
});
