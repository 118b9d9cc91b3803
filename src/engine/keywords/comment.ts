import { defineKeyword } from "../schema/keyword.ts";

/** `$comment`: a note for the authors of the schema. Has no effect. */
export const comment = defineKeyword({
  name: "$comment",
  on: ["field", "entity", "request"],
  schema: { type: "string" },
  doc: {
    zh: "写给维护者的说明，程序不读。",
    en: "A note for those who keep the file; no program reads it.",
  },
  compare: null,
  explain: null,
  examples: {
    good: [{ value: "why this is so" }],
    bad: [{ value: 1, rule: "bad-value" }],
  },
});
