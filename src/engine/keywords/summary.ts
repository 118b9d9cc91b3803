import { buildList, buildObject, refs } from "../schema/meta-parts.ts";
import type { SummaryLine } from "../model/entity.ts";
import { buildRecordType } from "../rules/scope.ts";
import type { RuleType } from "../rules/types.ts";
import type { EntityDraft } from "../schema/draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareLayout } from "../schema/comparison.ts";

/** A summary line is a field, or an amount or text with its own id and label. */
const line = buildObject(
  {
    id: refs.name,
    field: refs.path,
    label: refs.text,
    value: refs.cel,
    when: refs.cel,
    says: refs.text,
    strong: { const: true },
  },
  [],
  { anyOf: [{ required: ["field"] }, { required: ["id", "label", "value"] }, { required: ["id", "label", "says"] }] },
);

const text = (zh: string, en: string) => ({ zh, en });
const plain = {
  label: text("本次付款", "This payment"),
  currency: "'USD'",
  lead: { field: "amount", label: text("对方收到", "They receive") },
  lines: [{ field: "fee" }],
  empty: text("填写金额后显示手续费。", "Enter an amount to see the fee."),
};

/** `x-summary`: the live summary beside a form, which the review and the password dialog also show. */
export const summary = defineKeyword({
  name: "x-summary",
  on: ["entity", "request"],
  schema: buildObject(
    {
      label: refs.text,
      each: buildObject({ list: refs.path, facts: refs.name }, ["list", "facts"]),
      currency: refs.cel,
      lead: line,
      lines: buildList(line),
      empty: refs.text,
      short: buildObject(
        {
          by: refs.cel,
          says: refs.text,
          links: buildList(buildObject({ label: refs.text, to: { type: "string", pattern: "^/" } }, ["label", "to"])),
        },
        ["by", "says"],
      ),
    },
    ["label", "currency", "lead", "lines", "empty"],
  ),
  doc: {
    zh: "表单旁实时更新的小结：宽屏是右侧固定的一栏，窄屏是按钮上方的一条，点开看全部；核对时和输入支付密码时再显示一次。lead 是最要紧的一个数，lines 是各行：field 是本表的字段（label 可以另取），或者 id、label 和 value（CEL 算出的金额，币种为 currency）；says 是行下的一句话，没有 field 和 value 时就是这一行的内容；{字段} 或 {上下文.成员} 换成值，后面紧跟 % 的按百分数写；when 成立时才显示；strong 加粗。值未知的行不显示，一行也没有时显示 empty。each：逐行小结 list 中的各行，每行一组，CEL 里 row 是本行，option 是 facts 这个上下文中本行币种的事实；币种未填的行不算。short：by（CEL，还差多少）大于零时显示 says 和 links，文字与地址里可写 {short}、{currency}。",
    en: "The live summary beside a form: a column of its own on wide screens, on narrow ones a bar above the buttons that opens the whole; shown again in the review and in the password dialog. `lead` is the figure that matters most, `lines` the others: a `field` (its `label` may differ), or `id`, `label` and `value` (an amount by CEL, in `currency`). `says` is a sentence below a line, and the line itself where there is neither field nor value, with `{field}` or `{context.member}` for values; a placeholder followed by `%` is written in per cent. `when`: the line shows only while it holds. `strong`: emphasised. A line whose value is unknown is not drawn; without any line `empty` is. `each`: summarises the rows of a `list` one by one, in a group each; there `row` is the row and `option` what the context `facts` knows of its currency; rows without a currency are left out. `short`: where `by` (CEL, what is lacking) is above zero, its `says` and `links`; `{short}` and `{currency}` may be used in both.",
  },
  entity(keyword, draft) {
    if (!keyword) return;
    for (const key of ["label", "empty"]) draft.text(`summary.${key}`, keyword.get(key));
    const each = readEach(keyword.get("each"), draft);
    const reader: Reader = { draft, roots: each?.roots ?? {} };
    const currency = draft.expression(keyword.member("currency"), "string", reader.roots);
    const lead = readLine(keyword.member("lead"), reader, "lead");
    const lines = keyword
      .member("lines")
      .items()
      .flatMap((item) => readLine(item, reader) ?? []);
    const short = readShort(keyword.get("short"), reader);
    if (currency && lead)
      draft.plan.summary = { ...(each && { each: each.plan }), currency, lead, lines, ...(short ? { short } : {}) };
  },
  compare: compareLayout("x-summary", ({ summary: plan }) => plan, {
    zh: "摘要的内容改了",
    en: "the layout of the summary has changed",
  }),
  explain: null,
  examples: {
    good: [
      {
        value: {
          ...plain,
          lines: [
            {
              field: "fee",
              says: text("单笔最低 {limits.singleMin}", "{limits.singleMin} at least"),
              when: "has(self.fee)",
            },
            {
              id: "rest",
              label: text("此后余额", "Left after"),
              value: "limits.singleMin - self.amount",
              strong: true,
            },
            { id: "how", label: text("方式", "How"), says: text("银行转账", "By bank transfer") },
          ],
          short: {
            by: "self.amount - limits.singleMin",
            says: text("还差 {short}", "You are {short} short"),
            links: [{ label: text("换汇", "Exchange"), to: "/sample?buy={currency}&amount={short}" }],
          },
        },
      },
    ],
    bad: [
      { value: { ...plain, lines: [{ field: "fees" }] }, rule: "unknown-field", suggestion: "fee" },
      { value: { ...plain, lines: [{ id: "rest", label: text("余额", "Left") }] }, rule: "missing-word" },
      { value: { ...plain, currency: "self.amout" }, rule: "bad-expression", suggestion: "amount" },
      {
        value: { ...plain, lines: [{ field: "fee", says: text("每笔 {limits.singleMn}", "{limits.singleMin}") }] },
        rule: "bad-expression",
        suggestion: "singleMin",
      },
      {
        value: { ...plain, lines: [{ field: "fee", says: text("每笔 {feee}", "{fee}") }] },
        rule: "unknown-field",
        suggestion: "fee",
      },
      { value: { ...plain, each: { list: "title", facts: "harbours" } }, rule: "no-rows" },
      { value: { ...plain, empty: { zh: "空" } }, rule: "missing-language" },
    ],
  },
});

