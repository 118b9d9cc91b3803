/** Typed reader for schema JSON: an unexpected value results in a finding at its position, never in a TypeError. */
import { describe, expect, it } from "vitest";
import { formatHeadline, SchemaErrors } from "@portolan/engine/compiler";
import { parseJson, type Json } from "../../src/engine/schema/json.ts";

const FILE = "schemas/entities/sample.json";
const TEXT = `{
  "call": "send",
  "tone": "dangr",
  "count": 1.5,
  "names": ["a", 2],
  "map": { "own": "theirs", "wrong": false },
  "lists": { "own": ["x"], "wrong": "y" }
}`;

function parse(text: string): Json {
  const { json } = parseJson(FILE, text);
  if (!json) throw new Error("the text is no JSON");
  return json;
}
function findHeadlines(read: () => unknown): string[] {
  try {
    return [`no finding: ${JSON.stringify(read())}`];
  } catch (error) {
    if (error instanceof SchemaErrors) return error.findings.map(formatHeadline);
    throw error;
  }
}

describe("parsing a value", () => {
  const json = parse(TEXT);
  it("returns the value", () => {
    expect(json.member("call").string()).toBe("send");
    expect(json.member("call").oneOf(["send", "keep"])).toBe("send");
    expect(parse("7").integer()).toBe(7);
    expect(parse('["a", "b"]').strings()).toEqual(["a", "b"]);
    expect(parse('{ "own": "theirs" }').stringMap()).toEqual({ own: "theirs" });
    expect(parse('{ "own": ["x"], "none": [] }').stringLists()).toEqual({ own: ["x"], none: [] });
    expect(parse('["a"]').itemsOrSelf().length + parse('"a"').itemsOrSelf().length).toBe(2);
  });
  it.each([
    ["a missing member", () => json.member("calls"), '1:1 "calls" is missing'],
    ["another type", () => json.member("tone").integer(), '3:11 "tone" must be a whole number'],
    ["a fraction", () => json.member("count").integer(), '4:12 "count" must be a whole number'],
    ["no text", () => json.member("count").string(), '4:12 "count" must be a text in quotation marks'],
    ["an item of another type", () => json.member("names").strings(), '5:18 "the file" must be a text'],
    ["a member of another type", () => json.member("map").stringMap(), '6:38 "wrong" must be a text'],
    ["a member that is no list", () => json.member("lists").stringLists(), '7:37 "wrong" must be a list'],
    ["no list", () => json.member("map").strings(), '6:10 "map" must be a list'],
    ["no object", () => json.member("names").stringMap(), '5:12 "names" must be an object'],
    [
      "another word",
      () => json.member("tone").oneOf(["danger", "info"]),
      '3:11 "dangr" is no value of "tone"; allowed: danger, info; did you mean "danger"?',
    ],
  ])("reports %s at its position", (_what, read, sentence) => {
    expect(findHeadlines(read)).toEqual([expect.stringContaining(`${FILE}:${sentence}`)]);
  });
});
