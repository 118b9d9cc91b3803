/** Style of comments and names: the terms of `docs/glossary.md`, verbs, texts from tables of languages. */
import { describe, expect, it } from "vitest";
import { filesIn, read } from "./source.ts";

/** Rejected expressions, by the term that replaces them. */
const DIALECT: readonly [term: string, dialect: RegExp][] = [
  ["user", /\b(?:somebody|someone|anybody|nobody|everybody|whoever|people)\b|\b(?:the|a|this|one) person\b/i],
  ["user", /\b(?:he|him|his)\b/],
  ["notify, report", /\b(?:is|are) told\b|\btells? nobody\b/i],
  ["replace", /\bstands? in (?:its|their|a|the) [\w' ]*place\b/i],
  ["is shown, is present", /\bstands? (?:there|here|beside|below|above)\b/i],
  ["continue", /\b(?:goes|go|went|going) on\b/i],
  ["load, refetch, retry", /\banew\b|\bask(?:s|ed)? (?:for )?again\b/i],
  ["pending", /\bon (?:its|their) way\b/i],
  ["depend on", /\b(?:hangs?|hung) on\b/i],
  ["is dropped", /\bfalls? out\b/i],
  ["current, given", /\bat hand\b/i],
  ["maximum", /\bso many\b|\bat the most\b/i],
  ["result", /\b(?:came|comes|become[s]?|became) of (?:it|them|this|that|an?|the)\b|\bwhat came (?:out|back)\b/i],
  ["apply, next", /\bleads? on\b|\b(?:has|have) moved on\b/i],
  ["version", /\bis another one (?:after|once)\b/i],
  ["external party", /\boutside part(?:y|ies)\b/i],
  ["in plain text", /\bin clear\b/i],
  ["previous", /\bof before\b/i],
  ["so that", /\bin order that\b/i],
  ["revert", /\btakes? back\b/i],
  ["milliseconds since the epoch", /\bms since the epoch\b/i],
  ["the one that is named again", /\bthe latter\b/i],
  ["pass, provide", /\bhand(?:s|ed|ing)? in\b/i],
  ["contradict, prevent", /\bspeaks? against\b/i],
  ["is stated, states it", /\b(?:is|are) said\b|\bsays so\b/i],
];

/** Returns the comments in a TypeScript text, one string each; the lines of a `//` block count individually. */
function readComments(text: string): string[] {
  return [...text.matchAll(/(?<=^|[\s{(,;])(?:\/\*[\s\S]*?\*\/|\/\/\s.*$)/gm)].map(([comment]) => comment);
}

/** Returns the expressions to replace in a comment, as `dialect -> term`. */
function findDialect(comment: string): string[] {
  return DIALECT.flatMap(([term, dialect]) => {
    const [found] = dialect.exec(comment) ?? [];
    return found === undefined ? [] : [`${found} -> ${term}`];
  });
}

describe("comments", () => {
  it("use the terms of the glossary", () => {
    const files = ["src", "server", "tools", "tests", "bench"].flatMap((folder) =>
      filesIn(folder, /\.(?:tsx?|mts|mjs)$/).filter((file) => !file.includes("node_modules")),
    );
    const found = files.flatMap((file) =>
      readComments(read(file)).flatMap((comment) => findDialect(comment).map((one) => `${file}: ${one}`)),
    );
    expect(found).toEqual([]);
  });
  it("are read from blocks and lines, not from strings", () => {
    const text = 'const url = "https://x.y/*";\n/** Whoever reads. */\ncall(); //\tgoes on\nconst glob = "a/**/b";\n';
    expect(readComments(text).map(findDialect)).toEqual([["Whoever -> user"], ["goes on -> continue"]]);
  });
});

it("chooses texts by a table of languages or a locale file, not by a comparison in the code", () => {
  const all = ["src", "server"].flatMap((folder) => filesIn(folder, /\.tsx?$/));
  expect(all.filter((file) => /\b(?:lang|language)\s*[!=]==\s*["'](?:zh|en)["']/i.test(read(file)))).toEqual([]);
});

/** `x.isOf(type)` reads like a question, and `oneOf` is a JSON Schema keyword. */
const OF = new Set(["isOf", "oneOf"]);

it("begins names of functions with a verb instead of ending them in `Of`", () => {
  const functions = /^(?:export )?(?:(?:async )?function\*? |const (?=\w+ = (?:async )?(?:\(|<)))([a-z]\w*Of)\b/gm;
  const named = ["src", "server"]
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .flatMap((file) => [...read(file).matchAll(functions)].map(([, name = ""]) => `${file} ${name}`));
  expect(named.filter((one) => !OF.has(one.split(" ")[1] ?? ""))).toEqual([]);
});
