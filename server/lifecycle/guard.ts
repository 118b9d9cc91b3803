import {
  Decimal,
  evaluate,
  groupThousands,
  canTransition,
  findFailedPrecondition,
  type Entity,
  type Scope,
  type TransitionPlan,
  type StepUp,
} from "@portolan/engine";
import { type Actor, isUser } from "../core/actor.ts";
import { Failure, findFailure } from "../core/failure.ts";
import { assertPresent } from "../core/required.ts";
import { hasSecondFactor, type Strength } from "../session/step-up.ts";
import type { Stored } from "./context.ts";
import type { FourEyes } from "./four-eyes.ts";

/**
 * Returns the transitions of an event (undefined: of every event) that the actor can fire in the record's state (`from`
 * undefined: creation).
 * @throws Failure `transition` when there is none
 */
export function listMatchingTransitions(
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

/** Returns the first transition whose condition is true. @throws Failure `transition` when there is none */
export function selectTransition(transitions: readonly TransitionPlan[], scope: Scope, status: string): TransitionPlan {
  const found = transitions.find(({ when }) => !when || evaluate(when, scope) === true);
  if (!found) throw new Failure("transition", { event: transitions[0]?.on ?? "", status });
  return found;
}

/**
 * Returns the step-up that the transition requires of the actor. A review by the maker requires the second factor; for
 * a lone user, only above the limit of `sole`. `scope`: the record and its facts. `stepUps`: those of the dialect.
 */
export function findRequiredStepUp(
  transition: TransitionPlan,
  review: FourEyes,
  { scope, stepUps }: Pick<GuardRequest, "scope" | "stepUps">,
): StepUp | undefined {
  const needsFactor = review === "sole" || (review === "lone" && findExceededLimit(transition, scope) !== undefined);
  if (!needsFactor) return transition.stepUp;
  return assertPresent(stepUps.find(hasSecondFactor), "a step-up of the dialect with a second factor");
}

/**
 * Returns the limit that a lone reviewer's record exceeds, with thousands separators; undefined within the limit. Empty
 * when no limit is set, which counts as exceeded.
 */
export function findExceededLimit({ sole }: TransitionPlan, scope: Scope): string | undefined {
  const [amount, upTo] = sole ? [sole.amount, sole.upTo].map((expression) => evaluate(expression, scope)) : [];
  if (!(upTo instanceof Decimal)) return "";
  return amount instanceof Decimal && amount.cmp(upTo) <= 0 ? undefined : groupThousands(upTo.trim().toString());
}

/** Reason why an action is disabled: the name of a failure. */
export type BlockReason = "makerIsChecker";

/** Returns why the actor may not fire the transition, regardless of step-up; undefined when allowed. */
export function findDenialReason(
  transition: TransitionPlan,
  review: FourEyes,
  actor: Actor,
): "notGranted" | BlockReason | undefined {
  if (!isUser(actor)) return undefined;
  if (transition.grant && review !== "own" && !actor.grants.has(transition.grant)) return "notGranted";
  return review === "other" ? "makerIsChecker" : undefined;
}

/** The actor's four-eyes status and step-up, and the scope in which a lone reviewer's limit is evaluated. */
interface GuardRequest {
  review: FourEyes;
  actor: Actor;
  proved: Strength | undefined;
  scope: Scope;
  stepUps: readonly StepUp[];
  currency?: string | undefined;
}

/**
 * Asserts that the actor may fire the transition and has confirmed it strongly enough.
 *
 * @throws Failure `notGranted`, `makerIsChecker`, `proofMissing`, `totpNeeded`; `soleAbove`, instead of `totpNeeded`,
 * with the limit in `currency` that a lone reviewer's record exceeds
 */
export function guard(
  transition: TransitionPlan,
  { review, actor, proved, scope, stepUps, currency = "" }: GuardRequest,
): void {
  const why = findDenialReason(transition, review, actor);
  if (why) throw new Failure(why);
  const need = isUser(actor) ? findRequiredStepUp(transition, review, { scope, stepUps }) : undefined;
  const limit =
    review === "lone" && need && hasSecondFactor(need) && proved && !hasSecondFactor(proved)
      ? findExceededLimit(transition, scope)
      : undefined;
  if (limit) throw new Failure("soleAbove", { limit: `${limit} ${currency}`.trim() });
  assertStepUp(need, proved);
}

/**
 * Asserts that a step-up is strong enough.
 *
 * @throws Failure `proofMissing` without a proof, `totpNeeded` for a proof that lacks a required second factor
 */
export function assertStepUp(need: StepUp | undefined, proved: Strength | undefined): void {
  if (need && !proved) throw new Failure("proofMissing");
  if (need && proved && hasSecondFactor(need) && !hasSecondFactor(proved)) throw new Failure("totpNeeded");
}

/** Asserts the preconditions for opening the entity's form. @throws Failure of the first one that is not met */
export function assertPreconditions(entity: Entity, scope: Scope): void {
  const failed = findFailedPrecondition(entity, scope);
  if (failed) throw new Failure(findFailure(failed.message));
}
