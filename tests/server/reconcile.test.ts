/**
 * Matching bank entries with orders: what proves a payment, which merchant owns a credit, and the daily comparison of
 * bank and ledger.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSystemActor } from "../../server/lifecycle/clock-events.ts";
import { create } from "../../server/lifecycle/create.ts";
import type { OperatorRefused } from "../../server/operators/refusal.ts";
import { verifyAll } from "../../server/payments/monitor/verify.ts";
import { createAssignAction } from "../../server/payments/statements/assign.ts";
import { readCamt } from "../../server/payments/statements/camt.ts";
import { openFile } from "../../server/payments/statements/statement-file.ts";
import { importStatements } from "../../server/payments/statements/store.ts";
import { readBalances } from "../../server/payments/ledger/balances.ts";
import type { Tx } from "../../server/store/database.ts";
import type { Row } from "@portolan/engine";
import { camt, type Day, type Entry } from "./bank-files.ts";
import { temporaryFolder } from "./databases.ts";
import { moneyWorld, schemas, type World } from "./money-world.ts";
import { withDemo } from "./prepared.ts";

const DAY_MS = 86_400_000;
const folder = temporaryFolder();

withDemo("reconciliation", (open) => {
  let world: World;
  let count = 0;
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const balances = new Map<string, number>();
  /**
   * Imports one day of entries for a currency's account, and lets the worker match them. A day to come is waited for,
   * and later than the days of earlier imports.
   */
  async function bring(currency: string, entries: Entry[], given: Day = {}): Promise<Row[]> {
    const file = join(folder, `s${++count}.xml`);
    const opening = balances.get(currency) ?? 1_000_000;
    const closing = entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), opening * 100) / 100;
    balances.set(currency, closing);
    const day = given.day ?? dayOf(world.clock.now());
    const own = { account: `${currency}-ACCOUNT`, currency, day, opening: opening.toFixed(2), ...given };
    writeFileSync(file, camt(entries, own));
    await world.clock.advance(Math.max(0, Date.parse(own.day) - world.clock.now()));
    await world.db.query(
      "INSERT INTO own_account (m, account, currency, opening, state, changed_at) VALUES ('house', $1, $2, $3, 'confirmed', $4) ON CONFLICT DO NOTHING",
      [own.account, currency, own.opening, new Date().toISOString()],
    );
    const reader = readCamt(openFile(file), schemas.entity("bankStatement").minorUnits);
    const sha256 = String(count).padStart(64, "0");
    const about = { reader, sha256, proposedBy: "lin", confirmedBy: "wu" };
    await world.db.tx((tx) => importStatements(tx, about, world.context));
    await world.worker.drain();
    const rows = await world.db.query<{ data: Row }>("SELECT data FROM e_bank_statement_line ORDER BY created_at, id");
    return rows.slice(-entries.length).map(({ data }) => data);
  }
  const cases = async (state = "open") =>
    (await world.db.query<{ data: Row }>("SELECT data FROM e_case WHERE status = $1 ORDER BY id", [state])).map(
      ({ data }) => data,
    );
  const suspense = async (currency: string) =>
    Number(
      (
        await world.db.query(
          "SELECT coalesce(sum(amount), 0) AS sum FROM ledger_posting WHERE name = 'suspense' AND currency = $1",
          [currency],
        )
      )[0]!.sum,
    );
  const recharges = async () =>
    (await world.db.query<{ m: string; data: Row }>("SELECT m, data FROM e_recharge ORDER BY created_at, id")).map(
      ({ m, data }): Row => ({ m, ...data }),
    );
  const checks = () =>
    world.db.query("SELECT currency, difference, waiting FROM reconciliation ORDER BY checked_on, currency");
  async function announce(amount: string, remitterAccount: string): Promise<string> {
    const actor = await world.actor("maker");
    const input = {
      remitterName: "Nordwind Handels GmbH",
      remitterAccount,
      currency: "EUR",
      amount,
      businessType: "generalTrade",
    };
    const record = await world.db.tx((tx) =>
      create(tx, { entity: schemas.entity("recharge"), input, actor, event: "expect" }, world.context),
    );
    return String(record["serialNo"]);
  }
  /** Makes a payment and returns the order. */
  async function pay(amount: string): Promise<Row> {
    const [maker, checker] = [await world.actor("maker"), await world.actor("checker")];
    const { orderNo } = await world.apply(maker, amount);
    await world.fire(orderNo, "pass", checker);
    await expect
      .poll(async () => {
        await world.worker.drain();
        return (await world.db.query("SELECT status FROM e_withdrawal WHERE id = $1", [orderNo]))[0]!.status;
      })
      .toBe("done");
    return (await world.db.query<{ data: Row }>("SELECT data FROM e_withdrawal WHERE id = $1", [orderNo]))[0]!.data;
  }

  it("a debit is matched once by order number, bank reference, or account and day", async () => {
    world = await moneyWorld(await open());
    await world.deposit("100001", 100_000_00n);
    const [first, second, third] = [await pay("3000.00"), await pay("3000.00"), await pay("3100.00")];
    const lines = await bring("CNY", [
      { amount: "-3000.00", reference: "A1", text: `/ROC/${String(second["orderNo"])} pay` },
      { amount: "-3000.00", reference: String(first["bankOrderNo"]) },
      { amount: "-3100.00", reference: "A3", partyAccount: String(third["account"]) },
      { amount: "-3000.00", reference: "A4", endToEndId: String(second["orderNo"]) },
    ]);
    expect(lines).toMatchObject([
      { status: "matched", order: `withdrawal ${String(second["orderNo"])}` },
      { status: "matched", order: `withdrawal ${String(first["orderNo"])}` },
      { status: "matched", order: `withdrawal ${String(third["orderNo"])}` },
      { status: "suspense" },
    ]);
    // The money left the bank without an order that explains it, so it is owed to the house.
    expect(await suspense("CNY")).toBe(-3000_00);
    expect(await cases()).toMatchObject([{ kind: "unclaimed", amount: "-3000.00", subject: lines[3]!["id"] }]);
    expect(await world.broken()).toEqual([]);
  });

  it("a debit that fits two orders is not matched", async () => {
    const [row] = [await pay("3200.00"), await pay("3200.00")];
    const [line] = await bring("CNY", [{ amount: "-3200.00", reference: "B1", partyAccount: String(row["account"]) }], {
      day: dayOf(world.clock.now() + DAY_MS),
    });
    expect(line).toMatchObject({ status: "suspense" });
  });

  it("a credit becomes a deposit by announcement number, receiving account, or the only matching announcement", async () => {
    const [named, fits] = [await announce("500.00", "DE111122223333"), await announce("700.00", "DE444455556666")];
    const [account] = await world.db.query<{ m: string; data: Row }>(
      "SELECT m, data FROM e_receiving_account WHERE data ->> 'currency' = 'EUR' AND m = '100001'",
    );
    const entries = [
      { amount: "480.00", reference: "C1", endToEndId: named },
      { amount: "90.00", reference: "C2", ownAccount: String(account!.data["account"]), party: "Copper Kettle" },
      { amount: "700.00", reference: "C3", partyAccount: "XX006666" },
      { amount: "12.00", reference: "C4", party: "Somebody" },
    ];
    const lines = await bring("EUR", entries);
    expect(lines.map(({ status }) => status)).toEqual(["matched", "matched", "matched", "suspense"]);
    const [one, two, three] = await recharges().then((all) =>
      all
        .filter((row) => row["currency"] === "EUR")
        .toSorted((a, b) => (String(a["bankReference"]) < String(b["bankReference"]) ? -1 : 1)),
    );
    expect(one).toMatchObject({
      m: "100001",
      serialNo: named,
      actualAmount: "480.00",
      difference: "20.00",
      bankReference: "C1",
      status: "done",
    });
    expect(two).toMatchObject({
      m: "100001",
      actualAmount: "90.00",
      remitterName: "Copper Kettle",
      bankReference: "C2",
    });
    expect(three).toMatchObject({ serialNo: fits, bankReference: "C3", status: "done" });
    expect(await suspense("EUR")).toBe(12_00);
    expect(await world.broken()).toEqual([]);
  });

  it("bank and ledger agree once every entry is booked, and each check is recorded", async () => {
    const rows = await checks();
    expect(rows.filter(({ currency }) => currency === "EUR")).toEqual([
      { currency: "EUR", difference: expect.stringMatching(/^0/), waiting: expect.stringMatching(/^0/) },
    ]);
  });

  it("suspended money can be assigned to its merchant, after which bank and ledger still agree", async () => {
    const [parked] = await world.db.query<{ id: string }>(
      "SELECT id FROM e_bank_statement_line WHERE status = 'suspense' AND data ->> 'reference' = 'C4'",
    );
    const act = createAssignAction(world.context);
    const body = { line: parked!.id };
    expect(await act.readVersion(world.db, "100001", body)).toBe("suspense#2");
    const about = { id: "P-1", tenant: "100001", body, proposedBy: "lin", confirmedBy: "wu" };
    expect(await world.db.tx((tx) => act.run(tx, about))).toContain("100001 recharge RC");
    await expect(world.db.tx((tx) => act.run(tx, about))).rejects.toThrow();
    expect(await suspense("EUR")).toBe(0);
    expect(await cases("solved")).toContainEqual(expect.objectContaining({ subject: parked!.id, solvedBy: "wu" }));
    await bring("EUR", [{ amount: "1.00", reference: "C5" }], {
      day: dayOf(world.clock.now() + DAY_MS / 2 + DAY_MS * 3),
    });
    expect((await checks()).filter(({ currency }) => currency === "EUR").at(-1)!.difference).toMatch(/^0/);
    expect(await world.broken()).toEqual([]);
  });

  it("a second entry with the reference of a matched deposit stays in suspense and books no deposit", async () => {
    const before = (await recharges()).length;
    const [known] = (await recharges()).filter((row) => row["bankReference"] === "C2");
    const [line] = await bring("EUR", [{ amount: "90.00", reference: "C2", ownAccount: "none" }], {
      day: dayOf(world.clock.now() + DAY_MS),
    });
    // The bank's reference is already used and its order proven, so the money is unclaimed rather than a second
    // deposit.
    expect([line!["status"], known!["status"]]).toEqual(["suspense", "done"]);
    expect(await recharges()).toHaveLength(before);
  });

  it("a second file of a day takes back what is left of a deposit, and the rest is a case of the house", async () => {
    const about = {
      account: "CNY-ACCOUNT",
      day: dayOf(world.clock.now() + DAY_MS),
      opening: balances.get("CNY")!.toFixed(2),
    };
    const [paid] = await bring(
      "CNY",
      [
        { amount: "300.00", reference: "T1", party: "Somebody" },
        { amount: "7.00", reference: "T2" },
      ],
      about,
    );
    const act = createAssignAction(world.context);
    const assigned = { id: "P-2", tenant: "100001", body: { line: paid!["id"] }, proposedBy: "lin", confirmedBy: "wu" };
    await world.db.tx((tx) => act.run(tx, assigned));
    await world.worker.drain();
    const { avail } = (await readBalances(world.db, "100001")).get("CNY")!;
    await world.apply(await world.actor("maker"), (Number(avail) / 100 - 250).toFixed(2));
    const left = Number((await readBalances(world.db, "100001")).get("CNY")!.avail) / 100;
    const before = await suspense("CNY");

    const [corrected] = await bring("CNY", [{ amount: "8.00", reference: "T2" }], about);
    balances.set("CNY", Number(about.opening) + 8);
    expect(corrected).toBeDefined();
    const [deposit] = (await recharges()).filter((row) => row["bankReference"] === "T1");
    const net = Number(deposit!["netAmount"]);
    expect(deposit).toMatchObject({
      status: "failed",
      reasonCode: "XE01",
      booking: "notBooked",
      reversed: left.toFixed(2),
    });
    expect(Number(deposit!["spent"])).toBeCloseTo(net - left, 2);
    expect((await readBalances(world.db, "100001")).get("CNY")!.avail).toBe(0n);
    expect(await cases()).toContainEqual(
      expect.objectContaining({
        kind: "spent",
        subject: `recharge ${String(deposit!["serialNo"])}`,
        amount: deposit!["spent"],
      }),
    );
    // No entry explains 8.00 instead of 7.00. The house bears what was spent.
    expect(await suspense("CNY")).toBe(before + 100);
    const rows = await world.db.query<{ status: string; amount: string }>(
      "SELECT status, data ->> 'amount' AS amount FROM e_bank_statement_line WHERE data ->> 'reference' IN ('T1', 'T2')",
    );
    const states = new Map(rows.map(({ status, amount }) => [amount, status]));
    expect(Object.fromEntries(states)).toEqual({
      "300.00": "matched",
      "7.00": "matched",
      "-300.00": "matched",
      "-7.00": "matched",
      "8.00": "suspense",
    });
    expect(await world.broken()).toEqual([]);
    await world.deposit("100001", 100_000_00n);
  });

  it("an order without an entry opens a case after three working days, which closes when the entry arrives", async () => {
    const before = (await checks()).length;
    const late = await pay("3300.00");
    await world.clock.advance(6 * DAY_MS);
    await world.worker.drain();
    const subject = `withdrawal ${String(late["orderNo"])}`;
    expect(await cases()).toContainEqual(expect.objectContaining({ kind: "missing", subject, expected: "-3300.00" }));
    expect(await cases()).toContainEqual(expect.objectContaining({ kind: "balance", currency: "CNY" }));
    await bring("CNY", [{ amount: "-3300.00", reference: "D1", endToEndId: String(late["orderNo"]) }]);
    expect(await cases("solved")).toContainEqual(expect.objectContaining({ kind: "missing", subject }));
    expect((await checks()).length).toBeGreaterThan(before);
    expect(await world.broken()).toEqual([]);
  });

  describe("of a payment whose outcome is not known yet", () => {
    const house = () => verifyAll(world.db, schemas, "house");
    /** Approves a payment that its bank does not answer. */
    async function approve(amount: string): Promise<string> {
      const id = String((await world.apply(await world.actor("maker"), amount))["orderNo"]);
      await world.fire(id, "pass", await world.actor("checker"));
      await world.db.query("DELETE FROM job WHERE kind = 'bank.pay'");
      return id;
    }
    /** Lets the bank answer by a callback, and the worker do what follows. */
    async function answer(id: string, event: string, input: Row = {}): Promise<void> {
      await world.fire(id, event, createSystemActor("provider", "100001", `${id}/${event}`), input);
      await world.worker.drain();
    }
    const reread = async (lines: readonly Row[]): Promise<Row[]> =>
      Promise.all(
        lines.map(
          async ({ id }) =>
            (await world.db.query<{ data: Row }>("SELECT data FROM e_bank_statement_line WHERE id = $1", [id]))[0]!
              .data,
        ),
      );
    const assign = (line: Row, body: Row, tenant = "100001") =>
      world.db.tx((tx) =>
        createAssignAction(world.context).run(tx, {
          id: `P-${String(line["id"])}`,
          tenant,
          body: { line: line["id"], ...body },
          proposedBy: "lin",
          confirmedBy: "wu",
        }),
      );
    const tomorrow = () => ({ day: dayOf(world.clock.now() + DAY_MS * ++count) });
    /** Amount that the merchant's available and held money differs by from what it was at the last call. */
    let before = { all: 0n, deposits: 0, suspense: 0 };
    async function remember(): Promise<void> {
      const { avail, hold } = await world.cny("100001");
      before = { all: avail + hold, deposits: (await recharges()).length, suspense: await suspense("CNY") };
    }
    /** Asserts that the merchant has lost `cost` alone, that no deposit was booked, and that the books hold. */
    async function expectOnlyCost(cost: bigint): Promise<void> {
      const { avail, hold } = await world.cny("100001");
      expect(before.all - avail - hold).toBe(cost);
      expect((await recharges()).length).toBe(before.deposits);
      expect(await suspense("CNY")).toBe(before.suspense);
      expect(await world.broken()).toEqual([]);
      expect(await house()).toEqual([]);
    }
    it("joins a debit to the outcome that arrives later, or operators assign it", async () => {
      await remember();
      const ids = [await approve("4100.00"), await approve("4200.00"), await approve("4300.00")];
      const entries = [
        { amount: "-4100.00", reference: "L1", endToEndId: ids[0]! },
        { amount: "-4200.00", reference: "L2" },
        { amount: "-4300.00", reference: "L3" },
      ];
      const lines = await bring("CNY", entries, tomorrow());
      expect(lines.map(({ status }) => status)).toEqual(["suspense", "suspense", "suspense"]);
      await answer(ids[0]!, "paid", { reference: "X1" });
      await answer(ids[1]!, "paid", { reference: "L2" });
      await answer(ids[2]!, "paid", { reference: "X3" });
      const matched = (id: string) => ({ status: "matched", order: `withdrawal ${id}` });
      expect(await reread(lines)).toMatchObject([matched(ids[0]!), matched(ids[1]!), { status: "suspense" }]);
      expect(await cases("solved")).toContainEqual(
        expect.objectContaining({ kind: "unclaimed", subject: lines[0]!["id"], resolution: `withdrawal ${ids[0]}` }),
      );
      await assign(lines[2]!, { order: ids[2]! });
      expect((await reread(lines))[2]).toMatchObject(matched(ids[2]!));
      await expectOnlyCost(4_100_00n + 4_200_00n + 4_300_00n + BigInt(await feesOf(ids)));
    });
    const feesOf = async (ids: readonly string[]): Promise<number> =>
      (await world.db.query<{ data: Row }>("SELECT data FROM e_withdrawal WHERE id = ANY($1)", [ids])).reduce(
        (sum, { data }) => sum + Math.round(Number(data["fee"]) * 100),
        0,
      );
    /** Entries of a payment that left and came back to the merchant's own receiving account. */
    const back = async (id: string, amount: string, returned: Partial<Entry>): Promise<Entry> => {
      const [account] = await world.db.query<{ data: Row }>(
        "SELECT data FROM e_receiving_account WHERE m = '100001' AND data ->> 'currency' = 'CNY' AND data ->> 'status' = 'completed' ORDER BY id LIMIT 1",
      );
      return {
        amount,
        reference: `B${++count}`,
        ownAccount: String(account!.data["account"]),
        endToEndId: id,
        ...returned,
      };
    };

    it("credits a returned payment once: entries before the outcome, then returned by callback", async () => {
      await remember();
      const id = await approve("4400.00");
      const lines = await bring(
        "CNY",
        [{ amount: "-4400.00", reference: "M1", endToEndId: id }, await back(id, "4400.00", { returned: "AC04" })],
        tomorrow(),
      );
      expect(lines.map(({ status }) => status)).toEqual(["suspense", "suspense"]);
      expect(await cases()).toContainEqual(
        expect.objectContaining({ kind: "returned", subject: lines[1]!["id"], detail: `withdrawal ${id} refused` }),
      );
      await answer(id, "paid", { reference: "M1" });
      await answer(id, "returned", { reason: "AC04" });
      expect(await reread(lines)).toMatchObject([
        { status: "matched" },
        { status: "matched", order: `withdrawal ${id}` },
      ]);
      await expectOnlyCost(BigInt(await feesOf([id])));
      expect((await cases()).map(({ subject }) => subject)).not.toContain(lines[1]!["id"]);
    });

    it("credits a returned payment once: entries before the outcome, then refused", async () => {
      await remember();
      const id = await approve("4500.00");
      const lines = await bring(
        "CNY",
        [{ amount: "-4500.00", reference: "N1", endToEndId: id }, await back(id, "4500.00", { reversal: true })],
        tomorrow(),
      );
      await answer(id, "refused", { reason: "AC04" });
      // Nothing was booked at the bank, so that the daily pass over suspense offsets the entries.
      await world.clock.advance(DAY_MS);
      await world.worker.drain();
      expect(await reread(lines)).toMatchObject([
        { status: "matched", order: `bankStatementLine ${String(lines[1]!["id"])}` },
        { status: "matched", order: `bankStatementLine ${String(lines[0]!["id"])}` },
      ]);
      await expectOnlyCost(0n);
    });

    it("credits a returned payment once: entries after the payment, in either order with the callback", async () => {
      await remember();
      const [first, second] = [await approve("4600.00"), await approve("4700.00")];
      await answer(first, "paid", { reference: "O1" });
      await answer(second, "paid", { reference: "O2" });
      await answer(second, "returned", { reason: "AC04" });
      const lines = await bring(
        "CNY",
        [
          { amount: "-4600.00", reference: "O1" },
          { amount: "-4700.00", reference: "O2" },
          // The bank names its own reference alone, once as the entry's and once in the text.
          await back("NOTPROVIDED", "4600.00", { reference: "O1", reversal: true }),
          await back("NOTPROVIDED", "4700.00", { text: `RETURN OF ${second}` }),
        ],
        tomorrow(),
      );
      expect(lines.map(({ status }) => status)).toEqual(["matched", "matched", "suspense", "matched"]);
      await answer(first, "returned", { reason: "AC04" });
      expect((await reread(lines))[2]).toMatchObject({ status: "matched", order: `withdrawal ${first}` });
      await expectOnlyCost(BigInt(await feesOf([first, second])));
    });

    it("books a return that no provider reports by two operators, less what banks deducted", async () => {
      await remember();
      const id = await approve("4800.00");
      await answer(id, "paid", { reference: "Q1" });
      const lines = await bring(
        "CNY",
        [{ amount: "-4800.00", reference: "Q1" }, await back(id, "4790.00", { reversal: true })],
        tomorrow(),
      );
      expect(await cases()).toContainEqual(
        expect.objectContaining({ kind: "returned", subject: lines[1]!["id"], detail: `withdrawal ${id} returned` }),
      );
      await expect(assign(lines[1]!, { order: id })).rejects.toMatchObject({
        reason: "noReason",
      } satisfies Partial<OperatorRefused>);
      expect(await assign(lines[1]!, { order: id, reason: "AC04" })).toContain(id);
      const [order] = await world.db.query<{ data: Row }>("SELECT data FROM e_withdrawal WHERE id = $1", [id]);
      expect(order!.data).toMatchObject({ status: "failed", reasonCode: "AC04", charge: "10.00" });
      await expectOnlyCost(10_00n + BigInt(await feesOf([id])));
    });

    it("leaves a return that no order explains in suspense, from where operators can assign it", async () => {
      await remember();
      const lines = await bring(
        "CNY",
        [
          await back("NOTPROVIDED", "37.00", { returned: "MS03" }),
          { amount: "-12.00", reference: "CHARGES" },
          { amount: "-15.00", reference: "TWICE" },
          { amount: "15.00", reference: "TWICE", reversal: true },
        ],
        tomorrow(),
      );
      expect(lines.map(({ status }) => status)).toEqual(["suspense", "suspense", "matched", "matched"]);
      await expect(assign(lines[1]!, {})).rejects.toMatchObject({ reason: "debit" });
      await assign(lines[1]!, { house: true }, "house");
      await assign(lines[0]!, { house: true }, "house");
      expect((await reread(lines)).map(({ status }) => status)).toEqual(["matched", "matched", "matched", "matched"]);
      await expectOnlyCost(0n);
    });

    it.each<[string, (tx: Tx, line: Row) => Promise<unknown>, RegExp]>([
      [
        "a deposit that a returned payment was booked as",
        async (tx, line) => {
          const at = new Date(world.clock.now()).toISOString();
          await tx.query(
            "INSERT INTO ledger_txn (m, id, kind, order_kind, order_id, step, at) VALUES ('100001', 'forged', 'received', 'recharge', 'RC1', 'received#2', $1)",
            [at],
          );
          await tx.query(
            `INSERT INTO ledger_posting (m, account_id, txn_id, line, txn_m, name, currency, amount, at)
               VALUES ('100001', 'house:nostro:CNY:0', 'forged', 0, '100001', 'nostro', 'CNY', $1, $2)`,
            [-Math.round(Number(line["amount"]) * 100), at],
          );
          await tx.query("UPDATE bank_proof SET txn_id = 'forged' WHERE line_id = $1", [line["id"]]);
          const forged = JSON.stringify({ ...line, order: "recharge RC1" });
          await tx.query("UPDATE e_bank_statement_line SET data = $2 WHERE id = $1", [line["id"], forged]);
        },
        /is a deposit, but names withdrawal WD/,
      ],
      [
        "a second transaction of an entry",
        (tx, line) =>
          tx.query(
            `INSERT INTO bank_proof (m, txn_m, txn_id, line_id, day, part) SELECT 'house', t.m, t.id, $1, $2, 9 FROM ledger_txn t
               WHERE t.m = '100001' AND t.kind = 'paid' AND NOT EXISTS (SELECT 1 FROM bank_proof b WHERE b.txn_id = t.id) ORDER BY t.id LIMIT 1`,
            [line["id"], line["day"]],
          ),
        /is 4700\.00, but its facts add up to \d+[\s\S]*but its fact withdrawal WD\d+ paid moved -/,
      ],
      [
        "an entry that is matched without a fact",
        (tx, line) => tx.query("DELETE FROM bank_proof WHERE line_id = $1", [line["id"]]),
        /is 4700\.00, but its facts add up to 0\.00/,
      ],
      [
        "money in suspense without an entry",
        (tx) => tx.query("DELETE FROM e_bank_statement_line WHERE status = 'suspense' AND data ->> 'currency' = 'CNY'"),
        /suspense CNY differs by/,
      ],
    ])("proves that each entry is explained once: %s is found", async (_, forge, says) => {
      const [line] = await world.db.query<{ data: Row }>(
        "SELECT data FROM e_bank_statement_line WHERE status = 'matched' AND data ->> 'amount' = '4700.00'",
      );
      await pay("2100.00");
      let found = "";
      const undone = new Error("undone");
      const forged = world.db.tx(async (tx) => {
        await forge(tx, line!.data);
        found = (await verifyAll(tx, schemas, "house")).map(({ detail }) => detail).join("\n");
        throw undone;
      });
      await expect(forged).rejects.toBe(undone);
      expect(found).toMatch(says);
      expect(await house()).toEqual([]);
    });

    it("refuses a second fact under one number", async () => {
      const [fact] = await world.db.query("SELECT line_id, part FROM bank_proof WHERE part = 1 LIMIT 1");
      await expect(
        world.db.query(
          "INSERT INTO bank_proof (m, txn_m, txn_id, line_id, day, part) VALUES ('house', '100001', 'other', $1, '2026-01-01', $2)",
          [fact!["line_id"], fact!["part"]],
        ),
      ).rejects.toThrow(/bank_proof_part|duplicate/);
    });
  });
});
