/**
 * Structure of the code, read from its imports, whether static, type-only or lazy: no circles of files or folders, no
 * import around the doors of the engine, and no React in what runs without a page.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { code, findCycles, importsOf, readObject, root } from "./source.ts";

/** All folders of the code, each once. */
const folders = [
  ...new Set(
    code.flatMap((file) => {
      const parts = dirname(file).split("/");
      return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    }),
  ),
].toSorted();

/** Returns the entry of a folder through which a path leads; undefined outside of the folder. */
const entryOf = (folder: string, path: string): string | undefined =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/")[0] : undefined;

/** Returns the circles of the entries of a folder, which are its files and subfolders. */
function findCirclesIn(folder: string): string[][] {
  const edges = new Map<string, string[]>();
  for (const file of code) {
    const own = entryOf(folder, file);
    if (own === undefined) continue;
    const others = importsOf(file).flatMap((name) => entryOf(folder, name) ?? []);
    edges.set(own, [...(edges.get(own) ?? []), ...others.filter((other) => other !== own)]);
  }
  return findCycles([...edges.keys()], (entry) => edges.get(entry)!);
}

it("finds the circle that a lazy import closes", () => {
  const graph: Record<string, string[]> = { form: ["gate"], gate: ["body", "react"], body: ["adder"], adder: ["form"] };
  expect(findCycles(Object.keys(graph), (file) => graph[file] ?? [])).toEqual([["adder", "body", "form", "gate"]]);
  expect(findCycles(["form", "gate"], (file) => (file === "form" ? ["gate"] : []))).toEqual([]);
});

it("has no circle of files", () => {
  expect(findCycles(code, importsOf)).toEqual([]);
});

it("has no circle of the files and folders of any folder", () => {
  const circles = folders.flatMap((folder) => findCirclesIn(folder).map((entries) => [folder, ...entries]));
  expect(circles).toEqual([]);
});

/** Doors of the engine, as files. */
const doors = Object.entries(readObject("src/engine/package.json")["exports"] as Record<string, string>).map(
  ([name, file]) => ({ name, file: join("src/engine", file) }),
);

it("enters the engine by its doors alone", () => {
  const isInside = (name: string) => name.startsWith("src/engine/") && /\.tsx?$/.test(name);
  const wrong = code
    .filter((file) => !file.startsWith("src/engine/"))
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => isInside(name) && !doors.some((door) => door.file === name))
        .map((name) => `${file} -> ${name}`),
    );
  expect(wrong).toEqual([]);
});

/** Whether a package is React, or one that requires it. */
function needsReact(name: string): boolean {
  const [scope = "", rest = ""] = name.split("/");
  const manifest = `node_modules/${name.startsWith("@") ? `${scope}/${rest}` : scope}/package.json`;
  if (!existsSync(join(root, manifest))) return false;
  return name === "react" || "react" in ((readObject(manifest)["peerDependencies"] ?? {}) as object);
}

it.each(doors.filter(({ file }) => file.endsWith(".ts")))("$name of the engine runs without React", ({ file }) => {
  const reached = new Set([file]);
  for (const from of reached) if (code.includes(from)) for (const name of importsOf(from)) reached.add(name);
  expect([...reached].filter((name) => name.endsWith(".tsx") || needsReact(name))).toEqual([]);
  expect(reached.size).toBeGreaterThan(1);
});

it("reaches the sandbox of the payment product from its composition root alone", () => {
  const isSandbox = (file: string) => /^server\/(.*\/)?(sandbox|demo)\//.test(file);
  const importing = code.filter((file) => file.startsWith("server/") && !isSandbox(file));
  expect(importing.filter((file) => importsOf(file).some((name) => isSandbox(name)))).toEqual([
    "server/payments/product.ts",
  ]);
});
