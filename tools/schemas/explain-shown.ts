/** Describes where users see and fill in a field. */
import type { CompiledSchemas } from "../../server/schemas/read.ts";
import type { View } from "../../src/contract/pages.ts";
import { findColumn, toParameter, type EntityPlan, type Lang } from "../../src/engine/index.ts";
import { isGiven } from "./changes/change.ts";
import { describeLimitValue } from "./changes/limits.ts";
import { hydrateCompiled } from "./hydrate-compiled.ts";
import { createReach, type Explained, type Reach } from "./reach.ts";

const LIMITS = [
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "formatMinimum",
  "formatMaximum",
  "minimum",
  "maximum",
  "formatExclusiveMinimum",
  "formatExclusiveMaximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "x-step",
  "minItems",
  "maxItems",
  "uniqueItems",
  "const",
];

/** Describes the value of the field: limits, choices, currency and mask. */
export function* describeValue({ compiled: { plan, texts }, path, field }: Explained): Generator<Reach> {
  const limits = LIMITS.filter((keyword) => field.schema[keyword] !== undefined).map((keyword) =>
    describeLimitValue(keyword, field.schema[keyword]),
  );
  const format = (lang: Lang) => limits.map((limit) => limit[lang]).join(lang === "zh" ? "，" : ", ");
  const required = field.required
    ? ["，必填", ", must be filled"]
    : plan.require.some((condition) => condition.field === path)
      ? ["，有时必填", ", must be filled sometimes"]
      : ["", ""];
  yield createReach(
    "value",
    `${field.kind}${limits.length > 0 ? `，${format("zh")}` : ""}${required[0]}`,
    `${field.kind}${limits.length > 0 ? `, ${format("en")}` : ""}${required[1]}`,
  );
  if (field.options) {
    if ("list" in field.options)
      yield createReach("choices", `从列表 ${field.options.list} 中选择`, `chosen from the list ${field.options.list}`);
    else {
      const names = (lang: Lang) =>
        (field.options as { values: { value: string }[] }).values
          .map(({ value: item }) => `${item} ${texts[lang][`option.${path}.${item}`] ?? ""}`.trim())
          .join(lang === "zh" ? "、" : ", ");
      yield createReach("choices", names("zh"), names("en"));
    }
  }
  if (field.ref)
    yield createReach(
      "record",
      `指向 ${field.ref.entity} 的一条记录；服务器抄下 ${Object.keys(field.ref.copies).join("、")}`,
      `names a record of ${field.ref.entity}; the server copies ${Object.keys(field.ref.copies).join(", ")}`,
    );
  if (field.currency)
    yield createReach(
      "currency",
      "code" in field.currency ? `以 ${field.currency.code} 计` : `币种见 ${field.currency.field}`,
      "code" in field.currency ? `in ${field.currency.code}` : `in the currency of ${field.currency.field}`,
    );
  if (field.compute)
    yield createReach("computed", `由系统计算：${field.compute.source}`, `computed: ${field.compute.source}`);
  if (field.mask)
    yield createReach(
      "mask",
      `部分遮住${field.mask.whole ? `，${field.mask.whole.join("、")} 除外` : ""}${field.reveal ? "，支付密码确认后可看全文" : ""}`,
      `partly hidden${field.mask.whole ? `, but not in ${field.mask.whole.join(", ")}` : ""}${field.reveal ? "; whole after the payment password" : ""}`,
    );
  if (field.sensitive) yield createReach("sensitive", "不进网址、日志和筛选", "never in a URL, a log or a filter");
}

/** Describes the form and the events that request the field. */
export function* describeForm({ schemas, compiled: { plan, texts }, top }: Explained): Generator<Reach> {
  const section = plan.form.sections.find(({ rows }) => rows.flat().includes(top.name));
  if (section) {
    const step = plan.form.steps?.find(({ sections }) => sections.includes(section.id));
    const title = (lang: Lang) =>
      [step && texts[lang][`step.${step.id}`], texts[lang][`section.${section.id}`]].filter(Boolean).join(" › ");
    yield createReach(
      "form",
      `表单${title("zh") === "" ? "" : `“${title("zh")}”`}${top.readOnly ? "，只显示" : "，可填写"}${formatPages(schemas, plan, ["create", "edit", "sole"], "zh")}`,
      `form${title("en") === "" ? "" : ` "${title("en")}"`}, ${top.readOnly ? "shown only" : "filled in"}${formatPages(schemas, plan, ["create", "edit", "sole"], "en")}`,
    );
  }
  if (section && plan.form.review) yield createReach("review", "提交前的核对页", "the review before it is sent");
  for (const { on, needs, takes = [] } of plan.lifecycle?.transitions ?? [])
    if (needs.includes(top.name) || takes.includes(top.name))
      yield createReach(
        "event",
        `“${texts.zh[`event.${on}`] ?? on}”时填写`,
        `asked for by "${texts.en[`event.${on}`] ?? on}"`,
      );
}

