/** Runs before each suite. Suites of one worker share their modules and their document: one that mocks modules reloads all of them and keeps none, and none leaves elements behind. */
import { readFileSync } from "node:fs";
import { afterAll, expect, vi } from "vitest";

const { testPath = "" } = expect.getState();
if (readFileSync(testPath, "utf8").includes("vi.mock(")) {
  vi.resetModules();
  afterAll(() => {
    vi.resetModules();
  });
}
if (typeof document !== "undefined")
  afterAll(() => {
    const left = document.body.innerHTML;
    // One suite fails, not the ones after it too.
    document.body.replaceChildren();
    expect(left, "elements left for the next suite").toBe("");
  });
