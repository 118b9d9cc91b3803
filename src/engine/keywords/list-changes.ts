/** Comparison and explanation of lists: columns, filters, views, exports and imports. */
import { findColumn } from "../entity/columns.ts";
import type { EntityPlan } from "../model/entity.ts";
import { toParameter } from "../query/grammar.ts";
import {
  compareFieldSets,
  compareLayout,
  compareParts,
  compareSets,
  isSame,
  isGiven,
  type Difference,
  type RecordPair,
  type Words,
} from "../schema/comparison.ts";
import { createReach, findText, type Explained, type Reach } from "../schema/explanation.ts";
import { hydrateColumns } from "./field-changes.ts";

/** Compares the fields that a list names, its views, its sheets and its layout. */
export function* compareList(change: RecordPair): Generator<Difference> {
  const [was, is] = [change.was.list, change.is.list];
  yield* compareFields(change);
  yield* compareViews(change);
  yield* compareSheets(change);
  for (const [keyword, zh] of [
    ["bulk", "批量操作"],
    ["actions", "整表操作"],
  ] as const)
    yield* compareSets([was[keyword], is[keyword]], {
      removed: (item) =>
        change.part(item, ["x-list", keyword]).report(`${keyword}-removed`, "breaking/none", {
          zh: `${zh} ${item} 没有了`,
          en: `${item} is no action over several records any more`,
        }),
    });
  if (!isSame(was.sort, is.sort))
    yield change.record("x-list", "sort").report("sort-changed", "none/info", {
      zh: `列表按 ${is.sort.join("、")} 排列`,
      en: `the list is sorted by ${is.sort.join(", ")}`,
    });
  yield* layout.record(change);
}

const layout = compareLayout(
  "x-list",
  ({ list: { card, opens, columns, search, sort, filters, views, bulk, actions } }) => [
    [card, opens, columns, search, sort, filters, views.map(({ id }) => id), bulk, actions],
  ],
  { zh: "列表的排列改了", en: "the layout of the list has changed" },
);

/** Compares the fields that a list shows, sums, searches, groups and filters by. */
function* compareFields(change: RecordPair): Generator<Difference> {
  const [was, is] = [change.was.list, change.is.list];
  yield* compareFieldSets(change, [was.columns, is.columns], {
    kind: "column",
    path: ["x-list", "columns"],
    words: { zh: "是列表和导出文件的一列", en: "a column of the list and its export" },
    removed: "none/breaking",
    added: "none/info",
    touches: () => `cols= in kept views of ${change.name}`,
  });
  yield* compareFieldSets(change, [was.sums, is.sums], {
    kind: "sum",
    path: ["x-list", "sums"],
    words: { zh: "由列表合计", en: "summed by the list" },
    removed: "none/breaking",
    added: "none/info",
  });
  yield* compareFieldSets(change, [was.search, is.search], {
    kind: "search",
    path: ["x-list", "search"],
    words: { zh: "按关键词搜索", en: "found by the search" },
    removed: "warning/none",
    added: "info/none",
  });
  yield* compareFieldSets(change, [was.groups, is.groups], {
    kind: "group",
    path: ["x-list", "groups"],
    words: { zh: "可用于分组", en: "available for grouping" },
    removed: "breaking/none",
    added: "info/none",
    touches: (field) => `?group=${field} in links and kept views of ${change.name}`,
  });
  yield* compareFieldSets(change, [listParameters(change, change.was), listParameters(change, change.is)], {
    kind: "filter",
    path: ["properties"],
    words: { zh: "可用于筛选", en: "available as a filter" },
    removed: "breaking/none",
    added: "info/none",
    touches: (field) => `?${toParameter(field)}= in links and kept views of ${change.name}`,
  });
}

function* compareViews(change: RecordPair): Generator<Difference> {
  const [was, is] = [change.was.list, change.is.list];
  const name = (id: string) => change.text(`view.${id}`, id);
  const ids = is.views.map(({ id }) => id);
  const view = (id: string) => change.part(id, ["x-list", "views", String(ids.indexOf(id))]);
  yield* compareParts([was.views.map(({ id }) => id), ids], {
    kind: "view",
    noun: { zh: "视图", en: "view" },
    removed: "breaking/none",
    added: "info/none",
    place: view,
    title: name,
    effects: (id) => ({ touches: [`?view=${id} in links to ${change.name}`] }),
  });
  for (const { id, where, grant } of was.views) {
    const now = is.views.find((other) => other.id === id);
    if (now && !isSame([where, grant], [now.where, now.grant]))
      yield view(id).report("view-changed", "none/warning", {
        zh: `视图“${name(id).zh}”显示别的记录`,
        en: `the view "${name(id).en}" shows other records`,
      });
  }
}

