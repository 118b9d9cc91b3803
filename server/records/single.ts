import { getTableName, type Entity, type Row } from "@portolan/engine";
import type { Tx } from "../store/database.ts";
import { createRecordStore } from "../store/records.ts";
import type { Writer } from "./services.ts";
import { lockTenant } from "../store/tenants.ts";

/** Clears the `x-single` fields of other records in the group when this record sets them. */
export async function clearOtherSingles(
  tx: Tx,
  { actor, services }: Writer,
  entity: Entity,
  { id, record }: { id: string; record: Row },
): Promise<void> {
  const rows = createRecordStore(tx, services.schemas);
  for (const { name, single } of entity.fields) {
    if (!single || record[name] !== true) continue;
    await lockTenant(tx, services.vocabulary.accounts.tenants, actor.tenant);
    const others = await tx.query(
      `SELECT id, data FROM ${getTableName(entity)} WHERE m = $1 AND id <> $2 AND data->>$3 = 'true' ORDER BY id`,
      [actor.tenant, id, name],
    );
    for (const other of others.filter(({ data }) => single.every((own) => data[own] === record[own]))) {
      const before = await rows.get(entity, actor.tenant, other.id);
      if (!before) continue;
      const data = { ...before.data, [name]: false };
      await rows.update(entity, actor.tenant, before, { data, at: services.clock.now() });
    }
  }
}
