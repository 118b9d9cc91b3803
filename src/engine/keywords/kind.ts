import { kindNames } from "../entity/kind-of.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** Looked up before the other words are read (`fields.ts`). */
export const kind = defineKeyword({
  name: "x-kind",
  on: ["field"],
  schema: { enum: kindNames },
  doc: {
    zh: "字段装的是什么。由 type 和 format 能看出的不用写；写明的有 identifier（编号）、rate（费率）、status（状态）等。",
    en: "What the field holds. Not needed where type and format say it; named are identifier, rate, status and others.",
  },
  examples: {
    good: [{ value: "identifier" }],
    bad: [
      { value: "identifer", rule: "bad-value", suggestion: "identifier" },
      { value: 1, rule: "bad-value" },
    ],
  },
});
