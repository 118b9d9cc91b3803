/**
 * `npm test`: runs every check, also on a fresh clone. Ends with `N passed, N failed`, and a non-zero exit code on
 * failure. `npm test -- unit` or `-- checks e2e` runs only those parts; `-- --record` writes the duration of every
 * suite to `tests/budget.json`.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureChineseFont, findBrowser } from "./browser.mjs";
import { install, npmCli, root } from "./install.mjs";
import { readBrowserTimes, recordedBudget, readUnitTimes } from "./suite-times.mjs";

const started = Date.now();
const hasInstalled = install();
const cache = join(root, ".cache");
mkdirSync(cache, { recursive: true });
const bin = (path) => [process.execPath, join(root, "node_modules", path)];
const wanted = process.argv.slice(2).filter((word) => word !== "--record");
const record = process.argv.includes("--record");
let passed = 0;
/** Failures as `{name, message}`, printed at the end. */
const failures = [];

/** Disables colours when the output is not a terminal. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
/** Runs a command and prints its output when it fails, or as it arrives with `loud`. */
function execute([command, ...args], { env = {}, loud = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...plain, ...env },
      stdio: loud ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: String(error) }));
    child.on("exit", (code) => resolve({ ok: code === 0, output }));
  });
}
/** Output of checks, held back while a test runner is printing. */
const said = [];
function pass(name) {
  said.push(`ok   ${name}`);
  passed += 1;
}
async function check(name, command) {
  const { ok, output } = await execute(command);
  if (ok) return pass(name);
  said.push(`FAIL ${name}`);
  failures.push({ name, message: output });
}
const tell = () => said.splice(0).forEach((line) => console.log(line));

const build = [process.execPath, "tools/build.mjs"];
const parts = {
  async checks() {
    await Promise.all([
      check("types", [...bin("typescript/bin/tsc"), "-p", "."]),
      check("lint", [...bin("oxlint/bin/oxlint"), "--deny-warnings"]),
      check("format", [...bin("oxfmt/bin/oxfmt"), "--check", "."]),
    ]);
    await check("unused code", [...bin("knip/bin/knip.js"), "--no-progress"]);
    await check("schemas and what is generated from them", [
      process.execPath,
      "--import",
      "tsx",
      "tools/schemas.ts",
      "check",
    ]);
    await check("the specification's table", [process.execPath, "--import", "tsx", "tools/specification.ts", "check"]);
    // An installation has just checked it.
    if (hasInstalled) pass("lock file");
    else
      await check("lock file", [process.execPath, npmCli(), "ci", "--dry-run", "--ignore-scripts", "--loglevel=error"]);
  },
  async unit() {
    const report = join(cache, "unit.json");
    rmSync(report, { force: true });
    const { ok } = await execute(
      [...bin("vitest/vitest.mjs"), "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
      { loud: true },
    );
    count("unit", ok, () => unitResults(JSON.parse(readFileSync(report, "utf8"))));
  },
  async e2e() {
    const browser = findBrowser();
    ensureChineseFont();
    const report = join(cache, "e2e.json");
    rmSync(report, { force: true });
    const built = await execute(build, { loud: true });
    if (!built.ok) return count("e2e: the build", false, () => []);
    const { ok } = await execute([...bin("@playwright/test/cli.js"), "test"], {
      loud: true,
      env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    count("e2e", ok, () => JSON.parse(readFileSync(report, "utf8")).suites.flatMap(browserResults));
  },
};
/** Checks that every id of the specification is cited by a test that has just passed. */
async function coverage() {
  await check("every id of the specification has a passing test", [
    process.execPath,
    "--import",
    "tsx",
    "tools/specification.ts",
    "ran",
    join(cache, "unit.json"),
    join(cache, "e2e.json"),
  ]);
}
// A skipped test cannot fail, so only "passed" counts.
/** Results of Vitest's report, as `{name, passed, message}`. A test file that cannot be loaded counts as failed. */
const unitResults = ({ testResults }) =>
  testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const results = assertionResults.map((test) => ({
      name: `${relative(root, file)} › ${test.fullName}`,
      passed: test.status === "passed",
      message: test.failureMessages.join("\n") || test.status,
    }));
    return status === "failed" && results.every((result) => result.passed)
      ? [...results, { name: relative(root, file), passed: false, message }]
      : results;
  });
/** Results of Playwright's report, whose suites are nested. */
const browserResults = ({ suites = [], specs }) => [
  ...suites.flatMap(browserResults),
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: `${file}:${line} › ${title}`,
      passed: status === "expected",
      message: results.flatMap(({ errors }) => errors.map((error) => error.message)).join("\n") || status,
    })),
  ),
];
/** Writes the durations of this run to the budget. Record only on an idle machine. */
function recordTimes() {
  const path = join(root, "tests/budget.json");
  const report = (name) => JSON.parse(readFileSync(join(cache, name), "utf8"));
  const budget = recordedBudget(JSON.parse(readFileSync(path, "utf8")), {
    wholeSeconds: (Date.now() - started) / 1000,
    unit: readUnitTimes(report("unit.json"), root),
    e2e: readBrowserTimes(report("e2e.json")),
  });
  writeFileSync(path, `${JSON.stringify(budget, undefined, 2)}\n`);
}
/** Returns a message without colours, limited to 60 lines. */
const shortened = (message) => stripVTControlCharacters(message).trim().split("\n").slice(0, 60).join("\n");
/**
 * Adds the results of a runner. A runner that failed without a failed test, or without a report, counts as one failure.
 */
function count(runner, ok, read) {
  let results = [];
  try {
    results = read();
  } catch {
    // There is no report because the runner crashed.
  }
  const failed = results.filter((result) => !result.passed);
  passed += results.length - failed.length;
  failures.push(...failed);
  if (!ok && failed.length === 0)
    failures.push({ name: runner, message: "failed without a failed test: see its output above" });
}

const chosen = (name) => wanted.length === 0 || wanted.includes(name);
/** Prepares the demo data for the browser tests, which otherwise create it themselves. */
const fillDemoData = [
  process.execPath,
  "--import",
  "tsx",
  "--eval",
  'import("./tests/e2e/portal.ts").then((portal) => portal.default())',
];
// Checks, build and demo data run in parallel with the suites, which mostly wait for disks and timers.
const beside = (async () => {
  if (chosen("checks")) await parts.checks();
  if (!chosen("unit") || !chosen("e2e")) return;
  await execute(build);
  await execute(fillDemoData);
})();
if (chosen("unit")) await parts.unit();
await beside;
tell();
if (chosen("e2e")) await parts.e2e();
if (wanted.length === 0) await coverage();
tell();
if (record && wanted.length === 0) recordTimes();
for (const { name, message } of failures) console.log(`\nFAIL ${name}\n${shortened(message)}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
