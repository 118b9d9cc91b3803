/**
 * Lint rules that the code does not fully satisfy yet. Each may be violated as often as `budget.json` allows, and that
 * number may only decrease.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import budget from "./budget.json" with { type: "json" };
import { root } from "./source.ts";

/** Returns the number of violations by rule. */
function countReports(): Record<string, number> {
  const linter = join(root, "node_modules/oxlint/bin/oxlint");
  const config = "tests/house/counted.oxlintrc.json";
  const output = execFileSync(process.execPath, [linter, "-c", config, "--format", "json", "src", "server"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const counts: Record<string, number> = {};
  for (const { code } of (JSON.parse(output) as { diagnostics: { code: string }[] }).diagnostics)
    counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

it("breaks no counted rule more often than the budget says, and the budget says no more than that", () => {
  expect(countReports()).toEqual(budget.lint);
});
