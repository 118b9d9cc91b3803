import { buildObject, refs } from "../schema/meta-parts.ts";
import { TONES } from "../schema/tones.ts";
import { defineKeyword } from "../schema/keyword.ts";

/** `x-actions`: buttons on a record, each of which makes a call. */
export const actions = defineKeyword({
  name: "x-actions",
  on: ["entity"],
  schema: {
    type: "array",
    items: buildObject(
      {
        call: refs.name,
        when: refs.cel,
        tone: { enum: TONES },
        bulk: { type: "boolean" },
      },
      ["call"],
    ),
  },
  doc: {
    zh: "记录上的按钮：call 是 x-calls 中的名称，when 何时出现，tone 色调，bulk 是否可批量。省略时由生命周期得出。",
    en: "Buttons on a record: a `call` of x-calls, `when` it shows, its `tone`, whether it works in `bulk`. Left out: what the lifecycle gives.",
  },
  entity(keyword, draft) {
    const { calls } = draft.plan;
    for (const action of keyword?.items() ?? []) {
      const call = draft.readName(action.member("call"), "call", Object.keys(calls));
      const source = action.get("when");
      const when = source && draft.expression(source, "bool");
      const tone = action.get("tone")?.oneOf(TONES);
      draft.plan.actions.push({
        call,
        bulk: action.get("bulk")?.value === true,
        ...(when ? { when } : {}),
        ...(tone ? { tone } : {}),
      });
    }
  },
  compare: null,
  explain: null,
  examples: {
    good: [
      {
        value: [{ call: "create", when: "has(self.title)", tone: "danger", bulk: true }],
        with: { "x-calls": { create: "POST /sample/add" } },
      },
    ],
    bad: [
      {
        value: [{ call: "creat" }],
        with: { "x-calls": { create: "POST /sample/add" } },
        rule: "unknown-call",
        suggestion: "create",
      },
      {
        value: [{ call: "create", when: "has(self.titel)" }],
        with: { "x-calls": { create: "POST /sample/add" } },
        rule: "bad-expression",
        suggestion: "title",
      },
      { value: [{ when: "true" }], rule: "missing-word" },
    ],
  },
});
