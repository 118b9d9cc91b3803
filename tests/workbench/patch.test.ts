/** Edits in a field's card preserve the rest of the file. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { diffLines } from "../../tools/workbench/workspace.ts";
import { patchText } from "../../tools/workbench/patch.ts";

const dir = fileURLToPath(new URL("../../schemas/entities/", import.meta.url));
const files = readdirSync(dir).filter((name) => name.endsWith(".json"));
const read = (name: string) => readFileSync(join(dir, name), "utf8");

describe("patching a keyword", () => {
  it.each(files)("%s: setting every keyword to its current value changes no byte", (name) => {
    const text = read(name);
    const { properties } = JSON.parse(text) as { properties: Record<string, Record<string, unknown>> };
    for (const [field, words] of Object.entries(properties))
      for (const [word, value] of Object.entries(words))
        expect(patchText(text, ["properties", field, word], value)).toBe(text);
  });

  it.each(files)("%s: adding and then removing a keyword restores the file", (name) => {
    const text = read(name);
    for (const field of Object.keys((JSON.parse(text) as { properties: object }).properties)) {
      const more = patchText(text, ["properties", field, "x-more"], "x");
      const expected = JSON.parse(text) as { properties: Record<string, object> };
      expected.properties[field] = { ...expected.properties[field], "x-more": "x" };
      expect(JSON.parse(more)).toEqual(expected);
      expect(patchText(more, ["properties", field, "x-more"], undefined)).toBe(text);
    }
  });

  it("keeps lines, white space and comments around it", () => {
    const text = '{\n  // why\n  "a": { "$ref": "#/x" }, "b": {\n    "type": "string", "maxLength":  20\n  }\n}\n';
    expect(patchText(text, ["a", "maxLength"], 30)).toBe(text.replace('"#/x" }', '"#/x", "maxLength": 30 }'));
    expect(patchText(text, ["b", "maxLength"], 30)).toBe(text.replace("20", "30"));
    expect(patchText(text, ["b", "x-label"], { zh: "甲", en: "A" })).toBe(
      text.replace("20\n", '20,\n    "x-label": { "zh": "甲", "en": "A" }\n'),
    );
    expect(patchText(text, ["c", "d"], 1)).toBe(text);
  });

  it("adds to an empty object, and appends to an array", () => {
    expect(patchText('{"a": {}}', ["a", "b"], [1, "x"])).toBe('{"a": { "b": [1, "x"] }}');
    expect(parse(patchText('{"required": ["a"]}', ["required", 1], "b"))).toEqual({ required: ["a", "b"] });
  });
});

describe("the diff against the last commit", () => {
  it("contains changed lines with two lines of context", () => {
    const before = ["1", "2", "3", "4", "5", "6", "7", "8"].join("\n");
    expect(diffLines(before, before)).toEqual([]);
    expect(diffLines(before, before.replace("5", "five\nand more"))).toEqual([
      { sign: " ", text: "3", line: 3 },
      { sign: " ", text: "4", line: 4 },
      { sign: "-", text: "5" },
      { sign: "+", text: "five", line: 5 },
      { sign: "+", text: "and more", line: 6 },
      { sign: " ", text: "6", line: 7 },
      { sign: " ", text: "7", line: 8 },
    ]);
  });
});
