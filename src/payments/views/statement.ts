/** The view type `statement`: a bank statement for one currency, with a running balance. */
import { defineView, member, type ValueOf } from "@portolan/engine/compiler";

const { amount, call, create, field, fields, name, object, optional, periods, text, withDefault } = member;

const line = object({
  title: field,
  under: withDefault(fields, []),
  note: optional(field),
  /** Field whose label is shown on the line if its value is one of these. */
  mark: optional(
    create(
      {
        type: "object",
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: { type: "array", minItems: 1, items: { type: "string" } },
      },
      (keyword, view) => {
        const [[named, values] = ["", keyword]] = keyword.entries();
        return { field: view.entity.field(values, named)?.name ?? "", values: values.strings() };
      },
    ),
  ),
  /** Fields that contain the entity and the key of the record that a line opens. */
  opens: optional(object({ entity: field, id: field })),
});

const plan = object({
  /** Receives `currency` and the dates `from` and `to`. */
  call,
  currency: field,
  /** Booking time. */
  date: field,
  in: amount,
  out: amount,
  /** Balance after the line. */
  running: amount,
  line,
  /** Named date ranges to choose from, default first. */
  periods,
  opening: text("opening"),
  closing: text("closing"),
  held: text("held"),
  until: text("until"),
  all: text("all"),
  /** Entity of the statement documents. The call returns the key of the period's document as `number`. */
  paper: optional(
    create(name.schema, (keyword, view) => {
      view.entity.readEntityFields(keyword);
      return keyword.string();
    }),
  ),
});
/** Plan of a `statement` view. */
export type StatementPlan = ValueOf<typeof plan>;
declare module "../../engine/model/entity.ts" {
  interface ViewPlans {
    statement: StatementPlan;
  }
}

/** `statement`: a bank statement for one currency. */
export const statement = defineView({
  name: "statement",
  plan,
  doc: {
    zh: "对账单：一次一个币种，收、付两栏，每行之后的余额。每条记录是一行；currency、date、in、out、running 是字段名，余额由服务器算好。call 是 schemas/calls 中的调用，收到 {currency, from, to}（from、to 是日期），回答 currency、currencies、opening、closing，以及现在冻结的 hold、held、holds（entity、orderNo、amount，可有 party、until）。line：title 标题，under 标题下的字段，note 备注，mark 字段的哪些值作为标记写在行尾，opens 打开的记录（字段）。periods 可选的时间段，all 是“全部时间”的文字；paper 结单实体：可下载这段时间的 PDF，调用还要回答它的 number；held 一句话里写 {count}、{amount}，until 里写 {day}：最晚哪天付出或退回。",
    en: "A statement: one currency at a time, a column for money in and one for money out, and the balance after each line. Each record is a line; `currency`, `date`, `in`, `out` and `running` name fields, and the server has computed the balance. `call` is one of `schemas/calls` that gets `{currency, from, to}` (days) and answers `currency`, `currencies`, `opening`, `closing`, and what is on hold now: `hold`, `held`, `holds` (`entity`, `orderNo`, `amount`, perhaps `party` and `until`). `line`: its `title`, fields `under` it, a `note`, `mark`: values of a field that are written at the end of the line, `opens`: the fields of the record that it opens. `periods`: spans to choose from, `all`: the label for all time; `paper`: an entity whose document of the period can be downloaded as PDF, the call then answers its `number`; `{count}` and `{amount}` in `held`, and `{day}`, on which money is paid or released at the latest, in `until`.",
  },
  examples: {
    good: [{ value: createExample({}) }, { value: createExample({ paper: "sampleCity" }) }],
    bad: [
      { value: createExample({ running: "city" }), rule: "unknown-field" },
      { value: createExample({ line: { title: "titel" } }), rule: "unknown-field", suggestion: "title" },
      { value: createExample({ periods: ["nextMonth"] }), rule: "bad-value" },
      { value: createExample({ paper: "sampleCty" }), rule: "unknown-entity", suggestion: "sampleCity" },
      { value: createExample({ call: "sampleCod" }), rule: "unknown-call", suggestion: "sampleCode" },
    ],
  },
});

/** Returns a minimal view with the given parts replaced. */
function createExample(other: object) {
  return {
    call: "sampleCode",
    currency: "city",
    date: "title",
    in: "amount",
    out: "fee",
    running: "amount",
    line: { title: "title", under: ["city"], mark: { review: ["none"] }, opens: { entity: "city", id: "orderNo" } },
    periods: ["thisMonth", "last90d"],
    opening: { zh: "期初余额", en: "Opening balance" },
    closing: { zh: "期末余额", en: "Closing balance" },
    held: { zh: "冻结中 {count} 笔，{amount}", en: "On hold: {amount}, orders: {count}" },
    until: { zh: "最晚 {day}", en: "by {day}" },
    all: { zh: "全部时间", en: "All time" },
    ...other,
  };
}
