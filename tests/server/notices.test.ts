/** Notifications and the security log over HTTP: only the user's own, in the user's language, unread first. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { create } from "../../server/lifecycle/create.ts";
import { findNextDigest } from "../../server/lifecycle/digest-mail.ts";
import { receiveMoney } from "../../server/payments/collect/sandbox/deposit.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let checker: Client;
let orderNo = "";
beforeAll(async () => {
  server = await startTestServer({ history: true });
  [maker, checker] = await Promise.all([server.as("maker"), server.as("checker")]);
  const { list } = (await maker.call("GET /mer/account/page")).map;
  orderNo = (await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId: list[0].id, amount: "2468.00" })).map
    .record.orderNo;
  await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: orderNo, event: "pass" });
  await server.worker.drain();
});
afterAll(() => server.stop());

const notices = async (client: Client, query: object = {}) =>
  (await client.call("GET /mer/own/notification/list", { totals: 1, ...query })).map;
const count = async (client: Client) => (await client.call("GET /mer/own/notification/count")).map.unread;

const mailsTo = (target: string, since: number) =>
  server.db.query<{ subject: string; body: string }>(
    "SELECT subject, body FROM outbox WHERE target = $1 AND at >= $2 ORDER BY id",
    [target, new Date(since).toISOString()],
  );

describe("notices", () => {
  it("tell the maker of an order its outcome in the user's language [E13.2]", async () => {
    const [first] = (await notices(maker, { q: orderNo })).list;
    expect(first).toMatchObject({
      state: "unread",
      entity: "withdrawal",
      kind: "人民币付款",
      orderNo,
      title: expect.stringMatching(/^已付给.+ 2,468\.00\u00a0CNY。$/),
    });
    maker.lang = "en";
    expect((await notices(maker, { q: orderNo })).list[0]).toMatchObject({
      kind: "CNY payment",
      title: expect.stringMatching(/^2,468\.00\u00a0CNY paid to \S.*\.$/),
    });
    maker.lang = "zh";
    expect((await notices(checker, { q: orderNo })).list).toEqual([]);
  });

  it("notify only approvers by mail, once for several waiting orders", async () => {
    const asked = (amount: string) =>
      server.db.query("SELECT target, subject, body FROM outbox WHERE subject LIKE $1", [`%请您复核付给%${amount}%`]);
    expect(await asked("2,468.00")).toEqual([
      {
        target: "checker@demo.portolan",
        subject: expect.stringMatching(
          /^陈明请您复核付给.+的 2,468\.00\u00a0CNY，.+前。 \/ 陈明 asks you to approve 2,468\.00\u00a0CNY to .+ by /,
        ),
        body: expect.stringContaining(orderNo),
      },
    ]);
    const { list } = (await maker.call("GET /mer/account/page")).map;
    const [user] = await server.db.query("SELECT id, username, grants FROM portal_user WHERE id = $1", [maker.userId]);
    const actor: Actor = {
      by: "merchant",
      tenant: "100001",
      userId: user!.id,
      username: user!.username,
      grants: new Set(user!.grants),
      userStatus: 1,
      lang: "zh",
      traceId: "test",
    };
    const entity = server.schemas.entity("withdrawal");
    const context = { ...server.app.services, proved: "pay" as const };
    const pay = (amount: string) =>
      server.db.tx((tx) => create(tx, { entity, input: { accountId: list[0].id, amount }, actor }, context), {
        shared: amount,
      });
    // Both wait for other work, so that they share a transaction.
    const other = server.db.tx(async () => undefined, { shared: "other" });
    await Promise.all([other, pay("2469.00"), pay("2470.00")]);
    // The previous order has been approved, so the first of the two is mailed, and both in one mail soon after.
    expect([await asked("2,469.00"), await asked("2,470.00")]).toEqual([[expect.anything()], []]);
    const since = server.clock.now();
    await server.sandbox!.clock.advance(600_000);
    await server.worker.drain();
    const [mail, ...others] = await mailsTo("checker@demo.portolan", since);
    expect(others).toEqual([]);
    expect(mail!.subject).toMatch(/^有 \d+ 笔等您复核，共 [\d,.]+\u00a0?.*CNY \/ \d+ orders need your approval, /);
    expect(Number(/\d+/.exec(mail!.subject)![0])).toBeGreaterThanOrEqual(2);
    expect(mail!.body).toContain("because you can approve these orders");
  });

  it("notify approvers of an imported file once, by its number and total, and the file's orders are found by it", async () => {
    const { list } = (await maker.call("GET /mer/account/page")).map;
    const since = server.clock.now();
    const body = {
      fileHash: "ab".repeat(32),
      run: 1,
      rows: ["3001.00", "3002.00", "3003.00"].map((amount, index) => ({
        line: index + 2,
        record: { accountId: list[0].id, amount },
      })),
    };
    expect((await maker.confirmed("POST /mer/gep/withdraw/bulkWithdrawal", body)).code).toBe(2000);
    await server.worker.drain();
    expect(await mailsTo("checker@demo.portolan", since)).toEqual([
      {
        subject: "有 3 笔等您复核，共 9,006.00 CNY / 3 orders need your approval, 9,006.00 CNY in total",
        body: expect.stringMatching(/文件编号 FLABABABABABAB-1\n[^]*File no\. FLABABABABABAB-1\n/),
      },
    ]);
    const found = (await checker.call("GET /mer/gep/withdraw/page", { fileNo: "FLABABABABABAB-1", totals: 1 })).map;
    expect(found.list.map(({ amount }: { amount: string }) => amount).toSorted()).toEqual([
      "3001.00",
      "3002.00",
      "3003.00",
    ]);
    // A number in a call's body does not put an order into a file.
    const own = { accountId: list[0].id, amount: "2471.50", fileNo: "FLABABABABABAB-1" };
    await maker.confirmed("POST /mer/gep/withdraw/apply", own);
    expect(
      (await checker.call("GET /mer/gep/withdraw/page", { fileNo: "FLABABABABABAB-1", totals: 1 })).map.total,
    ).toBe(3);
  });

  it("are marked as read one by one or all at once, and unread ones are listed first [E13.2]", async () => {
    const before = await count(maker);
    expect(before).toBe(Math.min(99, (await notices(maker, { state: "unread" })).total));
    const [one] = (await notices(maker, { q: orderNo })).list;
    expect((await maker.call("POST /mer/own/notification/read", { id: one.id })).map.unread).toBe(before - 1);
    expect((await maker.call("POST /mer/own/notification/read", { id: one.id })).map.unread).toBe(before - 1);
    expect((await notices(maker, { q: orderNo })).list[0].state).toBe("read");
    const states = (await notices(maker, { size: 100 })).list.map((row: { state: string }) => row.state);
    expect(states).toEqual(states.toSorted().toReversed());
    expect((await maker.call("POST /mer/own/notification/readAll", {})).map.unread).toBe(0);
    expect(await count(maker)).toBe(0);
    expect((await notices(maker, { state: "unread" })).total).toBe(0);
  });

  it("cannot be read or marked by a colleague", async () => {
    const [one] = (await notices(maker, { q: orderNo })).list;
    expect((await checker.call("POST /mer/own/notification/read", { id: one.id })).code).toBe(4119);
    expect((await checker.call("GET /mer/own/notification/detail", { id: one.id })).code).toBe(4119);
    expect((await maker.call("GET /mer/own/notification/detail", { id: one.id })).map.record).toMatchObject({
      entity: "withdrawal",
      orderNo,
    });
  });

  it("of an unannounced deposit are sent to every user of the merchant", async () => {
    const [id] = await server.db.tx((tx) =>
      receiveMoney(
        tx,
        { tenant: "100001", currency: "USD", amount: "321.00", remitter: "Copper Kettle Stores Inc" },
        server.app.services,
        server.clock.now(),
      ),
    );
    for (const person of [maker, checker])
      expect((await notices(person, { q: id })).list.map((row: { orderNo: string }) => row.orderNo)).toContain(id);
    expect((await notices(await server.as("solo"), { q: id })).list).toEqual([]);
    const before = await count(checker);
    expect(before).toBeGreaterThan(0);
    await maker.call("POST /mer/own/notification/readAll", {});
    expect([await count(maker), await count(checker)]).toEqual([0, before]);
  });
});

describe("the security log", () => {
  const log = async (client: Client, query: object = {}) =>
    (await client.call("GET /mer/own/securityLog/list", { totals: 1, ...query })).map;

  it("records sign-ins, rejected sign-ins, exports and rejected payment passwords, with masked addresses", async () => {
    const wrong = await server.client().signIn("maker@demo.portolan", "not-the-password");
    expect(wrong.code).toBe(4101);
    await maker.call("GET /mer/gep/withdraw/listExport", { format: "csv" });
    await expect(maker.proof("POST /mer/gep/withdraw/apply", {}, "not-the-password")).rejects.toThrow();
    const { list } = await log(maker, { size: 50 });
    const of = (action: string) => list.find((row: { action: string }) => row.action === action);
    expect(of("signIn")).toMatchObject({ result: "done", ip: "127.0.0.*" });
    expect(of("signInRefused")).toMatchObject({ result: "refused" });
    expect(of("stepUpRefused")).toMatchObject({ result: "refused" });
    expect(of("export")).toMatchObject({ result: "done", about: "人民币付款" });
    expect(JSON.stringify(list)).not.toContain("127.0.0.1");
    const { list: refused, total } = await log(maker, { result: "refused" });
    expect(refused).toHaveLength(total);
    expect(refused.every((row: { action: string }) => ["signInRefused", "stepUpRefused"].includes(row.action))).toBe(
      true,
    );
  });

  it("shows users only their own entries", async () => {
    const mine = (await log(maker, { size: 100 })).list.map((row: { id: string }) => row.id);
    const theirs = (await log(checker, { size: 100 })).list.map((row: { id: string }) => row.id);
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.filter((id: string) => mine.includes(id))).toEqual([]);
  });

  it("declares every recorded action in its schema", async () => {
    const known = new Set(server.schemas.entity("securityLog").field("action").schema.enum as string[]);
    const { list } = await log(maker, { size: 100 });
    expect(list.filter((row: { action: string }) => !known.has(row.action))).toEqual([]);
  });
});

it("shows users what is set up on their own account, with a masked phone", async () => {
  const { list, total } = (await maker.call("GET /mer/own/accountSettings/list", { totals: 1 })).map;
  expect(total).toBe(1);
  expect(list[0]).toMatchObject({ username: "maker@demo.portolan", userStatus: "1", payPasswordSet: true });
  expect(list[0]).toMatchObject({ googleAuth: false, digest: "off", phone: expect.stringContaining("****") });
  expect(list[0].missing).toBe(1);
  expect(list[0].devices).toBeGreaterThan(0);
});

describe("summary mails", () => {
  const mails = (since: number) => mailsTo("checker@demo.portolan", since);
  const nextMorning = async (lateMs = 1_000) => {
    const { clock } = server.sandbox!;
    await clock.advance(findNextDigest("daily", clock.now(), server.schemas.dialect.zone) - clock.now() + lateMs);
    await server.worker.drain();
  };

  it("are sent each morning in place of single mails when something waits or arrived", async () => {
    // Early on a Sunday, so that the second daily summary and the weekly one are due at the same time.
    const { clock } = server.sandbox!;
    const monday = findNextDigest("weekly", clock.now(), server.schemas.dialect.zone);
    await clock.advance(Math.max(0, monday - 30 * 3_600_000 - clock.now()));
    await server.worker.drain();
    expect((await checker.ask("userInfo", {})).digest).toBe("off");
    await checker.ask("digestMail", { digest: "daily" });
    expect((await checker.ask("userInfo", {})).digest).toBe("daily");
    // Orders already waiting are in the first summary; the summary for the other period is not sent in addition.
    await checker.ask("digestMail", { digest: "weekly" });
    await checker.ask("digestMail", { digest: "daily" });
    const chosen = server.clock.now();
    await nextMorning();
    expect(await mails(chosen)).toHaveLength(1);
    const begun = server.clock.now();
    const { list } = (await maker.call("GET /mer/account/page")).map;
    const { record } = (
      await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId: list[0].id, amount: "2471.00" })
    ).map;
    expect(await mails(begun)).toEqual([]);
    await server.db.tx((tx) =>
      receiveMoney(
        tx,
        { tenant: "100001", currency: "USD", amount: "77.00", remitter: "Copper Kettle Stores Inc" },
        server.app.services,
        server.clock.now(),
      ),
    );
    // A worker that is late leaves out nothing that arrived just after the summary before.
    await nextMorning(600_000);
    const [mail, ...others] = await mails(begun);
    expect(others).toEqual([]);
    expect(mail!.subject).toMatch(/^有 \d+ 笔等您复核，共 .*CNY.* \/ \d+ orders need your approval, .*CNY/);
    for (const part of ["· 人民币付款 ", "· CNY payment: ", "条未读通知", "unread notification", "账户设置"])
      expect(mail!.body).toContain(part);
    // Summaries exclude the user's own orders, and do not repeat orders that no longer wait.
    const [before] = /\d+/.exec(mail!.subject)!;
    await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: record.orderNo, event: "pass" });
    await nextMorning();
    const [, second] = await mails(begun);
    expect(Number(/\d+/.exec(second!.subject)![0])).toBeLessThan(Number(before));
    await server.db.query("UPDATE portal_user SET grants = '[]' WHERE username = 'checker@demo.portolan'");
    await server.db.query("UPDATE notification SET read_at = at");
    await nextMorning();
    await nextMorning();
    expect(await mails(begun)).toHaveLength(2);
  });

  it.each([
    ["daily", "2026-11-23T00:59:00Z", "2026-11-23T01:00:00Z"],
    ["daily", "2026-11-23T01:00:00Z", "2026-11-24T01:00:00Z"],
    ["weekly", "2026-11-23T00:59:00Z", "2026-11-23T01:00:00Z"],
    ["weekly", "2026-11-23T02:00:00Z", "2026-11-30T01:00:00Z"],
    ["weekly", "2026-11-22T15:00:00Z", "2026-11-23T01:00:00Z"],
  ] as const)("%s summaries chosen at %s are first sent at %s", (digest, now, then) =>
    expect(new Date(findNextDigest(digest, Date.parse(now), server.schemas.dialect.zone)).toISOString()).toBe(
      new Date(then).toISOString(),
    ),
  );
});
