/** Every usage of every `portolan` command: its help, what it rejects, and its audit rows. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyAudit } from "../../server/audit/audit.ts";
import type { Actor } from "../../server/core/actor.ts";
import { sealFor } from "../../server/core/seal.ts";
import { createManualProvider } from "../../server/manual-provider/provider.ts";
import { createCoreJobs } from "../../server/app/job-handlers.ts";
import { Worker } from "../../server/jobs/worker.ts";
import { createHandlers } from "../../server/payments/job-handlers.ts";
import { PORTS } from "../../server/providers/provider-port.ts";
import { computeTotpCode } from "../../server/session/totp.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import { camt } from "./bank-files.ts";
import { createDatabase, temporaryFolder } from "./databases.ts";
import { moneyWorld, type World } from "./money-world.ts";
import { createOperators, OPERATOR_PASSWORD, portolanOf, secretOf, type Portolan } from "./portolan.ts";
import { giveKey } from "./prepared.ts";

type Env = Record<string, string>;

let world: World;
let solo: Actor;
let worker: Worker;
let portolan: Portolan;
let anna: Env;
let ben: Env;
let cleo: Env = {};
beforeAll(async () => {
  const dataDir = temporaryFolder();
  giveKey(dataDir);
  const url = await createDatabase();
  const db = buildDatabase(await openPostgres(url));
  world = await moneyWorld(db);
  solo = await world.actor("solo");
  await world.deposit(solo.tenant, 100_000_000n);
  const providers = Object.fromEntries(PORTS.map(({ name }) => [name, createManualProvider(name)]));
  for (const provider of Object.values(providers)) provider.connect?.({ db, seal: sealFor(dataDir) });
  const { context } = world;
  worker = new Worker({
    db,
    clock: world.clock,
    handlers: { ...createCoreJobs(context), ...createHandlers({ context, providers }) },
  });
  const debtor = { NAME: "Portolan Ltd.", ACCOUNT: "012875998877", BIC: "BKCHHKHH" };
  portolan = portolanOf({
    PORTOLAN_MODE: "sandbox",
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PROVIDER_PAYOUT: "desk",
    ...Object.fromEntries(Object.entries(debtor).map(([name, value]) => [`PROVIDER_PAYOUT_DEBTOR_${name}`, value])),
  });
  ({ anna, ben } = await createOperators(portolan));
});
afterAll(() => world.db.close());

/** Returns the usages printed by the commands' help. */
async function listUsages(): Promise<string[]> {
  const { text } = await portolan("help");
  const verbs = [...text.matchAll(/^ {2}([\w-]+) /gm)].map(([, verb]) => verb!);
  const helps = await Promise.all(verbs.map(async (verb) => (await portolan(`${verb} --help`)).text));
  return helps.flatMap((help) => [...help.matchAll(/^portolan (.+)$/gm)].map(([, usage]) => usage!));
}
/** Returns the command of a usage without arguments: `merchant user add`. */
const readHead = (usage: string) => /^[a-z][a-z-]*(?: [a-z][a-z-]*)*(?= |$)/.exec(usage)![0];

/** Returns the audit rows of operators and system accounts, in the order written. */
const readActs = () =>
  world.db.query<{ actor: string; action: string }>(
    "SELECT actor, action FROM audit WHERE actor LIKE 'operator:%' OR actor LIKE 'account:%' ORDER BY at, m, seq",
  );

const sql = (text: string, params: readonly unknown[] = []) => world.db.query(text, params);
const OLD = "2026-01-01T00:00:00Z";
/** Creates an approved payment and returns its desk task. */
async function pay(amount: string): Promise<string> {
  const id = String((await world.apply(solo, amount))["orderNo"]);
  await worker.drain();
  const line = (await portolan("desk list")).text.split("\n").find((one) => one.includes(id));
  return /T-\w{8}/.exec(line ?? "")![0];
}
async function importCredit(reference: string): Promise<string> {
  const file = join(temporaryFolder(), "statement.xml");
  const day = `2026-11-${10 + Number(reference.slice(1))}`;
  writeFileSync(
    file,
    camt([{ amount: "12.00", reference, party: "Somebody" }], { day, account: `ACCOUNT-${reference}` }),
  );
  return file;
}

