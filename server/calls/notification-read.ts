/** POST /session/notification/read {id} and /readAll: marks the user's notifications as read. */
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { sessionHandler, type CallContext } from "./handler.ts";
import type { Queries } from "../store/database.ts";

/** Maximum unread count. The bell displays no higher number. */
const MAX_COUNTED = 99;

/** Counts the user's unread notifications, up to `MAX_COUNTED`. */
export async function countUnread(db: Queries, { tenant, userId }: Pick<Actor, "tenant" | "userId">): Promise<number> {
  const [row] = await db.query(
    `SELECT count(*) AS n FROM (SELECT 1 FROM notification WHERE m = $1 AND user_id = $2 AND read_at IS NULL LIMIT ${MAX_COUNTED}) AS counted`,
    [tenant, userId],
  );
  return Number(row?.n ?? 0);
}

/**
 * Marks one notification as read. Idempotent.
 *
 * @throws Failure `notFound` for an unknown id or another user's notification
 */
export const notificationRead = sessionHandler("notificationRead", async ({ services, actor, body }) => {
  const rows = await services.db.query(
    "UPDATE notification SET read_at = coalesce(read_at, $4) WHERE m = $1 AND user_id = $2 AND id = $3 RETURNING id",
    [actor.tenant, actor.userId, body.id, readNow(services)],
  );
  if (rows.length === 0) throw new Failure("notFound");
  return { unread: await countUnread(services.db, actor) };
});

export const notificationReadAll = sessionHandler("notificationReadAll", async ({ services, actor }) => {
  await services.db.query("UPDATE notification SET read_at = $3 WHERE m = $1 AND user_id = $2 AND read_at IS NULL", [
    actor.tenant,
    actor.userId,
    readNow(services),
  ]);
  return { unread: await countUnread(services.db, actor) };
});

const readNow = ({ clock }: CallContext["services"]): string => new Date(clock.now()).toISOString();
