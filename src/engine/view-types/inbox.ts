/** The view type `inbox`: tasks of the user, with decisions made in place. */
import type { Expression } from "../model/expression.ts";
import type { JsonSchema, Tone } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { TONES } from "../schema/tones.ts";
import { defineView, type ViewDraft } from "../schema/view-type.ts";

/**
 * A flag that marks the rows for which `when` holds. Text key: `views.<id>.flag.<name>`, with the facts as parameters.
 */
export interface InboxFlag {
  name: string;
  when: Expression;
  tone: Tone;
}
/** Plan of an `inbox` view. Its groups are the views of the list. */
export interface InboxPlan {
  date: string;
  party: string;
  kind: string;
  amount: string;
  maker?: string;
  /** Field whose value is the event that a row is waiting for. */
  next: string;
  decide: {
    /**
     * Call of `schemas/calls/` that fires an event for multiple rows. It receives `ids`, `event` and what the event
     * requires.
     */
    call: string;
    /** Events that rows may wait for and that can be decided in bulk. */
    of: string[];
    /** Events that decide a row, the most common first. Text key `views.<id>.event.<name>`. */
    events: { name: string; needs: string[] }[];
  };
  /** Call of `schemas/calls/` that returns the facts of the context `history` for `ids`. */
  history?: string;
  flags: InboxFlag[];
}
declare module "../model/entity.ts" {
  interface ViewPlans {
    inbox: InboxPlan;
  }
}

const path: JsonSchema = { $ref: "#/$defs/path" };
const name: JsonSchema = { $ref: "#/$defs/name" };
const names: JsonSchema = { $ref: "#/$defs/names" };
const text: JsonSchema = { $ref: "#/$defs/text" };
const buildObject = (required: string[], properties: object): JsonSchema => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});

/** `inbox`: tasks of the user, with decisions made in place. */
export const inbox = defineView({
  name: "inbox",
  schema: {
    required: ["date", "party", "kind", "amount", "next", "decide"],
    properties: {
      date: path,
      party: path,
      kind: path,
      amount: path,
      maker: path,
      next: path,
      decide: buildObject(["call", "of", "events"], {
        call: name,
        of: names,
        events: {
          type: "array",
          minItems: 1,
          items: buildObject(["name", "label"], { name, label: text, needs: names }),
        },
      }),
      history: name,
      flags: {
        type: "array",
        minItems: 1,
        items: buildObject(["name", "when", "says"], {
          name,
          when: { $ref: "#/$defs/cel" },
          says: text,
          tone: { enum: [...TONES] },
        }),
      },
    },
  },
  doc: {
    zh: "等当前用户处理的事项，左边列表，右边记录，当场决定；分组是列表的 views，带数量。date、party、kind、amount、maker 是行上的字段，next 是等待的事件。decide：一次决定多行，call 是 schemas/calls 中收到 {ids, event} 的调用，of 是可批量的等待事件，events 是可选的操作（needs 要填的字段）。history：回答 history 事实的调用，收到 {ids}；flags：提示，when 用 self 和 history 判断，says 中可写事实名。按键：j k 上下，a 第一个操作，r 第二个，x 选择。",
    en: "What waits for the user: the list, the record beside it, decided in place. The groups are the `views` of the list, with counts. `date`, `party`, `kind`, `amount` and `maker` are the fields of a row, `next` is the event that it waits for. `decide`: `call` is one of `schemas/calls` that gets `{ids, event}` for many rows, `of` are the events waited for that it may decide, `events` what the user may choose (`needs`: fields to fill in). `history` is a call that answers the facts of the context `history` for `{ids}`; `flags` are remarks, `when` reads `self` and `history`, `says` may name the facts. Keys: `j` and `k` step, `a` is the first event, `r` the second, `x` selects.",
  },
  read(keyword, view) {
    const [maker, history] = [keyword.get("maker"), keyword.get("history")];
    return {
      date: view.fieldName(keyword.member("date")),
      party: view.fieldName(keyword.member("party")),
      kind: view.fieldName(keyword.member("kind")),
      amount: view.amount(keyword.member("amount")),
      ...(maker ? { maker: view.fieldName(maker) } : {}),
      next: view.fieldName(keyword.member("next")),
      decide: readDecide(keyword.member("decide"), view),
      ...(history ? { history: view.entity.readCallName(history) } : {}),
      flags: (keyword.get("flags")?.items() ?? []).flatMap((flag) => readFlag(flag, view)),
    };
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

function readDecide(keyword: Json, view: ViewDraft): InboxPlan["decide"] {
  return {
    call: view.entity.readCallName(keyword.member("call")),
    of: keyword.member("of").strings(),
    events: keyword
      .member("events")
      .items()
      .map((event) => {
        const called = event.member("name").string();
        // A union has no lifecycle, so dialogs that confirm an event read its label from the view.
        view.entity.text(`event.${called}`, event.member("label"));
        return { name: called, needs: (event.get("needs")?.items() ?? []).map((field) => view.fieldName(field)) };
      }),
  };
}

function readFlag(flag: Json, view: ViewDraft): InboxFlag[] {
  const when = view.entity.expression(flag.member("when"), "bool");
  const called = flag.member("name").string();
  view.text(`flag.${called}`, flag.member("says"));
  return when ? [{ name: called, when, tone: flag.get("tone")?.oneOf(TONES) ?? "warning" }] : [];
}
