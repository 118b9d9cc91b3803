import { buildList, buildMap, buildObject, nonEmpty, refs } from "../schema/meta-parts.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { FieldPlan, ListPlan } from "../model/entity.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareList, explainList } from "./list-changes.ts";

const sortTerm = { type: "string", pattern: "^-?[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*$" };

/** `x-list`: the columns, search, filters, sort order, sums, groups, import and export of the list view. */
export const list = defineKeyword({
  name: "x-list",
  on: ["entity"],
  schema: buildObject({
    columns: refs.paths,
    search: refs.paths,
    filters: buildObject({ primary: refs.paths, more: refs.paths }),
    sort: { anyOf: [sortTerm, buildList(sortTerm)] },
    sums: refs.paths,
    groups: refs.paths,
    views: {
      type: "array",
      items: buildObject(
        {
          id: refs.name,
          label: refs.text,
          where: buildMap(buildList({ type: "string" })),
          grant: nonEmpty,
        },
        ["id", "label", "where"],
      ),
    },
    card: buildObject({ title: refs.path, amount: refs.path, status: refs.path, meta: refs.paths }, ["title"]),
    export: { type: "boolean" },
    import: buildObject(
      {
        fields: refs.paths,
        key: refs.path,
        maxRows: {
          anyOf: [
            { type: "integer", minimum: 1 },
            { type: "string", pattern: "^constants\\.[A-Za-z0-9]+$" },
          ],
        },
      },
      ["fields", "maxRows"],
    ),
    bulk: refs.names,
    opens: buildObject({ entity: refs.name, id: refs.name, call: refs.name }, ["entity", "id"]),
    actions: {
      type: "array",
      items: buildObject({ call: refs.name, label: refs.text, said: refs.text }, ["call", "label", "said"]),
    },
  }),
  doc: {
    zh: "列表：columns 列，search 搜索的字段，filters 筛选（primary 常用、more 更多），sort 默认排序（- 开头为降序），sums 合计，groups 用户可据以分组的字段（各组的条数和合计由服务器计算），views 内置视图，card 手机卡片，export 导出，import 导入（其中有列表时，key 是表头字段，文件中该值相同的各行是同一条记录的各行明细），bulk 可批量的事件，opens 点开的是另一条记录（entity、id 是写着其实体名和主键的字段，call 是 schemas/calls 中收到 {id} 的调用），actions 列表上方作用于全部记录的按钮（call 是 schemas/calls 中不带参数的调用，said 是完成后说的一句话）。省略时所有字段都是列。",
    en: "The list: `columns`, what `search` looks at, `filters` (primary, more), default `sort` (`-` first: descending), `sums`, `groups` (fields that users may group it by; the server counts and sums each group), built-in `views`, the phone's `card`, `export`, `import` (with a list among its `fields`, `key` names the field whose equal values in the rows of a file make them lines of one record), events that may be fired in `bulk`, `opens` where a row opens another record (`entity` and `id`: the fields that name it; `call`: one of `schemas/calls` that receives the `{id}` of the row), `actions`: buttons above it that act on all its records (`call`: one of `schemas/calls` without input; `said`: the message that reports the result). Default: every field is a column.",
  },
  entity(keyword, draft) {
    const defaults = buildDefaultList(draft);
    const { plan } = draft;
    const some = (key: string) => {
      const value = keyword?.get(key);
      return value && draft.fieldNames(value.items());
    };
    const filters = keyword?.get("filters");
    const [sort, card] = [keyword?.get("sort"), keyword?.get("card")];
    const filterNames = (key: string) => draft.fieldNames(filters?.get(key)?.items() ?? []);
    plan.list = {
      columns: some("columns") ?? defaults.columns,
      search: some("search") ?? defaults.search,
      filters: filters ? { primary: filterNames("primary"), more: filterNames("more") } : defaults.filters,
      sort: sort ? readSort(sort, draft) : defaults.sort,
      sums: some("sums") ?? [],
      views: readViews(keyword?.get("views"), draft),
      export: keyword?.get("export")?.value !== false,
      bulk: readBulk(keyword?.get("bulk"), draft),
    };
    const cardPlan = card ? readCard(card, draft) : defaults.card;
    if (cardPlan) plan.list.card = cardPlan;
    const groups = some("groups");
    if (groups) plan.list.groups = groups;
    readOpens(keyword?.get("opens"), draft);
    readActions(keyword?.get("actions"), draft);
    readImport(keyword?.get("import"), draft);
    refuseHidden(keyword, draft);
    refuseGroups(keyword?.get("groups"), draft);
  },
  compare: { record: compareList, merges: true },
  explain: explainList,
  examples: {
    good: [
      {
        value: {
          columns: ["orderNo", "title", "amount"],
          search: ["title"],
          filters: { primary: ["status"], more: ["amount"] },
          sort: "-orderNo",
          sums: ["amount"],
          groups: ["city"],
          views: [{ id: "open", label: { zh: "处理中", en: "Open" }, where: { city: ["a"] } }],
          card: { title: "title", amount: "amount", meta: ["city"] },
          import: { fields: ["title", "amount"], maxRows: "constants.rows" },
        },
      },
      { value: { sort: ["-orderNo", "title"] } },
      { value: { opens: { entity: "title", id: "orderNo", call: "sampleCode" } } },
      {
        value: {
          actions: [
            {
              call: "sampleCode",
              label: { zh: "全部完成", en: "Finish all" },
              said: { zh: "已全部完成", en: "All are finished." },
            },
          ],
        },
      },
    ],
    bad: [
      { value: { columns: ["orderNo", "titel"] }, rule: "unknown-field", suggestion: "title" },
      { value: { column: ["orderNo"] }, rule: "unknown-keyword", suggestion: "columns" },
      { value: { sort: "-titel" }, rule: "unknown-field", suggestion: "title" },
      { value: { sums: ["title"] }, rule: "not-summable" },
      { value: { groups: ["titel"] }, rule: "unknown-field", suggestion: "title" },
      { value: { groups: ["amount"] }, rule: "not-groupable" },
      { value: { search: ["secret"] }, rule: "sensitive" },
      { value: { columns: ["title", "title"] }, rule: "bad-value" },
      { value: { filters: { primary: ["status"], more: ["amount", "status"] } }, rule: "filter-twice" },
      { value: { import: { fields: ["orderNo"], maxRows: 10 } }, rule: "import-read-only" },
      { value: { import: { fields: ["title", "amount"], key: "title", maxRows: 10 } }, rule: "import-lines" },
      {
        value: { import: { fields: ["title"], maxRows: "constants.row" } },
        rule: "unknown-constant",
        suggestion: "rows",
      },
      {
        value: { views: [{ id: "open", label: { zh: "处理中", en: "Open" }, where: { status: ["opn"] } }] },
        rule: "unknown-option",
        suggestion: "open",
      },
      { value: { bulk: ["pas"] }, rule: "unknown-event" },
      { value: { opens: { entity: "titel", id: "orderNo" } }, rule: "unknown-field", suggestion: "title" },
      {
        value: { opens: { entity: "title", id: "orderNo", call: "sampleCod" } },
        rule: "unknown-call",
        suggestion: "sampleCode",
      },
      {
        value: {
          actions: [
            {
              call: "sampleCod",
              label: { zh: "全部完成", en: "Finish all" },
              said: { zh: "已全部完成", en: "All are finished." },
            },
          ],
        },
        rule: "unknown-call",
        suggestion: "sampleCode",
      },
    ],
  },
});

