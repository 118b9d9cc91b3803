/** Labels for values that reference another record, such as the payee for a key or the bank for a code. */
import { createEmptyQuery, Labeller, type Entity, type ReadRecords, type Row } from "@portolan/engine";
import { present } from "./present.ts";
import type { Queries } from "../store/database.ts";
import { createRecordStore } from "../store/records.ts";
import { findListRows } from "@portolan/engine/folder";
import type { RecordServices } from "./services.ts";
import { listAllRows, type Reader } from "./record-sources.ts";

/** Returns a function that reads the tenant's records of another entity by key, masked as in that entity's list. */
export function createRecordReader(
  services: Pick<RecordServices, "schemas"> & { db: Queries },
  reader: Reader,
): ReadRecords {
  return async (name, keys) => {
    const entity = services.schemas.entities.get(name);
    if (!entity) return undefined;
    const rows =
      entity.source === "store"
        ? (
            await createRecordStore(services.db, services.schemas).list(
              entity,
              { ...createEmptyQuery(), size: keys.length },
              { tenant: reader.tenant, ids: keys },
            )
          ).list
        : findListRows(listAllRows(services, entity, reader.lang), entity.key, keys);
    return { entity, rows: rows.map((row) => present(entity, row, reader.actor, "list")) };
  };
}

/** Returns the labels of the values in `rows` that reference other records, for `map.labels` of the response. */
export async function readLabels(
  services: Pick<RecordServices, "schemas"> & { db: Queries },
  entity: Entity,
  rows: readonly Row[],
  reader: Reader,
) {
  const labeller = new Labeller(entity.fields, reader.lang, createRecordReader(services, reader));
  await labeller.learn(rows);
  return labeller.labels();
}
