import {
  Decimal,
  evaluate,
  groupThousands,
  canTransition,
  shutGate,
  type Entity,
  type Row,
  type Scope,
  type TransitionPlan,
} from "../../src/engine/index.ts";
import type { FailureName } from "../../src/contract/failures.ts";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import type { Strength } from "../session/step-up.ts";
import type { Queries } from "../store/database.ts";
import type { FourEyes, Stored } from "./context.ts";

/** Transitions of an event that lead on from where a record stands (`undefined`: creation) and are this actor's. Throws `transition` when there is none. */
export function matchingTransitions(
  entity: Entity,
  event: string | undefined,
  from: Pick<Stored, "status" | "data"> | undefined,
  actor: Pick<Actor, "by">,
): TransitionPlan[] {
  const found = (entity.lifecycle?.transitions ?? []).filter(
    (transition) =>
      (event === undefined || transition.on === event) &&
      transition.by === actor.by &&
      (from === undefined ? transition.from.length === 0 : canTransition(transition, from.status, from.data)),
  );
  if (found.length === 0) throw new Failure("transition", { event: event ?? "", status: from?.status ?? "" });
  return found;
}

/** The first transition whose condition holds. Throws `transition` when none does. */
export function selectTransition(transitions: readonly TransitionPlan[], scope: Scope, status: string): TransitionPlan {
  const found = transitions.find(({ when }) => !when || evaluate(when, scope) === true);
  if (!found) throw new Failure("transition", { event: transitions[0]?.on ?? "", status });
  return found;
}

/** Whether the actor prepared the record, and whether anyone else could review it. */
export async function fourEyesStatus(
  db: Queries,
  entity: Entity,
  id: string,
  transition: TransitionPlan,
  actor: Actor,
): Promise<FourEyes> {
  if (transition.not !== "maker" || actor.by !== "merchant") return "free";
  const [made] = await db.query(
    `SELECT user_id FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND "from" IS NULL ORDER BY seq LIMIT 1`,
    [actor.tenant, entity.name, id],
  );
  if (!made || made.user_id !== actor.userId) return "free";
  return makerStatus(db, transition, actor);
}

/** The same for a record that the actor prepared. */
async function makerStatus(
  db: Queries,
  { grant }: TransitionPlan,
  { tenant, userId }: Actor,
): Promise<Exclude<FourEyes, "free">> {
  const users = await db.query<{ id: string; grants: string[] }>(
    "SELECT id, grants FROM portal_user WHERE m = $1 AND state = 'active'",
    [tenant],
  );
  const others = users.filter(({ id }) => id !== userId);
  if (others.length === 0) return "lone";
  return others.some((user) => !grant || user.grants.includes(grant)) ? "other" : "sole";
}

/** The review that a creation leads on to, because its maker is the merchant's only user and may review; nothing where somebody else could, or the lifecycle names none (`sole`). */
export async function findOwnReview(
  db: Queries,
  entity: Entity,
  created: TransitionPlan,
  record: Row,
  actor: Actor,
): Promise<TransitionPlan | undefined> {
  if (actor.by !== "merchant") return undefined;
  const next = entity.lifecycle?.transitions.find((one) => one.sole && canTransition(one, created.to, record));
  if (!next || (next.grant && !actor.grants.has(next.grant))) return undefined;
  return (await makerStatus(db, next, actor)) === "lone" ? next : undefined;
}

/** How strongly the actor must confirm: whoever reviews his own record with a second factor, a lone user only above the limit that `sole` names. `scope`: the record and its facts. */
export function requiredStepUp(transition: TransitionPlan, review: FourEyes, scope: Scope): Strength | undefined {
  if (review === "sole") return "pay+totp";
  return review === "lone" && aboveLimit(transition, scope) !== undefined ? "pay+totp" : transition.stepUp;
}

/** The limit that a lone reviewer's record is above, thousands in groups: empty where none is set, which counts as above. Nothing when the record keeps it. */
export function aboveLimit({ sole }: TransitionPlan, scope: Scope): string | undefined {
  const [amount, upTo] = sole ? [sole.amount, sole.upTo].map((one) => evaluate(one, scope)) : [];
  if (!(upTo instanceof Decimal)) return "";
  return amount instanceof Decimal && amount.cmp(upTo) <= 0 ? undefined : groupThousands(upTo.trim().toString());
}

/** Why a button is there and greyed out. The portal brings the words of these failures alone (`tools/vite-words.ts`). */
export type BlockReason = "makerIsChecker";

/** Why this actor may not fire the transition, apart from the proof; nothing when he may. */
export function denialReason(
  transition: TransitionPlan,
  review: FourEyes,
  actor: Actor,
): "notGranted" | BlockReason | undefined {
  if (actor.by !== "merchant") return undefined;
  if (transition.grant && !actor.grants.has(transition.grant)) return "notGranted";
  return review === "other" ? "makerIsChecker" : undefined;
}

/** Throws when the actor may not fire the transition or has not confirmed it strongly enough: `soleAbove` names the limit, in `currency`, that a lone reviewer's record is above. */
export function guard(
  transition: TransitionPlan,
  review: FourEyes,
  actor: Actor,
  proved: Strength | undefined,
  scope: Scope,
  currency = "",
): void {
  const why = denialReason(transition, review, actor);
  if (why) throw new Failure(why);
  const need = actor.by === "merchant" ? requiredStepUp(transition, review, scope) : undefined;
  const limit =
    review === "lone" && need === "pay+totp" && proved === "pay" ? aboveLimit(transition, scope) : undefined;
  if (limit) throw new Failure("soleAbove", { limit: `${limit} ${currency}`.trim() });
  assertStepUp(need, proved);
}

/** Throws when something is not confirmed as strongly as it must be. */
export function assertStepUp(need: Strength | undefined, proved: Strength | undefined): void {
  if (need && !proved) throw new Failure("proofMissing");
  if (need === "pay+totp" && proved !== "pay+totp") throw new Failure("totpNeeded");
}

/** Throws the failure of the first gate that is shut: the form should not have opened. */
export function assertPreconditions(entity: Entity, scope: Scope): void {
  const shut = shutGate(entity, scope);
  if (shut) throw new Failure(shut.message as FailureName);
}
