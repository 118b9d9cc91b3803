import { buildList, buildMap, buildObject, refs } from "../schema/meta-parts.ts";
import type { FieldDraft } from "../schema/field-draft.ts";
import type { Json } from "../schema/json.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { readSentence } from "../lifecycle/sentences.ts";
import type { Expression } from "../model/expression.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { TONES } from "../schema/tones.ts";
import type { OptionFactsPlan, OptionPlan } from "../model/entity.ts";
import { createReach } from "../schema/explanation.ts";
import { compareMember, subtract } from "../schema/comparison.ts";
import type { Lang } from "../model/register.ts";

const compareList = compareMember("options", {
  words: { zh: "从列表中选择", en: "chosen from a list" },
  added: "breaking/info",
  removed: "info/warning",
});

/** `x-options`: the choices of a field, either fixed or from a reference list. */
export const options = defineKeyword({
  name: "x-options",
  on: ["field"],
  schema: {
    type: "object",
    minProperties: 1,
    anyOf: [
      buildObject(
        {
          list: { type: "string" },
          params: refs.fieldMap,
          fills: refs.fieldMap,
          facts: { type: "string" },
          under: refs.text,
          sort: buildList({ type: "string", pattern: "^-?[A-Za-z][A-Za-z0-9]*$" }),
          closed: buildList(buildObject({ when: refs.cel, says: refs.text }, ["when", "says"])),
        },
        ["list"],
      ),
      buildMap(
        buildObject(
          {
            label: refs.text,
            tone: { enum: TONES },
            says: refs.text,
            amounts: buildMap(refs.cel),
          },
          ["label"],
          { dependentRequired: { amounts: ["says"] } },
        ),
        { not: { required: ["list"] } },
      ),
    ],
  },
  doc: {
    zh: "选项（值为列表时可选多个，选项须固定）。固定：值到 {label, tone, says, amounts}，按书写顺序；says 写在表单的单选项旁，说选它会怎样：{字段} 是选它后的值（金额带币种），amounts 是可在句中用的金额（CEL，不带币种）；有值未知时不写。参照列表：{list, params, fills}，params 是列表字段到本表字段（上级变化时重新加载），fills 是选定后填入的本表字段到列表字段，其中若有 params 的字段，就不必先填它；服务器拒绝与该行不符的值。facts 是 contexts.json 中带 rows 的一项，按选项的值各有一行事实：closed 中 when（读 option.事实）最先成立的一条使该选项不可选，并显示 says；under 写在可选项旁（{事实} 被替换）；sort 排列可选项（- 开头为降序）。事实未知时全部可选，由服务器判断；只有一个可选项时自动选定；必填字段一个也没有时不打开表单。",
    en: "The choices; several may be chosen where the value is a list, whose choices are fixed. Fixed: value to {label, tone, says, amounts}, in the order written; a form's radio buttons have `says` beside them, what choosing one leads to: `{field}` is its value if this option were chosen (an amount with its currency), `amounts` are amounts by CEL that it may name as well (without currency). It is not drawn while one of them is unknown. From a reference list: {list, params, fills}: `params` is the list's field to our field (a change there reloads the choices), `fills` our field to the list's field that a choice fills in: a field of `params` among them need not be filled first; the server refuses a value that contradicts that row. `facts`: a context of `contexts.json` with `rows`, a row of facts for each option by its value: the first of `closed` whose `when` (it reads `option.<fact>`) holds closes the option, which is shown with `says` and cannot be chosen; `under` is said beside an open one (`{fact}` is put in); `sort` orders the open ones (`-` first: descending). While facts are unknown all are offered and the server judges; a sole open option is chosen by itself; a required field without any opens no form.",
  },
  field(keyword, draft) {
    const list = keyword.get("list");
    if (list) readList(keyword, list, draft);
    else readValues(keyword, draft);
  },
  compare: {
    *field(change) {
      // Fixed choices are compared with those of `enum`.
      const isFixed = [change.was, change.is].every((field) => field.options && "values" in field.options);
      if (!isFixed) yield* compareList.field(change);
    },
  },
  *explain({ field, path, plan, top, entities, requests, texts }) {
    if (field.options && "list" in field.options)
      yield createReach("choices", {
        zh: `从列表 ${field.options.list} 中选择`,
        en: `chosen from the list ${field.options.list}`,
      });
    else if (field.options) {
      const name = (lang: Lang) => (item: OptionPlan) =>
        `${item.value} ${texts[lang][`option.${path}.${item.value}`] ?? ""}`.trim();
      const { values } = field.options;
      yield createReach("choices", { zh: values.map(name("zh")).join("、"), en: values.map(name("en")).join(", ") });
    }
    for (const other of [...entities, ...requests])
      for (const { name, options: chosen } of other.fields) {
        if (!chosen || !("list" in chosen) || chosen.list !== plan.name) continue;
        if (Object.values(chosen.fills).includes(top.name) || top.name in chosen.params)
          yield createReach("copied", {
            zh: `${other.name}.${name} 的选项用到它`,
            en: `used by the choices of ${other.name}.${name}`,
          });
      }
  },
  examples: {
    good: [
      {
        value: {
          SHA: { label: { zh: "共担", en: "Shared" }, tone: "info" },
          OUR: { label: { zh: "付款方", en: "Payer" } },
        },
      },
      {
        value: {
          SHA: {
            label: { zh: "共担", en: "Shared" },
            says: { zh: "对方约收 {least}", en: "They receive about {least}" },
            amounts: { least: "self.amount * decimal('0.99')" },
          },
          OUR: { label: { zh: "付款方", en: "Payer" }, says: { zh: "您付 {amount}", en: "You pay {amount}" } },
        },
      },
      { value: { list: "sampleCity", params: { province: "title" }, fills: { city: "name" } } },
      {
        value: {
          list: "sampleCity",
          facts: "harbours",
          sort: ["-berths"],
          under: { zh: "余 {berths} 个泊位", en: "{berths} berths free" },
          closed: [
            { when: "!option.open", says: { zh: "已关闭", en: "Closed" } },
            { when: "option.berths <= limits.singleMin", says: { zh: "泊位不足", en: "Too few berths" } },
          ],
        },
      },
      {
        value: { SEA: { label: { zh: "海运", en: "Sea" } }, AIR: { label: { zh: "空运", en: "Air" } } },
        with: { type: "array", items: { type: "string" } },
      },
    ],
    bad: [
      { value: { SHA: { label: { zh: "共担" } } }, rule: "missing-language" },
      {
        value: { SHA: { label: { zh: "共担", en: "Shared" }, tone: "warn" } },
        rule: "bad-value",
        suggestion: "warning",
      },
      {
        value: { SHA: { label: { zh: "共担", en: "Shared" }, says: { zh: "收 {amont}", en: "Gets {amount}" } } },
        rule: "unknown-placeholder",
        suggestion: "amount",
      },
      {
        value: {
          SHA: {
            label: { zh: "共担", en: "Shared" },
            says: { zh: "收 {least}", en: "Gets {least}" },
            amounts: { least: "self.amout" },
          },
        },
        rule: "bad-expression",
        suggestion: "amount",
      },
      {
        value: { SHA: { label: { zh: "共担", en: "Shared" } }, OUR: { label: { zh: "付款方", en: "Payer" } } },
        with: { enum: ["SHA", "BEN"] },
        rule: "options-of-enum",
      },
      { value: { list: "sampleCity" }, with: { type: "array", items: { type: "string" } }, rule: "plain-list" },
      { value: { list: "sampelCity" }, rule: "unknown-entity", suggestion: "sampleCity" },
      { value: { list: "sampleCity", params: { provinse: "title" } }, rule: "unknown-field", suggestion: "province" },
      { value: { list: "sampleCity", params: { province: "titel" } }, rule: "unknown-field", suggestion: "title" },
      { value: { list: "sampleCity", fill: { city: "name" } }, rule: "unknown-keyword", suggestion: "fills" },
      { value: { list: "sampleCity", facts: "harbors" }, rule: "unknown-context-with-rows", suggestion: "harbours" },
      { value: { list: "sampleCity", facts: "limits" }, rule: "unknown-context-with-rows" },
      {
        value: { list: "sampleCity", facts: "harbours", sort: ["-berth"] },
        rule: "unknown-fact",
        suggestion: "berths",
      },
      {
        value: { list: "sampleCity", facts: "harbours", under: { zh: "余 {berth} 个", en: "{berths} free" } },
        rule: "unknown-fact",
        suggestion: "berths",
      },
      {
        value: {
          list: "sampleCity",
          facts: "harbours",
          closed: [{ when: "!option.opne", says: { zh: "已关闭", en: "Closed" } }],
        },
        rule: "bad-expression",
        suggestion: "open",
      },
      {
        value: {
          list: "sampleCity",
          facts: "harbours",
          closed: [{ when: "option.open && self.title == ''", says: { zh: "已关闭", en: "Closed" } }],
        },
        rule: "reads-record",
      },
      {
        value: { list: "sampleCity", facts: "harbours", closed: [{ when: "!option.open", says: { zh: "已关闭" } }] },
        rule: "missing-language",
      },
      {
        value: { list: "sampleCity", closed: [{ when: "today == today", says: { zh: "已关闭", en: "Closed" } }] },
        rule: "no-facts",
      },
    ],
  },
});

