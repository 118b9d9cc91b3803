/** Reads and writes one record of a table inside an event's transaction. */
import type { Entity, Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { DatabaseError, type Queries, type Tx } from "../store/database.ts";
import { createRecordStore } from "../store/records.ts";
import { createInsertion } from "../store/write-records.ts";
import type { Stored } from "./context.ts";

/** No reference lists, because only tables are read and written here. */
const TABLES = { data: new Map<string, readonly Row[]>() };

/** Loads a record; undefined when the tenant has no record with this id. */
export async function load(db: Queries, entity: Entity, tenant: string, id: string): Promise<Stored | undefined> {
  return createRecordStore(db, TABLES).get(entity, tenant, id);
}

/** A record to add. `numbered`: its number was generated, so a new one is generated if it is taken. */
interface Addition {
  tenant: string;
  id: string;
  /** Omitted for an entity without a lifecycle. */
  status?: string;
  data: Row;
  numbered?: boolean;
  at: number;
}

/**
 * Stores a new record.
 *
 * @throws Failure `duplicate` when its id or another unique value exists; DatabaseError, which retries the transaction,
 * when a generated number is taken
 */
export async function add(
  tx: Pick<Tx, "write">,
  entity: Entity,
  { tenant, id, status = "", data, numbered = false, at }: Addition,
): Promise<void> {
  await tx
    .write(createInsertion(entity), { tenant, id, row: { ...data, [entity.key]: id }, status, at })
    .catch((error: unknown) => {
      const taken =
        numbered && error instanceof Failure && error.failure === "duplicate" && error.params.field === entity.key;
      throw taken ? new DatabaseError(`the number ${id} is taken`, "40001") : error;
    });
}

/** A changed record, before and after the change. */
interface Change {
  tenant: string;
  before: Stored;
  after: Pick<Stored, "status" | "data">;
  at: number;
}

/**
 * Stores a changed record with an optimistic lock.
 *
 * @throws Failure `stale` when the record changed since it was read; `duplicate` when a unique field is taken
 */
export async function change(tx: Queries, entity: Entity, { tenant, before, after, at }: Change): Promise<void> {
  await createRecordStore(tx, TABLES).update(entity, tenant, before, { data: after.data, status: after.status, at });
}
