/** Describes every place where a field appears: forms, lists, files, calls, rules and columns. */
import { transitionExpressions } from "../../src/payments/compiler.ts";
import type { CompiledSchemas } from "../../server/schemas/read.ts";
import type { View } from "../../src/contract/pages.ts";
import type { Compiled } from "../../src/engine/compiler.ts";
import {
  columnOf,
  parameterOf,
  projected,
  tableOf,
  type CallPlan,
  type EntityPlan,
  type Expression,
  type FieldPlan,
  type Lang,
} from "../../src/engine/index.ts";
import { fieldsOf, isAsked, isGiven } from "./changes/change.ts";
import { phrase } from "./changes/limits.ts";
import { entityOf } from "./entity-of.ts";
import { placeOf, type Place } from "./place.ts";

/** One place where a field appears. */
export interface Reach {
  /** Category of the place: `form`, `list`, `filter`, `export` … */
  where: string;
  said: Record<Lang, string>;
}
export interface Explanation {
  /** `withdrawal.remark`. */
  name: string;
  label: Record<Lang, string>;
  place?: Place;
  reaches: Reach[];
}

/** Returns where `withdrawal.remark` (or `onboarding.directors.name`) appears; undefined for an unknown field. */
export function explain(schemas: CompiledSchemas, name: string): Explanation | undefined {
  const [holder = "", ...steps] = name.split(".");
  const compiled = schemas.entities.get(holder) ?? schemas.calls.get(holder)?.request;
  const path = steps.join(".");
  const field = compiled && fieldsOf(compiled.plan.fields).get(path);
  if (!compiled || !field) return undefined;
  const top = compiled.plan.fields.find((one) => one.name === steps[0])!;
  const at: Asked = { schemas, compiled, path, field, top };
  const text = (lang: Lang) => compiled.texts[lang][`field.${path}.label`] ?? path;
  const place = placeOf(schemas, compiled.plan.file, [
    ...(compiled.plan.source === "call" ? ["request"] : []),
    "properties",
    ...steps.flatMap((step, depth) => (depth === 0 ? [step] : ["items", "properties", step])),
  ]);
  return {
    name,
    label: { zh: text("zh"), en: text("en") },
    ...(place ? { place } : {}),
    reaches: [
      ...value(at),
      ...form(at),
      ...list(at),
      ...sheets(at),
      ...calls(at),
      ...rules(at),
      ...others(at),
      ...stored(at),
    ],
  };
}

interface Asked {
  schemas: CompiledSchemas;
  compiled: Compiled;
  /** The field by path, and the record's own field that contains it. */
  path: string;
  field: FieldPlan;
  top: FieldPlan;
}

const reach = (where: string, zh: string, en: string): Reach => ({ where, said: { zh, en } });
const LIMITS = [
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "formatMinimum",
  "formatMaximum",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "uniqueItems",
  "const",
];

