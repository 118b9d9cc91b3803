/** Common interface to the records of an entity: rows of its table, of a row source, or of its reference list. */
import type { Entity, Query, Row } from "@portolan/engine";
import type { Database, Queries } from "./database.ts";
import { groupRecords } from "./group-records.ts";
import {
  countRecords,
  createReader,
  exportRecords,
  getRecord,
  listRecords,
  type ExportScope,
  type ListScope,
  type RowSources,
} from "./read-records.ts";
import {
  deleteRecord,
  insertRecord,
  insertRecords,
  updateRecord,
  type NewRecord,
  type RecordUpdate,
} from "./write-records.ts";

/**
 * Creates a store that reads and writes records through the database, or through a transaction, in which exports are
 * not possible. `data` contains the rows of reference lists, and `sources` provides the rows of entities without a
 * table.
 */
export function createRecordStore(
  db: Queries & Partial<Pick<Database, "cursor">>,
  { data, sources = {} }: { data: ReadonlyMap<string, readonly Row[]>; sources?: RowSources },
) {
  const reader = createReader(db, { data, sources });
  return {
    list: (entity: Entity, query: Query, scope: ListScope) => listRecords(reader, entity, query, scope),
    groups: (entity: Entity, query: Query, scope: { tenant: string }) => groupRecords(reader, entity, query, scope),
    get: (entity: Entity, tenant: string, id: string) => getRecord(reader, entity, { tenant, id }),
    insert: (entity: Entity, record: NewRecord) => insertRecord(db, entity, record),
    insertAll: (entity: Entity, all: readonly (NewRecord & { id: string })[]) => insertRecords(db, entity, all),
    update: (entity: Entity, tenant: string, before: RecordUpdate["before"], after: RecordUpdate["after"]) =>
      updateRecord(db, entity, { tenant, before, after }),
    remove: (entity: Entity, tenant: string, id: string) => deleteRecord(db, entity, { tenant, id }),
    count: (entity: Entity, query: Query, scope: Pick<ListScope, "tenant" | "ids">) =>
      countRecords(reader, entity, query, scope),
    exportRows: (entity: Entity, query: Query, scope: ExportScope) => exportRecords(reader, entity, query, scope),
  };
}
