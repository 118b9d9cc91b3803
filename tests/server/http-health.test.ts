/** Probes and unknown URLs: health, 404, and a draining node. */
import { connect, type Socket } from "node:net";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Fastify, { LogController } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { formatFailure } from "../../server/core/failure-text.ts";
import { measureRequests } from "../../server/http/access-log.ts";
import { Metrics } from "../../server/http/metrics.ts";
import { startTestServer, type TestServer } from "./server.ts";

let server: TestServer;
beforeAll(async () => {
  const portalDir = mkdtempSync(join(tmpdir(), "portolan-portal-"));
  writeFileSync(join(portalDir, "index.html"), "<html>the portal</head></html>");
  server = await startTestServer({ portalDir, securityContact: "mailto:security@example.com" });
});
afterAll(() => server?.stop());

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, { headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    type: response.headers.get("content-type"),
    text,
    body: text.startsWith("{") ? (JSON.parse(text) as Record<string, any>) : {},
  };
};

describe("the server", () => {
  const pages = (
    JSON.parse(readFileSync(fileURLToPath(new URL("../../schemas/pages.json", import.meta.url)), "utf8")) as {
      path: string;
    }[]
  ).map(({ path }) => path);
  it("serves the portal at the path of each page, with and without a query", async () => {
    for (const path of ["/", "/index.html", ...pages, `${pages[0]}?tab=x`])
      expect([path, await ask(path)]).toMatchObject([path, { status: 200, type: "text/html; charset=utf-8" }]);
  });
  it("responds with 404 and the envelope at other paths", async () => {
    for (const path of [
      "/metrics",
      "/readyz2",
      "/x/y",
      "/healthz/",
      "/withdrawal/1",
      "/api",
      "/apix",
      "/.env",
      "/wp-login.php",
      "/assets/none.js",
    ]) {
      const { status, type, body } = await ask(path);
      expect([path, status, type, body]).toEqual([
        path,
        404,
        "application/json; charset=utf-8",
        {
          code: failures.unknownCall.code,
          message: formatFailure("unknownCall", "zh"),
          map: {},
          traceId: expect.stringMatching(/^[0-9a-f]{16}$/),
        },
      ]);
    }
    expect((await fetch(`${server.url}/withdrawal`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`, { method: "HEAD" })).status).toBe(404);
  });
  it("responds to a browser's navigation to an unknown page with the portal and 404, but to scripts with JSON", async () => {
    // HTTP client libraries send their own user agent.
    const opened = async (url: string, headers: Record<string, string> = {}) => {
      const { statusCode, headers: answered } = await server.app.inject({
        url,
        headers: { accept: "text/html,application/xhtml+xml", ...headers },
      });
      return [statusCode, answered["content-type"]];
    };
    const [html, json] = [
      [404, "text/html; charset=utf-8"],
      [404, "application/json; charset=utf-8"],
    ];
    expect(await opened("/no/such/page")).toEqual(html);
    expect(await opened("/no/such/page", { "sec-fetch-mode": "navigate" })).toEqual(html);
    expect(await opened("/no/such/page", { "sec-fetch-mode": "cors" })).toEqual(json);
    for (const path of ["/api/nothing", "/assets/none.js"])
      expect(await opened(path, { "sec-fetch-mode": "navigate" })).toEqual(json);
  });
});

describe("well-known addresses", () => {
  it("redirect to the page for changing a password, and publish the contact for security reports", async () => {
    const change = await fetch(`${server.url}/.well-known/change-password`, { redirect: "manual" });
    expect([change.status, change.headers.get("location")]).toEqual([302, "/personalCenter?tab=password"]);
    expect((await ask("/personalCenter?tab=password")).status).toBe(200);
    const { status, type, text } = await ask("/.well-known/security.txt");
    expect([status, type]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text).toMatch(/^Contact: mailto:security@example\.com\nExpires: .*Z\n/);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!);
    expect(expires - Date.now()).toBeGreaterThan(300 * 86_400_000);
    expect(expires - Date.now()).toBeLessThanOrEqual(365 * 86_400_000);
  });
});

describe("the health check", () => {
  it("reports a node that accepts calls as ready, without details to proxied clients", async () => {
    expect((await ask("/livez")).body).toEqual({ ok: true });
    for (const path of ["/readyz", "/healthz"])
      expect(await ask(path)).toMatchObject({
        status: 200,
        body: { ok: true, parts: { taking: true, database: true, money: true, deadJobs: 0 } },
      });
    // A proxy on the same machine forwards requests of other clients, which receive no details.
    expect((await ask("/readyz", { "x-forwarded-for": "203.0.113.9" })).body).toEqual({ ok: true });
  });
  it("reports dead jobs and closed books while the node keeps serving", async () => {
    const { db } = server;
    await db.query(
      "INSERT INTO job (id, kind, dedupe, m, state, run_at, lease_until, payload) VALUES ('dead', 'bank.pay', 'dead', '100001', 'dead', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '{}')",
    );
    expect(await ask("/healthz")).toMatchObject({
      status: 200,
      body: { ok: false, parts: { deadJobs: 1, money: true } },
    });
    await db.query("DELETE FROM job WHERE id = 'dead'");
    await db.query(
      "INSERT INTO book_state (m, state, reason, since) VALUES ('closed', 'closed', 'unproven', '2026-01-01T00:00:00Z')",
    );
    expect(await ask("/healthz")).toMatchObject({
      status: 200,
      body: { ok: false, parts: { deadJobs: 0, money: false } },
    });
    await db.query("DELETE FROM book_state WHERE m = 'closed'");
    expect((await ask("/healthz")).body.ok).toBe(true);
  });
  it("needs an operator while the product's own parts cannot be read, and keeps serving", async () => {
    const { http } = server.app;
    const { readReadiness } = http;
    http.readReadiness = () => Promise.reject(new Error("no such table"));
    const { status, body } = await ask("/readyz");
    expect([status, body.ok, Object.keys(body.parts)]).toEqual([
      200,
      false,
      ["taking", "database", "deadJobs", "jobLagSeconds"],
    ]);
    http.readReadiness = readReadiness!;
    expect((await ask("/readyz")).body.ok).toBe(true);
  });
  it("responds with 503 when the database does not answer, while the node stays live", async () => {
    const { services } = server.app;
    const { db } = services;
    for (const query of [() => Promise.reject(new Error("gone")), () => new Promise<never>(() => undefined)]) {
      services.db = { ...db, query };
      expect(await ask("/readyz")).toMatchObject({
        status: 503,
        body: { ok: false, code: failures.busy.code, parts: { database: false } },
      });
      expect((await ask("/livez")).status).toBe(200);
    }
    services.db = db;
    expect((await ask("/readyz")).status).toBe(200);
  });
});

describe("the operators' port", () => {
  const scrape = async () => {
    const { address, close } = await server.openOps({ host: "127.0.0.1", port: 0 });
    const metrics = await fetch(`${address}/metrics`);
    const text = await metrics.text();
    const valueOf = (series: string) => {
      const line = text.split("\n").find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    };
    const ready = await fetch(`${address}/readyz`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    const answer = { type: metrics.headers.get("content-type"), text, valueOf, ready: (await ready.json()) as unknown };
    await close();
    return answer;
  };
  it("exports metrics of requests, jobs, sessions, books and the process, without identifying users", async () => {
    const { db } = server;
    const maker = await server.as("maker");
    await ask("/api/mer/user/info");
    await db.query(
      "INSERT INTO job (id, kind, dedupe, m, state, run_at, lease_until, payload) VALUES ('late', 'bank.pay', 'late', '100001', 'open', '2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '{}')",
    );
    const { type, text, valueOf, ready } = await scrape();
    expect(type).toMatch(/^text\/plain/);
    const count = (call: string, code: number) =>
      valueOf(`portolan_http_request_duration_seconds_count{call="${call}",code="${code}"}`);
    expect(count("login", 2000)).toBeGreaterThanOrEqual(1);
    expect(count("userInfo", failures.noSession.code)).toBeGreaterThanOrEqual(1);
    expect(valueOf('portolan_jobs{state="due"}')).toBeGreaterThanOrEqual(1);
    expect(valueOf('portolan_job_lag_seconds{lane="payout"}')).toBeGreaterThan(86_400);
    expect(valueOf('portolan_job_lag_seconds{lane="mail"}')).toBe(0);
    expect(valueOf('portolan_refusals_total{failure="noSession"}')).toBeGreaterThanOrEqual(1);
    // The metrics request itself arrives at a different port.
    expect(valueOf("portolan_http_in_flight")).toBe(0);
    expect(valueOf("portolan_sessions")).toBeGreaterThanOrEqual(1);
    expect(valueOf("portolan_books_closed")).toBe(0);
    expect(valueOf("portolan_books_proof_age_seconds")).toBeGreaterThanOrEqual(0);
    expect(valueOf("portolan_database_up")).toBe(1);
    if (db.engine === "postgres") expect(valueOf('portolan_db_pool{state="used"}')).toBeGreaterThanOrEqual(0);
    expect(text).toContain("process_resident_memory_bytes");
    // Checks labels only, because a figure may contain any digits.
    expect(text).not.toMatch(/@|"100001"/);
    expect(maker).toBeDefined();
    // Jobs overdue for ten minutes require an operator.
    expect(ready).toMatchObject({ ok: false, parts: { taking: true, database: true } });
    await db.query("DELETE FROM job WHERE id = 'late'");
  });
  it("logs one line per request with call and outcome, without secrets", async () => {
    const lines: string[] = [];
    const app = Fastify({
      logger: { level: "info", stream: { write: (line: string) => void lines.push(line) } },
      logController: new LogController({ disableRequestLogging: true }),
    });
    measureRequests(app, new Metrics({ db: () => server.db, clock: server.clock }));
    app.post("/api/pay", async (request) => {
      request.callId = "pay";
      request.outcome = 2000;
      return { account: "6222" };
    });
    await app.inject({
      method: "POST",
      url: "/api/pay?token=t1",
      headers: { token: "t2", cookie: "sid=t3" },
      payload: { password: "t4" },
    });
    await app.close();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      msg: "request",
      call: "pay",
      code: 2000,
      status: 200,
      bytes: 18,
      traceId: expect.any(String),
    });
    expect(lines[0]).not.toMatch(/\bt[1-4]\b|6222/);
  });
  it("serves the remaining metrics when the database does not answer", async () => {
    const { services } = server.app;
    const { db } = services;
    services.db = { ...db, query: () => Promise.reject(new Error("gone")) };
    const { valueOf } = await scrape();
    services.db = db;
    expect(valueOf("portolan_database_up")).toBe(0);
    expect(valueOf("portolan_sessions")).toBeUndefined();
  });
});

/** Opens a raw connection, for requests sent in two parts, and records what it receives. */
function connection(): Promise<{ socket: Socket; heard(): string }> {
  return new Promise((resolve, reject) => {
    const { port } = server.app.server.address() as { port: number };
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => resolve({ socket, heard: () => answer }));
    socket.on("data", (chunk) => (answer += chunk)).on("error", reject);
  });
}

describe("a draining node", () => {
  it("reports that it is not ready, completes accepted requests, then responds with 503 and Retry-After", async () => {
    const one = await connection();
    const two = await connection();
    // A request that is half sent when the node shuts down.
    for (const { socket } of [one, two]) socket.write("GET ");
    await expect
      .poll(() => new Promise((resolve) => server.app.server.getConnections((_error, count) => resolve(count))))
      .toBeGreaterThanOrEqual(2);
    await server.drain(0);
    expect(await ask("/readyz")).toMatchObject({
      status: 503,
      body: { ok: false, code: failures.busy.code, map: {}, parts: { taking: false, database: true } },
    });
    expect((await ask("/healthz")).headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await ask("/withdrawal")).status).toBe(200);

    const closed = server.app.close();
    await expect.poll(() => server.app.leaving).toBe("now");
    one.socket.write("/api/mer/user/info HTTP/1.1\r\nhost: x\r\n\r\n");
    two.socket.write("/livez HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(one.heard).toContain("traceId");
    const [head = "", body = ""] = one.heard().split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toMatch(/^retry-after: \d+$/im);
    expect(head).toMatch(/^connection: close$/im);
    expect(JSON.parse(body)).toEqual({
      code: failures.busy.code,
      message: formatFailure("busy", "zh"),
      map: {},
      traceId: expect.any(String),
    });
    await expect.poll(two.heard).toMatch(/^HTTP\/1\.1 200 [^]*\{"ok":true\}$/);
    await closed;
  });
});
