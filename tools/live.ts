/**
 * `npm run live -- <name>`: long versions of checks that `npm test` runs in a short form, such as every server suite
 * behind PgBouncer, as the server's database role or on partitioned tables, and faults of nodes and providers. Figures
 * are printed and recorded in docs/operating.md.
 */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A run: Node programs executed one after another. */
interface Run {
  about: string;
  steps(seed: number, from: string | undefined): { args: string[]; env?: Record<string, string> }[];
}

/** Suites that test the embedded database, the build, or the database connection itself. */
const ELSEWHERE =
  /^(pglite|backup|dialect|pooler|roles|config|templates|seal|openapi|statement-plan|books-plan|provider-(kill|verify|http)|cluster|placement|replica)\.test\.ts$/;
const listSuites = (): string[] =>
  readdirSync(new URL("../tests/server", import.meta.url))
    .filter((name) => name.endsWith(".test.ts") && !ELSEWHERE.test(name))
    .map((name) => `tests/server/${name}`);

/**
 * Suites of what merchants do, which read and write the most tables. Not all suites, because distributing the tables of
 * a new database takes seconds.
 */
const ON_CITUS = [
  "session",
  "transfer",
  "remittance",
  "recharge",
  "swap",
  "clearing",
  "solo",
  "notices",
  "find-records",
  "access",
  "http-refusals",
  "http-strict-lists",
  "http-tenants",
  "receiving-accounts",
  "onboarding",
  "parties",
  "account-statement",
  "statements",
  "union",
];

const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--project", "all"];

/** Creates a run of all server suites in one of the modes of `tests/server/database-mode.ts`. */
const createSuiteRun = (suites: string, about: string, except: readonly string[] = []): Run => ({
  about,
  steps: (seed) => [
    {
      args: [...VITEST, ...listSuites().filter((suite) => !except.includes(suite))],
      env: { TEST_WAY: suites, TEST_SEED: String(seed), SEED: String(seed) },
    },
  ],
});

const RUNS: Readonly<Record<string, Run>> = {
  pgbouncer: createSuiteRun("pgbouncer", "every server suite through PgBouncer in transaction mode"),
  embedded: {
    about: "every server suite on the embedded engine",
    steps: (seed) => [
      {
        args: [...VITEST, ...listSuites()],
        env: { TEST_ENGINE: "pglite", TEST_SEED: String(seed), SEED: String(seed) },
      },
    ],
  },
  // A server that alters its tables while running must own them.
  role: createSuiteRun("role", "every server suite with a server whose role owns no table", [
    "tests/server/schema-change.test.ts",
  ]),
  partitions: createSuiteRun("partitions", "every server suite with each table of merchants in four partitions"),
  citus: {
    about: "suites of what merchants do on a Citus that TEST_CITUS_URL names, with tables that are distributed",
    steps: (seed) => [
      {
        args: [...VITEST, ...ON_CITUS.map((name) => `tests/server/${name}.test.ts`)],
        env: { TEST_WAY: "citus", TEST_SEED: String(seed), SEED: String(seed) },
      },
    ],
  },
  cluster: {
    about: "three nodes that are killed, frozen and restarted, and a database that is restarted, for three minutes",
    steps: (seed) => [
      { args: ["--import", "tsx", "tools/cluster.ts", "--nodes", "3", "--minutes", "3", "--seed", String(seed)] },
    ],
  },
  upgrade: {
    about:
      "three nodes that are upgraded one after the other while users pay, from this release or from the one in --from",
    steps: (seed, from) => [
      {
        args: [
          "--import",
          "tsx",
          "tools/upgrade.ts",
          "--seed",
          String(seed),
          ...(from === undefined ? [] : ["--from", from]),
        ],
      },
    ],
  },
  many: {
    about: "more repetitions than in `npm test`: random requests, random lifecycles, rows of a file, wrong passwords",
    steps: (seed) =>
      [
        { suites: ["http-fuzz", "lifecycle-model"], env: { RUNS: "40" } },
        { suites: ["import"], env: { ROWS: "2000" } },
        { suites: ["kill"], env: { ORDERS: "90" } },
        { suites: ["strangers"], env: { GUESSES: "1000" } },
      ].map(({ suites, env }) => ({
        args: [...VITEST, ...suites.map((name) => `tests/server/${name}.test.ts`)],
        env: { ...env, SEED: String(seed) },
      })),
  },
  lanes: {
    about: "how much a provider that does not answer delays the jobs of another",
    steps: () => [{ args: [...VITEST, "tests/server/jobs.test.ts"], env: { ROUNDS: "60", JOBS: "40" } }],
  },
  folder: {
    about: "`npm start` from a folder whose name has spaces",
    steps: () => [{ args: ["--import", "tsx", "tools/first-start.ts"] }],
  },
  sockets: {
    about: "60 connections that are never ended, under the limits of an installation",
    steps: () => [
      { args: [...VITEST, "tests/server/sockets.test.ts", "-t", "half-open"], env: { SOCKETS: "default" } },
    ],
  },
  statement: {
    about: "a bank statement of 50,000 entries",
    steps: () => [{ args: [...VITEST, "tests/server/statements.test.ts"], env: { LINES: "50000" } }],
  },
  provider: {
    about: "a provider that is killed 20 times during 200 orders, and 20 times in each state of an ask",
    steps: (seed) => [
      {
        args: [...VITEST, "tests/server/provider-kill.test.ts"],
        env: { ORDERS: "200", KILLS: "20", SEED: String(seed) },
      },
    ],
  },
};

const HELP = `npm run live -- <name> [--seed NUMBER] [--from FOLDER]
${Object.entries(RUNS)
  .map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  .join("\n")}`;

/** Parses the name of the run, its seed and the folder of an earlier release; undefined when there is no such run. */
function readArguments(): { run: Run; name: string; seed: number; from: string | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { seed: { type: "string" }, from: { type: "string" } },
    });
    const [name = "", ...others] = positionals;
    const run = RUNS[name];
    const seed = Number(values.seed ?? randomInt(2 ** 31));
    const isFit = others.length === 0 && (values.from === undefined || name === "upgrade");
    return run && isFit && Number.isSafeInteger(seed) ? { run, name, seed, from: values.from } : undefined;
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

const runNode = (args: readonly string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", reject).on("exit", (code) => resolve(code ?? 1));
  });

const selected = readArguments();
if (!selected || process.argv.includes("--help")) {
  console[process.argv.includes("--help") ? "log" : "error"](HELP);
  process.exit(process.argv.includes("--help") ? 0 : 2);
}
const { run, name, seed, from } = selected;
if (name === "citus" && !process.env["TEST_CITUS_URL"]) {
  console.error("live citus: nothing ran, TEST_CITUS_URL names no coordinator (postgres://user@host:5432/postgres)");
  process.exit(2);
}
const began = Date.now();
console.log(`live ${name}: ${run.about}, --seed ${seed}`);
let status = 0;
for (const { args, env } of run.steps(seed, from)) status ||= await runNode(args, env);
console.log(`live ${name}: ${status === 0 ? "passed" : "FAILED"} in ${Math.round((Date.now() - began) / 1000)} s`);
process.exit(status);
