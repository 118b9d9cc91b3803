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

it("has no circle of folders in the server", () => {
  const folderOf = (file: string) => file.split("/").slice(0, -1).slice(0, 2).join("/");
  const files = code.filter((file) => file.startsWith("server/"));
  const list = (folder: string) =>
    files
      .filter((file) => folderOf(file) === folder)
      .flatMap((file) => importsOf(file).filter((name) => name.startsWith("server/")))
      .map(folderOf)
      .filter((other) => other !== folder);
  expect(findCycles([...new Set(files.map(folderOf))], list)).toEqual([]);
});
