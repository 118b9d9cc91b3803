/** Comparison of lifecycles: states and transitions with their conditions and effects; and events that use a field. */
import type { LifecyclePlan, TransitionPlan } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";
import {
  addRisk,
  compareSets,
  formatValue,
  isSame,
  subtract,
  toKebab,
  unparse,
  type Difference,
  type Level,
  type Place,
  type RecordPair,
} from "../schema/comparison.ts";
import type { Effect } from "../schema/effect.ts";
import { createReach, findText, readsField, type Explained, type Reach } from "../schema/explanation.ts";
import type { TransitionKeyword } from "./transition-keywords.ts";

/** Compares the lifecycle of an entity. */
export function* compareLifecycles(change: RecordPair, keywords: readonly TransitionKeyword[]): Generator<Difference> {
  const [was, is] = [change.was.lifecycle, change.is.lifecycle];
  const place = change.record("x-lifecycle");
  if (!was && is)
    yield place.report("lifecycle-added", "breaking/breaking", { zh: "现在有生命周期", en: "has a lifecycle now" });
  if (was && !is)
    yield place.report("lifecycle-removed", "breaking/breaking", {
      zh: "没有生命周期了",
      en: "has no lifecycle any more",
    });
  if (!was || !is) return;
  yield* compareFrozen(change, [was.frozen ?? [], is.frozen ?? []]);
  yield* compareStates(change, [was, is]);
  yield* compareTransitions(change, [was, is], keywords);
}

/** Compares the fields whose values are checked before a review. */
function* compareFrozen(change: RecordPair, [was, is]: readonly [string[], string[]]): Generator<Difference> {
  const [thawed, frozen] = [subtract(was, is), subtract(is, was)];
  if (thawed.length + frozen.length === 0) return;
  const isThawed = thawed.length > 0;
  const labels = (isThawed ? thawed : frozen).map((name) => change.text(`field.${name}.label`, name));
  yield change.record("x-lifecycle").report(
    "frozen-changed",
    "info/none",
    {
      zh: `复核和提交前${isThawed ? "不再" : "也"}核对${labels.map(({ zh }) => zh).join("、")}`,
      en: `${labels.map(({ en }) => en).join(", ")} ${isThawed ? "no longer" : "also"} checked before a review and a request`,
    },
    addRisk(isThawed, "control-loosened"),
  );
}

function* compareStates(change: RecordPair, [was, is]: readonly [LifecyclePlan, LifecyclePlan]): Generator<Difference> {
  const place = (state: string) => change.part(state, ["x-lifecycle", "states", state]);
  const name = (state: string) => change.text(`state.${state}`, state);
  const list = ({ states }: LifecyclePlan) => states.map((state) => state.name);
  yield* compareSets([list(was), list(is)], {
    removed: (state) =>
      place(state).report(
        "state-removed",
        "breaking/breaking",
        {
          zh: `状态“${name(state).zh}”没有了；停在那里的记录走不下去`,
          en: `the state "${name(state).en}" is gone; records that are in it lead nowhere`,
        },
        { field: was.field, removed: state },
      ),
    added: (state) =>
      place(state).report(
        "state-added",
        "info/warning",
        {
          zh: `新状态“${name(state).zh}”；读取方须认识它`,
          en: `a new state "${name(state).en}"; readers must know it`,
        },
        { field: is.field },
      ),
  });
  for (const state of was.states) {
    const now = is.states.find((other) => other.name === state.name);
    const { zh, en } = name(state.name);
    if (now && state.final !== now.final)
      yield place(state.name).report("state-changed", "none/warning", {
        zh: `状态“${zh}”${now.final ? "现在是最终状态" : "不再是最终状态"}`,
        en: `the state "${en}" is ${now.final ? "final now" : "not final any more"}`,
      });
    else if (now && state.tone !== now.tone)
      yield place(state.name).report("tone-changed", "none/none", {
        zh: `状态“${zh}”换颜色`,
        en: `the state "${en}" has another colour`,
      });
  }
}

/**
 * Matches transitions of both versions: the same one, otherwise the same event and target, otherwise the same event.
 */
function pairTransitions(
  was: readonly TransitionPlan[],
  is: readonly TransitionPlan[],
): Map<TransitionPlan, TransitionPlan> {
  const pairs = new Map<TransitionPlan, TransitionPlan>();
  const free = new Set(is);
  const meets: ((transition: TransitionPlan, other: TransitionPlan) => boolean)[] = [
    (transition, other) => isSame(unparse(transition), unparse(other)),
    (transition, other) =>
      transition.on === other.on &&
      transition.to === other.to &&
      (isSame(transition.from, other.from) || transition.from.some((state) => other.from.includes(state))),
    (transition, other) => transition.on === other.on && transition.to === other.to,
    (transition, other) => transition.on === other.on && isSame(transition.from, other.from),
  ];
  for (const meet of meets) {
    for (const transition of was) {
      const other = pairs.has(transition) ? undefined : [...free].find((candidate) => meet(transition, candidate));
      if (!other) continue;
      pairs.set(transition, other);
      free.delete(other);
    }
  }
  return pairs;
}

