import { buildObject, refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/** `x-send`: a button beside the input, whose call sends a code to the user. */
export const send = defineKeyword({
  name: "x-send",
  on: ["field"],
  ofRecord: {},
  types: ["string"],
  schema: buildObject(
    {
      call: refs.name,
      with: { anyOf: [{ $ref: "#/$defs/paths" }, { type: "object", additionalProperties: { $ref: "#/$defs/path" } }] },
    },
    ["call"],
  ),
  doc: {
    zh: "输入框旁的“发送验证码”按钮：call 是调用名，with 是一起发送的字段；名称不同时写成 {对方的名称: 本表单的字段}。",
    en: "The button beside the input that sends a code: `call` is the call, `with` the fields that go along, as {its name: field here} where the names differ.",
  },
  field(keyword, draft) {
    const beside = keyword.get("with");
    const pairs =
      beside?.node.type === "object"
        ? beside.entries()
        : (beside?.items() ?? []).map((item) => [item.string(), item] as const);
    draft.plan.send = {
      call: draft.entity.readCallName(keyword.member("call")),
      with: Object.fromEntries(
        pairs.flatMap(([theirs, own]) => {
          const field = draft.sibling(own);
          return field ? [[theirs, field.name]] : [];
        }),
      ),
    };
  },
  compare: compareMember("send"),
  explain: null,
  examples: {
    good: [
      { value: { call: "sampleCode", with: ["city"] } },
      { value: { call: "sampleCode", with: { email: "city" } } },
    ],
    bad: [
      { value: { call: "sampleCod", with: [] }, rule: "unknown-call", suggestion: "sampleCode" },
      { value: { call: "sampleCode", with: ["citi"] }, rule: "unknown-field", suggestion: "city" },
      { value: { call: "sampleCode", with: { email: "citi" } }, rule: "unknown-field", suggestion: "city" },
      { value: { with: [] }, rule: "missing-word" },
    ],
  },
});