/** The draft, and the variables that expressions may read besides those of the record. */
interface Reader {
  draft: EntityDraft;
  roots: Record<string, RuleType>;
}

/** Reads which rows are summarised one by one. Reports a field without rows, and a context without facts by option. */
function readEach(keyword: Json | undefined, draft: EntityDraft) {
  if (!keyword) return undefined;
  const [list, facts] = [keyword.member("list"), keyword.member("facts")];
  const field = draft.field(list);
  if (field && !field.items) draft.report(list.location(), "no-rows", findingMessages.noRows(field.name));
  const { contexts } = draft.library;
  const known = Object.keys(contexts).filter((name) => contexts[name]?.rows);
  const context = draft.readName(facts, "context with rows", known);
  const [plan, rows] = [contexts[context], contexts[context]?.rows];
  if (!field?.items || !plan || !rows) return undefined;
  draft.plan.contexts[context] = plan;
  const roots = { row: buildRecordType(field.items, draft.dialect.kind), option: { record: rows } };
  return { plan: { list: field.name, facts: context }, roots };
}

function readLine(keyword: Json, reader: Reader, own?: string): SummaryLine | undefined {
  const { draft, roots } = reader;
  const field = keyword.get("field");
  const named = field && draft.field(field)?.name;
  const id = own ?? keyword.get("id")?.string() ?? named;
  if (id === undefined) return undefined;
  draft.text(`summary.${id}`, keyword.get("label"));
  const [source, condition, says] = [keyword.get("value"), keyword.get("when"), keyword.get("says")];
  const value = source && draft.expression(source, "Decimal", roots);
  const when = condition && draft.expression(condition, "bool", roots);
  return {
    id,
    ...(named === undefined ? {} : { field: named }),
    ...(value ? { value } : {}),
    ...(when ? { when } : {}),
    ...(keyword.get("strong") ? { strong: true } : {}),
    ...(says ? { says: readSays(says, reader, `summary.${id}.says`) } : {}),
  };
}

/** Reads the placeholders of a sentence in all languages: fields, and expressions over facts. */
function readSays(keyword: Json, { draft, roots }: Reader, key: string): NonNullable<SummaryLine["says"]> {
  draft.text(key, keyword);
  const names = draft.plan.fields.map((field) => field.name);
  const found = new Map<string, NonNullable<SummaryLine["says"]>[number]>();
  for (const [, text] of keyword.entries())
    for (const { 1: path = "", 2: sign, index } of text.string().matchAll(/\{([\w.]+)\}(%?)/g)) {
      if (names.includes(path)) found.set(path, { name: path });
      else if (path.includes(".")) {
        const expression = draft.expressionWithin(text, path, index + 1, roots);
        if (expression) found.set(path, { name: path, expression, ...(sign ? { percent: true } : {}) });
      } else draft.reportUnknown(text.location({ from: index + 1, to: index + 1 + path.length }), "field", path, names);
    }
  return [...found.values()];
}

function readShort(keyword: Json | undefined, { draft, roots }: Reader) {
  if (!keyword) return undefined;
  const by = draft.expression(keyword.member("by"), "Decimal", roots);
  draft.text("summary.short", keyword.get("says"));
  const links = (keyword.get("links")?.items() ?? []).map((item, index) => {
    draft.text(`summary.link.${index}`, item.get("label"));
    return { name: `link.${index}`, to: item.member("to").string() };
  });
  return by && { by, links };
}
