import { checkMoney } from "./effects/money-proof.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { LedgerAccount, LifecyclePlan, MoneyLine, Tone, TransitionPlan } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { kindOf } from "../entity/kind-of.ts";
import { slipOf } from "../schema/schema-error.ts";
import { listOf, readAxis, readPosition } from "./axes.ts";
import { checkGraph } from "./graph.ts";
import { readSole } from "./sole.ts";
import { readFire } from "./effects/cascade.ts";
import { readTouches } from "./touches.ts";
import { lifecycleWords } from "./finding-words.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { reviewed, sample, unpaid, UPDATE } from "./samples.ts";

const ACCOUNTS = ["avail", "hold", "in", "nostro", "fx", "fee", "card", "cardhold", "cardfloat"];
/** Accounts of another merchant that an order may give to. */
const GIVEN_TO: ReadonlySet<string> = new Set(["avail", "in"]);
/** What a merchant may stand at: not certified, under review, failed, passed. Source: specification 4. */
const USER_STATUS = [4, 0, -1, 1];
const CERTIFIED = 1;
const TONES = ["neutral", "info", "warning", "success", "danger"];
const state = { $ref: "#/$defs/name" };
const stateList = { type: "array", minItems: 1, uniqueItems: true, items: state };
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
      also: { $ref: "#/$defs/names" },
      provider: { $ref: "#/$defs/text" },
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
            said: { $ref: "#/$defs/text" },
            from: {
              anyOf: [
                { type: "null" },
                state,
                stateList,
                { type: "object", minProperties: 1, additionalProperties: { anyOf: [state, stateList] } },
              ],
            },
            to: { anyOf: [state, { type: "object", minProperties: 1, additionalProperties: state }] },
            by: { enum: ["merchant", "provider", "clock", "record"] },
            grant: { type: "string", minLength: 1 },
            not: { const: "maker" },
            sole: {
              type: "object",
              required: ["amount", "upTo"],
              properties: { amount: { $ref: "#/$defs/cel" }, upTo: { $ref: "#/$defs/cel" } },
              additionalProperties: false,
            },
            when: { $ref: "#/$defs/cel" },
            after: { type: "string", pattern: "^P(?=.)(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+S)?)?$" },
            at: { $ref: "#/$defs/cel" },
            stepUp: { enum: ["pay", "pay+totp"] },
            needs: { $ref: "#/$defs/names" },
            takes: { $ref: "#/$defs/names" },
            touches: { $ref: "#/$defs/names" },
            set: { type: "object", additionalProperties: { $ref: "#/$defs/cel" } },
            money: {
              anyOf: [
                { type: "string", pattern: "^(release|(reverse|again):[A-Za-z][A-Za-z0-9]*)$" },
                {
                  type: "array",
                  minItems: 1,
                  items: {
                    type: "object",
                    required: ["from", "to", "amount", "currency"],
                    properties: {
                      from: { enum: ACCOUNTS },
                      to: { enum: ACCOUNTS },
                      amount: { $ref: "#/$defs/cel" },
                      currency: { $ref: "#/$defs/cel" },
                      toMerchant: { $ref: "#/$defs/cel" },
                    },
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
                properties: {
                  limit: { $ref: "#/$defs/cel" },
                  period: { enum: ["day", "month"] },
                  amount: { $ref: "#/$defs/cel" },
                },
                additionalProperties: false,
              },
            },
            job: { type: "string", minLength: 1 },
            fires: {
              type: "array",
              minItems: 1,
              items: {
                type: "object",
                required: ["entity", "id", "event"],
                properties: {
                  entity: { $ref: "#/$defs/name" },
                  id: { $ref: "#/$defs/cel" },
                  event: { $ref: "#/$defs/name" },
                  merchant: { $ref: "#/$defs/cel" },
                  with: {
                    type: "object",
                    propertyNames: { $ref: "#/$defs/name" },
                    additionalProperties: { $ref: "#/$defs/cel" },
                  },
                },
                additionalProperties: false,
              },
            },
            notify: { type: "boolean" },
            userStatus: { enum: USER_STATUS },
            renames: { $ref: "#/$defs/cel" },
            renamesEn: { $ref: "#/$defs/cel" },
            introduces: { $ref: "#/$defs/cel" },
            assumed: { type: "boolean" },
          },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
  doc: {
    zh: "一笔订单会发生的一切：状态（标签、色调、是否终态）和转换 {on, label, said, from, to, by, grant, not, sole, when, after, at, stepUp, needs, takes, touches, set, money, count, job, fires, notify, userStatus, renames, renamesEn, introduces, assumed}。创建的 from 是 null。said 是商户触发后说的一句话：做了什么。needs 是事件必须带来的字段，takes 是可以带来的字段；event.at 是事件的时刻。not 的转换不得由制单人触发；商户只有一个用户时，sole: {amount, upTo} 使他的创建事件直接继续到这一转换：不超过 upTo 只需原有的再次验证，超过（或 upTo 未知）须加验第二因素。provider 是 by: provider 的那一方的名称（不写就是银行）。also 是第二条线：另外一些状态字段（例如审核），from / to 这时可写 {字段: 值}，没写的字段不限、不变。touches：修改（update）改动了其中任一字段时触发，不另设调用。money 是账本分录 {from, to, amount, currency, toMerchant}（toMerchant：to 属于哪个商户，不写就是自己），或 release（解冻）、reverse:事件（冲正）、again:事件（按现在的数字重新冻结）。clock 的转换写 after（进入状态后多久）或 at（记录中的日期或时刻）。fires 是同一事务中其他记录随之发生的事件 {entity, id, event, with}，对方的转换写 by: record；写了 merchant（商户号）时，是在那个商户名下以 id 为号新建的记录，只有 with 的内容。userStatus（4、0、-1、1）在同一事务里改变商户的认证状态；商户自己的事件不能给出 1；renames 是商户从此使用的名称，renamesEn 是它的英文名称（空就是没有），introduces 是只有邮箱名的用户从此使用的姓名。按钮、标签、时间线、通知、服务器的检查和审计都由此得出。",
    en: "Everything that happens to an order: its states (label, tone, final) and transitions {on, label, said, from, to, by, grant, not, sole, when, after, at, stepUp, needs, takes, touches, set, money, count, job, fires, notify, userStatus, renames, renamesEn, introduces, assumed}. Creation comes from null. `said` is the sentence that tells a person what his event has done. `needs` are fields that the event must bring, `takes` those that it may; `event.at` is its moment. `not`: whoever made the record may not fire it; where the merchant has one user, `sole` {amount, upTo} lets his creation lead on to it: up to `upTo` with the proof that it asks for anyway, above it (or where it is unknown) with a second factor. `provider` names who answers (the bank unless said). `also` names further status fields that only events change (a review beside the status): `from` and `to` may then be `{field: value}`, and a field that they leave out may have any value and keeps it. `touches`: the entity's `update` fires it when one of these fields changes; no call of its own does. `money` is a list of ledger lines {from, to, amount, currency, toMerchant} (`toMerchant`: the number of the merchant whose account `to` is; its own when absent), or `release` (what is held), or `reverse:EVENT`, or `again:EVENT` (what is held goes back and is held anew at the record's present figures). The clock fires `after` a time in the state or `at` a date or instant of the record. `fires` are events of other records {entity, id, event, with} that happen in the same transaction; theirs are `by` record. With `merchant` (a merchant's number) it is a record of that merchant's own, made under `id` and holding what `with` says, nothing else. `userStatus` (4, 0, -1 or 1) sets where the merchant stands with its certification, in the same transaction; an event of the merchant's own cannot give 1; `renames` is the name that it carries from then on, `renamesEn` its English one (empty: none), `introduces` that of its person who was known by an address alone. Buttons, chips, timelines, notices, the server's guard and the audit follow from it.",
  },
  entity(word, draft) {
    if (!word) return;
    const field = draft.field(word.get("field")!);
    const states = word.get("states")!.entries();
    const plan: LifecyclePlan = {
      field: field?.name ?? "",
      states: states.map(([name, one]) => ({
        name,
        tone: (one.get("tone")?.value as Tone | undefined) ?? "neutral",
        final: one.get("final")?.value === true,
      })),
      transitions: [],
    };
    draft.text("provider", word.get("provider"));
    for (const [name, one] of states) draft.text(`state.${name}`, one.get("label"));
    if (field) {
      field.options = { values: plan.states.map(({ name, tone }) => ({ value: name, tone })) };
      field.schema.enum = plan.states.map(({ name }) => name);
      for (const [name, one] of states) draft.text(`option.${field.name}.${name}`, one.get("label"));
    }
    const also = word
      .get("also")
      ?.items()
      .map((one) => readAxis(one, plan, draft));
    if (also && also.length > 0) plan.also = also;
    draft.plan.lifecycle = plan;
    const transitions = word.get("transitions")!.items();
    for (const one of transitions) plan.transitions.push(readTransition(one, plan, draft));
    checkGraph(plan, word, draft);
    if (draft.findings.length === 0) checkMoney(plan, transitions, draft);
  },
  examples: {
    good: [
      { value: sample() },
      {
        value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant", money: "release", takes: ["title"] }),
        with: {},
      },
      { value: reviewed() },
      { value: reviewed({ not: "maker", sole: { amount: "self.amount", upTo: "self.fee" } }) },
      { value: { ...sample(), provider: { zh: "平台", en: "Platform" } } },
      { value: sample({ on: "reprice", from: "open", to: "open", by: "provider", money: "again:apply" }) },
      { value: unpaid({ on: "amend", from: "open", to: "open", by: "merchant", touches: ["title"] }), with: UPDATE },
      {
        value: sample(
          {
            on: "certify",
            from: "open",
            to: "open",
            by: "provider",
            userStatus: 1,
            renames: "self.title",
            renamesEn: "self.title",
            introduces: "self.title",
          },
          { on: "again", from: "open", to: "open", by: "merchant", userStatus: 0 },
        ),
      },
      {
        value: sample({
          on: "give",
          from: "open",
          to: "ended",
          by: "merchant",
          money: [
            { from: "hold", to: "avail", amount: "self.amount", currency: "CNY", toMerchant: "self.title" },
            { from: "hold", to: "fee", amount: "self.fee", currency: "CNY" },
          ],
        }),
      },
    ],
    bad: [
      {
        value: sample({
          on: "check",
          from: "open",
          to: "open",
          by: "merchant",
          sole: { amount: "self.amount", upTo: "self.fee" },
        }),
        rule: "sole-without-maker",
      },
      {
        value: sample({
          on: "check",
          from: "open",
          to: "open",
          by: "merchant",
          not: "maker",
          needs: ["title"],
          sole: { amount: "self.amount", upTo: "self.fee" },
        }),
        rule: "sole-without-maker",
      },
      {
        value: sample({
          on: "check",
          from: "open",
          to: "open",
          by: "merchant",
          not: "maker",
          sole: { amount: "self.title", upTo: "self.fee" },
        }),
        rule: "bad-expression",
      },
      {
        value: sample({ on: "cancel", from: "opn", to: "ended", by: "merchant", money: "release" }),
        rule: "unknown-state",
        suggestion: "open",
      },
      {
        value: sample({ on: "cancel", from: "open", to: "ended", by: "merchnt" }),
        rule: "bad-value",
        suggestion: "merchant",
      },
      { value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant" }), rule: "money-held" },
      {
        value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant", money: "reverse:aply" }),
        rule: "unknown-event",
        suggestion: "apply",
      },
      {
        value: sample({ on: "reprice", from: "open", to: "open", by: "provider", money: "again:aply" }),
        rule: "unknown-event",
        suggestion: "apply",
      },
      {
        value: sample({ on: "reprice", from: "open", to: "ended", by: "provider", money: "again:apply" }),
        rule: "money-held",
      },
      {
        value: sample({
          on: "cancel",
          from: "open",
          to: "ended",
          by: "merchant",
          money: "release",
          set: { titel: "event.reason" },
        }),
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: sample({
          on: "cancel",
          from: "open",
          to: "ended",
          by: "merchant",
          money: "release",
          when: "self.amount",
        }),
        rule: "bad-expression",
      },
      {
        value: sample({
          on: "keep",
          from: "open",
          to: "open",
          by: "merchant",
          money: [{ from: "avail", to: "avail", amount: "self.amount", currency: "CNY" }],
        }),
        rule: "money-in-place",
      },
      {
        value: sample({
          on: "give",
          from: "open",
          to: "open",
          by: "merchant",
          money: [{ from: "avail", to: "hold", amount: "self.amount", currency: "CNY", toMerchant: "self.title" }],
        }),
        rule: "money-held-elsewhere",
      },
      {
        value: sample({
          on: "give",
          from: "open",
          to: "open",
          by: "merchant",
          money: [{ from: "avail", to: "fee", amount: "self.amount", currency: "CNY", toMerchant: "self.title" }],
        }),
        rule: "money-held-elsewhere",
      },
      {
        value: sample({
          on: "give",
          from: "open",
          to: "open",
          by: "merchant",
          money: [{ from: "avail", to: "avail", amount: "self.amount", currency: "CNY", toMerchant: "self.amount" }],
        }),
        rule: "bad-expression",
      },
      {
        value: sample({
          on: "cancel",
          from: "open",
          to: "ended",
          by: "merchant",
          money: "release",
          needs: ["title"],
          set: { city: "event.titel" },
        }),
        rule: "unknown-event-word",
        suggestion: "title",
      },
      {
        value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant", money: "release", takes: ["titel"] }),
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: sample({ on: "cancel", from: "open", to: "ended", by: "merchant", money: "release", needs: ["titel"] }),
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: sample({ on: "lapse", from: "open", to: "ended", by: "clock", money: "release" }),
        rule: "clock-without-after",
      },
      {
        value: sample({ on: "certify", from: "open", to: "open", by: "merchant", userStatus: 1 }),
        rule: "certifies-itself",
      },
      { value: sample({ on: "certify", from: "open", to: "open", by: "provider", userStatus: 2 }), rule: "bad-value" },
      {
        value: sample({ on: "lapse", from: "open", to: "ended", by: "clock", at: "self.amount", money: "release" }),
        rule: "bad-expression",
      },
      {
        value: sample({
          on: "note",
          from: "open",
          to: "open",
          by: "provider",
          fires: [{ entity: "sampleOrdr", id: "self.title", event: "note" }],
        }),
        rule: "unknown-entity",
      },
      {
        value: { ...sample(), states: { ...sample().states, lost: { label: { zh: "丢失", en: "Lost" } } } },
        rule: "unreachable-state",
      },
      { value: { ...sample(), field: "stat" }, rule: "unknown-field", suggestion: "status" },
      {
        value: unpaid({ on: "amend", from: "open", to: "open", by: "merchant", touches: ["titel"] }),
        with: UPDATE,
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: unpaid({ on: "amend", from: "open", to: "open", by: "merchant", touches: ["status"] }),
        with: UPDATE,
        rule: "touches-closed",
      },
      {
        value: unpaid({ on: "amend", from: "open", to: "open", by: "provider", touches: ["title"] }),
        with: UPDATE,
        rule: "touches-closed",
      },
      {
        value: unpaid({ on: "amend", from: "open", to: "open", by: "merchant", touches: ["title"] }),
        rule: "touches-without-update",
      },
      {
        value: reviewed({}, { also: ["review", "revew"] }, { status: "open", review: "none", revew: "none" }),
        rule: "unknown-field",
        suggestion: "review",
      },
      {
        value: reviewed({}, { also: ["review", "title"] }, { status: "open", review: "none", title: "none" }),
        rule: "not-an-axis",
      },
      { value: reviewed({ from: { status: "open", review: "non" } }), rule: "unknown-state", suggestion: "none" },
      { value: reviewed({ from: { status: "open", reviw: "none" } }), rule: "unknown-axis", suggestion: "review" },
      { value: reviewed({ to: { review: "good" } }), rule: "axis-missing" },
      { value: reviewed({}, {}, "open"), rule: "axis-missing" },
      {
        value: reviewed({}, {}, undefined, {
          on: "again",
          from: { status: "ended", review: "none" },
          to: "ended",
          by: "merchant",
        }),
        rule: "leaves-final",
      },
      {
        value: reviewed({}, {}, undefined, {
          on: "again",
          from: { status: "open", review: "bad" },
          to: "open",
          by: "merchant",
        }),
        rule: "dead-transition",
      },
    ],
  },
});

