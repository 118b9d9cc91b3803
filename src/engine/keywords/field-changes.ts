/** Comparison of the fields that a record has, and of the columns that store them. */
import { getTableName, listProjected, toColumnName } from "../entity/columns.ts";
import { hydrateWith } from "../entity/hydrate.ts";
import type { Runtime } from "../model/dialect.ts";
import type { EntityPlan, FieldPlan, Texts } from "../model/entity.ts";
import { FieldPair, isSame, mapFields, type Difference, type RecordPair } from "../schema/comparison.ts";
import { createReach, type Explained, type Reach } from "../schema/explanation.ts";
import { suggest } from "../schema/schema-error.ts";

/** Compares the fields of a record and of its list rows: removed, renamed and added ones. */
export function* compareFields(change: RecordPair): Generator<Difference> {
  const [was, is] = [mapFields(change.was.fields), mapFields(change.is.fields)];
  const list = (path: string) => change.findList(path);
  const listMissing = (all: ReadonlyMap<string, FieldPlan>, others: ReadonlyMap<string, FieldPlan>) =>
    [...all].filter(([path]) => !others.has(path) && (list(path) === "" || others.has(list(path))));
  const added = new Map(listMissing(is, was));
  for (const [path, field] of listMissing(was, is)) {
    const beside = [...added].filter(([other]) => list(other) === list(path));
    const now = findRenamed(change, path, field, beside);
    if (now) added.delete(now.name);
    yield now ? reportRenamed(change, path, field, now) : reportRemoved(change, path, field);
  }
  for (const [path, field] of added) yield reportAdded(change, path, field);
}

const reportRemoved = (change: RecordPair, path: string, field: FieldPlan): Difference =>
  new FieldPair(change, path, [field, field]).report(
    [],
    "field-removed",
    "breaking/breaking",
    { zh: "字段没有了", en: "the field is gone" },
    { removed: path, names: [path] },
  );

/** Describes a renamed field, and whether its stored values move with it. */
function reportRenamed(change: RecordPair, path: string, field: FieldPlan, { name, isDeclared }: NewName): Difference {
  const isStored = change.is.source === "store" && change.findList(path) === "" && !field.local;
  const { zh, en } = !isStored
    ? { zh: "", en: "" }
    : isDeclared
      ? { zh: "；已保存的值随之搬移", en: "; stored values move to it" }
      : {
          zh: `；已保存的值要搬移，就在它里面写 "x-formerly": ["${path}"]`,
          en: `; stored values move with "x-formerly": ["${path}"] in it`,
        };
  return new FieldPair(change, path, [field, field]).report(
    [],
    "field-renamed",
    "breaking/breaking",
    {
      zh: `现在叫 ${name}；旧名 ${path} 不再认识${zh}`,
      en: `is called ${name} now; the name ${path} is not known any more${en}`,
    },
    { path: change.field(name).path, removed: path, names: [path, name] },
  );
}

function reportAdded(change: RecordPair, path: string, field: FieldPlan): Difference {
  const pair = new FieldPair(change, path, [field, field]);
  return field.required
    ? pair.report(
        [],
        "required-field-added",
        "breaking/info",
        { zh: "新的必填字段", en: "a new field that must be filled" },
        {
          names: [path],
          tried: [undefined],
        },
      )
    : pair.report([], "field-added", "info/info", { zh: "新字段", en: "a new field" }, { names: [path] });
}

/** The new name of a field, and whether the schema declares the former one. */
interface NewName {
  name: string;
  isDeclared: boolean;
}

/**
 * Returns the new name of a removed field: the one that declares it, or one with the same schema and a similar name or
 * the same label.
 */
function findRenamed(
  { before, after, dialect }: RecordPair,
  path: string,
  field: FieldPlan,
  added: readonly (readonly [string, FieldPlan])[],
): NewName | undefined {
  const declared = added.find(([, plan]) => plan.formerly?.includes(path));
  if (declared) return { name: declared[0], isDeclared: true };
  const alike = added.flatMap(([other, plan]) => (isSame(omitNames(plan), omitNames(field)) ? [other] : []));
  const labelled = alike.find((other) =>
    dialect.languages.every((lang) => pickLabel(after.texts[lang], other) === pickLabel(before.texts[lang], path)),
  );
  const name = labelled ?? suggest(path, alike);
  return name === undefined ? undefined : { name, isDeclared: false };
}

/** Returns what two fields of other names have alike when one is the other renamed. */
const omitNames = ({ items, formerly: _formerly, ...field }: FieldPlan): unknown => ({
  ...field,
  name: "",
  at: "",
  ...(items ? { items: items.map((item) => ({ ...item, at: "" })) } : {}),
});

/** Returns a field's label without that of the nested object that it is in. */
const pickLabel = (texts: Texts, path: string): string | undefined =>
  texts[`field.${path}.short`] ?? texts[`field.${path}.label`];

/** Hydrates a plan for its columns and parameters only, without checks. */
export const hydrateColumns = (dialect: Runtime, plan: EntityPlan) =>
  hydrateWith(dialect, plan, {}, () => Promise.reject(new Error("columns need no validator")));

/** Compares the columns of the entity's table. */
export function* compareColumns(change: RecordPair): Generator<Difference> {
  const [was, is] = [change.was, change.is].map((plan) => hydrateColumns(change.dialect, plan));
  if (was?.source !== "store" || is?.source !== "store") return;
  const [old, now] = [listProjected(was), listProjected(is)];
  const table = getTableName(was);
  for (const [field, { column, type }] of old) {
    const next = now.get(field);
    if (next?.type === type) continue;
    yield next
      ? change.field(field).report(
          "column-retyped",
          "none/none",
          { zh: "存储列换类型", en: "is stored in a column of another type" },
          {
            touches: [`column ${table}.${column}`],
          },
        )
      : change.field(field).report(
          "column-dropped",
          "none/none",
          { zh: "不再有存储列", en: "has no column of the table any more" },
          {
            touches: [`column ${table}.${column}`],
          },
        );
  }
  for (const { name, local } of was.fields)
    if (!local && !old.has(name) && !is.fields.some((field) => field.name === name))
      yield change.field(name).report(
        "column-dropped",
        "none/none",
        { zh: "不再存储", en: "is not stored any more" },
        {
          touches: [`values of "${name}" stored in the records of ${table}, without a column ${toColumnName(name)}`],
        },
      );
}

/** Explains the column that stores the field. */
export function* explainStorage({ plan, entity, top }: Explained): Generator<Reach> {
  if (plan.source !== "store") return;
  const table = getTableName(plan);
  const column = listProjected(entity).get(top.name);
  if (top.local) yield createReach("stored", { zh: "不存储", en: "not stored" });
  else if (top.name === plan.key)
    yield createReach("stored", { zh: `表 ${table} 的键 id`, en: `the key id of the table ${table}` });
  else
    yield createReach(
      "stored",
      column
        ? {
            zh: `表 ${table} 的列 ${column.column}（${column.type}）`,
            en: `column ${column.column} (${column.type}) of the table ${table}`,
          }
        : { zh: `表 ${table} 的记录内`, en: `inside the record, in the table ${table}` },
    );
}
