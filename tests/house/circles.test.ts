/**
 * Circular imports. The linter's `import/no-cycle` does not follow `import()`, and the layers do not check imports
 * inside a folder.
 */
import { expect, it } from "vitest";
import { code, findCircles, importsOf } from "./source.ts";

it("finds the circle that a lazy import closes", () => {
  const graph: Record<string, string[]> = { form: ["gate"], gate: ["body", "react"], body: ["adder"], adder: ["form"] };
  expect(findCircles(Object.keys(graph), (file) => graph[file] ?? [])).toEqual([["adder", "body", "form", "gate"]]);
  expect(findCircles(["form", "gate"], (file) => (file === "form" ? ["gate"] : []))).toEqual([]);
});

it("has no circle of files, type and lazy imports included", () => {
  expect(findCircles(code, importsOf)).toEqual([]);
});
