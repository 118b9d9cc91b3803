/** Describes the orders that hold money: to whom they pay, and on which day the money is paid out or released. */
import { formatDay, type Row } from "@portolan/engine";
import { findEndOfState } from "../../lifecycle/deadline.ts";
import { readStates } from "../../records/read-states.ts";
import type { RecordServices } from "../../records/services.ts";

interface Hold {
  entity: string;
  orderNo: string;
  amount: bigint;
}
/** Field with the day on which an order under way arrives. */
const ARRIVAL = "arrival";

/**
 * Returns the orders with `party`, the title of their card, and `until`, the day on which the clock ends their state,
 * else the day of arrival.
 */
export async function describeHolds(
  { db, schemas }: RecordServices,
  tenant: string,
  holds: readonly Hold[],
): Promise<(Hold & { party?: string; until?: string })[]> {
  const known = new Map<string, { party?: string; until?: string }>();
  for (const name of new Set(holds.map(({ entity }) => entity))) {
    const entity = schemas.entities.get(name);
    if (entity?.source !== "store") continue;
    const ids = holds.filter((hold) => hold.entity === name).map(({ orderNo }) => orderNo);
    for (const { id, status, data, since } of await readStates(db, entity, tenant, ids)) {
      const end = findEndOfState(entity, data, status, since);
      const party = readText(data, entity.list.card?.title);
      const until =
        end === undefined || Number.isNaN(end) ? readText(data, ARRIVAL) : formatDay(end, entity.dialect.zone);
      known.set(`${name} ${id}`, { ...(party && { party }), ...(until && { until }) });
    }
  }
  return holds.map((hold) => ({ ...hold, ...known.get(`${hold.entity} ${hold.orderNo}`) }));
}

function readText(data: Row, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : data[name];
  return typeof value === "string" ? value : undefined;
}
