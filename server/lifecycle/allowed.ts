import { canTransition, evaluate, type Entity, type Row, type TransitionPlan, type StepUp } from "@portolan/engine";
import { type Actor, isUser } from "../core/actor.ts";
import type { LifecycleContext, Stored } from "./context.ts";
import { listContexts, loadFacts } from "./facts.ts";
import { findFourEyesStatus } from "./four-eyes.ts";
import { type BlockReason, findDenialReason, findRequiredStepUp } from "./guard.ts";
import type { Queries } from "../store/database.ts";
import { buildStoredScope } from "./values.ts";

/**
 * An action on the record's page: target state, required and optional input, and step-up. `releases`: whether it frees
 * held money. `blocked`: the reason why it is disabled.
 */
export interface AllowedEvent {
  event: string;
  to: string;
  needs: string[];
  takes?: string[];
  stepUp?: StepUp;
  releases?: true;
  blocked?: BlockReason | undefined;
}

/**
 * Returns the events that the user can fire in the record's state. Omits events that the user has no grant for. Events
 * that four eyes forbid to the maker are included as blocked.
 */
export async function listAllowedEvents(
  { db, schemas, vocabulary, clock }: Pick<LifecycleContext, "schemas" | "vocabulary" | "clock"> & { db: Queries },
  entity: Entity,
  { id, status, data = {} }: Pick<Stored, "id" | "status"> & { data?: Row },
  actor: Actor,
): Promise<AllowedEvent[]> {
  const scope = buildStoredScope(entity, data);
  // Conditions on the event's own input are evaluated when the event fires.
  const canFire = (transition: TransitionPlan) =>
    isUser(transition) &&
    !transition.touches &&
    canTransition(transition, status, data) &&
    !(transition.when && evaluate(transition.when, scope) === false);
  const found: AllowedEvent[] = [];
  for (const transition of (entity.lifecycle?.transitions ?? []).filter(canFire)) {
    if (found.some(({ event }) => event === transition.on)) continue;
    const review = await findFourEyesStatus(db, { entity, id }, transition, actor);
    const blocked = findDenialReason(transition, review, actor);
    if (blocked === "notGranted") continue;
    const facts =
      review === "lone" && transition.sole
        ? await loadFacts(
            { db, schemas, vocabulary, clock, actor, entity, record: data },
            listContexts([transition], vocabulary),
          )
        : {};
    const stepUp = findRequiredStepUp(transition, review, { scope: { ...facts, ...scope }, ...schemas.dialect });
    found.push({
      event: transition.on,
      to: transition.to,
      needs: transition.needs,
      ...(transition.takes ? { takes: transition.takes } : {}),
      ...(stepUp ? { stepUp } : {}),
      ...(entity.dialect.funds?.releases(transition) ? { releases: true } : {}),
      blocked,
    });
  }
  return found;
}
