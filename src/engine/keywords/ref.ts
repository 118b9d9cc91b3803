import { defineKeyword } from "../schema/keyword.ts";

/**
 * `$ref`: includes a shared definition, which keywords beside it override. `compile/refs.ts` resolves it before the
 * other keywords are read.
 */
export const ref = defineKeyword({
  name: "$ref",
  on: ["field"],
  schema: { type: "string", pattern: "^(\\.\\.?/[A-Za-z0-9_./-]+\\.json)?#/\\$defs/[A-Za-z0-9]+$" },
  doc: {
    zh: "使用共享定义，例如 ../shared/bank.json#/$defs/bank；写在旁边的词覆盖共享定义中的同名词。",
    en: "Uses a shared definition, `../shared/bank.json#/$defs/bank`; keywords beside it replace those of the definition with the same name.",
  },
  compare: null,
  explain: null,
  examples: {
    good: [
      { value: "../shared/sample.json#/$defs/city" },
      { value: "../shared/sample.json#/$defs/city", with: { readOnly: true } },
    ],
    bad: [
      { value: "../shared/sample.json#/$defs/cty", rule: "unknown-definition", suggestion: "city" },
      {
        value: "../shared/sampel.json#/$defs/city",
        rule: "unknown-shared-file",
        suggestion: "schemas/shared/sample.json",
      },
      { value: "sample.json", rule: "bad-value" },
      { value: "../shared/sample.json#/$defs/loop", rule: "bad-reference" },
    ],
  },
});