/** Reads fixed options and limits the field's schema to their values. */
function readValues(keyword: Json, { plan, path, entity, keywords }: FieldDraft): void {
  const values = keyword.entries().map(([value, option]) => {
    const tone = option.get("tone")?.oneOf(TONES);
    entity.text(`option.${path}.${value}`, option.get("label"));
    const says = option.get("says");
    const outcome = says && readOutcome(`option.${path}.${value}.says`, { says, option, entity });
    // Kinds look up texts by the field name without its path, even in rows.
    if (path !== plan.name && !entity.hasText(`option.${plan.name}.${value}`))
      entity.text(`option.${plan.name}.${value}`, option.get("label"));
    return { value, ...(tone && { tone }), ...(outcome && { outcome }) };
  });
  plan.options = { values };
  const admitted = { enum: values.map(({ value }) => value) };
  const listed = (keywords.get("enum")?.items() ?? []).map((item) => item.string());
  const differing = listed.length > 0 ? [...subtract(admitted.enum, listed), ...subtract(listed, admitted.enum)] : [];
  if (differing.length > 0)
    entity.report(keyword.location("key"), "options-of-enum", findingMessages.optionsOfEnum(differing));
  if (plan.item) plan.item.options = plan.options;
  Object.assign(plan.item?.schema ?? plan.schema, admitted);
}

