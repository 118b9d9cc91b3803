/**
 * Attacks on an account do not lock out its owner, while guessing stays as hard as before. Advances the clock instead
 * of waiting.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { search } from "../../src/engine/app/client/proof-of-work-search.ts";
import { PROOF_OF_WORK_REQUIRED } from "@portolan/engine";
import { failures } from "../../src/contract/failures.ts";
import { digestPassword } from "../../server/session/password.ts";
import { countStranger } from "../../server/session/password-queue.ts";
import { type Answer, type Client, PASSWORD, startTestServer, type TestServer } from "./server.ts";

const NAME = "maker@demo.portolan";
const LOGIN = "POST /mer/login";
const ASK = "POST /mer/login/send/email/code";
const [WRONG, WORK, TOO_MANY] = [4101, 4145, 4229];
/** Wrong passwords, from a fifth as many addresses; `npm run live -- many` sends a thousand. */
const GUESSES = Number(process.env["GUESSES"] ?? 200);
/** Concurrent guesses, which do not crowd the server. */
const BATCH = 10;

let server: TestServer;
/** A browser in which the owner has signed in before. */
let known: Client;
beforeAll(async () => {
  server = await startTestServer({ proxies: "127.0.0.1" });
  known = await server.as("maker");
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ["throttle", "verification_code", "live_code", "work_done", "outbox"])
    await server.db.query(`DELETE FROM ${table}`);
});
/** Removes the strangers that a test has added, also after a failure, so that they do not crowd the next test. */
let leave = () => {};
afterEach(() => {
  leave();
  vi.useRealTimers();
});

const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const from = (n: number) => ({ "x-forwarded-for": `10.0.${Math.floor(n / 250)}.${(n % 250) + 1}` });
const enter = (client: Client, password: string, headers: Record<string, string> = {}, username = NAME) =>
  client.call(LOGIN, { username, password: digestPassword("login", password) }, headers);
const work = ({ map }: Answer) =>
  `${map["challenge"]}.${search({ salt: map["salt"], target: map["target"], most: map["most"] })}`;
const codeOf = async (at = -1) =>
  /(?<!\d)\d{6}(?!\d)/.exec(
    String(
      (await server.db.query("SELECT body FROM outbox WHERE target = $1 ORDER BY id", [NAME])).at(at)?.["body"] ?? "",
    ),
  )?.[0] ?? "none";
/** Adds strangers who are trying to sign in until `leave` is called. */
function crowd(size: number): void {
  const left = new Promise<void>((resolve) => (leave = resolve));
  for (let n = 0; n < size; n++) void countStranger(() => left);
}
const byCode = (client: Client, code: string, headers: Record<string, string> = {}) =>
  client.call(LOGIN, { username: NAME, loginType: "2", code }, headers);
const lookedAt = async () =>
  Number((await server.db.query("SELECT count(*) AS n FROM audit WHERE action = 'signInRefused'"))[0]!["n"]);
/** Sets the state after a number of failures from unknown browsers. */
const failed = (n: number, key = `login:${NAME}`) =>
  server.db.query(
    "INSERT INTO throttle (key, started_at, last_at, n) VALUES ($1, $2, $2, $3) ON CONFLICT (key) DO UPDATE SET started_at = $2, n = $3",
    [key, new Date().toISOString(), n],
  );

it("the portal uses the server's code for required proof of work", () =>
  expect(PROOF_OF_WORK_REQUIRED).toBe(failures.workNeeded.code));

