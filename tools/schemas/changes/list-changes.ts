/** Changes of what users see: lists, filters, exports, imports, forms, details, receipts. */
import {
  columnName,
  columnOf,
  parameterOf,
  projected,
  tableOf,
  type Entity,
  type EntityPlan,
} from "../../../src/engine/index.ts";
import { hydrate } from "../../../src/payments/runtime.ts";
import { about, fieldPath, fieldsOf, labelOf, same, type Difference, type Level, type Pair } from "./change.ts";

/** Compares lists, forms and sheets of an entity, or a call's form. */
export function* listChanges(pair: Pair): Generator<Difference> {
  const {
    before: { plan: was },
    after: { plan: is },
  } = pair;
  if (was.source !== "call") {
    yield* filterChanges(pair);
    yield* columnChanges(pair);
    yield* importChanges(pair);
    yield* viewChanges(pair);
    yield* tableChanges(pair);
  }
  yield* formChanges(pair);
  yield* receiptChanges(pair);
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
  const words = {
    list: ["列表的排列", "the list is laid out otherwise"],
    form: ["表单的排列", "the form is laid out otherwise"],
    detail: ["详情的排列", "the detail is laid out otherwise"],
    links: ["按钮与链接", "its buttons and links are others"],
  } as const;
  for (const part of ["list", "form", "detail", "links"] as const) {
    if (!same(old[part], now[part]))
      yield {
        at: pair.name,
        what: `${part}-laid-out`,
        request: part === "links" ? "info" : "none",
        response: "none",
        said: { zh: `${words[part][0]}改了`, en: words[part][1] },
        file: is.file,
        path: [...pair.above, part === "links" ? "x-links" : `x-${part}`],
      };
  }
}

/** Hydrates a plan for its columns and parameters, not for checks. */
const shown = (plan: EntityPlan): Entity => hydrate(plan, {}, () => true);
const both = (pair: Pair): [Entity, Entity] => [shown(pair.before.plan), shown(pair.after.plan)];
const labelled = (pair: Pair, field: string, zh: string, en: string) => about(labelOf(pair, field), zh, en);
const lost = <T>(was: readonly T[], is: readonly T[]): T[] => was.filter((one) => !is.includes(one));

/** Compares the URL parameters of a list. */
function* filterChanges(pair: Pair): Generator<Difference> {
  const [was, is] = both(pair);
  const parameters = (entity: Entity) => entity.fields.flatMap(({ name }) => (columnOf(entity, name) ? [name] : []));
  const kept = new Set(is.fields.map(({ name }) => name));
  const here = (field: string) => ({
    at: `${pair.name}.${field}`,
    file: is.file,
    path: kept.has(field) ? fieldPath(pair, field) : ["properties"],
  });
  for (const field of lost(parameters(was), parameters(is))) {
    const said = labelled(pair, field, "列表不能再按它筛选", "the list cannot be filtered by it any more");
    yield {
      ...here(field),
      what: "filter-removed",
      request: "breaking",
      response: "none",
      said,
      touches: [`?${parameterOf(field)}= in links and kept views of ${pair.name}`],
    };
  }
  for (const field of lost(parameters(is), parameters(was)))
    yield {
      ...here(field),
      what: "filter-added",
      request: "info",
      response: "none",
      said: labelled(pair, field, "列表可以按它筛选", "the list can be filtered by it"),
    };
}

