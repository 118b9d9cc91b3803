/** Output and exit codes of the `portolan` verbs. */
import { LETTER_FIELDS } from "../../server/payments/onboarding/letter.ts";
import { createCheckCode } from "../../server/records/check-code.ts";
import { rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../server/cli/run.ts";
import { CONFIG_EXIT } from "../../server/config/read.ts";
import { parseKeys } from "../../server/core/key-ring.ts";
import { assertPresent } from "../../server/core/required.ts";
import { sealFor } from "../../server/core/seal.ts";
import type { Line } from "../../server/payments/ledger/entry.ts";
import { post } from "../../server/payments/ledger/post.ts";
import { buildLedgerSource } from "../../server/payments/ledger/projections.ts";
import type { Row } from "@portolan/engine";
import { productSchemas } from "../product-schemas.ts";
import { openTotpSecret, sealTotpSecret } from "../../server/session/totp.ts";
import { listNodes, Presence } from "../../server/store/nodes.ts";
import { PORTS } from "../../server/providers/provider-port.ts";
import { freshPlace } from "./prepared.ts";
import { postgresUrl } from "./postgres.ts";
import { temporaryFolder } from "./databases.ts";
import { testTools } from "./portolan.ts";

const portolan = (args: string, env: Record<string, string> = {}) =>
  runCommand(args.split(" ").filter(Boolean), env, testTools);

describe("every command", () => {
  it("describes itself and its options in the language of the terminal", async () => {
    const { status, text } = await portolan("help");
    const verbs = [...text.matchAll(/^ {2}([\w-]+) /gm)].map(([, verb]) => verb!);
    expect([status, verbs]).toEqual([0, expect.arrayContaining(["doctor", "migrate", "verify", "jobs"])]);
    for (const verb of verbs) {
      const chinese = (await portolan(`${verb} --help`, { LANG: "zh_CN.UTF-8" })).text.split("\n");
      // Usage lines stay as they are typed; descriptions and options are translated.
      const described = chinese.filter((line) => !line.startsWith("portolan "));
      expect(described.filter((line) => !/\p{Script=Han}/u.test(line))).toEqual([]);
    }
    expect(await portolan("docter")).toMatchObject({
      status: 2,
      text: expect.stringContaining("did you mean doctor?"),
    });
    expect((await portolan("")).status).toBe(2);
  });
  it("suggests the closest word and names a missing path in both languages", async () => {
    expect((await portolan("jobs lst")).text).toMatch(/^portolan jobs takes no "lst"; did you mean list\?\n/);
    expect((await portolan("jobs lst", { LANG: "zh_CN" })).text).toMatch(/^portolan jobs 不接受“lst”，是不是 list？\n/);
    for (const args of ["files-hash /no/such", "restore --check /no/such"])
      expect(await portolan(args)).toMatchObject({ status: 1, text: "there is no file or folder /no/such" });
    const folder = temporaryFolder();
    expect((await portolan(`restore --check ${folder}`)).text).toBe(`${folder} is no backup: it has no manifest.json`);
  });
});

/** Writes a provider package and returns its path. */
function writeProvider(
  name: string,
  { jobs, health = "{ ok: true }" }: { jobs: readonly string[]; health?: string },
): string {
  const file = join(temporaryFolder(), `${name}.mjs`);
  writeFileSync(
    file,
    `export default ({ URL = "" }) => ({ name: ${JSON.stringify(name)}, capabilities: async () => ({ jobs: ${JSON.stringify(jobs)} }),
      submit: async () => { throw new Error(URL); }, query: async () => "unknown", health: async () => (${health}) });`,
  );
  return file;
}

/** Starts a minimal server that greets like a mail server and accepts its commands. Returns its port. */
function openMailServer(): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => {
    socket.write("220 mail.example\r\n");
    socket.on("data", (line) => socket.write(String(line).startsWith("QUIT") ? "221 bye\r\n" : "250 mail.example\r\n"));
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ port: (server.address() as AddressInfo).port, close: () => void server.close() }),
    ),
  );
}

