/** Every form of refusal in both languages, response headers, and the portal's page. */
import { connect } from "node:net";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failures } from "../../src/contract/failures.ts";
import { formatFailure } from "../../server/core/failure-text.ts";
import { buildRefusal } from "../../server/http/envelope.ts";
import leads from "../../locales/en/leads.json";
import { toFailure } from "../../server/http/errors.ts";
import { DatabaseError } from "../../server/store/database.ts";
import { type Client, startTestServer, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  const portalDir = mkdtempSync(join(tmpdir(), "portolan-portal-"));
  mkdirSync(join(portalDir, "assets"));
  writeFileSync(
    join(portalDir, "index.html"),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="portal" content="__PORTAL__"><script nonce="__CSP_NONCE__"></script></head>',
  );
  const named = {
    "/login": ["assets/login.js"],
    "/withdrawal": ["assets/pay.js"],
    "/withdrawal?records": ["assets/list.js", "assets/list.css"],
    "/exchangerateInquiry": ["assets/home.js"],
  };
  mkdirSync(join(portalDir, ".vite"));
  writeFileSync(
    join(portalDir, ".vite/prefetch.json"),
    JSON.stringify({ zh: named, en: { "/login": ["assets/login-en.js"] } }),
  );
  writeFileSync(join(portalDir, "assets/app-1a2b.js"), "export {}");
  writeFileSync(join(portalDir, "assets/app-1a2b.js.br"), "packed");
  writeFileSync(join(portalDir, "mark.svg"), "<svg/>");
  server = await startTestServer({ portalDir });
  maker = await server.as("maker");
});
afterAll(() => server.stop());

const expectRefusal = (
  answer: { status: number; code: number; message: string; traceId: string; bytes: Buffer },
  name: keyof typeof failures,
  lang: "zh" | "en" = "zh",
) => {
  const { code, http } = failures[name];
  expect([answer.status, answer.code, answer.message]).toEqual([http, code, formatFailure(name, lang)]);
  expect(answer.traceId).toMatch(/^[0-9a-f]{16}$/);
  expect(answer.bytes.toString("utf8")).not.toMatch(/\bat .*\.(ts|js):\d+|node_modules|SELECT|INSERT/i);
};
/** Sends raw bytes over a socket, which HTTP client libraries would not send. */
const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const { port } = server.app.server.address() as { port: number };
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
    socket.setTimeout(5_000, () => socket.destroy());
    socket
      .on("data", (chunk) => (answer += chunk))
      .on("close", () => resolve(answer))
      .on("error", reject);
  });