function* columnChanges(pair: Pair): Generator<Difference> {
  const [{ list: was }, { list: is, fields, file }] = [pair.before.plan, pair.after.plan];
  const here = (field: string) => ({ at: `${pair.name}.${field}`, file, path: ["x-list", "columns", field] });
  const kept = new Set(fields.map(({ name }) => name));
  for (const field of lost(was.columns, is.columns)) {
    if (kept.has(field))
      yield {
        ...here(field),
        what: "column-removed",
        request: "none",
        response: "breaking",
        said: labelled(
          pair,
          field,
          "列表和导出文件没有这一列了",
          "is no column of the list and of its export any more",
        ),
        touches: [`cols= in kept views of ${pair.name}`],
      };
  }
  for (const field of lost(is.columns, was.columns))
    yield {
      ...here(field),
      what: "column-added",
      request: "none",
      response: "info",
      said: labelled(pair, field, "列表和导出文件多一列", "is a column of the list and of its export now"),
    };
  for (const field of lost(was.sums, is.sums))
    yield {
      ...here(field),
      path: ["x-list", "sums"],
      what: "sum-removed",
      request: "none",
      response: "breaking",
      said: labelled(pair, field, "列表不再合计", "the list does not sum it up any more"),
    };
  for (const field of lost(is.sums, was.sums))
    yield {
      ...here(field),
      path: ["x-list", "sums"],
      what: "sum-added",
      request: "none",
      response: "info",
      said: labelled(pair, field, "列表合计它", "the list sums it up now"),
    };
  for (const field of lost(is.search, was.search))
    yield {
      ...here(field),
      path: ["x-list", "search"],
      what: "search-added",
      request: "info",
      response: "none",
      said: labelled(pair, field, "关键词也搜索它", "the search words find it too"),
    };
  for (const field of lost(was.search, is.search))
    yield {
      ...here(field),
      path: ["x-list", "search"],
      what: "search-removed",
      request: "warning",
      response: "none",
      said: labelled(pair, field, "关键词不再搜索它", "the search words do not find it any more"),
    };
  if (!same(was.sort, is.sort))
    yield {
      at: pair.name,
      file,
      path: ["x-list", "sort"],
      what: "sort-changed",
      request: "none",
      response: "info",
      said: { zh: `列表按 ${is.sort.join("、")} 排列`, en: `the list is sorted by ${is.sort.join(", ")}` },
    };
  if (was.export && !is.export)
    yield {
      at: pair.name,
      file,
      path: ["x-list", "export"],
      what: "export-removed",
      request: "breaking",
      response: "breaking",
      said: { zh: "列表不能再导出", en: "the list cannot be exported any more" },
    };
  for (const [what, name] of [
    ["bulk", "批量操作"],
    ["actions", "整表操作"],
  ] as const) {
    for (const one of lost(was[what] ?? [], is[what] ?? []))
      yield {
        at: `${pair.name}.${one}`,
        file,
        path: ["x-list", what],
        what: `${what}-removed`,
        request: "breaking",
        response: "none",
        said: { zh: `${name} ${one} 没有了`, en: `${one} is no action over several records any more` },
      };
  }
}

function* importChanges(pair: Pair): Generator<Difference> {
  const [
    {
      list: { import: was },
    },
    {
      list: { import: is },
      file,
    },
  ] = [pair.before.plan, pair.after.plan];
  const here = { at: pair.name, file, path: ["x-list", "import"] };
  if (!was) {
    if (is)
      yield {
        ...here,
        what: "import-added",
        request: "info",
        response: "none",
        said: { zh: "可以导入文件", en: "files can be imported" },
      };
    return;
  }
  if (!is) {
    yield {
      ...here,
      what: "import-removed",
      request: "breaking",
      response: "none",
      said: { zh: "不能再导入文件", en: "files cannot be imported any more" },
    };
    return;
  }
  for (const field of lost(was.fields, is.fields))
    yield {
      ...here,
      at: `${pair.name}.${field}`,
      what: "import-column-removed",
      request: "breaking",
      response: "none",
      said: labelled(pair, field, "导入文件不再读这一列", "files are not read for this column any more"),
    };
  for (const field of lost(is.fields, was.fields))
    yield {
      ...here,
      at: `${pair.name}.${field}`,
      what: "import-column-added",
      request: "info",
      response: "none",
      said: labelled(pair, field, "导入文件多读一列", "files are read for this column too"),
    };
  const [heads, kept] = [
    new Map(pair.before.plan.fields.map(({ name, aliases = [] }) => [name, aliases])),
    new Map(pair.after.plan.fields.map(({ name, aliases = [] }) => [name, aliases])),
  ];
  for (const field of is.fields) {
    const [gone, come] = [
      lost(heads.get(field) ?? [], kept.get(field) ?? []),
      lost(kept.get(field) ?? [], heads.get(field) ?? []),
    ];
    const place = {
      ...here,
      at: `${pair.name}.${field}`,
      path: [...fieldPath(pair, field), "x-aliases"],
      response: "none",
    } as const;
    if (gone.length > 0)
      yield {
        ...place,
        what: "head-removed",
        request: "warning",
        said: labelled(
          pair,
          field,
          `导入时不再认识表头 ${gone.join("、")}`,
          `files headed ${gone.join(", ")} are not understood by themselves any more`,
        ),
      };
    if (come.length > 0 && heads.has(field))
      yield {
        ...place,
        what: "head-added",
        request: "info",
        said: labelled(
          pair,
          field,
          `导入时也认识表头 ${come.join("、")}`,
          `files headed ${come.join(", ")} are understood too`,
        ),
      };
  }
  if (was.maxRows !== is.maxRows) {
    const less = is.maxRows < was.maxRows;
    yield {
      ...here,
      path: [...here.path, "maxRows"],
      what: less ? "limit-tightened" : "limit-loosened",
      request: less ? "breaking" : "info",
      response: "none",
      said: {
        zh: `导入文件最多 ${is.maxRows} 行，原为 ${was.maxRows} 行`,
        en: `imported files have at most ${is.maxRows} rows instead of ${was.maxRows}`,
      },
    };
  }
}

