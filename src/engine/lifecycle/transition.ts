/** Reads a transition: first its core keywords, then its effects. */
import type { LifecyclePlan, TransitionPlan } from "../model/entity.ts";
import type { EntityDraft } from "../schema/draft.ts";
import { TransitionDraft, type Effect } from "../schema/effect.ts";
import type { Json } from "../schema/json.ts";
import { findClosestName } from "../schema/schema-error.ts";
import { readPosition } from "./axes.ts";
import { lifecycleMessages } from "./finding-messages.ts";

/**
 * Returns the plan of a transition, adds its texts to the entity and reports findings. `grant`, `not`, `or`,
 * `after` and `stepUp` are copied unchanged.
 */
export function readTransition(
  keyword: Json,
  lifecycle: LifecyclePlan,
  entity: EntityDraft,
  effects: readonly Effect[],
): TransitionPlan {
  const plan = readCourse(keyword, lifecycle, entity, effects);
  for (const name of ["grant", "not", "or", "after", "stepUp"] as const) {
    const value = keyword.get(name)?.value;
    if (value !== undefined) Object.assign(plan, { [name]: value });
  }
  const draft = new TransitionDraft(entity, keyword, plan);
  const or = keyword.get("or");
  if (or && (plan.grant === undefined || plan.not !== undefined || plan.from.length === 0))
    entity.report(or.location(), "or-without-grant", lifecycleMessages.orWithoutGrant());
  readClock(keyword, plan, entity);
  const takes = keyword.get("takes");
  if (takes) plan.takes = entity.fieldNames(takes.items());
  readConditions(draft);
  const touches = keyword.get("touches");
  if (touches) readTouches(touches, plan, entity);
  for (const effect of effects) {
    const value = keyword.get(effect.name);
    if (value) Object.assign(plan, effect.read(value, draft));
  }
  checkInputFields(draft);
  entity.text(`event.${plan.on}`, keyword.get("label"));
  entity.text(`event.${plan.on}.said`, keyword.get("said"));
  return plan;
}

/**
 * Reads the conditions of a transition and the values that it sets into its plan. Omits expressions that do not
 * compile.
 */
function readConditions(draft: TransitionDraft): void {
  const { entity, keyword, plan } = draft;
  const sole = keyword.get("sole");
  const limit = sole && readSole(sole, draft);
  if (limit) plan.sole = limit;
  const when = keyword.get("when");
  const condition = when && draft.expression(when, "bool");
  if (condition) plan.when = condition;
  for (const [name, source] of keyword.get("set")?.entries() ?? []) {
    const field = entity.field(source, name);
    const value = field && draft.expression(source, entity.kind(field.kind).celType);
    if (value) plan.set[name] = value;
  }
}

/** Returns a plan with the transition's event, states, actor and required input. */
function readCourse(
  keyword: Json,
  lifecycle: LifecyclePlan,
  entity: EntityDraft,
  effects: readonly Effect[],
): TransitionPlan {
  const names = lifecycle.states.map((state) => state.name);
  const stateOf = (node: Json) => {
    const name = node.string();
    if (!names.includes(name)) entity.reportUnknown(node.location(), "state", name, names);
    return name;
  };
  const [start, end] = [keyword.member("from"), keyword.member("to")];
  const from = readPosition(start, lifecycle, entity);
  const to = readPosition(end, lifecycle, entity);
  const creates = start.value === null;
  const plan: TransitionPlan = {
    on: keyword.member("on").string(),
    from: creates || !from.own ? [] : from.own.itemsOrSelf().map(stateOf),
    to: to.own ? stateOf(to.own) : "",
    by: keyword.member("by").value as TransitionPlan["by"],
    needs: entity.fieldNames(keyword.get("needs")?.items() ?? []),
    set: {},
    notify: false,
    ...Object.assign({}, ...effects.map(({ absent }) => absent)),
    assumed: keyword.get("assumed")?.value === true,
  };
  if (from.axes.length > 0)
    plan.alsoFrom = Object.fromEntries(from.axes.map(([axis, nodes]) => [axis, nodes.map((node) => node.string())]));
  if (to.axes.length > 0)
    plan.alsoTo = Object.fromEntries(to.axes.flatMap(([axis, [first]]) => (first ? [[axis, first.string()]] : [])));
  const unset = creates
    ? (lifecycle.also ?? []).find((axis) => !plan.alsoTo || !Object.hasOwn(plan.alsoTo, axis))
    : undefined;
  if (unset !== undefined && to.own)
    entity.report(end.location(), "axis-missing", lifecycleMessages.axisWithoutBeginning(unset));
  return plan;
}