function buildDefaultList({ plan, hidden, dialect: { kind } }: EntityDraft): ListPlan {
  const shown = plan.fields.filter(
    (field) => !field.writeOnly && !field.local && !field.sensitive && !hidden.has(field.name),
  );
  const filterable = shown.filter((field) => !field.items);
  const status = plan.lifecycle?.field;
  const primary = filterable.filter((field) => field.name === status || kind(field.kind).filter === "is").slice(0, 3);
  const text = filterable.filter((field) => kind(field.kind).filter === "contains");
  const amount = shown.find((field) => field.currency);
  const title = text[0] ?? shown[0];
  const meta = shown.filter((field) => ![title?.name, amount?.name, status].includes(field.name)).slice(0, 2);
  const created = shown.find((field) => field.readOnly && kind(field.kind).column === "timestamptz");
  return {
    columns: shown.map((field) => field.name),
    search: text.map((field) => field.name),
    filters: {
      primary: primary.map((field) => field.name),
      more: filterable.filter((field) => !primary.includes(field)).map((field) => field.name),
    },
    sort: [`-${created?.name ?? plan.key}`],
    sums: [],
    views: [],
    ...(title
      ? {
          card: {
            title: title.name,
            ...(amount ? { amount: amount.name } : {}),
            ...(status === undefined ? {} : { status }),
            meta: meta.map((field) => field.name),
          },
        }
      : {}),
    export: true,
    bulk: [],
  };
}