function readTransition(word: Json, plan: LifecyclePlan, draft: EntityDraft): TransitionPlan {
  const names = plan.states.map((one) => one.name);
  const stateOf = (one: Json) => {
    if (!names.includes(one.value as string)) draft.unknown(one.place(), "state", one.value as string, names);
    return one.value as string;
  };
  const [start, end] = [word.get("from")!, word.get("to")!];
  const from = readPosition(start, plan, draft);
  const to = readPosition(end, plan, draft);
  const by = word.get("by")!.value as TransitionPlan["by"];
  const transition: TransitionPlan = {
    on: word.get("on")!.value as string,
    from: start.value === null || !from.own ? [] : listOf(from.own).map(stateOf),
    to: to.own ? stateOf(to.own) : "",
    by,
    needs: draft.fieldNames(word.get("needs")?.items() ?? []),
    set: {},
    count: [],
    notify: word.get("notify")?.value === true,
    assumed: word.get("assumed")?.value === true,
  };
  if (from.axes.length > 0)
    transition.alsoFrom = Object.fromEntries(
      from.axes.map(([axis, words]) => [axis, words.map((one) => one.value as string)]),
    );
  if (to.axes.length > 0)
    transition.alsoTo = Object.fromEntries(to.axes.map(([axis, [first]]) => [axis, first!.value as string]));
  const unset =
    start.value === null
      ? (plan.also ?? []).find((axis) => !transition.alsoTo || !Object.hasOwn(transition.alsoTo, axis))
      : undefined;
  if (unset !== undefined && to.own)
    draft.report(end.place(), "axis-missing", lifecycleWords.axisWithoutBeginning(unset));
  for (const name of ["grant", "not", "after", "stepUp", "job", "userStatus"] as const) {
    const value = word.get(name)?.value;
    if (value !== undefined) Object.assign(transition, { [name]: value });
  }
  const instant = word.get("at");
  const due = instant && draft.expression(instant);
  if (due && !["date", "timestamp", "dyn"].includes(due.type))
    draft.report(instant.place(), "bad-expression", lifecycleWords.notAnInstant(due.type));
  else if (due) transition.at = due;
  const timed = [word.get("after"), instant].filter((one) => one !== undefined);
  if (timed.length !== (by === "clock" ? 1 : 0))
    draft.report((timed[0] ?? word.get("by")!).place(), "clock-without-after", lifecycleWords.clockWithoutAfter());
  for (const name of ["renames", "renamesEn", "introduces"] as const) {
    const source = word.get(name);
    const called = source && draft.expression(source, "string", EVENT);
    if (called) transition[name] = called;
  }
  if (by === "merchant" && transition.userStatus === CERTIFIED)
    draft.report(word.get("userStatus")!.place(), "certifies-itself", lifecycleWords.certifiesItself());
  const sole = word.get("sole");
  if (sole) transition.sole = readSole(sole, transition, draft, EVENT);
  const takes = word.get("takes");
  if (takes) transition.takes = draft.fieldNames(takes.items());
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
  checkBrought(word, transition, draft);
  const touches = word.get("touches");
  if (touches) readTouches(touches, transition, draft);
  readMoney(word.get("money"), transition, draft);
  const fires = word
    .get("fires")
    ?.items()
    .flatMap((one) => readFire(one, draft, EVENT) ?? []);
  if (fires) transition.fires = fires;
  draft.text(`event.${transition.on}`, word.get("label"));
  draft.text(`event.${transition.on}.said`, word.get("said"));
  return transition;
}

