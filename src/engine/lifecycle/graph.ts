import type { EntityDraft } from "../schema/draft.ts";
import type { LifecyclePlan, TransitionPlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { listOf } from "./axes.ts";
import { positionKey, stepFrom, type Position } from "../entity/transitions.ts";
import { lifecycleWords } from "./finding-words.ts";

/** Every state is reached from a creation, every transition can happen, and nothing leaves a final state. */
export function checkGraph(plan: LifecyclePlan, word: Json, draft: EntityDraft): void {
  const finals = plan.states.filter((one) => one.final).map((one) => one.name);
  const words = word.get("transitions")!.items();
  for (const one of words) {
    const from = one.get("from")!;
    for (const place of listOf(from.node.type === "object" ? (from.get(plan.field) ?? from) : from)) {
      if (finals.includes(place.value as string))
        draft.report(place.place(), "leaves-final", lifecycleWords.leavesFinal(String(place.value)));
    }
  }
  if (draft.findings.length > 0) return;
  const { states, used } = reachable(plan);
  for (const [name, one] of word.get("states")!.entries()) {
    if (!states.has(name)) draft.report(one.place("key"), "unreachable-state", lifecycleWords.unreachable(name));
  }
  plan.transitions.forEach((transition, index) => {
    const dead = transition.alsoFrom && !used.has(transition) && transition.from.some((state) => states.has(state));
    if (dead)
      draft.report(words[index]!.get("from")!.place(), "dead-transition", lifecycleWords.deadTransition(transition.on));
  });
}

/** States that ways from a creation lead to, and the transitions that such ways use. */
function reachable(plan: LifecyclePlan): { states: ReadonlySet<string>; used: ReadonlySet<TransitionPlan> } {
  const [states, used, seen] = [new Set<string>(), new Set<TransitionPlan>(), new Set<string>()];
  const open: (Position | undefined)[] = [undefined];
  while (open.length > 0) {
    const at = open.pop();
    for (const transition of plan.transitions) {
      const next = stepFrom(transition, at);
      if (!next) continue;
      used.add(transition);
      states.add(next.status);
      const key = positionKey(next);
      if (!seen.has(key)) open.push(next);
      seen.add(key);
    }
  }
  return { states, used };
}
