/** Finds locations in a file. */
import { findNodeAtLocation, getLocation, type JSONPath, parseTree } from "jsonc-parser";
import type { OpenFile } from "./session.ts";

/** A location to show. Pass a new object to show the same location again. */
export interface Spot {
  path: string;
  line: number;
  column?: number;
  length?: number;
}

/** Returns the location of a property name; undefined when there is none. */
export function findSpot({ path, text }: OpenFile, at: JSONPath): Spot | undefined {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, at)?.parent?.children?.[0];
  if (!node) return undefined;
  const before = text.slice(0, node.offset).split("\n");
  return { path, line: before.length, column: before.at(-1)!.length + 1, length: node.length };
}

/** Returns the path of a field in its file; that of one in a nested object leads through it. */
export const buildFieldPath = (kind: "entity" | "call", field: string): string[] => [
  ...(kind === "call" ? ["request"] : []),
  ...field.split(".").flatMap((name) => ["properties", name]),
];

/** Returns the field at a location; undefined outside of fields. */
export function findFieldAt(
  { text }: Pick<OpenFile, "text">,
  { line, column }: { line: number; column: number },
): string | undefined {
  const lines = text.split("\n").slice(0, line - 1);
  const path = getLocation(text, lines.join("\n").length + (lines.length > 0 ? 1 : 0) + column).path;
  const index = path.indexOf("properties");
  if (index !== 0 && (index !== 1 || path[0] !== "request")) return undefined;
  const names = [String(path[index + 1])];
  // A field of a nested object is known by its path.
  for (let inner = index + 2; path[inner] === "properties" && path[inner + 1] !== undefined; inner += 2)
    names.push(String(path[inner + 1]));
  return names.join(".");
}
