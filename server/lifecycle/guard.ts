import { evaluate, leadsOn, shutGate, type Entity, type Scope, type TransitionPlan } from "../../src/engine/index.ts";
import type { FailureName } from "../../src/contract/failures.ts";
import type { Actor } from "../actor.ts";
import { Failure } from "../failure.ts";
import type { Strength } from "../session/step-up.ts";
import type { Queries } from "../store/database.ts";
import type { Stored } from "./context.ts";

/** Whether a person who prepared a record may review it: nobody else could (`sole`), somebody else must (`other`), or he did not prepare it. */
export type Review = "free" | "sole" | "other";

/** Transitions of an event that lead on from where a record stands (`undefined`: creation) and are this actor's. Throws `transition` when there is none. */
export function candidates(entity: Entity, event: string | undefined, from: Pick<Stored, "status" | "data"> | undefined, actor: Pick<Actor, "by">): TransitionPlan[] {
  const found = (entity.lifecycle?.transitions ?? []).filter((transition) =>
    (event === undefined || transition.on === event) && transition.by === actor.by
    && (from === undefined ? transition.from.length === 0 : leadsOn(transition, from.status, from.data)));
  if (found.length === 0) throw new Failure("transition", { event: event ?? "", status: from?.status ?? "" });
  return found;
}

/** The first transition whose condition holds. Throws `transition` when none does. */
export function choose(transitions: readonly TransitionPlan[], scope: Scope, status: string): TransitionPlan {
  const found = transitions.find(({ when }) => !when || evaluate(when, scope) === true);
  if (!found) throw new Failure("transition", { event: transitions[0]?.on ?? "", status });
  return found;
}

/** Whether the actor prepared the record, and whether anyone else could review it. */
export async function reviewOf(db: Queries, entity: Entity, id: string, transition: TransitionPlan, actor: Actor): Promise<Review> {
  if (transition.not !== "maker" || actor.by !== "merchant") return "free";
  const [made] = await db.query(`SELECT user_id FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND "from" IS NULL ORDER BY seq LIMIT 1`,
    [actor.merId, entity.name, id]);
  if (!made || made.user_id !== actor.userId) return "free";
  const users = await db.query<{ id: string; grants: string[] }>("SELECT id, grants FROM portal_user WHERE m = $1 AND state = 'active'", [actor.merId]);
  const others = users.some((user) => user.id !== actor.userId && (!transition.grant || user.grants.includes(transition.grant)));
  return others ? "other" : "sole";
}

/** How strongly the person must confirm: the sole reviewer of his own record with a second factor. */
export function stepUpOf(transition: TransitionPlan, review: Review): Strength | undefined {
  return review === "sole" ? "pay+totp" : transition.stepUp;
}

/** Why a button is there and greyed out. The portal brings the words of these failures alone (`tools/vite-words.ts`). */
export type Blocked = "makerIsChecker";

/** Why this actor may not fire the transition, apart from the proof; nothing when he may. */
export function refusal(transition: TransitionPlan, review: Review, actor: Actor): "notGranted" | Blocked | undefined {
  if (actor.by !== "merchant") return undefined;
  if (transition.grant && !actor.grants.has(transition.grant)) return "notGranted";
  return review === "other" ? "makerIsChecker" : undefined;
}

/** Throws when the actor may not fire the transition or has not confirmed it strongly enough. */
export function guard(transition: TransitionPlan, review: Review, actor: Actor, proved: Strength | undefined): void {
  const why = refusal(transition, review, actor);
  if (why) throw new Failure(why);
  const need = actor.by === "merchant" ? stepUpOf(transition, review) : undefined;
  enough(need, proved);
}

/** Throws when something is not confirmed as strongly as it must be. */
export function enough(need: Strength | undefined, proved: Strength | undefined): void {
  if (need && !proved) throw new Failure("proofMissing");
  if (need === "pay+totp" && proved !== "pay+totp") throw new Failure("totpNeeded");
}

/** Throws the failure of the first gate that is shut: the form should not have opened. */
export function gates(entity: Entity, scope: Scope): void {
  const shut = shutGate(entity, scope);
  if (shut) throw new Failure(shut.message as FailureName);
}
