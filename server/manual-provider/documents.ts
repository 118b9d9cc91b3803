/** Lists the files that a tenant uploaded for a provider request. */
import type { Field, Row } from "@portolan/engine";
import { isRow } from "../core/row.ts";
import type { Queries } from "../store/database.ts";

/** An uploaded file that a field of a request references. */
export interface Document {
  /** Field that references the document, with positions in lists (from 1): `licence`, `directors-1-document`. */
  field: string;
  id: string;
  /** Name under which the file was uploaded. */
  name: string;
}

/** Returns the documents of a request in the order of its fields. Files that the tenant does not have are omitted. */
export async function listDocuments(
  db: Queries,
  tenant: string,
  fields: readonly Field[],
  payload: Row,
): Promise<Document[]> {
  const found: Document[] = [];
  for (const { field, id } of findFiles(fields, payload)) {
    const [row] = await db.query("SELECT name FROM file WHERE m = $1 AND id = $2", [tenant, id]);
    if (row) found.push({ field, id, name: row.name });
  }
  return found;
}

function findFiles(fields: readonly Field[], row: Row, before = ""): { field: string; id: string }[] {
  return fields.flatMap((field) => {
    const value = row[field.name];
    const at = `${before}${field.name}`;
    if (field.file && typeof value === "string" && value !== "") return [{ field: at, id: value }];
    if (field.file && Array.isArray(value))
      return value.flatMap((id: unknown, index) =>
        typeof id === "string" ? [{ field: `${at}-${index + 1}`, id }] : [],
      );
    const { items } = field;
    if (!items || !Array.isArray(value)) return [];
    return value.flatMap((item: unknown, index) => (isRow(item) ? findFiles(items, item, `${at}-${index + 1}-`) : []));
  });
}

/**
 * Returns a file name that is safe in paths and terminals: the field, then the last 80 characters of the uploaded name
 * with special characters replaced by `_`.
 */
export const createFileName = ({ field, name }: Document): string =>
  `${field}-${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_").slice(-80)}`;
