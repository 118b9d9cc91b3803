import { buildObject, refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/** `x-record`: the number of a record whose entity is named by another field. */
export const record = defineKeyword({
  name: "x-record",
  on: ["field"],
  types: ["string"],
  schema: buildObject({ kind: refs.path }, ["kind"]),
  doc: {
    zh: "值是另一条记录的编号，但哪一类要看 kind 字段：该字段的值是实体名。详情中成为链接。",
    en: "The value is the number of another record; the field named by `kind` holds its entity's name. The detail shows it as a link.",
  },
  field(keyword, draft) {
    const field = draft.sibling(keyword.member("kind"));
    if (field) draft.plan.record = { kind: field.name };
  },
  compare: compareMember("record"),
  explain: null,
  examples: {
    good: [{ value: { kind: "title" } }],
    bad: [
      { value: { kind: "titel" }, rule: "unknown-field", suggestion: "title" },
      { value: {}, rule: "missing-word" },
      { value: "title", rule: "bad-value" },
    ],
  },
});
