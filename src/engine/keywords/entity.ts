import { buildList, buildMap, buildObject, nonEmpty, refs } from "../schema/meta-parts.ts";
import type { JsonSchema, UnionMember } from "../model/entity.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";
import { lifecycleMessages } from "../lifecycle/finding-messages.ts";
import type { Parts } from "../schema/dialect.ts";
import { readListedFields, readColumns, readSortedFields } from "../schema/read-header.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";
import { isSame, type Difference, type RecordPair } from "../schema/comparison.ts";
import { createReach } from "../schema/explanation.ts";
import { compareColumns } from "./field-changes.ts";

const SOURCES = ["store", "system", "union", "data"] as const;

const createSchema = (sources: readonly string[]): JsonSchema =>
  buildObject({
    name: refs.name,
    source: { enum: [...SOURCES, ...sources] },
    key: refs.name,
    number: { type: "string", pattern: "^[A-Z]{2,4}$" },
    menu: nonEmpty,
    sole: { type: "boolean" },
    waiting: { type: "boolean" },
    union: buildList(
      buildObject(
        {
          entity: { type: "string" },
          map: buildMap(
            {
              anyOf: [refs.path, { type: "array", minItems: 2, uniqueItems: true, items: refs.path }],
            },
            { propertyNames: refs.name },
          ),
          set: buildMap(nonEmpty, { propertyNames: refs.name }),
          where: buildMap(buildList({ type: "string" })),
        },
        ["entity"],
      ),
    ),
  });

const examples: Keyword["examples"] = {
  good: [
    { value: { name: "sample", source: "store", key: "orderNo", number: "SM", menu: "sample" } },
    { value: {} },
    { value: { number: "SM", sole: true } },
    {
      value: {
        source: "union",
        waiting: true,
        union: [
          {
            entity: "sampleCity",
            map: { title: ["name", "id"] },
            set: { orderNo: "city" },
            where: { name: ["Harbour"] },
          },
        ],
      },
    },
  ],
  bad: [
    { value: { sole: true }, rule: "sole-without-number" },
    { value: { name: "sampel" }, rule: "name-not-file", suggestion: "sample" },
    { value: { key: "orderNumber" }, rule: "unknown-field", suggestion: "orderNo" },
    { value: { source: "stroe" }, rule: "bad-value", suggestion: "store" },
    { value: { source: "union" }, rule: "union-without-members" },
    { value: { waiting: true }, rule: "waiting-without-union" },
    {
      value: { source: "union", union: [{ entity: "sampleCity", set: { titel: "city" } }] },
      rule: "unknown-field",
      suggestion: "title",
    },
    {
      value: { source: "union", union: [{ entity: "sampleCity", map: { title: "nam" } }] },
      rule: "unknown-field",
      suggestion: "name",
    },
    {
      value: { source: "union", union: [{ entity: "sampleCity", where: { nam: ["Harbour"] } }] },
      rule: "unknown-field",
      suggestion: "name",
    },
  ],
};

/**
 * Creates the keyword `x-entity`: where an entity's records come from, and how they are identified. `sources` are
 * additional sources of the dialect.
 */
export const createEntity = ({ sources = [] }: Parts): Keyword =>
  defineKeyword({
    name: "x-entity",
    on: ["entity"],
    schema: createSchema(sources),
    doc: {
      zh: `实体本身：name（默认文件名）、source（store 数据表、${sources.map((source) => `${source}、`).join("")}system 服务器自己关于当前用户的记录、union 合并、data 参照数据；默认 store）、key 主键字段（默认 id）、number 编号前缀、menu 菜单编号、sole 每个租户只有一条记录（编号由前缀和租户号组成）、union 成员、字段对应（map，可列多个字段，取第一个有值的）、各行相同的值（set）与取哪些记录（where），waiting 只留等当前用户处理的记录；列表排序、筛选、搜索、合计用到的字段，成员须有自己的列；合并的每行自带 id（成员.主键）、entity（成员名）、turn（you 待您处理、us 待我方处理）、nextEvent（等您触发的事件）。可以全部省略。`,
      en: `The entity itself: \`name\` (else the file's), \`source\` (store: a table; system: what the server keeps about the user who reads; union; data: a reference list;${sources.map((source) => ` ${source};`).join("")} else store), \`key\` field (else \`id\`), \`number\`: prefix of its numbers, \`menu\` id, \`sole\`: a tenant has one record (its number is the prefix and the tenant's), \`union\`: members with \`map\` (own field to theirs, or to several: the first with a value), \`set\` (the same value in each row) and \`where\` (which of their records), \`waiting\`: only records that wait for this user; a member keeps a column of each field that the union's list sorts, filters, searches or sums by; each row of a union brings \`id\` (member.key), \`entity\` (the member's name), \`turn\` (\`you\`: waits for something that this user may do; else \`us\`) and \`nextEvent\` (that something). May be left out altogether.`,
    },
    entity(keyword, draft) {
      const { plan } = draft;
      plan.source = keyword?.get("source")?.oneOf([...SOURCES, ...sources]) ?? "store";
      for (const name of ["number", "menu"] as const) {
        const value = keyword?.get(name)?.string();
        if (value !== undefined) plan[name] = value;
      }
      const sole = keyword?.get("sole");
      if (sole?.value === true) {
        plan.sole = true;
        if (plan.source !== "store" || plan.number === undefined)
          draft.report(sole.location(), "sole-without-number", lifecycleMessages.soleWithoutNumber());
      }
      const name = keyword?.get("name");
      if (name && name.value !== plan.name)
        draft.report(name.location(), "name-not-file", lifecycleMessages.nameNotFile(plan.name), plan.name);
      const key = keyword?.get("key");
      if (key) plan.key = draft.field(key)?.name ?? plan.key;
      readUnion(keyword, draft);
    },
    compare: {
      *record(change) {
        yield* compareIdentity(change);
        yield* compareColumns(change);
      },
      merges: true,
    },
    *explain({ plan, top, entities }) {
      for (const { name, union } of entities)
        for (const { entity, map, where } of union ?? [])
          if (entity === plan.name && (Object.values(map).includes(top.name) || top.name in where))
            yield createReach("union", { zh: `合并列表 ${name}`, en: `the joined list ${name}` });
    },
    examples,
  });

