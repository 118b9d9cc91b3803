import type { EntityDraft } from "../schema/draft.ts";
import type { LifecyclePlan, TransitionPlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { formatPosition, applyStep, type Position } from "../entity/transitions.ts";
import { lifecycleMessages } from "./finding-messages.ts";

/**
 * Reports transitions that leave a final state. If the draft has no findings, also reports unreachable states and
 * transitions that can never happen.
 */
export function checkGraph(plan: LifecyclePlan, keyword: Json, draft: EntityDraft): void {
  const finals = plan.states.filter((state) => state.final).map((state) => state.name);
  const nodes = keyword.member("transitions").items();
  for (const node of nodes) {
    const from = node.member("from");
    for (const state of (from.get(plan.field) ?? from).itemsOrSelf()) {
      const name = String(state.value);
      if (finals.includes(name)) draft.report(state.location(), "leaves-final", lifecycleMessages.leavesFinal(name));
    }
  }
  reportShadowed(plan, nodes, draft);
  if (draft.findings.length > 0) return;
  const { states, used } = findReachable(plan);
  for (const [name, node] of keyword.member("states").entries()) {
    if (!states.has(name)) draft.report(node.location("key"), "unreachable-state", lifecycleMessages.unreachable(name));
  }
  for (const [index, node] of nodes.entries()) {
    const transition = plan.transitions[index];
    if (!transition?.alsoFrom || used.has(transition)) continue;
    if (transition.from.some((state) => states.has(state)))
      draft.report(node.member("from").location(), "dead-transition", lifecycleMessages.deadTransition(transition.on));
  }
}

/**
 * Reports a transition that an earlier one of the same event and actor always precedes in one of its states: of several,
 * the first whose `when` is true happens.
 */
function reportShadowed({ transitions }: LifecyclePlan, nodes: readonly Json[], draft: EntityDraft): void {
  for (const [index, later] of transitions.entries()) {
    const earlier = transitions
      .slice(0, index)
      .find(
        (transition) =>
          transition.on === later.on &&
          transition.by === later.by &&
          (!transition.when || transition.when.source === later.when?.source) &&
          meet(transition, later),
      );
    const node = nodes[index];
    if (earlier && node)
      draft.report(node.member("on").location(), "event-twice", lifecycleMessages.eventTwice(later.on));
  }
}

/** Returns whether both transitions can begin at the same position, or both create a record. */
const meet = (one: TransitionPlan, other: TransitionPlan): boolean =>
  (one.from.length === 0 ? other.from.length === 0 : one.from.some((state) => other.from.includes(state))) &&
  Object.entries(one.alsoFrom ?? {}).every(([axis, values]) =>
    (other.alsoFrom?.[axis] ?? values).some((value) => values.includes(value)),
  );

/** Returns the states that are reachable from a creation, and the transitions that can happen. */
function findReachable(plan: LifecyclePlan): { states: ReadonlySet<string>; used: ReadonlySet<TransitionPlan> } {
  const [states, used, seen] = [new Set<string>(), new Set<TransitionPlan>(), new Set<string>()];
  const open: (Position | undefined)[] = [undefined];
  while (open.length > 0) {
    const position = open.pop();
    for (const transition of plan.transitions) {
      const next = applyStep(transition, position);
      if (!next) continue;
      used.add(transition);
      states.add(next.status);
      const key = formatPosition(next);
      if (!seen.has(key)) open.push(next);
      seen.add(key);
    }
  }
  return { states, used };
}
