/** A vocabulary defined outside the engine: a keyword, a kind, an effect and a view type that no product uses. */
import {
  compareMember,
  defineEffect,
  defineKeyword,
  defineView,
  member,
  type Vocabulary,
} from "@portolan/engine/compiler";
import { createStringKind, rejectUnless } from "@portolan/engine";

declare module "../../src/engine/model/entity.ts" {
  interface FieldPlan {
    /** Volume at which the field is announced. */
    loud?: number;
  }
  interface TransitionPlan {
    /** Bell that the event rings. */
    bell?: string;
  }
  interface ViewPlans {
    /** Shows the records in columns, grouped by a field. */
    pinboard: { by: string };
  }
}

const loud = defineKeyword({
  name: "x-loud",
  on: ["field"],
  schema: { type: "integer", minimum: 1 },
  doc: { zh: "字段说得多响。", en: "How loudly the field is said." },
  field(keyword, { plan }) {
    plan.loud = Number(keyword.value);
  },
  compare: compareMember("loud"),
  explain: ({ field: { loud } }) =>
    loud === undefined ? [] : [{ where: "value", text: { zh: `响度 ${loud}`, en: `loudness ${loud}` } }],
  examples: { good: [{ value: 2 }], bad: [{ value: 0, rule: "bad-value" }] },
});

const tuneKind = createStringKind({
  name: "tune",
  validate: rejectUnless((value) => /^[a-g]+$/.test(value), "tune"),
  examples: ["abba", "cafe"],
  wrong: ["xyz"],
});

const bell = defineEffect({
  name: "bell",
  schema: { type: "string", minLength: 1 },
  doc: { zh: "事件敲哪个钟。", en: "Which bell the event rings." },
  read: (keyword) => ({ bell: String(keyword.value) }),
  compare: [{ member: "bell", words: { zh: "钟", en: "rings a bell" } }],
  examples: {
    good: [{ value: "big", at: { on: "ring", from: "open", to: "open", by: "provider" } }],
    bad: [{ value: "", at: { on: "ring", from: "open", to: "open", by: "provider" }, rule: "bad-value" }],
  },
});

const pinboard = defineView({
  name: "pinboard",
  plan: member.object({ by: member.field }),
  doc: { zh: "按一个字段分列。", en: "Records in columns by one field." },
  examples: {
    good: [{ value: { by: "title" } }],
    bad: [{ value: { by: "titel" }, rule: "unknown-field", suggestion: "title" }],
  },
});

/** The complete vocabulary. */
export const throwAway: Vocabulary = {
  keywords: [loud],
  kinds: [tuneKind],
  effects: [bell],
  views: [pinboard],
};