/** Returns the fields that the URL of a list can filter by. */
function listParameters({ dialect }: RecordPair, plan: EntityPlan): string[] {
  const entity = hydrateColumns(dialect, plan);
  return plan.fields.flatMap(({ name }) => (findColumn(entity, name) ? [name] : []));
}

/** Compares whether a list can be exported and imported, and the maximum number of rows in a file. */
function* compareSheets(change: RecordPair): Generator<Difference> {
  const [{ export: exported, import: was }, { export: exports, import: is }] = [change.was.list, change.is.list];
  const place = change.record("x-list", "import");
  if (exported && !exports)
    yield change.record("x-list", "export").report("export-removed", "breaking/breaking", {
      zh: "列表不能再导出",
      en: "the list cannot be exported any more",
    });
  if (!was && is) yield place.report("import-added", "info/none", { zh: "可以导入文件", en: "files can be imported" });
  if (was && !is)
    yield place.report("import-removed", "breaking/none", {
      zh: "不能再导入文件",
      en: "files cannot be imported any more",
    });
  if (!was || !is) return;
  yield* compareFieldSets(change, [was.fields, is.fields], {
    kind: "import-column",
    path: ["x-list", "import"],
    words: { zh: "是导入文件的一列", en: "a column of imported files" },
    removed: "breaking/none",
    added: "info/none",
  });
  if (was.maxRows === is.maxRows) return;
  const words = {
    zh: `导入文件最多 ${is.maxRows} 行，原为 ${was.maxRows} 行`,
    en: `imported files have at most ${is.maxRows} rows instead of ${was.maxRows}`,
  } as const;
  yield is.maxRows < was.maxRows
    ? place.below("maxRows").report("limit-tightened", "breaking/none", words)
    : place.below("maxRows").report("limit-loosened", "info/none", words);
}

/** Values of a URL parameter by the filter of the field's kind. */
const FILTERS = {
  is: ["a,b", "one of several"],
  range: ["a..b", "a range"],
  contains: ["text", "a part of the text"],
  has: ["a,b", "lists with one of several; *a,b: with all"],
} as const;

/** Explains where a list shows, filters, exports and imports the field. */
export function* explainList(at: Explained): Generator<Reach> {
  const { plan, entity, top, findPages } = at;
  const { list } = plan;
  const { name } = top;
  if (plan.source === "call") return;
  const column = list.columns.indexOf(name) + 1;
  if (column > 0) {
    const pages = formatPages(findPages(["list"]));
    yield createReach("list", { zh: `列表第 ${column} 列${pages.zh}`, en: `column ${column} of the list${pages.en}` });
  }
  const { card } = list;
  if (card && [card.title, card.amount, card.status, ...card.meta].includes(name))
    yield createReach("card", { zh: "手机上的卡片", en: "the card on a phone" });
  if (list.search.includes(name)) yield createReach("search", { zh: "关键词搜索", en: "found by the search words" });
  if (findColumn(entity, name)) {
    const [value, about] = FILTERS[entity.field(name).kind.filter];
    const { zh, en } = list.filters.primary.includes(name)
      ? { zh: "，筛选栏首行", en: ", in the first row of the filters" }
      : list.filters.more.includes(name)
        ? { zh: "，展开后可见", en: ', under "More filters"' }
        : { zh: "", en: "" };
    yield createReach("filter", {
      zh: `筛选，网址参数 ?${toParameter(name)}=${value}${zh}`,
      en: `filter, ?${toParameter(name)}=${value} in the URL (${about})${en}`,
    });
  }
  if (list.sort.some((term) => term.replace("-", "") === name))
    yield createReach("sort", { zh: "列表默认按它排列", en: "the list is sorted by it" });
  if (list.sums.includes(name)) yield createReach("sum", { zh: "列表底部合计", en: "summed up below the list" });
  for (const { id, where } of list.views) {
    const { zh, en } = findText(at, `view.${id}`, id);
    if (name in where) yield createReach("view", { zh: `视图“${zh}”`, en: `the view "${en}"` });
  }
  if (list.export && list.columns.includes(name))
    yield createReach("export", { zh: "导出文件的一列", en: "a column of the export" });
  else if (list.export && isGiven(plan, top))
    yield createReach("export", { zh: "可选入导出文件", en: "may be chosen for the export" });
  if (list.import?.fields.includes(name)) {
    const label = findText(at, `field.${name}.label`, name);
    const heads = [...new Set([label.zh, label.en, name, ...(top.aliases ?? [])])];
    yield createReach("import", {
      zh: `导入文件及模板的一列，表头可写 ${heads.join("、")}`,
      en: `a column of imported files and their template, headed ${heads.join(", ")}`,
    });
  }
}

/** Formats addresses of pages in brackets; empty without any. */
export const formatPages = (pages: readonly string[]): Words =>
  pages.length === 0 ? { zh: "", en: "" } : { zh: `（${pages.join("、")}）`, en: ` (${pages.join(", ")})` };