/**
 * Reads `at`. Reports an expression that is neither a date nor a time, a clock transition without exactly one of
 * `after` and `at`, and any other transition with either of them.
 */
function readClock(keyword: Json, plan: TransitionPlan, entity: EntityDraft): void {
  const instant = keyword.get("at");
  const due = instant && entity.expression(instant);
  if (due && !["date", "timestamp", "dyn"].includes(due.type))
    entity.report(instant.location(), "bad-expression", lifecycleMessages.notAnInstant(due.type));
  else if (due) plan.at = due;
  const timed = [keyword.get("after"), instant].filter((node) => node !== undefined);
  if (timed.length !== (plan.by === "clock" ? 1 : 0))
    entity.report(
      (timed[0] ?? keyword.member("by")).location(),
      "clock-without-after",
      lifecycleMessages.clockWithoutAfter(),
    );
}

/**
 * Reports names after `event.` that look like misspellings of the event's input or of record fields. Other names are
 * allowed, because external systems may send any.
 */
function checkInputFields({ entity, plan, sources }: TransitionDraft): void {
  const known = [...plan.needs, ...(plan.takes ?? []), ...entity.plan.fields.map(({ name }) => name), "at"];
  for (const source of sources) {
    for (const { 1: name = "", index } of String(source.value).matchAll(/\bevent\.(\w+)/g)) {
      const from = index + "event.".length;
      const meant = findClosestName(name, known);
      if (meant)
        entity.report(
          source.location({ from, to: from + name.length }),
          "unknown-event-word",
          lifecycleMessages.unknownEventWord(name),
          meant,
        );
    }
  }
}

/**
 * Reads `sole` of a review: the amount to compare, and the limit up to which no second factor is required. Reports an
 * event that is not a user's review of a stored record, that the user who created the record may fire, or that needs
 * input.
 */
function readSole(keyword: Json, draft: TransitionDraft): TransitionPlan["sole"] {
  const { by, not, from, needs } = draft.plan;
  if (!draft.entity.isUser(by) || not !== "maker" || from.length === 0 || needs.length > 0)
    draft.entity.report(keyword.location(), "sole-without-maker", lifecycleMessages.soleWithoutMaker());
  const amount = draft.expression(keyword.member("amount"), "Decimal");
  const upTo = draft.expression(keyword.member("upTo"), "Decimal");
  return amount && upTo && { amount, upTo };
}

/**
 * Reads `touches`, the fields whose change fires the event. Reports fields that users cannot change, and an event that
 * users cannot fire, that creates the record or that needs input.
 */
function readTouches(keyword: Json, transition: TransitionPlan, draft: EntityDraft): void {
  transition.touches = draft.fieldNames(keyword.items());
  for (const item of keyword.items()) {
    const field = draft.plan.fields.find(({ name }) => name === item.value);
    if (field && (field.readOnly || field.once))
      draft.report(
        item.location(),
        "touches-closed",
        field.readOnly ? lifecycleMessages.touchesReadOnly(field.name) : lifecycleMessages.touchesOnce(field.name),
      );
  }
  const fits = draft.isUser(transition.by) && transition.from.length > 0 && transition.needs.length === 0;
  if (!fits) draft.report(keyword.location(), "touches-closed", lifecycleMessages.touchesElsewhere());
}
