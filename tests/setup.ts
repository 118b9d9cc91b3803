/** Runs before each suite. One that mocks modules reloads all of them and keeps none: suites of one worker share their modules. */
import { readFileSync } from "node:fs";
import { afterAll, expect, vi } from "vitest";

const { testPath = "" } = expect.getState();
if (readFileSync(testPath, "utf8").includes("vi.mock(")) {
  vi.resetModules();
  afterAll(() => {
    vi.resetModules();
  });
}
