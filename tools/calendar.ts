/**
 * `npm run calendar -- [--at DAY]... [unit] [e2e] [FILE]...`: runs tests on the days on which code that reads the
 * calendar fails most often, by a faked system time (`faketime` of Debian, which is installed if missing). `DAY` is a
 * part of a name (`Sunday`, `29`) or an instant (`2028-02-29T10:00+08:00`). Default: all six days, and the unit tests
 * with calendar logic. `unit` and `e2e` run every test of that kind; files run alone.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listCalendarDays, type CalendarDay } from "../tests/calendar.ts";
import { addTestHolidays } from "../tests/holidays.ts";
import { ensureChineseFont, findBrowser, installWithApt } from "./browser.mjs";
import { requirePgBouncer, requirePostgres } from "./find-postgres.ts";
import { install, root } from "./install.mjs";

/** Suites with calendar logic. */
const SUITES = [
  "tests/server/calendar.test.ts",
  "tests/server/notices.test.ts",
  "tests/server/account-statement.test.ts",
  "tests/server/swap-price.test.ts",
  "tests/server/swap-application.test.ts",
  "tests/server/swap.test.ts",
  "tests/server/recharge-life.test.ts",
  "tests/server/statements.test.ts",
  "tests/server/reconcile.test.ts",
  "tests/server/alerts.test.ts",
  "tests/server/rates.test.ts",
  "tests/server/sandbox.test.ts",
  "tests/server/groups.test.ts",
  "tests/server/union.test.ts",
  "tests/server/cards.test.ts",
  "tests/server/transfer.test.ts",
  "tests/server/onboarding.test.ts",
  "tests/engine/query.test.ts",
  "tests/engine/zone.test.ts",
  "tests/engine/dates.test.ts",
  "tests/engine/money-views.test.tsx",
];
/**
 * Suites that fail under any faked time: they compare it with the kernel's (times of files), or with that of processes
 * which do not load the library.
 */
const REAL_TIME = [
  "tests/schemas/plain.test.ts",
  "tests/schemas/standard.test.ts",
  "tests/server/file-stores.test.ts",
  "tests/server/http-files.test.ts",
  "tests/server/pooler.test.ts",
  "tests/server/provider-kill.test.ts",
  "tests/server/provider-verify.test.ts",
  "tests/server/store.test.ts",
];
const LIBRARY = "faketime/libfaketimeMT.so.1";

/** Returns the path of libfaketime. @throws Error with instructions when it is missing and cannot be installed */
function requireFaketime(): string {
  const find = () =>
    readdirSync("/usr/lib", { withFileTypes: true })
      .map(({ name }) => join("/usr/lib", name, LIBRARY))
      .find((path) => existsSync(path));
  const found = find() ?? (installWithApt("faketime") ? find() : undefined);
  if (found === undefined) throw new Error("faketime was not found: install it (Debian: apt-get install faketime)");
  return found;
}

/** Returns the days that `--at` names. @throws RangeError when it names none */
function chooseDays(wanted: readonly string[]): readonly CalendarDay[] {
  const days = listCalendarDays(Date.now());
  if (wanted.length === 0) return days;
  return wanted.flatMap((part) => {
    const named = days.filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()));
    if (named.length > 0) return named;
    const at = Date.parse(part);
    if (!Number.isNaN(at)) return [{ name: part, at }];
    throw new RangeError(`--at ${part} is none of ${days.map(({ name }) => `"${name}"`).join(", ")}, and no instant`);
  });
}

/** Writes a script that starts the browser by the real time; its pages get the faked one (`tests/e2e/portal.ts`). */
function writeBrowserStart(browser: string): string {
  const path = join(root, ".cache/browser");
  writeFileSync(path, `#!/bin/sh\nunset LD_PRELOAD\nexec "${browser}" "$@"\n`, { mode: 0o755 });
  return path;
}

const bin = (path: string) => join(root, "node_modules", path);
const VITEST = [bin("vitest/vitest.mjs"), "run", "--reporter=dot"];
const PLAYWRIGHT = [bin("@playwright/test/cli.js"), "test", "--reporter=list"];

/** Returns the commands that run the wanted tests. */
function listRuns(wanted: readonly string[]): string[][] {
  const files = wanted.filter((word) => word !== "unit" && word !== "e2e");
  const specs = files.filter((file) => file.includes("e2e/"));
  const suites = files.filter((file) => !specs.includes(file));
  const runs: string[][] = [];
  if (wanted.includes("unit")) runs.push([...VITEST, ...REAL_TIME.map((file) => `--exclude=${file}`)]);
  else if (suites.length > 0) runs.push([...VITEST, ...suites]);
  if (wanted.includes("e2e")) runs.push(PLAYWRIGHT);
  else if (specs.length > 0) runs.push([...PLAYWRIGHT, ...specs]);
  return runs.length > 0 ? runs : [[...VITEST, ...SUITES]];
}

const { values, positionals } = parseArgs({
  options: { at: { type: "string", multiple: true, default: [] } },
  allowPositionals: true,
});
// Everything is installed and built by the real time, because downloads check certificates.
install();
addTestHolidays(Date.now());
const days = chooseDays(values.at);
const runs = listRuns(positionals);
const preload = requireFaketime();
requirePostgres();
requirePgBouncer();
const isWithBrowser = runs.some(([first]) => first === PLAYWRIGHT[0]);
const browser = isWithBrowser ? writeBrowserStart(findBrowser()) : undefined;
if (isWithBrowser) {
  ensureChineseFont();
  execFileSync(process.execPath, ["tools/build.mjs"], { cwd: root, stdio: "inherit" });
}

const failed: string[] = [];
for (const { name, at } of days) {
  // An offset instead of an instant: every process of a run has the same time, those of other users included.
  const offset = Math.round((at - Date.now()) / 1_000);
  console.log(`\n${name}: ${new Date(at).toISOString()}`);
  for (const args of runs) {
    const { status } = spawnSync(process.execPath, args, {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        LD_PRELOAD: preload,
        FAKETIME: `${offset < 0 ? "" : "+"}${offset}s`,
        // Timers and timeouts run by the real time.
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        ...(browser !== undefined && { CHROMIUM_PATH: browser }),
      },
    });
    if (status !== 0) failed.push(name);
  }
}
console.log(failed.length === 0 ? "\nevery day passed" : `\nfailed: ${[...new Set(failed)].join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);
