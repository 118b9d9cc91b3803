import type { Entity, Row } from "@portolan/engine";
import type { Queries } from "../store/database.ts";
import { createRecordStore } from "../store/records.ts";
import { createRecordNumber } from "./order-number.ts";
import { buildTimestamps } from "./values.ts";

/** No reference lists, because the rows are only inserted into tables. */
const NO_LISTS = { data: new Map<string, readonly Row[]>() };

/**
 * Stores rows that the server creates, validated like a user's, and returns them with their numbers. Drops unknown
 * fields.
 *
 * @throws Error for a row that does not match the schema
 */
export async function insertRows(
  tx: Queries,
  entity: Entity,
  { tenant, at }: { tenant: string; at: number },
  rows: readonly Row[],
): Promise<Row[]> {
  const names = new Set(entity.fields.map((field) => field.name));
  const stored = rows.map((row) => {
    const own = Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
    const { value, errors } = entity.check(own, { lang: entity.dialect.languages[0], side: "server" });
    if (errors.length > 0)
      throw new Error(`a row of ${entity.name} does not fit its schema: ${JSON.stringify(errors)}`);
    return {
      ...value,
      ...buildTimestamps(entity, at, ["createdAt", "updatedAt"]),
      [entity.key]: createRecordNumber(entity, at),
    };
  });
  await createRecordStore(tx, NO_LISTS).insertAll(
    entity,
    stored.map((row) => ({ tenant, at, id: String(row[entity.key]), row })),
  );
  return stored;
}
