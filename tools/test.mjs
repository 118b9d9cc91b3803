/**
 * `npm test`: every check there is, alone on a fresh clone. Ends with `N passed, N failed` and non-zero on any failure.
 * `npm test -- unit` or `-- checks e2e` runs only those parts.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChineseFont, findBrowser } from "./browser.mjs";
import { install, root } from "./install.mjs";

const started = Date.now();
install();
const cache = join(root, ".cache");
mkdirSync(cache, { recursive: true });
const bin = (path) => [process.execPath, join(root, "node_modules", path)];
const wanted = process.argv.slice(2);
const total = { passed: 0, failed: 0 };

/** Runs a command; its output is shown when it fails, or as it comes with `loud`. */
function execute([command, ...args], { env = {}, loud = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: loud ? "inherit" : ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ ok: false, output: String(error) }));
    child.on("exit", (code) => resolve({ ok: code === 0, output }));
  });
}
/** What checks have to say, kept while a suite is writing. */
const said = [];
async function check(name, command) {
  const { ok, output } = await execute(command);
  total[ok ? "passed" : "failed"] += 1;
  said.push(`${ok ? "ok  " : "FAIL"} ${name}`);
  if (!ok) said.push(output);
}
const tell = () => said.splice(0).forEach((line) => console.log(line));

const build = [process.execPath, "tools/build.mjs"];
const parts = {
  async checks() {
    await Promise.all([
      check("types", [...bin("typescript/bin/tsc"), "-p", "."]),
      check("lint", [...bin("oxlint/bin/oxlint"), "--deny-warnings"]),
    ]);
    await check("unused code", [...bin("knip/bin/knip.js"), "--no-progress"]);
    await check("schemas and what is generated from them", [process.execPath, "--import", "tsx", "tools/schemas.ts", "check"]);
    await check("the specification's table", [process.execPath, "--import", "tsx", "tools/specification.ts", "check"]);
    await check("lock file", ["npm", "ci", "--dry-run", "--ignore-scripts", "--loglevel=error"]);
  },
  async unit() {
    const report = join(cache, "unit.json");
    rmSync(report, { force: true });
    const { ok } = await execute([...bin("vitest/vitest.mjs"), "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`], { loud: true });
    count(ok, () => {
      const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, "utf8"));
      // A skipped test is a test that cannot fail.
      return { passed: numPassedTests, failed: numFailedTests + numPendingTests };
    });
  },
  async e2e() {
    const browser = findBrowser();
    ensureChineseFont();
    const report = join(cache, "e2e.json");
    rmSync(report, { force: true });
    const built = await execute(build, { loud: true });
    if (!built.ok) return count(false, () => ({ passed: 0, failed: 1 }));
    const { ok } = await execute([...bin("@playwright/test/cli.js"), "test"], { loud: true, env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report } });
    count(ok, () => {
      const { stats } = JSON.parse(readFileSync(report, "utf8"));
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
    });
  },
};
/** Every id of the specification is cited by a test that passed just now. */
async function coverage() {
  await check("every id of the specification has a passing test", [process.execPath, "--import", "tsx", "tools/specification.ts", "ran", join(cache, "unit.json"), join(cache, "e2e.json")]);
}
/** Adds a runner's own figures; a runner that failed without a failed test, or died before its report, is one failure. */
function count(ok, read) {
  let figures = { passed: 0, failed: 1 };
  try {
    figures = read();
  } catch {
    // No report: it died.
  }
  total.passed += figures.passed;
  total.failed += figures.failed + (!ok && figures.failed === 0 ? 1 : 0);
}

const chosen = (name) => wanted.length === 0 || wanted.includes(name);
// The suites wait for disks and clocks now and then: the checks and the build take that time.
const beside = (async () => {
  if (chosen("checks")) await parts.checks();
  if (chosen("unit") && chosen("e2e")) await execute(build);
})();
if (chosen("unit")) await parts.unit();
await beside;
tell();
if (chosen("e2e")) await parts.e2e();
if (wanted.length === 0) await coverage();
tell();
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
