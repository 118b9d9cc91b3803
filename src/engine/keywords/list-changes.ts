/** Comparison and explanation of lists: columns, filters, views, exports and imports. */
import { findColumn } from "../entity/columns.ts";
import type { EntityPlan, ListPlan } from "../model/entity.ts";
import { toParameter } from "../query/grammar.ts";
import {
  compareLayout,
  compareSets,
  isSame,
  isGiven,
  type Difference,
  type Notice,
  type RecordPair,
  type Words,
} from "../schema/comparison.ts";
import { createReach, findText, type Explained, type Reach } from "../schema/explanation.ts";
import { hydrateColumns } from "./field-changes.ts";

/** A set of fields that a list names, with what it means that a field is removed or added. */
interface FieldSet {
  path: readonly string[];
  read(list: ListPlan): readonly string[] | undefined;
  removed: Notice;
  added: Notice;
  /** Returns what else a removed field affects. */
  touches?(field: string, entity: string): string;
}

const FIELD_SETS: readonly FieldSet[] = [
  {
    path: ["columns"],
    read: ({ columns }) => columns,
    removed: [
      "column-removed",
      "none/breaking",
      { zh: "列表和导出文件没有这一列了", en: "is no column of the list and of its export any more" },
    ],
    added: [
      "column-added",
      "none/info",
      { zh: "列表和导出文件多一列", en: "is a column of the list and of its export now" },
    ],
    touches: (_field, entity) => `cols= in kept views of ${entity}`,
  },
  {
    path: ["sums"],
    read: ({ sums }) => sums,
    removed: ["sum-removed", "none/breaking", { zh: "列表不再合计", en: "the list does not sum it up any more" }],
    added: ["sum-added", "none/info", { zh: "列表合计它", en: "the list sums it up now" }],
  },
  {
    path: ["search"],
    read: ({ search }) => search,
    removed: [
      "search-removed",
      "warning/none",
      { zh: "关键词不再搜索它", en: "the search words do not find it any more" },
    ],
    added: ["search-added", "info/none", { zh: "关键词也搜索它", en: "the search words find it too" }],
  },
  {
    path: ["groups"],
    read: ({ groups }) => groups,
    removed: [
      "group-removed",
      "breaking/none",
      { zh: "列表不能再按它分组", en: "the list cannot be grouped by it any more" },
    ],
    added: ["group-added", "info/none", { zh: "列表可以按它分组", en: "the list can be grouped by it" }],
    touches: (field, entity) => `?group=${field} in links and kept views of ${entity}`,
  },
  {
    path: ["import"],
    read: ({ import: sheet }) => sheet?.fields,
    removed: [
      "import-column-removed",
      "breaking/none",
      { zh: "导入文件不再读这一列", en: "files are not read for this column any more" },
    ],
    added: ["import-column-added", "info/none", { zh: "导入文件多读一列", en: "files are read for this column too" }],
  },
];

/** Reports the fields that only one version of a list names. */
export function* compareList(change: RecordPair): Generator<Difference> {
  const [was, is] = [change.was.list, change.is.list];
  const sheets = Boolean(was.import) === Boolean(is.import);
  for (const { path, read, removed, added, touches } of FIELD_SETS) {
    if (path[0] === "import" && !sheets) continue;
    const mention = (field: string) => change.mention(field, ["x-list", ...path, field]);
    yield* compareSets([read(was), read(is)], {
      removed: (field) => mention(field).report(...removed, touches && { touches: [touches(field, change.name)] }),
      added: (field) => mention(field).report(...added),
    });
  }
  yield* compareFilters(change);
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
  { zh: "列表的排列改了", en: "the list is laid out otherwise" },
);

/** Compares the URL parameters of a list. */
function* compareFilters(change: RecordPair): Generator<Difference> {
  const list = (plan: EntityPlan) => {
    const entity = hydrateColumns(change.dialect, plan);
    return plan.fields.flatMap(({ name }) => (findColumn(entity, name) ? [name] : []));
  };
  yield* compareSets([list(change.was), list(change.is)], {
    removed: (field) =>
      change.field(field).report(
        "filter-removed",
        "breaking/none",
        { zh: "列表不能再按它筛选", en: "the list cannot be filtered by it any more" },
        {
          touches: [`?${toParameter(field)}= in links and kept views of ${change.name}`],
        },
      ),
    added: (field) =>
      change
        .field(field)
        .report("filter-added", "info/none", { zh: "列表可以按它筛选", en: "the list can be filtered by it" }),
  });
}

function* compareViews(change: RecordPair): Generator<Difference> {
  const [was, is] = [change.was.list.views, change.is.list.views];
  const ids = is.map(({ id }) => id);
  const place = (id: string) => change.part(id, ["x-list", "views", String(ids.indexOf(id))]);
  const name = (id: string) => change.text(`view.${id}`, id);
  yield* compareSets([was.map(({ id }) => id), ids], {
    removed: (id) =>
      place(id).report(
        "view-removed",
        "breaking/none",
        { zh: `视图“${name(id).zh}”没有了`, en: `the view "${name(id).en}" is gone` },
        {
          touches: [`?view=${id} in links to ${change.name}`],
        },
      ),
    added: (id) =>
      place(id).report("view-added", "info/none", { zh: `新视图“${name(id).zh}”`, en: `a new view "${name(id).en}"` }),
  });
  for (const { id, where, grant } of was) {
    const now = is.find((view) => view.id === id);
    if (now && !isSame([where, grant], [now.where, now.grant]))
      yield place(id).report("view-changed", "none/warning", {
        zh: `视图“${name(id).zh}”显示别的记录`,
        en: `the view "${name(id).en}" shows other records`,
      });
  }
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
  if (!was || !is || was.maxRows === is.maxRows) return;
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
        ? { zh: "，展开后可见", en: ", among the further filters" }
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
