/** The view type `inbox`: tasks of the user, with decisions made in place. */
import { member, type ValueOf } from "../schema/view-members.ts";
import { defineView } from "../schema/view-type.ts";

const {
  amount,
  call,
  condition,
  create,
  field,
  fields,
  list,
  name,
  namedList,
  names,
  object,
  optional,
  text,
  tone,
  withDefault,
} = member;

const event = object({ name, label: create(text().schema, () => undefined), needs: withDefault(fields, []) });
const flag = object({ name, when: condition, says: text(), tone: withDefault(tone, "warning") });

const plan = object({
  date: field,
  party: field,
  kind: field,
  amount,
  maker: optional(field),
  /** Field whose value is the event that a row is waiting for. */
  next: field,
  decide: object({
    /** Call that fires an event for multiple rows. It receives `ids`, `event` and what the event requires. */
    call,
    /** Events that rows may wait for and that can be decided in bulk. */
    of: names,
    /** Events that decide a row, the most common first. */
    events: list({
      ...event,
      read(keyword, view) {
        const read = event.read(keyword, view);
        // A union has no lifecycle, so dialogs that confirm an event read its label from the view.
        view.entity.text(`event.${read.name}`, keyword.member("label"));
        return read;
      },
    }),
  }),
  /** Call that returns the facts of the context `history` for `ids`. */
  history: optional(call),
  /** Remarks on the rows for which `when` holds. Text key: `views.<id>.flag.<name>`, with the facts as parameters. */
  flags: withDefault(namedList(flag, "flag"), []),
});
/** Plan of an `inbox` view. Its groups are the views of the list. */
export type InboxPlan = ValueOf<typeof plan>;
/** A flag of an `inbox` view. */
export type InboxFlag = InboxPlan["flags"][number];
declare module "../model/entity.ts" {
  interface ViewPlans {
    inbox: InboxPlan;
  }
}

/** `inbox`: tasks of the user, with decisions made in place. */
export const inbox = defineView({
  name: "inbox",
  plan,
  doc: {
    zh: "等当前用户处理的事项，左边列表，右边记录，当场决定；分组是列表的 views，带数量。date、party、kind、amount、maker 是行上的字段，next 是等待的事件。decide：一次决定多行，call 是 schemas/calls 中收到 {ids, event} 的调用，of 是可批量的等待事件，events 是可选的操作（needs 要填的字段）。history：回答 history 事实的调用，收到 {ids}；flags：提示，when 用 self 和 history 判断，says 中可写事实名。按键：j k 上下，a 第一个操作，r 第二个，x 选择。",
    en: "What waits for the user: the list, the record beside it, decided in place. The groups are the `views` of the list, with counts. `date`, `party`, `kind`, `amount` and `maker` are the fields of a row, `next` is the event that it waits for. `decide`: `call` is one of `schemas/calls` that gets `{ids, event}` for many rows, `of` are the events waited for that it may decide, `events` what the user may choose (`needs`: fields to fill in). `history` is a call that answers the facts of the context `history` for `{ids}`; `flags` are remarks, `when` reads `self` and `history`, `says` may name the facts. Keys: `j` and `k` step, `a` is the first event, `r` the second, `x` selects.",
  },
  examples: {
    good: [
      {
        value: {
          ...createSample(),
          flags: [
            { name: "first", when: "self.amount > self.fee", says: { zh: "首次", en: "First" }, tone: "warning" },
          ],
        },
      },
    ],
    bad: [
      { value: { ...createSample(), next: "citty" }, rule: "unknown-field", suggestion: "city" },
      {
        value: { ...createSample(), decide: { ...createSample().decide, call: "sampleCod" } },
        rule: "unknown-call",
        suggestion: "sampleCode",
      },
      {
        value: {
          ...createSample(),
          flags: [{ name: "first", when: "self.amoun > self.fee", says: { zh: "首次", en: "First" } }],
        },
        rule: "bad-expression",
        suggestion: "amount",
      },
    ],
  },
});

function createSample() {
  return {
    date: "title",
    party: "title",
    kind: "city",
    amount: "amount",
    next: "city",
    decide: { call: "sampleCode", of: ["pass"], events: [{ name: "pass", label: { zh: "通过", en: "Approve" } }] },
  };
}
