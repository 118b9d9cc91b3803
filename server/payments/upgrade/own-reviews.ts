/**
 * Keeps the orders that wait for a review by their maker, who alone has its grant among several users, reviewable by
 * that user. Runs once, at startup or in `portolan migrate`, and notifies the makers.
 */
import en from "../../../locales/en/mail.json";
import zh from "../../../locales/zh/mail.json";
import { canTransition, getTableName, type Entity, type TransitionPlan } from "@portolan/engine";
import { uuidv7 } from "../../core/uuid.ts";
import { hasChecker } from "../../lifecycle/four-eyes.ts";
import type { Schemas } from "@portolan/engine/folder";
import { queueMessage } from "../../session/mail.ts";
import type { Database } from "../../store/database.ts";
import { runLeased } from "../../store/schema/lease.ts";

/** Name of the `schema_lock` row that marks this migration as done. */
const DONE = "(own reviews)";
/** Maximum number of orders that a line or a mail names. */
const MAX_NAMED = 20;
const NOTICE = JSON.stringify({ zh: zh["ownReview.notice"], en: en["ownReview.notice"] });

interface Maker {
  id: string;
  m: string;
  username: string;
  grants: string[];
}
interface Waiting {
  entity: Entity;
  review: TransitionPlan;
  id: string;
  status: string;
}

/** Marks the orders and notifies their makers. Returns one line per maker; none when the migration has already run. */
export async function keepOwnReviews(db: Database, schemas: Pick<Schemas, "entities">): Promise<string[]> {
  if ((await db.query("SELECT entity FROM schema_lock WHERE entity = $1", [DONE])).length > 0) return [];
  return runLeased(db, async (renewLease) => {
    const lines: string[] = [];
    for (const [maker, orders] of await findWaiting(db, [...schemas.entities.values()])) {
      await renewLease();
      lines.push(...(await keep(db, maker, orders)));
    }
    await db.query(
      "INSERT INTO schema_lock (entity, version, shape, applied_at) VALUES ($1, '1', '{}', $2) ON CONFLICT (entity) DO NOTHING",
      [DONE, new Date().toISOString()],
    );
    return lines;
  });
}

/** Finds the waiting orders of users who have colleagues and alone have the grant of the orders' review. */
async function findWaiting(db: Database, entities: readonly Entity[]): Promise<Map<Maker, Waiting[]>> {
  const users = await db.query("SELECT id, m, username, grants FROM portal_user WHERE state = 'active' ORDER BY m, id");
  const makers = new Map(users.map((user) => [user.id, user]));
  const found = new Map<Maker, Waiting[]>();
  for (const entity of entities) {
    const reviews = (entity.lifecycle?.transitions ?? []).filter(({ sole }) => sole);
    if (reviews.length === 0) continue;
    const rows = await db.query(
      `SELECT o.id, o.status, o.data, e.user_id FROM ${getTableName(entity)} o
         JOIN order_event e ON e.m = o.m AND e.order_kind = $1 AND e.order_id = o.id AND e."from" IS NULL
       WHERE o.status = ANY($2) ORDER BY o.m, o.id`,
      [entity.name, [...new Set(reviews.flatMap(({ from }) => from))]],
    );
    for (const { id, status, data, user_id: userId } of rows) {
      const maker = makers.get(userId ?? "");
      const review = reviews.find((transition) => canTransition(transition, status, data));
      if (!maker || !review) continue;
      const colleagues = users.filter((user) => user.m === maker.m && user !== maker);
      if (colleagues.length === 0 || hasChecker(colleagues, review) || !hasChecker([maker], review)) continue;
      found.set(maker, [...(found.get(maker) ?? []), { entity, review, id, status }]);
    }
  }
  return found;
}

/** Marks a maker's orders, and notifies the maker of those that were not marked before. */
const keep = (db: Database, maker: Maker, orders: readonly Waiting[]): Promise<string[]> =>
  db.tx(async (tx) => {
    const now = Date.now();
    const named: string[] = [];
    for (const { entity, review, id, status } of orders) {
      const [marked] = await tx.query(
        "INSERT INTO own_review (m, order_kind, order_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING order_id",
        [maker.m, entity.name, id],
      );
      if (!marked) continue;
      named.push(id);
      await tx.query(
        'INSERT INTO notification (m, id, user_id, order_kind, order_id, event, "to", said, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        [maker.m, uuidv7(now), maker.id, entity.name, id, review.on, status, NOTICE, new Date(now).toISOString()],
      );
    }
    if (named.length === 0) return [];
    const orderNos = named.slice(0, MAX_NAMED).join(" ") + (named.length > MAX_NAMED ? " …" : "");
    const target = { channel: "mail", address: maker.username, tenant: maker.m } as const;
    await queueMessage(tx, now, target, { name: "ownReview", params: { count: named.length, orders: orderNos } });
    return [
      `${maker.m} ${maker.username}: ${named.length} orders wait that no colleague may approve; their maker still may: ${orderNos}`,
    ];
  });
