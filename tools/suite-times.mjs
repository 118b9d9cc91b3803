/** Seconds of every suite, read from the reports of the runners, for `tests/budget.json`. */
import { relative, sep } from "node:path";

/** Workers that share the suites of a runner. */
export const WORKERS = { unit: 3, e2e: 3 };

/** Returns the seconds by suite of Vitest's report. A suite that runs on both engines counts twice. */
export function readUnitTimes({ testResults }, root) {
  const times = {};
  for (const { name, startTime, endTime } of testResults)
    add(times, relative(root, name).split(sep).join("/"), (endTime - startTime) / 1000);
  return times;
}

/** Returns the seconds by spec of Playwright's report, as if its tests ran one after the other. */
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

/** Returns the seconds of all suites divided among the workers of their runners. */
export const divided = ({ unit, e2e }) => sum(unit) / WORKERS.unit + sum(e2e) / WORKERS.e2e;
const sum = (times) => Object.values(times).reduce((all, seconds) => all + seconds, 0);

/** Returns the budget with the times of a run. What no suite accounts for (installing, starting workers, the build) is the rest of the run. */
export function recordedBudget(before, { wholeSeconds, unit, e2e }) {
  const times = { unit: rounded(unit), e2e: rounded(e2e) };
  return { ...before, restSeconds: Math.max(0, Math.round(wholeSeconds - divided(times))), ...times };
}

/** Returns whole seconds, the longest first. A suite under half a second counts as one. */
const rounded = (times) =>
  Object.fromEntries(
    Object.entries(times)
      .map(([name, seconds]) => [name, Math.max(1, Math.round(seconds))])
      .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)),
  );
