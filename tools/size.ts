/**
 * `npm run size`: prints the number of tokens (without comments) of the product's code by folder, without tests and
 * benchmarks.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import jsTokens from "js-tokens";

const root = fileURLToPath(new URL("..", import.meta.url));
const ROOMS = ["src", "server", "tools", "examples", "bin"];
const BLANK = new Set(["WhiteSpace", "LineTerminatorSequence", "SingleLineComment", "MultiLineComment"]);

function countTokens(file: string): number {
  let count = 0;
  for (const { type } of jsTokens(readFileSync(file, "utf8"), { jsx: file.endsWith("x") }))
    if (!BLANK.has(type)) count += 1;
  return count;
}

const counts = new Map<string, number>();
for (const room of ROOMS)
  for (const path of readdirSync(join(root, room), { recursive: true, encoding: "utf8" })) {
    if (!/\.m?[jt]sx?$/.test(path) || path.endsWith(".d.ts") || /(^|\/)(node_modules|dist)\//.test(path)) continue;
    const [folder, inside] = path.split("/");
    const name = inside && (room === "src" || room === "server") ? `${room}/${folder}` : room;
    counts.set(name, (counts.get(name) ?? 0) + countTokens(join(root, room, path)));
  }
const print = (name: string, count: number) =>
  console.log(`${name.padEnd(24)}${count.toLocaleString("en").padStart(10)}`);
for (const [name, count] of [...counts].sort(([, left], [, right]) => right - left)) print(name, count);
print(
  "total",
  [...counts.values()].reduce((sum, count) => sum + count, 0),
);
