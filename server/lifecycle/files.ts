import type { CheckError, Entity, Field, FileFact, Lang, Row } from "../../src/engine/index.ts";
import { fieldError } from "../core/field-error.ts";
import type { Queries } from "../store/database.ts";

/**
 * Errors at the fields whose file is none of the merchant's own, or was uploaded for another purpose. Only the server knows which files
 * there are; what the record had before is not asked again.
 */
export async function missingFiles(
  db: Queries,
  entity: Entity,
  { tenant, lang }: { tenant: string; lang: Lang },
  record: Row,
  before: Row = {},
): Promise<CheckError[]> {
  const had = filesIn(entity.fields, before, "");
  const named = filesIn(entity.fields, record, "").filter(
    ({ id, field }) => !had.some((one) => one.id === id && one.field.file!.purpose === field.file!.purpose),
  );
  if (named.length === 0) return [];
  const rows = await db.query<{ id: string; purpose: string }>(
    "SELECT id, purpose FROM file WHERE m = $1 AND id = ANY($2)",
    [tenant, [...new Set(named.map(({ id }) => id))]],
  );
  return named
    .filter(({ id, field }) => !rows.some((row) => row.id === id && row.purpose === field.file!.purpose))
    .map(({ at }) => fieldError(at, "file", lang));
}

/** What a record tells of its files (`x-file.fills`), from the files that came, never from what was sent. For files known to be the merchant's own. */
export async function fileFacts(db: Queries, entity: Entity, tenant: string, record: Row): Promise<Row> {
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

/** Names of uploaded files by field and id, for the labels of a record. */
export async function uploadedNames(
  db: Queries,
  entity: Entity,
  tenant: string,
  record: Row,
): Promise<Record<string, Record<string, string>>> {
  const named = filesIn(entity.fields, record, "");
  if (named.length === 0) return {};
  const rows = await db.query<{ id: string; name: string }>("SELECT id, name FROM file WHERE m = $1 AND id = ANY($2)", [
    tenant,
    named.map(({ id }) => id),
  ]);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return Object.fromEntries(
    named.flatMap(({ id, field }) => (names.has(id) ? [[field.name, { [id]: names.get(id)! }]] : [])),
  );
}

/** Every file that a record names, in the rows of its lists too. */
function filesIn(fields: readonly Field[], record: Row, path: string): { at: string; id: string; field: Field }[] {
  return fields.flatMap((field) => {
    const value = record[field.name];
    const at = `${path}/${field.name}`;
    if (field.file) return typeof value === "string" && value !== "" ? [{ at, id: value, field }] : [];
    if (!field.items || !Array.isArray(value)) return [];
    return value.flatMap((row, index) =>
      typeof row === "object" && row !== null ? filesIn(field.items!, row as Row, `${at}/${index}`) : [],
    );
  });
}
