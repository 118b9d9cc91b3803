/** Whose turn a record is: the user's, while it waits for an event that the user may fire. */
import { type Entity, tableOf, type TransitionPlan } from "../../src/engine/index.ts";
import { type Actor, isUser } from "../core/actor.ts";
import type { Queries } from "../store/database.ts";
import { quote } from "../store/quote.ts";
import { hasChecker, isMakerSql, readColleagues } from "./four-eyes.ts";

/** Returns the SQL of each entity's records: `you` while a record waits for an event that the user may fire, else `us`. */
export async function createTurnSql(
  db: Queries,
  entities: readonly Entity[],
  actor: Actor,
): Promise<(entity: Entity) => string> {
  const isReviewed = entities.some(({ lifecycle }) => lifecycle?.transitions.some(({ not }) => not === "maker"));
  const colleagues = isReviewed ? await readColleagues(db, actor) : [];
  const canReviewOwn = (transition: TransitionPlan) => !hasChecker(colleagues, transition);
  return (entity) => buildTurn(entity, actor, canReviewOwn);
}

/** Returns whether a transition is a user's step forward; a transition to a failed final state is not. */
function isStepForward(transition: TransitionPlan, { lifecycle }: Entity): boolean {
  const state = lifecycle?.states.find(({ name }) => name === transition.to);
  return isUser(transition) && transition.from.length > 0 && (state?.final !== true || state.tone === "success");
}

function buildTurn(entity: Entity, actor: Actor, canReviewOwn: (transition: TransitionPlan) => boolean): string {
  const steps = (entity.lifecycle?.transitions ?? []).filter(
    (step) => isStepForward(step, entity) && (!step.grant || actor.grants.has(step.grant)),
  );
  const free = steps.filter((step) => step.not !== "maker" || canReviewOwn(step));
  const states = (some: readonly TransitionPlan[]) =>
    [...new Set(some.flatMap(({ from }) => from))].map(quote).join(", ");
  const others = steps.filter((step) => !free.includes(step));
  const table = tableOf(entity);
  const isMaker = isMakerSql({
    tenant: `${table}.m`,
    kind: quote(entity.name),
    id: `${table}.id`,
    user: quote(actor.userId ?? ""),
  });
  const cases = [
    ...(free.length > 0 ? [`WHEN status IN (${states(free)}) THEN 'you'`] : []),
    ...(others.length > 0 ? [`WHEN status IN (${states(others)}) AND NOT ${isMaker} THEN 'you'`] : []),
  ];
  return cases.length > 0 ? `CASE ${cases.join(" ")} ELSE 'us' END` : "'us'";
}