function* compareTransitions(
  change: RecordPair,
  [was, is]: readonly [LifecyclePlan, LifecyclePlan],
  keywords: readonly TransitionKeyword[],
): Generator<Difference> {
  const pairs = pairTransitions(was.transitions, is.transitions);
  const kept = new Set(pairs.values());
  const place = ({ on }: TransitionPlan, now?: TransitionPlan) => {
    const { zh, en } = change.text(`event.${on}`, on);
    const index = now ? [String(is.transitions.indexOf(now))] : [];
    return change.part(on, ["x-lifecycle", "transitions", ...index], { zh: `“${zh}”`, en: `"${en}" ` });
  };
  for (const transition of was.transitions) {
    const now = pairs.get(transition);
    const { to, from, by } = transition;
    const grave = change.dialect.actors[by] === "user" ? "breaking" : "warning";
    const here = place(transition, now);
    if (!now) {
      yield here.report("event-removed", `${grave}/info`, { zh: `不再通向 ${to}`, en: `leads to ${to} no more` });
      continue;
    }
    if (to !== now.to)
      yield here.report("event-redirected", `${grave}/warning`, {
        zh: `通向 ${now.to}，原为 ${to}`,
        en: `leads to ${now.to} instead of ${to}`,
      });
    const inBoth = (state: string) => [was, is].every(({ states }) => states.some(({ name }) => name === state));
    yield* compareSets([from.filter(inBoth), now.from.filter(inBoth)], {
      removed: (state) =>
        here.report("event-narrowed", `${grave}/info`, {
          zh: `不再从 ${state} 开始`,
          en: `does not begin at ${state} any more`,
        }),
      added: (state) =>
        here.report("event-widened", "info/warning", { zh: `也从 ${state} 开始`, en: `begins at ${state} too` }),
    });
    yield* compareSets([transition.needs, now.needs], {
      removed: (field) =>
        here.report(
          "no-longer-needed",
          "info/warning",
          { zh: `不再要求 ${field}`, en: `does not ask for ${field} any more` },
          {
            risk: "control-loosened",
          },
        ),
      added: (field) => here.report("now-needed", `${grave}/none`, { zh: `须填 ${field}`, en: `asks for ${field}` }),
    });
    yield* compareMembers(here, [transition, now], { keywords, grave });
  }
  for (const transition of is.transitions)
    if (!kept.has(transition))
      yield place(transition, transition).report("event-added", "info/info", {
        zh: `新事件，通向 ${transition.to}`,
        en: `is a new event that leads to ${transition.to}`,
      });
}

/** Compares what restricts an event, and what it does. `grave`: the level of a restriction for writers. */
function* compareMembers(
  place: Place,
  [was, is]: readonly [TransitionPlan, TransitionPlan],
  { keywords, grave }: { keywords: readonly TransitionKeyword[]; grave: Level },
): Generator<Difference> {
  for (const { member, words, guards, risk } of keywords.flatMap(({ compare }) => compare)) {
    const [old, value] = [was[member], is[member]];
    if (isSame(unparse(old), unparse(value))) continue;
    const more = risk ? addRisk(risk[1](was, is), risk[0]) : {};
    const what = `${toKebab(member)}-changed`;
    yield guards
      ? place.report(
          what,
          value === undefined ? "warning/none" : `${grave}/none`,
          {
            zh: `${words.zh}：${formatValue(old, "zh")} 改为 ${formatValue(value, "zh")}`,
            en: `${words.en}: ${formatValue(value, "en")} instead of ${formatValue(old, "en")}`,
          },
          more,
        )
      : place.report(what, "info/warning", { zh: `${words.zh}改了`, en: `${words.en} otherwise` }, more);
  }
}

/** Returns all expressions that a transition evaluates, including those of its effects. */
export function listTransitionExpressions(effects: readonly Effect[], plan: TransitionPlan): Expression[] {
  const { when, sole, set } = plan;
  return [
    ...(when ? [when] : []),
    ...(sole ? [sole.amount, sole.upTo] : []),
    ...Object.values(set),
    ...effects.flatMap((effect) => effect.expressions?.(plan) ?? []),
  ];
}

/** Explains the events that ask for the field, and those that read it. */
export function* explainEvents(at: Explained, effects: readonly Effect[]): Generator<Reach> {
  for (const transition of at.plan.lifecycle?.transitions ?? []) {
    const { on, needs, takes = [] } = transition;
    const { zh, en } = findText(at, `event.${on}`, on);
    if (needs.includes(at.top.name) || takes.includes(at.top.name))
      yield createReach("event", { zh: `“${zh}”时填写`, en: `asked for by "${en}"` });
    if (readsField(at, listTransitionExpressions(effects, transition)))
      yield createReach("event", { zh: `“${zh}”用到它`, en: `"${en}" goes by it` });
  }
}
