/**
 * Search across all records by number, name, amount and last four digits. Users find only records that they may open.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import banks from "../../schemas/data/bank.json" with { type: "json" };
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let order: { orderNo: string; holder: string; account: string };
beforeAll(async () => {
  server = await startTestServer({ history: true });
  maker = await server.as("maker");
  const { list } = (await maker.call("GET /mer/account/page")).map;
  order = (await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId: list[0].id, amount: "7531.24" })).map
    .record;
});
afterAll(() => server.stop());

const ids = async (client: Client, q: string) =>
  (await client.call("GET /mer/own/search", { q })).map.list.map(
    ({ entity, id }: { entity: string; id: string }) => `${entity} ${id}`,
  );

describe("search", () => {
  it("finds an order by its number, the payee's name, or the amount with or without commas", async () => {
    const wanted = `withdrawal ${order.orderNo}`;
    for (const q of [order.orderNo, order.orderNo.toLowerCase(), "7531.24", "7,531.24", order.holder])
      expect([q, (await ids(maker, q)).includes(wanted)]).toEqual([q, true]);
    expect((await ids(maker, order.orderNo))[0]).toBe(wanted);
    expect(await ids(maker, "7531.25")).not.toContain(wanted);
  });
  it("finds an order by the last four digits of an account, and masks the account as the list does", async () => {
    const { account } = (
      await server.db.query<{ account: string }>(
        "SELECT data ->> 'account' AS account FROM e_withdrawal WHERE id = $1",
        [order.orderNo],
      )
    )[0]!;
    const tail = account.slice(-4);
    expect(await ids(maker, tail)).toContain(`withdrawal ${order.orderNo}`);
    const answer = await maker.call("GET /mer/own/search", { q: tail });
    expect(JSON.stringify(answer.map)).not.toContain(account);
    const one = answer.map.list.find(({ id }: { id: string }) => id === order.orderNo);
    maker.lang = "en";
    expect((await maker.call("GET /mer/own/search", { q: order.orderNo })).map.list[0]).toMatchObject({
      kind: "CNY payment",
      status: "To be reviewed",
    });
    maker.lang = "zh";
    expect(one).toMatchObject({
      kind: "人民币付款",
      title: order.holder,
      status: "待复核",
      tone: "warning",
      detail: `7,531.24 CNY · ${order.orderNo}`,
    });
  });
  it("offers payment as the next step of a payee, and no next step for a waiting order", async () => {
    const { list } = (await maker.call("GET /mer/own/search", { q: "杭州启航贸易" })).map;
    const payee = list.find(({ entity }: { entity: string }) => entity === "bankAccount");
    expect(payee.next).toEqual({ label: { zh: "付款", en: "Pay" }, to: `/withdrawal?tab=pay&accountId=${payee.id}` });
    const [waiting] = (await maker.call("GET /mer/own/search", { q: order.orderNo })).map.list;
    expect(waiting.next).toBeUndefined();
  });
  it("finds accounts by the pinyin initials of their holder, in the palette and in pickers", async () => {
    const { list } = (await maker.call("GET /mer/account/list", { q: "qhmy" })).map;
    expect(list.map(({ holder }: { holder: string }) => holder)).toEqual(["杭州启航贸易有限公司"]);
    expect(await ids(maker, "qhmy")).toContain(`bankAccount ${list[0].id}`);
    // Initials must match exactly.
    expect((await maker.call("GET /mer/account/list", { q: "qhmz" })).map.list).toEqual([]);
  });
  it("finds accounts by full pinyin and by the short name of their bank, in the palette and in pickers", async () => {
    const { list } = (await maker.call("GET /mer/account/list")).map;
    const found = async (q: string) =>
      (await maker.call("GET /mer/account/list", { q })).map.list.map(({ holder }: { holder: string }) => holder);
    for (const q of ["hangzhouqihang", "qihang mao"])
      expect([q, await found(q)]).toEqual([q, ["杭州启航贸易有限公司"]]);
    const short = banks.find(({ name }) => name === list[0].bank)?.short ?? "";
    expect(short).not.toBe("");
    const atBank = list.flatMap(({ bank, holder }: Record<string, string>) => (bank === list[0].bank ? [holder] : []));
    expect((await found(short)).toSorted()).toEqual(atBank.toSorted());
    expect(await ids(maker, short)).toContain(`bankAccount ${list[0].id}`);
  });
  it("reports kinds with more matches than shown, and how many their own lists find", async () => {
    const { list, all } = (await maker.call("GET /mer/own/search", { q: "WD20" })).map;
    const numbers = list
      .filter(({ entity }: { entity: string }) => entity === "withdrawal")
      .map(({ id }: { id: string }) => id);
    expect(numbers).toEqual(numbers.toSorted().toReversed());
    const shown = numbers.length;
    const { total } = (await maker.call("GET /mer/gep/withdraw/page", { q: "WD20", totals: 1 })).map;
    expect(total).toBeGreaterThan(shown);
    expect(all).toContainEqual({ entity: "withdrawal", count: total });
    expect((await maker.call("GET /mer/own/search", { q: order.orderNo })).map.all).toEqual([]);
    // Amounts are found only here, because the list search does not cover them.
    const amount = list.find(({ entity }: { entity: string }) => entity === "withdrawal").detail.split(" ")[0];
    for (const one of (await maker.call("GET /mer/own/search", { q: amount })).map.all)
      expect(one.count).toBeGreaterThan(0);
  });
  it("finds nothing of another merchant, of a menu that is not granted, or before certification [P1 P3]", async () => {
    const solo = await server.as("solo");
    expect(await ids(solo, order.orderNo)).toEqual([]);
    expect(await ids(await server.as("new"), "公司")).toEqual([]);
    await server.db.query("UPDATE merchant SET user_status = 0 WHERE id = '100001'");
    expect(await ids(await server.as("maker"), order.orderNo)).toEqual([]);
    await server.db.query("UPDATE merchant SET user_status = 1 WHERE id = '100001'");
    await server.db.query("UPDATE portal_user SET grants = $1 WHERE username = 'maker@demo.portolan'", [
      JSON.stringify(["exchangerateInquiry", "accountBalance"]),
    ]);
    expect(await ids(await server.as("maker"), order.orderNo)).toEqual([]);
  });
  it("treats wildcards as literal characters", async () => {
    expect(await ids(await server.as("checker"), "%_%")).toEqual([]);
  });
});
