import {
  formatMessage,
  type CheckError,
  type Entity,
  type Field,
  type Lang,
  type Row,
} from "../../src/engine/index.ts";
import { createFieldError } from "../core/field-error.ts";
import type { Schemas } from "../schemas/read.ts";

/**
 * Returns an error for each value that is not in its reference list under the record's parent values (a branch of that
 * bank in that city), and for each field that contradicts the selected list row (`fills`: the branch's number). Skips
 * read-only fields, which are copies of validated values.
 */
export function findUnknownOptions(schemas: Schemas, entity: Entity, record: Row, lang: Lang): CheckError[] {
  const known: Row = { ...record };
  return entity.fields.flatMap((field) => {
    const value = record[field.name];
    const rows =
      field.readOnly || typeof value !== "string" || value === "" ? undefined : findRows(schemas, field, value, known);
    if (!rows) return [];
    if (rows.length > 0) return findContradictions(entity, field, rows, { record: known, lang });
    // Forget an unknown value, so that the fields that depend on it are not reported because of it.
    delete known[field.name];
    return [
      { at: field.at, code: "options", params: {}, message: formatMessage(entity, { field, code: "options" }, lang) },
    ];
  });
}

/** Returns the list rows with this value; undefined for a field without a reference list. */
function findRows(schemas: Schemas, { options }: Field, value: string, record: Row): Row[] | undefined {
  if (!options || !("list" in options)) return undefined;
  const list = schemas.entities.get(options.list);
  const rows = schemas.data.get(options.list);
  if (!list || !rows) return undefined;
  const parents = Object.entries(options.params).filter(([, own]) => record[own] !== undefined);
  return rows.filter((row) => row[list.key] === value && parents.every(([theirs, own]) => row[theirs] === record[own]));
}

/**
 * Returns an error for each field that the selection fills and that differs from the list rows, with the value from the
 * list.
 */
function findContradictions(
  entity: Entity,
  { name, options }: Field,
  rows: readonly Row[],
  { record, lang }: { record: Row; lang: Lang },
): CheckError[] {
  const fills = options && "list" in options ? Object.entries(options.fills) : [];
  return fills.flatMap(([own, their]) => {
    const value = record[own];
    if (value === undefined || value === "" || rows.some((row) => row[their] === value)) return [];
    const right = rows.map((row) => String(row[their] ?? "")).join(", ");
    return [
      createFieldError(entity.field(own).at, "contradicts", lang, {
        params: { label: entity.label(own, lang), of: String(record[name]), right },
      }),
    ];
  });
}