/** A command to run, and the audit row that it must add. Without `act`, it only reads. */
interface Step {
  words(): Promise<string | string[]> | string | string[];
  /** Session of the operator, for commands that require one. */
  by?: () => Env;
  act?: string;
  /** Start of the audit row's actor; defaults to the operator of `by`. */
  actor?: string;
  status?: number;
  /** Additional environment variables. */
  env?: () => Env;
}
const why = ["--why", "contract"];
const ANNA = () => anna;
const BEN = () => ben;
const CLEO = () => cleo;
const NAMES = new Map([
  [ANNA, "operator:anna"],
  [BEN, "operator:ben"],
  [CLEO, "operator:cleo"],
]);
/** Returns the newest proposal, created by the previous step. */
const newest = async () => /^P-\w{8}/m.exec((await portolan("proposal list")).text)![0];
let task = "";
let secret = "";

/** At least one step for each usage, in the order of their dependencies. */
const STEPS: readonly [head: string, step: Step][] = [
  ["doctor", { words: () => "doctor --no-probe" }],
  ["verify", { words: () => "verify" }],
  ["verify", { words: () => "verify --paper WD1-0000-0000-0000-0000", status: 1 }],
  ["files-hash", { words: () => `files-hash ${temporaryFolder()}` }],
  ["migrate", { words: () => "migrate --plan" }],
  ["jobs list", { words: () => "jobs list" }],
  [
    "jobs retry",
    {
      async words() {
        await sql(
          "INSERT INTO job (id, kind, dedupe, m, state, run_at, attempts, lease_until, payload) VALUES ('J1', 'x', 'x', '', 'dead', $1, 20, $1, '{}')",
          [OLD],
        );
        return "jobs retry J1";
      },
      by: ANNA,
      act: "job.retry",
    },
  ],
  [
    "files move",
    {
      async words() {
        // The demo files exist only as rows here.
        await sql("DELETE FROM file");
        return `files move --to file:${temporaryFolder()}`;
      },
      by: ANNA,
      act: "files.move",
    },
  ],
  ["keys list", { words: () => "keys list" }],
  ["keys rotate", { words: () => "keys rotate" }],
  ["keys reseal", { words: () => "keys reseal", by: ANNA, act: "keys.reseal" }],
  ["operator list", { words: () => "operator list" }],
  [
    "operator create",
    {
      words: () => "operator create cleo",
      by: ANNA,
      act: "operator.create.propose",
      env: () => ({ OPERATOR_NEW_PASSWORD: OPERATOR_PASSWORD }),
    },
  ],
  ["proposal list", { words: () => "proposal list" }],
  ["proposal show", { words: async () => `proposal show ${await newest()}` }],
  ["proposal confirm", { words: async () => `proposal confirm ${await newest()}`, by: BEN, act: "operator.create" }],
  [
    "operator reset",
    {
      words: () => "operator reset cleo",
      by: ANNA,
      act: "operator.reset.propose",
      env: () => ({ OPERATOR_NEW_PASSWORD: OPERATOR_PASSWORD }),
    },
  ],
  ["proposal confirm", { words: async () => `proposal confirm ${await newest()}`, by: BEN, act: "operator.reset" }],
  [
    "operator sign-in",
    {
      words: () => "operator sign-in cleo",
      act: "operator.signIn",
      actor: "operator:cleo",
      env: () => ({ OPERATOR_PASSWORD, OPERATOR_CODE: computeTotpCode(secret, Date.now()) }),
    },
  ],
  ["operator sign-out", { words: () => "operator sign-out", by: CLEO, act: "operator.signOut" }],
  ["operator disable", { words: () => "operator disable cleo", by: ANNA, act: "operator.disable.propose" }],
  [
    "proposal refuse",
    {
      words: async () => ["proposal", "refuse", await newest(), "--why", "mistaken"],
      by: BEN,
      act: "operator.disable.refuse",
    },
  ],
  ["desk list", { words: async () => ((task = await pay("2001.00")), "desk list") }],
  ["desk show", { words: () => `desk show ${task}`, by: ANNA, act: "desk.show" }],
  ["desk files", { words: () => `desk files ${task} --out ${temporaryFolder()}`, by: ANNA, act: "desk.files" }],
  ["desk take", { words: () => `desk take ${task}`, by: ANNA, act: "desk.take" }],
  ["desk export", { words: () => "desk export", by: ANNA, act: "desk.export" }],
  ["desk answer", { words: () => `desk answer ${task} sent+paid reference=B1`, by: ANNA, act: "desk.answer.propose" }],
  ["desk confirm", { words: () => `desk confirm ${task}`, by: BEN, act: "desk.answer" }],
  ["provider events", { words: () => "provider events" }],
  [
    "provider retry",
    {
      async words() {
        await sql(
          "INSERT INTO provider_event (port, id, m, event, state, received_at, body) VALUES ('payout', 'E1', $1, 'paid', 'parked', $2, '')",
          [solo.tenant, OLD],
        );
        return "provider retry payout E1";
      },
      by: ANNA,
      act: "provider.retry",
    },
  ],
  ["account list", { words: () => "account list" }],
  [
    "account add",
    {
      words: () => ["account", "add", "ACCOUNT-R1", "USD", "--opening", "400.00", ...why],
      by: ANNA,
      act: "account.add.propose",
    },
  ],
  [
    "proposal confirm",
    { words: async () => `proposal confirm ${await newest()} --value 400.00`, by: BEN, act: "account.add" },
  ],
  [
    "provider dismiss",
    {
      async words() {
        await sql(
          "INSERT INTO provider_event (port, id, m, event, state, received_at, body) VALUES ('payout', 'E2', $1, 'paid', 'parked', $2, '')",
          [solo.tenant, OLD],
        );
        return ["provider", "dismiss", "payout", "E2", ...why];
      },
      by: ANNA,
      act: "provider.dismiss.propose",
    },
  ],
  ["proposal confirm", { words: async () => `proposal confirm ${await newest()}`, by: BEN, act: "provider.dismiss" }],
  [
    "statement import",
    {
      words: async () => `statement import ${await importCredit("R1")}`,
      by: ANNA,
      act: "statement.import.propose",
    },
  ],
  ["proposal confirm", { words: async () => `proposal confirm ${await newest()}`, by: BEN, act: "statement.import" }],
  [
    "statement release",
    {
      async words() {
        const [held] = await sql("SELECT f_statement AS id FROM e_bank_statement_line WHERE status = 'held'");
        return ["statement", "release", String(held!["id"]), ...why];
      },
      by: ANNA,
      act: "statement.release.propose",
    },
  ],
  ["proposal confirm", { words: async () => `proposal confirm ${await newest()}`, by: BEN, act: "statement.release" }],
  ["statement list", { words: async () => (await worker.drain(), "statement list") }],
  ["statement cases", { words: () => "statement cases" }],
  [
    "statement assign",
    {
      async words() {
        const [line] = await sql("SELECT id FROM e_bank_statement_line WHERE status = 'suspense'");
        return ["statement", "assign", String(line!["id"]), "--merchant", solo.tenant, ...why];
      },
      by: ANNA,
      act: "statement.assign.propose",
    },
  ],
  [
    "statement solve",
    {
      async words() {
        const [open] = await sql("SELECT id FROM e_case WHERE status = 'open' ORDER BY id");
        return ["statement", "solve", String(open!["id"]), "--note", "told the bank"];
      },
      by: ANNA,
      act: "statement.solve",
    },
  ],
  [
    "account close",
    { words: () => ["account", "close", "ACCOUNT-R1", "USD", ...why], by: ANNA, act: "account.close.propose" },
  ],
  ["merchant list", { words: () => "merchant list" }],
  ["merchant show", { words: () => `merchant show ${solo.tenant}` }],
  ["merchant freeze", { words: () => ["merchant", "freeze", solo.tenant, ...why], by: ANNA, act: "merchant.freeze" }],
  [
    "merchant user add",
    {
      words: () => ["merchant", "user", "add", solo.tenant, "two@harbour.example", "--grants", "all", ...why],
      by: ANNA,
      act: "user.add.propose",
    },
  ],
  ...(["grants", "suspend", "resume"] as const).map((what): [string, Step] => [
    `merchant user ${what}`,
    {
      async words() {
        const username = String(
          (await sql("SELECT username FROM portal_user WHERE m = $1", [solo.tenant]))[0]!["username"],
        );
        const state = what === "resume" ? "disabled" : "active";
        await sql("UPDATE portal_user SET state = $2 WHERE username = $1", [username, state]);
        return [
          "merchant",
          "user",
          what,
          solo.tenant,
          username,
          ...(what === "grants" ? ["--grants", "all"] : []),
          ...why,
        ];
      },
      by: ANNA,
      act: `user.${what}.propose`,
    },
  ]),
  ["books list", { words: () => "books list" }],
  ["books open", { words: () => ["books", "open", solo.tenant, ...why], by: ANNA, act: "books.open.propose" }],
  ["channel list", { words: () => `channel list ${solo.tenant}` }],
  [
    "channel set",
    {
      words: () => ["channel", "set", solo.tenant, "withdrawal", "CNY", "singleFee=12.00", ...why],
      by: ANNA,
      act: "channel.set.propose",
    },
  ],
  ["rates list", { words: () => "rates list" }],
  ["rates set", { words: () => ["rates", "set", "CNY=7.0862", ...why], by: ANNA, act: "rates.set.propose" }],
  [
    "rates accept",
    {
      async words() {
        await sql(`INSERT INTO rate_held (at, mids) VALUES ($1, '{"CNY":"7.9"}')`, [OLD]);
        return ["rates", "accept", ...why];
      },
      by: ANNA,
      act: "rates.accept.propose",
    },
  ],
  [
    "migrate",
    {
      async words() {
        await sql("UPDATE schema_lock SET shape = CAST(CAST(shape AS jsonb) - $1 AS json) WHERE entity = '(base)'", [
          "UPDATE outbox SET m = '' WHERE m IS NULL",
        ]);
        return "migrate";
      },
      act: "migrate",
      actor: "account:",
    },
  ],
  ["distribute", { words: () => "distribute --engine partitions --parts 2 --plan" }],
  [
    "distribute",
    { words: () => "distribute --engine partitions --parts 2 --apply", act: "distribute", actor: "account:" },
  ],
];
/** Commands covered by other suites: `backup`, `provider-verify` and `live`. */
const ELSEWHERE = ["backup", "restore", "provider verify", "merchant certify", "statement refuse"];

