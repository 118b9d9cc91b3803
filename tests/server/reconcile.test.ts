/**
 * Matching bank entries with orders: what proves a payment, which merchant owns a credit, and the daily comparison of
 * bank and ledger.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { create } from "../../server/lifecycle/create.ts";
import { createAssignAction } from "../../server/payments/statements/assign.ts";
import { readCamt } from "../../server/payments/statements/camt.ts";
import { openFile } from "../../server/payments/statements/statement-file.ts";
import { importStatements } from "../../server/payments/statements/store.ts";
import type { Row } from "../../src/engine/index.ts";
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
    const sha256 = String(count).repeat(64).slice(0, 64);
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
});
