/** Sessions, sign-in and step-up. */
import { createHash, randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Secret } from "otpauth";
import { digestPassword } from "../../server/session/password.ts";
import { Sessions } from "../../server/session/sessions.ts";
import { sealTotpSecret, computeTotpCode } from "../../server/session/totp.ts";
import type { Database } from "../../server/store/database.ts";
import { type Client, startTestServer, type TestServer } from "./server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ history: true });
});
afterAll(() => server.stop());

const M5 = "登录已失效，请重新登录。";
/** Changes rows behind the server's back and invalidates cached sessions. */
async function change(sql: string, params: unknown[] = []): Promise<void> {
  await server.db.query(sql, params);
  server.app.services.sessions.invalidate();
}
/** Returns the authenticator secret of a demo user in stored form. */
async function sealedFor(user: string, secret: string): Promise<string> {
  const [{ id }] = (await server.db.query<{ id: string }>("SELECT id FROM portal_user WHERE username = $1", [
    `${user}@demo.portolan`,
  ])) as [{ id: string }];
  return sealTotpSecret(server.app.services.seal, id, secret);
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const whoAmI = (client: Client) => client.call("GET /mer/user/info");

describe("sign-in", () => {
  it("sets an HttpOnly session cookie and the readable cookies of the specification [C3 E1.1 E1.2 E1.3 E1.4 E12.4]", async () => {
    const client = server.client();
    const answer = await client.signIn("  Maker@demo.portolan ");
    expect(answer).toMatchObject({ status: 200, code: 2000, map: { userStatus: 1, username: "maker@demo.portolan" } });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith("sid="))).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    for (const name of ["merToken", "merId", "userId", "userStatus", "username"]) {
      expect(cookies.find((cookie) => cookie.startsWith(`${name}=`))).toMatch(/; Path=\/; SameSite=Strict$/);
    }
    expect(answer.map.token).not.toBe(client.cookies.get("sid"));
  });
  it("returns the same error for an unknown user and a wrong password [M1 C3]", async () => {
    const unknown = await server.client().signIn("nobody@demo.portolan");
    const wrong = await server.client().signIn("maker@demo.portolan", "not the password");
    expect([unknown.code, unknown.message]).toEqual([4101, "邮箱或密码不正确，请核对后再试。"]);
    expect([wrong.code, wrong.message]).toEqual([unknown.code, unknown.message]);
  });
  it("logs checked attempts alike for known and unknown names, and no unchecked ones", async () => {
    const noted = async (name: string, times: number) => {
      const [before] = await server.db.query("SELECT count(*) AS n FROM audit WHERE action = 'signInRefused'");
      for (let tries = 0; tries < times; tries++) await server.client().signIn(name, "wrong password");
      return (
        Number((await server.db.query("SELECT count(*) AS n FROM audit WHERE action = 'signInRefused'"))[0]!.n) -
        Number(before!.n)
      );
    };
    expect([await noted("review@demo.portolan", 7), await noted("stranger@demo.portolan", 7)]).toEqual([5, 5]);
    await change("DELETE FROM throttle");
  });
  it("rejects an undigested password and the payment digest [V29]", async () => {
    const client = server.client();
    expect(
      (await client.call("POST /mer/login", { username: "maker@demo.portolan", password: "Demo-Rose-1570" })).code,
    ).toBe(4000);
    expect(
      (
        await client.call("POST /mer/login", {
          username: "maker@demo.portolan",
          password: digestPassword("pay", "Demo-Rose-1570"),
        })
      ).code,
    ).toBe(4101);
  });
  it("requires proof of work after five failures, until the window ends", async () => {
    const attempt = (password: string) => server.client().signIn("failed@demo.portolan", password);
    for (let tries = 0; tries < 5; tries++) expect((await attempt("wrong password")).code).toBe(4101);
    const asked = await attempt("Demo-Rose-1570");
    expect([asked.code, Object.keys(asked.map)]).toEqual([4145, ["challenge", "salt", "target", "most"]]);
    await change("UPDATE throttle SET started_at = $1", [minutesAgo(15)]);
    expect((await attempt("Demo-Rose-1570")).code).toBe(2000);
    expect((await attempt("wrong password")).code).toBe(4101);
  });
  it("delays an address with many failures rather than the owner of the attacked account", async () => {
    const name = "failed@demo.portolan";
    const answer = async (key: string, n: number, startedAt = minutesAgo(1)) => {
      await change("DELETE FROM throttle");
      await change("INSERT INTO throttle (key, started_at, last_at, n) VALUES ($1, $2, $3, $4)", [
        key,
        startedAt,
        new Date().toISOString(),
        n,
      ]);
      const { code, map } = await server.client().signIn(name);
      return code === 4130 ? Number(map.seconds) : code;
    };
    expect(await answer(`login:${name}`, 4)).toBe(2000);
    expect(await answer(`login:${name}`, 5)).toBe(4145);
    expect(await answer("login-ip:127.0.0.1", 99)).toBe(2000);
    const wait = await answer("login-ip:127.0.0.1", 100);
    expect([wait > 25, wait <= 30]).toEqual([true, true]);
    expect(await answer(`login:${name}`, 60, minutesAgo(16))).toBe(2000);
    await change("INSERT INTO throttle (key, started_at, last_at, n) VALUES ($1, $2, $2, 60)", [
      `login:${name}`,
      minutesAgo(16),
    ]);
    await server.client().signIn(name, "wrong password");
    expect(await server.db.query("SELECT n FROM throttle WHERE key = $1", [`login:${name}`])).toEqual([{ n: 1 }]);
    // A sign-in resets the failures of the account but not of the address, otherwise an attacker with an account could
    // continue guessing.
    expect((await server.client().signIn(name)).code).toBe(2000);
    expect(await server.db.query("SELECT key FROM throttle ORDER BY key")).toEqual([{ key: "login-ip:127.0.0.1" }]);
    await change("DELETE FROM throttle");
  });
  it("slows down concurrent guesses of the password and of the second factor", async () => {
    const codes = async (asked: () => Promise<{ code: number }>) =>
      (await Promise.all(Array.from({ length: 12 }, asked))).map(({ code }) => code).sort();
    expect(await codes(() => server.client().signIn("rejected@demo.portolan", "wrong password"))).toEqual([
      ...Array(5).fill(4101),
      ...Array(7).fill(4145),
    ]);
    const secret = new Secret({ size: 20 }).base32;
    const wrong = String((Number(computeTotpCode(secret)) + 500_000) % 1_000_000).padStart(6, "0");
    const maker = await server.as("maker");
    await change("UPDATE portal_user SET totp_secret = $1 WHERE username = 'maker@demo.portolan'", [
      await sealedFor("maker", secret),
    ]);
    const confirm = {
      call: "POST /mer/gep/withdraw/apply",
      body: "{}",
      password: digestPassword("pay", "Demo-Rose-1570"),
      googleCode: wrong,
    };
    expect(await codes(() => maker.call("POST /mer/other2/checkPassword", confirm))).toEqual(
      [...Array(7).fill(4130), ...Array(5).fill(4136)].sort(),
    );
    await change("UPDATE portal_user SET totp_secret = NULL WHERE username = 'maker@demo.portolan'");
    await change("DELETE FROM throttle");
  });
  it("rejects a disabled user [S14]", async () => {
    const client = await server.as("checker");
    await change("UPDATE portal_user SET state = 'disabled' WHERE username = 'checker@demo.portolan'");
    expect((await whoAmI(client)).code).toBe(3003);
    expect((await server.client().signIn("checker@demo.portolan")).code).toBe(3003);
    await change("UPDATE portal_user SET state = 'active' WHERE username = 'checker@demo.portolan'");
    expect((await whoAmI(client)).code).toBe(2000);
  });
});

