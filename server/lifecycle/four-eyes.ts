/** Four eyes: the user who made a record (the maker) must not review it, unless the tenant has no other active user. */
import { canTransition, type Entity, type Row, type TransitionPlan } from "@portolan/engine";
import { type Actor, isUser } from "../core/actor.ts";
import type { Queries, Tx } from "../store/database.ts";

/**
 * Four-eyes status of the actor. `free`: not the maker, or the transition does not depend on it. `own`: the maker, who
 * may fire the transition without its grant. `other`: the maker, and
 * another user must review. `sole`: the maker of a record that may still be reviewed by its maker (`own_review`), since
 * none of the tenant's other active users has the grant. `lone`: the maker, and the tenant's only active user.
 */
export type FourEyes = "free" | "own" | "other" | "sole" | "lone";

/** SQL terms that identify a record and a user: parameters, columns or quoted literals. */
interface MakerTerms {
  tenant: string;
  kind: string;
  id: string;
  user: string;
}

/** Returns the SQL condition that the user is the record's maker, that is, fired its creation. */
export const isMakerSql = ({ tenant, kind, id, user }: MakerTerms): string =>
  `EXISTS (SELECT 1 FROM order_event made WHERE made.m = ${tenant} AND made.order_kind = ${kind} AND made.order_id = ${id}` +
  ` AND made."from" IS NULL AND made.user_id = ${user})`;

/** An active user of a tenant. `digest`: interval of the summary emails that the user receives in place of single ones. */
export interface ActiveUser {
  id: string;
  name: string;
  username: string;
  grants: string[];
  digest: "daily" | "weekly" | null;
}

/** Users by tenant that a transaction has read. */
const usersOf = new WeakMap<Queries, Map<string, Promise<ActiveUser[]>>>();

/**
 * Reads the tenant's active users, sorted by name. A transaction reads them once, because the facts, four eyes and the
 * emails of an event all need them.
 */
export function readActiveUsers(db: Queries | Tx, tenant: string): Promise<readonly ActiveUser[]> {
  const known = "send" in db ? (usersOf.get(db) ?? new Map<string, Promise<ActiveUser[]>>()) : undefined;
  const users =
    known?.get(tenant) ??
    db.query(
      "SELECT id, name, username, grants, digest FROM portal_user WHERE m = $1 AND state = 'active' ORDER BY name, id",
      [tenant],
    );
  if (known) usersOf.set(db, known.set(tenant, users));
  return users;
}

/** Reads the tenant's active users except the actor, sorted by name. */
export const readColleagues = async (
  db: Queries,
  { tenant, userId }: { tenant: string; userId?: string | undefined },
): Promise<readonly ActiveUser[]> => (await readActiveUsers(db, tenant)).filter(({ id }) => id !== userId);

/** Returns whether one of the users may review instead of the maker. */
export const hasChecker = (users: readonly { grants: string[] }[], { grant }: Pick<TransitionPlan, "grant">): boolean =>
  users.some(({ grants }) => !grant || grants.includes(grant));

/** Returns the condition that a record may still be reviewed by its maker, because it awaited that at an upgrade. */
export const isOwnReviewSql = ({ tenant, kind, id }: Omit<MakerTerms, "user">): string =>
  `EXISTS (SELECT 1 FROM own_review former WHERE former.m = ${tenant} AND former.order_kind = ${kind} AND former.order_id = ${id})`;

/**
 * Returns the names of the colleagues who may review the actor's records (`by`), and whether there are colleagues and
 * none of them may (`missing`). Without users and false if the lifecycle has no `sole`.
 */
export async function findCheckers(
  db: Queries,
  entity: Entity,
  actor: Parameters<typeof readColleagues>[1],
): Promise<{ by: string[]; missing: boolean }> {
  const review = entity.lifecycle?.transitions.find(({ not, sole }) => not === "maker" && sole);
  const colleagues = review ? await readColleagues(db, actor) : [];
  const by = colleagues.flatMap((user) => (review && hasChecker([user], review) ? [user.name] : []));
  return { by, missing: colleagues.length > 0 && by.length === 0 };
}

/**
 * Returns who may approve a record: the names of the actor's colleagues except the maker, and whether the actor may.
 * Undefined when the record is not waiting for a review.
 */
export async function findReview(
  db: Queries,
  entity: Entity,
  { id, status, data = {} }: { id: string; status: string; data?: Row },
  actor: Actor,
): Promise<{ names: string[]; isYours: boolean } | undefined> {
  const review = entity.lifecycle?.transitions.find(
    (item) =>
      item.not === "maker" &&
      isUser(item) &&
      item.from.length > 0 &&
      canTransition(item, status, data) &&
      !isEnd(entity, item),
  );
  if (!review) return undefined;
  const users = await db.query(
    `SELECT id, name, grants FROM portal_user WHERE m = $1 AND state = 'active'
     AND NOT ${isMakerSql({ tenant: "$1", kind: "$2", id: "$3", user: "portal_user.id" })} ORDER BY name, id`,
    [actor.tenant, entity.name, id],
  );
  const fourEyes = await findFourEyesStatus(db, { entity, id }, review, actor);
  return {
    names: users.flatMap((user) => (user.id !== actor.userId && hasChecker([user], review) ? [user.name] : [])),
    isYours: fourEyes !== "other" && (!review.grant || actor.grants.has(review.grant)),
  };
}

/** Returns whether a transition ends the record without success, as a rejection does. */
export const isEnd = ({ lifecycle }: Entity, { to }: TransitionPlan): boolean =>
  lifecycle?.states.some(({ name, final, tone }) => name === to && final && tone !== "success") === true;

/** Returns the actor's four-eyes status for a transition that depends on the maker (`not`, `or`); `free` for any other. */
export async function findFourEyesStatus(
  db: Queries,
  { entity, id }: { entity: Entity; id: string },
  transition: TransitionPlan,
  actor: Actor,
): Promise<FourEyes> {
  if ((!transition.not && !transition.or) || !isUser(actor)) return "free";
  const isMaker = isMakerSql({ tenant: "$1", kind: "$2", id: "$3", user: "$4" });
  const made = await db.query(`SELECT 1 AS made WHERE ${isMaker}`, [actor.tenant, entity.name, id, actor.userId ?? ""]);
  if (made.length === 0) return "free";
  if (transition.or) return "own";
  const colleagues = await readColleagues(db, actor);
  if (colleagues.length === 0) return "lone";
  if (hasChecker(colleagues, transition)) return "other";
  const isFormer = isOwnReviewSql({ tenant: "$1", kind: "$2", id: "$3" });
  const former = await db.query(`SELECT 1 AS former WHERE ${isFormer}`, [actor.tenant, entity.name, id]);
  return former.length > 0 ? "sole" : "other";
}

/**
 * Returns the review that follows a creation when the maker is the tenant's only user and may review; undefined when
 * there are other users, or the lifecycle has no `sole`.
 */
export async function findOwnReview(
  db: Queries,
  { entity, created, record }: { entity: Entity; created: TransitionPlan; record: Row },
  actor: Actor,
): Promise<TransitionPlan | undefined> {
  if (!isUser(actor)) return undefined;
  const next = entity.lifecycle?.transitions.find(
    (transition) => transition.sole && canTransition(transition, created.to, record),
  );
  if (!next || (next.grant && !actor.grants.has(next.grant))) return undefined;
  return (await readColleagues(db, actor)).length === 0 ? next : undefined;
}
