/** POST /mer/own/notification/read {id} and /readAll: marks the user's notices as read. */
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { handler, type CallContext } from "./handler.ts";
import type { Queries } from "../store/database.ts";

/** Maximum that is counted: the bell shows no more. */
const MOST_COUNTED = 99;

/** Counts the user's unread notices, up to `MOST_COUNTED`. */
export async function countUnread(db: Queries, { tenant, userId }: Pick<Actor, "tenant" | "userId">): Promise<number> {
  const [row] = await db.query<{ n: string }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM notification WHERE m = $1 AND user_id = $2 AND read_at IS NULL LIMIT ${MOST_COUNTED}) AS counted`,
    [tenant, userId],
  );
  return Number(row?.n ?? 0);
}

/** Marks one notice as read; idempotent. @throws Failure `notFound` for another user's */
export const notificationRead = handler("notificationRead", async ({ services, actor, body }) => {
  const rows = await services.db.query(
    "UPDATE notification SET read_at = coalesce(read_at, $4) WHERE m = $1 AND user_id = $2 AND id = $3 RETURNING id",
    [actor.tenant, actor.userId, body.id, readNow(services)],
  );
  if (rows.length === 0) throw new Failure("notFound");
  return { unread: await countUnread(services.db, actor) };
});

/** Marks all notices as read. */
export const notificationReadAll = handler("notificationReadAll", async ({ services, actor }) => {
  await services.db.query("UPDATE notification SET read_at = $3 WHERE m = $1 AND user_id = $2 AND read_at IS NULL", [
    actor.tenant,
    actor.userId,
    readNow(services),
  ]);
  return { unread: await countUnread(services.db, actor) };
});

const readNow = ({ clock }: CallContext["services"]): string => new Date(clock.now()).toISOString();