describe("a session", () => {
  it("requires a known cookie, otherwise responds with HTTP 302 without Location [S14 M5]", async () => {
    const client = await server.as("maker");
    const stranger = server.client();
    Object.assign(stranger, { token: client.token, userId: client.userId });
    const none = await whoAmI(stranger);
    expect([none.status, none.headers.get("location"), none.message]).toEqual([302, null, M5]);
    stranger.cookies.set("sid", "unknown");
    expect((await whoAmI(stranger)).status).toBe(302);
  });
  it("requires its own token and user id, otherwise responds with 3001 [P2 S14]", async () => {
    const client = await server.as("maker");
    const other = await server.as("maker");
    expect((await client.call("GET /mer/user/info", {}, { token: other.token })).code).toBe(3001);
    expect((await client.call("GET /mer/user/info", {}, { token: "" })).code).toBe(3001);
    expect((await client.call("GET /mer/user/info", {}, { userId: "1000021" })).code).toBe(3001);
    expect((await whoAmI(client)).code).toBe(2000);
  });
  it("ends with 3001 after 15 idle minutes and after 8 hours [S14]", async () => {
    const client = await server.as("maker");
    const sid = "user_id = $2 AND ended_at IS NULL";
    await change(`UPDATE session SET seen_at = $1 WHERE ${sid}`, [minutesAgo(14.5), client.userId]);
    expect((await whoAmI(client)).code).toBe(2000);
    // A background request of a page does not count as user activity.
    const own = createHash("sha256").update(client.cookies.get("sid")!).digest("hex");
    const seen = async () =>
      Date.parse((await server.db.query("SELECT seen_at FROM session WHERE sid_hash = $1", [own]))[0]!.seen_at);
    expect(await seen()).toBeGreaterThan(Date.now() - 60_000);
    await change("UPDATE session SET seen_at = $1 WHERE sid_hash = $2", [minutesAgo(14.5), own]);
    expect((await client.call("GET /mer/own/notification/count", {}, { passive: "1" })).code).toBe(2000);
    expect(await seen()).toBeLessThan(Date.now() - 14 * 60_000);
    await change(`UPDATE session SET seen_at = $1 WHERE ${sid}`, [minutesAgo(15.1), client.userId]);
    const idle = await whoAmI(client);
    expect([idle.status, idle.code, idle.message]).toEqual([200, 3001, M5]);
    const fresh = await server.as("maker");
    const [longest] = await server.db.query(
      "SELECT absolute_end, created_at FROM session WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1",
      [fresh.userId],
    );
    expect(Date.parse(longest!.absolute_end) - Date.parse(longest!.created_at)).toBe(8 * 60 * 60_000);
    await change(`UPDATE session SET absolute_end = $1 WHERE ${sid}`, [minutesAgo(0.1), client.userId]);
    expect((await whoAmI(fresh)).code).toBe(3001);
  });
  it("is one of at most five per user, and the sixth sign-in ends the oldest with 3002 [S14]", async () => {
    const clients = [];
    for (let n = 0; n < 6; n++) clients.push(await server.as("solo"));
    expect((await whoAmI(clients[0]!)).code).toBe(3002);
    expect((await whoAmI(clients[1]!)).code).toBe(2000);
  });
  it("ends on the server at sign-out, sent form-encoded as specified [C5]", async () => {
    const client = await server.as("maker");
    const before = new Map(client.cookies);
    const out = await client.send("POST", "/mer/logout", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.from(""),
    });
    expect([out.code, out.headers.get("clear-site-data")]).toEqual([2000, '"cache"']);
    // The browser remains known.
    expect([...client.cookies.keys()]).toEqual(["dev"]);
    for (const [name, value] of before) client.cookies.set(name, value);
    expect((await whoAmI(client)).status).toBe(302);
  });
  it("ended while it was being read is not cached [C5]", async () => {
    const client = await server.as("maker");
    const credentials = { sid: client.cookies.get("sid"), token: client.token, userId: client.userId };
    const steps = new EventEmitter();
    const [read, ended] = [once(steps, "read"), once(steps, "ended")];
    // A database so slow that the session expires before it responds.
    const slow: Database = Object.assign(Object.create(server.db) as Database, {
      query: async (sql: string, params?: readonly unknown[]) => {
        const rows = await server.db.query(sql, params);
        steps.emit("read");
        await ended;
        return rows;
      },
    });
    const sessions = new Sessions({ db: slow, vocabulary: server.app.services.vocabulary });
    const early = sessions.resolve(credentials);
    await read;
    await server.db.tx((tx) => sessions.endOthers(tx, client.userId!, undefined, "signedOut"));
    steps.emit("ended");
    expect((await early).user.username).toBe("maker@demo.portolan");
    await expect(sessions.resolve(credentials)).rejects.toMatchObject({ failure: "noSession" });
  });
  it("is not cached past its end when it was read before the end was committed", async () => {
    const client = await server.as("maker");
    const credentials = { sid: client.cookies.get("sid")!, token: client.token, userId: client.userId };
    const sessions = new Sessions({ db: server.db, vocabulary: server.app.services.vocabulary });
    const late: (() => void)[] = [];
    await sessions.endOthers(
      {
        query: async () => [],
        send: () => undefined,
        write: async () => undefined,
        afterCommit: (run) => void late.push(run),
      },
      client.userId,
      undefined,
      "passwordChanged",
    );
    expect((await sessions.resolve(credentials)).user.id).toBe(client.userId);
    await server.db.query("UPDATE session SET ended_at = seen_at, end_reason = 'passwordChanged' WHERE user_id = $1", [
      client.userId,
    ]);
    for (const run of late) run();
    await expect(sessions.resolve(credentials)).rejects.toMatchObject({ failure: "sessionEnded" });
  });
  it.each([
    ["new", 4],
    ["review", 0],
    ["failed", -1],
  ])(
    "of %s (status %i) reads user info, but gets HTTP 303 from business calls [S1 P4 M7 K8 C11]",
    async (user, status) => {
      await change("DELETE FROM throttle");
      const client = await server.as(user);
      expect((await whoAmI(client)).map).toMatchObject({ userStatus: status, certified: false });
      const answer = await client.call("GET /mer/gep/withdraw/page");
      expect([answer.status, answer.headers.get("location"), answer.message]).toEqual([
        303,
        null,
        "完成认证后就能使用，约需 10 分钟。",
      ]);
    },
  );
  const menusOf = async (client: Client, lang = "zh") =>
    (await client.call("GET /mer/menu/role/m", {}, { "accept-language": lang })).map.merMenuList as {
      menuId: string;
      name: string;
    }[];
  const grantsOf = async (client: Client) => [
    ...(await menusOf(client)).map(({ menuId }) => menuId),
    ...((await whoAmI(client)).map.grants as string[]),
  ];
  it("lists named menus in the menu call and grants in the user info [C10 C11 E2.1 E2.2]", async () => {
    const checker = await server.as("checker");
    const pages = JSON.parse(readFileSync("schemas/pages.json", "utf8")) as {
      menu?: string;
      label: Record<string, string>;
    }[];
    for (const lang of ["zh", "en"]) {
      const menus = await menusOf(checker, lang);
      expect(menus.length).toBeGreaterThan(10);
      for (const { menuId, name } of menus)
        expect(name, menuId).toBe(pages.find(({ menu }) => menu === menuId)?.label[lang]);
    }
    const { grants } = (await whoAmI(checker)).map;
    expect(grants).toContain("withdrawal.review");
    expect(grants).not.toContain("withdrawal");
    const [stored] = await server.db.query<{ grants: string[] }>(
      "SELECT grants FROM portal_user WHERE username = 'checker@demo.portolan'",
    );
    expect((await grantsOf(checker)).sort()).toEqual(stored!.grants.sort());
  });
  it("has access only to what is granted [C10 P1 P3 P5 E2.1 E2.2]", async () => {
    const maker = await server.as("maker");
    const granted = await grantsOf(maker);
    expect(granted).toContain("withdrawal");
    expect(granted).not.toContain("withdrawal.review");
    expect((await maker.call("GET /mer/gep/withdraw/page", { view: "mine" })).code).toBe(4118);
    await change("UPDATE portal_user SET grants = '[\"withdrawal\"]' WHERE username = 'maker@demo.portolan'");
    expect((await maker.call("GET /mer/own/channel/list")).code).toBe(4118);
    expect((await maker.call("GET /mer/account/list")).code).toBe(2000);
    expect((await maker.call("POST /mer/account/save", {})).code).toBe(4118);
    await change("UPDATE portal_user SET grants = $1 WHERE username = 'maker@demo.portolan'", [
      JSON.stringify(granted),
    ]);
  });
});

