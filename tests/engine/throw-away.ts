/** A vocabulary from outside the engine: a keyword, a kind and an effect that no product has. */
import { defineEffect, defineKeyword, type Vocabulary } from "../../src/engine/compiler.ts";
import { stringKind, unless } from "../../src/engine/index.ts";

declare module "../../src/engine/model/entity.ts" {
  interface FieldPlan {
    /** How loudly the field is said. */
    loud?: number;
  }
  interface TransitionPlan {
    /** Which bell the event rings. */
    bell?: string;
  }
}

const loud = defineKeyword({
  name: "x-loud",
  on: ["field"],
  schema: { type: "integer", minimum: 1 },
  doc: { zh: "字段说得多响。", en: "How loudly the field is said." },
  field(word, { plan }) {
    plan.loud = Number(word.value);
  },
  examples: { good: [{ value: 2 }], bad: [{ value: 0, rule: "bad-value" }] },
});

const tuneKind = stringKind({
  name: "tune",
  validate: unless((value) => /^[a-g]+$/.test(value), "tune"),
  examples: ["abba", "cafe"],
  wrong: ["xyz"],
});

const bell = defineEffect({
  name: "bell",
  schema: { type: "string", minLength: 1 },
  doc: { zh: "事件敲哪个钟。", en: "Which bell the event rings." },
  read: (word) => ({ bell: String(word.value) }),
  examples: {
    good: [{ value: "big", at: { on: "ring", from: "open", to: "open", by: "provider" } }],
    bad: [{ value: "", at: { on: "ring", from: "open", to: "open", by: "provider" }, rule: "bad-value" }],
  },
});

/** All three. */
export const throwAway: Vocabulary = { keywords: [loud], kinds: [tuneKind], effects: [bell] };
