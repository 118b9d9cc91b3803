/** The core keywords of a transition: its states, conditions, values and texts. */
import { buildList, buildMap, buildObject, nonEmpty, refs } from "../schema/meta-parts.ts";
import type { Runtime } from "../model/dialect.ts";
import type { TransitionPlan } from "../model/entity.ts";
import { isDropped, isSame, isWeakerStepUp, subtract, unparse, type Risk } from "../schema/comparison.ts";
import type { Effect } from "../schema/effect.ts";
import type { Parts } from "../schema/dialect.ts";

type Loosens = (was: TransitionPlan, is: TransitionPlan) => boolean;
const loosens = (holds: Loosens): readonly [Risk, Loosens] => ["control-loosened", holds];

/** A keyword of a transition, with its schema, its documentation, and the members of the plan to compare. */
export interface TransitionKeyword extends Pick<Effect, "name" | "schema" | "doc" | "compare"> {}

const states = buildList(refs.name, { uniqueItems: true });

export const REQUIRED = ["on", "from", "to", "by"];

/** The event's name and texts, and its source and target states. */
const COURSE: readonly TransitionKeyword[] = [
  {
    name: "on",
    schema: refs.name,
    doc: { zh: "事件的名称。", en: "The event's name." },
    compare: [],
  },
  {
    name: "label",
    schema: refs.text,
    doc: { zh: "按钮和时间线上的文字。", en: "Its text on buttons and in the timeline." },
    compare: [],
  },
  {
    name: "said",
    schema: refs.text,
    doc: {
      zh: "商户触发后说的一句话：做了什么。",
      en: "The sentence that tells the user what the event has done.",
    },
    compare: [],
  },
  {
    name: "from",
    schema: {
      anyOf: [{ type: "null" }, refs.name, states, buildMap({ anyOf: [refs.name, states] }, { minProperties: 1 })],
    },
    doc: {
      zh: "从哪些状态开始；创建是 null。写了 also 时可写 {字段: 值}，没写的字段不限。",
      en: "The states that it leads on from; `null` is the creation. With `also` it may be `{field: value}`, and a field that is left out may have any value.",
    },
    compare: [{ member: "alsoFrom", words: { zh: "其他轴的起点", en: "begins on another axis" } }],
  },
  {
    name: "to",
    schema: { anyOf: [refs.name, buildMap(refs.name, { minProperties: 1 })] },
    doc: {
      zh: "通向哪个状态。写了 also 时可写 {字段: 值}，没写的字段不变。",
      en: "The state that it leads to. With `also` it may be `{field: value}`, and a field that is left out keeps its value.",
    },
    compare: [{ member: "alsoTo", words: { zh: "其他轴的终点", en: "ends on another axis" } }],
  },
];

/** Who may fire the event, and when. */
const CONDITIONS: readonly TransitionKeyword[] = [
  {
    name: "grant",
    schema: nonEmpty,
    doc: { zh: "触发所需的授权。", en: "The grant that the user needs." },
    compare: [
      {
        member: "grant",
        words: { zh: "授权", en: "needs the grant" },
        guards: true,
        risk: loosens((was, is) => isDropped(was.grant, is.grant)),
      },
    ],
  },
  {
    name: "not",
    schema: { const: "maker" },
    doc: {
      zh: "maker：不得由制单人触发（双人复核）。",
      en: "`maker`: four eyes, the user who made the record may not fire it.",
    },
    compare: [
      {
        member: "not",
        words: { zh: "不得由", en: "not by" },
        guards: true,
        risk: loosens((was, is) => isDropped(was.not, is.not)),
      },
    ],
  },
  {
    name: "or",
    schema: { const: "maker" },
    doc: {
      zh: "maker：制单人没有 grant 也可以触发，例如撤销自己的订单。",
      en: "`maker`: the user who made the record may fire it without the `grant`, such as to cancel an own order.",
    },
    compare: [
      {
        member: "or",
        words: { zh: "也可由", en: "or by" },
        guards: true,
        risk: loosens((_was, is) => is.or !== undefined),
      },
    ],
  },
  {
    name: "sole",
    schema: buildObject({ amount: refs.cel, upTo: refs.cel }, ["amount", "upTo"]),
    doc: {
      zh: "租户只有一个用户时，{amount, upTo} 使他的创建事件直接继续到这一 not 的转换：不超过 upTo 只需原有的再次验证，超过（或 upTo 未知）须加验第二因素。",
      en: "Where a tenant has one user, {amount, upTo} lets the creation lead on to this transition in spite of `not`: up to `upTo` with the step-up that it asks for anyway, above it (or where it is unknown) with a second factor.",
    },
    compare: [
      {
        member: "sole",
        words: { zh: "独自复核", en: "is passed alone" },
        risk: loosens((was, is) => is.sole !== undefined && !isSame(unparse(was.sole), unparse(is.sole))),
      },
    ],
  },
  {
    name: "when",
    schema: refs.cel,
    doc: { zh: "触发的条件。", en: "The condition under which it may be fired." },
    compare: [
      {
        member: "when",
        words: { zh: "条件", en: "only if" },
        guards: true,
        risk: loosens((was, is) => isDropped(was.when, is.when)),
      },
    ],
  },
  {
    name: "after",
    schema: { type: "string", pattern: "^P(?=.)(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+S)?)?$" },
    doc: {
      zh: "进入状态后多久由 clock 触发，例如 P30D。",
      en: "How long after entering the state the clock fires it, such as `P30D`.",
    },
    compare: [{ member: "after", words: { zh: "期限", en: "happens by the clock" } }],
  },
  {
    name: "at",
    schema: refs.cel,
    doc: {
      zh: "记录中的日期或时刻，到时由 clock 触发。",
      en: "The date or instant of the record at which the clock fires it.",
    },
    compare: [{ member: "at", words: { zh: "期限", en: "happens by the clock" } }],
  },
];

