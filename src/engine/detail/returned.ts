import { listRemarks, type Remark } from "../entity/remarks.ts";
import type { Entity } from "../model/entity.ts";
import type { DetailResponse } from "../model/wire.ts";

/**
 * Returns the remarks that the user can answer now, because the record's form fires an event that the server allows.
 * Remarks of an earlier review remain in the record, but no longer ask for anything.
 */
export function findOpenRemarks(entity: Entity, { record, events }: DetailResponse): Remark[] {
  const answers = entity.calls["update"]?.events ?? [];
  return events.some(({ event }) => answers.includes(event)) ? listRemarks(entity, record) : [];
}
