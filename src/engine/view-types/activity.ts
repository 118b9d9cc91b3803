/** The view type `activity`: records by day with their direction, and their sums. */
import type { JsonSchema } from "../model/entity.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { defineView, type ViewDraft } from "../schema/view-type.ts";

/** Plan of an `activity` view. Text keys below `views.<id>.`: `sum.<n>`. */
export interface ActivityPlan {
  /** Instant field whose days group the records. */
  date: string;
  /** Field of the counterparty. When it is empty, the label of `kind` is shown. */
  party: string;
  /** Field that classifies the record. */
  kind: string;
  amount: string;
  /** Amount of the other side, such as the proceeds of an exchange. */
  other?: string;
  note?: string;
  status?: string;
  /**
   * Field of the direction, with its values for incoming and outgoing records. Records with any other value are
   * transfers between own accounts.
   */
  sign: { field: string; in: string[]; out: string[] };
  /** Named date ranges to choose from. The list opens on the first one. Absent when it opens on all time. */
  periods?: string[];
  /** Sums of the amount by currency, over the listed records that match `where`. */
  sums: { sign: "in" | "out"; where: Record<string, string[]> }[];
}
declare module "../model/entity.ts" {
  interface ViewPlans {
    activity: ActivityPlan;
  }
}

const path: JsonSchema = { $ref: "#/$defs/path" };
const values: JsonSchema = { type: "array", minItems: 1, items: { type: "string", minLength: 1 } };

/** Keyword that the examples with sums need: a list that sums the amount. */
const SUMMED = { "x-list": { columns: ["title"], sums: ["amount"] } };

/** `activity`: records by day with their direction, and their sums. */
export const activity = defineView({
  name: "activity",
  schema: {
    required: ["date", "party", "kind", "amount", "sign"],
    properties: {
      date: path,
      party: path,
      kind: path,
      amount: path,
      other: path,
      note: path,
      status: path,
      sign: {
        type: "object",
        required: ["field", "in", "out"],
        properties: { field: path, in: values, out: values },
        additionalProperties: false,
      },
      periods: {
        type: "array",
        minItems: 1,
        uniqueItems: true,
        items: { type: "string", pattern: "^(today|yesterday|(this|last)(Week|Month)|thisYear|last[1-9]\\d{0,2}d)$" },
      },
      sums: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["label", "sign", "where"],
          properties: {
            label: { $ref: "#/$defs/text" },
            sign: { enum: ["in", "out"] },
            where: { type: "object", minProperties: 1, additionalProperties: values },
          },
          additionalProperties: false,
        },
      },
    },
  },
  doc: {
    zh: "按天列出的往来：date 时刻字段，party 对方，kind 类型，amount 金额，other 对侧金额（例如换入），note 附言，status 状态。sign：方向字段和表示收入（in）、付出（out）的值，其余为自己账户之间。periods：可选的时间段，打开时为第一个，时间字段须可筛选。sums：按币种的合计，label 名称，where 哪些记录，由服务器计算，amount 须在 x-list.sums 中。行末是 x-links 中 main 的链接；点开一行，记录显示在旁边。",
    en: "Records by day: `date` is the field of the instant, `party` the counterparty, `kind`, `amount`, `other` the amount of the other side (what an exchange buys), `note`, `status`. `sign`: the field of the direction and its values for money `in` and `out`; the others are one's own. `periods`: spans to choose from, of which the list opens on the first; the list must filter by `date`. `sums`: sums per currency, each with its `label` and `where`, computed by the server, of an `amount` among `x-list.sums`. A row ends with the `main` links of `x-links`; a row that is opened shows its record beside the list.",
  },
  read(keyword, view) {
    const sign = keyword.member("sign");
    const optional = (part: "note" | "status") => {
      const node = keyword.get(part);
      return node ? { [part]: view.fieldName(node) } : {};
    };
    const other = keyword.get("other");
    return {
      date: view.fieldName(keyword.member("date")),
      party: view.fieldName(keyword.member("party")),
      kind: view.fieldName(keyword.member("kind")),
      amount: view.amount(keyword.member("amount")),
      ...(other ? { other: view.amount(other) } : {}),
      ...optional("note"),
      ...optional("status"),
      sign: {
        field: view.fieldName(sign.member("field")),
        in: sign.member("in").strings(),
        out: sign.member("out").strings(),
      },
      ...readPeriods(keyword, view),
      sums: readSums(keyword, view),
    };
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

/** Returns the sums. Reports an amount that the server does not sum. */
function readSums(keyword: Json, view: ViewDraft): ActivityPlan["sums"] {
  const sums = keyword.get("sums");
  if (!sums) return [];
  const { entity } = view;
  const amount = keyword.member("amount");
  entity.later(() => {
    if (!entity.plan.list.sums.includes(amount.string()))
      entity.report(amount.location(), "not-listed-sum", findingMessages.noListedSum(amount.string()));
  });
  return sums.items().map((sum, index) => readSum(sum, index, view));
}

function readSum(sum: Json, index: number, view: ViewDraft): ActivityPlan["sums"][number] {
  const where = sum.member("where");
  for (const [field, wanted] of where.entries()) view.entity.field(wanted, field);
  view.text(`sum.${index}`, sum.member("label"));
  return { sign: sum.member("sign").oneOf(["in", "out"]), where: where.stringLists() };
}

/** Returns the periods. Reports them when the date is not an instant or the list cannot filter by it. */
function readPeriods(keyword: Json, { entity }: ViewDraft): Pick<ActivityPlan, "periods"> {
  const node = keyword.get("periods");
  if (!node) return {};
  const field = entity.field(keyword.member("date"));
  const isInstant = field !== undefined && entity.kind(field.kind).column === "timestamptz";
  entity.later(() => {
    const { primary, more } = entity.plan.list.filters;
    if (field && (!isInstant || ![...primary, ...more].includes(field.name)))
      entity.report(node.location(), "not-a-period", findingMessages.noPeriod(field.name));
  });
  return { periods: node.strings() };
}
