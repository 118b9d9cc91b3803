/** Edits `cases.json` while preserving the rest of the file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson, type Json } from "@portolan/engine/compiler";
import type { Case, CaseResult } from "./cases.ts";

/** Appends cases to `cases.json`, preserving its formatting. */
export function addCases(dir: string, name: string, base: string, cases: readonly Case[]): void {
  const path = join(dir, name, "cases.json");
  if (!existsSync(path)) {
    const lines = cases.map((testCase) => `    ${formatJsonLine(testCase)}`).join(",\n");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `{\n  "base": ${JSON.stringify(base)},\n  "cases": [\n${lines}\n  ]\n}\n`);
    return;
  }
  writeFileSync(path, appendCases(readFileSync(path, "utf8"), cases));
}

/** Returns the text of a `cases.json` with the given cases appended. */
export function appendCases(text: string, cases: readonly Case[]): string {
  const lines = cases.map((testCase) => `    ${formatJsonLine(testCase)}`).join(",\n");
  const list = parseJson("cases.json", text).json!.get("cases")!;
  const last = list.items().at(-1)?.node;
  const index = last ? last.offset + last.length : list.node.offset + 1;
  return `${text.slice(0, index)}${last ? "," : ""}\n${lines}${last ? "" : "\n  "}${text.slice(index)}`;
}

/** Replaces expectations by the actual results, marked for review. */
export function acceptFound(dir: string, name: string, results: readonly CaseResult[]): void {
  const path = join(dir, name, "cases.json");
  writeFileSync(path, replaceExpectations(readFileSync(path, "utf8"), results));
}

/** Returns the text of a `cases.json` with expectations replaced by the actual results. */
export function replaceExpectations(text: string, results: readonly CaseResult[]): string {
  // Applied from last to first, so that earlier offsets stay valid.
  const cases = parseJson("cases.json", text).json!.get("cases")!.items().toReversed();
  for (const node of cases) {
    const result = results.find((found) => found.name === node.get("name")?.value);
    const expect = node.get("expect");
    if (!result || !expect) continue;
    const errors = result.found.map(({ at, code, warns }) => ({ at, code, ...(warns ? { warns } : {}) }));
    text = replaceNode(text, expect, `${formatJsonLine(errors)}${node.get("review") ? "" : ', "review": true'}`);
  }
  return text;
}

const replaceNode = (text: string, { node }: Json, by: string) =>
  text.slice(0, node.offset) + by + text.slice(node.offset + node.length);

/** Formats JSON on a single line with spaces. */
function formatJsonLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatJsonLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${formatJsonLine(inner)}`)
    .join(", ")}}`;
}
