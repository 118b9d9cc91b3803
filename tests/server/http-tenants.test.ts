/** Another merchant's record is indistinguishable from a nonexistent one, in every call that takes an id. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Route } from "../../server/http/call.ts";
import { type Answer, type Client, startTestServer, type TestServer } from "./server.ts";

let server: TestServer;
let solo: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  solo = await server.as("solo");
});
afterAll(() => server.stop());

const bare = ({ status, code, message, map }: Answer) => JSON.stringify({ status, code, message, map });

it("another merchant's record is reported as not found by every call of an entity", async () => {
  let asked = 0;
  for (const entity of server.schemas.entities.values()) {
    if (entity.source !== "store") continue;
    const { getTableName } = await import("@portolan/engine");
    const [row] = await server.db.query(`SELECT id FROM ${getTableName(entity)} WHERE m = '100001' LIMIT 1`);
    if (!row) continue;
    const ids = { theirs: String(row.id), none: `${String(row.id).slice(0, -4)}0000` };
    for (const [method, path, route] of idCalls(entity.name)) {
      const event = route.call.events[0];
      const body = (id: string) => ({ [entity.key]: id, ...(event ? { event, reason: "核对不符" } : {}) });
      const [theirs, none] = [
        await solo.call(`${method} ${path}`, body(ids.theirs)),
        await solo.call(`${method} ${path}`, body(ids.none)),
      ];
      expect([path, theirs.code, theirs.message]).toEqual([path, 4119, none.message]);
      expect(bare(theirs)).toBe(bare(none));
      asked++;
    }
  }
  expect(asked).toBeGreaterThanOrEqual(6);
});
function idCalls(entity: string): [string, string, Route][] {
  return [...server.app.http.table()].flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([, route]) =>
          route.entity?.name === entity &&
          !["list", "queue", "options", "create", "export", "import", "template"].includes(route.call.name),
      )
      .map(([method, route]): [string, string, Route] => [method, path, route]),
  );
}

it("another merchant's record is not found by order number, reference or export", async () => {
  const [order] = await server.db.query("SELECT id FROM e_withdrawal WHERE m = '100001' LIMIT 1");
  expect((await solo.call("POST /m/sys/order/cancel", { orderNo: order!.id })).code).toBe(4119);
  const [payee] = await server.db.query("SELECT id FROM e_bank_account WHERE m = '100001' LIMIT 1");
  const apply = await solo.confirmed("POST /mer/gep/withdraw/apply", { accountId: payee!.id, amount: "2000.00" });
  expect(apply.map.errors).toEqual([expect.objectContaining({ at: "/accountId", code: "reference" })]);
  const file = await solo.call("GET /mer/gep/withdraw/listExport", { ids: order!.id, format: "csv" });
  expect(file.bytes.toString("utf8")).not.toContain(String(order!.id));
});

it("another merchant's cursor is rejected", async () => {
  const maker = await server.as("maker");
  const first = await maker.call("GET /mer/gep/withdraw/page");
  expect(first.map.next).toBeTruthy();
  const second = await maker.call("GET /mer/gep/withdraw/page", { cursor: first.map.next });
  expect(second.map.list[0].orderNo).not.toBe(first.map.list[0].orderNo);
  const foreign = await solo.call("GET /mer/gep/withdraw/page", { cursor: first.map.next });
  expect([foreign.status, foreign.code, foreign.map]).toEqual([
    200,
    4000,
    { errors: [expect.objectContaining({ at: "/cursor", code: "cursor" })] },
  ]);
});
