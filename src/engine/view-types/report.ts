/** The view type `report`: sums over the records of a period, in total and by day or month. */
import { member, type ValueOf } from "../schema/view-members.ts";
import { defineView } from "../schema/view-type.ts";

const { amount, create, field, list, object, oneOf, optionalText, periods, text, where, withDefault } = member;

/** Amount that the server sums. */
const summed = create(amount.schema, (keyword, view) => {
  view.requireListedSum(keyword);
  return amount.read(keyword, view);
});
/**
 * Sum of an amount over the records whose fields have the values in `where`, or over all records when `where` is empty.
 * Measures with the sign `out` are drawn below the axis.
 */
const measure = object({
  label: text(),
  sum: summed,
  sign: oneOf(["in", "out"]),
  where: withDefault(where, {}),
});
const measures = list(measure, "measure");

const plan = object({
  /** Instant field that assigns records to periods, by whose days and months the list is grouped. */
  date: create(field.schema, (keyword, view) => {
    const { entity } = view;
    const name = view.fieldName(keyword);
    view.requirePeriod(keyword);
    entity.later(() => {
      const { list } = entity.plan;
      if (name !== "") list.periods = [...new Set([...(list.periods ?? []), `${name}.day`, `${name}.month`])];
    });
    return name;
  }),
  measures: { ...measures, schema: { ...measures.schema, maxItems: 2 } },
  /** Whether the difference between the measures is shown as well. */
  net: optionalText("net"),
  periods,
});
/** Plan of a `report` view. */
export type ReportPlan = ValueOf<typeof plan>;
declare module "../model/entity.ts" {
  interface ViewPlans {
    report: ReportPlan;
  }
}

/** Keywords that the examples need: a list with sums, and a filter on a date-time field. */
const SUMMED = { "x-list": { columns: ["title"], filters: { primary: ["opened"] }, sums: ["amount"] } };

/** `report`: sums over the records of a period. */
export const report = defineView({
  name: "report",
  plan,
  doc: {
    zh: "报表：一段时间内记录的合计和每天（超过 92 天时每月）的数字，一次一个币种，画成柱形图，可切换成表格。date 时刻字段，periods 可选的时间段（第一个是默认）。measures：各个数字，label 名称，sum 合计的金额（须在 x-list.sums 中），sign 画在线上（in）还是线下（out），where 哪些记录；net 是两者之差的名称。数字由服务器按全部记录分组计算，列表的筛选同样有效。",
    en: "A report: what the records of a period sum to, in all and by day (by month beyond 92 days), in one currency at a time, as bars or as a table. `date`: the field of the instant; `periods`: spans to choose from, the first is the default. `measures`: each with its `label`, the amount that it sums (`sum`, one of `x-list.sums`), its `sign` (drawn above or below the line) and `where`; `net` names their difference. The server groups and sums all records; the filters of the list apply.",
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

/** Returns a minimal measure with some members replaced. */
function createMeasure(parts: object) {
  return { label: { zh: "收入", en: "Money in" }, sum: "amount", sign: "in", where: { city: ["harbour"] }, ...parts };
}

/** Returns a minimal view with some members replaced. */
function createExample(parts: object) {
  return { date: "opened", measures: [createMeasure({})], periods: ["last90d", "thisMonth"], ...parts };
}