function* value({ compiled: { plan, texts }, path, field }: Asked): Generator<Reach> {
  const limits = LIMITS.filter((word) => field.schema[word] !== undefined).map((word) =>
    phrase(word, field.schema[word]),
  );
  const said = (lang: Lang) => limits.map((limit) => limit[lang]).join(lang === "zh" ? "，" : ", ");
  const required = field.required
    ? ["，必填", ", must be filled"]
    : plan.require.some((one) => one.field === path)
      ? ["，有时必填", ", must be filled sometimes"]
      : ["", ""];
  yield reach(
    "value",
    `${field.kind}${limits.length > 0 ? `，${said("zh")}` : ""}${required[0]}`,
    `${field.kind}${limits.length > 0 ? `, ${said("en")}` : ""}${required[1]}`,
  );
  if (field.options) {
    if ("list" in field.options)
      yield reach("choices", `从列表 ${field.options.list} 中选择`, `chosen from the list ${field.options.list}`);
    else {
      const names = (lang: Lang) =>
        (field.options as { values: { value: string }[] }).values
          .map(({ value: one }) => `${one} ${texts[lang][`option.${path}.${one}`] ?? ""}`.trim())
          .join(lang === "zh" ? "、" : ", ");
      yield reach("choices", names("zh"), names("en"));
    }
  }
  if (field.ref)
    yield reach(
      "record",
      `指向 ${field.ref.entity} 的一条记录；服务器抄下 ${Object.keys(field.ref.copies).join("、")}`,
      `names a record of ${field.ref.entity}; the server copies ${Object.keys(field.ref.copies).join(", ")}`,
    );
  if (field.currency)
    yield reach(
      "currency",
      "code" in field.currency ? `以 ${field.currency.code} 计` : `币种见 ${field.currency.field}`,
      "code" in field.currency ? `in ${field.currency.code}` : `in the currency of ${field.currency.field}`,
    );
  if (field.compute)
    yield reach("computed", `由系统计算：${field.compute.source}`, `computed: ${field.compute.source}`);
  if (field.mask)
    yield reach(
      "mask",
      `部分遮住${field.mask.whole ? `，${field.mask.whole.join("、")} 除外` : ""}${field.reveal ? "，支付密码确认后可看全文" : ""}`,
      `partly hidden${field.mask.whole ? `, but not in ${field.mask.whole.join(", ")}` : ""}${field.reveal ? "; whole after the payment password" : ""}`,
    );
  if (field.sensitive) yield reach("sensitive", "不进网址、日志和筛选", "never in a URL, a log or a filter");
}

function* form({ schemas, compiled: { plan, texts }, top }: Asked): Generator<Reach> {
  const section = plan.form.sections.find(({ rows }) => rows.flat().includes(top.name));
  if (section) {
    const step = plan.form.steps?.find(({ sections }) => sections.includes(section.id));
    const title = (lang: Lang) =>
      [step && texts[lang][`step.${step.id}`], texts[lang][`section.${section.id}`]].filter(Boolean).join(" › ");
    yield reach(
      "form",
      `表单${title("zh") === "" ? "" : `“${title("zh")}”`}${top.readOnly ? "，只显示" : "，可填写"}${pages(schemas, plan, ["create", "edit", "sole"], "zh")}`,
      `form${title("en") === "" ? "" : ` "${title("en")}"`}, ${top.readOnly ? "shown only" : "filled in"}${pages(schemas, plan, ["create", "edit", "sole"], "en")}`,
    );
  }
  if (section && plan.form.review) yield reach("review", "提交前的核对页", "the review before it is sent");
  for (const { on, needs, takes = [] } of plan.lifecycle?.transitions ?? [])
    if (needs.includes(top.name) || takes.includes(top.name))
      yield reach(
        "event",
        `“${texts.zh[`event.${on}`] ?? on}”时填写`,
        `asked for by "${texts.en[`event.${on}`] ?? on}"`,
      );
}

/** Returns the pages that show the entity in one of these ways: ` (/withdrawal?tab=pay)`. */
function pages({ pages: all }: CompiledSchemas, plan: EntityPlan, shows: readonly string[], lang: Lang): string {
  const fits = (view: View) =>
    plan.source === "call" ? view.call === plan.name : view.entity === plan.name && shows.includes(view.show ?? "");
  const found = all.flatMap((page) => [
    ...(fits(page) || (page.view && fits(page.view)) ? [page.path] : []),
    ...(page.tabs ?? []).filter(fits).map(({ id }) => `${page.path}?tab=${id}`),
  ]);
  return found.length === 0 ? "" : lang === "zh" ? `（${found.join("、")}）` : ` (${found.join(", ")})`;
}

