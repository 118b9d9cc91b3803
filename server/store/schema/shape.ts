/**
 * Computes the shape of an entity's stored rows: columns, indexes, types and limits of fields. The shape is stored in
 * `schema_lock` and compared at each start.
 */
import { canonicalize } from "../../core/canonical.ts";
import { createHash } from "node:crypto";
import {
  isSortable,
  listSortTerms,
  listProjected,
  getTableName,
  type ColumnType,
  type Entity,
  type Field,
  type ProjectedField,
} from "@portolan/engine";

export interface FieldShape {
  /** JSON type and column kind. A change can make stored values unreadable. */
  type: string;
  required: boolean;
  /** All limits of the value as text, for comparison. */
  limits: string;
  /** Column value of a record that lacks the field. */
  absent?: unknown;
  /** Whether the field, or a field of its items, is sealed. */
  sealed?: true;
  /** Earlier names of the field, whose values have been moved to it. */
  formerly?: string[];
}
export interface IndexShape {
  columns: string[];
  unique: boolean;
  /** Field to which a violation is attributed. Omitted for a non-unique index. */
  field?: string;
}
export interface Shape {
  columns: Record<string, ColumnType>;
  indexes: Record<string, IndexShape>;
  fields: Record<string, FieldShape>;
}

/** Maximum length of a name in PostgreSQL. Longer names are shortened with a hash. */
const MAX_NAME = 63;
/** Maximum number of indexes. Distributed engines allow 24 per table, including the primary key. */
const MAX_INDEXES = 20;

const fitName = (name: string): string =>
  name.length <= MAX_NAME
    ? name
    : `${name.slice(0, MAX_NAME - 9)}_${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;

export function computeShape(entity: Entity): Shape {
  return {
    columns: Object.fromEntries([...listProjected(entity).values()].map(({ column, type }) => [column, type])),
    indexes: listIndexes(entity),
    fields: Object.fromEntries(
      entity.fields.filter((field) => !field.local).map((field) => [field.name, buildFieldShape(field)]),
    ),
  };
}

function buildFieldShape(field: Field): FieldShape {
  const { examples: _examples, ...limits } = field.schema;
  const absent = field.kind.emptyValue?.(field);
  return {
    ...(absent === undefined ? {} : { absent }),
    ...(field.sealed || field.items?.some(({ sealed }) => sealed) ? { sealed: true as const } : {}),
    ...(field.formerly ? { formerly: field.formerly } : {}),
    type: `${JSON.stringify(limits["type"] ?? "any")} ${field.items ? "list" : field.kind.column}`,
    required: field.required,
    limits: canonicalize([
      field.kind.name,
      limits,
      field.items?.map((item) => [item.name, item.required, item.schema]) ?? null,
    ]),
  };
}

function listIndexes(entity: Entity): Record<string, IndexShape> {
  const table = getTableName(entity);
  const found: Record<string, IndexShape> = {};
  const add = (columns: string[], field?: string) => {
    const unique = field !== undefined;
    const whole = ["m", ...new Set(columns), ...(unique ? [] : ["id"])];
    found[fitName(`${table}_${whole.slice(1).join("_")}_${unique ? "key" : "idx"}`)] = {
      columns: whole,
      unique,
      ...(unique ? { field } : {}),
    };
  };
  const columns = listProjected(entity);
  for (const field of entity.fields) {
    if (field.unique)
      add(
        [field.name, ...field.unique].map((name) => (name === entity.key ? "id" : (columns.get(name)?.column ?? name))),
        field.name,
      );
  }
  // Index the entity's default order, alone and after each column that is filtered by value, so that a page is read
  // from the index.
  const terms = listSortTerms(entity, { sort: [] }).filter((term) => term.column !== "id");
  const order =
    terms.every((term) => term.desc === terms[0]?.desc) && terms.every((term) => isSortable(entity, term.field.name))
      ? terms.map((term) => term.column)
      : [];
  if (order.length > 0) add(order);
  const wanted = [...columns.values()].filter(
    (column) =>
      column.uses.some((use) => use === "filter" || use === "status") && isSortable(entity, column.field.name),
  );
  for (const { column, field } of [...wanted].sort((a, b) => Number(isStatus(b)) - Number(isStatus(a)))) {
    if (Object.keys(found).length >= MAX_INDEXES) break;
    if (field.kind.filter !== "contains") add(field.kind.filter === "is" ? [column, ...order] : [column]);
  }
  // Index sortable columns. An index serves both directions.
  for (const { column, field } of columns.values()) {
    if (Object.keys(found).length >= MAX_INDEXES) break;
    if (isSortable(entity, field.name)) add(field.kind.filter === "is" ? [column, ...order] : [column]);
  }
  return found;
}

const isStatus = ({ uses }: ProjectedField): boolean => uses.includes("status");