/** Input of the event, and the values that the transition sets. */
const VALUES: readonly TransitionKeyword[] = [
  {
    name: "needs",
    schema: refs.names,
    doc: {
      zh: "事件必须带来的字段；event.<字段> 是带来的值，event.at 是事件的时刻。",
      en: "Fields that the event must bring; `event.<field>` is what it brought, `event.at` its moment.",
    },
    compare: [],
  },
  {
    name: "takes",
    schema: refs.names,
    doc: { zh: "事件可以带来的字段。", en: "Fields that the event may bring." },
    compare: [{ member: "takes", words: { zh: "可选内容", en: "takes fields" } }],
  },
  {
    name: "touches",
    schema: refs.paths,
    doc: {
      zh: "修改（update）改动了其中任一字段时触发，不另设调用。",
      en: "The entity's `update` fires it when one of these fields changes; no call of its own does.",
    },
    compare: [
      {
        member: "touches",
        words: { zh: "相关字段", en: "follows changes of fields" },
        risk: loosens((was, is) => subtract(was.touches ?? [], is.touches ?? []).length > 0),
      },
    ],
  },
  {
    name: "set",
    schema: buildMap(refs.cel),
    doc: { zh: "写入记录的值：{字段: 表达式}。", en: "Values that it writes to the record: {field: expression}." },
    compare: [
      {
        member: "set",
        words: { zh: "写入的内容", en: "fills fields" },
        risk: loosens((was, is) => Object.entries(was.set).some(([field, value]) => isDropped(value, is.set[field]))),
      },
    ],
  },
  {
    name: "assumed",
    schema: { type: "boolean" },
    doc: {
      zh: "规范没有展示这一转换，是推定的。",
      en: "Whether the specification does not show it; the list of lifecycles says so.",
    },
    compare: [],
  },
];

const quote = (actors: Runtime["actors"]) =>
  Object.keys(actors)
    .map((name) => `\`${name}\``)
    .join(", ");

const createBy = ({ actors }: Runtime): TransitionKeyword => ({
  name: "by",
  schema: { enum: [...Object.keys(actors), "clock", "record"] },
  doc: {
    zh: `由谁触发：${Object.keys(actors).join("、")}、clock（定时）、record（另一条记录的 fires）。`,
    en: `Who fires it: ${quote(actors)}, the \`clock\`, or another \`record\` by its \`fires\`.`,
  },
  compare: [
    {
      member: "by",
      words: { zh: "由谁", en: "done by" },
      guards: true,
      risk: loosens((_was, is) => actors[is.by] === "user"),
    },
  ],
});

const createStepUp = ({ stepUps }: Parts): TransitionKeyword => ({
  name: "stepUp",
  // Ajv rejects an empty enum, so `not: {}` is used to reject every value.
  schema: stepUps.length > 0 ? { enum: stepUps } : { not: {} },
  doc: { zh: "触发所需的再次验证。", en: "The step-up that it asks for." },
  compare: [
    {
      member: "stepUp",
      words: { zh: "再次验证", en: "with a second proof" },
      guards: true,
      risk: loosens((was, is) => isWeakerStepUp({ stepUps }, was.stepUp, is.stepUp)),
    },
  ],
});

/** Returns all core keywords for the actors and step-ups of a dialect, in documentation order. */
export const createTransitionKeywords = (runtime: Parts): readonly TransitionKeyword[] => [
  ...COURSE,
  createBy(runtime),
  ...CONDITIONS,
  createStepUp(runtime),
  ...VALUES,
];
