/** Amounts for which the sandbox injects a failure into the call: .80 and .81. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RESPONSE_DELAY_MS } from "../../server/sandbox/faults.ts";
import { buildApp } from "../../server/app/app.ts";
import { realClock } from "../../server/core/clock.ts";
import { handlers } from "../../server/payments/handlers.ts";
import { addServices, getAccessLevel } from "../../server/payments/product.ts";
import { createVocabulary } from "../../server/payments/vocabulary.ts";
import { type Client, startTestServer, type TestServer } from "./server.ts";
import { prepared } from "./prepared.ts";
import { ENGINE } from "./database-mode.ts";

const APPLY = "POST /mer/gep/withdraw/apply";
const LATE = 400;

describe("injected faults", () => {
  let server: TestServer;
  let maker: Client;
  let accountId: string;
  beforeAll(async () => {
    server = await startTestServer({ history: true, responseDelayMs: LATE });
    maker = await server.as("maker");
    accountId = (await maker.call("GET /mer/account/list")).map.list[0].id;
  });
  afterAll(() => server.stop());
  const count = async () => Number((await server.db.query("SELECT count(*) AS n FROM e_withdrawal"))[0]!.n);

  it(".80 responds with HTTP 500 and changes nothing, then succeeds once on retry with the same key and proof", async () => {
    const body = { accountId, amount: "2000.80" };
    const headers = { proof: await maker.proof(APPLY, body), "idempotency-key": randomUUID() };
    const before = await count();
    const first = await maker.call(APPLY, body, headers);
    expect([first.status, first.code, first.message]).toEqual([500, 5000, "我们这边出了问题，请稍后重试。"]);
    expect(await count()).toBe(before);
    const second = await maker.call(APPLY, body, headers);
    expect(second).toMatchObject({ status: 200, code: 2000, map: { record: { amount: "2000.80" } } });
    const third = await maker.call(APPLY, body, headers);
    expect([third.headers.get("idempotency-replayed"), third.map]).toEqual(["true", second.map]);
    expect(await count()).toBe(before + 1);
  });

  it(".80 does not hide an ordinary rejection", async () => {
    expect((await maker.call(APPLY, { accountId, amount: "2001.80" }, { "idempotency-key": randomUUID() })).code).toBe(
      4124,
    );
    expect((await maker.confirmed(APPLY, { accountId, amount: "1.80" })).code).toBe(4000);
  });

  it("whitespace around an amount is ignored, and amounts with other endings succeed", async () => {
    for (const amount of [" 2002.00 ", "2004"])
      expect([amount, (await maker.confirmed(APPLY, { accountId, amount })).code]).toEqual([amount, 2000]);
    expect((await maker.confirmed(APPLY, { accountId, amount: " 2005.80 " })).status).toBe(500);
  });

  it(".81 commits at once but responds late, and a retry meanwhile gets the stored response", async () => {
    const body = { accountId, amount: "2000.81" };
    const headers = { proof: await maker.proof(APPLY, body), "idempotency-key": randomUUID() };
    const before = await count();
    const began = Date.now();
    const first = maker.call(APPLY, body, headers).then((answer) => ({ answer, took: Date.now() - began }));
    await expect.poll(count, { interval: 10, timeout: 5_000 }).toBe(before + 1);
    const again = await maker.call(APPLY, body, headers);
    const { answer, took } = await first;
    expect(took).toBeGreaterThanOrEqual(LATE);
    expect([answer.code, again.code, again.headers.get("idempotency-replayed")]).toEqual([2000, 2000, "true"]);
    expect(again.map).toEqual(answer.map);
    expect(await count()).toBe(before + 1);
    // Exceeds the portal's actual request timeout.
    expect(RESPONSE_DELAY_MS).toBeGreaterThan(15_000);
  });

  it("a server that stops does not wait for delayed responses", async () => {
    const own = await startTestServer({ history: true, responseDelayMs: 60_000 });
    const client = await own.as("maker");
    const late = client.confirmed(APPLY, { accountId, amount: "2002.81" });
    await expect
      .poll(async () =>
        Number((await own.db.query("SELECT count(*) AS n FROM e_withdrawal WHERE data->>'amount' = '2002.81'"))[0]!.n),
      )
      .toBe(1);
    const began = Date.now();
    await own.stop();
    expect(Date.now() - began).toBeLessThan(15_000);
    expect((await late).code).toBe(2000);
  });

  it("no fault is injected outside the sandbox", async () => {
    const { db, close } = await prepared(ENGINE, true);
    const { app } = await buildApp({
      db,
      schemas: server.schemas,
      product: { title: "Portolan" },
      vocabulary: createVocabulary(),
      handlers,
      extend: (services) => addServices(services),
      getAccessLevel,
      dataDir: server.dataDir,
      clock: realClock,
      logLevel: "fatal",
    });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const client = maker.at(url);
    await client.signIn("maker@demo.portolan");
    expect((await client.confirmed(APPLY, { accountId, amount: "2003.80" })).code).toBe(2000);
    await app.close();
    await close();
  });
});
