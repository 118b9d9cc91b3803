/** Bank statements: which are accepted, which are rejected, and that a file is stored completely and once. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/store/database.ts";
import { camt, type Day, type Entry } from "./bank-files.ts";
import { temporaryFolder } from "./databases.ts";
import { addAccount, createOperators, portolanOf, proposalOf, type Operators, type Portolan } from "./portolan.ts";
import { freshPlace } from "./prepared.ts";

const entries: Entry[] = [
  { amount: "250.00", reference: "R1", endToEndId: "NOTPROVIDED", text: "Invoice 1 &amp; 2", party: "Nordwind GmbH" },
  { amount: "-40.50", reference: "R2", uetr: "eb6305c9-1f7f-49de-aed0-16487c27b42d", partyAccount: "DE021203" },
  { amount: "-40.50", reference: "R2" },
];
/** Number of entries in the large statement; `npm run live -- statement` uses 50,000. */
const LINES = Number(process.env["LINES"] ?? 300);
const folder = temporaryFolder();
let db: Database;
let portolan: Portolan;
let operators: Operators;
beforeAll(async () => {
  const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
  portolan = portolanOf({ PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  db = await open();
  operators = await createOperators(portolan);
  await addOwn("DE02120300000000202051", "USD", "0.00");
  await addOwn("DE89370400440532013000", "USD", "1000.00");
  await addOwn("EUR-0001", "EUR", "0.00");
});
afterAll(() => db.close());

let count = 0;
/** Proposes to import a file as anna. */
function offer(content: string | Buffer, args = "", lang = "en") {
  const file = join(folder, `f${++count}`);
  writeFileSync(file, content);
  return portolan(`statement import ${file} ${args}`.trim(), { ...operators.anna, LANG: lang });
}
/** Imports a file: anna proposes it and ben confirms it. Returns the answer to the proposal. */
async function take(content: string, args = "", lang = "en") {
  const offered = await offer(content, args, lang);
  if (/P-\w{8}/.test(offered.text)) await confirm(offered.text);
  return offered;
}
async function confirm(proposed: string): Promise<string> {
  const { status, text } = await portolan(`proposal confirm ${proposalOf(proposed)}`, operators.ben);
  expect([status, text]).toEqual([0, text]);
  return text;
}
const addOwn = (account: string, currency: string, opening: string) =>
  addAccount(portolan, operators, { account, currency, opening });
const stored = async () => ({
  statements: await db.query(
    "SELECT f_account AS account, f_day AS day, f_closing AS closing FROM e_bank_statement ORDER BY id",
  ),
  lines: (await db.query<{ data: object }>("SELECT data FROM e_bank_statement_line ORDER BY id")).map(
    ({ data }) => data,
  ),
  cases: (await db.query<{ data: object }>("SELECT data FROM e_case ORDER BY id")).map(({ data }) => data),
});

describe("a camt.053 import", () => {
  it(`of ${LINES} entries is complete, and its repetition adds nothing`, { timeout: 900_000 }, async () => {
    const many = Array.from({ length: LINES }, (_, n) => ({
      amount: `${(n % 900) + 1}.25`,
      reference: `N${n}`,
      endToEndId: `E${n}`,
      text: `Invoice ${n}`,
      party: "Nordwind GmbH",
    }));
    const content = camt(many, { account: "DE02120300000000202051", opening: "0.00" });
    const began = performance.now();
    expect((await take(content)).text).toContain(`${LINES} entries`);
    const seconds = (performance.now() - began) / 1_000;
    console.log(`${LINES} entries, ${(content.length / 1e6).toFixed(1)} MB, stored in ${seconds.toFixed(1)} s`);
    const count = () => db.query("SELECT count(*) AS n FROM e_bank_statement_line");
    const stored = await count();
    expect((await take(content)).text).toContain("stored before, nothing added");
    expect(await count()).toEqual(stored);
    await db.query("DELETE FROM e_bank_statement_line");
    await db.query("DELETE FROM e_bank_statement");
    await db.query("DELETE FROM job");
    await db.query("DELETE FROM audit WHERE m = 'house'");
    await db.query("DELETE FROM audit_head WHERE m = 'house'");
    await db.query("DELETE FROM proposal");
  });
  it("with --dry-run writes nothing, then stores all entries with a matching job", async () => {
    const dry = await take(camt(entries), "--dry-run");
    expect(dry).toEqual({
      status: 0,
      text: "2026-11-20  DE89370400440532013000  USD  3 entries\nNothing was written.",
    });
    expect(await stored()).toEqual({ statements: [], lines: [], cases: [] });
    expect((await take(camt(entries))).text).toContain("Another operator confirms it");
    const { statements, lines, cases } = await stored();
    expect([statements, cases]).toEqual([
      [{ account: "DE89370400440532013000", day: "2026-11-20", closing: expect.stringMatching(/^1169/) }],
      [],
    ]);
    expect(lines).toMatchObject([
      { amount: "250.00", reference: "R1", text: "Invoice 1 & 2", party: "Nordwind GmbH", ordinal: 1, status: "new" },
      { amount: "-40.50", reference: "R2", uetr: entries[1]!.uetr, partyAccount: "DE021203", ordinal: 1 },
      { amount: "-40.50", reference: "R2", ordinal: 2 },
    ]);
    expect(lines[0]).not.toHaveProperty("endToEndId");
    expect(await db.query("SELECT m, kind FROM job WHERE kind = 'statement.match'")).toEqual([
      { m: "house", kind: "statement.match" },
    ]);
    expect(
      await db.query("SELECT actor, action FROM audit WHERE m = 'house' AND action LIKE '%import%' ORDER BY seq"),
    ).toEqual([
      { actor: "operator:anna", action: "statement.import.propose" },
      { actor: "operator:ben", action: "statement.import" },
    ]);
  });
  it("repeated adds nothing, and an entry that differs by 0.01 opens one case", async () => {
    const before = await stored();
    expect(await take(camt(entries))).toEqual({
      status: 0,
      text: "2026-11-20  DE89370400440532013000  USD  stored before, nothing added",
    });
    expect(await stored()).toEqual(before);
    const changed = camt([{ ...entries[0]!, amount: "250.01" }, ...entries.slice(1)]);
    const offered = await offer(changed);
    expect(offered).toMatchObject({ status: 1, text: expect.stringContaining("1 entry differs") });
    expect((await portolan(`proposal show ${proposalOf(offered.text)}`)).text).toMatch(
      /^changed 1 +R1 {2}250\.00 -> 250\.01$/m,
    );
    await confirm(offered.text);
    expect(await take(changed)).toMatchObject({ status: 0, text: expect.stringContaining("nothing added") });
    const after = await stored();
    expect(after.statements).toEqual([expect.objectContaining({ closing: expect.stringMatching(/^1169\.01/) })]);
    expect(after.lines).toHaveLength(before.lines.length + 2);
    expect(after.lines).toEqual(
      expect.arrayContaining([
        ...before.lines,
        expect.objectContaining({
          amount: "-250.00",
          reference: "R1",
          corrects: (before.lines[0] as { id: string }).id,
        }),
        expect.objectContaining({ amount: "250.01", reference: "R1", ordinal: 1 }),
      ]),
    );
    expect(after.cases).toMatchObject([
      { kind: "changed", amount: "250.01", expected: "250.00", subject: expect.stringContaining("R1"), status: "open" },
    ]);
    const id = String((after.cases[0] as { id: string }).id);
    const { ben } = operators;
    expect((await portolan("statement cases")).text).toContain(id);
    expect(await portolan(`statement solve ${id} --note corrected-by-bank`, ben)).toMatchObject({ status: 0 });
    expect((await portolan(`statement solve ${id} --note again`, ben)).status).toBe(1);
    expect((await portolan("statement cases")).text).toBe("No case is open.");
    expect((await portolan("statement list")).text).toContain("5 new");
  });
  const refused: [string, string | Buffer, RegExp, Day?][] = [
    ["an empty file", "", /^f\d+: is an empty file$/],
    ["a gzip file", gzipSync(camt(entries, { day: "2026-11-23" })), /is a gzip file: unpack it first/],
    ["a zip file", Buffer.from("PK\u0003\u0004"), /is a zip file or an Excel workbook/],
    [
      "UTF-16",
      Buffer.from(`\ufeff${camt(entries, { day: "2026-11-23" })}`, "utf16le"),
      /is encoded as UTF-16: convert/,
    ],
    ["UTF-16 without a mark", Buffer.from(camt(entries, { day: "2026-11-23" }), "utf16le"), /is not text in UTF-8/],
    [
      "a day that does not exist",
      camt(entries, { day: "2026-02-31" }),
      /^line 6, Booking date: [^\n]*\n[^]*line 2, Statement date: /,
    ],
    [
      "a day to come",
      camt(entries, { day: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10) }),
      /^line 6, Booking date: \d{4}-\d\d-\d\d is in the future\n/,
    ],
    [
      "a closing balance that does not match the entries",
      camt(entries, { day: "2026-11-23", closing: "1.00" }),
      /closing balance is 1\.00; .* make 1169\.00/,
    ],
    [
      "an amount with three decimals",
      camt([{ amount: "1.005", reference: "R" }], { day: "2026-11-23" }),
      /line 5, Amt: must be an amount such as 12\.50/,
    ],
    [
      "an entry in another currency than the account",
      camt(entries, { day: "2026-11-23" }).replace('Ccy="USD">40', 'Ccy="EUR">40'),
      /account's currency is USD/,
    ],
    [
      "a DOCTYPE",
      camt(entries, { day: "2026-11-23" }).replace("<Document", '<!DOCTYPE d [<!ENTITY a "b">]><Document'),
      /DOCTYPE is not taken/,
    ],
    [
      "an undefined entity",
      camt([{ amount: "1.00", reference: "R", text: "&a;" }], { day: "2026-11-23" }),
      /not well-formed XML/,
    ],
    ["a camt.054 message", camt(entries, { day: "2026-11-23" }).replace("camt.053", "camt.054"), /must be camt\.053/],
    ["a newer version", camt(entries, { day: "2026-11-23", version: "09" }), /must be camt\.053\.001\.02 to \.08/],
    ["a truncated file", camt(entries, { day: "2026-11-23" }).slice(0, 900), /not well-formed XML/],
    [
      "elements nested more than forty deep",
      camt(entries, { day: "2026-11-23" }).replace("<GrpHdr>", `<GrpHdr>${"<a>".repeat(50)}${"</a>".repeat(50)}`),
      /nested 40 deep/,
    ],
    [
      "a document without a statement",
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>',
      /has no statement/,
    ],
    [
      "a counterparty of 150 characters",
      camt([{ amount: "1.00", reference: "R", party: "x".repeat(150) }], { day: "2026-11-23" }),
      /line 6, Counterparty: /,
    ],
  ];
  it.each(refused)("rejects %s and stores nothing", async (_, content, says) => {
    const before = await stored();
    const answer = await offer(content);
    expect([answer.status, answer.refused]).toEqual([1, true]);
    expect(answer.text).toMatch(says);
    expect(answer.text).not.toMatch(/out of range|invalid input syntax/);
    expect(await stored()).toEqual(before);
  });
  it("reads a statement with more than 4,000 entries", async () => {
    const many = Array.from({ length: 4_100 }, (_, index): Entry => ({ amount: "1.00", reference: `M${index}` }));
    expect((await take(camt(many, { day: "2026-11-23" }), "--dry-run")).text).toContain("4100 entries");
  });
  it("marks reversals, and returns with the bank's reason", async () => {
    const marked: Entry[] = [
      { amount: "40.50", reference: "V1", reversal: true },
      { amount: "39.00", reference: "V2", returned: "AC04", endToEndId: "WD20261120361001230456" },
      { amount: "1.00", reference: "V3", reversal: false },
    ];
    expect((await take(camt(marked, { day: "2026-11-24", opening: "1169.01" }))).status).toBe(0);
    const [reversed, returned, plain] = (await stored()).lines.slice(-3);
    expect(reversed).toMatchObject({ reference: "V1", undoes: "reversal" });
    expect(returned).toMatchObject({ reference: "V2", undoes: "return", returnReason: "AC04" });
    expect(plain).not.toHaveProperty("undoes");
  });
  it("reports errors in Chinese as well", async () => {
    const { text } = await take(camt(entries, { day: "2026-11-23", closing: "1.00" }), "", "zh_CN.UTF-8");
    expect(text).toMatch(/^第 \d 行 CLBD：期末余额是 1\.00，按期初余额和流水应为 1169\.00$/);
  });
  it.each(["02", "04", "08"])("reads version 001.%s", async (version) => {
    const old = camt(entries, { day: `2026-10-${version}`, version }).replaceAll(/<\/?Pty>/g, "");
    expect(await take(old, "--dry-run")).toMatchObject({ status: 0 });
  });
});

describe("an import by two operators", () => {
  const ACCOUNT = "GB33BUKB20201555555555";
  /** Returns the states of an account's lines, by reference. */
  const readStates = async () =>
    Object.fromEntries(
      (
        await db.query<{ reference: string; status: string }>(
          "SELECT data ->> 'reference' AS reference, status FROM e_bank_statement_line WHERE f_account = $1",
          [ACCOUNT],
        )
      ).map(({ reference, status }) => [reference, status]),
    );
  const day = (day: string, opening: string, ...credits: string[]) =>
    camt(
      credits.map((amount, index) => ({ amount, reference: `${day}-${index}`, party: `Payer ${index}` })),
      { account: ACCOUNT, day, opening },
    );

  it("refuses an account that two operators have not added, each with its opening balance", async () => {
    const before = await stored();
    const forged = await offer(day("2026-11-09", "0.00", "1000000.00"));
    expect(forged).toEqual({
      status: 1,
      refused: true,
      text: `line 2, Acct: ${ACCOUNT} USD is not an own account: portolan account add ${ACCOUNT} USD --opening <...>`,
    });
    const proposed = await portolan(`account add ${ACCOUNT} USD --opening 500.00 --why new`, operators.anna);
    const id = proposalOf(proposed.text);
    expect((await portolan(`proposal show ${id}`)).text).not.toContain("500");
    expect((await portolan(`proposal confirm ${id} --value 500.00`, operators.anna)).text).toMatch(/anna proposed it/);
    expect((await portolan(`proposal confirm ${id}`, operators.ben)).text).toMatch(/--value <text>/);
    expect((await portolan(`proposal confirm ${id} --value 50.00`, operators.ben)).text).toMatch(/is not the one/);
    expect((await portolan("account list")).text).not.toContain(ACCOUNT);
    expect((await portolan(`proposal confirm ${id} --value 500`, operators.ben)).text).toBe(`${ACCOUNT} USD confirmed`);
    expect((await portolan("account list")).text).toContain(`${ACCOUNT}  USD  500.00  confirmed`);
    expect(await stored()).toEqual(before);
  });
  it("stores nothing until a second operator has seen hash, totals and the largest credits", async () => {
    const before = await stored();
    const amounts = Array.from({ length: 12 }, (_, index) => `${index + 1}.00`);
    const content = day("2026-11-10", "500.00", ...amounts).replace("Payer 11", "Payer&#10;\u202e11");
    const proposed = await offer(content);
    expect(await stored()).toEqual(before);
    const id = proposalOf(proposed.text);
    expect((await portolan(`proposal confirm ${id}`, operators.anna)).text).toMatch(/anna proposed it/);
    expect(await stored()).toEqual(before);
    const { text } = await portolan(`proposal show ${id}`);
    expect(text).toContain(createHash("sha256").update(content).digest("hex"));
    expect(text).toMatch(/^statement 1 +2026-11-10 {2}GB33BUKB20201555555555 {2}USD {2}500\.00 -> 578\.00$/m);
    expect(text).toMatch(/^credits 1 +78\.00 \(12\)$/m);
    expect(text).toMatch(/^debits 1 +0\.00 \(0\)$/m);
    expect(text).toMatch(/^credit USD 1 +12\.00 {2}Payer 11 {2}2026-11-10-11$/m);
    expect(text).toMatch(/^credit USD 10 +3\.00 /m);
    expect(text).not.toContain("credit USD 11");
    expect(await confirm(proposed.text)).toContain("12 entries");
    expect(Object.values(await readStates())).toEqual(Array.from({ length: 12 }, () => "new"));
  });
  it("is stale once another statement of the account was stored", async () => {
    const proposed = await offer(day("2026-11-12", "578.00", "1.00"));
    await take(day("2026-11-11", "578.00", "22.00"));
    const { text } = await portolan(`proposal confirm ${proposalOf(proposed.text)}`, operators.ben);
    expect(text).toContain("has changed since it was proposed");
  });
  it("holds credits of a statement that does not open with the last closing balance, until the missing one arrives", async () => {
    const gap = await take(day("2026-11-14", "700.00", "5.00", "-1.00"));
    expect(gap.text).toContain("its credits are held");
    expect(await readStates()).toMatchObject({ "2026-11-14-0": "held", "2026-11-14-1": "new" });
    expect((await portolan("statement cases")).text).toMatch(/opening {2}BS\d+ 700\.00 {2}USD {2}700\.00 {2}600\.00/);
    // A forged statement between two others opens as it should, but does not close as the next one opens.
    await take(day("2026-11-12", "600.00", "1000000.00"));
    expect(await readStates()).toMatchObject({ "2026-11-12-0": "held" });
    await take(day("2026-11-13", "1000600.00", "-999900.00"));
    expect(await readStates()).toMatchObject({ "2026-11-12-0": "new", "2026-11-14-0": "new" });
    expect((await portolan("statement cases")).text).toBe("No case is open.");
  });
  it("releases held credits by two operators", async () => {
    await take(day("2026-11-16", "1.00", "5.00"));
    const [id] = await db.query<{ id: string }>("SELECT id FROM e_bank_statement WHERE f_day = '2026-11-16'");
    const proposed = await portolan(`statement release ${id!.id} --why confirmed-by-bank`, operators.anna);
    expect((await portolan(`proposal show ${proposalOf(proposed.text)}`)).text).toMatch(/credits +5\.00 \(1\)/);
    expect(await confirm(proposed.text)).toBe(`${id!.id} 1 released`);
    expect(await readStates()).toMatchObject({ "2026-11-16-0": "new" });
    expect((await portolan("statement cases")).text).toBe("No case is open.");
    expect((await portolan(`statement release ${id!.id} --why again`, operators.anna)).text).toContain(
      "no held credits",
    );
  });
  it("takes over the accounts of stored statements, and refuses them until they are confirmed", async () => {
    await db.query("DELETE FROM own_account WHERE account = $1", [ACCOUNT]);
    expect((await portolan("migrate")).text).toContain(`own_account: ${ACCOUNT} USD`);
    expect((await portolan("migrate")).text).not.toContain(ACCOUNT);
    expect((await portolan("account list")).text).toContain(`${ACCOUNT}  USD  -  to be confirmed by two operators`);
    expect((await offer(day("2026-11-17", "6.00", "1.00"))).text).toContain("two operators have not confirmed it yet");
    await addOwn(ACCOUNT, "USD", "400.00");
    // The first statement stored is the one that the balance is compared with.
    expect((await portolan("statement cases")).text).toMatch(/opening {2}BS\d+ opening {2}USD {2}500\.00 {2}400\.00/);
    await confirm((await portolan(`account close ${ACCOUNT} USD --why moved`, operators.anna)).text);
    expect((await offer(day("2026-11-17", "6.00", "1.00"))).text).toContain("is closed");
  });
});

describe("a CSV import", () => {
  const mapping = join(folder, "bank.json");
  const csv =
    "Datum;Ref;Soll;Haben;Saldo;Text\n23.11.2026;C2;10,00;;1.090,00;\n20.11.2026;C1;;1.100,00;1.100,00;Hallo\n";
  it("reads columns by a saved mapping, in either order of dates", async () => {
    writeFileSync(
      mapping,
      JSON.stringify({
        currency: "EUR",
        dates: "DD.MM.YYYY",
        decimal: ",",
        columns: { day: "Datum", reference: "Ref", debit: "Soll", credit: "Haben", balance: "Saldo", text: "Text" },
      }),
    );
    expect((await take(csv)).text).toContain("--mapping is required");
    expect((await take(csv, `--mapping ${mapping}`)).text).toContain("--account is required");
    const answer = await take(csv, `--mapping ${mapping} --account EUR-0001`);
    expect(answer.text).toContain("2026-11-23  EUR-0001  EUR  2 entries");
    const { lines } = await stored();
    expect(lines.slice(-2)).toMatchObject([
      { amount: "-10.00", day: "2026-11-23", reference: "C2" },
      { amount: "1100.00", day: "2026-11-20", text: "Hallo" },
    ]);
  });
  it("reports each invalid cell by line and column, and each missing column", async () => {
    const before = await stored();
    const wrong = await take(
      csv.replace("23.11", "31.11").replace("C1", "").replace("10,00;;", "ten;;"),
      `--mapping ${mapping} --account EUR-0002`,
    );
    expect(wrong.text).toMatch(
      /line 2, Datum: the date must read DD\.MM\.YYYY\nline 2, Haben: must be an amount[^\n]*\nline 3, Ref: /,
    );
    const without = await take(csv.replace("Saldo", "Balance"), `--mapping ${mapping} --account EUR-0002`);
    expect(without.text).toContain("line 1, Saldo: there is no such column (for balance)");
    writeFileSync(mapping, '{"currency":"EUR","dates":"D.M.Y","columns":{}}');
    expect((await take(csv, `--mapping ${mapping}`)).text).toMatch(/dates: .*YYYY-MM-DD/);
    expect(await stored()).toEqual(before);
  });
});
