/**
 * Circular imports. The linter's `import/no-cycle` does not follow `import()`, and the layers do not check imports
 * inside a folder.
 */
import { expect, it } from "vitest";
import { code, findCycles, importsOf } from "./source.ts";

it("finds the circle that a lazy import closes", () => {
  const graph: Record<string, string[]> = { form: ["gate"], gate: ["body", "react"], body: ["adder"], adder: ["form"] };
  expect(findCycles(Object.keys(graph), (file) => graph[file] ?? [])).toEqual([["adder", "body", "form", "gate"]]);
  expect(findCycles(["form", "gate"], (file) => (file === "form" ? ["gate"] : []))).toEqual([]);
});

it("has no circle of files, type and lazy imports included", () => {
  expect(findCycles(code, importsOf)).toEqual([]);
});
