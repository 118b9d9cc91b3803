import { messageFor, type CheckError, type Entity, type Field, type Lang, type Row } from "../../src/engine/index.ts";
import type { Schemas } from "../schemas/read.ts";

/**
 * Values that their reference list does not have, under the parents that the record names (a branch of that bank in that city). The list
 * is the server's, so only it can tell. Fields that the server fills are left alone: they are copies of what was once checked.
 */
export function unlisted(schemas: Schemas, entity: Entity, record: Row, lang: Lang): CheckError[] {
  const known: Row = { ...record };
  return entity.fields.flatMap((field) => {
    const value = record[field.name];
    if (field.readOnly || typeof value !== "string" || value === "" || stands(schemas, field, value, known)) return [];
    // What depends on a value that is none is not blamed for it.
    delete known[field.name];
    return [{ at: field.at, code: "options", params: {}, message: messageFor(entity, field, "options", {}, lang) }];
  });
}

function stands(schemas: Schemas, { options }: Field, value: string, record: Row): boolean {
  if (!options || !("list" in options)) return true;
  const list = schemas.entities.get(options.list);
  const rows = schemas.data.get(options.list);
  if (!list || !rows) return true;
  const parents = Object.entries(options.params).filter(([, own]) => record[own] !== undefined);
  return rows.some((row) => row[list.key] === value && parents.every(([theirs, own]) => row[theirs] === record[own]));
}
