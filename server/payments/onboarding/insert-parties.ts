/** Records of parties whose application was approved before parties had records. */
import type { Row } from "@portolan/engine";
import { assertPresent } from "../../core/required.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { addClockJobs } from "../../lifecycle/side-effects.ts";
import { buildTimestamps } from "../../lifecycle/values.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Tx } from "../../store/database.ts";
import { createRecordStore } from "../../store/records.ts";
import { insertRows } from "../../store/insert-rows.ts";
import { listParties } from "./company-parties.ts";

/** An approved application, approved `at` (in milliseconds). */
interface Approved {
  tenant: string;
  id: string;
  data: Row;
  at: number;
}

/**
 * Inserts the parties of an approved application as approved, with the reminders of their documents from `now` on, and
 * without notifications. Returns their number.
 */
export async function insertApprovedParties(
  tx: Tx,
  schemas: Pick<Schemas, "entity">,
  { tenant, id: application, data, at }: Approved,
  now: number,
): Promise<number> {
  const entity = schemas.entity("onboardingParty");
  const transition = assertPresent(
    entity.lifecycle?.transitions.find(({ on }) => on === "pass"),
    "the approval of a party",
  );
  const records = listParties(data).map((values): Row & { id: string } => ({
    ...values,
    application,
    status: transition.to,
    ...buildTimestamps(entity, at, ["createdAt", "updatedAt"]),
    id: createRecordNumber(entity, at),
  }));
  await createRecordStore(tx, { data: new Map() }).insertAll(
    entity,
    records.map((row) => ({ tenant, id: row.id, status: transition.to, version: 2, row, at })),
  );
  await insertRows(tx, {
    table: "order_event",
    columns: ["m", "order_kind", "order_id", "seq", "event", "from", "to", "by", "at"],
    rows: records.flatMap(({ id }) =>
      [
        [1, "add", null, "underReview", "record"],
        [2, transition.on, "underReview", transition.to, transition.by],
      ].map((event) => [tenant, entity.name, id, ...event, new Date(at).toISOString()]),
    ),
  });
  for (const record of records)
    addClockJobs(tx, { tenant, entity, id: record.id, version: 2, transition, record, at: now });
  return records.length;
}
