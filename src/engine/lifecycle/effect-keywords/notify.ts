import { defineEffect } from "../../schema/effect.ts";

/** `notify`: whether the event notifies the users of the record. */
export const notify = defineEffect({
  name: "notify",
  schema: { type: "boolean" },
  doc: {
    zh: "事件发生后通知记录的用户。",
    en: "Whether the event leaves a notification for the users of the record.",
  },
  absent: { notify: false },
  read: (keyword) => ({ notify: keyword.value === true }),
  examples: {
    good: [{ value: true, at: { on: "hand", from: "open", to: "open", by: "provider" } }],
    bad: [{ value: "yes", at: { on: "hand", from: "open", to: "open", by: "provider" }, rule: "bad-value" }],
  },
});