describe("step-up", () => {
  const CALL = "POST /mer/gep/withdraw/apply";
  let maker: Client;
  let body: Record<string, string>;
  beforeAll(async () => {
    await change("DELETE FROM throttle");
    maker = await server.as("maker");
    const [payee] = (await maker.call("GET /mer/account/list")).map.list;
    body = { accountId: payee.id, amount: "2345.00" };
  });
  const apply = (proof: string | undefined, sent: Record<string, string> = body) =>
    maker.call(CALL, sent, proof === undefined ? {} : { proof });

  it("is required, and a proof is valid once for one call with one body in one session [C27]", async () => {
    expect((await apply(undefined)).code).toBe(4124);
    expect((await apply("guessed")).code).toBe(4125);
    const proof = await maker.proof(CALL, body);
    expect((await apply(proof, { ...body, amount: "2346.00" })).code).toBe(4125);
    const elsewhere = await server.as("maker");
    expect((await elsewhere.call(CALL, body, { proof })).code).toBe(4125);
    const other = await maker.proof("POST /mer/account/save", body);
    expect((await apply(other)).code).toBe(4125);
    expect((await apply(proof)).code).toBe(2000);
    expect((await maker.call(CALL, body, { proof, "idempotency-key": "another" })).code).toBe(4125);
  });
  it("does not depend on the order of members in the body", async () => {
    const proof = await maker.proof(
      CALL,
      Object.fromEntries(Object.entries({ ...body, amount: "2347.00" }).toReversed()),
    );
    expect((await apply(proof, { ...body, amount: "2347.00" })).code).toBe(2000);
  });
  it("expires after two minutes", async () => {
    const sent = { ...body, amount: "2348.00" };
    const proof = await maker.proof(CALL, sent);
    const [given] = await server.db.query("SELECT max(expires_at) AS till FROM proof");
    expect(Math.abs(Date.parse(given!.till ?? "") - Date.now() - 2 * 60_000)).toBeLessThan(30_000);
    await change("UPDATE proof SET expires_at = $1 WHERE used_at IS NULL", [minutesAgo(0.01)]);
    expect((await apply(proof, sent)).code).toBe(4125);
  });
  it("remains valid when the call is rejected", async () => {
    const sent = { ...body, amount: "499999.00" };
    const proof = await maker.proof(CALL, { ...sent, accountId: "BA404" });
    expect((await apply(proof, { ...sent, accountId: "BA404" })).code).toBe(4000);
    const [row] = await server.db.query("SELECT count(*) AS n FROM proof WHERE used_at IS NULL AND expires_at > $1", [
      new Date().toISOString(),
    ]);
    expect(Number(row!.n)).toBeGreaterThan(0);
  });
  it("locks payments for half an hour after five wrong payment passwords, even concurrent ones", async () => {
    const checker = await server.as("checker");
    const attempt = (password: string) =>
      checker.call("POST /mer/other2/checkPassword", {
        call: CALL,
        body: "{}",
        password: digestPassword("pay", password),
      });
    const codes = (await Promise.all(Array.from({ length: 8 }, () => attempt("wrong one here"))))
      .map((answer) => answer.code)
      .sort();
    expect(codes).toEqual([4126, 4126, 4126, 4126, 4127, 4127, 4127, 4127]);
    expect(await attempt("Demo-Rose-1570")).toMatchObject({ code: 4127, map: { minutes: 30 } });
    expect((await whoAmI(checker)).code).toBe(2000);
    await change("UPDATE portal_user SET pay_locked_until = $1 WHERE username = 'checker@demo.portolan'", [
      minutesAgo(0.1),
    ]);
    expect((await attempt("wrong one here")).map.left).toBe(4);
    expect((await attempt("Demo-Rose-1570")).code).toBe(2000);
  });
  it("requires a second factor to review an own order that awaited its maker at an upgrade, and accepts each code once", async () => {
    const reviewer = await server.as("checker");
    const [payee] = (await reviewer.call("GET /mer/account/list")).map.list;
    const order = await reviewer.confirmed(CALL, { accountId: payee.id, amount: "2400.00" });
    const review = { id: order.map.record.orderNo, event: "pass" };
    const CHECK = "POST /mer/gep/withdraw/reexamine";
    expect((await reviewer.confirmed(CHECK, review)).code).toBe(4121);
    await change("INSERT INTO own_review (m, order_kind, order_id) VALUES ('100001', 'withdrawal', $1)", [review.id]);
    expect((await reviewer.confirmed(CHECK, review)).code).toBe(4135);
    const secret = new Secret({ size: 20 }).base32;
    await change("UPDATE portal_user SET totp_secret = $1 WHERE username = 'checker@demo.portolan'", [
      await sealedFor("checker", secret),
    ]);
    const code = computeTotpCode(secret);
    const proof = await reviewer.proof(CHECK, review, undefined, code);
    await expect(reviewer.proof(CHECK, review, undefined, code)).rejects.toThrow("4136");
    expect((await reviewer.call(CHECK, review, { proof })).map.record.status).toBe("processing");
  });
  it("requires the user to have set a payment password [M16 V23]", async () => {
    const fresh = await server.as("new");
    const answer = await fresh.call("POST /mer/other2/checkPassword", {
      call: CALL,
      body: "{}",
      password: digestPassword("pay", "Demo-Rose-1570"),
    });
    expect([answer.code, answer.message]).toEqual([4113, "付款前要先设置支付密码，1 分钟即可。"]);
  });
  it("reports a missing payment password before asking for a proof, for every call that moves money or reveals a secret [M16 V23 P5]", async () => {
    const [stored] = await server.db.query(
      "SELECT pay_hash, grants FROM portal_user WHERE username = 'maker@demo.portolan'",
    );
    await change("UPDATE portal_user SET pay_hash = NULL WHERE username = 'maker@demo.portolan'");
    const card = (await maker.call("GET /mer/gep/VCCmanagement/cardManagement", { status: "usable" })).map.list[0].id;
    for (const [call, sent] of [
      [CALL, body],
      ["POST /mer/account/update", { id: body.accountId, account: "6222021001112223334" }],
      ["GET /mer/googleAuth/close", {}],
      ["GET /mer/gep/VCCmanagement/cardNumberDisplay", { id: card }],
    ] as [string, Record<string, string>][]) {
      const answer = await maker.call(call, sent, { "idempotency-key": randomUUID() });
      expect([call, answer.status, answer.code, answer.message]).toEqual([
        call,
        200,
        4113,
        "付款前要先设置支付密码，1 分钟即可。",
      ]);
    }
    await change("UPDATE portal_user SET pay_hash = $1 WHERE username = 'maker@demo.portolan'", [stored!.pay_hash]);
    // A different body, because repeating the same one within seconds would return the first response.
    expect((await apply(undefined, { ...body, amount: "2311.00" })).code).toBe(4124);
  });
});

describe("behind a proxy that terminates TLS", () => {
  it("cookies are Secure and bound to the host, HSTS is set, and client addresses come only from the proxy", async () => {
    const behind = await startTestServer({ publicOrigin: "https://pay.example", proxies: "127.0.0.1" });
    try {
      const client = behind.client();
      const answer = await client.call(
        "POST /mer/login",
        { username: "maker@demo.portolan", password: digestPassword("login", "Demo-Rose-1570") },
        { "x-forwarded-for": "6.6.6.6, 203.0.113.9", origin: "https://pay.example" },
      );
      expect(answer.code).toBe(2000);
      expect(answer.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-sid="))).toMatch(
        /; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      expect(answer.headers.get("strict-transport-security")).toMatch(/max-age=31536000/);
      const [row] = await behind.db.query("SELECT ip FROM session");
      expect(row!.ip).toBe("203.0.113.9");
    } finally {
      await behind.stop();
    }
  });
});
