/** Changes of lifecycles: states and transitions with their conditions and effects. */
import type { LifecyclePlan, TransitionPlan } from "../../../src/engine/index.ts";
import {
  isWeakerStepUp,
  isDropped,
  subtract,
  toKebab,
  unparse,
  addRisk,
  isSame,
  formatValue,
  type Difference,
  type Level,
  type Pair,
} from "./change.ts";

/** Compares the lifecycle of an entity. */
export function* diffLifecycle(pair: Pair): Generator<Difference> {
  const [was, is] = [pair.before.plan.lifecycle, pair.after.plan.lifecycle];
  const base = { at: pair.name, file: pair.after.plan.file, path: ["x-lifecycle"] };
  if (!was && !is) return;
  if (!was || !is) {
    yield {
      ...base,
      what: is ? "lifecycle-added" : "lifecycle-removed",
      request: "breaking",
      response: "breaking",
      text: {
        zh: is ? "现在有生命周期" : "没有生命周期了",
        en: is ? "has a lifecycle now" : "has no lifecycle any more",
      },
    };
    return;
  }
  const without = (own: readonly string[] = [], other: readonly string[] = []) =>
    own.filter((name) => !other.includes(name));
  const [thawed, frozen] = [without(was.frozen, is.frozen), without(is.frozen, was.frozen)];
  const label = (lang: "zh" | "en") => (name: string) => pair.before.texts[lang][`field.${name}.label`] ?? name;
  if (thawed.length + frozen.length > 0)
    yield {
      ...base,
      what: "frozen-changed",
      request: "info",
      response: "none",
      ...addRisk(thawed.length > 0, "control-loosened"),
      text: {
        zh: `复核和提交前${thawed.length > 0 ? "不再" : "也"}核对${(thawed.length > 0 ? thawed : frozen).map(label("zh")).join("、")}`,
        en: `${(thawed.length > 0 ? thawed : frozen).map(label("en")).join(", ")} ${thawed.length > 0 ? "no longer" : "also"} checked before a review and a request`,
      },
    };
  yield* diffStates(pair, was, is);
  yield* diffEvents(pair, was, is);
}

