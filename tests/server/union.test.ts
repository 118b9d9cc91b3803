/**
 * Unions over HTTP: orders and payees of every kind in one list, whose turn it is, and nothing that the user may not
 * see.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type Client, type TestServer } from "./server.ts";

type Row = Record<string, string>;
let server: TestServer;
let maker: Client;
let checker: Client;
let solo: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  [maker, checker, solo] = await Promise.all([server.as("maker"), server.as("checker"), server.as("solo")]);
});
afterAll(() => server.stop());

const pay = async (client: Client, amount: string) => {
  const { list } = (await client.call("GET /mer/account/page")).map;
  const answer = await client.confirmed("POST /mer/gep/withdraw/apply", { accountId: list[0].id, amount });
  expect(answer).toMatchObject({ code: 2000 });
  return answer.map.record as { orderNo: string; holder: string };
};
const turnOf = async (client: Client, orderNo: string) =>
  (await client.call("GET /mer/home/waitOrder", { q: orderNo })).map.list[0]?.turn;

describe("pending orders", () => {
  it("name whose turn it is: the checker's, not the maker's, or the sole user's [C33 H2]", async () => {
    const order = await pay(maker, "2345.00");
    const { list } = (await checker.call("GET /mer/home/waitOrder", { q: order.orderNo })).map;
    expect(list).toEqual([
      expect.objectContaining({
        id: `withdrawal.${order.orderNo}`,
        entity: "withdrawal",
        turn: "you",
        orderNo: order.orderNo,
        party: order.holder,
        amount: "2345.00",
        currency: "CNY",
        status: "toBeReviewed",
        says: expect.stringMatching(/^陈明请您复核付给.+的 2,345\.00\u00a0CNY，\d+ 月 \d+ 日前。$/),
        does: "通过复核",
      }),
    ]);
    checker.lang = "en";
    expect((await checker.call("GET /mer/home/waitOrder", { q: order.orderNo })).map.list[0]).toMatchObject({
      says: expect.stringMatching(/^陈明 asks you to approve 2,345\.00\u00a0CNY to \S.* by \d+ [A-Z][a-z]{2}\.$/),
      does: "Approve",
    });
    checker.lang = "zh";
    expect((await maker.call("GET /mer/home/waitOrder", { q: order.orderNo })).map.list[0]).not.toHaveProperty("says");
    expect(await turnOf(maker, order.orderNo)).toBe("us");
    const own = await pay(solo, "2100.00");
    expect(await turnOf(solo, own.orderNo)).toBe("us");
    // An order from before a single user's orders were approved automatically.
    await server.db.query("UPDATE e_withdrawal SET status = 'toBeReviewed', f_status = 'toBeReviewed' WHERE id = $1", [
      own.orderNo,
    ]);
    expect(await turnOf(solo, own.orderNo)).toBe("you");
    // A suspended colleague is never next in turn.
    await server.db.query(
      "INSERT INTO portal_user (id, m, username, name, login_hash, grants, state, created_at) SELECT 'gone', m, 'gone@demo.portolan', name, login_hash, grants, 'disabled', created_at FROM portal_user WHERE username = 'solo@demo.portolan'",
    );
    expect(await turnOf(solo, own.orderNo)).toBe("you");
    expect(await turnOf(checker, own.orderNo)).toBeUndefined();
  });

  it("are sorted by the reader's own first, then by newest, and support filters, totals and export [C33 H2]", async () => {
    const { list, total, sums } = (await checker.call("GET /mer/home/waitOrder", { totals: 1, size: 100 })).map;
    expect(total).toBe(list.length);
    const turns = list.map((row: { turn: string }) => row.turn);
    expect(turns).toEqual(turns.toSorted().toReversed());
    expect(Object.keys(sums.amount)).toContain("CNY");
    const yours = (await checker.call("GET /mer/home/waitOrder", { turn: "you", totals: 1 })).map.total;
    expect(yours).toBe(turns.filter((turn: string) => turn === "you").length);
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = (await checker.call("GET /mer/home/waitOrder", { size: 20, cursor })).map;
      paged.push(...page.list.map((row: { id: string }) => row.id));
      cursor = page.next;
    } while (cursor);
    expect(paged).toEqual(list.map((row: { id: string }) => row.id));
    const file = await checker.call("GET /mer/own/pendingTrade/export", { turn: "you", format: "csv" });
    expect(file.bytes.toString("utf8").trim().split("\n")).toHaveLength(yours + 1);
  });

  it("name the day on which their money comes: the clock's, the bank's, or the one that was expected [H2]", async () => {
    const { list } = (await maker.call("GET /mer/home/waitOrder", { turn: "us", size: 100 })).map;
    const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
    const incoming = list.filter(({ entity }: Row) => entity === "recharge");
    const dueOf = (amount: string) => incoming.find((row: Row) => row["amount"] === amount)?.due;
    // Received 2 hours ago and booked within a day, expected tomorrow and in three days, and under investigation.
    expect([dueOf("7450.10"), dueOf("9320.10"), dueOf("18600.10"), dueOf("86400.00")]).toEqual([
      new Date(Date.now() + 22 * 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 10),
      day(1),
      day(3),
      undefined,
    ]);
    const yours = (await checker.call("GET /mer/home/waitOrder", { turn: "you", size: 100 })).map.list;
    expect(yours.filter(({ entity, due }: Row) => entity === "withdrawal" && due !== undefined)).toEqual([]);
  });

  it("are named by the balance that they hold, with the payee and the day of release [F4]", async () => {
    const { map } = await checker.call("GET /mer/own/wallet/statement", { currency: "CNY" });
    const { list } = (await checker.call("GET /mer/home/waitOrder", { entity: "withdrawal", size: 100 })).map;
    const held = map.holds.filter(({ entity }: Row) => entity === "withdrawal");
    expect(held.length).toBeGreaterThan(0);
    for (const { orderNo, party, until } of held) {
      const order = list.find((row: Row) => row["orderNo"] === orderNo);
      expect(party).toBe(order.party);
      // The clock releases unapproved orders; the bank states no day.
      if (order.status === "toBeReviewed") expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
      else expect(until).toBeUndefined();
    }
  });

  it("move to the recent orders when they are done [C34 H5]", async () => {
    const { orderNo } = await pay(maker, "2222.00");
    expect((await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: orderNo, event: "pass" })).code).toBe(
      2000,
    );
    await server.worker.drain();
    expect(await turnOf(checker, orderNo)).toBeUndefined();
    const { list } = (await maker.call("GET /mer/home/latelyOrder", { size: 20 })).map;
    expect(list[0]).toMatchObject({
      id: `withdrawal.${orderNo}`,
      entity: "withdrawal",
      status: "done",
      amount: "2222.00",
      currency: "CNY",
    });
    expect(list.every((row: { status: string }) => row.status === "done")).toBe(true);
  });
});

const all = async (client: Client, call: string, query: Record<string, string | number>) => {
  const found: Row[] = [];
  let cursor: string | undefined;
  do {
    const { list, next } = (await client.call(call, { ...query, size: 100, cursor })).map;
    found.push(...list);
    cursor = next;
  } while (cursor);
  return found;
};
const LISTS = {
  recharge: "GET /mer/records/query/recharge/records/page",
  withdrawal: "GET /mer/gep/withdraw/page",
  swap: "GET /mer/gep/swap/page",
  transferIn: "GET /mer/own/transferIn/list",
} as const;

describe("activity", () => {
  it("contains orders of every kind by date, including received transfers and exchanges [C19]", async () => {
    const rows = await all(maker, "GET /mer/own/transaction/list", {});
    const times = rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const [entity, call] of Object.entries(LISTS)) {
      const { total } = (await maker.call(call, { totals: 1, size: 20 })).map;
      expect([entity, rows.filter((row) => row.entity === entity).length]).toEqual([entity, total]);
    }
    const signs = new Map(rows.map(({ entity, sign }) => [entity, sign]));
    expect(Object.fromEntries(signs)).toMatchObject({
      recharge: "in",
      withdrawal: "out",
      swap: "own",
      remittance: "out",
    });
    const swap = rows.find(({ entity }) => entity === "swap");
    expect(swap).toMatchObject({ currency: expect.any(String), otherCurrency: expect.any(String) });
    expect(swap?.otherCurrency).not.toBe(swap?.currency);
  });

  it("sums the filtered rows per currency", async () => {
    const query = { sign: "out", status: "done" };
    const rows = await all(maker, "GET /mer/own/transaction/list", query);
    const { sums, total } = (await maker.call("GET /mer/own/transaction/list", { ...query, totals: 1 })).map;
    expect(total).toBe(rows.length);
    const cents: Record<string, number> = {};
    for (const { currency = "", amount } of rows)
      cents[currency] = (cents[currency] ?? 0) + Math.round(Number(amount) * 100);
    expect(Object.keys(cents).length).toBeGreaterThan(1);
    for (const [currency, sum] of Object.entries<string>(sums.amount))
      expect([currency, Math.round(Number(sum) * 100)]).toEqual([currency, cents[currency]]);
  });

  it("finds an order of any kind by its number, and rejects a sort order without an index", async () => {
    const [row] = (await maker.call("GET /mer/own/transaction/list", { entity: "swap", size: 20 })).map.list;
    const { list } = (await maker.call("GET /mer/own/transaction/list", { q: row.orderNo.toLowerCase() })).map;
    expect(list.map(({ id }: Row) => id)).toEqual([row.id]);
    expect((await maker.call("GET /mer/own/transaction/list", { sort: "-amount" })).code).toBe(4000);
  });

  it("can be paged from the oldest as well", async () => {
    const rows = await all(maker, "GET /mer/own/transaction/list", { sort: "createdAt" });
    const back = await all(maker, "GET /mer/own/transaction/list", {});
    expect(rows.map(({ id }) => id)).toEqual(back.map(({ id }) => id).toReversed());
  });
});

describe("payees", () => {
  it("contain mainland and foreign accounts in one list, masked as in their own lists", async () => {
    const rows = await all(maker, "GET /mer/own/payee/list", {});
    const own = (await maker.call("GET /mer/account/page", { totals: 1, size: 20 })).map;
    const mainland = rows.filter(({ route }) => route === "mainland");
    expect(mainland).toHaveLength(own.total);
    expect(rows.some(({ route }) => route === "abroad")).toBe(true);
    const [first] = own.list;
    expect(rows.find(({ id }) => id === `bankAccount.${first.id}`)).toMatchObject({
      payeeId: first.id,
      name: first.holder,
      account: first.account,
      status: "passed",
      country: "CN",
    });
    expect(first.account).toContain("*");
  });

  it("that are starred come first in the list and among the options, whichever kind they are of", async () => {
    const { list: abroad } = (await maker.call("GET /mer/inter/remit/getAccountList", { size: 100 })).map;
    const { accountId } = abroad.at(-1);
    const star = (starred: boolean) => maker.call("POST /mer/own/remitPayee/update", { id: accountId, starred });
    // Neither the payment password nor a new review is asked for.
    expect((await star(true)).map.record).toMatchObject({ starred: true, status: abroad.at(-1).status });
    const rows = await all(maker, "GET /mer/own/payee/list", {});
    const starred = rows.filter((row) => String(row.starred) === "true").map(({ id }) => id);
    expect(starred).toContain(`remitPayee.${accountId}`);
    expect(starred.some((id) => id?.startsWith("bankAccount."))).toBe(true);
    expect(rows.slice(0, starred.length).map(({ id }) => id)).toEqual(starred);
    const options = await maker.call("GET /mer/inter/remit/getAccountList", { size: 100 });
    expect(options.map.list[0].accountId).toBe(accountId);
    const { total } = (await maker.call("GET /mer/own/payee/list", { starred: "true", totals: 1 })).map;
    expect(total).toBe(starred.length);
    expect((await star(false)).map.record.starred).toBe(false);
  });

  it("say how many payments were made to them and when the last one was, to those who may see both", async () => {
    const rows = await all(maker, "GET /mer/own/payee/list", {});
    const ids = rows.map(({ id }) => id);
    const { uses } = (await maker.call("POST /mer/own/record/use", { ids })).map;
    expect(uses.length).toBeGreaterThan(1);
    for (const use of uses) {
      const [kind, key] = use.id.split(".");
      const [call, reference] =
        kind === "bankAccount"
          ? ["GET /mer/gep/withdraw/page", "accountId"]
          : ["GET /mer/gep/remittance/page", "payeeId"];
      const { list, total } = (await maker.call(call, { [reference]: key, status: "done", totals: 1, size: 20 })).map;
      expect([use.id, use.count, use.last]).toEqual([use.id, total, list[0].createdAt]);
      const currencies = new Set(list.map((row: Row) => row["currency"]));
      if (kind === "bankAccount") expect(use).not.toHaveProperty("currencies");
      else if (total <= 20) expect(use.currencies).toEqual([...currencies].toSorted());
    }
    expect((await solo.call("POST /mer/own/record/use", { ids })).map.uses).toEqual([]);
    const unknown = { ids: ["nothing.BA1", "wallet.CNY", "bankAccount.BA1"] };
    expect((await maker.call("POST /mer/own/record/use", unknown)).map.uses).toEqual([]);
  });
});

describe("the inbox", () => {
  it("contains orders that the user can decide now, and not the user's own [C20]", async () => {
    const { list: accounts } = (await maker.call("GET /mer/account/page")).map;
    const answer = await maker.confirmed("POST /mer/gep/withdraw/apply", {
      accountId: accounts[0].id,
      amount: "2345.00",
    });
    const { orderNo, debit } = answer.map.record;
    const [mine, theirs] = await Promise.all([
      all(maker, "GET /mer/own/todo/list", {}),
      all(checker, "GET /mer/own/todo/list", {}),
    ]);
    const id = `withdrawal.${orderNo}`;
    expect(mine.find((row) => row.id === id)).toBeUndefined();
    expect(theirs.find((row) => row.id === id)).toMatchObject({
      nextEvent: "pass",
      amount: debit,
      currency: "CNY",
    });
    const times = theirs.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    const waiting = await all(checker, "GET /mer/home/waitOrder", { turn: "you" });
    expect(theirs.map((row) => row.id)).toEqual(expect.arrayContaining(waiting.map((row) => row.id)));
    const { total, sums } = (await checker.call("GET /mer/own/todo/list", { view: "approve", totals: 1 })).map;
    const { groups } = (await checker.call("GET /mer/own/todo/list", { group: "entity" })).map;
    const kinds = [...new Set(theirs.map(({ entity }) => entity))];
    expect(
      Object.fromEntries(groups.map(({ value, count }: { value: string; count: number }) => [value, count])),
    ).toEqual(Object.fromEntries(kinds.map((kind) => [kind, theirs.filter(({ entity }) => entity === kind).length])));
    expect(total).toBe(theirs.filter(({ nextEvent }) => nextEvent === "pass").length);
    expect(Object.keys(sums.amount)).toContain("CNY");
    expect((await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: orderNo, event: "pass" })).code).toBe(
      2000,
    );
    const after = await all(checker, "GET /mer/own/todo/list", {});
    expect(after.find((row) => row.id === id)).toBeUndefined();
  });
});

describe("grants", () => {
  it("limit unions to kinds whose menu is granted [P3 H2 H5]", async () => {
    await server.db.query("UPDATE portal_user SET grants = $1 WHERE username = 'maker@demo.portolan'", [
      JSON.stringify(["exchangerateInquiry"]),
    ]);
    const narrow = await server.as("maker");
    expect((await narrow.call("GET /mer/home/waitOrder", { totals: 1 })).map).toMatchObject({ list: [], total: 0 });
    expect((await narrow.call("GET /mer/home/latelyOrder", { totals: 1 })).map).toMatchObject({ list: [], total: 0 });
  });
});

describe("members of a union", () => {
  it("keep the masks of their fields", () => {
    const bare = [...server.schemas.entities.values()].flatMap((union) =>
      (union.union ?? []).flatMap(({ entity, map }) =>
        Object.entries(map).filter(([own, theirs]) =>
          [theirs].flat().some((name) => {
            const member = server.schemas.entities.get(entity)!.field(name);
            const isAlike = JSON.stringify(union.field(own).mask) === JSON.stringify(member.mask);
            return (member.mask || member.sensitive) && !isAlike;
          }),
        ),
      ),
    );
    expect(bare).toEqual([]);
  });
  it("cover every state of every order: waiting, done or ended [H2 H5]", () => {
    // The unions that group orders by their states.
    const unions = [...server.schemas.entities.values()].filter(({ union }) =>
      union?.every(({ where }) => where.status),
    );
    const lost = unions
      .flatMap(({ union }) => union!)
      .flatMap(({ entity }) => {
        const held = unions
          .flatMap(({ union }) => union!)
          .filter((member) => member.entity === entity)
          .flatMap(({ where }) => where.status ?? []);
        return server.schemas.entities
          .get(entity)!
          .lifecycle!.states.filter(({ name, final }) => !final && !held.includes(name))
          .map(({ name }) => `${entity} ${name}`);
      });
    expect(lost).toEqual([]);
    // Every order of a merchant that moves money is a member.
    const members = new Set(unions.flatMap(({ union }) => union!).map(({ entity }) => entity));
    const orders = [...server.schemas.entities.values()].filter(
      ({ name, lifecycle }) =>
        lifecycle?.transitions.some(({ from, by, money }) => from.length === 0 && by === "merchant" && money) &&
        !members.has(name),
    );
    expect(orders.map(({ name }) => name)).toEqual([]);
  });
  it("use only declared states and kinds", () => {
    for (const union of server.schemas.entities.values()) {
      for (const { entity, where, set } of union.union ?? []) {
        const values = (name: string) => {
          const { options } = union.field(name);
          return options && "values" in options ? options.values.map(({ value }) => value) : [];
        };
        expect(values("entity")).toContain(entity);
        for (const [name, value] of Object.entries(set ?? {}))
          if (values(name).length > 0)
            expect([union.name, name, values(name)]).toEqual([union.name, name, expect.arrayContaining([value])]);
        const states = server.schemas.entities.get(entity)!.lifecycle?.states.map(({ name }) => name) ?? [];
        for (const status of where.status ?? []) {
          expect([union.name, entity, states.includes(status)]).toEqual([union.name, entity, true]);
          expect(values("status")).toContain(status);
        }
      }
    }
  });
});
