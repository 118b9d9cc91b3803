/** The view type `report`: sums over the records of a period, in total and by day or month. */
import type { JsonSchema } from "../model/entity.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { defineView, type ViewDraft } from "../schema/view-type.ts";

/** Plan of a `report` view. Text keys below `views.<id>.`: `measure.<n>`, `net`. */
export interface ReportPlan {
  /** Instant field that assigns records to periods. */
  date: string;
  /** Date ranges to choose from. The first one is the default. */
  periods: string[];
  measures: ReportMeasure[];
  /** Whether the difference between the measures is shown as well. */
  net?: true;
}
/**
 * Sum of an amount over the records whose fields have the values in `where`, or over all records when `where` is empty.
 * Measures with the sign `out` are drawn below the axis.
 */
export interface ReportMeasure {
  sum: string;
  sign: "in" | "out";
  where: Record<string, string[]>;
}
declare module "../model/entity.ts" {
  interface ViewPlans {
    report: ReportPlan;
  }
}

const path: JsonSchema = { $ref: "#/$defs/path" };
const text: JsonSchema = { $ref: "#/$defs/text" };
const values: JsonSchema = { type: "array", minItems: 1, items: { type: "string", minLength: 1 } };

/** Keywords that the examples need: a list with sums, and a filter on a date-time field. */
const SUMMED = { "x-list": { columns: ["title"], filters: { primary: ["opened"] }, sums: ["amount"] } };

/** `report`: sums over the records of a period. */
export const report = defineView({
  name: "report",
  schema: {
    required: ["date", "measures", "periods"],
    properties: {
      date: path,
      measures: {
        type: "array",
        minItems: 1,
        maxItems: 2,
        items: {
          type: "object",
          required: ["label", "sum", "sign"],
          properties: {
            label: text,
            sum: path,
            sign: { enum: ["in", "out"] },
            where: { type: "object", additionalProperties: values },
          },
          additionalProperties: false,
        },
      },
      net: text,
      periods: {
        type: "array",
        minItems: 1,
        uniqueItems: true,
        items: { type: "string", pattern: "^((this|last)Month|thisYear|last[1-9]\\d{0,2}d)$" },
      },
    },
  },
  doc: {
    zh: "报表：一段时间内记录的合计和每天（超过 92 天时每月）的数字，一次一个币种，画成柱形图，可切换成表格。date 时刻字段，periods 可选的时间段（第一个是默认）。measures：各个数字，label 名称，sum 合计的金额（须在 x-list.sums 中），sign 画在线上（in）还是线下（out），where 哪些记录；net 是两者之差的名称。数字由服务器按全部记录分组计算，列表的筛选同样有效。",
    en: "A report: what the records of a period sum to, in all and by day (by month beyond 92 days), in one currency at a time, as bars or as a table. `date`: the field of the instant; `periods`: spans to choose from, the first is the default. `measures`: each with its `label`, the amount that it sums (`sum`, one of `x-list.sums`), its `sign` (drawn above or below the line) and `where`; `net` names their difference. The server groups and sums all records; the filters of the list apply.",
  },
  read(keyword, view) {
    view.text("net", keyword.get("net"));
    const measures = keyword
      .member("measures")
      .items()
      .map((item, index) => readMeasure(item, index, view));
    return {
      date: readDate(keyword.member("date"), view),
      periods: keyword.member("periods").strings(),
      measures,
      ...(keyword.get("net") ? { net: true as const } : {}),
    };
  },
  examples: {
    good: [{ value: createExample({}), with: SUMMED }],
    bad: [
      { value: createExample({ date: "titel" }), with: SUMMED, rule: "unknown-field", suggestion: "title" },
      { value: createExample({ date: "title" }), with: SUMMED, rule: "not-a-period" },
      { value: createExample({ periods: ["nextMonth"] }), with: SUMMED, rule: "bad-value" },
      { value: createExample({ measures: [createMeasure({ sum: "fee" })] }), with: SUMMED, rule: "not-listed-sum" },
      {
        value: createExample({ measures: [createMeasure({ where: { citty: ["a"] } })] }),
        with: SUMMED,
        rule: "unknown-field",
        suggestion: "city",
      },
    ],
  },
});

/**
 * Returns the name of the field by whose days and months the list is grouped. Reports a field that is not an instant or
 * that the list cannot filter by.
 */
function readDate(keyword: Json, { entity }: ViewDraft): string {
  const field = entity.field(keyword);
  if (!field) return "";
  const isInstant = entity.kind(field.kind).column === "timestamptz";
  entity.later(() => {
    const { list } = entity.plan;
    const { primary, more } = list.filters;
    if (!isInstant || ![...primary, ...more].includes(field.name))
      entity.report(keyword.location(), "not-a-period", findingMessages.noPeriod(field.name));
    list.periods = [...new Set([...(list.periods ?? []), `${field.name}.day`, `${field.name}.month`])];
  });
  return field.name;
}

function readMeasure(keyword: Json, index: number, view: ViewDraft): ReportMeasure {
  view.text(`measure.${index}`, keyword.get("label"));
  const sum = view.amount(keyword.member("sum"));
  const { entity } = view;
  entity.later(() => {
    if (sum !== "" && !entity.plan.list.sums.includes(sum))
      entity.report(keyword.member("sum").location(), "not-listed-sum", findingMessages.noListedSum(sum));
  });
  const where = keyword.get("where");
  for (const [named, node] of where?.entries() ?? []) entity.field(node, named);
  return { sum, sign: keyword.member("sign").oneOf(["in", "out"]), where: where?.stringLists() ?? {} };
}

/** Returns a minimal measure with some members replaced. */
function createMeasure(parts: object) {
  return { label: { zh: "收入", en: "Money in" }, sum: "amount", sign: "in", where: { city: ["harbour"] }, ...parts };
}

/** Returns a minimal view with some members replaced. */
function createExample(parts: object) {
  return { date: "opened", measures: [createMeasure({})], periods: ["last90d", "thisMonth"], ...parts };
}
