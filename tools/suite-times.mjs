/** Computes the duration of each suite from the reports of the test runners, for `tests/budget.json`. */
import { relative, sep } from "node:path";

/** Number of parallel workers of each runner. */
export const WORKERS = { unit: 3, e2e: 3 };

/** Returns the seconds of each suite in Vitest's report. A suite that runs on both databases counts twice. */
export function readUnitTimes({ testResults }, root) {
  const times = {};
  for (const { name, startTime, endTime } of testResults)
    add(times, relative(root, name).split(sep).join("/"), (endTime - startTime) / 1000);
  return times;
}

/** Returns the seconds of each spec in Playwright's report, as if its tests ran sequentially. */
export function readBrowserTimes({ suites }) {
  const times = {};
  for (const suite of suites) add(times, `tests/e2e/${suite.file}`, secondsOf(suite));
  return times;
}

const secondsOf = ({ suites = [], specs = [] }) =>
  suites.reduce((all, inner) => all + secondsOf(inner), 0) +
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((all, { duration }) => all + duration, 0) /
    1000;

function add(times, name, seconds) {
  times[name] = (times[name] ?? 0) + seconds;
}

/** Returns the total of all suites, divided by the number of workers of their runner. */
export const divided = ({ unit, e2e }) => sum(unit) / WORKERS.unit + sum(e2e) / WORKERS.e2e;
const sum = (times) => Object.values(times).reduce((all, seconds) => all + seconds, 0);

/**
 * Returns the budget with the times of a run. Time outside of suites, such as installation, worker startup and the
 * build, is the remainder.
 */
export function recordedBudget(before, { wholeSeconds, unit, e2e }) {
  const times = { unit: rounded(unit), e2e: rounded(e2e) };
  return { ...before, restSeconds: Math.max(0, Math.round(wholeSeconds - divided(times))), ...times };
}

/** Rounds to whole seconds and sorts by duration, longest first. Suites under half a second count as one. */
const rounded = (times) =>
  Object.fromEntries(
    Object.entries(times)
      .map(([name, seconds]) => [name, Math.max(1, Math.round(seconds))])
      .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)),
  );
