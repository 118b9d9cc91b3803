/**
 * Durations of all suites as recorded by `npm test -- --record`: every suite is listed, and the total stays below its
 * limit.
 */
import { expect, it } from "vitest";
import { divided, readUnitTimes, recordedBudget } from "../../tools/suite-times.mjs";
import budget from "../budget.json" with { type: "json" };
import { filesIn } from "./source.ts";

const suites = filesIn("tests", /\.(test|spec)\.tsx?$/);
const listed = { ...budget.unit, ...budget.e2e };

it("lists every suite, and none that is gone", () => {
  const missing = suites.filter((suite) => !(suite in listed));
  const gone = Object.keys(listed).filter((suite) => !suites.includes(suite));
  expect(
    missing,
    `give each its seconds in tests/budget.json, or run \`npm test -- --record\` on a quiet machine: ${missing.join(", ")}`,
  ).toEqual([]);
  expect(gone, `remove from tests/budget.json: ${gone.join(", ")}`).toEqual([]);
});

it("stays under the limit", () => {
  const seconds = Math.round(divided(budget) + budget.restSeconds);
  expect(
    seconds,
    `npm test takes ${seconds} s of at most ${budget.limitSeconds} s: shorten the suites that tests/budget.json lists first, do not raise the limit`,
  ).toBeLessThanOrEqual(budget.limitSeconds);
});

it("records whole seconds, longest first, what runs on both engines twice, and the rest of the run", () => {
  const report = (name: string, seconds: number) => ({
    name: `/repo/tests/${name}`,
    startTime: 0,
    endTime: seconds * 1000,
  });
  const unit = readUnitTimes(
    { testResults: [report("a.test.ts", 0.2), report("b.test.ts", 4.4), report("b.test.ts", 3)] },
    "/repo",
  );
  const before = { limitSeconds: 100, restSeconds: 0, unit: { "tests/old.test.ts": 9 }, e2e: {} };
  const recorded = recordedBudget(before, { wholeSeconds: 50, unit, e2e: { "tests/e2e/c.spec.ts": 30 } });
  expect(Object.entries(recorded.unit)).toEqual([
    ["tests/b.test.ts", 7],
    ["tests/a.test.ts", 1],
  ]);
  expect(recorded).toMatchObject({ limitSeconds: 100, restSeconds: 37, e2e: { "tests/e2e/c.spec.ts": 30 } });
});
