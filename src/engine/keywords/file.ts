import { defineKeyword } from "./keyword.ts";

/** The word `x-file`. */
export const file = defineKeyword({
  name: "x-file",
  on: ["field"],
  types: ["string"],
  schema: {
    type: "object",
    required: ["accept", "maxBytes", "purpose"],
    properties: {
      accept: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string", pattern: "^[a-z]+/[a-z0-9.+-]+$|^\\.[a-z0-9]+$" } },
      maxBytes: { anyOf: [{ type: "integer", minimum: 1 }, { type: "string", pattern: "^constants\\.[A-Za-z0-9]+$" }] },
      purpose: { type: "string", minLength: 1 },
    },
    additionalProperties: false,
  },
  doc: {
    zh: "文件：值是文件编号。accept 是允许的类型，maxBytes 是大小上限（可写 constants.名称），purpose 是用途。",
    en: "A file; the value is its id. `accept`: types that may come, `maxBytes`: the size limit (may be `constants.name`), `purpose`: what it is for.",
  },
  field(word, { plan, entity }) {
    plan.file = {
      accept: word.get("accept")!.value as string[],
      maxBytes: entity.wholeNumber(word.get("maxBytes")!),
      purpose: word.get("purpose")!.value as string,
    };
  },
  examples: {
    good: [{ value: { accept: ["application/pdf", "image/jpeg"], maxBytes: 10485760, purpose: "trade" } }, { value: { accept: [".pdf"], maxBytes: "constants.maxBytes", purpose: "trade" } }],
    bad: [
      { value: { accept: ["pdf"], maxBytes: 1, purpose: "trade" }, rule: "bad-value" },
      { value: { accept: [".pdf"], maxBytes: "constants.maxByte", purpose: "trade" }, rule: "unknown-constant", suggestion: "maxBytes" },
      { value: { accept: [".pdf"], purpose: "trade" }, rule: "missing-word" },
    ],
  },
});
