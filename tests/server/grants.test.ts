/** Restricted users have no access beyond their granted menus, neither by page nor by call. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Row } from "@portolan/engine";
import { type Client, startTestServer, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let all: string[];
const NOT_GRANTED = 4118;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  maker = await server.as("maker");
  all = (await server.db.query("SELECT grants FROM portal_user WHERE username = 'maker@demo.portolan'"))[0]!.grants;
});
afterAll(() => server.stop());
beforeEach(() => granted(all));

async function granted(grants: readonly string[]): Promise<void> {
  await server.db.query("UPDATE portal_user SET grants = $1 WHERE username = 'maker@demo.portolan'", [
    JSON.stringify(grants),
  ]);
  server.app.services.sessions.invalidate();
}
const without = (...menus: string[]) => granted(all.filter((grant) => !menus.includes(grant)));

describe("options", () => {
  it("are available only for forms that the user may open", async () => {
    await granted(["withdrawal"]);
    const closed = [
      "cardCode",
      "card",
      "wallet",
      "statement",
      "walletDetail",
      "remittance",
      "transfer",
      "clearing",
      "channel",
    ];
    for (const name of closed)
      expect([name, (await maker.call(`GET /mer/own/${name}/options`)).code]).toEqual([name, NOT_GRANTED]);
    expect((await maker.call("GET /mer/inter/remit/getAccountList")).code).toBe(NOT_GRANTED);
    expect((await maker.call("GET /mer/account/list")).code).toBe(2000);
    for (const [menu, call] of [
      ["cardRecharge", "/mer/own/card/options"],
      ["remittance", "/mer/inter/remit/getAccountList"],
      ["remittance", "/mer/payaccount/list"],
      ["paymentAccount", "/mer/gep/beneficiary/getList"],
      ["SpreadPAYOUT", "/mer/account/list"],
    ] as const) {
      await granted([menu]);
      expect([menu, call, (await maker.call(`GET ${call}`)).code]).toEqual([menu, call, 2000]);
    }
  });
});

describe("calls that resolve the entity themselves", () => {
  const page = "GET /mer/gep/withdraw/page";
  it("cancel no order of a menu that is not granted [C58]", async () => {
    const payee = (await maker.call("GET /mer/account/list")).map.list[0].id;
    const made = await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId: payee, amount: "2001.00" });
    const { orderNo } = made.map.record as Row;
    await without("withdrawal", "transactionInquiry");
    expect((await maker.call(page)).code).toBe(NOT_GRANTED);
    const refused = await maker.call("POST /m/sys/order/cancel", { orderNo }, { "idempotency-key": randomUUID() });
    expect(refused.code).toBe(
      (await maker.call("POST /m/sys/order/cancel", { orderNo: "WD404000000" }, { "idempotency-key": randomUUID() }))
        .code,
    );
    await granted(all);
    expect((await maker.call("GET /mer/gep/withdraw/detail", { orderNo })).map.record.status).toBe("toBeReviewed");
    expect(
      (await maker.call("POST /m/sys/order/cancel", { orderNo }, { "idempotency-key": randomUUID() })).map.record
        .status,
    ).toBe("rescinded");
  });
  it("reveal no balance or terms of a menu that is not granted", async () => {
    await granted(["withdrawal"]);
    expect((await maker.call("GET /mer/own/context", { entity: "transfer", currency: "USD" })).code).toBe(NOT_GRANTED);
    expect((await maker.call("GET /mer/own/context", { entity: "withdrawal", currency: "CNY" })).map).toMatchObject({
      wallet: { currency: "CNY" },
    });
  });
  it("create no payee of a menu that is not granted", async () => {
    const [common] = await server.db.query("SELECT id FROM e_beneficiary WHERE m = $1 AND status = 'passed' LIMIT 1", [
      maker.cookies.get("merId"),
    ]);
    await without("paymentAccount");
    for (const [call, body] of [
      ["POST /mer/own/remitPayee/fromCommon", { id: common!.id }],
      ["POST /mer/inter/remit/st01", {}],
    ] as const)
      expect([call, (await maker.call(call, body)).code]).toEqual([call, NOT_GRANTED]);
  });
});