function readActions(keyword: Json | undefined, draft: EntityDraft): void {
  if (!keyword) return;
  draft.plan.list.actions = keyword.items().map((action) => {
    const call = draft.readCallName(action.member("call"));
    draft.text(`listAction.${call}`, action.get("label"));
    draft.text(`listAction.${call}.said`, action.get("said"));
    return call;
  });
}

function readOpens(keyword: Json | undefined, draft: EntityDraft): void {
  if (!keyword) return;
  const named = keyword.get("call");
  const call = named && draft.readCallName(named);
  const [entity, id] = [draft.field(keyword.member("entity")), draft.field(keyword.member("id"))];
  if (entity && id) draft.plan.list.opens = { entity: entity.name, id: id.name, ...(call !== undefined && { call }) };
}

function readSort(keyword: Json, draft: EntityDraft): string[] {
  return keyword.itemsOrSelf().flatMap((term) => {
    const name = term.string().replace(/^-/, "");
    refuseList(term, name, "sorted", draft);
    return draft.field(term, name) ? [term.string()] : [];
  });
}

function readViews(keyword: Json | undefined, draft: EntityDraft): ListPlan["views"] {
  return (keyword?.items() ?? []).map((view) => {
    const id = view.member("id").string();
    const where = view.member("where");
    draft.text(`view.${id}`, view.get("label"));
    for (const [field, values] of where.entries()) checkValues(draft.field(values, field), values, draft);
    const grant = view.get("grant")?.string();
    return { id, where: where.stringLists(), ...(grant === undefined ? {} : { grant }) };
  });
}

function checkValues(field: FieldPlan | undefined, values: Json, draft: EntityDraft): void {
  if (!field?.options || !("values" in field.options)) return;
  const known = field.options.values.map((option) => option.value);
  for (const value of values.items()) draft.readName(value, "option", known);
}

function readCard(keyword: Json, draft: EntityDraft): ListPlan["card"] {
  const field = (key: string) => {
    const name = keyword.get(key);
    return name && draft.field(name)?.name;
  };
  const [amount, status] = [field("amount"), field("status")];
  return {
    title: field("title") ?? "",
    ...(amount === undefined ? {} : { amount }),
    ...(status === undefined ? {} : { status }),
    meta: draft.fieldNames(keyword.get("meta")?.items() ?? []),
  };
}

function readBulk(keyword: Json | undefined, draft: EntityDraft): string[] {
  const events =
    draft.plan.lifecycle?.transitions
      .filter((transition) => draft.isUser(transition.by) && transition.from.length > 0)
      .map((transition) => transition.on) ?? [];
  return (keyword?.items() ?? []).map((event) => draft.readName(event, "event", events));
}

function readImport(keyword: Json | undefined, draft: EntityDraft): void {
  if (!keyword) return;
  const fields = keyword.member("fields");
  for (const item of fields.items()) {
    if (draft.plan.fields.find(({ name: own }) => own === item.value)?.readOnly)
      draft.report(item.location(), "import-read-only", findingMessages.importReadOnly(item.string()));
  }
  const plan: ListPlan["import"] = {
    fields: draft.fieldNames(fields.items()),
    maxRows: draft.wholeNumber(keyword.member("maxRows")),
  };
  draft.plan.list.import = plan;
  const lists = draft.plan.fields.filter((field) => field.items && plan.fields.includes(field.name));
  const key = keyword.get("key");
  if (key)
    plan.key = draft.readName(
      key,
      "field",
      plan.fields.filter((field) => !lists.some(({ name: own }) => own === field)),
    );
  const [list, second] = lists;
  if (second || (list === undefined) !== (key === undefined))
    draft.report((key ?? fields).location("key"), "import-lines", findingMessages.importLines());
}