function* list({ schemas, compiled, top }: Asked): Generator<Reach> {
  const { plan, texts } = compiled;
  if (plan.source === "call") return;
  const entity = entityOf(compiled);
  const { list: shown, detail, receipt } = plan;
  const column = shown.columns.indexOf(top.name) + 1;
  if (column > 0)
    yield reach(
      "list",
      `列表第 ${column} 列${pages(schemas, plan, ["list"], "zh")}`,
      `column ${column} of the list${pages(schemas, plan, ["list"], "en")}`,
    );
  const { card } = shown;
  if (card && [card.title, card.amount, card.status, ...card.meta].includes(top.name))
    yield reach("card", "手机上的卡片", "the card on a phone");
  if (shown.search.includes(top.name)) yield reach("search", "关键词搜索", "found by the search words");
  if (columnOf(entity, top.name)) {
    const style = {
      is: ["a,b", "one of several"],
      range: ["a..b", "a range"],
      contains: ["text", "a part of the text"],
    }[entity.field(top.name).kind.filter] as [string, string];
    const bar = shown.filters.primary.includes(top.name)
      ? ["，筛选栏首行", ", in the first row of the filters"]
      : shown.filters.more.includes(top.name)
        ? ["，展开后可见", ", among the further filters"]
        : ["", ""];
    yield reach(
      "filter",
      `筛选，网址参数 ?${parameterOf(top.name)}=${style[0]}${bar[0]}`,
      `filter, ?${parameterOf(top.name)}=${style[0]} in the URL (${style[1]})${bar[1]}`,
    );
  }
  if (shown.sort.some((term) => term.replace("-", "") === top.name))
    yield reach("sort", "列表默认按它排列", "the list is sorted by it");
  if (shown.sums.includes(top.name)) yield reach("sum", "列表底部合计", "summed up below the list");
  for (const { id } of shown.views.filter(({ where }) => top.name in where))
    yield reach("view", `视图“${texts.zh[`view.${id}`] ?? id}”`, `the view "${texts.en[`view.${id}`] ?? id}"`);
  const section = detail.sections.find(({ fields }) => fields.includes(top.name));
  if (section)
    yield reach(
      "detail",
      `详情“${texts.zh[`section.${section.id}`] ?? section.id}”`,
      `detail "${texts.en[`section.${section.id}`] ?? section.id}"`,
    );
  if (receipt?.fields.includes(top.name)) yield reach("receipt", "回单的一行", "a line of the receipt");
}

function* sheets({ compiled: { plan, texts }, top }: Asked): Generator<Reach> {
  const heads = [
    ...new Set([
      texts.zh[`field.${top.name}.label`],
      texts.en[`field.${top.name}.label`],
      top.name,
      ...(top.aliases ?? []),
    ]),
  ].filter(Boolean);
  if (plan.list.export && plan.list.columns.includes(top.name))
    yield reach("export", "导出文件的一列", "a column of the export");
  else if (plan.list.export && isGiven(plan, top))
    yield reach("export", "可选入导出文件", "may be chosen for the export");
  if (plan.list.import?.fields.includes(top.name))
    yield reach(
      "import",
      `导入文件及模板的一列，表头可写 ${heads.join("、")}`,
      `a column of imported files and their template, headed ${heads.join(", ")}`,
    );
}

function* calls({ schemas, compiled: { plan }, path, top }: Asked): Generator<Reach> {
  const way = ({ method, path: to }: CallPlan) => `${method} ${to}`;
  const own = schemas.calls.get(plan.name);
  if (plan.source === "call" && own) {
    yield top.local
      ? reach("call", "只在页面上检查，不发送", "checked in the page and never sent")
      : reach("call", `调用 ${way(own.call)} 收到它`, `taken by ${way(own.call)}`);
    return;
  }
  const takes = ["create", "update", "import"].flatMap((name) => plan.calls[name] ?? []);
  const gives = ["list", "detail", "export"].flatMap((name) => plan.calls[name] ?? []);
  const events = new Set(
    (plan.lifecycle?.transitions ?? [])
      .filter(({ needs, takes: may = [] }) => needs.includes(top.name) || may.includes(top.name))
      .map(({ on }) => on),
  );
  const asking = Object.values(plan.calls).filter((call) => call.events.some((event) => events.has(event)));
  const taking = [...new Set([...(top.readOnly ? [] : takes), ...asking])];
  if (isAsked(plan, path, top) && taking.length > 0)
    yield reach("call", `${taking.map(way).join("、")} 收到它`, `taken by ${taking.map(way).join(", ")}`);
  if (isGiven(plan, top) && gives.length > 0)
    yield reach("call", `${gives.map(way).join("、")} 返回它`, `given by ${gives.map(way).join(", ")}`);
}