it("every usage of every command is tested here or in another suite", async () => {
  const heads = (await listUsages()).map(readHead);
  expect(heads.length).toBeGreaterThan(45);
  expect(new Set([...STEPS.map(([head]) => head), ...ELSEWHERE])).toEqual(new Set(heads));
});

it("every command has help in both languages, and rejects unknown arguments and options without a stack trace", async () => {
  const before = await readActs();
  for (const usage of await listUsages()) {
    const head = readHead(usage);
    const help = await portolan(`${head} --help`);
    expect([head, help.status, help.text]).toEqual([head, 0, expect.stringContaining(`portolan ${usage}`)]);
    expect((await portolan(`${head} --help`, { LANG: "zh_CN.UTF-8" })).text).toMatch(/\p{Script=Han}/u);
    const option = await portolan(`${head} --no-such`);
    expect([head, option.status, option.refused]).toEqual([head, 2, true]);
    expect(option.text).toContain(help.text);
    // A bracketed argument is at most one word, so two more words are always too many.
    const words = usage.replace(/ \[?--.*$/, "").replaceAll(/<[^>]*>|\[[^\]]*\]/g, "x");
    const stray = await portolan(`${words} one two`);
    if (!usage.includes("..."))
      expect([usage, stray.status, stray.text]).toEqual([usage, 2, expect.stringContaining("takes no")]);
    for (const { text } of [option, stray]) expect(text).not.toMatch(/^\s+at /m);
  }
  expect(await readActs()).toEqual(before);
});

describe("a command only reads, or requires a signed-in operator and is audited under that name:", () => {
  it.each(STEPS)("%s", async (_head, { words, by, act, actor, status = 0, env }) => {
    const given = await words();
    const before = (await readActs()).length;
    const more = env?.() ?? {};
    if (by) {
      const unsigned = await portolan(given, more);
      expect(unsigned).toMatchObject({ refused: true });
      expect(unsigned.text).toMatch(/--operator is required|OPERATOR_SESSION is not set/);
      expect(await readActs()).toHaveLength(before);
    }
    const run = await portolan(given, { ...more, ...by?.() });
    expect([run.status, run.text]).toEqual([status, run.text]);
    secret = /secret=/.test(run.text) ? secretOf(run.text) : secret;
    const [, token] = /^export OPERATOR_SESSION=(\S+)$/.exec(run.text) ?? [];
    if (token !== undefined) cleo = { OPERATOR_SESSION: token };
    const acts = (await readActs()).slice(before);
    const name = actor ?? (by && NAMES.get(by)) ?? "";
    expect(acts).toEqual(act === undefined ? [] : [{ actor: expect.stringContaining(name), action: act }]);
  });

  it("and the audit chain stays intact", async () => expect(await verifyAudit(world.db)).toEqual([]));
});