function* viewChanges(pair: Pair): Generator<Difference> {
  const [was, is] = [
    new Map(pair.before.plan.list.views.map((view) => [view.id, view])),
    new Map(pair.after.plan.list.views.map((view) => [view.id, view])),
  ];
  const here = (id: string) => ({
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
        ...here(id),
        what: "view-removed",
        request: "breaking",
        response: "none",
        said: { zh: `视图“${name(id, "zh")}”没有了`, en: `the view "${name(id, "en")}" is gone` },
        touches: [`?view=${id} in links to ${pair.name}`],
      };
    else if (!same([view.where, view.grant], [now.where, now.grant]))
      yield {
        ...here(id),
        what: "view-changed",
        request: "none",
        response: "warning",
        said: { zh: `视图“${name(id, "zh")}”显示别的记录`, en: `the view "${name(id, "en")}" shows other records` },
      };
  }
  for (const id of is.keys())
    if (!was.has(id))
      yield {
        ...here(id),
        what: "view-added",
        request: "info",
        response: "none",
        said: { zh: `新视图“${name(id, "zh")}”`, en: `a new view "${name(id, "en")}"` },
      };
}

/** Compares the columns of the entity's table. */
function* tableChanges(pair: Pair): Generator<Difference> {
  const [was, is] = both(pair);
  if (was.source !== "store" || is.source !== "store") return;
  const [old, now] = [projected(was), projected(is)];
  const kept = new Set(is.fields.map(({ name }) => name));
  for (const [field, { column, type }] of old) {
    const next = now.get(field);
    if (next && next.type === type) continue;
    const touches = [`column ${tableOf(was)}.${column}`];
    yield {
      at: `${pair.name}.${field}`,
      file: is.file,
      path: kept.has(field) ? fieldPath(pair, field) : ["properties"],
      what: next ? "column-retyped" : "column-dropped",
      request: "none",
      response: "none",
      said: labelled(
        pair,
        field,
        next ? "存储列换类型" : "不再有存储列",
        next ? "is stored in a column of another type" : "has no column of the table any more",
      ),
      touches,
    };
  }
  for (const { name, local } of was.fields) {
    if (!local && !kept.has(name) && !old.has(name))
      yield {
        at: `${pair.name}.${name}`,
        file: is.file,
        path: ["properties"],
        what: "column-dropped",
        request: "none",
        response: "none",
        said: labelled(pair, name, "不再存储", "is not stored any more"),
        touches: [`stored values "${name}" of ${tableOf(was)}, which would have been ${columnName(name)}`],
      };
  }
}

function* formChanges(pair: Pair): Generator<Difference> {
  const asked = ({ form }: EntityPlan) => form.sections.flatMap(({ rows }) => rows.flat());
  const [was, is] = [asked(pair.before.plan), asked(pair.after.plan)];
  const fields = fieldsOf(pair.after.plan.fields);
  const here = (field: string) => ({
    at: `${pair.name}.${field}`,
    file: pair.after.plan.file,
    path: [...pair.above, "x-form"],
  });
  const fills = (field: string) => fields.get(field)?.readOnly === false;
  for (const field of lost(was, is))
    if (fields.has(field))
      yield {
        ...here(field),
        what: "not-asked",
        request: fills(field) ? "warning" : "info",
        response: "none",
        said: labelled(pair, field, "表单不再显示", "is not in the form any more"),
      };
  for (const field of lost(is, was))
    if (pair.before.plan.fields.some(({ name }) => name === field))
      yield {
        ...here(field),
        what: "asked",
        request: "info",
        response: "none",
        said: labelled(pair, field, "表单也显示", "is in the form too"),
      };
}

function* receiptChanges(pair: Pair): Generator<Difference> {
  const [was, is] = [pair.before.plan.receipt, pair.after.plan.receipt];
  const here = { file: pair.after.plan.file, path: ["x-receipt"], request: "none" as Level };
  if (was && !is)
    yield {
      ...here,
      at: pair.name,
      what: "receipt-removed",
      response: "breaking",
      said: { zh: "没有回单了", en: "there is no receipt any more" },
    };
  if (!was || !is) return;
  for (const field of lost(was.fields, is.fields))
    yield {
      ...here,
      at: `${pair.name}.${field}`,
      what: "receipt-line-removed",
      response: "warning",
      said: labelled(pair, field, "回单没有这一行了", "is no line of the receipt any more"),
    };
  for (const field of lost(is.fields, was.fields))
    yield {
      ...here,
      at: `${pair.name}.${field}`,
      what: "receipt-line-added",
      response: "info",
      said: labelled(pair, field, "回单多一行", "is a line of the receipt now"),
    };
  if (was.when?.source !== is.when?.source)
    yield {
      ...here,
      at: pair.name,
      what: "receipt-when-changed",
      response: "warning",
      said: {
        zh: `有回单的条件改为 ${is.when?.source ?? "总有"}`,
        en: `there is a receipt ${is.when ? `if ${is.when.source}` : "always"}`,
      },
    };
}
