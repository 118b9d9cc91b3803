import type { CheckError, Entity, Field, FileFact, Lang, Row } from "../../src/engine/index.ts";
import { isRow } from "../core/row.ts";
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
  const had = listFilesIn(entity.fields, before, "");
  const named = listFilesIn(entity.fields, record, "").filter(
    ({ id, purpose }) => !had.some((file) => file.id === id && file.purpose === purpose),
  );
  if (named.length === 0) return [];
  const rows = await db.query<{ id: string; purpose: string }>(
    "SELECT id, purpose FROM file WHERE m = $1 AND id = ANY($2)",
    [tenant, [...new Set(named.map(({ id }) => id))]],
  );
  return named
    .filter(({ id, purpose }) => !rows.some((row) => row.id === id && row.purpose === purpose))
    .map(({ at }) => createFieldError(at, "file", lang));
}

/**
 * Returns the values that a record's files fill in (`x-file.fills`): name, size and entries of the stored file, never
 * values sent by the client. Ignores files of other tenants.
 */
export async function loadFileFacts(db: Queries, entity: Entity, tenant: string, record: Row): Promise<Row> {
  const filled: Row = {};
  for (const { name, file } of entity.fields) {
    if (!file?.fills || typeof record[name] !== "string") continue;
    const [kept] = await db.query<{ name: string; size: string; entries: Row[] | null }>(
      "SELECT file.name, file.size, file_entries.entries FROM file LEFT JOIN file_entries ON file_entries.m = file.m AND file_entries.id = file.id WHERE file.m = $1 AND file.id = $2",
      [tenant, record[name]],
    );
    if (!kept) continue;
    const facts: Record<FileFact, unknown> = { name: kept.name, size: Number(kept.size), entries: kept.entries ?? [] };
    for (const [own, fact] of Object.entries(file.fills)) filled[own] = facts[fact];
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
  const named = listFilesIn(entity.fields, record, "");
  if (named.length === 0) return {};
  const rows = await db.query<{ id: string; name: string }>("SELECT id, name FROM file WHERE m = $1 AND id = ANY($2)", [
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
function listFilesIn(fields: readonly Field[], record: Row, path: string): NamedFile[] {
  return fields.flatMap(({ name, at: own, file, items }) => {
    const value = record[name];
    const at = path === "" ? own : `${path}/${name}`;
    if (file)
      return (
        Array.isArray(value)
          ? value.map((id: unknown, index) => [`${at}/${index}`, id] as const)
          : [[at, value] as const]
      ).flatMap(([location, id]) =>
        typeof id === "string" && id !== "" ? [{ at: location, id, name, purpose: file.purpose }] : [],
      );
    if (!items || !Array.isArray(value)) return [];
    return value.flatMap((row: unknown, index) => (isRow(row) ? listFilesIn(items, row, `${at}/${index}`) : []));
  });
}
