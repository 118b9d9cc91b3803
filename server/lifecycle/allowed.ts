import { evaluate, canTransition, type Entity, type Row } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import type { Strength } from "../session/step-up.ts";
import type { LifecycleContext, Stored } from "./context.ts";
import { contextsOf, loadFacts } from "./facts.ts";
import { type BlockReason, denialReason, fourEyesStatus, requiredStepUp } from "./guard.ts";
import type { Queries } from "../store/database.ts";
import { storedScope } from "./values.ts";

/** A button: what the event leads to, what it needs, how it is confirmed; `releases`: what was held comes back; `blocked` says why it is greyed out. */
export interface AllowedEvent {
  event: string;
  to: string;
  needs: string[];
  takes?: string[];
  stepUp?: Strength;
  releases?: true;
  blocked?: BlockReason;
}

/** The person's events that lead on from the record's state. Those whose grant he lacks are left out; one that he prepared himself is there but blocked. */
export async function allowedEvents(
  { db, schemas, vocabulary, clock }: Pick<LifecycleContext, "schemas" | "vocabulary" | "clock"> & { db: Queries },
  entity: Entity,
  record: Pick<Stored, "id" | "status"> & { data?: Row },
  actor: Actor,
): Promise<AllowedEvent[]> {
  const found: AllowedEvent[] = [];
  for (const transition of entity.lifecycle?.transitions ?? []) {
    if (
      transition.by !== "merchant" ||
      transition.touches ||
      !canTransition(transition, record.status, record.data ?? {}) ||
      found.some(({ event }) => event === transition.on)
    )
      continue;
    // What the event itself must bring is unknown here: then the server decides when it comes.
    if (transition.when && evaluate(transition.when, storedScope(entity, record.data ?? {})) === false) continue;
    const review = await fourEyesStatus(db, entity, record.id, transition, actor);
    const blocked = denialReason(transition, review, actor);
    if (blocked === "notGranted") continue;
    const releases = transition.money !== undefined && "release" in transition.money ? true : undefined;
    const data = record.data ?? {};
    const facts =
      review === "lone" && transition.sole
        ? await loadFacts(
            { db, schemas, vocabulary, clock, actor, entity, record: data },
            contextsOf([transition], vocabulary),
          )
        : {};
    found.push({
      event: transition.on,
      to: transition.to,
      needs: transition.needs,
      takes: transition.takes,
      stepUp: requiredStepUp(transition, review, { ...facts, ...storedScope(entity, data) }),
      releases,
      blocked,
    });
  }
  return found;
}