function* rules({ compiled: { plan, texts }, path, top }: Asked): Generator<Reach> {
  const reads = (...all: (Expression | undefined)[]) =>
    all.some((one) =>
      one?.reads.some(
        (read) => read === `self.${path}` || read.startsWith(`self.${top.name}.`) || read === `self.${top.name}`,
      ),
    );
  for (const { id, at, when, assert, min, max, warns } of plan.rules) {
    if (at !== path && !reads(when, assert, min, max)) continue;
    const said = (lang: Lang) => (texts[lang][`rule.${id}`] ?? id).replace(/\{\w+\}/g, "…");
    yield reach(
      "rule",
      `${warns ? "提醒" : "规则"}“${said("zh")}”（${id}）`,
      `${warns ? "the warning" : "the rule"} "${said("en")}" (${id})`,
    );
  }
  for (const [kind, zh, en] of [
    ["show", "显示", "is shown"],
    ["require", "必填", "must be filled"],
  ] as const) {
    for (const { field, expression } of plan[kind])
      if (field === path || reads(expression))
        yield reach(kind, `${field} ${zh}的条件：${expression.source}`, `${field} ${en} if ${expression.source}`);
  }
  for (const field of plan.fields)
    if (reads(field.compute))
      yield reach(
        "computes",
        `${field.name} 由它算出：${field.compute!.source}`,
        `${field.name} is computed of it: ${field.compute!.source}`,
      );
  const moves = (plan.lifecycle?.transitions ?? []).filter((one) => reads(...transitionExpressions(one)));
  for (const { on } of moves)
    yield reach("event", `“${texts.zh[`event.${on}`] ?? on}”用到它`, `"${texts.en[`event.${on}`] ?? on}" goes by it`);
}

/** Returns the schemas that reference the field. */
function* others({ schemas, compiled: { plan }, top }: Asked): Generator<Reach> {
  const held = [...schemas.entities.values(), ...[...schemas.calls.values()].map(({ request }) => request)].flatMap(
    ({ plan: other }) => other.fields.map((field) => ({ other, field })),
  );
  for (const { other, field } of held) {
    const { ref, options } = field;
    if (
      ref?.entity === plan.name &&
      (Object.values(ref.copies).includes(top.name) || ref.label.includes(`{${top.name}}`))
    )
      yield reach(
        "copied",
        `${other.name}.${field.name} 选中记录时抄用`,
        `copied where ${other.name}.${field.name} names a record`,
      );
    if (
      options &&
      "list" in options &&
      options.list === plan.name &&
      (Object.values(options.fills).includes(top.name) || top.name in options.params)
    )
      yield reach(
        "copied",
        `${other.name}.${field.name} 的选项用到它`,
        `used by the choices of ${other.name}.${field.name}`,
      );
  }
  for (const { plan: other } of schemas.entities.values()) {
    for (const member of other.union ?? [])
      if (member.entity === plan.name && (Object.values(member.map).includes(top.name) || top.name in member.where))
        yield reach("union", `合并列表 ${other.name}`, `the joined list ${other.name}`);
    for (const related of other.detail.related ?? [])
      if (related.entity === plan.name && top.name in related.where)
        yield reach("related", `${other.name} 详情下的列表`, `the lists below the detail of ${other.name}`);
    for (const link of other.links ?? [])
      if (other.name === plan.name && link.to.includes(`{${top.name}}`))
        yield reach("link", `按钮链接 ${link.to}`, `the link ${link.to}`);
  }
}

function* stored({ compiled, top }: Asked): Generator<Reach> {
  const { plan } = compiled;
  if (plan.source !== "store") return;
  if (top.local) {
    yield reach("stored", "不存储", "not stored");
    return;
  }
  const entity = entityOf(compiled);
  const column = top.name === plan.key ? undefined : projected(entity).get(top.name);
  const table = tableOf(entity);
  yield column
    ? reach(
        "stored",
        `表 ${table} 的列 ${column.column}（${column.type}）`,
        `column ${column.column} (${column.type}) of the table ${table}`,
      )
    : reach(
        "stored",
        `表 ${table} 的${top.name === plan.key ? "键 id" : "记录内"}`,
        top.name === plan.key ? `the key id of the table ${table}` : `inside the record, in the table ${table}`,
      );
}
