/** Findings in both languages, and those for JSON Schema keywords that the schema language does not support. */
import { describe, expect, it } from "vitest";
import { folderMessages, takers } from "../../src/engine/folder/finding-messages.ts";
import { toolMessages } from "../../tools/schemas/tool-messages.ts";
import { describe as printed, SchemaErrors, type SchemaError } from "@portolan/engine/compiler";
import { compileEntity, dialect, keywords, kindList } from "../../src/payments/compiler.ts";
import { SUBJECT_NAMES } from "../../src/engine/schema/finding-subjects.ts";
import { findingMessages } from "../../src/engine/schema/finding-messages.ts";
import { KEYWORD_REPLACEMENTS, VALUE_REPLACEMENTS } from "../../src/engine/compile/replacements.ts";
import { effectMessages } from "../../src/payments/effect-keywords/finding-messages.ts";
import { lifecycleMessages } from "../../src/engine/lifecycle/finding-messages.ts";
import { ruleMessages, type LocalizedMessage } from "../../src/engine/rules/rule-messages.ts";
import { quotedIn } from "./quoted.ts";
import { FILE, sample, sampleLibrary } from "./sample.ts";

const none: LocalizedMessage = { zh: "", en: "" };
/** Placeholders for parameters that are not plain names. */
const PARAMS: Record<string, unknown[]> = {
  "file unknown": ["field", "name", none],
  "file notJsonBut": ["colon"],
  "file missingLanguage": ["name", "zh"],
  "file unknownKeyword": ["name", none],
  "file wrongShape": ["name", ["string"], true],
  "file notAllowed": ["name", "name", ["name"], none],
  "file notJson": ["CommaExpected"],
  "effect moneyDiffers": [{ state: "state", held: "held", event: "event", other: "other" }],
  "rule unknown": ["field", "name", none],
  "rule notParsed": ["name"],
  "rule notTyped": ["name"],
  "rule patternBroken": ["name"],
  "folder taken": ["name", none],
  "tool badExample": ["value", "field", none],
  "tool wrongWord": ["word", { zh: "词", en: "term" }],
  "tool notCompared": [none],
  "tool badRow": ["1", "/name", none],
  "tool onServer": [none],
  "tool inEnglish": [none],
};
const catalogues = {
  file: findingMessages,
  lifecycle: lifecycleMessages,
  effect: effectMessages,
  rule: ruleMessages,
  folder: folderMessages,
  taker: takers,
  tool: toolMessages,
};
const sentences = Object.entries(catalogues).flatMap(([room, words]) =>
  Object.entries(words).map(([id, say]) => [`${room} ${id}`, say] as const),
);

describe("the message", () => {
  it.each(sentences)("%s is written in both languages, with the same quoted names", (id, say) => {
    const params: unknown[] = PARAMS[id] ?? Array.from({ length: say.length }, (_, index) => [`name${index}`]);
    const message: LocalizedMessage = Reflect.apply(say, undefined, params);
    expect(message.zh).toMatch(/[\u4e00-\u9fff]/);
    expect(message.en).not.toMatch(/[\u4e00-\u9fff]/);
    expect(`${message.zh} ${message.en}`).not.toMatch(/undefined|\[object/);
    expect(quotedIn(message.zh)).toEqual(quotedIn(message.en));
  });
  it.each(SUBJECT_NAMES)("for an unknown %s names the type of the thing", (thing) => {
    const { zh, en } = findingMessages.unknown(thing, "x", none);
    expect([zh, en]).toEqual([expect.stringMatching(/^没有名为 "x" 的[\u4e00-\u9fff]+$/), `there is no ${thing} "x"`]);
  });
});

function findings(file: unknown): readonly SchemaError[] {
  try {
    return compileEntity(FILE, JSON.stringify(file, null, 2), sampleLibrary()).warnings;
  } catch (error) {
    if (error instanceof SchemaErrors) return error.findings;
    throw error;
  }
}
const field = (words: Record<string, unknown>) => ({
  properties: { tested: { type: "string", "x-label": { zh: "名称", en: "Name" }, ...words } },
});

it("prints a finding in the user's language, with the same position and rule", () => {
  const [finding] = findings(field({ minLenght: 1 })) as [SchemaError];
  const [zh, en] = [printed(finding, "zh"), printed(finding)].map((text) => text.split("\n")[0]);
  expect(zh).toBe(`${FILE}:9:7  error  unknown-keyword  不认识的关键字 "minLenght"；是不是想写 "minLength"？`);
  expect(en).toBe(`${FILE}:9:7  error  unknown-keyword  unknown keyword "minLenght"; did you mean "minLength"?`);
});

it("translates the findings of Ajv and of the expression compiler into Chinese", () => {
  const zh = (file: unknown) => findings(file).map(({ messages: message }) => message.zh);
  expect(zh(field({ minLength: -1 }))).toEqual(['"minLength" 不能小于 0']);
  expect(
    zh({
      ...sample(),
      "x-rules": [{ id: "one", at: "amount", assert: "self.status == 'finished'", message: { zh: "错", en: "Wrong" } }],
    }),
  ).toEqual(['没有 "finished" 这个值；现有：open、ended']);
});

const names = new Set(keywords.map(({ name }) => name));
const values: Record<string, readonly string[]> = {
  type: ["string", "integer", "array"],
  format: Object.keys(dialect.formats),
  "x-kind": kindList.map(({ name }) => name),
};

describe.each(Object.entries(KEYWORD_REPLACEMENTS))(
  "the JSON Schema keyword %s",
  (word, { use, messages: message }) => {
    it.each([
      ["field", field({ [word]: {} })],
      ["record", { ...sample(), [word]: {} }],
    ] as const)("is rejected in a %s, with its replacement", (_at, file) => {
      expect(names).not.toContain(word);
      expect(findings(file)).toMatchObject([
        {
          rule: "unknown-keyword",
          message: `unknown keyword "${word}"; ${message.en}`,
          messages: { zh: `不认识的关键字 "${word}"；${message.zh}` },
        },
      ]);
      expect(findings(file)[0]?.suggestion).toBeUndefined();
    });
    it("is replaced by existing keywords", () => {
      expect(use.length).toBeGreaterThan(0);
      for (const one of use) expect([...names]).toContain(one);
      for (const lang of ["zh", "en"] as const) for (const one of use) expect(message[lang]).toContain(`"${one}"`);
      expect(quotedIn(message.zh)).toEqual(quotedIn(message.en));
    });
  },
);

describe.each(Object.entries(VALUE_REPLACEMENTS))("the JSON Schema value %s", (key, { use, messages: message }) => {
  const [word = "", value = ""] = key.split(" ");
  it("is rejected with its replacement", () => {
    expect(findings(field({ [word]: value }))).toMatchObject([
      {
        rule: "bad-value",
        message: expect.stringMatching(new RegExp(`^"${value}" is no value of "${word}"`)),
        messages: { zh: expect.stringContaining(message.zh), en: expect.stringContaining(message.en) },
      },
    ]);
  });
  it("is replaced by existing keywords and values", () => {
    for (const one of use) {
      const [name = "", given] = one.split(" ");
      expect([...names]).toContain(name);
      if (given !== undefined) expect(values[name]).toContain(given);
      for (const lang of ["zh", "en"] as const) expect(message[lang]).toContain(`"${given ?? name}"`);
    }
  });
});