describe("many wrong passwords from many addresses", () => {
  it("do not lock out a known or a new browser, and few of them are checked", async () => {
    const before = await lookedAt();
    const codes = new Map<number, number>();
    for (let n = 0; n < GUESSES; n += BATCH) {
      const responses = await Promise.all(
        Array.from({ length: BATCH }, (_, index) =>
          enter(server.client(), `guess number ${n + index}`, from((n + index) % (GUESSES / 5))),
        ),
      );
      for (const { code } of responses) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({ [WRONG]: 5, [WORK]: GUESSES - 5 });
    expect((await lookedAt()) - before).toBe(5);

    expect((await enter(known, "mistyped", from(900))).code).toBe(WRONG);
    expect((await enter(known, PASSWORD, from(900))).code).toBe(2000);
    // Also from the attacker's address.
    expect((await enter(known, PASSWORD, from(7))).code).toBe(2000);

    const fresh = server.client();
    const asked = await enter(fresh, PASSWORD, from(901));
    expect([asked.status, asked.code, asked.message]).toEqual([
      200,
      WORK,
      "目前登录要先完成一次安全验证。请重试，或换用登录过的浏览器。",
    ]);
    expect(asked.map["most"]).toBe(2 ** 18);
    expect((await enter(fresh, PASSWORD, { ...from(901), work: work(asked) })).code).toBe(2000);
    // The browser is known afterwards.
    await failed(60);
    expect((await enter(fresh, PASSWORD, from(902))).code).toBe(2000);
  });
});

describe("strangers with invented names", () => {
  const guess = (n: number) => enter(server.client(), "guess", from(n), `invented-${n}@harbour.example`);
  it("refuse no payment password, known browser or known address, however many they are, and need proof of work", async () => {
    await enter(known, PASSWORD, from(950));
    const payers = await Promise.all(["maker", "checker"].map((user) => server.as(user)));
    const strangers = Array.from({ length: 150 }, (_, n) => guess(n));
    const payments = payers.flatMap((payer) =>
      Array.from({ length: 10 }, (_, n) => payer.proof("POST /mer/gep/withdraw/apply", { n })),
    );
    // Not from this machine, which never needs proof of work.
    const inKnownBrowser = enter(known, PASSWORD, from(901));
    const atKnownAddress = enter(server.client(), PASSWORD, from(950));
    const codes = (await Promise.all(strangers)).map(({ code }) => code);
    expect((await Promise.all(payments)).every(Boolean)).toBe(true);
    expect([(await inKnownBrowser).code, (await atKnownAddress).code]).toEqual([2000, 2000]);
    expect(codes.filter((code) => ![WRONG, WORK, TOO_MANY].includes(code))).toEqual([]);
    expect(codes).toContain(WORK);
  });
  it("need proof of work while others fill half of their queue, and more after failures of the address", async () => {
    crowd(15);
    // The sixteenth is half of the queue. No user has signed in from its address, which would be known.
    const asked = await enter(server.client(), PASSWORD, from(960));
    await failed(20, "login-ip:10.0.0.7");
    const repeated = await enter(server.client(), PASSWORD, from(6));
    expect([asked.code, asked.map["most"], repeated.map["most"]]).toEqual([WORK, 2 ** 18, 2 ** 20]);
    expect((await enter(server.client(), PASSWORD)).code).toBe(2000);
    expect((await enter(server.client(), PASSWORD, { ...from(960), work: work(asked) })).code).toBe(2000);
  });
  it("need none below that, so that the specified body is enough", async () => {
    crowd(14);
    expect((await enter(server.client(), PASSWORD, from(903))).code).toBe(2000);
    leave();
    expect((await enter(server.client(), PASSWORD, from(904))).code).toBe(2000);
  });
});

describe("guesses", () => {
  it("without proof of work, or with another account's, a used or an expired one, are not checked", async () => {
    await failed(5);
    const before = await lookedAt();
    const asked = await enter(server.client(), "guess");
    const done = work(asked);
    const { salt, target } = asked.map as { salt: string; target: string };
    for (const given of ["", "x", `${salt}.${target}.x.1`, done.replace(/\d+$/, "1"), done.replace(/^18/, "22")])
      expect((await enter(server.client(), PASSWORD, { work: given })).code).toBe(WORK);
    await server.db.query(
      "INSERT INTO throttle (key, started_at, last_at, n) VALUES ('login:checker@demo.portolan', $1, $1, 5)",
      [new Date().toISOString()],
    );
    expect((await enter(server.client(), PASSWORD, { work: done }, "checker@demo.portolan")).code).toBe(WORK);
    expect(await lookedAt()).toBe(before);
    expect((await enter(server.client(), "guess", { work: done })).code).toBe(WRONG);
    expect((await enter(server.client(), PASSWORD, { work: done })).code).toBe(WORK);
    expect(await lookedAt()).toBe(before + 1);
    const late = work(await enter(server.client(), PASSWORD));
    later(5 * 60_000);
    expect((await enter(server.client(), PASSWORD, { work: late })).code).toBe(WORK);
  });

  it("double the required work every ten failures, but the right password still works", async () => {
    for (const [n, bits] of [
      [5, 18],
      [14, 18],
      [15, 19],
      [45, 22],
      [55, 23],
      [65, 24],
      [5_000, 24],
    ] as const) {
      await failed(n);
      expect((await enter(server.client(), PASSWORD)).map["most"]).toBe(2 ** bits);
    }
    // At most 2^20 hashes, so that the test solves them within a second.
    await failed(25);
    const fresh = server.client();
    const asked = await enter(fresh, PASSWORD);
    expect((await enter(fresh, PASSWORD, { work: work(asked) })).code).toBe(2000);
    expect((await enter(known, PASSWORD)).code).toBe(2000);
    await failed(50);
    expect((await byCode(server.client(), "000000")).code).toBe(WORK);
    later(15 * 60_000);
    expect((await enter(server.client(), PASSWORD)).code).toBe(2000);
  });

  it("require more work from the address that made them", async () => {
    await failed(5);
    for (const [n, bits] of [
      [5, 18],
      [8, 19],
      [20, 23],
      [90, 25],
    ] as const) {
      await failed(n, `login-at:10.0.0.7|${NAME}`);
      expect((await enter(server.client(), PASSWORD, from(6))).map["most"]).toBe(2 ** bits);
      expect((await enter(server.client(), PASSWORD, from(7))).map["most"]).toBe(2 ** 18);
    }
  });

  it("from a known browser are limited to ten, after which it needs proof of work too", async () => {
    const thief = server.client();
    for (const [name, value] of known.cookies) if (name === "dev") thief.cookies.set(name, value);
    await failed(5);
    for (let n = 0; n < 10; n++) expect((await enter(thief, "guess")).code).toBe(WRONG);
    expect((await enter(thief, PASSWORD)).code).toBe(WORK);
    // Its failures are counted separately.
    expect(await server.db.query("SELECT n FROM throttle WHERE key = $1", [`login:${NAME}`])).toEqual([{ n: 5 }]);
  });
});

describe("the cookie of a known browser", () => {
  it("is HttpOnly and sealed, and stays valid after sign-out but not after a password change", async () => {
    const client = server.client();
    const cookie = (await client.signIn(NAME)).headers.getSetCookie().find((one) => one.startsWith("dev="))!;
    expect(cookie).toMatch(/^dev=v1\.k0\.[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    await client.call("POST /mer/logout", {});
    await failed(5);
    expect((await enter(client, PASSWORD)).code).toBe(2000);
    // It is not valid for another user, and a forged one is not valid at all.
    await server.db.query(
      "INSERT INTO throttle (key, started_at, last_at, n) VALUES ('login:checker@demo.portolan', $1, $1, 5)",
      [new Date().toISOString()],
    );
    expect((await enter(client, PASSWORD, {}, "checker@demo.portolan")).code).toBe(WORK);
    const forged = server.client();
    forged.cookies.set("dev", Buffer.from(JSON.stringify({ device: "x", users: ["y"] })).toString("base64url"));
    expect((await enter(forged, PASSWORD)).code).toBe(WORK);
    const [{ login_hash: hash }] = (await server.db.query("SELECT login_hash FROM portal_user WHERE username = $1", [
      NAME,
    ])) as [{ login_hash: string }];
    await server.db.query("UPDATE portal_user SET login_hash = 'changed' WHERE username = $1", [NAME]);
    expect((await enter(client, PASSWORD)).code).toBe(WORK);
    await server.db.query("UPDATE portal_user SET login_hash = $2 WHERE username = $1", [NAME, hash]);
  });
});

describe("an attacker who requests codes for an hour", () => {
  const ask = (client: Client, headers: Record<string, string> = {}, purpose = "login") =>
    client.call(ASK, { email: NAME, purpose }, headers);

  it("does not invalidate the owner's code, in a new or a known browser, and gets no more codes than the limit", async () => {
    const fresh = server.client();
    expect((await ask(fresh)).code).toBe(2000);
    const code = await codeOf();
    const results: number[] = [];
    for (let minute = 1; minute <= 4; minute++) {
      later(60_500);
      const stranger = server.client();
      results.push((await ask(stranger, from(minute))).code);
      // The attacker's guesses count against the attacker's own code.
      for (let n = 0; n < 3; n++)
        expect((await byCode(stranger, n === 0 ? code : "000000", from(minute))).code).not.toBe(2000);
      await server.db.query("DELETE FROM throttle WHERE key LIKE 'login%'");
    }
    // Each address has its own codes.
    expect(results).toEqual([2000, 2000, 2000, 2000]);
    expect((await byCode(fresh, code)).code).toBe(2000);

    for (let minute = 5; minute <= 58; minute++) {
      later(60_500);
      results.push((await ask(server.client(), from(minute))).code);
    }
    // Without proof of work, the limit remains five codes per hour.
    expect(results.slice(4).every((result) => result === WORK)).toBe(true);
    expect((await ask(known)).code).toBe(2000);
    expect((await byCode(known, await codeOf())).code).toBe(2000);

    // They do not use up the allowance of a fresh browser, which solves a proof of work for its code and has two
    // attempts.
    const late = server.client();
    const asked = await ask(late, from(99));
    expect([asked.code, asked.map["most"]]).toEqual([WORK, 2 ** 18]);
    expect((await ask(late, { ...from(98), work: work(asked).replace(/\d+$/, "1") })).code).toBe(WORK);
    expect((await ask(late, { ...from(99), work: work(asked) })).code).toBe(2000);
    const own = await codeOf();
    expect((await byCode(late, "000000", from(99))).code).toBe(4128);
    expect((await byCode(late, own, from(99))).code).toBe(2000);
    // The requesting address waits for a minute and is then limited to five per hour, however much work it does.
    expect((await ask(server.client(), from(99))).code).toBe(4129);

    // A forgotten password can also be reset as often as before.
    await server.db.query("DELETE FROM verification_code");
    for (let n = 0; n < 5; n++) {
      expect((await ask(known, {}, "forget")).code).toBe(2000);
      later(61_000);
    }
    expect((await ask(known, {}, "forget")).code).toBe(4130);
  });

  it("cannot use a code requested by another browser", async () => {
    await ask(known);
    const code = await codeOf();
    expect((await byCode(server.client(), code)).code).toBe(4128);
    const forget = { email: NAME, code, password: digestPassword("login", "a chart of the northern sea") };
    expect((await server.client().call("POST /m/user/forget", forget)).code).toBe(4128);
    expect((await byCode(known, code)).code).toBe(2000);
  });
});
