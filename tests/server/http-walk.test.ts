/**
 * Main path over HTTP: a payee, a CNY payment by a maker, its approval by a checker, the simulated bank, list, export
 * and receipt.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../server/payments/ledger/post.ts";
import { getTableName } from "@portolan/engine";
import { startTestServer, type Client, type TestServer } from "./server.ts";

let server: TestServer;
let maker: Client;
let checker: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  [maker, checker] = await Promise.all([server.as("maker"), server.as("checker")]);
});
afterAll(() => server.stop());

const wallet = async () => (await maker.call("GET /mer/wallet/one", { currency: "CNY" })).map.record;

describe("the main path of a CNY payment", () => {
  const payee = {
    holder: "杭州启航供应链有限公司",
    account: "6222021202041234567",
    bank: "",
    province: "",
    city: "",
    branch: "",
    linkedBankNo: "",
  };
  let accountId = "";
  let orderNo = "";

  it("offers banks, cities and branches [C43-C46]", async () => {
    const banks = await maker.call("GET /mer/account/getBankList", { q: "工商", size: 50 });
    expect(banks.map.list[0].name).toBe("中国工商银行");
    payee.bank = banks.map.list[0].name;
    const byInitials = await maker.call("GET /mer/account/getBankList", { q: "zggs", size: 50 });
    expect(byInitials.map.list.map(({ name }: { name: string }) => name)).toEqual(["中国工商银行"]);
    for (const [short, name] of [
      ["招行", "招商银行"],
      ["工行", "中国工商银行"],
    ])
      expect((await maker.call("GET /mer/account/getBankList", { q: short, size: 1 })).map.list[0].name).toBe(name);
    const provinces = await maker.call("GET /mer/account/getProvinceList", { q: "浙江" });
    payee.province = provinces.map.list[0].name;
    const cities = await maker.call("GET /mer/account/getCityList", { province: payee.province });
    payee.city = cities.map.list.find((city: { name: string }) => city.name.startsWith("杭州")).name;
    const branches = await maker.call("GET /mer/account/getBankLinkList", { bank: payee.bank, city: payee.city });
    expect(branches.map.list.length).toBeGreaterThan(0);
    Object.assign(payee, { branch: branches.map.list[0].name, linkedBankNo: branches.map.list[0].linkedBankNo });
  });

  it("adds a payee [C47 C42]", async () => {
    const answer = await maker.call("POST /mer/account/save", payee);
    expect(answer).toMatchObject({ status: 200, code: 2000 });
    accountId = answer.map.record.id;
    const page = await maker.call("GET /mer/account/page", { totals: 1 });
    expect(page.map).toMatchObject({ total: expect.any(Number) });
    expect(page.map.list.find((row: { id: string }) => row.id === accountId).account).toBe("6222 **** **** 4567");
  });

  it("rejects 1,999.99 in the specification's words [V1 K9 C69]", async () => {
    const body = { accountId, amount: "1999.99" };
    const answer = await maker.confirmed("POST /mer/gep/withdraw/apply", body);
    expect(answer.code).toBe(4000);
    expect(answer.map.errors).toEqual([
      expect.objectContaining({ at: "/amount", code: "formatMinimum", message: "单笔付款至少 2,000.00 CNY" }),
    ]);
  });

  it("holds the amount and fee of an order [C69 F1 F4 C37]", async () => {
    const before = await wallet();
    const body = { accountId, amount: "2000.00", remark: "货款" };
    const answer = await maker.confirmed("POST /mer/gep/withdraw/apply", body);
    expect(answer).toMatchObject({
      status: 200,
      code: 2000,
      map: {
        record: { amount: "2000.00", fee: "12.00", debit: "2012.00", status: "toBeReviewed", holder: payee.holder },
      },
    });
    orderNo = answer.map.record.orderNo;
    // The payee's label reveals no more than the payee list.
    const { labels } = (await maker.call("GET /mer/gep/withdraw/page", { q: orderNo })).map;
    expect(labels.accountId[accountId]).toContain(payee.holder);
    expect(JSON.stringify(labels)).not.toContain(payee.account);
    const after = await wallet();
    expect(Number(after.unavailable) - Number(before.unavailable)).toBeCloseTo(2012, 2);
    expect(after.balance).toBe(before.balance);
  });

  it("lets a second user approve it, but not the maker [C71]", async () => {
    const body = { id: orderNo, event: "pass" };
    expect(
      (
        await checker.call("POST /mer/gep/withdraw/reexamine", {
          ids: Array.from({ length: 201 }, (_, index) => `WD${index}`),
          event: "pass",
        })
      ).map.errors,
    ).toEqual([expect.objectContaining({ at: "/ids" })]);
    const own = await maker.call("POST /mer/gep/withdraw/reexamine", body, { proof: "x" });
    expect(own.code).not.toBe(2000);
    const passed = await checker.confirmed("POST /mer/gep/withdraw/reexamine", body);
    expect(passed).toMatchObject({ code: 2000, map: { record: { status: "processing" } } });
  });

  it("is paid by the simulated bank, and has a timeline and a receipt [C73 F4 F9 S13]", async () => {
    await server.worker.drain();
    const detail = await maker.call("GET /mer/gep/withdraw/detail", { orderNo });
    expect(detail.map.record.status).toBe("done");
    expect(detail.map.timeline.map((entry: { event: string }) => entry.event)).toEqual([
      "apply",
      "pass",
      "sent",
      "paid",
    ]);
    const receipt = JSON.stringify(detail.map.receipt);
    for (const part of [orderNo, "6222 **** **** 4567", "2000.00"]) expect(receipt).toContain(part);
    expect(receipt).not.toContain(payee.account);
  });

  it("reveals the account number once per proof, and audits each reveal", async () => {
    const WHOLE = "POST /mer/own/withdrawal/reveal";
    expect((await maker.call("GET /mer/gep/withdraw/detail", { orderNo })).map.record.account).toBe(
      "6222 **** **** 4567",
    );
    const looks = async () =>
      (
        await server.db.query(
          "SELECT detail FROM audit WHERE action = 'withdrawal.reveal' AND object = $1 ORDER BY seq",
          [`withdrawal/${orderNo}`],
        )
      ).map(({ detail }) => detail);
    const body = { id: orderNo, fields: ["account"] };
    expect((await maker.call(WHOLE, body)).code).toBe(4124);
    expect(
      (await maker.call(WHOLE, body, { proof: await maker.proof(WHOLE, { id: orderNo, receipt: true }) })).code,
    ).toBe(4125);
    expect(await looks()).toEqual([]);
    const proof = await maker.proof(WHOLE, body);
    expect((await maker.call(WHOLE, body, { proof })).map).toEqual({ values: { account: payee.account } });
    expect((await maker.call(WHOLE, body, { proof })).code).toBe(4125);
    const sheet = (await maker.confirmed(WHOLE, { id: orderNo, receipt: true })).map;
    expect(sheet.values).toEqual({});
    expect(JSON.stringify(sheet.receipt)).toContain(payee.account);
    expect(await looks()).toEqual([{ fields: ["account"] }, { fields: [], receipt: true }]);
    const wrong = await maker.confirmed(WHOLE, { id: orderNo, fields: ["holder"] });
    expect(wrong.map.errors).toEqual([expect.objectContaining({ at: "/fields" })]);
    expect((await (await server.as("solo")).confirmed(WHOLE, body)).code).toBe(4119);
  });

  it("exports the account number unmasked only with a proof for that file", async () => {
    const EXPORT = "GET /mer/gep/withdraw/listExport";
    const query = { orderNo, format: "csv", cols: "orderNo,account" };
    expect((await maker.call(EXPORT, query)).bytes.toString("utf8")).toContain("6222 **** **** 4567");
    expect((await maker.call(EXPORT, { ...query, whole: "1" })).code).toBe(4124);
    const file = (
      await maker.call(EXPORT, { ...query, whole: "1" }, { proof: await maker.proof(EXPORT, { ...query, whole: "1" }) })
    ).bytes.toString("utf8");
    expect(file).toContain(payee.account);
    // An export of accounts can be imported again; a file of another entity is rejected by name.
    const brought = async (account: string) => {
      const rows = [{ line: 2, record: { ...payee, account } }];
      const { map } = await maker.call("POST /mer/own/bankAccount/import", {
        fileHash: "0".repeat(64),
        check: true,
        rows,
      });
      return map.rows[0].errors.map(({ at, code }: { at: string; code: string }) => `${at} ${code}`);
    };
    expect([await brought("6222 **** **** 4567"), await brought("6222021202041234568")]).toEqual([
      ["/account covered"],
      [],
    ]);
    // A proof for the earlier file is not valid for a different one.
    expect((await maker.call(EXPORT, { ...query, whole: "1" }, { proof: await maker.proof(EXPORT, query) })).code).toBe(
      4125,
    );
    const [noted] = await server.db.query(
      "SELECT detail FROM audit WHERE action = 'withdrawal.export' AND detail ->> 'whole' = 'true'",
    );
    expect(noted).toEqual({ detail: expect.objectContaining({ rows: 1, whole: true }) });
  });

  it("is found by filters, and exported with the same number of rows [C72 C68 F9]", async () => {
    const query = { status: "done", amount: "2000..2000", accountId, totals: 1 };
    const page = await maker.call("GET /mer/gep/withdraw/page", query);
    expect(page.map).toMatchObject({ total: 1, list: [{ orderNo }], sums: { amount: { CNY: "2000.00" } } });
    const file = await maker.call("GET /mer/gep/withdraw/listExport", { ...query, format: "csv" });
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(file.bytes.toString("utf8").trim().split("\n")).toHaveLength(2);
    expect(file.bytes.toString("utf8")).toContain(orderNo);
  });

  it("is listed and exported in the wallet details [C36 C64 C66 F1]", async () => {
    const { balance, withdrawable, unavailable } = await wallet();
    expect(Number(balance)).toBeCloseTo(Number(withdrawable) + Number(unavailable), 2);
    const query = { orderNo, currency: "CNY", totals: 1 };
    const page = (await maker.call("GET /mer/records/query/wallet/details/page", query)).map;
    expect(page.list.map((row: { change: string }) => row.change)).toEqual(
      expect.arrayContaining(["-2012.00", "2012.00"]),
    );
    const file = await maker.call("GET /mer/records/query/walletDetailsDerive", { ...query, format: "csv" });
    expect(file.bytes.toString("utf8").trim().split("\n")).toHaveLength(page.total + 1);
  });
  it("is included in the monthly statement, whose balances continue from month to month up to the wallet", async () => {
    const { list } = (await maker.call("GET /mer/own/statement/list", { sort: "month", size: 100 })).map as {
      list: Record<string, string>[];
    };
    const wallets = (await maker.call("GET /mer/wallet/list", { size: 100 })).map.list as Record<string, string>[];
    expect(new Set(list.map((row) => row.month)).size).toBeGreaterThan(2);
    for (const { currency, balance } of wallets) {
      const months = list.filter((row) => row.currency === currency);
      const last = months.reduce(
        (before, { opening, credit, debit, closing }) => {
          expect(opening).toBe(before);
          expect(Number(closing)).toBeCloseTo(Number(opening) + Number(credit) - Number(debit), 2);
          return closing!;
        },
        Number(0).toFixed(balance!.split(".")[1]?.length ?? 0),
      );
      expect([currency, last]).toEqual([currency, balance]);
    }
    // A month starts at midnight in China. A hold does not count as a movement.
    const night = { tenant: "100001", at: Date.parse("2025-12-31T17:00:00Z") };
    await server.db.tx((tx) =>
      post(tx, {
        ...night,
        kind: "book",
        order: { kind: "recharge", id: "RC-NIGHT" },
        step: "book",
        lines: [{ from: "nostro", to: "avail", currency: "SEK", amount: 100n }],
      }),
    );
    await server.db.tx((tx) =>
      post(tx, {
        ...night,
        kind: "apply",
        order: { kind: "withdrawal", id: "WD-NIGHT" },
        step: "apply",
        lines: [{ from: "avail", to: "hold", currency: "SEK", amount: 40n }],
      }),
    );
    expect((await maker.call("GET /mer/own/statement/list", { currency: "SEK" })).map.list).toEqual([
      expect.objectContaining({ month: "2026-01", credit: "1.00", debit: "0.00", movements: 1 }),
    ]);
    // A hold does not count as a movement: the completed payment counts once, with its fee.
    const { id, month, debit, movements } = list.findLast((row) => row.currency === "CNY")!;
    const entries = (
      await maker.call("GET /mer/records/query/wallet/details/page", { month, currency: "CNY", size: 100, totals: 1 })
    ).map;
    expect(entries.total).toBeGreaterThan(Number(movements));
    expect(Number(debit)).toBeGreaterThanOrEqual(2012);
    const { record, receipt } = (await maker.call("GET /mer/own/statement/detail", { id })).map;
    expect(record).toMatchObject({ month, debit });
    expect(receipt).toMatchObject({ named: true, title: { zh: "月结单", en: "Monthly statement" }, number: id });
    expect(JSON.stringify(receipt)).toContain(`"value":"${debit}"`);
    const file = await maker.call("GET /mer/own/statement/export", { currency: "CNY", format: "csv" });
    expect(file.bytes.toString("utf8")).toContain(`${month},CNY,`);
  });
  it("is paid to a payee that can be listed, changed and removed [C41 C48 C49]", async () => {
    const listed = async () =>
      (await maker.call("GET /mer/account/list", { size: 100 })).map.list.find(
        (row: { id: string }) => row.id === accountId,
      );
    const { version } = (await maker.call("GET /mer/account/page", { size: 100 })).map;
    expect(await listed()).toMatchObject({ holder: payee.holder });
    expect(
      (await maker.call("POST /mer/account/update", { id: accountId, label: "供应链", version })).map.record,
    ).toMatchObject({ label: "供应链", holder: payee.holder });
    const moved = { id: accountId, account: "6222021202041230001" };
    expect((await maker.call("POST /mer/account/update", moved)).code).toBe(4124);
    expect((await maker.call("GET /mer/own/bankAccount/detail", { id: accountId })).map.record.account).toBe(
      "6222 **** **** 4567",
    );
    expect((await maker.confirmed("POST /mer/account/update", moved)).map.record.account).toBe("6222 **** **** 0001");
    // Sending back a masked value means that it is unchanged, which requires no confirmation.
    expect(
      (
        await maker.call("POST /mer/account/update", {
          id: accountId,
          account: "6222 **** **** 0001",
          label: "供应链二",
        })
      ).code,
    ).toBe(2000);
    expect(
      await server.db.query("SELECT data ->> 'account' AS account FROM e_bank_account WHERE id = $1", [accountId]),
    ).toEqual([{ account: moved.account }]);
    expect((await maker.call("POST /mer/account/delete", { id: accountId })).code).toBe(2000);
    expect(await listed()).toBeUndefined();
    const acts = await server.db.query(
      "SELECT action, detail ->> 'fields' AS fields FROM audit WHERE m = '100001' AND object = $1 ORDER BY seq",
      [`bankAccount/${accountId}`],
    );
    expect(acts.map(({ action }) => action)).toEqual(
      ["create", "update", "update", "update", "remove"].map((action) => `bankAccount.${action}`),
    );
    expect([acts[1]!.fields, acts[2]!.fields]).toEqual([
      expect.stringContaining("label"),
      expect.stringContaining("account"),
    ]);
  });

  it("runs one export per user at a time, reports waiting exports, and stops when the user leaves", async () => {
    const solo = await server.as("solo");
    const { services } = server.app;
    const { db } = services;
    const [open, most, ended] = [new Map<unknown, number>(), new Map<unknown, number>(), [] as unknown[]];
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const rows: typeof db.cursor = async function* (sql, params, options) {
      const m = params[0];
      const running = (open.get(m) ?? 0) + 1;
      open.set(m, running);
      most.set(m, Math.max(most.get(m) ?? 0, running));
      try {
        await Promise.race([
          gate,
          new Promise((_, reject) =>
            options.signal?.addEventListener("abort", () => reject(options.signal!.reason as Error)),
          ),
        ]);
        yield* db.cursor(sql, params, options);
      } finally {
        open.set(m, open.get(m)! - 1);
        ended.push(m);
      }
    };
    services.db = { ...db, cursor: rows };
    try {
      const path = "/mer/gep/withdraw/listExport?format=csv&sort=-amount";
      const [first, waiting] = [new AbortController(), new AbortController()];
      const left = maker.send("GET", path, { signal: first.signal }).catch((error: Error) => error.name);
      await expect.poll(() => open.get("100001")).toBe(1);
      const given = maker.send("GET", path, { signal: waiting.signal }).catch((error: Error) => error.name);
      const files = Array.from({ length: 20 }, (_, index) =>
        maker.send("GET", path, { headers: { "export-ticket": `t-${index}` } }),
      );
      const other = solo.send("GET", path);
      // Other merchants do not have to wait for this user's exports.
      await expect.poll(() => open.get("100002")).toBe(1);
      const standing = async (ticket: string) => (await maker.call("GET /mer/own/export/line", { ticket })).map;
      await expect
        .poll(
          async () =>
            (await Promise.all(files.map((_, index) => standing(`t-${index}`)))).filter(
              (one) => one.waiting && one.ahead > 0,
            ).length,
        )
        .toBe(20);
      expect((await solo.call("GET /mer/own/export/line", { ticket: "t-3" })).map).toEqual({
        waiting: false,
        ahead: 0,
      });
      waiting.abort();
      first.abort();
      expect([await left, await given]).toEqual(["AbortError", "AbortError"]);
      // The export of the user who disconnected has ended, and the next one runs.
      await expect.poll(() => [...ended]).toEqual(["100001"]);
      await expect.poll(() => open.get("100001")).toBe(1);
      go();
      const all = await Promise.all([...files, other]);
      expect(all.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual(
        all.map(() => [200, "text/csv; charset=utf-8"]),
      );
      expect([...most.values()]).toEqual([1, 1]);
      // All requested exports, except for that of the user who left the queue.
      expect(ended).toHaveLength(22);
    } finally {
      go();
      services.db = db;
    }
  });

  it("rejects a queued export after sign-out, and an export that is too large", async () => {
    const [waiting, guest] = await Promise.all([server.as("maker"), server.as("maker")]);
    const { services } = server.app;
    const turn = await services.exports.take({
      tenant: "100001",
      userId: waiting.userId,
      signal: new AbortController().signal,
    });
    const answer = waiting.send("GET", "/mer/gep/withdraw/listExport", { headers: { "export-ticket": "late" } });
    await expect
      .poll(async () => (await guest.call("GET /mer/own/export/line", { ticket: "late" })).map)
      .toEqual({ waiting: true, ahead: 1 });
    await waiting.call("POST /mer/logout", {});
    turn.end();
    expect((await answer).headers.get("content-type")).toMatch(/json/);
    const { db } = services;
    services.db = {
      ...db,
      query: (async (sql: string, params?: readonly unknown[]) =>
        sql.startsWith("select count(*)") ? [{ total: "3000000" }] : db.query(sql, params)) as typeof db.query,
    };
    const refused = await maker.call("GET /mer/gep/withdraw/listExport", { format: "csv" });
    services.db = db;
    expect(refused).toMatchObject({ status: 200, code: 4180, map: { rows: 3_000_000 } });
    expect(refused.message).toContain("请缩小筛选范围");
  });
});

describe("no response", () => {
  it("contains a masked value in full, whether of a list, options, record, search or file", async () => {
    const stored = [...server.schemas.entities.values()].filter(({ source }) => source === "store");
    const covered = new Map<string, string>();
    for (const entity of stored) {
      const fields = [...entity.fields, ...entity.fields.flatMap(({ items = [] }) => items)].filter(
        ({ mask }) => mask && !mask.whole,
      );
      if (fields.length === 0) continue;
      const rows = await server.db.query<{ data: unknown }>(`SELECT data FROM ${getTableName(entity)}`);
      const look = (value: unknown): void => {
        if (Array.isArray(value)) return value.forEach(look);
        if (typeof value !== "object" || value === null) return;
        for (const [name, inner] of Object.entries(value)) {
          if (typeof inner === "string" && inner.length >= 8 && fields.some((field) => field.name === name))
            covered.set(inner, `${entity.name}.${name}`);
          else look(inner);
        }
      };
      for (const { data } of rows) look(data);
    }
    // Only the last digits of card numbers are stored.
    const secrets = [...covered].filter(([value]) => !value.includes("*"));
    expect(secrets.length).toBeGreaterThan(10);
    const leaks = new Set<string>();
    const places: string[] = [];
    const hold = (where: string, text: string) => {
      for (const [value, field] of secrets) if (text.includes(value)) leaks.add(`${where} tells ${field}`);
    };
    const read = async (way: { method: string; path: string }, query: Record<string, unknown>) =>
      hold(way.path, (await maker.call(`${way.method} ${way.path}`, query)).bytes.toString("utf8"));
    for (const { calls, key, fields } of server.schemas.entities.values()) {
      const { list, options, detail, export: file } = calls;
      for (const call of [list, options]) if (call?.method === "GET") await read(call, { size: 20 });
      // The cursor of a list sorted by a masked value contains the value in its masked form.
      for (const { name } of list?.method === "GET" ? fields.filter(({ mask, sensitive }) => mask && !sensitive) : []) {
        const { next } = ((await maker.call(`GET ${list!.path}`, { size: 20, sort: name })).map ?? {}) as {
          next?: string;
        };
        if (next) places.push(name);
        for (const part of next?.split(".") ?? [])
          hold(`${list!.path} by ${name}`, Buffer.from(part, "base64url").toString("utf8"));
      }
      if (file?.method === "GET") await read(file, { format: "csv", cols: fields.map(({ name }) => name).join(",") });
      if (list?.method !== "GET" || !detail) continue;
      const rows = ((await maker.call(`GET ${list.path}`, { size: 20 })).map?.list ?? []) as Record<string, string>[];
      for (const row of rows.slice(0, 1)) await read(detail, { [key]: row[key] });
    }
    await read({ method: "GET", path: "/mer/own/onboarding/detail" }, {});
    for (const call of ["GET /mer/info/auth/msg", "GET /mer/info/auth/file/authorization", "GET /mer/user/info"])
      hold(call, (await maker.call(call)).bytes.toString("utf8"));
    for (const [value] of secrets.slice(0, 5))
      hold("search", (await maker.call("GET /mer/own/search", { q: value.slice(-4) })).bytes.toString("utf8"));
    expect([...leaks]).toEqual([]);
    expect(places).toContain("account");
  });
});
