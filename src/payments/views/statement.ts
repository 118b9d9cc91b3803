/** The view type `statement`: a bank statement for one currency, with a running balance. */
import { defineView, type Json, type ViewDraft } from "@portolan/engine/compiler";

/** Plan of a `statement` view. Text keys below `views.<id>.`: `opening`, `closing`, `held`, `until`, `all`. */
export interface StatementPlan {
  /** Name of the call in `schemas/calls/`; receives `currency` and the dates `from` and `to`. */
  call: string;
  /** Field names: the currency, the booking time, the two amount columns and the running balance. */
  currency: string;
  date: string;
  in: string;
  out: string;
  running: string;
  line: {
    title: string;
    under: string[];
    note?: string;
    /** Field whose label is shown on the line if its value is one of these. */
    mark?: { field: string; values: string[] };
    /** Fields that contain the entity and the key of the record that a line opens. */
    opens?: { entity: string; id: string };
  };
  /** Named date ranges to choose from, default first. */
  periods: string[];
  /** Entity of the statement documents. The call returns the key of the period's document as `number`. */
  paper?: string;
}
declare module "../../engine/model/entity.ts" {
  interface ViewPlans {
    statement: StatementPlan;
  }
}

const text = { $ref: "#/$defs/text" };
const path = { $ref: "#/$defs/path" };
const name = { $ref: "#/$defs/name" };
const buildObject = (required: string[], properties: object) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});

/** `statement`: a bank statement for one currency. */
export const statement = defineView({
  name: "statement",
  schema: {
    required: [
      "call",
      "currency",
      "date",
      "in",
      "out",
      "running",
      "line",
      "periods",
      "opening",
      "closing",
      "held",
      "until",
      "all",
    ],
    properties: {
      call: name,
      currency: path,
      date: path,
      in: path,
      out: path,
      running: path,
      line: buildObject(["title"], {
        title: path,
        under: { $ref: "#/$defs/paths" },
        note: path,
        mark: {
          type: "object",
          minProperties: 1,
          maxProperties: 1,
          additionalProperties: { type: "array", minItems: 1, items: { type: "string" } },
        },
        opens: buildObject(["entity", "id"], { entity: path, id: path }),
      }),
      periods: {
        type: "array",
        minItems: 1,
        uniqueItems: true,
        items: { type: "string", pattern: "^(today|yesterday|(this|last)(Week|Month)|thisYear|last[1-9]\\d{0,2}d)$" },
      },
      opening: text,
      closing: text,
      held: text,
      until: text,
      all: text,
      paper: name,
    },
  },
  doc: {
    zh: "对账单：一次一个币种，收、付两栏，每行之后的余额。每条记录是一行；currency、date、in、out、running 是字段名，余额由服务器算好。call 是 schemas/calls 中的调用，收到 {currency, from, to}（from、to 是日期），回答 currency、currencies、opening、closing，以及现在冻结的 hold、held、holds（entity、orderNo、amount，可有 party、until）。line：title 标题，under 标题下的字段，note 备注，mark 字段的哪些值作为标记写在行尾，opens 打开的记录（字段）。periods 可选的时间段，all 是“全部时间”的文字；paper 结单实体：可下载这段时间的 PDF，调用还要回答它的 number；held 一句话里写 {count}、{amount}，until 里写 {day}：最晚哪天付出或退回。",
    en: "A statement: one currency at a time, a column for money in and one for money out, and the balance after each line. Each record is a line; `currency`, `date`, `in`, `out` and `running` name fields, and the server has computed the balance. `call` is one of `schemas/calls` that gets `{currency, from, to}` (days) and answers `currency`, `currencies`, `opening`, `closing`, and what is on hold now: `hold`, `held`, `holds` (`entity`, `orderNo`, `amount`, perhaps `party` and `until`). `line`: its `title`, fields `under` it, a `note`, `mark`: values of a field that are written at the end of the line, `opens`: the fields of the record that it opens. `periods`: spans to choose from, `all`: the word for all time; `paper`: an entity whose document of the period can be downloaded as PDF, the call then answers its `number`; `{count}` and `{amount}` in `held`, and `{day}`, on which money is paid or released at the latest, in `until`.",
  },
  read(keyword, view) {
    for (const part of ["opening", "closing", "held", "until", "all"]) view.text(part, keyword.get(part));
    const paper = keyword.get("paper");
    if (paper) view.entity.readEntityFields(paper);
    return {
      call: view.entity.readCallName(keyword.member("call")),
      currency: view.fieldName(keyword.member("currency")),
      date: view.fieldName(keyword.member("date")),
      in: view.amount(keyword.member("in")),
      out: view.amount(keyword.member("out")),
      running: view.amount(keyword.member("running")),
      line: readLine(keyword.member("line"), view),
      periods: keyword.member("periods").strings(),
      ...(paper ? { paper: paper.string() } : {}),
    };
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

function readLine(keyword: Json, view: ViewDraft): StatementPlan["line"] {
  const [note, mark, opens] = [keyword.get("note"), keyword.get("mark")?.entries()[0], keyword.get("opens")];
  return {
    title: view.fieldName(keyword.member("title")),
    under: (keyword.get("under")?.items() ?? []).map((item) => view.fieldName(item)),
    ...(note ? { note: view.fieldName(note) } : {}),
    ...(mark ? { mark: { field: view.entity.field(mark[1], mark[0])?.name ?? "", values: mark[1].strings() } } : {}),
    ...(opens
      ? { opens: { entity: view.fieldName(opens.member("entity")), id: view.fieldName(opens.member("id")) } }
      : {}),
  };
}
