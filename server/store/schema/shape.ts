/** What an entity's stored rows look like: columns, indexes and what its fields may hold. Kept in `schema_lock` and compared at each start. */
import { createHash } from "node:crypto";
import {
  columnOf,
  orderOf,
  projected,
  tableOf,
  type ColumnType,
  type Entity,
  type Field,
  type ProjectedField,
} from "../../../src/engine/index.ts";

export interface FieldShape {
  /** JSON type and kind of column: a change of either may leave stored values unreadable. */
  type: string;
  required: boolean;
  /** Everything that limits the value, as text to compare. */
  limits: string;
  /** What its column holds of a record without a value. */
  absent?: unknown;
  /** Secrets in it are sealed. */
  sealed?: true;
}
export interface IndexShape {
  columns: string[];
  unique: boolean;
  /** Field that a violation is reported at. */ field?: string;
}
export interface Shape {
  columns: Record<string, ColumnType>;
  indexes: Record<string, IndexShape>;
  fields: Record<string, FieldShape>;
}

/** Names that PostgreSQL would cut are cut here, with a hash of the whole. */
const MAX_NAME = 63;
/** Distributed engines allow 24 indexes a table; the primary key is one. */
const MAX_INDEXES = 20;
/** An index row holds about 2,700 bytes; longer texts are not indexed. */
const MAX_INDEXED_CHARACTERS = 200;

const fitted = (name: string): string =>
  name.length <= MAX_NAME
    ? name
    : `${name.slice(0, MAX_NAME - 9)}_${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;

/** The shape that the entity's schema asks for. */
export function shapeOf(entity: Entity): Shape {
  return {
    columns: Object.fromEntries([...projected(entity).values()].map(({ column, type }) => [column, type])),
    indexes: indexesOf(entity),
    fields: Object.fromEntries(
      entity.fields.filter((field) => !field.local).map((field) => [field.name, fieldShape(field)]),
    ),
  };
}

function fieldShape(field: Field): FieldShape {
  const { examples: _examples, ...limits } = field.schema;
  const absent = field.kind.absent?.(field);
  return {
    ...(absent === undefined ? {} : { absent }),
    ...(field.sealed || field.items?.some(({ sealed }) => sealed) ? { sealed: true as const } : {}),
    type: `${JSON.stringify(limits["type"] ?? "any")} ${field.items ? "list" : field.kind.column}`,
    required: field.required,
    limits: canonical([
      field.kind.name,
      limits,
      field.items?.map((item) => [item.name, item.required, item.schema]) ?? null,
    ]),
  };
}

function indexesOf(entity: Entity): Record<string, IndexShape> {
  const table = tableOf(entity);
  const found: Record<string, IndexShape> = {};
  const add = (columns: string[], field?: string) => {
    const unique = field !== undefined;
    const whole = ["m", ...new Set(columns), ...(unique ? [] : ["id"])];
    found[fitted(`${table}_${whole.slice(1).join("_")}_${unique ? "key" : "idx"}`)] = {
      columns: whole,
      unique,
      ...(unique ? { field } : {}),
    };
  };
  const columns = projected(entity);
  for (const field of entity.fields) {
    if (field.unique)
      add(
        [field.name, ...field.unique].map((name) => (name === entity.key ? "id" : (columns.get(name)?.column ?? name))),
        field.name,
      );
  }
  // The entity's own order, alone and after each column that is filtered by value: a page is then read straight off the index.
  const terms = orderOf(entity, { sort: [] }).filter((term) => term.column !== "id");
  const order =
    terms.every((term) => term.desc === terms[0]?.desc) && terms.every((term) => indexable(term.field))
      ? terms.map((term) => term.column)
      : [];
  if (order.length > 0) add(order);
  const wanted = [...columns.values()].filter(
    (column) => column.uses.some((use) => use === "filter" || use === "status") && indexable(column.field),
  );
  for (const { column, field } of [...wanted].sort((a, b) => Number(isStatus(b)) - Number(isStatus(a)))) {
    if (Object.keys(found).length >= MAX_INDEXES) break;
    if (field.kind.filter !== "contains") add(field.kind.filter === "is" ? [column, ...order] : [column]);
  }
  // What a column's header offers to sort by: read off its index, in both directions.
  for (const { column, field, uses } of columns.values()) {
    if (Object.keys(found).length >= MAX_INDEXES) break;
    if (uses.includes("column") && columnOf(entity, field.name) && indexable(field))
      add(field.kind.filter === "is" ? [column, ...order] : [column]);
  }
  return found;
}

const isStatus = ({ uses }: ProjectedField): boolean => uses.includes("status");

function indexable({ kind, schema, options, ref }: Field): boolean {
  if (kind.column !== "text" || options || ref || kind.filter === "is") return true;
  return Number(schema["maxLength"] ?? Infinity) <= MAX_INDEXED_CHARACTERS;
}

/** JSON with its keys in order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
