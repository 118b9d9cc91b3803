import { messageFor, type CheckError, type Entity, type Field, type Lang, type Row } from "../../src/engine/index.ts";
import { fieldError } from "../core/field-error.ts";
import type { Schemas } from "../schemas/read.ts";

/**
 * Values that their reference list does not have, under the parents that the record names (a branch of that bank in that city), and values
 * that contradict what the list's row says beside the chosen one (`fills`: the branch's own number). The list is the server's, so only it
 * can tell. Fields that the server fills are left alone: they are copies of what was once checked.
 */
export function unknownOptions(schemas: Schemas, entity: Entity, record: Row, lang: Lang): CheckError[] {
  const known: Row = { ...record };
  return entity.fields.flatMap((field) => {
    const value = record[field.name];
    const rows =
      field.readOnly || typeof value !== "string" || value === "" ? undefined : rowsOf(schemas, field, value, known);
    if (!rows) return [];
    if (rows.length > 0) return contradicted(entity, field, rows, record, lang);
    // What depends on a value that is none is not blamed for it.
    delete known[field.name];
    return [
      { at: field.at, code: "options", params: {}, message: messageFor(entity, { field, code: "options" }, lang) },
    ];
  });
}

/** The list's rows of this value; nothing for a field without such a list. */
function rowsOf(schemas: Schemas, { options }: Field, value: string, record: Row): Row[] | undefined {
  if (!options || !("list" in options)) return undefined;
  const list = schemas.entities.get(options.list);
  const rows = schemas.data.get(options.list);
  if (!list || !rows) return undefined;
  const parents = Object.entries(options.params).filter(([, own]) => record[own] !== undefined);
  return rows.filter((row) => row[list.key] === value && parents.every(([theirs, own]) => row[theirs] === record[own]));
}

/** Fields that a choice fills and that say something else than its row, each with what the row says. */
function contradicted(
  entity: Entity,
  { name, options }: Field,
  rows: readonly Row[],
  record: Row,
  lang: Lang,
): CheckError[] {
  const fills = options && "list" in options ? Object.entries(options.fills) : [];
  return fills.flatMap(([own, their]) => {
    const value = record[own];
    if (value === undefined || value === "" || rows.some((row) => row[their] === value)) return [];
    const right = rows.map((row) => String(row[their] ?? "")).join(", ");
    return [
      fieldError(`/${own}`, "contradicts", lang, {
        params: { label: entity.text(`field.${own}.label`, lang), of: String(record[name]), right },
      }),
    ];
  });
}
