/**
 * Accounts: the server enforces every rule, even for calls that bypass the forms. Advances the clock instead of
 * waiting.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { digestPassword } from "../../server/session/password.ts";
import { Sessions } from "../../server/session/sessions.ts";
import { computeTotpCode } from "../../server/session/totp.ts";
import agreement from "../../locales/zh/agreement.json" with { type: "json" };
import {
  C1,
  C2,
  C3,
  C4,
  C6,
  C7,
  C8,
  C9,
  change,
  codeTo,
  errorsOf,
  later,
  login,
  MINUTE,
  NEW,
  other,
  outbox,
  serveAccounts,
  server,
} from "./accounts-world.ts";
import { type Client, PASSWORD } from "./server.ts";

serveAccounts();

describe("verification codes", () => {
  const ask = (email: string, purpose = "login", browser = server.client()) => browser.call(C2, { email, purpose });
  it("get the same response for known and unknown addresses, throttled or not, but are sent only to known ones", async () => {
    const [known, unknown] = ["maker@demo.portolan", "nobody@demo.portolan"];
    for (const purpose of ["login", "forget"]) {
      const results = [await ask(known, purpose), await ask(unknown, purpose)].map(
        ({ status, code, message, map }) => ({ status, code, message, map }),
      );
      expect(results[0]!.map).toEqual({ to: "m***@demo.portolan" });
      expect(results[1]).toEqual({ ...results[0], map: { to: "n***@demo.portolan" } });
      const again = [await ask(known, purpose), await ask(unknown, purpose)].map(({ status, code, message, map }) => ({
        status,
        code,
        message: message.replace(/\d+/, ""),
        keys: Object.keys(map),
      }));
      expect(again[0]).toEqual(again[1]);
      expect(again[0]!.code).toBe(4129);
    }
    expect(await outbox(known)).toHaveLength(2);
    expect(await outbox(unknown)).toHaveLength(0);
    const wrong = [known, unknown].map((username) =>
      server.client().call(C3, { username, loginType: "2", code: "000000" }),
    );
    const [a, b] = await Promise.all(wrong);
    expect([a!.code, a!.message]).toEqual([b!.code, b!.message]);
    expect(a!.code).toBe(4128);
  });
  it("are stored as keyed hashes", async () => {
    await ask("maker@demo.portolan");
    const [row] = await server.db.query("SELECT hash FROM live_code");
    expect(row!.hash).toMatch(/^[0-9a-f]{64}$/);
  });
  it("can be requested again after 60 s, at most five times an hour and ten times a day by the server's count [C2 K3 S10]", async () => {
    const browser = server.client();
    const sent = async () => (await ask("maker@demo.portolan", "login", browser)).code;
    expect([await sent(), await sent()]).toEqual([2000, 4129]);
    later(59_000);
    const soon = await ask("maker@demo.portolan");
    expect([soon.code, soon.map.seconds]).toEqual([4129, 1]);
    for (let n = 2; n <= 5; n++) {
      later(61_000);
      expect(await sent()).toBe(2000);
    }
    later(61_000);
    const many = await ask("maker@demo.portolan");
    expect([many.code, many.headers.get("retry-after")]).toEqual([4130, String(many.map.seconds)]);
    later(60 * MINUTE);
    for (let n = 6; n <= 10; n++) {
      expect(await sent()).toBe(2000);
      later(61_000);
    }
    later(2 * 60 * MINUTE);
    expect(await sent()).toBe(4130);
    later(22 * 60 * MINUTE);
    expect(await sent()).toBe(2000);
  });
  it("are sent once when requested concurrently", async () => {
    const codes = (await Promise.all(Array.from({ length: 6 }, () => ask("maker@demo.portolan"))))
      .map(({ code }) => code)
      .sort();
    expect(codes).toEqual([2000, 4129, 4129, 4129, 4129, 4129]);
    expect(await outbox("maker@demo.portolan")).toHaveLength(1);
  });
  it("are limited per IP address", async () => {
    const codes = [];
    for (let n = 0; n < 31; n++) codes.push((await ask(`someone${n}@elsewhere.example`)).code);
    expect(codes.slice(0, 30).every((code) => code === 2000)).toBe(true);
    expect(codes[30]).toBe(4130);
  });
  it("are valid for five minutes, five attempts, one use, one purpose and one user", async () => {
    const username = "maker@demo.portolan";
    const browser = server.client();
    const enter = async (code: string, name = username) =>
      (await browser.call(C3, { username: name, loginType: 2, code })).code;
    await ask(username, "login", browser);
    let code = await codeTo(username);
    expect(await enter(code, "checker@demo.portolan")).toBe(4128);
    expect((await browser.call(C4, { email: username, code, password: login(NEW) })).code).toBe(4128);
    expect(await enter(code)).toBe(2000);
    expect(await enter(code)).toBe(4128);
    later(MINUTE);
    await ask(username, "login", browser);
    code = await codeTo(username);
    later(5 * MINUTE);
    expect(await enter(code)).toBe(4128);
    await ask(username, "login", browser);
    code = await codeTo(username);
    await server.db.query("DELETE FROM throttle");
    const wrong = await Promise.all(Array.from({ length: 5 }, () => enter(other(code))));
    expect(wrong).toEqual([4128, 4128, 4128, 4128, 4128]);
    expect(await server.db.query("SELECT n FROM throttle WHERE key LIKE $1", [`login-device:%|${username}`])).toEqual([
      { n: 5 },
    ]);
    await server.db.query("DELETE FROM throttle");
    expect(await enter(code)).toBe(4128);
    // Each code allows five attempts.
    later(6 * MINUTE);
    await ask(username, "login", browser);
    expect(await enter(await codeTo(username))).toBe(2000);
  });
  it("require a valid address for the chosen channel [V19 V28 C2 C6 C8 E12.3]", async () => {
    expect(errorsOf(await server.client().call(C2, {}))).toEqual(["/email required"]);
    expect(errorsOf(await server.client().call(C2, { email: "finance" }))).toEqual(["/email format"]);
    const maker = await server.as("maker");
    expect(errorsOf(await maker.call(C6, { verifyType: 1 }))).toEqual(["/email required"]);
    expect(errorsOf(await maker.call(C6, { verifyType: 3, email: "maker@demo.portolan" }))).toHaveLength(1);
    expect(errorsOf(await maker.call(C8, {}))).toEqual(["/verifyType required"]);
  });
});

describe("registration", () => {
  const email = "new.merchant@harbour.example";
  const body = (more: Record<string, unknown>) => ({
    email,
    agreement: true,
    agreementVersion: agreement.version,
    password: login(NEW),
    ...more,
  });
  const code = async (browser = server.client()) => {
    await server.db.query("DELETE FROM verification_code");
    await browser.call(C2, { email, purpose: "register" });
    return codeTo(email);
  };
  it("rejects missing or outdated consent with M8 and stores nothing [V18 M8 C1]", async () => {
    const unticked = await server.client().call(C1, body({ agreement: false, code: await code() }));
    expect([unticked.code, unticked.map.errors[0].message]).toEqual([4000, "请先阅读并勾选用户服务协议和隐私政策"]);
    expect(errorsOf(await server.client().call(C1, body({ agreement: undefined, code: await code() })))).toEqual([
      "/agreement required",
    ]);
    const old = await server.client().call(C1, body({ agreementVersion: "2020-01-01", code: await code() }));
    expect([old.code, old.message]).toEqual([4105, "请先阅读并勾选用户服务协议和隐私政策。"]);
    expect(await server.db.query("SELECT id FROM portal_user WHERE username = $1", [email])).toEqual([]);
  });
  it("rejects an undigested password, a common password and a wrong code", async () => {
    expect(errorsOf(await server.client().call(C1, body({ password: NEW, code: await code() })))).toEqual([
      "/password digest",
    ]);
    for (const password of ["password", "Password123", "1qaz2wsx", "88888888", "new.merchant1", email]) {
      expect([
        password,
        errorsOf(await server.client().call(C1, body({ password: login(password), code: "123456" }))),
      ]).toEqual([password, ["/password commonPassword"]]);
    }
    expect((await server.client().call(C1, body({ code: other(await code()) }))).code).toBe(4128);
    expect(await server.db.query("SELECT id FROM portal_user WHERE username = $1", [email])).toEqual([]);
  });
  it("creates an uncertified merchant, signs the user in and records the consent [C1]", async () => {
    const client = server.client();
    const answer = await client.call(C1, body({ code: await code(client) }));
    expect(answer).toMatchObject({ code: 2000, map: { userStatus: 4, username: email } });
    Object.assign(client, { token: answer.map.token, userId: answer.map.userId });
    expect((await client.call("GET /mer/user/info")).map).toMatchObject({
      userStatus: 4,
      payPasswordSet: false,
      googleAuth: false,
    });
    expect((await client.call("GET /mer/googleAuth/getMerUser")).code).toBe(2000);
    const consents = await server.db.query(
      "SELECT document, version FROM consent WHERE user_id = $1 ORDER BY document",
      [answer.map.userId],
    );
    expect(consents).toEqual(["agreement", "privacy"].map((document) => ({ document, version: agreement.version })));
  });
  it("reveals that an address is registered (M3) only to a caller with a valid code [M3]", async () => {
    const wrong = await server.client().call(C1, body({ code: other(await code()) }));
    const reader = server.client();
    const right = await reader.call(C1, body({ code: await code(reader) }));
    expect([wrong.code, right.code, right.message]).toEqual([4128, 4104, "这个邮箱已经注册。"]);
    expect(await server.db.query("SELECT id FROM portal_user WHERE username = $1", [email])).toHaveLength(1);
  });
});

describe("passwords", () => {
  const username = "solo@demo.portolan";
  const whoAmI = async (client: Client) => (await client.call("GET /mer/user/info")).code;
  it("resets a forgotten password once, ends all sessions (3002) and notifies the user by email [C4 M4]", async () => {
    const before = await server.as("solo");
    const browser = server.client();
    await browser.call(C2, { email: username, purpose: "forget" });
    const code = await codeTo(username);
    expect(errorsOf(await browser.call(C4, { email: username, code, password: login("Password123") }))).toEqual([
      "/password commonPassword",
    ]);
    const twice = await Promise.all(
      [1, 2].map(() => browser.call(C4, { email: username, code, password: login(NEW) })),
    );
    expect(twice.map((answer) => answer.code).sort()).toEqual([2000, 4128]);
    expect(await whoAmI(before)).toBe(3002);
    expect((await server.client().signIn(username)).code).toBe(4101);
    expect((await server.client().signIn(username, NEW)).code).toBe(2000);
    const [told, ...more] = (await outbox(username)).filter(({ subject }) => subject.includes("修改了登录密码"));
    expect(more).toEqual([]);
    expect(told!.subject).toContain("your password was changed");
    expect(told!.body.match(/127\.0\.0\.1/g)).toHaveLength(2);
    expect((await browser.call(C4, { email: username, code, password: login(PASSWORD) })).code).toBe(4128);
  });
  it("changes the login password by email or phone, requires every field and the user's own address, and ends the current session too [V26 C6 C7 E12.1]", async () => {
    const [solo, twin] = [server.client(), server.client()];
    for (const client of [solo, twin]) await client.signIn(username, NEW);
    expect(errorsOf(await solo.call(C7, {})).sort()).toEqual([
      "/code required",
      "/email required",
      "/password required",
      "/verifyType required",
    ]);
    expect(errorsOf(await solo.call(C6, { verifyType: "1", email: "maker@demo.portolan" }))).toEqual([
      "/email notOwnAddress",
    ]);
    expect((await solo.call(C6, { verifyType: 2, email: "138 0013 8003" })).code).toBe(2000);
    const [text] = await outbox("+8613800138003");
    expect(text!.channel).toBe("sms");
    const code = await codeTo("+8613800138003");
    // A code is valid only for its own purpose, channel and user.
    expect((await solo.call(C7, { verifyType: 1, email: username, code, password: login(PASSWORD) })).code).toBe(4128);
    const wrongPurpose = await solo.call(C9, { verifyType: 2, code, password: digestPassword("pay", NEW) });
    expect([wrongPurpose.code, errorsOf(wrongPurpose)]).toEqual([4128, []]);
    expect(
      errorsOf(await solo.call(C7, { verifyType: 2, email: "13800138003", code, password: login("88888888") })),
    ).toEqual(["/password commonPassword"]);
    const answer = await solo.call(C7, { verifyType: 2, email: "13800138003", code, password: login(PASSWORD) });
    expect([answer.code, answer.map.signedOut]).toEqual([2000, true]);
    expect(solo.cookies.has("sid")).toBe(false);
    expect(await whoAmI(twin)).toBe(3002);
    expect((await outbox(username)).at(-1)!.subject).toContain("修改了登录密码");
    expect((await server.client().signIn(username)).code).toBe(2000);
  });
  it("rejects verification by phone when the user has no phone", async () => {
    const fresh = await server.as("new");
    expect(errorsOf(await fresh.call(C8, { verifyType: 2 }))).toEqual(["/verifyType noPhone"]);
  });
  it("sets the payment password before certification, ends other sessions, lifts the lock and revokes earlier proofs [V27 C8 C9 E12.2]", async () => {
    const fresh = await server.as("new");
    const twin = await server.as("new");
    const set = async (password: string) => {
      await server.db.query("DELETE FROM verification_code");
      await fresh.call(C8, { verifyType: 1 });
      return fresh.call(C9, {
        verifyType: 1,
        code: await codeTo("new@demo.portolan"),
        password: digestPassword("pay", password),
      });
    };
    expect(
      errorsOf(await fresh.call(C9, { verifyType: 1, code: "123456", password: digestPassword("pay", "12345678") })),
    ).toEqual(["/password commonPassword"]);
    expect((await set(NEW)).code).toBe(2000);
    expect([await whoAmI(fresh), await whoAmI(twin)]).toEqual([2000, 3002]);
    expect((await outbox("new@demo.portolan")).at(-1)!.subject).toContain("修改了支付密码");
    const proof = await fresh.proof("POST /mer/googleAuth/close", {}, NEW);
    const stranger = await server.as("maker");
    const theirs = await stranger.proof("POST /mer/googleAuth/close", {});
    await change(
      "UPDATE portal_user SET pay_failures = 5, pay_locked_until = $1 WHERE username = 'new@demo.portolan'",
      [new Date(Date.now() + MINUTE).toISOString()],
    );
    expect((await set(PASSWORD)).code).toBe(2000);
    expect((await fresh.call("POST /mer/googleAuth/close", {}, { proof })).code).toBe(4125);
    expect((await stranger.call("POST /mer/googleAuth/close", {}, { proof: theirs })).code).toBe(4135);
    const guess = await fresh.call("POST /mer/other2/checkPassword", {
      call: "POST /mer/googleAuth/close",
      body: "{}",
      password: digestPassword("pay", NEW),
    });
    expect([guess.code, guess.map.left]).toEqual([4126, 4]);
    await fresh.proof("POST /mer/googleAuth/close", {}, PASSWORD);
  });
  it("binds a phone for verification with a code sent to it and the login password", async () => {
    const fresh = await server.as("new");
    expect(await fresh.call("POST /mer/own/phone/code", { phone: "+86138001" })).toMatchObject({
      code: 4000,
      map: { errors: [{ at: "/phone", code: "phone", message: "请输入有效的电话号码，境外号码以 + 和国家代码开头" }] },
    });
    await fresh.call("POST /mer/own/phone/code", { phone: "13900139000" });
    const code = await codeTo("+8613900139000");
    const bind = (more: Record<string, string>) =>
      fresh.call("POST /mer/own/phone", { phone: "13900139000", code, password: login(PASSWORD), ...more });
    expect((await bind({ password: login("something else") })).code).toBe(4101);
    expect((await bind({ code: other(code) })).code).toBe(4128);
    expect((await bind({ phone: "13900139001" })).code).toBe(4128);
    // An attacker with an open session cannot use it to guess the password.
    for (let n = 0; n < 5; n++) expect((await bind({ password: login("something else") })).code).toBe(4101);
    expect((await bind({})).code).toBe(4130);
    await server.db.query("DELETE FROM throttle");
    expect([(await bind({})).code, (await bind({})).code]).toEqual([2000, 4128]);
    expect((await fresh.call("GET /mer/user/info")).map.phone).toBe("+86 139****9000");
    expect((await outbox("new@demo.portolan")).at(-1)!.subject).toContain("更换了用于验证的手机号");
  });
});

describe("a user's own sessions", () => {
  it("are listed by last activity, can be ended one by one or all at once, and never include another user's", async () => {
    const [one, two, three] = [await server.as("checker"), await server.as("checker"), await server.as("checker")];
    const stranger = await server.as("maker");
    const { list } = (await one.call("GET /mer/own/session/list")).map;
    expect(list).toHaveLength(3);
    expect(list.filter((place: { current: boolean }) => place.current)).toHaveLength(1);
    const foreign = (await stranger.call("GET /mer/own/session/list")).map.list[0].id as string;
    const gone = "0".repeat(64);
    const responses = await Promise.all([foreign, gone].map((id) => one.call("POST /mer/own/session/end", { id })));
    expect(responses.map(({ code, message }) => [code, message])[0]).toEqual(
      responses.map(({ code, message }) => [code, message])[1],
    );
    expect((await stranger.call("GET /mer/user/info")).code).toBe(2000);
    const places = async () =>
      (await one.call("GET /mer/own/session/list")).map.list.map(({ id }: { id: string }) => id) as string[];
    const [another, last] = list.filter((place: { current: boolean }) => !place.current);
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
    await change("UPDATE session SET seen_at = $2 WHERE sid_hash = $1", [another.id, ago(5)]);
    await change("UPDATE session SET seen_at = $2 WHERE sid_hash = $1", [last.id, ago(3)]);
    expect((await places()).slice(1)).toEqual([last.id, another.id]);
    // An idle user is signed out by the next call, although no call has ended the session.
    await change("UPDATE session SET seen_at = $2 WHERE sid_hash = $1", [another.id, ago(16)]);
    expect(await places()).not.toContain(another.id);
    await change("UPDATE session SET seen_at = $2 WHERE sid_hash = $1", [another.id, ago(1)]);
    expect((await one.call("POST /mer/own/session/end", { id: another.id })).code).toBe(2000);
    const ended = async () =>
      (await server.db.query("SELECT ended_at, end_reason FROM session WHERE sid_hash = $1", [another.id]))[0];
    const first = await ended();
    const alive = async () =>
      (await Promise.all([two, three].map((client) => client.call("GET /mer/user/info"))))
        .map(({ code }) => code)
        .sort();
    expect(await alive()).toEqual([2000, 3002]);
    await one.call("POST /mer/own/session/end", {});
    expect(await alive()).toEqual([3002, 3002]);
    expect((await one.call("GET /mer/user/info")).code).toBe(2000);
    expect(await ended()).toEqual(first);
  });
  it("are ended on every node within two seconds", async () => {
    const client = await server.as("checker");
    const credentials = { sid: client.cookies.get("sid"), token: client.token, userId: client.userId };
    const node = new Sessions({ db: server.db, vocabulary: server.app.services.vocabulary });
    await node.resolve(credentials);
    await server.app.services.sessions.end((await node.resolve(credentials)).sidHash, "elsewhere");
    later(2_001);
    await expect(node.resolve(credentials)).rejects.toMatchObject({ failure: "sessionEnded" });
  });
});

describe("the second factor", () => {
  const username = "maker@demo.portolan";
  let maker: Client;
  let secret = "";
  let recovery: string[] = [];
  const enter = (more: Record<string, unknown>) =>
    server.client().call(C3, { username, password: login(PASSWORD), ...more });
  const bind = (googleCode: string, password = PASSWORD) =>
    maker.call("POST /mer/googleAuth/bind", { googleCode, password: login(password) });
  beforeAll(async () => {
    await server.db.query("DELETE FROM throttle");
    maker = await server.as("maker");
  });
  it("is set up with a QR code and secret that stay the same for ten minutes and are sealed at rest [C112]", async () => {
    const shown = (await maker.call("GET /mer/googleAuth/getQrCode")).map;
    expect((await maker.call("GET /mer/googleAuth/getQrCode")).map.secret).toBe(shown.secret);
    expect(shown.otpauth).toContain(`secret=${shown.secret}`);
    expect(shown.qr.every((row: string) => row.length === shown.qr.length && /^[01]+$/.test(row))).toBe(true);
    const [row] = await server.db.query("SELECT secret FROM totp_pending");
    expect(row!.secret).not.toContain(shown.secret);
    later(10 * MINUTE);
    expect((await bind(computeTotpCode(shown.secret))).code).toBe(4153);
    secret = (await maker.call("GET /mer/googleAuth/getQrCode")).map.secret as string;
    expect(secret).not.toBe(shown.secret);
  });
  it("is enabled only by its first code and the login password [C114 C113 P6]", async () => {
    expect((await bind(other(computeTotpCode(secret)))).code).toBe(4136);
    expect((await bind(computeTotpCode(secret, Date.now() - MINUTE))).code).toBe(4136);
    expect((await bind(computeTotpCode(secret), "not the password")).code).toBe(4101);
    expect((await maker.call("GET /mer/googleAuth/getMerUser")).map.bound).toBe(false);
    const twin = await server.as("maker");
    const answer = await bind(computeTotpCode(secret));
    expect(answer.code).toBe(2000);
    recovery = answer.map.recoveryCodes as string[];
    expect(new Set(recovery).size).toBe(8);
    expect((await twin.call("GET /mer/user/info")).code).toBe(3002);
    expect((await maker.call("GET /mer/googleAuth/getMerUser")).map).toEqual({
      username,
      bound: true,
      recoveryCodesLeft: 8,
    });
    const rows = await server.db.query("SELECT hash FROM recovery_code");
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(String(hash)))).toBe(true);
    expect((await outbox(username)).at(-1)!.subject).toContain("开启了两步验证");
    expect((await maker.call("GET /mer/googleAuth/getQrCode")).code).toBe(4152);
  });
  it("is required at sign-in by password or by code, and accepts each code once", async () => {
    const first = await enter({});
    expect([first.code, first.map]).toEqual([2000, { needGoogle: true }]);
    expect(first.headers.getSetCookie()).toEqual([]);
    // The time step used for the setup cannot be reused, nor can any later step after its use.
    expect((await enter({ googleCode: computeTotpCode(secret) })).code).toBe(4136);
    const next = computeTotpCode(secret, Date.now() + 30_000);
    const both = await Promise.all([enter({ googleCode: next }), enter({ googleCode: next })]);
    expect(both.map(({ code }) => code).sort()).toEqual([2000, 4136]);
    const browser = server.client();
    await browser.call(C2, { email: username });
    const code = await codeTo(username);
    const byCode = (googleCode?: string) => browser.call(C3, { username, loginType: 2, code, googleCode });
    expect((await byCode()).map).toEqual({ needGoogle: true });
    later(60_000);
    expect((await byCode(computeTotpCode(secret))).code).toBe(2000);
    expect((await byCode(computeTotpCode(secret, Date.now() + 30_000))).code).toBe(4128);
  });
  it("does not change the error for a wrong password (M1)", async () => {
    expect((await enter({ password: login("wrong password"), googleCode: computeTotpCode(secret) })).code).toBe(4101);
  });
  it("accepts each recovery code once, notifies the user by email and slows down guessing", async () => {
    const code = recovery[0]!.replaceAll("-", "");
    expect((await enter({ googleCode: recovery[0] })).code).toBe(2000);
    expect((await outbox(username)).at(-1)!.subject).toContain("恢复码");
    expect((await enter({ googleCode: code })).code).toBe(4136);
    for (let n = 0; n < 4; n++) await enter({ googleCode: "000000" });
    expect(await server.db.query("SELECT n FROM throttle WHERE key = $1", [`login:${username}`])).toEqual([{ n: 5 }]);
    await server.db.query("DELETE FROM throttle WHERE key LIKE 'login%'");
    expect((await enter({ googleCode: recovery[1] })).code).toBe(4130);
    await server.db.query("UPDATE throttle SET last_at = $1", [new Date(Date.now() - MINUTE).toISOString()]);
    expect((await enter({ googleCode: recovery[1] })).code).toBe(2000);
    expect(await server.db.query("SELECT key FROM throttle WHERE key LIKE 'totp:%'")).toEqual([]);
  });
  it("is disabled only with payment password and code, by GET as specified or by POST [C111 P6]", async () => {
    const CLOSE = "GET /mer/googleAuth/close";
    maker = server.client();
    const answer = await enter({ googleCode: recovery[2] });
    Object.assign(maker, { token: answer.map.token, userId: answer.map.userId });
    for (const cookie of answer.headers.getSetCookie())
      maker.cookies.set(cookie.split("=")[0]!, cookie.split(";")[0]!.split("=")[1]!);
    expect((await maker.call(CLOSE)).code).toBe(4124);
    const weak = await maker.proof(CLOSE, {});
    expect((await maker.call(CLOSE, undefined, { proof: weak })).code).toBe(4135);
    expect((await maker.call("GET /mer/googleAuth/getMerUser")).map.bound).toBe(true);
    const strong = await maker.proof(CLOSE, {}, PASSWORD, recovery[3]!.replaceAll("-", ""));
    const twin = server.client();
    const again = await twin.call(C3, { username, password: login(PASSWORD), googleCode: recovery[4] });
    Object.assign(twin, { token: again.map.token, userId: again.map.userId });
    expect((await twin.call("GET /mer/user/info")).code).toBe(2000);
    expect((await maker.call(CLOSE, undefined, { proof: strong })).code).toBe(2000);
    expect((await twin.call("GET /mer/user/info")).code).toBe(3002);
    expect((await outbox(username)).at(-1)!.subject).toContain("关闭了两步验证");
    expect((await maker.call("GET /mer/googleAuth/getMerUser")).map).toEqual({
      username,
      bound: false,
      recoveryCodesLeft: 0,
    });
    expect((await enter({})).map.token).toBeTruthy();
  });
});

it("the security log records every change above and sign-out", async () => {
  await (await server.as("checker")).call("POST /mer/logout", {});
  const noted = (await server.db.query("SELECT DISTINCT action FROM audit WHERE object = 'session'")).map(
    ({ action }) => action as string,
  );
  const changes = [
    "loginPasswordReset",
    "loginPasswordChanged",
    "payPasswordSet",
    "payPasswordChanged",
    "phoneChanged",
    "totpOn",
    "totpOff",
    "sessionsEnded",
    "register",
    "signOut",
  ];
  expect(changes.filter((action) => !noted.includes(action))).toEqual([]);
});
