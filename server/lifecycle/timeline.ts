import type { ActorWord } from "../core/actor.ts";
import type { Entity } from "@portolan/engine";
import { createInitialName } from "../session/users.ts";
import type { Queries } from "../store/database.ts";

/** One entry of a record's timeline. */
export interface TimelineEntry {
  event: string;
  from: string | null;
  to: string;
  by: ActorWord;
  username: string | null;
  /** Name of the user; null for other actors, and while the user has not replaced the initial name. */
  name: string | null;
  reason: string | null;
  at: string;
}

/**
 * Reads a record's timeline, oldest first. Omits cascaded events that left its state unchanged, which are in the other
 * record's timeline.
 */
export async function readTimeline(
  db: Queries,
  entity: Pick<Entity, "name">,
  tenant: string,
  id: string,
): Promise<TimelineEntry[]> {
  return db.query<TimelineEntry>(
    `SELECT e.event, e."from", e."to", e.by, e.username, CASE WHEN ${createInitialName("u")} THEN NULL ELSE u.name END AS name, e.reason, e.at
      FROM order_event e LEFT JOIN portal_user u ON u.id = e.user_id AND u.m = e.m
      WHERE e.m = $1 AND e.order_kind = $2 AND e.order_id = $3 AND (e.by <> 'record' OR e."from" IS NULL OR e."from" <> e."to") ORDER BY e.seq`,
    [tenant, entity.name, id],
  );
}
