/** Settings at startup: all are validated before anything else runs, and docs/operating.md lists each of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import schema from "../../server/config/config.schema.json";
import { writeEnvExample } from "../../server/config/example.ts";
import { CONFIG_EXIT, ConfigErrors, readConfig } from "../../server/config/read.ts";
import { PORTS } from "../../server/providers/provider-port.ts";
import { temporaryFolder } from "./databases.ts";
import { refusedStart } from "./process.ts";

/** Returns the lines of the error message without the first and the last; empty when the settings are valid. */
function faults(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigErrors)) throw error;
    return error.message
      .split("\n")
      .slice(1, -1)
      .map((line) => line.trim());
  }
}

it.each([
  ["PORTOLAN_MODE", "production"],
  ["SANDBOX", "yes"],
  ["SANDBOX", "true"],
  ["PUBLIC_ORIGIN", "notaurl"],
  ["PUBLIC_ORIGIN", "https://pay.example/"],
  ["PUBLIC_ORIGIN", "https://Pay.example"],
  ["PUBLIC_ORIGIN", "https://pay.example:443"],
  ["PUBLIC_ORIGIN", "ftp://pay.example"],
  ["PUBLIC_ORIGIN", "pay.example"],
  ["TRUST_PROXY", "x"],
  ["TRUST_PROXY", "true"],
  ["TRUST_PROXY", "10.0.0.1,"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "::1/129"],
  ["LOG_LEVEL", "loud"],
  ["PORT", "http"],
  ["PORT", "70000"],
  ["SIM_PORT", "-1"],
  ["SANDBOX_SPEED", "slow"],
  ["SANDBOX_HISTORY", "no"],
  ["SCHEMA_ACCEPT", "remark"],
  ["SANDBOX_SPED", "fast"],
  ["PROVIDER_KYC", "https"],
  ["MAIL_FROM", "no-reply"],
  ["MAIL_FROM", "Portolan <no-reply@example.com"],
])("%s=%s is rejected in one line with the setting, its value and what is expected", (name, value) => {
  const said = faults({ [name]: value });
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    new RegExp(
      `^${name} {2}(${JSON.stringify(value).replaceAll(/[/.]/g, String.raw`\$&`)} is not .{9}|there is no such setting; did you mean SANDBOX_SPEED)`,
    ),
  );
  expect(faults({ [name]: value, LANG: "zh_CN.UTF-8" })[0]).toMatch(/[\u4e00-\u9fff]/);
});

/** A Standard Webhooks secret. */
const WHSEC = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

test.each([
  {},
  { PORTOLAN_MODE: "", PUBLIC_ORIGIN: "" },
  { PUBLIC_ORIGIN: "https://pay.example" },
  { PUBLIC_ORIGIN: "http://10.0.0.7:8080" },
  { TRUST_PROXY: "loopback, 10.0.0.5,192.168.0.0/16,172.16.0.0/255.240.0.0,fd00::/8" },
  { LOG_LEVEL: "silent", PORT: "0", SCHEMA_ACCEPT: "withdrawal.remark,wallet.note" },
  { PORTOLAN_MODE: "sandbox", DATABASE_URL: "postgres://a:b@c/d" },
  { PROVIDER_KYC: "package:@example/kyc", PROVIDER_KYC_URL: "https://kyc.example" },
  { PROVIDER_CARDS: "off", PROVIDER_KYC: "sandbox", PROVIDER_DEALER: "desk" },
  { PROVIDER_KYC: "http", PROVIDER_KYC_URL: "http://bank.internal/v1", PROVIDER_KYC_SECRET: WHSEC },
  { PROVIDER_KYC: "http", PROVIDER_KYC_URL: "https://kyc.example", PROVIDER_KYC_SECRET: `${WHSEC} ${WHSEC}` },
  { SCHEMA_REGISTRY_URL: "http://kafka.example" },
])("%j is accepted", (env) => expect(faults(env)).toEqual([]));

/** Settings required in live mode. */
const LIVE: Record<string, string> = {
  PORTOLAN_MODE: "live",
  ...Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, setting]) =>
      "x-needs" in setting ? [[name, setting["x-example"]]] : [],
    ),
  ),
};

