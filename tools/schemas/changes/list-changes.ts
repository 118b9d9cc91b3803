/** Changes that users see: lists, filters, exports, imports, forms, details and receipts. */
import { findColumn, toParameter, type Entity, type EntityPlan } from "../../../src/engine/index.ts";
import { hydrate } from "../../../src/payments/runtime.ts";
import { getPath, addLabel, subtract, isSame, type Difference, type Pair } from "./change.ts";
import { diffForm, diffReceipt } from "./form-changes.ts";
import { diffImport } from "./import-changes.ts";
import { diffTable } from "./table-changes.ts";

/** Compares lists, forms and sheets of an entity, or the form of a call. */
export function* diffList(pair: Pair): Generator<Difference> {
  const {
    before: { plan: was },
    after: { plan: is },
  } = pair;
  if (was.source !== "call") {
    yield* diffFilters(pair);
    yield* diffColumns(pair);
    yield* diffGroups(pair);
    yield* diffImport(pair);
    yield* diffViews(pair);
    yield* diffTable(pair, hydrateBoth(pair));
  }
  yield* diffForm(pair);
  yield* diffReceipt(pair);
  const layout = ({
    list: { card, opens, columns, search, sort, filters, views, bulk, actions },
    detail,
    links,
    actions: buttons,
    form: { review, draft, steps, remarks, sections },
  }: EntityPlan) => ({
    list: [card, opens, columns, search, sort, filters, views.map(({ id }) => id), bulk, actions],
    form: [review, draft, steps, remarks, sections],
    detail: [detail],
    links: [links, buttons],
  });
  const [old, now] = [layout(was), layout(is)];
  const texts = {
    list: ["列表的排列", "the list is laid out otherwise"],
    form: ["表单的排列", "the form is laid out otherwise"],
    detail: ["详情的排列", "the detail is laid out otherwise"],
    links: ["按钮与链接", "its buttons and links are others"],
  } as const;
  for (const part of ["list", "form", "detail", "links"] as const) {
    if (!isSame(old[part], now[part]))
      yield {
        at: pair.name,
        what: `${part}-laid-out`,
        request: part === "links" ? "info" : "none",
        response: "none",
        text: { zh: `${texts[part][0]}改了`, en: texts[part][1] },
        file: is.file,
        path: [...pair.above, part === "links" ? "x-links" : `x-${part}`],
      };
  }
}

/** Hydrates a plan for its columns and parameters only, without checks. */
const hydrateColumns = (plan: EntityPlan): Entity => hydrate(plan, {}, () => true);
const hydrateBoth = (pair: Pair): [Entity, Entity] => [
  hydrateColumns(pair.before.plan),
  hydrateColumns(pair.after.plan),
];

/** Compares the URL parameters of a list. */
function* diffFilters(pair: Pair): Generator<Difference> {
  const [was, is] = hydrateBoth(pair);
  const parameters = (entity: Entity) => entity.fields.flatMap(({ name }) => (findColumn(entity, name) ? [name] : []));
  const kept = new Set(is.fields.map(({ name }) => name));
  const locate = (field: string) => ({
    at: `${pair.name}.${field}`,
    file: is.file,
    path: kept.has(field) ? getPath(pair, field) : ["properties"],
  });
  for (const field of subtract(parameters(was), parameters(is))) {
    const text = addLabel(pair, field, "列表不能再按它筛选", "the list cannot be filtered by it any more");
    yield {
      ...locate(field),
      what: "filter-removed",
      request: "breaking",
      response: "none",
      text,
      touches: [`?${toParameter(field)}= in links and kept views of ${pair.name}`],
    };
  }
  for (const field of subtract(parameters(is), parameters(was)))
    yield {
      ...locate(field),
      what: "filter-added",
      request: "info",
      response: "none",
      text: addLabel(pair, field, "列表可以按它筛选", "the list can be filtered by it"),
    };
}

