/**
 * First day of a live installation: the built server with `desk` on every port, mail over SMTP, files in a bucket,
 * money in and out by bank statements, operators at their terminals, and no SQL.
 */
import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { AddressInfo } from "node:net";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Row } from "@portolan/engine";
import { PORTS } from "../../server/providers/provider-port.ts";
import { digestPassword } from "../../server/session/password.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import agreement from "../../locales/zh/agreement.json" with { type: "json" };
import { camt, type Entry } from "./bank-files.ts";
import { openBucket } from "./bucket.ts";
import { Client, PASSWORD } from "./client.ts";
import { createDatabase, temporaryFolder } from "./databases.ts";
import { openMailbox, type Mailbox } from "./mailbox.ts";
import { addAccount, createOperators, portolanOf, proposalOf, type Portolan } from "./portolan.ts";
import { BUILT, refusedStart, startProcess, type ServerProcess } from "./process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MAKER = "lin@harbour.example";
const CHECKER = "zhou@harbour.example";
const PATIENCE = { timeout: 20_000, interval: 100 };
/** Our account at the bank, which is also the merchant's receiving account. */
const ACCOUNT = "012875998877";

let mailbox: Mailbox;
let gateway: Server;
let bucket: Awaited<ReturnType<typeof openBucket>>;
/** Folder in which the server process lists its loaded scripts on exit. */
let loaded: string;
let server: ServerProcess;
let portolan: Portolan;
let env: Record<string, string>;
let anna: Record<string, string>;
let ben: Record<string, string>;
let maker: Client;
let checker: Client;
let merchant: string;
beforeAll(async () => {
  mailbox = await openMailbox();
  gateway = createServer((_request, response) => void response.writeHead(200).end());
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  bucket = await openBucket("bucket-secret");
  const databaseUrl = await createDatabase();
  const dataDir = temporaryFolder();
  loaded = temporaryFolder();
  env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORTOLAN_MODE: "live",
    FILES: `s3:${bucket.url}`,
    FILES_ACCESS_KEY: "portolan",
    FILES_SECRET_KEY: "bucket-secret",
    // The log level of live mode; the log output is searched below.
    LOG_LEVEL: "info",
    PUBLIC_ORIGIN: "https://pay.example.com",
    MAIL_URL: mailbox.url,
    MAIL_FROM: "Portolan <no-reply@pay.example.com>",
    PROVIDER_PAYOUT_DEBTOR_NAME: "Portolan Ltd.",
    PROVIDER_PAYOUT_DEBTOR_ACCOUNT: ACCOUNT,
    PROVIDER_PAYOUT_DEBTOR_BIC: "BKCHHKHH",
    SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/messages`,
    ...Object.fromEntries(
      [...PORTS.map(({ name }) => `PROVIDER_${name.toUpperCase()}`), "PROVIDER_MARKET"].map((name) => [name, "desk"]),
    ),
  };
  portolan = portolanOf(env);
  // The first node creates the key, which later nodes use.
  expect(await portolan("migrate")).toMatchObject({ status: 0 });
  server = await startProcess({ dataDir, databaseUrl, env: { ...env, NODE_V8_COVERAGE: loaded } });
  ({ anna, ben } = await createOperators(portolan));
}, 120_000);
afterAll(async () => {
  await server?.kill();
  await mailbox?.close();
  gateway?.close();
  bucket?.close();
});

/** Returns the newest code mailed to an address after its first `mails` messages. */
const codeFor = (address: string, mails: number) =>
  vi.waitFor(() => {
    const codes = mailbox.to(address).slice(mails);
    const code = codes.flatMap((mail) => /\b\d{6}\b/.exec(mail)?.[0] ?? []).at(-1);
    if (code === undefined) throw new Error(`no code for ${address}`);
    return code;
  }, PATIENCE);
async function mailed(address: string, send: () => Promise<{ code: number; message: string }>): Promise<string> {
  const before = mailbox.to(address).length;
  const { code, message } = await send();
  expect([code, message]).toEqual([2000, message]);
  return codeFor(address, before);
}
/** One operator proposes and the other confirms. Returns the result. */
async function together(args: string | readonly string[]): Promise<string> {
  const proposed = await portolan(args, anna);
  const { status, text } = await portolan(`proposal confirm ${proposalOf(proposed.text)}`, ben);
  expect([status, text]).toEqual([0, text]);
  return text;
}
/** Waits for the desk task of a job and returns it. */
const taskOf = (job: string) =>
  vi.waitFor(async () => {
    const { text } = await portolan("desk list");
    const task = new RegExp(`^(T-\\w{8}) {2}${job} `, "m").exec(text)?.[1];
    if (task === undefined) throw new Error(`no ${job} in ${text}`);
    return task;
  }, PATIENCE);
const done = (answer: { code: number; message: string; map: Row }) => {
  expect([answer.code, answer.message, answer.map["errors"]]).toEqual([2000, answer.message, undefined]);
  return answer.map as Record<string, any>;
};
async function upload(who: Client, purpose: string): Promise<string> {
  const form = new FormData();
  form.append("purpose", purpose);
  form.append("file", new Blob([Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")]), "a.pdf");
  return String(done(await who.send("POST", "/mer/own/file", { body: form }))["id"]);
}
/** Imports a day's bank statement that an operator has downloaded, with the other's approval. */
function importStatement(day: string, opening: string, entries: readonly Entry[]): Promise<string> {
  return together(`statement import ${writeStatement(day, opening, entries)}`);
}
function writeStatement(day: string, opening: string, entries: readonly Entry[]): string {
  const file = join(temporaryFolder(), "statement.xml");
  writeFileSync(file, camt(entries, { account: ACCOUNT, currency: "CNY", day, opening }));
  return file;
}
const fixture = (path: string) =>
  JSON.parse(readFileSync(new URL(`../schemas/${path}.json`, import.meta.url), "utf8")) as Row;
const setPayPassword = async (who: Client, address: string) => {
  const code = await mailed(address, () => who.call("POST /mer/user/modify/pay/email/code", { verifyType: "1" }));
  const password = digestPassword("pay", PASSWORD);
  done(await who.call("POST /mer/user/modify/payPassword", { verifyType: "1", code, password }));
};

it("refuses to start on a port in use and names the setting", async () => {
  const place = { dataDir: env["DATA_DIR"]!, databaseUrl: env["DATABASE_URL"]!, args: ["--no-probe"] };
  const { port } = new URL(server.url);
  const refused = await refusedStart({ ...place, env: { ...env, LOG_LEVEL: "warn", PORT: port } });
  expect([refused.code, refused.output]).toEqual([1, `PORT ${port} on 127.0.0.1 is in use by another process.\n`]);
});

it("registers a merchant with a code sent by email, and two operators certify it", async () => {
  maker = new Client(server.url);
  const code = await mailed(MAKER, () =>
    maker.call("POST /mer/login/send/email/code", { email: MAKER, purpose: "register" }),
  );
  const password = digestPassword("login", PASSWORD);
  const body = { email: MAKER, code, agreement: true, agreementVersion: agreement.version, password };
  const { token, userId } = done(await maker.call("POST /mer/user/register", body));
  Object.assign(maker, { token: String(token), userId: String(userId) });
  const file = await upload(maker, "kyc");
  const application = JSON.parse(
    JSON.stringify(fixture("onboarding/valid/company")).replaceAll(/"f_\w+"/g, JSON.stringify(file)),
  ) as Row;
  done(await maker.call("POST /mer/info/auth/newAuthBuss", application, { "idempotency-key": randomUUID() }));
  const folder = temporaryFolder();
  const review = await taskOf("kyc.review");
  expect((await portolan(`desk files ${review} --out ${folder}`)).text).toContain("--operator is required");
  expect((await portolan(`desk files ${review} --out ${folder}`, anna)).text).toContain(`documents in ${folder}`);
  const documents = readdirSync(folder);
  expect(documents).toEqual(expect.arrayContaining(["directors-1-document-a.pdf", "idFront-a.pdf", "licence-a.pdf"]));
  expect(readFileSync(join(folder, "licence-a.pdf"), "utf8")).toMatch(/^%PDF/);
  // The upload went through the server into the bucket, and from there to the operator's terminal.
  expect([...bucket.files.values()].filter(({ body }) => body.toString("latin1").startsWith("%PDF"))).not.toEqual([]);
  merchant = /^(\d+) {2}under review/m.exec((await portolan("merchant list")).text)![1]!;
  expect((await portolan(`merchant certify ${merchant} pass`, anna)).text).toContain("Another operator confirms it");
  expect(await together(`merchant certify ${merchant} pass`)).toMatch(/passed$/);
  await vi.waitFor(async () => expect(done(await maker.call("GET /mer/user/info"))["userStatus"]).toBe(1), PATIENCE);
});

it("sets terms, adds a checker and opens a receiving account", async () => {
  const set = (...terms: string[]) => together(["channel", "set", merchant, ...terms, "--why", "contract"]);
  await set(
    "withdrawal",
    "CNY",
    "singleMin=2000",
    "singleMax=500000",
    "monthlyMax=9000000",
    "singleFee=10",
    "withdrawalRate=0.001",
    "reviewAbove=50000",
  );
  await set("recharge", "CNY", "singleMin=10", "singleMax=9000000", "monthlyMax=90000000", "singleFee=0");
  await set(
    "swap",
    "USD",
    "exchangeRate=0.003",
    "singleMin=1",
    "singleMax=500000",
    "monthlyMax=9000000",
    "singleFee=0",
  );
  await set("networkAccess", "USD", "singleMin=0", "singleMax=0", "monthlyMax=0", "singleFee=0");
  await together([
    "merchant",
    "user",
    "add",
    merchant,
    CHECKER,
    "--grants",
    "all",
    "--name",
    "周敏",
    "--why",
    "contract",
  ]);
  checker = new Client(server.url);
  const code = await mailed(CHECKER, () =>
    checker.call("POST /mer/login/send/email/code", { email: CHECKER, purpose: "forget" }),
  );
  done(
    await checker.call("POST /m/user/forget", { email: CHECKER, code, password: digestPassword("login", PASSWORD) }),
  );
  done(await checker.signIn(CHECKER));
  await setPayPassword(maker, MAKER);
  await setPayPassword(checker, CHECKER);

  const access = {
    ...fixture("networkAccess/valid/hongkong"),
    currencies: [{ currency: "CNY" }],
    licence: await upload(maker, "networkLicence"),
    attachment: await upload(maker, "networkAttachment"),
  };
  const { record } = done(await maker.call("POST /mer/networkAccess/add", access));
  await together(`desk answer ${await taskOf("network.access")} grant`);
  const opening = { orderNo: record.orderNo };
  done(await maker.confirmed("POST /mer/networkAccess/openAcc", opening));
  await together(`desk answer ${await taskOf("network.open")} complete account=${ACCOUNT}`);
});

it("receives a deposit, pays with two users, and matches the payment with the bank statement", async () => {
  const trade = { businessType: "generalTrade", contractNo: "QH-2026-0417", receiptNo: "INV-88012" };
  const announced = { remitterName: "Nordwind Handels GmbH", currency: "CNY", amount: "12000.00", ...trade };
  await vi.waitFor(async () => done(await maker.call("POST /mer/wallet/recharge", announced)), PATIENCE);
  const expected = await taskOf("collection.expect");
  // A forged file makes no money: not for an account that is not the house's, and not by one operator alone.
  const forged = writeStatement("2026-11-23", "0.00", [{ amount: "1000000.00", reference: "X1", ownAccount: ACCOUNT }]);
  expect((await portolan(`statement import ${forged}`, anna)).text).toContain(`${ACCOUNT} CNY is not an own account`);
  await addAccount(portolan, { anna, ben }, { account: ACCOUNT, currency: "CNY", opening: "0.00" });
  const proposed = proposalOf((await portolan(`statement import ${forged}`, anna)).text);
  expect((await portolan(`proposal confirm ${proposed}`, anna)).text).toContain("anna proposed it");
  expect((await portolan(`proposal show ${proposed}`)).text).toMatch(/^credit CNY 1 +1000000\.00 {2}-- {2}X1$/m);
  expect(await portolan(["proposal", "refuse", proposed, "--why", "not the bank's"], ben)).toMatchObject({ status: 0 });
  expect((await portolan("statement list")).text).toBe("No statement was imported.");
  expect(
    await importStatement("2026-11-23", "0.00", [{ amount: "12000.00", reference: "IN77", ownAccount: ACCOUNT }]),
  ).toMatch(/1 entry|1 entries/);
  const balance = async () => done(await maker.call("GET /mer/wallet/one", { currency: "CNY" }))["record"].withdrawable;
  await vi.waitFor(async () => expect(await balance()).toBe("12000.00"), PATIENCE);

  const saved = fixture("bankAccount/valid/company");
  done(await maker.call("POST /mer/account/save", saved));
  const { list } = done(await maker.call("GET /mer/account/list"));
  const order = { accountId: list[0].id, amount: "5000.00" };
  const { record } = done(await maker.confirmed("POST /mer/gep/withdraw/apply", order));
  expect(record.status).toBe("toBeReviewed");
  done(await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: record.orderNo, event: "pass" }));
  const task = await taskOf("bank.pay");
  const { text: file } = await portolan("desk export", ben);
  expect(file).toContain(`<EndToEndId>${record.orderNo}</EndToEndId>`);
  expect(file).toContain('<InstdAmt Ccy="CNY">5000.00</InstdAmt>');
  expect((await portolan("desk export", anna)).text).toBe("No payment waits for a file.");
  const number = /<MsgId>(.*?)</.exec(file)![1]!;
  expect(await portolan(`desk export --again ${number}`, anna)).toEqual({ status: 0, text: file });
  await together(`desk answer ${task} sent+paid reference=OUT42`);
  const detail = done(await maker.call("GET /mer/gep/withdraw/detail", { orderNo: record.orderNo }));
  expect(detail["record"]).toMatchObject({ status: "done", bankOrderNo: "OUT42" });
  expect(await balance()).toBe("6985.00");

  // The bank reports the payment under our number, so nothing remains unexplained.
  const paid = { amount: "-5000.00", reference: "OUT42", endToEndId: record.orderNo };
  expect(await importStatement("2026-11-24", "12000.00", [paid])).toMatch(/1 entry|1 entries/);
  await vi.waitFor(
    async () => expect((await portolan("statement list")).text.match(/1 matched/g)).toHaveLength(2),
    PATIENCE,
  );
  expect((await portolan("statement cases")).text).toBe("No case is open.");
  expect((await portolan("desk list")).text).not.toContain(expected);
  expect(await portolan("verify")).toEqual({ status: 0, text: "The books hold." });
});

it("credits a returned payment once, whether the bank or the desk tells first", async () => {
  const withdrawable = async () =>
    done(await maker.call("GET /mer/wallet/one", { currency: "CNY" }))["record"].withdrawable;
  const { list } = done(await maker.call("GET /mer/account/list"));
  async function pay(amount: string): Promise<{ orderNo: string; task: string }> {
    const order = { accountId: list[0].id, amount };
    const { record } = done(await maker.confirmed("POST /mer/gep/withdraw/apply", order));
    done(await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: record.orderNo, event: "pass" }));
    return { orderNo: record.orderNo, task: await taskOf("bank.pay") };
  }
  const waitForCase = (order: string) =>
    vi.waitFor(async () => {
      const { text } = await portolan("statement cases");
      const entry = new RegExp(`^returned  (BL\\d+) .*${order}`, "m").exec(text)?.[1];
      if (entry === undefined) throw new Error(`no case of ${order} in ${text}`);
      return entry;
    }, PATIENCE);
  const settled = () =>
    vi.waitFor(async () => expect((await portolan("statement list")).text).not.toMatch(/suspense|new/), PATIENCE);

  // The payment leaves and comes back before the desk has answered, on the merchant's own receiving account.
  const early = await pay("3000.00");
  await importStatement("2026-11-25", "7000.00", [
    { amount: "-3000.00", reference: "OUT43", endToEndId: early.orderNo },
    { amount: "3000.00", reference: "IN78", endToEndId: early.orderNo, ownAccount: ACCOUNT, returned: "AC04" },
  ]);
  await waitForCase(early.orderNo);
  expect(await withdrawable()).toBe("3972.00");
  await together(`desk answer ${early.task} sent+paid reference=OUT43`);
  await together(`desk answer ${early.task} returned reason=AC04`);
  await settled();
  expect(await withdrawable()).toBe("6972.00");

  // It comes back after the desk has answered, and two operators book the bank's entry.
  const late = await pay("2500.00");
  await together(`desk answer ${late.task} sent+paid reference=OUT44`);
  await importStatement("2026-11-26", "7000.00", [
    { amount: "-2500.00", reference: "OUT44", endToEndId: late.orderNo },
    { amount: "2490.00", reference: "IN79", endToEndId: late.orderNo, ownAccount: ACCOUNT, reversal: true },
  ]);
  const entry = await waitForCase(late.orderNo);
  expect(await withdrawable()).toBe("4459.50");
  await together(`statement assign ${entry} --order ${late.orderNo} --reason AC04 --why returned-by-bank`);
  await settled();
  expect(await withdrawable()).toBe("6949.50");
  expect((await portolan("statement cases")).text).toBe("No case is open.");
  expect(await portolan("verify")).toEqual({ status: 0, text: "The books hold." });
});

it("stops an order whose payee account was changed by SQL, until two operators have decided", async () => {
  const { list } = done(await maker.call("GET /mer/account/list"));
  const apply = () => maker.confirmed("POST /mer/gep/withdraw/apply", { accountId: list[0].id, amount: "2000.00" });
  const { orderNo } = done(await apply())["record"];
  const db = buildDatabase(await openPostgres(env["DATABASE_URL"]!));
  await db.query(
    `UPDATE e_withdrawal SET data = (data::jsonb || '{"account":"6222021202049999999"}')::json WHERE id = $1`,
    [orderNo],
  );
  await db.close();
  const review = (event: string, more = {}) =>
    checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: orderNo, event, ...more });
  expect((await review("pass")).code).toBe(4147);
  const { text: cases } = await portolan("statement cases");
  expect(cases).toContain(`altered  ${merchant}/withdrawal/${orderNo}`);
  expect((await portolan("desk list")).text).not.toContain(orderNo);
  expect((await apply()).code).toBe(4141);
  expect((await portolan("books list")).text).toContain("closed");
  done(await review("reject", { reason: "账号不对" }));
  await portolan(`statement solve ${/CS\d+/.exec(cases)![0]} --note rejected`, anna);
  await together(`books open ${merchant} --why solved`);
  done(await maker.call("POST /m/sys/order/cancel", { orderNo: done(await apply())["record"].orderNo }));
  expect(await portolan("verify")).toEqual({ status: 0, text: "The books hold." });
});

it("shows prices set by two operators, with the merchant's margin", async () => {
  const price = async () => done(await maker.call("POST /mer/home/rate/price", { pairs: "USD/CNY" }));
  expect(await price()).toMatchObject({ rates: [], stale: true });
  await together(["rates", "set", "CNY=7.0862", "--minutes", "60", "--why", "fixing of the day"]);
  expect(await price()).toMatchObject({ rates: [{ pair: "USD/CNY", mid: "7.08620", sell: "7.06494", stale: false }] });
});

it("audits each operation with the operators who proposed and confirmed it", async () => {
  const db = buildDatabase(await openPostgres(env["DATABASE_URL"]!));
  const acts = await db.query<{ actor: string; action: string; by: string | null }>(
    "SELECT DISTINCT actor, action, detail ->> 'proposedBy' AS by FROM audit WHERE actor LIKE 'operator:%' AND action LIKE '%.%'",
  );
  await db.close();
  // Certification is recorded as `desk.answer` too.
  for (const act of ["desk.answer", "channel.set", "user.add", "rates.set", "account.add", "statement.import"]) {
    expect(acts).toContainEqual({ actor: "operator:anna", action: `${act}.propose`, by: null });
    expect(acts).toContainEqual({ actor: "operator:ben", action: act, by: "anna" });
  }
  for (const [name, act] of [
    ["anna", "desk.files"],
    ["ben", "desk.export"],
  ])
    expect(acts).toContainEqual({ actor: `operator:${name}`, action: act, by: null });
});

it("logs callers and calls without accounts, addresses, codes, names or tokens", () => {
  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const calls = lines.map((line) => JSON.parse(line) as Row);
  expect(calls.filter(({ call, m }) => call === "withdrawal.create" && m === merchant)).not.toEqual([]);
  expect(calls.every(({ traceId, msg }) => msg !== "request" || /^[0-9a-f]{16}$/.test(String(traceId)))).toBe(true);
  const codes = [MAKER, CHECKER].flatMap((address) =>
    mailbox.to(address).map((mail) => /\b\d{6}\b/.exec(mail)?.[0] ?? "-"),
  );
  const secrets = [...codes, MAKER, CHECKER, ACCOUNT, maker.token, PASSWORD, "周敏", "Nordwind", "bucket-secret"];
  expect(codes.length).toBeGreaterThan(3);
  // A timestamp in milliseconds may contain the digits of a code.
  const text = lines.join("\n").replaceAll(/"(time|pid|ms|bytes)":\d+/g, "");
  expect(secrets.filter((secret) => text.includes(String(secret)))).toEqual([]);
});

/** Returns the modules that built scripts were made of, by their source maps. The bundler's own script has none. */
const listModules = (scripts: readonly string[]): string[] =>
  scripts.flatMap((script) => {
    if (script.includes("/rolldown-runtime-")) return [];
    const { sources } = JSON.parse(readFileSync(`${script}.map`, "utf8")) as { sources: string[] };
    return sources.map((source) => relative(ROOT, resolve(dirname(script), source)).replaceAll("\\", "/"));
  });

it("loads no module of the sandbox, in the server or in `portolan`", async () => {
  await server.stop();
  const doctor = join(BUILT, "server/portolan.js");
  const { stdout } = await promisify(execFile)(process.execPath, [doctor, "doctor"], {
    env: { ...process.env, ...env, NODE_V8_COVERAGE: loaded },
  });
  expect(stdout).not.toContain("FAULT");
  const scripts = readdirSync(loaded).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(loaded, file), "utf8")) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  const own = scripts.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
  const modules = listModules(own.filter((path) => path.startsWith(BUILT)));
  expect(modules).toEqual(
    expect.arrayContaining(["server/main.ts", "bin/portolan.ts", "server/manual-provider/provider.ts"]),
  );
  const isSandbox = (module: string) => /^server\/(.*\/)?(sandbox|demo)\//.test(module);
  expect(modules.filter(isSandbox)).toEqual([]);
  // The build does contain modules of the sandbox.
  const assets = join(BUILT, "server/assets");
  const built = readdirSync(assets).filter((file) => file.endsWith(".js"));
  expect(listModules(built.map((file) => join(assets, file))).filter(isSandbox).length).toBeGreaterThan(10);
});