test("the mode defaults to sandbox, but must be set when DATABASE_URL is", () => {
  const databaseUrl = { DATABASE_URL: "postgres://a@b/c" };
  const { PORTOLAN_MODE: _mode, ...complete } = LIVE;
  expect(
    [
      {},
      { ...databaseUrl, PORTOLAN_MODE: "sandbox" },
      LIVE,
      { ...databaseUrl, SANDBOX: "1" },
      { ...complete, SANDBOX: "0" },
    ].map((env) => {
      const { mode, sandbox } = readConfig(env);
      return [mode, sandbox !== undefined];
    }),
  ).toEqual([
    ["sandbox", true],
    ["sandbox", true],
    ["live", false],
    ["sandbox", true],
    ["live", false],
  ]);
  expect(faults(databaseUrl)).toEqual([
    expect.stringMatching(/^PORTOLAN_MODE {2}missing: with DATABASE_URL/),
    "PORTOLAN_MODE=sandbox npm start",
    "PORTOLAN_MODE=live npm start",
  ]);
});

test("the deprecated name of the mode causes a warning, or an error when it contradicts the new one", () => {
  expect(readConfig({ SANDBOX: "1" }).warnings).toEqual([expect.stringContaining("set PORTOLAN_MODE=sandbox instead")]);
  expect(readConfig({ PORTOLAN_MODE: "sandbox" }).warnings).toEqual([]);
  expect(faults({ ...LIVE, SANDBOX: "1" })).toEqual(["SANDBOX  1 contradicts PORTOLAN_MODE=live; remove it"]);
});

test("a mail server requires a sender, and its password is never shown", () => {
  expect(faults({ MAIL_URL: "smtp://mail.example" })).toEqual([expect.stringMatching(/^MAIL_FROM {2}missing: /)]);
  const [text] = faults({ MAIL_URL: "mail.example:hunter2@x", MAIL_FROM: "a@b.example" });
  expect(text).toMatch(/^MAIL_URL .*not shown.* is not an address of SMTP/);
  expect(readConfig({ MAIL_URL: "smtps://u:p@mail.example", MAIL_FROM: "Portolan <a@b.example>" }).mail).toEqual({
    url: "smtps://u:p@mail.example",
    from: "Portolan <a@b.example>",
  });
});