/** Machines bring what they like; a name that is nearly one that the transition or the record has is a slip. */
function checkBrought(word: Json, { needs, takes = [] }: TransitionPlan, draft: EntityDraft): void {
  const known = [...needs, ...takes, ...draft.plan.fields.map(({ name }) => name), "at"];
  const sources = [
    word.get("when"),
    ...(word
      .get("set")
      ?.entries()
      .map(([, source]) => source) ?? []),
    ...(word
      .get("money")
      ?.items()
      .flatMap((line) => [line.get("amount"), line.get("currency"), line.get("toMerchant")]) ?? []),
  ];
  for (const source of sources) {
    for (const { 1: name = "", index } of String(source?.value ?? "").matchAll(/\bevent\.(\w+)/g)) {
      const from = index + "event.".length;
      const meant = slipOf(name, known);
      if (meant)
        draft.report(
          source!.place({ from, to: from + name.length }),
          "unknown-event-word",
          lifecycleWords.unknownEventWord(name),
          meant,
        );
    }
  }
}

function readMoney(word: Json | undefined, transition: TransitionPlan, draft: EntityDraft): void {
  if (!word) return;
  if (word.value === "release") transition.money = { release: true };
  else if (typeof word.value === "string") {
    const [how, event] = word.value.split(":") as ["reverse" | "again", string];
    transition.money = how === "again" ? { again: event } : { reverse: event };
  } else transition.money = { lines: word.items().flatMap((line) => readLine(line, draft) ?? []) };
}

function readLine(line: Json, draft: EntityDraft): MoneyLine | undefined {
  const currency = line.get("currency")!;
  const code = Object.hasOwn(draft.library.currencies, currency.value as string);
  const expression = code ? undefined : draft.expression(currency, "string", EVENT);
  const amount = draft.expression(line.get("amount")!, "Decimal", EVENT);
  const merchant = line.get("toMerchant");
  const toMerchant = merchant && draft.expression(merchant, "string", EVENT);
  if (!amount || (!code && !expression) || (merchant && !toMerchant)) return undefined;
  const [from, to] = [line.get("from")!.value, line.get("to")!.value] as [LedgerAccount, LedgerAccount];
  if (from === to && !merchant)
    draft.report(line.get("to")!.place(), "money-in-place", lifecycleWords.moneyInPlace(from));
  // What an order holds is its own merchant's; the house's accounts are nobody's.
  if (merchant && !GIVEN_TO.has(to))
    draft.report(line.get("to")!.place(), "money-held-elsewhere", lifecycleWords.moneyElsewhere([...GIVEN_TO], to));
  return {
    from,
    to,
    amount,
    currency: expression ? { expression } : { code: currency.value as string },
    ...(toMerchant ? { toMerchant } : {}),
  };
}