describe("doctor", () => {
  const lines = (text: string) => Object.fromEntries(text.split("\n").map((line) => [line.split(/ +/)[1], line]));
  it("lists every setting that live mode lacks and exits with 78", async () => {
    const { status, text } = await portolan("doctor", { PORTOLAN_MODE: "live" });
    expect(status).toBe(CONFIG_EXIT);
    expect(text.split("\n").length).toBeGreaterThanOrEqual(9);
    expect(text).toMatch(/^FAULT {2}PROVIDER_KYC +missing: /m);
  });
  it("loads and checks each provider and the database without starting anything", async () => {
    const mail = await openMailServer();
    const env: Record<string, string> = {
      PORTOLAN_MODE: "live",
      MAIL_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: "no-reply@pay.example",
      SMS_URL: "http://127.0.0.1:1/messages",
      PUBLIC_ORIGIN: "https://pay.example.com",
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: await postgresUrl(),
      PROVIDER_MARKET: "desk",
    };
    for (const { name, jobs } of PORTS)
      env[`PROVIDER_${name.toUpperCase()}`] = `package:${writeProvider(name, { jobs })}`;
    const fresh = await portolan("doctor", env);
    expect([...fresh.text.matchAll(/^FAULT +(\w+)/gm)].map(([, name]) => name)).toEqual(["tables", "SMS_URL"]);
    await portolan("migrate", env);
    const right = await portolan("doctor", env);
    // Everything is valid except for the SMS gateway, which is unreachable.
    expect(right.status).toBe(1);
    expect([...right.text.matchAll(/^FAULT +(\w+)/gm)].map(([, name]) => name)).toEqual(["SMS_URL"]);
    expect(right.text).toMatch(/^ok {5}DATABASE_URL +PostgreSQL/m);
    expect(right.text).toMatch(/^ok {5}MAIL_URL/m);
    mail.close();
    // Probes of external systems can be skipped, although the mail server is gone too.
    expect(await portolan("doctor --no-probe", env)).toMatchObject({ status: 0 });

    env.FILES = "s3:http://127.0.0.1:1/bucket";
    env.FILES_ACCESS_KEY = env.FILES_SECRET_KEY = "x";
    env.PROVIDER_PAYOUT = "package:@example/no-such-package";
    env.PROVIDER_CARDS = `package:${writeProvider("kyc", { jobs: [] })}`;
    env.PROVIDER_DEALER = `package:${writeProvider("dealer", { jobs: ["fx.deal"] })}`;
    env.PROVIDER_KYC = `package:${writeProvider("kyc", { jobs: PORTS.find(({ name }) => name === "kyc")!.jobs, health: '{ ok: false, detail: "closed" }' })}`;
    env.DATABASE_URL = "postgres://a:hunter2@127.0.0.1:1/none";
    const wrong = await portolan("doctor", env);
    expect(wrong.status).toBe(CONFIG_EXIT);
    expect(lines(wrong.text)).toMatchObject({
      PROVIDER_PAYOUT: expect.stringMatching(/^FAULT .*cannot be connected: .*no-such-package/),
      PROVIDER_CARDS: expect.stringContaining("is a provider of the port kyc, not of cards"),
      PROVIDER_DEALER: expect.stringContaining("does not support the jobs fx.audit, fx.recheck"),
      PROVIDER_KYC: expect.stringContaining("does not answer: closed"),
      PROVIDER_COLLECT: expect.stringMatching(/^ok/),
      DATABASE_URL: expect.stringContaining("the database does not answer"),
      MAIL_URL: expect.stringMatching(/^FAULT/),
      FILES: expect.stringMatching(/^FAULT .*cannot be stored and read/),
    });
    const noSchemas = await portolan("doctor", { ...env, SCHEMAS_DIR: "/no/such" });
    expect([noSchemas.status, noSchemas.text]).toEqual([CONFIG_EXIT, expect.stringMatching(/^FAULT +SCHEMAS_DIR /m)]);
    const empty = await portolan("doctor", { ...env, SCHEMAS_DIR: temporaryFolder() });
    expect(empty.text).toMatch(/^FAULT +SCHEMAS_DIR .*has no entities/m);
    expect(wrong.text).not.toContain("hunter2");
    for (const { name, jobs } of PORTS)
      env[`PROVIDER_${name.toUpperCase()}`] = `package:${writeProvider(name, { jobs })}`;
    env.FILES = `file:${join(temporaryFolder(), "uploads")}`;
    env.FILES_SHARED = "1";
    const outside = await portolan("doctor", env);
    expect([outside.status, outside.text]).toEqual([1, expect.stringMatching(/^ok +FILES +file:/m)]);
  });
  it("reports a sandbox that never ran without creating a database", async () => {
    const dataDir = temporaryFolder();
    const { status, text } = await portolan("doctor --json", { DATA_DIR: dataDir });
    expect([status, JSON.parse(text)]).toEqual([
      0,
      expect.arrayContaining([{ about: "DATA_DIR", ok: true, detail: expect.stringContaining("no database yet") }]),
    ]);
  });
});