test("live mode reports all missing settings at once", () => {
  const missing = faults({ PORTOLAN_MODE: "live" });
  expect(missing.map((line) => line.split(" ")[0])).toEqual(Object.keys(LIVE).slice(1));
  expect(missing.length).toBeGreaterThanOrEqual(9);
  for (const line of missing) expect(line).toMatch(/^\w+ +missing: .{9}/);
  expect(faults({ ...LIVE, PUBLIC_ORIGIN: "http://pay.example", PROVIDER_CARDS: "" })).toEqual([
    expect.stringMatching(/^PUBLIC_ORIGIN {3}"http:.* is not an https address/),
    expect.stringMatching(/^PROVIDER_CARDS {2}missing: .*card\.issue, card\.load/),
  ]);
});

test("each provider setting lists the jobs of its port, and its variables are passed to the provider", () => {
  const declared = Object.values(schema.properties).flatMap((setting) =>
    "x-jobs" in setting ? [{ name: setting["x-port"], jobs: setting["x-jobs"] }] : [],
  );
  expect(declared).toEqual(PORTS.map(({ name, jobs }) => ({ name, jobs })));
  const { providers } = readConfig({ PROVIDER_KYC: "package:./kyc.js", PROVIDER_KYC_URL: "https://kyc.example" });
  expect(providers).toEqual({ kyc: { by: "package", module: "./kyc.js", settings: { URL: "https://kyc.example" } } });
});

test("an HTTP provider requires an address and a secret, and live mode rejects simulated providers and plain HTTP", () => {
  const http = { PROVIDER_KYC: "http" };
  expect(faults(http)).toEqual([
    expect.stringMatching(/^PROVIDER_KYC_URL +missing: the address/),
    expect.stringMatching(/^PROVIDER_KYC_SECRET +missing: a secret that begins with whsec_/),
  ]);
  const wrong = faults({
    ...http,
    PROVIDER_KYC_URL: "ftp://x",
    PROVIDER_KYC_SECRET: "hunter2",
    PROVIDER_KYC_TOKEN: "x",
  });
  expect(wrong).toEqual([
    expect.stringMatching(/^PROVIDER_KYC_TOKEN +there is no such setting; did you mean PROVIDER_KYC_/),
    expect.stringMatching(/^PROVIDER_KYC_URL +"ftp:\/\/x" is not/),
    expect.stringMatching(/^PROVIDER_KYC_SECRET +its value \(not shown\) is not/),
  ]);
  const live = { ...LIVE, ...http, PROVIDER_KYC_SECRET: WHSEC, PROVIDER_CARDS: "sandbox" };
  expect(faults({ ...live, PROVIDER_KYC_URL: "http://bank.example" })).toEqual([
    expect.stringMatching(/^PROVIDER_CARDS +sandbox is a simulated party/),
    expect.stringMatching(/^PROVIDER_KYC_URL +"http:/),
  ]);
  expect(faults({ ...live, PROVIDER_CARDS: "off", PROVIDER_KYC_URL: "http://127.0.0.1:9000" })).toEqual([]);
  expect(faults({ ...http, LANG: "zh_CN.UTF-8" }).every((line) => /[\u4e00-\u9fff]/.test(line))).toBe(true);
});

test("the desk accepts only its own settings, including those for a single currency", () => {
  const desk = { PROVIDER_PAYOUT: "desk", PROVIDER_PAYOUT_DEBTOR_ACCOUNT_CNY: "1", PROVIDER_PAYOUT_DEBTOR_BIC: "X" };
  expect(faults(desk)).toEqual([]);
  expect(faults({ ...desk, PROVIDER_PAYOUT_DEBTOR_NMAE: "X" })).toEqual([
    "PROVIDER_PAYOUT_DEBTOR_NMAE  there is no such setting; did you mean PROVIDER_PAYOUT_DEBTOR_NAME?",
  ]);
});

test("the server rejects unknown arguments", async () => {
  const run = (...args: string[]) => refusedStart({ dataDir: temporaryFolder(), args });
  expect(await run("--no-prob")).toMatchObject({ code: 2, output: expect.stringContaining("--no-probe  ") });
  expect(await run("--help")).toMatchObject({ code: 0, output: expect.stringMatching(/^Starts the server/) });
});

test("a value can be read from a file, and an unreadable file is named", () => {
  const file = join(temporaryFolder(), "database");
  writeFileSync(file, "postgres://a:b@c/d\n");
  const env = { PORTOLAN_MODE: "sandbox", DATABASE_URL: `file:${file}` };
  expect(readConfig(env).databaseUrl).toBe("postgres://a:b@c/d");
  expect(faults({ ...env, PROVIDER_KYC_TOKEN: "file:/no/such/file" })).toEqual([
    "PROVIDER_KYC_TOKEN  the file /no/such/file cannot be read",
  ]);
});

test("only a secret is read from a file, so that no message shows a file's content", () => {
  const file = join(temporaryFolder(), "secret");
  writeFileSync(file, "hunter2\n");
  const inFile = `file:${file}`;
  const http = { PROVIDER_PAYOUT: "http", PROVIDER_PAYOUT_SECRET: WHSEC };
  const names = ["PROVIDER_PAYOUT_URL", "PROVIDER_PAYOUT", "PUBLIC_ORIGIN", "HOST", "DATA_DIR", "LOG_LEVEL"];
  for (const name of names) {
    const text = faults({ ...http, PROVIDER_PAYOUT_URL: "https://bank.example", [name]: inFile }).join("\n");
    expect(text).toMatch(new RegExp(`^${name} +only secrets are read from a file`));
    expect(text).not.toContain("hunter2");
  }
  const desk = { PROVIDER_PAYOUT: "desk", PROVIDER_PAYOUT_DEBTOR_NAME_EUR: inFile };
  expect(faults(desk)).toEqual([expect.stringMatching(/only secrets are read from a file/)]);
  writeFileSync(file, WHSEC);
  expect(faults({ ...http, PROVIDER_PAYOUT_URL: "https://bank.example", PROVIDER_PAYOUT_SECRET: inFile })).toEqual([]);
  const { providers } = readConfig({ PROVIDER_KYC: "package:./kyc.js", PROVIDER_KYC_TOKEN: inFile });
  expect(providers["kyc"]?.settings).toEqual({ TOKEN: WHSEC });
});

test("uploaded files are in the database that nodes share, unless it is embedded or FILES is set", () => {
  const shared = { PORTOLAN_MODE: "sandbox", DATABASE_URL: "postgres://portolan@db/portolan" };
  const locate = (env: Record<string, string>) => readConfig(env).fileSettings.location;
  expect(locate(shared)).toBe("db:");
  expect(locate({ ...shared, FILES: "file:/srv/files" })).toBe("file:/srv/files");
  expect(locate({ PORTOLAN_MODE: "sandbox" })).toBe("file:");
});

test("a secret's value is never shown", () => {
  const [text] = faults({ PORTOLAN_MODE: "sandbox", DATABASE_URL: "mysql://root:hunter2@db/portolan" });
  expect(text).toMatch(/^DATABASE_URL .*not shown/);
  expect(text).not.toContain("hunter2");
});

test("a live start without settings lists at least nine missing ones and exits with 78", async () => {
  const began = performance.now();
  const { code, output: text } = await refusedStart({
    dataDir: temporaryFolder(),
    env: { PORTOLAN_MODE: "live", LANG: "C", LC_ALL: "C" },
  });
  console.log(`refused after ${Math.round(performance.now() - began)} ms`);
  const names = [...text.matchAll(/^ {2}([A-Z_]+) +missing: /gm)].map(([, name]) => name);
  const needed = Object.keys(LIVE).filter((name) => name !== "PORTOLAN_MODE" && name !== "DATA_DIR");
  expect([code, names]).toEqual([CONFIG_EXIT, needed]);
  expect(names.length).toBeGreaterThanOrEqual(9);
  expect(text).not.toMatch(/^\s+at /m);
});

test("a start with invalid settings lists all of them without a stack trace, starts nothing and exits with 78", async () => {
  const dataDir = temporaryFolder();
  const { code, output: text } = await refusedStart({
    dataDir,
    env: {
      PORTOLAN_MODE: "",
      SANDBOX: "yes",
      PUBLIC_ORIGIN: "notaurl",
      TRUST_PROXY: "x",
      LOG_LEVEL: "loud",
      LANG: "C",
      LC_ALL: "C",
    },
  });
  expect(code).toBe(CONFIG_EXIT);
  expect(text.trim().split("\n")).toEqual([
    "Portolan cannot start: 4 settings are wrong.",
    expect.stringMatching(/^ {2}PUBLIC_ORIGIN {2}"notaurl" is not scheme, host and port alone/),
    expect.stringMatching(/^ {2}TRUST_PROXY {4}"x" is not addresses/),
    expect.stringMatching(/^ {2}SANDBOX {8}"yes" is not 1 \(sandbox\) or 0 \(live\)/),
    expect.stringMatching(/^ {2}LOG_LEVEL {6}"loud" is not fatal, error/),
    "Nothing was started. docs/operating.md lists every setting.",
  ]);
});

test("the table of settings in docs/operating.md matches the schema", () => {
  const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith("Settings\n"))!;
  const listed = [...section.matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, otherwise, meaning]) => [
    name,
    otherwise,
    meaning,
  ]);
  const declared = Object.entries(schema.properties)
    .filter(([, setting]) => !("x-by" in setting))
    .map(([name, setting]) => [name, setting["x-default"], setting["x-label"].en]);
  expect(listed).toEqual(declared);
});

test("`.env.example` matches the schema", () => {
  expect(readFileSync(new URL("../../.env.example", import.meta.url), "utf8")).toBe(writeEnvExample());
  for (const name of Object.keys(LIVE)) expect(writeEnvExample()).toMatch(new RegExp(`^#${name}=.+$`, "m"));
});

test("other readers of the environment use only settings in the schema", () => {
  const folder = new URL("../../", import.meta.url);
  const tools = [
    "vite.config.ts",
    "tools/build.mjs",
    "tools/start.mjs",
    "tools/dev.mjs",
    "tools/schemas.ts",
    "tools/sim.ts",
  ];
  const read = tools.flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(/process\.env\.([A-Z_]+)/g)].map(([, name]) => name!),
  );
  expect(read).toContain("BUILD_DIR");
  expect(read.filter((name) => !(name in schema.properties))).toEqual([]);
});