function* diffStates(pair: Pair, was: LifecyclePlan, is: LifecyclePlan): Generator<Difference> {
  const name = (state: string, lang: "zh" | "en") =>
    pair.after.texts[lang][`state.${state}`] ?? pair.before.texts[lang][`state.${state}`] ?? state;
  const locate = (state: string) => ({
    at: `${pair.name}.${state}`,
    file: pair.after.plan.file,
    path: ["x-lifecycle", "states", state],
  });
  for (const state of was.states) {
    const now = is.states.find((item) => item.name === state.name);
    if (!now)
      yield {
        ...locate(state.name),
        what: "state-removed",
        request: "breaking",
        response: "breaking",
        text: {
          zh: `状态“${name(state.name, "zh")}”没有了；停在那里的记录走不下去`,
          en: `the state "${name(state.name, "en")}" is gone; records that are in it lead nowhere`,
        },
        field: was.field,
        removed: state.name,
      };
    else if (state.final !== now.final)
      yield {
        ...locate(state.name),
        what: "state-changed",
        request: "none",
        response: "warning",
        text: {
          zh: `状态“${name(state.name, "zh")}”${now.final ? "现在是最终状态" : "不再是最终状态"}`,
          en: `the state "${name(state.name, "en")}" is ${now.final ? "final now" : "not final any more"}`,
        },
      };
    else if (state.tone !== now.tone)
      yield {
        ...locate(state.name),
        what: "tone-changed",
        request: "none",
        response: "none",
        text: {
          zh: `状态“${name(state.name, "zh")}”换颜色`,
          en: `the state "${name(state.name, "en")}" has another colour`,
        },
      };
  }
  for (const state of is.states) {
    if (!was.states.some((item) => item.name === state.name))
      yield {
        ...locate(state.name),
        what: "state-added",
        request: "info",
        response: "warning",
        text: {
          zh: `新状态“${name(state.name, "zh")}”；读取方须认识它`,
          en: `a new state "${name(state.name, "en")}"; readers must know it`,
        },
        field: is.field,
      };
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

function* diffEvents(pair: Pair, was: LifecyclePlan, is: LifecyclePlan): Generator<Difference> {
  const event = (on: string, lang: "zh" | "en") =>
    pair.after.texts[lang][`event.${on}`] ?? pair.before.texts[lang][`event.${on}`] ?? on;
  const locate = (on: string, index: number) => ({
    at: `${pair.name}.${on}`,
    file: pair.after.plan.file,
    path: ["x-lifecycle", "transitions", ...(index < 0 ? [] : [String(index)])],
  });
  const describe = (on: string, zh: string, en: string) => ({
    zh: `“${event(on, "zh")}”${zh}`,
    en: `"${event(on, "en")}" ${en}`,
  });
  const pairs = pairTransitions(was.transitions, is.transitions);
  for (const transition of was.transitions) {
    const now = pairs.get(transition);
    const index = now ? is.transitions.indexOf(now) : -1;
    const grave: Level = transition.by === "merchant" ? "breaking" : "warning";
    if (!now) {
      yield {
        ...locate(transition.on, index),
        what: "event-removed",
        request: grave,
        response: "info",
        text: describe(transition.on, `不再通向 ${transition.to}`, `leads to ${transition.to} no more`),
      };
      continue;
    }
    const location = locate(transition.on, index);
    if (transition.to !== now.to)
      yield {
        ...location,
        what: "event-redirected",
        request: grave,
        response: "warning",
        text: describe(
          transition.on,
          `通向 ${now.to}，原为 ${transition.to}`,
          `leads to ${now.to} instead of ${transition.to}`,
        ),
      };
    for (const state of transition.from.filter(
      (from) => !now.from.includes(from) && is.states.some(({ name }) => name === from),
    ))
      yield {
        ...location,
        what: "event-narrowed",
        request: grave,
        response: "info",
        text: describe(transition.on, `不再从 ${state} 开始`, `does not begin at ${state} any more`),
      };
    for (const state of now.from.filter(
      (from) => !transition.from.includes(from) && was.states.some(({ name }) => name === from),
    ))
      yield {
        ...location,
        what: "event-widened",
        request: "info",
        response: "warning",
        text: describe(transition.on, `也从 ${state} 开始`, `begins at ${state} too`),
      };
    for (const field of now.needs.filter((need) => !transition.needs.includes(need)))
      yield {
        ...location,
        what: "now-needed",
        request: grave,
        response: "none",
        text: describe(transition.on, `须填 ${field}`, `asks for ${field}`),
      };
    for (const field of transition.needs.filter((need) => !now.needs.includes(need)))
      yield {
        ...location,
        what: "no-longer-needed",
        request: "info",
        response: "warning",
        text: describe(transition.on, `不再要求 ${field}`, `does not ask for ${field} any more`),
        risk: "control-loosened",
      };
    for (const [what, zh, en] of GUARDS) {
      if (!isSame(unparse(transition[what]), unparse(now[what])))
        yield {
          ...location,
          what: `${toKebab(what)}-changed`,
          request: now[what] === undefined ? "warning" : grave,
          response: "none",
          text: describe(
            transition.on,
            `${zh}：${formatValue(transition[what], "zh")} 改为 ${formatValue(now[what], "zh")}`,
            `${en}: ${formatValue(now[what], "en")} instead of ${formatValue(transition[what], "en")}`,
          ),
          ...addRisk(loosens[what]?.(transition, now) ?? false, "control-loosened"),
        };
    }
    for (const [what, zh, en] of EFFECTS) {
      if (!isSame(unparse(transition[what]), unparse(now[what])))
        yield {
          ...location,
          what: `${toKebab(what)}-changed`,
          request: "info",
          response: "warning",
          text: describe(transition.on, `${zh}改了`, `${en} otherwise`),
          ...addRisk(what === "money", "price-changed"),
          ...addRisk(loosens[what]?.(transition, now) ?? false, "control-loosened"),
        };
    }
  }
  for (const [index, transition] of is.transitions.entries()) {
    if (![...pairs.values()].includes(transition))
      yield {
        ...locate(transition.on, index),
        what: "event-added",
        request: "info",
        response: "info",
        text: describe(transition.on, `新事件，通向 ${transition.to}`, `is a new event that leads to ${transition.to}`),
      };
  }
}

/**
 * Returns whether the change permits what used to be refused. Properties without an order, such as conditions and
 * grants, always count as loosened.
 */
const loosens: Partial<Record<keyof TransitionPlan, (was: TransitionPlan, is: TransitionPlan) => boolean>> = {
  by: (_was, is) => is.by === "merchant",
  grant: (was, is) => isDropped(was.grant, is.grant),
  not: (was, is) => isDropped(was.not, is.not),
  or: (_was, is) => is.or !== undefined,
  when: (was, is) => isDropped(was.when, is.when),
  stepUp: (was, is) => isWeakerStepUp(was.stepUp, is.stepUp),
  count: (was, is) =>
    [was.count ?? []]
      .flat()
      .some((item) => ![is.count ?? []].flat().some((other) => isSame(unparse(item), unparse(other)))),
  sole: (was, is) => is.sole !== undefined && !isSame(unparse(was.sole), unparse(is.sole)),
  userStatus: () => true,
  job: (was, is) => isDropped(was.job, is.job),
  set: (was, is) => Object.entries(was.set).some(([field, value]) => isDropped(value, is.set[field])),
  notify: (was, is) => was.notify && !is.notify,
  touches: (was, is) => subtract(was.touches ?? [], is.touches ?? []).length > 0,
};
/** Properties that restrict who may fire the event, and when. */
const GUARDS: readonly [keyof TransitionPlan, zh: string, en: string][] = [
  ["by", "由谁", "done by"],
  ["grant", "授权", "needs the grant"],
  ["not", "不得由", "not by"],
  ["or", "也可由", "or by"],
  ["when", "条件", "only if"],
  ["stepUp", "再次验证", "with a second proof"],
  ["count", "额度", "counted"],
];
/** Properties that define the effects of the event. */
const EFFECTS: readonly [keyof TransitionPlan, zh: string, en: string][] = [
  ["money", "资金变动", "moves money"],
  ["set", "写入的内容", "fills fields"],
  ["job", "后台任务", "leaves a job"],
  ["after", "期限", "happens by the clock"],
  ["at", "期限", "happens by the clock"],
  ["fires", "牵动的记录", "moves other records"],
  ["notify", "通知", "notifies"],
  ["userStatus", "认证状态", "certifies"],
  ["alsoFrom", "其他轴的起点", "begins on another axis"],
  ["alsoTo", "其他轴的终点", "ends on another axis"],
  ["sole", "独自复核", "is passed alone"],
  ["takes", "可选内容", "takes fields"],
  ["touches", "相关字段", "follows changes of fields"],
  ["renames", "商户名称", "names the merchant"],
  ["renamesEn", "商户英文名", "names the merchant in English"],
  ["introduces", "人员姓名", "names the person"],
];
