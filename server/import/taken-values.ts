import {
  listProjected,
  listSpellings,
  getTableName,
  type CheckError,
  type Entity,
  type Field,
  type Row,
} from "@portolan/engine";
import { createUniqueError } from "../records/unique-violation.ts";
import type { Importer } from "./importer.ts";

/** Maximum number of values per query, well below PostgreSQL's limit of 65,535 parameters. */
const MAX_VALUES = 1_000;

/**
 * Reads which values of unique fields the tenant already uses. The returned function lists the errors for the values of
 * a row that are taken.
 */
export async function readTakenValues(
  { services, actor }: Importer,
  entity: Entity,
  rows: readonly Row[],
): Promise<(row: Row) => CheckError[]> {
  const columns = listProjected(entity);
  const taken: { field: Field; names: readonly string[]; keys: ReadonlySet<string> }[] = [];
  for (const field of entity.fields) {
    const column = columns.get(field.name)?.column;
    if (!field.unique || column === undefined) continue;
    const names = [field.name, ...field.unique];
    const wanted = [...new Set(rows.flatMap((row) => listSpellings(field, row[field.name]) ?? []))];
    const keys = new Set<string>();
    for (let from = 0; from < wanted.length; from += MAX_VALUES) {
      const some = wanted.slice(from, from + MAX_VALUES);
      const found = await services.db.query(
        `SELECT data FROM ${getTableName(entity)} WHERE m = $1 AND ${column} IN (${some.map((_value, index) => `$${index + 2}`).join(", ")})`,
        [actor.tenant, ...some],
      );
      for (const { data } of found) keys.add(buildUniqueKey(entity, data, names) ?? "");
    }
    taken.push({ field, names, keys });
  }
  return (row) =>
    taken
      .filter(({ names, keys }) => keys.has(buildUniqueKey(entity, row, names) ?? "none"))
      .map(({ field }) => createUniqueError(entity, field, actor.lang));
}

/** Combines the values of fields that must be unique together into one string; undefined when one is missing. */
function buildUniqueKey(entity: Entity, row: Row, names: readonly string[]): string | undefined {
  const values = names.map((name) =>
    name === entity.key ? row[name] : listSpellings(entity.field(name), row[name])?.[0],
  );
  return values.some((value) => value === undefined) ? undefined : JSON.stringify(values);
}