interface OutcomeInput {
  says: Json;
  option: Json;
  entity: FieldDraft["entity"];
}
/** Reads the sentence of an option and its amounts, once all fields are known. */
function readOutcome(key: string, { says, option, entity }: OutcomeInput): Record<string, Expression> {
  const outcome: Record<string, Expression> = {};
  entity.later(() => {
    const amounts = option.get("amounts")?.entries() ?? [];
    readSentence(
      entity,
      key,
      says,
      amounts.map(([name]) => name),
    );
    for (const [name, source] of amounts) {
      const expression = entity.expression(source, "Decimal");
      if (expression) outcome[name] = expression;
    }
  });
  return outcome;
}

function readList(keyword: Json, list: Json, draft: FieldDraft): void {
  const { entity, plan } = draft;
  if (plan.schema.type === "array")
    return entity.report(list.location("key"), "plain-list", findingMessages.listedItems(plan.name));
  const facts = readOptionFacts(keyword, draft);
  const [params, fills] = [keyword.get("params"), keyword.get("fills")];
  plan.options = {
    list: list.string(),
    params: Object.fromEntries((params?.entries() ?? []).map(([their, own]) => [their, draft.siblingName(own)])),
    fills: draft.targetMap(fills),
    ...(facts ? { facts } : {}),
  };
  const theirs = entity.readEntityFields(list);
  if (!theirs) return;
  for (const [their, own] of params?.entries() ?? []) {
    if (!theirs.includes(their)) entity.reportUnknown(own.location("key"), "field", their, theirs);
  }
  for (const [, their] of fills?.entries() ?? []) entity.readName(their, "field", theirs);
}

/** Members of `x-options` that require `facts`. */
const PARTS = ["under", "sort", "closed"];

/** Reads `facts`, `under`, `sort` and `closed`. Returns undefined without `facts`, and reports unknown contexts. */
function readOptionFacts(keyword: Json, draft: FieldDraft): OptionFactsPlan | undefined {
  const { entity } = draft;
  const named = keyword.get("facts");
  if (!named) {
    for (const [part, node] of keyword.entries())
      if (PARTS.includes(part)) entity.report(node.location("key"), "no-facts", findingMessages.noFacts(part));
    return undefined;
  }
  const context = named.string();
  const known = Object.entries(entity.library.contexts).flatMap(([name, { rows }]) => (rows ? [name] : []));
  const plan = entity.library.contexts[context];
  const rows = plan?.rows;
  if (!rows) {
    entity.reportUnknown(named.location(), "context with rows", context, known);
    return undefined;
  }
  const facts = Object.keys(rows);
  const fact = (name: string, node: Json) =>
    facts.includes(name) || entity.reportUnknown(node.location(), "fact", name, facts);
  for (const term of keyword.get("sort")?.items() ?? []) fact(term.string().replace(/^-/, ""), term);
  const checkText = (text: Json | undefined, part: string) => {
    for (const [, node] of text?.entries() ?? [])
      for (const [, name = ""] of node.string().matchAll(/\{(\w+)\}/g)) fact(name, node);
    draft.text(part, text);
  };
  checkText(keyword.get("under"), "under");
  entity.plan.contexts[context] = plan;
  const closed = (keyword.get("closed")?.items() ?? []).flatMap((item, index) => {
    checkText(item.get("says"), `closed.${index}`);
    const source = item.member("when");
    const when = entity.expression(source, "bool", { option: { record: rows } });
    if (when?.reads.some((path) => path.startsWith("self")))
      entity.report(source.location(), "reads-record", findingMessages.readsRecord());
    return when ? [{ index, when }] : [];
  });
  return {
    context,
    under: keyword.get("under") !== undefined,
    sort: keyword.get("sort")?.strings() ?? [],
    closed,
  };
}
