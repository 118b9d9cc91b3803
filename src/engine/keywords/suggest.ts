import { buildObject, refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/** `x-suggest`: suggested values from a call, displayed below the input. */
export const suggest = defineKeyword({
  name: "x-suggest",
  on: ["field"],
  types: ["string"],
  schema: buildObject(
    {
      call: refs.name,
      rows: refs.name,
      value: { $ref: "#/$defs/name" },
      label: refs.name,
    },
    ["call", "rows", "value", "label"],
  ),
  doc: {
    zh: "输入框下方可点选的常用值：call 是没有参数的调用，rows 是它返回的列表，value 是填入的值，label 是旁边的说明。问不到就不显示。",
    en: "Values below the input that one press fills in: `call` is a call without input, `rows` the list in its response, `value` the value that is filled in, `label` the text beside it. Without a response nothing is offered.",
  },
  field(keyword, draft) {
    draft.plan.suggest = {
      call: draft.entity.readCallName(keyword.member("call")),
      rows: keyword.member("rows").string(),
      value: keyword.member("value").string(),
      label: keyword.member("label").string(),
    };
  },
  compare: compareMember("suggest"),
  explain: null,
  examples: {
    good: [{ value: { call: "sampleCode", rows: "list", value: "team", label: "name" } }],
    bad: [
      {
        value: { call: "sampleCod", rows: "list", value: "team", label: "name" },
        rule: "unknown-call",
        suggestion: "sampleCode",
      },
      { value: { call: "sampleCode", rows: "list", value: "team" }, rule: "missing-word" },
    ],
  },
});
