import { nonEmpty } from "../../schema/meta-parts.ts";
import { isDropped } from "../../schema/comparison.ts";
import { defineEffect } from "../../schema/effect.ts";

/** `job`: enqueues a background job in the event's transaction. */
export const job = defineEffect({
  name: "job",
  schema: nonEmpty,
  doc: {
    zh: "事件之后由后台执行的任务的名称，与事件在同一事务中登记。",
    en: "The background job that the event enqueues, in its own transaction.",
  },
  read: (keyword) => ({ job: String(keyword.value) }),
  compare: [
    {
      member: "job",
      words: { zh: "后台任务", en: "leaves a job" },
      risk: ["control-loosened", (was, is) => isDropped(was.job, is.job)],
    },
  ],
  examples: {
    good: [{ value: "sample.send", at: { on: "hand", from: "open", to: "open", by: "provider" } }],
    bad: [{ value: "", at: { on: "hand", from: "open", to: "open", by: "provider" }, rule: "bad-value" }],
  },
});
