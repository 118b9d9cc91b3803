import { buildMap, buildObject, refs } from "../schema/meta-parts.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember, isSame, unparse } from "../schema/comparison.ts";

/** `x-reveal`: a button that displays the full value of a masked field after step-up. */
export const reveal = defineKeyword({
  name: "x-reveal",
  on: ["field"],
  ofRecord: { instead: "x-mask" },
  types: ["string"],
  schema: {
    anyOf: [
      { const: true },
      buildObject(
        {
          call: refs.name,
          shows: buildMap(refs.text, { minProperties: 1, propertyNames: refs.name }),
        },
        ["call", "shows"],
      ),
    ],
  },
  doc: {
    zh: "“显示”按钮：支付密码确认后显示被遮盖的内容；30 秒后或离开窗口时隐藏。true：由实体自己的调用 reveal 给出，导出时选择“完整账号”也给出；或由 call 给出，shows 是其中要显示的名称及标签。字段必须有 x-mask。",
    en: "The button that shows what the mask hides after the payment password, hidden again after 30 seconds or when the window is left. `true`: the entity's own call `reveal` returns the value, and so does an export with full account numbers; otherwise `call` returns it, and `shows` names the members of its response to show, with labels. The field has an `x-mask`.",
  },
  field(keyword, draft) {
    const { plan, entity } = draft;
    if (!plan.mask) entity.report(keyword.location("key"), "reveal-without-mask", findingMessages.notMasked(plan.name));
    if (keyword.value === true) {
      plan.reveal = true;
      return;
    }
    const call = entity.readCallName(keyword.member("call"));
    const shows = keyword.member("shows").entries();
    for (const [name, text] of shows) draft.text(`reveal.${name}`, text);
    plan.reveal = { call, shows: shows.map(([name]) => name) };
  },
  compare: compareMember("reveal", {
    words: { zh: "支付密码确认后可看全文", en: "shown in full after a step-up" },
    added: "none/info",
    removed: "none/warning",
    risk: [
      "exposure-widened",
      ({ was, is }) => is.reveal !== undefined && !isSame(unparse(was.reveal), unparse(is.reveal)),
    ],
  }),
  explain: null,
  examples: {
    good: [
      { value: true, with: { "x-mask": { style: "account" } } },
      {
        value: { call: "sampleCode", shows: { number: { zh: "卡号", en: "Card number" } } },
        with: { "x-mask": { style: "card" } },
      },
    ],
    bad: [
      { value: true, rule: "reveal-without-mask" },
      {
        value: { call: "sampleCod", shows: { number: { zh: "卡号", en: "Card number" } } },
        with: { "x-mask": { style: "card" } },
        rule: "unknown-call",
        suggestion: "sampleCode",
      },
      {
        value: { call: "sampleCode", shows: { number: { zh: "卡号" } } },
        with: { "x-mask": { style: "card" } },
        rule: "missing-language",
      },
      {
        value: { call: "sampleCode", shows: { number: { zh: "卡号", en: "Card number" } } },
        rule: "reveal-without-mask",
      },
      {
        value: { shows: { number: { zh: "卡号", en: "Card number" } } },
        with: { "x-mask": { style: "card" } },
        rule: "bad-value",
      },
    ],
  },
});
