/** Settings of a start: all are checked before anything else runs, and the README lists each. */
import { readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import schema from "../../server/config/config.schema.json";
import { CONFIG_EXIT, ConfigErrors, readConfig } from "../../server/config/read.ts";
import { temporaryFolder } from "./databases.ts";
import { refusedStart } from "./process.ts";

/** Returns the lines of the refusal without its first and last line; none when the settings are valid. */
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
])("%s=%s is refused in one line that names it, what stands there and what would be right", (name, value) => {
  const said = faults({ [name]: value });
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    new RegExp(
      `^${name} {2}(${JSON.stringify(value).replaceAll(/[/.]/g, String.raw`\$&`)} is not .{9}|there is no such setting; did you mean SANDBOX_SPEED)`,
    ),
  );
  expect(faults({ [name]: value, LANG: "zh_CN.UTF-8" })[0]).toMatch(/[\u4e00-\u9fff]/);
});

test.each([
  {},
  { SANDBOX: "", PUBLIC_ORIGIN: "" },
  { PUBLIC_ORIGIN: "https://pay.example" },
  { PUBLIC_ORIGIN: "http://10.0.0.7:8080" },
  { TRUST_PROXY: "loopback, 10.0.0.5,192.168.0.0/16,172.16.0.0/255.240.0.0,fd00::/8" },
  { LOG_LEVEL: "silent", PORT: "0", SCHEMA_ACCEPT: "withdrawal.remark,wallet.note" },
  { DATABASE_URL: "postgres://a:b@c/d" },
  { SCHEMA_REGISTRY_URL: "http://kafka.example" },
])("%j is taken", (env) => expect(faults(env)).toEqual([]));

test("the sandbox is on without DATABASE_URL, off with it, and either by name", () => {
  const databaseUrl = { DATABASE_URL: "postgres://a@b/c" };
  expect(
    [{}, databaseUrl, { SANDBOX: "0" }, { ...databaseUrl, SANDBOX: "1" }].map(
      (env) => readConfig(env).sandbox !== undefined,
    ),
  ).toEqual([true, false, false, true]);
});

test("a secret's value is never shown", () => {
  const [said] = faults({ DATABASE_URL: "mysql://root:hunter2@db/portolan" });
  expect(said).toMatch(/^DATABASE_URL .*not shown/);
  expect(said).not.toContain("hunter2");
});

test("a start names every fault at once, without a stack, starts nothing and ends with 78", async () => {
  const dataDir = temporaryFolder();
  const { code, said } = await refusedStart({
    dataDir,
    env: { SANDBOX: "yes", PUBLIC_ORIGIN: "notaurl", TRUST_PROXY: "x", LOG_LEVEL: "loud", LANG: "C", LC_ALL: "C" },
  });
  expect(code).toBe(CONFIG_EXIT);
  expect(said.trim().split("\n")).toEqual([
    "Portolan cannot start: 4 settings are wrong.",
    expect.stringMatching(/^ {2}PUBLIC_ORIGIN {2}"notaurl" is not scheme, host and port alone/),
    expect.stringMatching(/^ {2}TRUST_PROXY {4}"x" is not addresses/),
    expect.stringMatching(/^ {2}SANDBOX {8}"yes" is not 1 \(on\) or 0 \(off\)/),
    expect.stringMatching(/^ {2}LOG_LEVEL {6}"loud" is not fatal, error/),
    "Nothing was started. README.md lists every setting.",
  ]);
});

test("the README's table is the schema's", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, otherwise, meaning]) => [
    name,
    otherwise,
    meaning,
  ]);
  const declared = Object.entries(schema.properties)
    .filter(([, setting]) => !("x-by" in setting))
    .map(([name, setting]) => [name, setting["x-default"], setting["x-label"].en]);
  expect(listed).toEqual(declared);
});

test("what reads the environment elsewhere reads settings that the schema knows", () => {
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
