/** Reading and writing one record of a table inside an event's transaction. */
import type { Entity, Row } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { DatabaseError, type Queries } from "../store/database.ts";
import { records } from "../store/records.ts";
import type { Stored } from "./context.ts";

/** Only tables are read here, no reference lists. */
const TABLES = { data: new Map<string, readonly Row[]>() };

/** The record, or nothing: another merchant's answers like one that does not exist. */
export async function load(db: Queries, entity: Entity, tenant: string, id: string): Promise<Stored | undefined> {
  return records(db, TABLES).get(entity, tenant, id);
}

/** Stores a new record under its number. Throws `duplicate`; where the number was made (`numbered`), the transaction runs again with another. */
export async function add(
  tx: Queries,
  entity: Entity,
  tenant: string,
  { id, status, data, numbered }: { id: string; status?: string; data: Row; numbered?: boolean },
  at: number,
): Promise<void> {
  await records(tx, TABLES)
    .insert(entity, { tenant, id, row: data, status, at })
    .catch((error: unknown) => {
      const taken =
        numbered && error instanceof Failure && error.failure === "duplicate" && error.params.field === entity.key;
      throw taken ? new DatabaseError(`the number ${id} is taken`, "40001") : error;
    });
}

/** Writes a changed record, if it still is as it was read. Throws `stale` otherwise. */
export async function change(
  tx: Queries,
  entity: Entity,
  tenant: string,
  before: Stored,
  after: Pick<Stored, "status" | "data">,
  at: number,
): Promise<void> {
  await records(tx, TABLES).update(entity, tenant, before, { data: after.data, status: after.status, at });
}
