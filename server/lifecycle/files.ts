import {
  copyNaming,
  listNamedValues,
  type CheckError,
  type Entity,
  type FileFact,
  type Lang,
  type Row,
} from "@portolan/engine";
import { createFieldError } from "../core/field-error.ts";
import type { Queries } from "../store/database.ts";

/**
 * Returns an error for each field whose file does not exist in the tenant or has another purpose. Files that `before`
 * already references are not checked again.
 */
export async function findMissingFiles(
  db: Queries,
  entity: Entity,
  { tenant, lang }: { tenant: string; lang: Lang },
  { record, before = {} }: { record: Row; before?: Row },
): Promise<CheckError[]> {
  const had = listFilesIn(entity, before);
  const named = listFilesIn(entity, record).filter(
    ({ id, purpose }) => !had.some((file) => file.id === id && file.purpose === purpose),
  );
  if (named.length === 0) return [];
  const rows = await db.query("SELECT id, purpose FROM file WHERE m = $1 AND id = ANY($2)", [
    tenant,
    [...new Set(named.map(({ id }) => id))],
  ]);
  return named
    .filter(({ id, purpose }) => !rows.some((row) => row.id === id && row.purpose === purpose))
    .map(({ at }) => createFieldError(at, "file", lang));
}

/**
 * Returns a record with the values that its files fill in (`x-file.fills`), in its rows as well: name, size and entries
 * of the stored file, never values sent by the client. Ignores files of other tenants.
 */
export async function fillFromFiles(db: Queries, { fields }: Entity, tenant: string, record: Row): Promise<Row> {
  const filled = copyNaming(fields, record);
  for (const { field, value, row } of listNamedValues(fields, filled)) {
    const { file } = field;
    if (!file?.fills || typeof value !== "string") continue;
    const [kept] = await db.query(
      "SELECT file.name, file.size, file_entries.entries FROM file LEFT JOIN file_entries ON file_entries.m = file.m AND file_entries.id = file.id WHERE file.m = $1 AND file.id = $2",
      [tenant, value],
    );
    if (!kept) continue;
    const facts: Record<FileFact, unknown> = { name: kept.name, size: Number(kept.size), entries: kept.entries ?? [] };
    for (const [own, fact] of Object.entries(file.fills)) row[own] = facts[fact];
  }
  return filled;
}

/** Returns the names of a record's files by field and id, for its labels. */
export async function loadUploadedNames(
  db: Queries,
  entity: Entity,
  tenant: string,
  record: Row,
): Promise<Record<string, Record<string, string>>> {
  const named = listFilesIn(entity, record);
  if (named.length === 0) return {};
  const rows = await db.query("SELECT id, name FROM file WHERE m = $1 AND id = ANY($2)", [
    tenant,
    named.map(({ id }) => id),
  ]);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const labels: Record<string, Record<string, string>> = {};
  for (const { id, name } of named) {
    const label = names.get(id);
    if (label !== undefined) (labels[name] ??= {})[id] = label;
  }
  return labels;
}

/** A file that a record references: JSON pointer and name of its field, and the purpose that the field requires. */
interface NamedFile {
  at: string;
  id: string;
  name: string;
  purpose: string;
}

/** Returns all files that a record references, including those in rows. */
function listFilesIn({ fields }: Entity, record: Row): NamedFile[] {
  return [...listNamedValues(fields, record)].flatMap(({ field: { name, file }, value, at }) => {
    if (!file) return [];
    const ids = Array.isArray(value)
      ? value.map((id: unknown, index) => [`${at}/${index}`, id] as const)
      : [[at, value] as const];
    return ids.flatMap(([location, id]) =>
      typeof id === "string" && id !== "" ? [{ at: location, id, name, purpose: file.purpose }] : [],
    );
  });
}
