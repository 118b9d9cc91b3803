/** The view type `activity`: records by day with their direction, and their sums. */
import { member, type ValueOf } from "../schema/view-members.ts";
import { defineView } from "../schema/view-type.ts";

const { amount, field, list, object, oneOf, optional, periods, text, values, where, withDefault } = member;

const plan = object({
  /** Instant field whose days group the records. */
  date: field,
  /** Field of the counterparty. When it is empty, the label of `kind` is shown. */
  party: field,
  /** Field that classifies the record. */
  kind: field,
  amount,
  /** Amount of the other side, such as the proceeds of an exchange. */
  other: optional(amount),
  note: optional(field),
  status: optional(field),
  /**
   * Field of the direction, with its values for incoming and outgoing records. Records with any other value are
   * transfers between own accounts.
   */
  sign: object({ field, in: values, out: values }),
  /** The list opens on the first period, or on all time if there are none. */
  periods: optional(periods),
  /** Sums of the amount by currency, over the listed records that match `where`. */
  sums: withDefault(
    list(
      object({
        label: text(),
        sign: oneOf(["in", "out"]),
        where,
      }),
      "sum",
    ),
    [],
  ),
});
/** Plan of an `activity` view. */
export type ActivityPlan = ValueOf<typeof plan>;
declare module "../model/entity.ts" {
  interface ViewPlans {
    activity: ActivityPlan;
  }
}

/** Keyword that the examples with sums need: a list that sums the amount. */
const SUMMED = { "x-list": { columns: ["title"], sums: ["amount"] } };

/** `activity`: records by day with their direction, and their sums. */
export const activity = defineView({
  name: "activity",
  plan,
  check(keyword, view) {
    const chosen = keyword.get("periods");
    if (chosen) view.requirePeriod(keyword.member("date"), chosen);
    if (keyword.get("sums")) view.requireListedSum(keyword.member("amount"));
  },
  doc: {
    zh: "按天列出的往来：date 时刻字段，party 对方，kind 类型，amount 金额，other 对侧金额（例如换入），note 附言，status 状态。sign：方向字段和表示收入（in）、付出（out）的值，其余为自己账户之间。periods：可选的时间段，打开时为第一个，时间字段须可筛选。sums：按币种的合计，label 名称，where 哪些记录，由服务器计算，amount 须在 x-list.sums 中。行末是 x-links 中 main 的链接；点开一行，记录显示在旁边。",
    en: "Records by day: `date` is the field of the instant, `party` the counterparty, `kind`, `amount`, `other` the amount of the other side (what an exchange buys), `note`, `status`. `sign`: the field of the direction and its values for money `in` and `out`; the others are one's own. `periods`: spans to choose from, of which the list opens on the first; the list must filter by `date`. `sums`: sums per currency, each with its `label` and `where`, computed by the server, of an `amount` among `x-list.sums`. A row ends with the `main` links of `x-links`; a row that is opened shows its record beside the list.",
  },
  examples: {
    good: [
      {
        value: {
          date: "title",
          party: "title",
          kind: "city",
          amount: "amount",
          other: "fee",
          sign: { field: "city", in: ["harbour"], out: ["mountain"] },
          sums: [{ label: { zh: "收入", en: "Money in" }, sign: "in", where: { city: ["harbour"] } }],
        },
        with: SUMMED,
      },
      {
        value: createExample({ date: "opened", periods: ["thisMonth", "last90d"] }),
        with: { "x-list": { columns: ["title"], filters: { primary: ["opened"] } } },
      },
    ],
    bad: [
      { value: createExample({ periods: ["thisMonth"] }), rule: "not-a-period" },
      { value: createExample({ periods: ["nextMonth"] }), rule: "bad-value" },
      { value: createExample({ amount: "city" }), rule: "unknown-field" },
      { value: createExample({ party: "titel" }), rule: "unknown-field", suggestion: "title" },
      {
        value: createExample({ sums: [createSum({ citty: ["a"] })] }),
        with: SUMMED,
        rule: "unknown-field",
        suggestion: "city",
      },
      { value: createExample({ sums: [createSum({ city: ["a"] })] }), rule: "not-listed-sum" },
    ],
  },
});

/** Returns a minimal view with some members replaced. */
function createExample(parts: object) {
  return {
    date: "title",
    party: "title",
    kind: "city",
    amount: "amount",
    sign: { field: "city", in: ["harbour"], out: ["mountain"] },
    ...parts,
  };
}

/** Returns an incoming sum of the records that match `where`. */
function createSum(where: object) {
  return { label: { zh: "收入", en: "In" }, sign: "in", where };
}
