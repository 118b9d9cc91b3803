/** `x-lifecycle`: states, transitions, and the effects of each transition. */
import { buildList, buildMap, buildObject, refs } from "../schema/meta-parts.ts";
import type { LifecyclePlan, TransitionPlan } from "../model/entity.ts";
import type { Parts } from "../schema/dialect.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";
import { TONES } from "../schema/tones.ts";
import { readAxis } from "./axes.ts";
import { createLifecycleExamples } from "./examples.ts";
import { compareLifecycles, explainEvents } from "./changes.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";
import { formatPosition, applyStep, type Position } from "../entity/transitions.ts";
import { lifecycleMessages } from "./finding-messages.ts";
import { readTransition } from "./transition.ts";
import { OF_STATE, readSentence } from "./sentences.ts";
import { createTransitionKeywords, REQUIRED, type TransitionKeyword } from "./transition-keywords.ts";

const buildTransitionSchema = (keywords: readonly TransitionKeyword[]) =>
  buildObject(
    Object.fromEntries(
      keywords.map(({ name, schema, doc }) => [name, { ...schema, description: `${doc.zh}\n${doc.en}` }]),
    ),
    REQUIRED,
  );

const buildLifecycleSchema = (keywords: readonly TransitionKeyword[]) =>
  buildObject(
    {
      field: refs.name,
      also: refs.names,
      frozen: refs.names,
      provider: refs.text,
      states: buildMap(
        buildObject(
          {
            label: refs.text,
            tone: { enum: TONES },
            final: { type: "boolean" },
            says: refs.text,
          },
          ["label"],
        ),
        { minProperties: 1, propertyNames: refs.name },
      ),
      transitions: buildList(buildTransitionSchema(keywords)),
    },
    ["field", "states", "transitions"],
  );

/** Creates the keyword `x-lifecycle` for the actors, step-ups and effects of a dialect. */
export function createLifecycle(parts: Parts): Keyword {
  const { effects } = parts;
  const keywords = [...createTransitionKeywords(parts), ...effects];
  return defineKeyword({
    name: "x-lifecycle",
    on: ["entity"],
    schema: buildLifecycleSchema(keywords),
    doc: {
      zh: "一笔订单会发生的一切：field 中的状态（标签、色调、是否终态；says 是等用户处理时的一句话：谁、多少、到何时）和转换，转换的词见下。provider 是 by: provider 的那一方的名称（不写就是银行）。also 是第二条线：另外一些只由事件改变的状态字段（例如审核）。frozen 是金额和收付款方的字段：服务器在创建时为其值留下摘要，复核和向服务方提交前核对，只有事件改动时才重新生成。按钮、标签、时间线、通知、服务器的检查和审计都由此得出。",
      en: "Everything that happens to an order: the states of `field` (label, tone, final; `says`: the sentence of a record that waits for the user there, with who, how much and {until}) and the transitions between them, whose keywords follow. `provider` names who answers (default: the bank). `also` names further status fields that only events change (a review beside the status). `frozen` names the money and party fields: the server keeps a digest of their values from the creation on, checks it before a review and before a provider is asked, and takes it anew only when an event changes one. Buttons, chips, timelines, notices, the server's guard and the audit follow from it.",
    },
    keywords,
    entity(keyword, draft) {
      if (!keyword) return;
      const field = draft.field(keyword.member("field"));
      const states = keyword.member("states").entries();
      const plan: LifecyclePlan = {
        field: field?.name ?? "",
        states: states.map(([name, node]) => ({
          name,
          tone: node.get("tone")?.oneOf(TONES) ?? "neutral",
          final: node.get("final")?.value === true,
        })),
        transitions: [],
      };
      draft.text("provider", keyword.get("provider"));
      for (const [name, node] of states) draft.text(`state.${name}`, node.get("label"));
      if (field) {
        field.options = { values: plan.states.map(({ name, tone }) => ({ value: name, tone })) };
        field.schema.enum = plan.states.map(({ name }) => name);
        for (const [name, node] of states) draft.text(`option.${field.name}.${name}`, node.get("label"));
      }
      for (const [name, node] of states) {
        const sentence = node.get("says");
        if (sentence) draft.later(() => readSentence(draft, `says.${name}`, sentence, OF_STATE));
      }
      const also = keyword
        .get("also")
        ?.items()
        .map((item) => readAxis(item, plan, draft));
      if (also && also.length > 0) plan.also = also;
      const frozen = keyword.get("frozen");
      if (frozen) plan.frozen = draft.fieldNames(frozen.items());
      draft.plan.lifecycle = plan;
      const transitions = keyword.member("transitions").items();
      for (const transition of transitions) plan.transitions.push(readTransition(transition, plan, draft, effects));
      checkGraph(plan, keyword, draft);
      for (const effect of effects) effect.prove?.(plan, transitions, draft);
    },
    compare: { record: (change) => compareLifecycles(change, keywords) },
    explain: (field) => explainEvents(field, effects),
    examples: createLifecycleExamples(parts),
  });
}

/**
 * Reports transitions that leave a final state. If the draft has no findings, also reports unreachable states and
 * transitions that can never happen.
 */
function checkGraph(plan: LifecyclePlan, keyword: Json, draft: EntityDraft): void {
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