function* diffColumns(pair: Pair): Generator<Difference> {
  const [{ list: was }, { list: is, fields, file }] = [pair.before.plan, pair.after.plan];
  const locate = (field: string) => ({ at: `${pair.name}.${field}`, file, path: ["x-list", "columns", field] });
  const kept = new Set(fields.map(({ name }) => name));
  for (const field of subtract(was.columns, is.columns)) {
    if (kept.has(field))
      yield {
        ...locate(field),
        what: "column-removed",
        request: "none",
        response: "breaking",
        text: addLabel(
          pair,
          field,
          "列表和导出文件没有这一列了",
          "is no column of the list and of its export any more",
        ),
        touches: [`cols= in kept views of ${pair.name}`],
      };
  }
  for (const field of subtract(is.columns, was.columns))
    yield {
      ...locate(field),
      what: "column-added",
      request: "none",
      response: "info",
      text: addLabel(pair, field, "列表和导出文件多一列", "is a column of the list and of its export now"),
    };
  for (const field of subtract(was.sums, is.sums))
    yield {
      ...locate(field),
      path: ["x-list", "sums"],
      what: "sum-removed",
      request: "none",
      response: "breaking",
      text: addLabel(pair, field, "列表不再合计", "the list does not sum it up any more"),
    };
  for (const field of subtract(is.sums, was.sums))
    yield {
      ...locate(field),
      path: ["x-list", "sums"],
      what: "sum-added",
      request: "none",
      response: "info",
      text: addLabel(pair, field, "列表合计它", "the list sums it up now"),
    };
  for (const field of subtract(is.search, was.search))
    yield {
      ...locate(field),
      path: ["x-list", "search"],
      what: "search-added",
      request: "info",
      response: "none",
      text: addLabel(pair, field, "关键词也搜索它", "the search words find it too"),
    };
  for (const field of subtract(was.search, is.search))
    yield {
      ...locate(field),
      path: ["x-list", "search"],
      what: "search-removed",
      request: "warning",
      response: "none",
      text: addLabel(pair, field, "关键词不再搜索它", "the search words do not find it any more"),
    };
  if (!isSame(was.sort, is.sort))
    yield {
      at: pair.name,
      file,
      path: ["x-list", "sort"],
      what: "sort-changed",
      request: "none",
      response: "info",
      text: { zh: `列表按 ${is.sort.join("、")} 排列`, en: `the list is sorted by ${is.sort.join(", ")}` },
    };
  if (was.export && !is.export)
    yield {
      at: pair.name,
      file,
      path: ["x-list", "export"],
      what: "export-removed",
      request: "breaking",
      response: "breaking",
      text: { zh: "列表不能再导出", en: "the list cannot be exported any more" },
    };
  for (const [what, name] of [
    ["bulk", "批量操作"],
    ["actions", "整表操作"],
  ] as const) {
    for (const item of subtract(was[what] ?? [], is[what] ?? []))
      yield {
        at: `${pair.name}.${item}`,
        file,
        path: ["x-list", what],
        what: `${what}-removed`,
        request: "breaking",
        response: "none",
        text: { zh: `${name} ${item} 没有了`, en: `${item} is no action over several records any more` },
      };
  }
}

/** Compares the fields by which a list can be grouped. */
function* diffGroups(pair: Pair): Generator<Difference> {
  const [was = [], is = []] = [pair.before.plan.list.groups, pair.after.plan.list.groups];
  const { fields, file } = pair.after.plan;
  const locate = (field: string) => ({ at: `${pair.name}.${field}`, file, path: ["x-list", "groups"] });
  for (const field of subtract(was, is))
    if (fields.some(({ name }) => name === field))
      yield {
        ...locate(field),
        what: "group-removed",
        request: "breaking",
        response: "none",
        text: addLabel(pair, field, "列表不能再按它分组", "the list cannot be grouped by it any more"),
        touches: [`?group=${field} in links and kept views of ${pair.name}`],
      };
  for (const field of subtract(is, was))
    yield {
      ...locate(field),
      what: "group-added",
      request: "info",
      response: "none",
      text: addLabel(pair, field, "列表可以按它分组", "the list can be grouped by it"),
    };
}

function* diffViews(pair: Pair): Generator<Difference> {
  const [was, is] = [
    new Map(pair.before.plan.list.views.map((view) => [view.id, view])),
    new Map(pair.after.plan.list.views.map((view) => [view.id, view])),
  ];
  const locate = (id: string) => ({
    at: `${pair.name}.${id}`,
    file: pair.after.plan.file,
    path: ["x-list", "views", String([...is.keys()].indexOf(id))],
  });
  const name = (id: string, lang: "zh" | "en") =>
    pair.after.texts[lang][`view.${id}`] ?? pair.before.texts[lang][`view.${id}`] ?? id;
  for (const [id, view] of was) {
    const now = is.get(id);
    if (!now)
      yield {
        ...locate(id),
        what: "view-removed",
        request: "breaking",
        response: "none",
        text: { zh: `视图“${name(id, "zh")}”没有了`, en: `the view "${name(id, "en")}" is gone` },
        touches: [`?view=${id} in links to ${pair.name}`],
      };
    else if (!isSame([view.where, view.grant], [now.where, now.grant]))
      yield {
        ...locate(id),
        what: "view-changed",
        request: "none",
        response: "warning",
        text: { zh: `视图“${name(id, "zh")}”显示别的记录`, en: `the view "${name(id, "en")}" shows other records` },
      };
  }
  for (const id of is.keys())
    if (!was.has(id))
      yield {
        ...locate(id),
        what: "view-added",
        request: "info",
        response: "none",
        text: { zh: `新视图“${name(id, "zh")}”`, en: `a new view "${name(id, "en")}"` },
      };
}
