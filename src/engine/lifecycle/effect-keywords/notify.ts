import type { TransitionPlan } from "../../model/entity.ts";
import { defineEffect } from "../../schema/effect.ts";
import { lifecycleMessages } from "../finding-messages.ts";

/** `notify`: whether the event notifies the users of the record. */
export const notify = defineEffect({
  name: "notify",
  schema: { type: "boolean" },
  doc: {
    zh: "事件发生后通知记录的用户；制单人自己触发的不通知制单人。用户创建的记录，凡通向终态的事件都要写，创建本身除外。",
    en: "Whether the event leaves a notification for the users of the record; the maker gets none of an event that the maker fires. Of records that users create, every event that leads to a final state needs it, except the creation.",
  },
  absent: { notify: false },
  read: (keyword) => ({ notify: keyword.value === true }),
  prove: ({ transitions, states }, nodes, draft) => {
    const creates = ({ from }: TransitionPlan) => from.length === 0;
    if (!transitions.some((transition) => creates(transition) && draft.isUser(transition.by))) return;
    const finals = states.filter(({ final }) => final).map(({ name }) => name);
    for (const [index, node] of nodes.entries()) {
      const transition = transitions[index];
      if (transition && !creates(transition) && finals.includes(transition.to) && !transition.notify)
        draft.report(node.location(), "end-unnoticed", lifecycleMessages.endUnnoticed(transition.on));
    }
  },
  compare: [
    {
      member: "notify",
      words: { zh: "通知", en: "notifies" },
      risk: ["control-loosened", (was, is) => was.notify && !is.notify],
    },
  ],
  examples: {
    good: [{ value: true, at: { on: "hand", from: "open", to: "open", by: "provider" } }],
    bad: [
      { value: "yes", at: { on: "hand", from: "open", to: "open", by: "provider" }, rule: "bad-value" },
      { value: undefined, at: { on: "drop", from: "open", to: "ended", by: "provider" }, rule: "end-unnoticed" },
      { value: false, at: { on: "drop", from: "open", to: "ended", by: "clock", after: "P1D" }, rule: "end-unnoticed" },
    ],
  },
});
