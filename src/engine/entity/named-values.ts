/**
 * Walks the values of a record that name something outside it: another record, a row of a reference list, or a file.
 * Such values are judged wherever they occur, in rows and in rows of rows as in the record itself.
 */
import { isObject } from "../base/guards.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import { splitFieldPointer } from "./objects.ts";
import { present, toPointer } from "./values.ts";

/** A value that names something outside the record, and its surroundings. */
export interface NamedValue {
  field: Field;
  value: unknown;
  /** JSON pointer of the value. */
  at: string;
  /** The record or row that contains the value, and its fields. */
  row: Row;
  fields: readonly Field[];
  /**
   * Values by field name, those of the innermost row first. Values of one row share the object, which the caller may
   * change.
   */
  around: Row;
  /** Whether users cannot fill in the rows that contain the value. */
  readOnly: boolean;
  /** Returns the JSON pointer of another field in the same record or row. */
  pointTo(field: Field): string;
}

const cache = new WeakMap<readonly Field[], readonly Field[]>();

/** Returns the fields whose values, or those in their rows, name something outside the record. */
function listNaming(fields: readonly Field[]): readonly Field[] {
  const cached = cache.get(fields);
  if (cached) return cached;
  const naming = fields.filter(
    ({ ref, file, options, items }) =>
      ref ?? file ?? ((options && "list" in options) || (items && listNaming(items).length > 0)),
  );
  cache.set(fields, naming);
  return naming;
}

/** Location of a row: its JSON pointer, the values around it, and whether users cannot fill it in. */
type RowPlace = Pick<NamedValue, "at" | "around" | "readOnly">;

/**
 * Yields the present values that name something outside the record, in schema order and with rows in place.
 * @example
 * const pointers = [...listNamedValues(entity.fields, row)].map(({ at }) => at);
 */
export function* listNamedValues(
  fields: readonly Field[],
  row: Row,
  place: RowPlace = { at: "", around: {}, readOnly: false },
): Generator<NamedValue> {
  const naming = listNaming(fields);
  if (naming.length === 0) return;
  const around: Row = { ...place.around };
  // A field hides the fields of the same name around it even when it is empty.
  for (const { name } of fields) around[name] = row[name];
  const pointTo = (field: Field) => (place.at === "" ? field.at : `${place.at}/${toPointer(field.name)}`);
  for (const field of naming) {
    const value = row[field.name];
    const at = pointTo(field);
    if (field.items && Array.isArray(value)) {
      const readOnly = place.readOnly || field.readOnly;
      for (const [index, inner] of value.entries())
        if (isObject(inner)) yield* listNamedValues(field.items, inner, { at: `${at}/${index}`, around, readOnly });
    } else if (!field.items && present(value))
      yield { field, value, at, row, fields, around, readOnly: place.readOnly, pointTo };
  }
}

/**
 * Returns a copy of a record in which the rows with such values are copies, too, so that values can be added to them.
 * @example
 * const copy = copyNaming(entity.fields, row);
 */
export function copyNaming(fields: readonly Field[], row: Row): Row {
  const copy = { ...row };
  for (const { name, items } of listNaming(fields)) {
    const rows = row[name];
    if (items && Array.isArray(rows))
      copy[name] = rows.map((inner: unknown) => (isObject(inner) ? copyNaming(items, inner) : inner));
  }
  return copy;
}

/**
 * Returns the field whose value a JSON pointer leads to, in the record or in a row, or undefined when there is none.
 * @example
 * const field = findPointedField(entity, "/lines/0/amount");
 */
export function findPointedField(entity: Pick<Entity, "fields" | "objects">, pointer: string): Field | undefined {
  let fields: readonly Field[] | undefined = entity.fields;
  let found: Field | undefined;
  for (const [index, name] of splitFieldPointer(entity, pointer).entries()) {
    // Every other step is the index of a row.
    if (index % 2 === 1) continue;
    found = fields?.find((field) => field.name === name);
    fields = found?.items;
  }
  return found;
}
