import { checkMoney } from "../entity/lifecycle-money.ts";
import type { EntityDraft } from "../entity/draft.ts";
import type { LedgerAccount, LifecyclePlan, MoneyLine, Tone, TransitionPlan } from "../entity/entity.ts";
import type { Json } from "../entity/json.ts";
import { kindOf } from "../entity/kind-of.ts";
import { defineKeyword } from "./keyword.ts";

const ACCOUNTS = ["avail", "hold", "in", "nostro", "fx", "fee", "card", "cardhold", "cardfloat"];
const TONES = ["neutral", "info", "warning", "success", "danger"];
const state = { $ref: "#/$defs/name" };
/** What an event brings along; its shape is the event's own. */
const EVENT = { event: "map" };

/** The word `x-lifecycle`. */
export const lifecycle = defineKeyword({
  name: "x-lifecycle",
  on: ["entity"],
  schema: {
    type: "object",
    required: ["field", "states", "transitions"],
    properties: {
      field: { $ref: "#/$defs/name" },
      states: {
        type: "object",
        minProperties: 1,
        propertyNames: state,
        additionalProperties: {
          type: "object",
          required: ["label"],
          properties: { label: { $ref: "#/$defs/text" }, tone: { enum: TONES }, final: { type: "boolean" } },
          additionalProperties: false,
        },
      },
      transitions: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["on", "from", "to", "by"],
          properties: {
            on: state,
            label: { $ref: "#/$defs/text" },
            from: { anyOf: [{ type: "null" }, state, { type: "array", minItems: 1, uniqueItems: true, items: state }] },
            to: state,
            by: { enum: ["merchant", "provider", "clock"] },
            grant: { type: "string", minLength: 1 },
            not: { const: "maker" },
            when: { $ref: "#/$defs/cel" },
            after: { type: "string", pattern: "^P(?=.)(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+S)?)?$" },
            stepUp: { enum: ["pay", "pay+totp"] },
            needs: { $ref: "#/$defs/names" },
            set: { type: "object", additionalProperties: { $ref: "#/$defs/cel" } },
            money: {
              anyOf: [
                { type: "string", pattern: "^(release|reverse:[A-Za-z][A-Za-z0-9]*)$" },
                {
                  type: "array",
                  minItems: 1,
                  items: {
                    type: "object",
                    required: ["from", "to", "amount", "currency"],
                    properties: { from: { enum: ACCOUNTS }, to: { enum: ACCOUNTS }, amount: { $ref: "#/$defs/cel" }, currency: { $ref: "#/$defs/cel" } },
                    additionalProperties: false,
                  },
                },
              ],
            },
            count: {
              type: "array",
              items: {
                type: "object",
                required: ["limit", "period", "amount"],
                properties: { limit: { $ref: "#/$defs/cel" }, period: { enum: ["day", "month"] }, amount: { $ref: "#/$defs/cel" } },
                additionalProperties: false,
              },
            },
            job: { type: "string", minLength: 1 },
            notify: { type: "boolean" },
            assumed: { type: "boolean" },
          },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
  doc: {
    zh: "一笔订单会发生的一切：状态（标签、色调、是否终态）和转换 {on, from, to, by, grant, not, when, after, stepUp, needs, set, money, count, job, notify, assumed}。创建的 from 是 null。money 是账本分录，或 release（解冻）、reverse:事件（冲正）。按钮、标签、时间线、通知、服务器的检查和审计都由此得出。",
    en: "Everything that happens to an order: its states (label, tone, final) and transitions {on, from, to, by, grant, not, when, after, stepUp, needs, set, money, count, job, notify, assumed}. Creation comes from null. `money` is a list of ledger lines, or `release` (what is held), or `reverse:EVENT`. Buttons, chips, timelines, notices, the server's guard and the audit follow from it.",
  },
  entity(word, draft) {
    if (!word) return;
    const field = draft.field(word.get("field")!);
    const states = word.get("states")!.entries();
    const plan: LifecyclePlan = {
      field: field?.name ?? "",
      states: states.map(([name, one]) => ({ name, tone: (one.get("tone")?.value as Tone | undefined) ?? "neutral", final: one.get("final")?.value === true })),
      transitions: [],
    };
    for (const [name, one] of states) draft.text(`state.${name}`, one.get("label"));
    if (field) {
      field.options = { values: plan.states.map(({ name, tone }) => ({ value: name, tone })) };
      field.schema.enum = plan.states.map(({ name }) => name);
      for (const [name, one] of states) draft.text(`option.${field.name}.${name}`, one.get("label"));
    }
    draft.plan.lifecycle = plan;
    const transitions = word.get("transitions")!.items();
    for (const one of transitions) plan.transitions.push(readTransition(one, plan, draft));
    checkGraph(plan, word, draft);
    checkMoney(plan, transitions, draft);
  },
  examples: {
    good: [{ value: sample() }, { value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant", money: "release" }), with: {} }],
    bad: [
      { value: sample({ on: "cancel", from: "opn", to: "ended", by: "merchant", money: "release" }), rule: "unknown-state", suggestion: "open" },
      { value: sample({ on: "cancel", from: "open", to: "ended", by: "merchnt" }), rule: "bad-value", suggestion: "merchant" },
      { value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant" }), rule: "money-held" },
      { value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant", money: "reverse:aply" }), rule: "unknown-event", suggestion: "apply" },
      { value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant", money: "release", set: { titel: "event.reason" } }), rule: "unknown-field", suggestion: "title" },
      { value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant", money: "release", when: "self.amount" }), rule: "bad-expression" },
      { value: sample({ on: "lapse", from: "open", to: "ended", by: "clock", money: "release" }), rule: "clock-without-after" },
      { value: { ...sample(), states: { ...sample().states, lost: { label: { zh: "丢失", en: "Lost" } } } }, rule: "unreachable-state" },
      { value: { ...sample(), field: "stat" }, rule: "unknown-field", suggestion: "status" },
    ],
  },
});

/** A small lifecycle for the examples: apply holds money, pay spends it. */
function sample(...more: unknown[]) {
  return {
    field: "status",
    states: { open: { label: { zh: "处理中", en: "Open" }, tone: "info" }, ended: { label: { zh: "结束", en: "Ended" }, final: true } },
    transitions: [
      { on: "apply", from: null, to: "open", by: "merchant", money: [{ from: "avail", to: "hold", amount: "self.amount + self.fee", currency: "CNY" }] },
      { on: "paid", from: "open", to: "ended", by: "provider", money: [{ from: "hold", to: "nostro", amount: "self.amount", currency: "CNY" }, { from: "hold", to: "fee", amount: "self.fee", currency: "CNY" }] },
      ...more,
    ],
  };
}

function readTransition(word: Json, plan: LifecyclePlan, draft: EntityDraft): TransitionPlan {
  const names = plan.states.map((one) => one.name);
  const stateOf = (one: Json) => {
    if (!names.includes(one.value as string)) draft.unknown(one.place(), "state", one.value as string, names);
    return one.value as string;
  };
  const from = word.get("from")!;
  const by = word.get("by")!.value as TransitionPlan["by"];
  const transition: TransitionPlan = {
    on: word.get("on")!.value as string,
    from: from.value === null ? [] : from.node.type === "array" ? from.items().map(stateOf) : [stateOf(from)],
    to: stateOf(word.get("to")!),
    by,
    needs: (word.get("needs")?.value as string[] | undefined) ?? [],
    set: {},
    count: [],
    notify: word.get("notify")?.value === true,
    assumed: word.get("assumed")?.value === true,
  };
  for (const name of ["grant", "not", "after", "stepUp", "job"] as const) {
    const value = word.get(name)?.value;
    if (value !== undefined) Object.assign(transition, { [name]: value });
  }
  if ((by === "clock") !== (transition.after !== undefined)) draft.report((word.get("after") ?? word.get("by")!).place(), "clock-without-after", '"by": "clock" and "after" go together');
  const when = word.get("when");
  const expression = when && draft.expression(when, "bool", EVENT);
  if (expression) transition.when = expression;
  for (const [name, source] of word.get("set")?.entries() ?? []) {
    const field = draft.field(source, name);
    const value = field && draft.expression(source, kindOf(field.kind).celType, EVENT);
    if (value) transition.set[name] = value;
  }
  for (const one of word.get("count")?.items() ?? []) {
    const limit = draft.expression(one.get("limit")!, "Decimal", EVENT);
    const amount = draft.expression(one.get("amount")!, "Decimal", EVENT);
    if (limit && amount) transition.count.push({ limit, amount, period: one.get("period")!.value as "day" | "month" });
  }
  readMoney(word.get("money"), transition, draft);
  draft.text(`event.${transition.on}`, word.get("label"));
  return transition;
}

function readMoney(word: Json | undefined, transition: TransitionPlan, draft: EntityDraft): void {
  if (!word) return;
  if (word.value === "release") transition.money = { release: true };
  else if (typeof word.value === "string") transition.money = { reverse: word.value.slice("reverse:".length) };
  else transition.money = { lines: word.items().flatMap((line) => readLine(line, draft) ?? []) };
}

function readLine(line: Json, draft: EntityDraft): MoneyLine | undefined {
  const currency = line.get("currency")!;
  const code = Object.hasOwn(draft.library.currencies, currency.value as string);
  const expression = code ? undefined : draft.expression(currency, "string", EVENT);
  const amount = draft.expression(line.get("amount")!, "Decimal", EVENT);
  if (!amount || (!code && !expression)) return undefined;
  const [from, to] = [line.get("from")!.value, line.get("to")!.value] as [LedgerAccount, LedgerAccount];
  if (from === to) draft.report(line.get("to")!.place(), "money-in-place", `"${from}" would give to itself`);
  return { from, to, amount, currency: expression ? { expression } : { code: currency.value as string } };
}

/** Every state is reached from a creation, and nothing leaves a final one. */
function checkGraph(plan: LifecyclePlan, word: Json, draft: EntityDraft): void {
  const reached = new Set<string>();
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of plan.transitions) if (from.length === 0 || from.some((one) => reached.has(one))) reached.add(to);
  }
  for (const [name, one] of word.get("states")!.entries()) {
    if (!reached.has(name)) draft.report(one.place("key"), "unreachable-state", `no transition leads to the state "${name}"`);
  }
  const finals = plan.states.filter((one) => one.final).map((one) => one.name);
  for (const one of word.get("transitions")!.items()) {
    const from = one.get("from")!;
    for (const place of from.node.type === "array" ? from.items() : [from]) {
      if (finals.includes(place.value as string)) draft.report(place.place(), "leaves-final", `"${String(place.value)}" is final, but this transition leaves it`);
    }
  }
}
