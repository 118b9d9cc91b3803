/**
 * Runs before each suite. Suites in the same worker share modules and document, so a suite that mocks modules reloads
 * all of them afterwards, and none leaves elements behind.
 */
import { readFileSync } from "node:fs";
import { afterAll, expect, vi } from "vitest";

const { testPath = "" } = expect.getState();
if (readFileSync(testPath, "utf8").includes("vi.mock(")) {
  vi.resetModules();
  afterAll(() => {
    vi.resetModules();
  });
}
// After the reset, so that the suite gets the same module.
const { addTestHolidays } = await import("./holidays.ts");
addTestHolidays(Date.now());
if (typeof document !== "undefined")
  afterAll(() => {
    const left = document.body.innerHTML;
    // Ensures that a failing suite does not affect those after it.
    document.body.replaceChildren();
    expect(left, "elements left for the next suite").toBe("");
  });
