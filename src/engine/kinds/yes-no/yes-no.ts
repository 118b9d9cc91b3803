import { defineKind, toHalfWidth, createProblem } from "../shared.ts";
import { pickText, type EngineTexts } from "../../base/engine-texts.ts";

const YES = new Set(["true", "yes", "y", "1", "是", "有", "√", "✓"]);
const NO = new Set(["false", "no", "n", "0", "否", "无", "×"]);
const read = (text: string): boolean | undefined => {
  const answer = toHalfWidth(text).toLowerCase();
  return YES.has(answer) ? true : NO.has(answer) ? false : undefined;
};
const LABELS: EngineTexts<readonly [string, string]> = { zh: ["否", "是"], en: ["No", "Yes"] };
const formatAnswer = (value: boolean, lang: string) => pickText(LABELS, lang)[value ? 1 : 0];

/**
 * A boolean, displayed as yes or no in the user's language. Input may be yes or no in either language, `true` or
 * `false`, `1` or `0`, or a tick or cross.
 */
export const yesNo = defineKind<boolean>({
  name: "yes-no",
  matches: (schema) => schema.type === "boolean",
  schema: { type: "boolean" },
  column: "boolean",
  celType: "bool",
  tsType: "boolean",
  filter: "is",
  align: "start",
  width: 80,
  normalize: (value) => value,
  text: (value, { lang }) => (typeof value === "boolean" ? formatAnswer(value, lang) : ""),
  // An untouched checkbox counts as the schema's default, if there is one.
  emptyValue: ({ schema }) => (typeof schema.default === "boolean" ? schema.default : undefined),
  parse(text) {
    if (toHalfWidth(text) === "") return createProblem("empty");
    const value = read(text);
    return value === undefined ? createProblem("yesNo") : { ok: true, value };
  },
  cell: (value, { lang }) =>
    typeof value === "boolean" ? { type: "text", value: formatAnswer(value, lang) } : { type: "empty" },
  bound: (value) => read(value)?.toString(),
  toRule: (value) => (typeof value === "boolean" ? value : undefined),
  fromRule: (value) => value === true,
  samples: ({ schema }) => [true, false].filter((value) => !("const" in schema) || schema.const === value),
  boundaries: () => ["true", 1, "是", {}].map((value) => ({ value, valid: false })),
});