describe("the server rejects", () => {
  it("an unknown call, a wrong method, a wrong content type and a body that is too large", async () => {
    expectRefusal(await maker.call("GET /mer/nothing"), "unknownCall");
    const wrong = await maker.call("POST /mer/user/info", {});
    expectRefusal(wrong, "wrongMethod");
    expect(wrong.headers.get("allow")).toBe("GET");
    expectRefusal(await maker.send("DELETE", "/mer/account/save"), "wrongMethod");
    expectRefusal(await maker.send("OPTIONS", "/mer/account/save"), "wrongMethod");
    expectRefusal(
      await maker.send("POST", "/mer/account/save", {
        body: Buffer.from("a=1"),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
      "wrongType",
    );
    expectRefusal(
      await maker.send("POST", "/mer/account/save", {
        body: Buffer.from("{}"),
        headers: { "content-type": "text/plain" },
      }),
      "wrongType",
    );
    expectRefusal(await maker.send("POST", "/mer/account/save", { body: Buffer.from("{}") }), "wrongType");
    expectRefusal(await maker.call("POST /mer/account/save", { holder: "x".repeat(4_300_000) }), "tooLarge");
  });
  it("in English with the fixed message and a leading sentence, and in Chinese with the message alone", () => {
    const refuse = (lang: "zh" | "en") => buildRefusal({ failure: "wrongSignIn" }, lang, "t").body;
    expect(refuse("en")).toMatchObject({
      message: "Wrong user name or password!",
      map: { lead: expect.stringMatching(/\.$/) },
    });
    expect(refuse("zh").map).not.toHaveProperty("lead");
    for (const name of Object.keys(leads)) expect(Object.keys(failures)).toContain(name);
  });

  it("a call that waited too long for the database as retryable, and an interrupted statement as a server error", () => {
    expect(toFailure(new DatabaseError("waited longer than 10 s for the database", "55P03")).failure).toBe("tooMany");
    expect(toFailure(new DatabaseError("a statement ran longer than 10 s", "57014")).failure).toBe("systemException");
  });
  it("invalid JSON and malformed text", async () => {
    for (const body of ["{", "[]", "null", '"a"', '{"__proto__":{}}', '{"event":[{"toString":{}}]}'])
      expectRefusal(await maker.call("POST /mer/account/save", body), "badJson");
    expectRefusal(await maker.call("POST /mer/account/save", '{"holder":"a\\u0000"}'), "badText");
    expectRefusal(await maker.call("POST /mer/account/save", '{"holder":"\\ud800"}'), "badText");
    expectRefusal(await maker.call("GET /mer/gep/withdraw/detail?orderNo=%00"), "badText");
    expectRefusal(await maker.call("GET /mer/gep/withdraw/detail?orderNo=a&orderNo=b"), "badJson");
    expectRefusal(await maker.call("POST /mer/account/save", {}, { "idempotency-key": "k".repeat(300) }), "badText");
  });
  it("requests from another site", async () => {
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ];
    for (const headers of foreign) {
      expectRefusal(await maker.call("POST /mer/account/save", {}, headers), "crossSite");
      expectRefusal(await maker.call("GET /mer/user/info", {}, headers), "crossSite");
    }
    const same = await maker.call("GET /mer/user/info", {}, { origin: server.url, "sec-fetch-site": "same-origin" });
    expect([same.code, same.headers.get("access-control-allow-origin")]).toEqual([2000, null]);
  });
  it("calls in the language of the cookie, else of the header, else in Chinese", async () => {
    const client = server.client();
    client.lang = "en-GB,en;q=0.9";
    expectRefusal(await client.call("GET /mer/nothing"), "unknownCall", "en");
    client.lang = "fr, zh;q=0.5";
    expectRefusal(await client.call("GET /mer/nothing"), "unknownCall", "zh");
    client.lang = "de";
    expectRefusal(await client.call("GET /mer/nothing"), "unknownCall", "zh");
    client.cookies.set("lang", "en");
    expectRefusal(await client.call("GET /mer/nothing"), "unknownCall", "en");
  });
  it("input that is not valid HTTP", async () => {
    for (const text of [
      "GARBAGE\r\n\r\n",
      "GET /api/%zz HTTP/1.1\r\nhost: x\r\n\r\n",
      "POST /api/mer/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}",
      `GET / HTTP/1.1\r\nhost: x\r\na: ${"b".repeat(20_000)}\r\n\r\n`,
    ]) {
      expect((await raw(text.replace("host: x", "host: x\r\nconnection: close"))).split("\r\n")[0]).toMatch(
        /^HTTP\/1\.1 4\d\d /,
      );
    }
    expect((await maker.call("GET /mer/user/info")).code).toBe(2000);
  });
  it("an idle connection with 408, which browsers do not take for a response to their next request", async () => {
    const late = Object.assign(new Error("nothing came"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.app.server.once("connection", (socket) => server.app.server.emit("clientError", late, socket));
    expect((await raw("")).split("\r\n")[0]).toBe("HTTP/1.1 408 Request Timeout");
  });
  it("invalid fields with field, rule and reason, and stores nothing", async () => {
    const answer = await maker.call("POST /mer/account/save", {
      holder: "甲",
      account: "12",
      bank: "没有的银行",
      surprise: true,
      starred: "yes",
    });
    expect([answer.status, answer.code]).toEqual([200, 4000]);
    const errors = answer.map.errors as { at: string; message: string }[];
    for (const at of ["/holder", "/account", "/bank", "/branch", "/surprise", "/starred"])
      expect(errors.map((error) => error.at)).toContain(at);
    for (const error of errors) expect(error.message).toMatch(/[\u4e00-\u9fff]/);
    const page = await maker.call("GET /mer/account/page", { q: "甲", totals: 1 });
    expect(page.map.total).toBe(0);
  });
  it("calls that move money with a note that nothing was debited, and other calls without it", async () => {
    const money = /扣款|资金|debited|money/i;
    const order = { accountId: "BA-none", amount: "2500.00" };
    for (const [lang, end] of [
      ["zh", "尚未扣款。"],
      ["en", "Nothing was debited."],
    ] as const) {
      maker.lang = lang;
      const wrong = (call: string, body: object) =>
        maker.call("POST /mer/other2/checkPassword", {
          call,
          body: JSON.stringify(body),
          password: "A".repeat(43) + "=",
        });
      const moving = [
        await maker.call("POST /mer/gep/withdraw/apply", {}),
        await maker.call("POST /mer/wallet/batchWithdraw", {}),
        await wrong("POST /mer/gep/withdraw/apply", order),
      ];
      for (const { message } of moving) expect(message.endsWith(end), message).toBe(true);
      const still = [
        await maker.call("POST /mer/account/save", {}),
        await server.client().call("POST /mer/user/register", {}),
        await wrong("POST /mer/own/remitPayee/update", {}),
        await maker.call("POST /mer/gep/withdraw/reexamine", { event: "pass" }),
      ];
      for (const { code, message } of still)
        expect([code, money.test(message), message]).toEqual([code === 4126 ? 4126 : 4000, false, message]);
    }
    maker.lang = "zh";
    // Money may have moved when the state has changed. The wording of the specification is kept.
    for (const name of ["transition", "idempotencyMismatch", "keyExpired", "systemException", "userDisabled"] as const)
      for (const lang of ["zh", "en"] as const) expect(formatFailure(name, lang, {}, true)).not.toMatch(money);
    expect(formatFailure("balance", "en", {}, true)).toBe("Balance insufficient");
  });
  it("a call after an internal error without revealing its cause", async () => {
    const { table } = server.app.http;
    const broken = new Map(table());
    broken.set("/mer/user/info", {
      GET: {
        ...broken.get("/mer/user/info")!.GET!,
        handler: () => Promise.reject(new Error("secret detail at SELECT")),
      },
    });
    server.app.http.table = () => broken;
    expectRefusal(await maker.call("GET /mer/user/info"), "systemException");
    server.app.http.table = table;
  });
});

describe("response headers", () => {
  it("protect every response of the API", async () => {
    for (const answer of [await maker.call("GET /mer/user/info"), await maker.call("GET /mer/nothing")]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-frame-options": "DENY",
        "permissions-policy": expect.stringContaining("camera=()"),
      });
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(answer.headers.get("strict-transport-security")).toBeNull();
    }
  });
  it("set a strict content security policy with a fresh nonce on each page, which describes the portal", async () => {
    const pages = await Promise.all(
      ["/", "/index.html", "/withdrawal?status=done"].map((path) => fetch(server.url + path)),
    );
    const nonces = await Promise.all(
      pages.map(async (page) => {
        const policy = page.headers.get("content-security-policy") ?? "";
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("require-trusted-types-for 'script'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/unsafe/);
        expect(page.headers.get("cache-control")).toBe("no-cache");
        const html = await page.text();
        expect(html.split(`nonce="${nonce}"`)).toHaveLength(3);
        expect(html).toContain("&quot;sandbox&quot;:true");
        expect(html).toContain("maker@demo.portolan");
        expect(html).not.toContain("Demo-Rose-1570");
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });
  it("preload the files that a page needs, by session, tab and language", async () => {
    const linked = async (path: string, cookie = "lang=zh") =>
      [
        ...(await (await fetch(server.url + path, { headers: { cookie } })).text()).matchAll(
          /rel="(\w+)" crossorigin href="\/assets\/([^"]+)"/g,
        ),
      ].map(([, rel, file]) => `${rel} ${file}`);
    const inside = "lang=zh; merToken=1";
    expect(await linked("/withdrawal?tab=records", inside)).toEqual(["modulepreload list.js", "stylesheet list.css"]);
    expect(await linked("/withdrawal?tab=nothing", inside)).toEqual(["modulepreload pay.js"]);
    expect(await linked("/", inside)).toEqual(["modulepreload home.js"]);
    expect(await linked("/unknown", inside)).toEqual([]);
    expect(await linked("/withdrawal?tab=records")).toEqual(["modulepreload login.js"]);
    expect(await linked("/", "lang=en")).toEqual(["modulepreload login-en.js"]);
  });
  it("forbid storing a page with sensitive data, whatever the query [R29]", async () => {
    for (const path of ["/merchantinfo", "/merchantinfo?tab=1"])
      expect((await fetch(server.url + path)).headers.get("cache-control")).toBe("no-store");
  });
  it("cache assets for a year and compress them when the browser accepts it", async () => {
    const asset = await fetch(`${server.url}/assets/app-1a2b.js`, { headers: { "accept-encoding": "identity" } });
    expect([asset.headers.get("cache-control"), await asset.text()]).toEqual([
      "public, max-age=31536000, immutable",
      "export {}",
    ]);
    const packed = await server.app.inject({ url: "/assets/app-1a2b.js", headers: { "accept-encoding": "br" } });
    expect([packed.headers["content-encoding"], packed.headers["content-type"], packed.body]).toEqual([
      "br",
      "application/javascript; charset=utf-8",
      "packed",
    ]);
    expect((await fetch(`${server.url}/mark.svg`)).headers.get("cache-control")).toBe("no-cache");
    for (const path of [
      "/assets/none.js",
      "/assets/../package.json",
      "/..%2fpackage.json",
      "/.env",
      "/assets/app-1a2b.js%00",
    ]) {
      expect((await fetch(server.url + path)).status).toBeGreaterThanOrEqual(400);
    }
  });
  it("collect and count reports of policy violations", async () => {
    const count = async () => (await server.client().call("GET /csp-report")).map.count;
    expect(await count()).toBe(0);
    const report = await fetch(`${server.url}/api/csp-report`, {
      method: "POST",
      headers: { "content-type": "application/csp-report" },
      body: '{"csp-report":{}}',
    });
    expect([report.status, await count()]).toEqual([204, 1]);
  });
  it("allow caching of reference data with an ETag", async () => {
    const first = await maker.call("GET /mer/account/getBankList");
    const tag = first.headers.get("etag")!;
    expect(first.headers.get("cache-control")).toMatch(/^private, max-age=\d+$/);
    expect(first.headers.get("vary")).toBe("cookie, accept-language, token, userid");
    expect((await maker.call("GET /mer/account/getBankList", { size: 1 })).map).toMatchObject({
      list: [expect.anything()],
      more: true,
    });
    expect((await maker.call("GET /mer/account/getBankList", {}, { "if-none-match": tag })).status).toBe(304);
    expect((await maker.call("GET /mer/account/getBankList?q=工商", {}, { "if-none-match": tag })).status).toBe(200);
  });
});
