import { defineKeyword } from "./keyword.ts";

/** The word `x-send`. */
export const send = defineKeyword({
  name: "x-send",
  on: ["field"],
  types: ["string"],
  schema: {
    type: "object",
    required: ["call"],
    properties: { call: { $ref: "#/$defs/name" }, with: { $ref: "#/$defs/names" } },
    additionalProperties: false,
  },
  doc: {
    zh: "输入框旁的“发送验证码”按钮：call 是调用名，with 是一起发送的字段。",
    en: "The button beside the input that sends a code: `call` is the call, `with` the fields that go along.",
  },
  field(word, draft) {
    const call = word.get("call")!;
    const { calls } = draft.entity.library;
    if (calls && !calls.includes(call.value as string)) draft.entity.unknown(call.place(), "call", call.value as string, calls);
    const fields = word.get("with")?.items() ?? [];
    draft.plan.send = { call: call.value as string, with: fields.flatMap((item) => draft.sibling(item)?.name ?? []) };
  },
  examples: {
    good: [{ value: { call: "sampleCode", with: ["city"] } }],
    bad: [
      { value: { call: "sampleCod", with: [] }, rule: "unknown-call", suggestion: "sampleCode" },
      { value: { call: "sampleCode", with: ["citi"] }, rule: "unknown-field", suggestion: "city" },
      { value: { with: [] }, rule: "missing-word" },
    ],
  },
});