/**
 * Reads the members of a union. Reports a union without members, members without the source `union`, and `waiting`
 * outside a union.
 */
function readUnion(keyword: Json | undefined, draft: EntityDraft): void {
  const { plan } = draft;
  const [union, waiting] = [keyword?.get("union"), keyword?.get("waiting")];
  if (keyword && (plan.source === "union") !== Boolean(union))
    draft.report(
      (union ?? keyword.get("source") ?? keyword).location(),
      "union-without-members",
      lifecycleMessages.unionWithoutMembers(),
    );
  if (waiting?.value === true) {
    plan.waiting = true;
    if (!union) draft.report(waiting.location(), "waiting-without-union", lifecycleMessages.waitingWithoutUnion());
  }
  if (union) plan.union = union.items().map((member) => readMember(member, draft));
}

function readMember(member: Json, draft: EntityDraft): UnionMember {
  const entity = member.member("entity");
  const [map, set, where] = [member.get("map"), member.get("set"), member.get("where")];
  const theirs = draft.readEntityFields(entity);
  if (theirs) checkMapped(draft, { map, where, theirs, entity: entity.string() });
  for (const [own, value] of set?.entries() ?? []) draft.field(value, own);
  return {
    entity: entity.string(),
    map: Object.fromEntries((map?.entries() ?? []).map(([own, their]) => [own, readMapped(their)])),
    ...(set && { set: set.stringMap() }),
    where: where?.stringLists() ?? {},
  };
}

interface Mapped {
  map: Json | undefined;
  where: Json | undefined;
  theirs: readonly string[];
  entity: string;
}
/** Reports fields that the union or its member does not have. */
function checkMapped(draft: EntityDraft, { map, where, theirs, entity }: Mapped): void {
  for (const [own, their] of map?.entries() ?? []) {
    draft.field(their, own);
    for (const name of listNames(their)) draft.readName(name, "field", theirs);
    checkKept(draft, { own, their, entity });
  }
  for (const [name, values] of where?.entries() ?? [])
    if (!theirs.includes(name)) draft.reportUnknown(values.location("key"), "field", name, theirs);
}

/** Returns the names of one or more mapped fields. */
const listNames = (mapped: Json): Json[] => (typeof mapped.value === "string" ? [mapped] : mapped.items());
const readMapped = (mapped: Json): string | string[] =>
  typeof mapped.value === "string" ? mapped.value : mapped.items().map((name) => name.string());

/**
 * Reports a field that the union's list sorts by, filters by, searches or sums, if a member has no column for it, or if
 * the list sorts by it and a member maps several columns to it.
 */
function checkKept(draft: EntityDraft, { own, their, entity }: { own: string; their: Json; entity: string }): void {
  const list = draft.json.get("x-list");
  const kept = readColumns(draft.library, entity);
  if (!list || !kept) return;
  const isSorted = readSortedFields(list).includes(own);
  if (isSorted && listNames(their).length > 1)
    draft.report(their.location(), "union-unsorted", lifecycleMessages.unionUnsorted(own));
  if (!isSorted && !readListedFields(list).includes(own)) return;
  for (const name of listNames(their))
    if (!kept.includes(name.string()))
      draft.report(name.location(), "union-not-kept", lifecycleMessages.unionNotKept(entity, name.string()));
}

function* compareIdentity(change: RecordPair): Generator<Difference> {
  const { was, is } = change;
  for (const keyword of ["source", "key", "number", "menu", "sole"] as const) {
    if (was[keyword] === is[keyword]) continue;
    const [old, now] = [String(was[keyword] ?? "-"), String(is[keyword] ?? "-")];
    yield change
      .record("x-entity", keyword)
      .report(`${keyword}-changed`, keyword === "source" || keyword === "key" ? "breaking/breaking" : "info/warning", {
        zh: `${keyword} 由 ${old} 改为 ${now}`,
        en: `${keyword} is ${now} instead of ${old}`,
      });
  }
  if (!isSame(was.union, is.union))
    yield change
      .record("x-entity", "union")
      .report("union-changed", "info/warning", { zh: "由别的记录组成", en: "is made of other records" });
}