/** Returns the pages with one of these views of the entity: ` (/withdrawal?tab=pay)`. */
function formatPages({ pages: all }: CompiledSchemas, plan: EntityPlan, shows: readonly string[], lang: Lang): string {
  const fits = (view: View) =>
    plan.source === "call" ? view.call === plan.name : view.entity === plan.name && shows.includes(view.show ?? "");
  const found = all.flatMap((page) => [
    ...(fits(page) || (page.view && fits(page.view)) ? [page.path] : []),
    ...(page.tabs ?? []).filter(fits).map(({ id }) => `${page.path}?tab=${id}`),
  ]);
  return found.length === 0 ? "" : lang === "zh" ? `（${found.join("、")}）` : ` (${found.join(", ")})`;
}

/** Describes the list, filters and detail view that show the field. */
export function* describeList({ schemas, compiled, top }: Explained): Generator<Reach> {
  const { plan, texts } = compiled;
  if (plan.source === "call") return;
  const entity = hydrateCompiled(compiled);
  const { list: shown, detail, receipt } = plan;
  const column = shown.columns.indexOf(top.name) + 1;
  if (column > 0)
    yield createReach(
      "list",
      `列表第 ${column} 列${formatPages(schemas, plan, ["list"], "zh")}`,
      `column ${column} of the list${formatPages(schemas, plan, ["list"], "en")}`,
    );
  const { card } = shown;
  if (card && [card.title, card.amount, card.status, ...card.meta].includes(top.name))
    yield createReach("card", "手机上的卡片", "the card on a phone");
  if (shown.search.includes(top.name)) yield createReach("search", "关键词搜索", "found by the search words");
  if (findColumn(entity, top.name)) {
    const style = {
      is: ["a,b", "one of several"],
      range: ["a..b", "a range"],
      contains: ["text", "a part of the text"],
      has: ["a,b", "lists with one of several; *a,b: with all"],
    }[entity.field(top.name).kind.filter] as [string, string];
    const bar = shown.filters.primary.includes(top.name)
      ? ["，筛选栏首行", ", in the first row of the filters"]
      : shown.filters.more.includes(top.name)
        ? ["，展开后可见", ", among the further filters"]
        : ["", ""];
    yield createReach(
      "filter",
      `筛选，网址参数 ?${toParameter(top.name)}=${style[0]}${bar[0]}`,
      `filter, ?${toParameter(top.name)}=${style[0]} in the URL (${style[1]})${bar[1]}`,
    );
  }
  if (shown.sort.some((term) => term.replace("-", "") === top.name))
    yield createReach("sort", "列表默认按它排列", "the list is sorted by it");
  if (shown.sums.includes(top.name)) yield createReach("sum", "列表底部合计", "summed up below the list");
  for (const { id } of shown.views.filter(({ where }) => top.name in where))
    yield createReach("view", `视图“${texts.zh[`view.${id}`] ?? id}”`, `the view "${texts.en[`view.${id}`] ?? id}"`);
  const section = detail.sections.find(({ fields }) => fields.includes(top.name));
  if (section)
    yield createReach(
      "detail",
      `详情“${texts.zh[`section.${section.id}`] ?? section.id}”`,
      `detail "${texts.en[`section.${section.id}`] ?? section.id}"`,
    );
  if (receipt?.fields.includes(top.name)) yield createReach("receipt", "回单的一行", "a line of the receipt");
}

/** Describes the exports and imports that include the field. */
export function* describeSheets({ compiled: { plan, texts }, top }: Explained): Generator<Reach> {
  const heads = [
    ...new Set([
      texts.zh[`field.${top.name}.label`],
      texts.en[`field.${top.name}.label`],
      top.name,
      ...(top.aliases ?? []),
    ]),
  ].filter(Boolean);
  if (plan.list.export && plan.list.columns.includes(top.name))
    yield createReach("export", "导出文件的一列", "a column of the export");
  else if (plan.list.export && isGiven(plan, top))
    yield createReach("export", "可选入导出文件", "may be chosen for the export");
  if (plan.list.import?.fields.includes(top.name))
    yield createReach(
      "import",
      `导入文件及模板的一列，表头可写 ${heads.join("、")}`,
      `a column of imported files and their template, headed ${heads.join(", ")}`,
    );
}
