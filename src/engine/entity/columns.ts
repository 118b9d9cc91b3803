/**
 * Maps the fields of an entity to the columns of its table. Storage creates its tables from this mapping, and queries
 * derive their SQL from it.
 *
 * A table `e_<entity>` holds the envelope (`m id status version schema_version created_at updated_at`), the whole
 * record as `data json`, and a column `f_<field>` for each projected field. Names are in snake case.
 */
import type { Entity, EntityPlan, Field, FieldPlan } from "../model/entity.ts";
import type { ColumnType } from "../model/kind.ts";

/** Use of a column, which determines its indexes. */
type ColumnUse = "column" | "filter" | "search" | "sort" | "sum" | "unique" | "status";

/** A field that has its own column. */
export interface ProjectedField {
  field: Field;
  /**
   * Column name, such as `f_created_at`. Values of text columns are compared by code point, so the column and its
   * indexes are declared with `collate "C"`.
   */
  column: string;
  type: ColumnType;
  uses: ColumnUse[];
}

/** Maximum length of a PostgreSQL identifier in bytes. */
const MAX_NAME = 63;

/**
 * Converts a name to snake case, so that distinct names stay distinct: `createdAt` -> `created_at`, `address.city` ->
 * `address__city`.
 */
function toSnakeCase(name: string): string {
  return name.replaceAll(/[_.]/g, "__").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Shortens a name that PostgreSQL would truncate, with a hash of the full name to keep it unique. */
function fitName<P extends "e_" | "f_">(prefix: P, rest: string): `${P}${string}` {
  const name = `${prefix}${rest}` as const;
  if (name.length <= MAX_NAME) return name;
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `${prefix}${name.slice(prefix.length, MAX_NAME - 9)}_${hash.toString(36).padStart(7, "0")}`;
}

/**
 * Returns the table name of an entity: `bankAccount` -> `e_bank_account`.
 * @example
 * getTableName({ name: "bankAccount" }) // => "e_bank_account"
 */
export function getTableName(entity: Pick<EntityPlan, "name">): `e_${string}` {
  return fitName("e_", toSnakeCase(entity.name));
}

/**
 * Returns the column name of a field, whether projected or not: `createdAt` -> `f_created_at`.
 * @example
 * toColumnName("createdAt") // => "f_created_at"
 */
export function toColumnName(field: string): `f_${string}` {
  return fitName("f_", toSnakeCase(field));
}

/**
 * Returns whether users may filter or sort by the field, whatever the entity's source. Sensitive values must not appear
 * in URLs or logs.
 */
function isAskable(
  field: Pick<FieldPlan, "sensitive" | "local" | "writeOnly" | "digest" | "live"> & { items?: unknown[] },
): boolean {
  return !field.live && !field.sensitive && !field.local && !field.writeOnly && !field.digest && !field.items;
}

const cache = new WeakMap<object, Map<string, ProjectedField>>();

/**
 * Returns the projected fields by name in schema order. The key is excluded, since its column is `id`.
 * @example
 * const columns = [...listProjected(entity).keys()];
 */
export function listProjected(entity: Entity): ReadonlyMap<string, ProjectedField> {
  const cached = cache.get(entity);
  if (cached) return cached;
  const uses = new Map<string, Set<ColumnUse>>();
  const want = (name: string, use: ColumnUse) => uses.set(name, (uses.get(name) ?? new Set()).add(use));
  const { list } = entity;
  list.columns.forEach((name) => want(name, "column"));
  [...list.filters.primary, ...list.filters.more].forEach((name) => want(name, "filter"));
  list.groups?.forEach((name) => want(name, "filter"));
  list.views.forEach((view) => Object.keys(view.where).forEach((name) => want(name, "filter")));
  list.search.forEach((name) => want(name, "search"));
  list.sort.forEach((term) => want(term.replace(/^-/, ""), "sort"));
  for (const name of list.sums) {
    want(name, "sum");
    const currency = entity.fields.find((field) => field.name === name)?.currency;
    if (currency && "field" in currency) want(currency.field, "sum");
  }
  const inUnique = new Set<string>();
  for (const field of entity.fields) {
    if (!field.unique) continue;
    for (const name of [field.name, ...field.unique]) {
      want(name, "unique");
      inUnique.add(name);
    }
  }
  if (entity.lifecycle) want(entity.lifecycle.field, "status");
  const result = new Map<string, ProjectedField>();
  for (const field of entity.fields) {
    const wanted = uses.get(field.name);
    if (!wanted || field.name === entity.key || field.items) continue;
    if (!isAskable(field) && !inUnique.has(field.name)) continue;
    result.set(field.name, { field, column: toColumnName(field.name), type: field.kind.column, uses: [...wanted] });
  }
  cache.set(entity, result);
  return result;
}

export interface ColumnRef {
  field: Field;
  column: string;
  type: ColumnType;
}

/**
 * Returns the column for filtering or sorting by a field: the key (`id`) or a projected field. Undefined for any other
 * field, and for fields that users must not query, such as sensitive ones and lists. Entities without a table (such as
 * `data` and `union`) allow every other field.
 * @example
 * const column = findColumn(entity, "amount")?.column;
 */
export function findColumn(entity: Entity, name: string): ColumnRef | undefined {
  const field = entity.fields.find((field) => field.name === name);
  if (!field || !isAskable(field)) return undefined;
  if (name === entity.key) return { field, column: "id", type: "text" };
  if (entity.source !== "store") return { field, column: toColumnName(name), type: field.kind.column };
  const found = listProjected(entity).get(name);
  return found && { field, column: found.column, type: found.type };
}

/**
 * Maximum `maxLength` of an indexed text field, that of an email address, since a PostgreSQL index row holds about
 * 2,700 bytes.
 */
const MAX_INDEXED_CHARACTERS = 254;
/**
 * Maximum number of characters in the column of an indexed text field that is not unique, so that the value fits into
 * an index row. The record holds the full text.
 * @example
 * MAX_COLUMN_CHARACTERS // => 600
 */
export const MAX_COLUMN_CHARACTERS = 600;

/**
 * Returns whether storage indexes the field's column. Columns that are filtered by `has` are never indexed, and text
 * columns only if they are unique or their values are known to be short.
 */
export function isIndexable({ kind, schema, options, ref, unique }: Field): boolean {
  if (kind.filter === "has") return false;
  if (kind.column !== "text" || options || ref || unique || kind.filter === "is") return true;
  const longest = schema["maxLength"];
  return longest === undefined ? !kind.anyLength : Number(longest) <= MAX_INDEXED_CHARACTERS;
}

/**
 * Returns whether users may sort a list by the field: the key, or a field whose column is indexed. A single index
 * serves both directions. A union allows the key and the fields of its own sort order, which every member indexes;
 * other entities without a table allow every field that `findColumn` returns.
 * @example
 * const isOffered = isSortable(entity, "amount");
 */
export function isSortable(entity: Entity, name: string): boolean {
  const found = findColumn(entity, name);
  if (!found || found.column === "id") return found !== undefined;
  if (entity.source === "union") return entity.list.sort.some((term) => term.replace(/^-/, "") === name);
  return entity.source !== "store" || isIndexable(found.field);
}
