import type { Entity } from "../../src/engine/index.ts";
import type { Queries } from "../store/database.ts";

/** One step of a record's life. */
export interface TimelineEntry {
  event: string;
  from: string | null;
  to: string;
  by: "merchant" | "provider" | "clock" | "record";
  username: string | null;
  reason: string | null;
  at: string;
}

/** What happened to a record, oldest first; without what other records did that left its state alone (their own timelines tell it). */
export async function timeline(db: Queries, entity: Pick<Entity, "name">, m: string, id: string): Promise<TimelineEntry[]> {
  return db.query<TimelineEntry>(
    `SELECT event, "from", "to", by, username, reason, at FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND NOT (by = 'record' AND "from" = "to") ORDER BY seq`, [m, entity.name, id]);
}