/**
 * Reports sorting, searching or filtering by a list of rows, and sorting by a list of values, since neither can be
 * ordered or compared that way.
 */
function refuseList(keyword: Json, name: string, what: "sorted" | "searched", draft: EntityDraft): void {
  const field = draft.plan.fields.find((field) => field.name === name);
  if (field?.items) draft.report(keyword.location(), "list-of-rows", findingMessages[`${what}ByRows`](name));
  else if (field?.item && what === "sorted")
    draft.report(keyword.location(), "list-of-values", findingMessages.sortedByList(name));
}

/** Reports a filter that is both primary and behind "More". */
function refuseDuplicates(filters: Json | undefined, draft: EntityDraft): void {
  const primary = new Set(
    filters
      ?.get("primary")
      ?.items()
      .map((item) => item.value),
  );
  for (const item of filters?.get("more")?.items() ?? []) {
    if (primary.has(item.value))
      draft.report(item.location(), "filter-twice", findingMessages.filterTwice(String(item.value)));
  }
}

/**
 * Reports fields that a list must not use: sensitive fields, which must not appear in URLs; write-only and local
 * fields, which lists do not contain; live fields and lists of rows in search or filters; fields in search that lists
 * mask; non-numeric fields in sums; and filters that are both in `primary` and in `more`.
 */
function refuseHidden(keyword: Json | undefined, draft: EntityDraft): void {
  const filters = keyword?.get("filters");
  refuseDuplicates(filters, draft);
  for (const lists of [keyword?.get("search"), filters?.get("primary"), filters?.get("more")]) {
    for (const item of lists?.items() ?? []) refuseList(item, item.string(), "searched", draft);
  }
  for (const item of keyword?.get("search")?.items() ?? []) {
    const name = item.string();
    draft.later(() => {
      const mask = draft.plan.fields.find((field) => field.name === name)?.mask;
      if (mask && !mask.stored && !mask.whole?.includes("list"))
        draft.report(item.location(), "masked", findingMessages.maskedSearch(name));
    });
  }
  for (const lists of [
    keyword?.get("columns"),
    keyword?.get("search"),
    filters?.get("primary"),
    filters?.get("more"),
  ]) {
    for (const item of lists?.items() ?? []) {
      const field = draft.plan.fields.find(({ name: own }) => own === item.value);
      if (!field) continue;
      const why = field.sensitive ? "sensitive" : field.writeOnly ? "writeOnly" : field.local ? "local" : undefined;
      const requested = lists !== keyword?.get("columns");
      if (requested)
        draft.later(() => field.live && draft.report(item.location(), "live", findingMessages.liveSearch(field.name)));
      if (why !== undefined) draft.report(item.location(), "sensitive", findingMessages[why](field.name));
    }
  }
  for (const item of keyword?.get("sums")?.items() ?? []) {
    const field = draft.plan.fields.find(({ name: own }) => own === item.value);
    if (field && !["numeric", "bigint"].includes(draft.kind(field.kind).column))
      draft.report(item.location(), "not-summable", findingMessages.noSum(field.name));
  }
}

/** Column types that can be grouped by. */
const GROUPED: ReadonlySet<string> = new Set(["text", "boolean"]);

/**
 * Reports grouping by a field unless it is a filterable text, choice, state or yes/no field, other than the key, that
 * lists show unmasked.
 */
function refuseGroups(keyword: Json | undefined, draft: EntityDraft): void {
  for (const item of keyword?.items() ?? []) {
    const field = draft.plan.fields.find(({ name }) => name === item.value);
    if (!field) continue;
    const kind = draft.kind(field.kind);
    const hidden = field.sensitive || field.writeOnly || field.local || field.live || field.digest !== undefined;
    const plain = GROUPED.has(kind.column) && kind.filter !== "has" && !field.items && !field.item;
    const report = () => draft.report(item.location(), "not-groupable", findingMessages.noGroup(field.name));
    if (hidden || !plain || field.name === draft.plan.key) report();
    else
      draft.later(() => {
        const { mask } = field;
        if (mask && !mask.stored && !mask.whole?.includes("list")) report();
      });
  }
}
