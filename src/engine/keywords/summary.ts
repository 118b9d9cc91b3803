import type { SummaryLine } from "../model/entity.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { summaryExamples } from "./summary-examples.ts";

const name = { $ref: "#/$defs/name" };
const text = { $ref: "#/$defs/text" };
const cel = { $ref: "#/$defs/cel" };
const buildObject = (required: string[], properties: object) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
/** A summary line is a field, or an amount or text with its own id and label. */
const line = {
  type: "object",
  properties: {
    id: name,
    field: { $ref: "#/$defs/path" },
    label: text,
    value: cel,
    when: cel,
    says: text,
    strong: { const: true },
  },
  anyOf: [{ required: ["field"] }, { required: ["id", "label", "value"] }, { required: ["id", "label", "says"] }],
  additionalProperties: false,
};

/** `x-summary`: the live summary beside a form, which the review and the password dialog also show. */
export const summary = defineKeyword({
  name: "x-summary",
  on: ["entity", "request"],
  schema: buildObject(["label", "currency", "lead", "lines", "empty"], {
    label: text,
    currency: cel,
    lead: line,
    lines: { type: "array", minItems: 1, items: line },
    empty: text,
    short: buildObject(["by", "says"], {
      by: cel,
      says: text,
      links: {
        type: "array",
        minItems: 1,
        items: buildObject(["label", "to"], { label: text, to: { type: "string", pattern: "^/" } }),
      },
    }),
  }),
  doc: {
    zh: "表单旁实时更新的小结：宽屏是右侧固定的一栏，窄屏是按钮上方的一条，点开看全部；核对时和输入支付密码时再显示一次。lead 是最要紧的一个数，lines 是各行：field 是本表的字段（label 可以另取），或者 id、label 和 value（CEL 算出的金额，币种为 currency）；says 是行下的一句话，没有 field 和 value 时就是这一行的内容；{字段} 或 {上下文.成员} 换成值，后面紧跟 % 的按百分数写；when 成立时才显示；strong 加粗。值未知的行不显示，一行也没有时显示 empty。short：by（CEL，还差多少）大于零时显示 says 和 links，文字与地址里可写 {short}、{currency}。",
    en: "The live summary beside a form: a column of its own on wide screens, on narrow ones a bar above the buttons that opens the whole; shown again in the review and in the password dialog. `lead` is the figure that matters most, `lines` the others: a `field` (its `label` may differ), or `id`, `label` and `value` (an amount by CEL, in `currency`). `says` is a sentence below a line, and the line itself where there is neither field nor value, with `{field}` or `{context.member}` for values; a placeholder followed by `%` is written in per cent. `when`: the line shows only while it holds. `strong`: emphasised. A line whose value is unknown is not drawn; without any line `empty` is. `short`: where `by` (CEL, what is lacking) is above zero, its `says` and `links`; `{short}` and `{currency}` may be used in both.",
  },
  entity(keyword, draft) {
    if (!keyword) return;
    for (const key of ["label", "empty"]) draft.text(`summary.${key}`, keyword.get(key));
    const currency = draft.expression(keyword.member("currency"), "string");
    const lead = readLine(keyword.member("lead"), draft, "lead");
    const lines = keyword
      .member("lines")
      .items()
      .flatMap((item) => readLine(item, draft) ?? []);
    const short = readShort(keyword.get("short"), draft);
    if (currency && lead) draft.plan.summary = { currency, lead, lines, ...(short ? { short } : {}) };
  },
  examples: summaryExamples,
});

function readLine(keyword: Json, draft: EntityDraft, own?: string): SummaryLine | undefined {
  const field = keyword.get("field");
  const named = field && draft.field(field)?.name;
  const id = own ?? keyword.get("id")?.string() ?? named;
  if (id === undefined) return undefined;
  draft.text(`summary.${id}`, keyword.get("label"));
  const [source, condition, says] = [keyword.get("value"), keyword.get("when"), keyword.get("says")];
  const value = source && draft.expression(source, "Decimal");
  const when = condition && draft.expression(condition, "bool");
  return {
    id,
    ...(named === undefined ? {} : { field: named }),
    ...(value ? { value } : {}),
    ...(when ? { when } : {}),
    ...(keyword.get("strong") ? { strong: true } : {}),
    ...(says ? { says: readSays(says, draft, `summary.${id}.says`) } : {}),
  };
}

/** Reads the placeholders of a sentence in all languages: fields, and expressions over facts. */
function readSays(keyword: Json, draft: EntityDraft, key: string): NonNullable<SummaryLine["says"]> {
  draft.text(key, keyword);
  const names = draft.plan.fields.map((field) => field.name);
  const found = new Map<string, NonNullable<SummaryLine["says"]>[number]>();
  for (const [, text] of keyword.entries())
    for (const { 1: path = "", 2: sign, index } of text.string().matchAll(/\{([\w.]+)\}(%?)/g)) {
      if (names.includes(path)) found.set(path, { name: path });
      else if (path.includes(".")) {
        const expression = draft.expressionWithin(text, path, index + 1);
        if (expression) found.set(path, { name: path, expression, ...(sign ? { percent: true } : {}) });
      } else draft.reportUnknown(text.location({ from: index + 1, to: index + 1 + path.length }), "field", path, names);
    }
  return [...found.values()];
}

function readShort(keyword: Json | undefined, draft: EntityDraft) {
  if (!keyword) return undefined;
  const by = draft.expression(keyword.member("by"), "Decimal");
  draft.text("summary.short", keyword.get("says"));
  const links = (keyword.get("links")?.items() ?? []).map((item, index) => {
    draft.text(`summary.link.${index}`, item.get("label"));
    return { name: `link.${index}`, to: item.member("to").string() };
  });
  return by && { by, links };
}
