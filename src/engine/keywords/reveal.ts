import { defineKeyword } from "./keyword.ts";

/** The word `x-reveal`. */
export const reveal = defineKeyword({
  name: "x-reveal",
  on: ["field"],
  types: ["string"],
  schema: {
    type: "object",
    required: ["call", "shows"],
    properties: { call: { $ref: "#/$defs/name" }, shows: { type: "object", minProperties: 1, propertyNames: { $ref: "#/$defs/name" }, additionalProperties: { $ref: "#/$defs/text" } } },
    additionalProperties: false,
  },
  doc: {
    zh: "“显示”按钮：支付密码确认后由 call 给出被遮盖的内容，shows 是其中要显示的名称及标签；30 秒后或离开窗口时隐藏。字段必须有 x-mask。",
    en: "The button that shows what the mask hides: after the payment password `call` tells it, `shows` names what of its answer shows, with labels. Hidden again after 30 seconds or when the window is left. The field has an `x-mask`.",
  },
  field(word, draft) {
    const { plan, entity } = draft;
    const call = word.get("call")!;
    entity.knownCall(call);
    if (!plan.mask) entity.report(word.place("key"), "reveal-without-mask", `"${plan.name}" is not masked ("x-mask"), so there is nothing to reveal`);
    const shows = word.get("shows")!.entries();
    for (const [name, text] of shows) draft.text(`reveal.${name}`, text);
    plan.reveal = { call: call.value as string, shows: shows.map(([name]) => name) };
  },
  examples: {
    good: [{ value: { call: "sampleCode", shows: { number: { zh: "卡号", en: "Card number" } } }, with: { "x-mask": { style: "card" } } }],
    bad: [
      { value: { call: "sampleCod", shows: { number: { zh: "卡号", en: "Card number" } } }, with: { "x-mask": { style: "card" } }, rule: "unknown-call", suggestion: "sampleCode" },
      { value: { call: "sampleCode", shows: { number: { zh: "卡号" } } }, with: { "x-mask": { style: "card" } }, rule: "missing-language" },
      { value: { call: "sampleCode", shows: { number: { zh: "卡号", en: "Card number" } } }, rule: "reveal-without-mask" },
      { value: { shows: { number: { zh: "卡号", en: "Card number" } } }, with: { "x-mask": { style: "card" } }, rule: "missing-word" },
    ],
  },
});
