/** Determines which records wait for the user, that is, for an event that the user may fire. */
import { findColumn, type Entity, getTableName, type TransitionPlan } from "@portolan/engine";
import { type Actor, isUser } from "../core/actor.ts";
import type { Queries } from "../store/database.ts";
import { quote } from "../store/quote.ts";
import { hasChecker, isMakerSql, isOwnReviewSql, readColleagues } from "./four-eyes.ts";

/** SQL expressions over an entity's records for one user. */
export interface TurnSql {
  /** `you` while a record waits for an event that the user may fire, else `us`. */
  turn: string;
  /** Name of that event; null for `us`. */
  nextEvent: string;
  /** Condition for records that wait for the user. */
  isWaiting: string;
}

/**
 * Returns a function that builds the SQL expressions of an entity: whether a record waits for the user, and for which
 * event.
 */
export async function createTurnSql(
  db: Queries,
  entities: readonly Entity[],
  actor: Actor,
): Promise<(entity: Entity) => TurnSql> {
  const isReviewed = entities.some(({ lifecycle }) => lifecycle?.transitions.some(({ not }) => not === "maker"));
  const colleagues = isReviewed ? await readColleagues(db, actor) : [];
  const findOwnReviews = (transition: TransitionPlan) =>
    colleagues.length === 0 ? "all" : hasChecker(colleagues, transition) ? "none" : "former";
  return (entity) => buildTurn(entity, actor, findOwnReviews);
}

/**
 * Returns whether a transition moves the record forward: a user fires it, it leaves the current state, and its target
 * is not final, or is a success.
 */
function isStepForward(transition: TransitionPlan, { lifecycle }: Entity): boolean {
  const state = lifecycle?.states.find(({ name }) => name === transition.to);
  const isLeft = transition.from.length > 0 && !transition.from.includes(transition.to);
  return isUser(transition) && isLeft && (state?.final !== true || state.tone === "success");
}

/** `findOwnReviews`: which of the records that the actor made the actor may review by a transition. */
function buildTurn(
  entity: Entity,
  actor: Actor,
  findOwnReviews: (transition: TransitionPlan) => "all" | "none" | "former",
): TurnSql {
  const steps = (entity.lifecycle?.transitions ?? []).filter(
    (step) => isStepForward(step, entity) && (!step.grant || actor.grants.has(step.grant)),
  );
  if (steps.length === 0) return { turn: "'us'", nextEvent: "NULL", isWaiting: "1 = 0" };
  const status = (entity.lifecycle && findColumn(entity, entity.lifecycle.field)?.column) ?? "status";
  const table = getTableName(entity);
  const record = { tenant: `${table}.m`, kind: quote(entity.name), id: `${table}.id` };
  const isMaker = isMakerSql({ ...record, user: quote(actor.userId ?? "") });
  const conditions = {
    all: "",
    none: ` AND NOT ${isMaker}`,
    former: ` AND (NOT ${isMaker} OR ${isOwnReviewSql(record)})`,
  };
  const waits = steps.map((step) => {
    const own = conditions[step.not === "maker" ? findOwnReviews(step) : "all"];
    return { event: quote(step.on), condition: `(${status} IN (${step.from.map(quote).join(", ")})${own})` };
  });
  const isWaiting = [...new Set(waits.map(({ condition }) => condition))].join(" OR ");
  const cases = waits.map(({ event, condition }) => `WHEN ${condition} THEN ${event}`);
  return {
    turn: `CASE WHEN ${isWaiting} THEN 'you' ELSE 'us' END`,
    nextEvent: `CASE ${cases.join(" ")} END`,
    isWaiting: `(${isWaiting})`,
  };
}
