/** Demo history of cards: every status, every kind of purchase, codes, and consistent books. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  maker = await server.as("maker");
});
afterAll(() => server.stop());

it("the demo history contains cards in every state and balanced books [S6]", async () => {
  const { list } = (await maker.call("GET /mer/gep/VCCmanagement/cardManagement", { size: 50 })).map;
  expect(
    new Set(list.map((row: { status: string; disabledReason?: string }) => row.disabledReason || row.status)),
  ).toEqual(new Set(["usable", "frozen", "cancelled", "blocked", "expired"]));
  expect(await verifyAll(server.db, server.schemas)).toEqual([]);
});

it("the demo history contains purchases of every status, and verification codes in descending order [C107 C108]", async () => {
  const { list, total } = (await maker.call("GET /mer/gep/vcctransaction/transactionQuery", { size: 50, totals: 1 }))
    .map;
  expect(total).toBeGreaterThan(30);
  expect(new Set(list.map((row: { status: string }) => row.status))).toEqual(
    new Set(["authorised", "captured", "reversed", "declined"]),
  );
  const codes = (await maker.call("GET /mer/gep/otp/optQuery")).map.list.map(
    (row: { receivedAt: string }) => row.receivedAt,
  );
  expect(codes).toEqual(codes.toSorted().toReversed());
  expect(codes.length).toBe(6);
});

it("cards of the demo history expire on their expiry date", async () => {
  const [card] = (await maker.call("GET /mer/gep/VCCmanagement/cardManagement", { status: "usable", size: 20 })).map
    .list;
  await server.sandbox!.clock.advance(
    Date.parse(`${card.expiry}T00:00:00+08:00`) + 86_400_000 + 60_000 - server.clock.now(),
  );
  await server.worker.drain();
  const { record } = (await maker.call("GET /mer/gep/VCCmanagement/details", { id: card.id })).map;
  expect(record).toMatchObject({ status: "disabled", disabledReason: "expired", balance: "0.00" });
});