describe("portolan keys", () => {
  it("lists, creates and retires keys, and data sealed by the old key opens with the new one", async () => {
    const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
    const env: Record<string, string> = { PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const db = await open();
    const [{ id }] = (await db.query<{ id: string }>("SELECT id FROM portal_user ORDER BY id LIMIT 1")) as [
      { id: string },
    ];
    await db.query("UPDATE portal_user SET totp_secret = $2 WHERE id = $1", [
      id,
      sealTotpSecret(sealFor(dataDir), id, "JBSWY3DP"),
    ]);
    expect((await portolan("keys list", env)).text).toMatch(
      /^k0 {2}[0-9a-f]{16} {2}seals +1 sealed, 0 recovery codes$/,
    );
    const [entry = ""] = (await portolan("keys rotate", env)).text.split("\n");
    expect(entry).toMatch(/^k1:/);
    env.KEYS = entry;
    expect((await portolan("keys reseal --operator lin", env)).text).toBe(
      "1 rows sealed by k1\nk0 is not needed any more: remove it from KEYS",
    );
    const [row] = await db.query<{ totp_secret: string }>("SELECT totp_secret FROM portal_user WHERE id = $1", [id]);
    rmSync(join(dataDir, "keys"), { recursive: true });
    expect((await portolan("keys list", env)).text).toMatch(/^k0 .* not needed +0 sealed.*\nk1 .* seals +1 sealed/);
    expect(openTotpSecret(sealFor(dataDir, parseKeys(entry)), id, row!.totp_secret)).toBe("JBSWY3DP");
    await db.close();
  });
});

describe("commands on a database", () => {
  it("verify a statement of any period by its code for the named merchant", async () => {
    const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
    const env = { PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const db = await open();
    const [{ id: tenant } = { id: "" }] = await db.query<{ id: string }>("SELECT id FROM merchant ORDER BY id LIMIT 1");
    const lines: Line[] = [{ from: "nostro", to: "avail", currency: "USD", amount: 12_300n }];
    const at = Date.UTC(2026, 9, 8, 4);
    await db.tx((tx) =>
      post(tx, { tenant, kind: "credited", order: { kind: "recharge", id: "RC1" }, step: "s1", lines, at }),
    );
    const statement = assertPresent(productSchemas().entities.get("periodStatement"), "the statement of a period");
    const id = "20261005-20261112-USD";
    const source = String(buildLedgerSource(statement, [id]));
    const [sums] = await db.query<{ data: Row }>(`SELECT data FROM ${source} AS sums WHERE m = $1 AND id = $2`, [
      tenant,
      id,
    ]);
    expect(sums?.data).toMatchObject({ from: "2026-10-05", to: "2026-11-12", opening: "0.00", closing: "123.00" });
    const key = sealFor(dataDir).getLastingKey("receipt");
    const signed = { tenant, entity: statement.name, id, status: "", data: sums!.data };
    const code = createCheckCode(key, signed, statement.receipt!.fields);
    expect(await portolan(`verify --paper ${code}`, env)).toMatchObject({ status: 1, refused: true });
    const { status, text } = await portolan(`verify --paper ${code} --merchant ${tenant}`, env);
    expect([status, text]).toEqual([0, expect.stringContaining("Closing balance: 123.00 USD")]);
    await db.close();
  });
  it("migrate, verify the books, and retry a dead job under the operator's name", async () => {
    const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
    const env = { PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    expect(await portolan("migrate", env)).toEqual({ status: 0, text: "The tables are up to date." });
    expect(await portolan("verify", env)).toEqual({ status: 0, text: "The books hold." });
    expect(await portolan("verify --merchant 1", env)).toMatchObject({ status: 1, text: "no merchant 1" });

    const db = await open();
    const [merchant] = await db.query<{ id: string }>("SELECT id FROM merchant ORDER BY id LIMIT 1");
    const [application] = await db.query("SELECT m, id, data FROM e_onboarding ORDER BY m LIMIT 1");
    const { m: tenant, id, data } = application!;
    const key = sealFor(dataDir).getLastingKey("receipt");
    const code = createCheckCode(key, { tenant, entity: "onboarding", id, status: "", data }, LETTER_FIELDS);
    const checked = await portolan(`verify --paper ${code}`, env);
    expect(checked).toMatchObject({ status: 0, text: expect.stringContaining("The document matches the books.") });
    expect(checked.text).toContain(`${id} · ${tenant}`);
    expect(checked.text).toContain(data.companyName);
    await db.query("UPDATE e_onboarding SET data = $3 WHERE m = $1 AND id = $2", [
      tenant,
      id,
      { ...data, companyName: "X" },
    ]);
    expect(await portolan(`verify --paper ${code} --merchant ${tenant}`, env)).toMatchObject({
      status: 1,
      text: expect.stringContaining("differs"),
    });
    await db.query("UPDATE e_onboarding SET data = $3 WHERE m = $1 AND id = $2", [tenant, id, data]);
    expect(await portolan("verify --paper WD1-0000-0000-0000-0000", env)).toMatchObject({ status: 1, refused: true });
    await db.query(
      "INSERT INTO job (id, kind, dedupe, m, state, run_at, attempts, lease_until, error, payload) VALUES ('J1', 'bank.pay', 'd', $1, 'dead', '2026-01-01T00:00:00Z', 20, '2026-01-01T00:00:00Z', 'no answer', '{}')",
      [merchant!.id],
    );
    expect(await portolan("jobs list", env)).toEqual({
      status: 0,
      text: expect.stringMatching(new RegExp(`^J1 {2}bank\\.pay {2}${merchant!.id} .* 20 failed {2}no answer$`)),
    });
    expect((await portolan("jobs retry J1", env)).text).toContain("--operator is required");
    expect(await portolan("jobs retry J1 --operator lin", env)).toEqual({ status: 0, text: "bank.pay J1 runs again" });
    expect(await portolan("jobs retry J1 --operator lin", env)).toMatchObject({ status: 1, text: "no dead job J1" });
    expect(await db.query("SELECT state, attempts, error FROM job WHERE id = 'J1'")).toEqual([
      { state: "open", attempts: 0, error: null },
    ]);
    expect(await db.query("SELECT actor, action, object FROM audit WHERE action = 'job.retry'")).toEqual([
      { actor: "operator:lin", action: "job.retry", object: "job/J1" },
    ]);
    const node = new Presence(
      db,
      () => ({ version: "1.2.3", schema: "s", keys: "k0", role: "both" }),
      (error) => expect(error).toBeUndefined(),
    );
    node.start();
    await expect.poll(() => node.isLeader(), { timeout: 20_000 }).toBe(true);
    expect((await portolan("doctor", env)).text).toMatch(
      /^ok {5}node \w{8} +1\.2\.3, both, schemas s, keys k0, \d+ s, leader$/m,
    );
    // An old key that a running node still uses for encryption remains required.
    const moved = { ...env, KEYS: `k9:${Buffer.alloc(32, 9).toString("base64")}` };
    expect((await portolan("keys reseal --operator lin", moved)).text).toContain("a running node still seals with k0");
    await node.stop();
    expect([await listNodes(db), node.isLeader()]).toEqual([[], false]);
    expect((await portolan("keys reseal --operator lin", moved)).text).toContain("k0 is not needed any more");
    await db.query("UPDATE audit SET actor = 'operator:wu' WHERE action = 'job.retry'");
    await db.close();
    const broken = await portolan(`verify --merchant ${merchant!.id}`, env);
    expect([broken.status, broken.refused]).toEqual([1, undefined]);
    expect(broken.text).toContain(`${merchant!.id}  I`);
  });
});
