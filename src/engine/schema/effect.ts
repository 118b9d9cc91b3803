/** Effects are keywords of a transition: what its event does beyond changing the state, such as queueing a job. One file per effect. */
import type { Expression } from "../model/expression.ts";
import type { JsonSchema, LifecyclePlan, TransitionPlan } from "../model/entity.ts";
import type { EntityDraft } from "./draft.ts";
import type { Json } from "./json.ts";

/** Input of an event; its shape depends on the event. */
const EVENT = { event: "map" };

/**
 * A transition being compiled. `plan` holds its core keywords before its effects are read.
 * @example
 * const effect = defineEffect({
 *   ...sampleEffect,
 *   read(word, transition) {
 *     const when = transition.expression(word);
 *     return when ? { when } : {};
 *   },
 * });
 */
export class TransitionDraft {
  readonly entity: EntityDraft;
  readonly word: Json;
  readonly plan: TransitionPlan;
  /** Expressions that may read the event's input. */
  readonly sources: Json[] = [];

  constructor(entity: EntityDraft, word: Json, plan: TransitionPlan) {
    this.entity = entity;
    this.word = word;
    this.plan = plan;
  }

  /** Compiles an expression over the record and the event; reports a finding and returns undefined when it does not compile. */
  expression(word: Json, expected?: string): Expression | undefined {
    this.sources.push(word);
    return this.entity.expression(word, expected, EVENT);
  }
}

/** One example of an effect: a small lifecycle with one transition more. */
export interface EffectExample {
  /** The plan of the keyword; undefined omits it. */
  value: unknown;
  /** Other words of the transition. */
  at: Readonly<Record<string, unknown>>;
  /** The lifecycle that gets the transition; left out: the plain one of `lifecycle/samples.ts`. */
  lifecycle?: { readonly transitions: readonly object[] };
  /** Other keywords of the example's file. */
  with?: Readonly<Record<string, unknown>>;
}

/** A keyword of a transition and its meaning; see `defineEffect`. */
export interface Effect {
  /** The word at a transition. */
  name: string;
  /** JSON Schema of the keyword. May refer to the definitions of `compile/meta.ts`. */
  schema: JsonSchema;
  doc: { zh: string; en: string };
  /** The plan when the keyword is absent. */
  absent?: Partial<TransitionPlan>;
  /** Returns the effect's part of the transition's plan. Reports findings, never throws. */
  read(word: Json, draft: TransitionDraft): Partial<TransitionPlan>;
  /** Returns the expressions of a plan: which facts to load before the event. */
  expressions?(plan: TransitionPlan): Expression[];
  /** Checks all transitions together, after the graph is known. `words`: the transitions as they are written, in the plan's order. */
  prove?(lifecycle: LifecyclePlan, words: readonly Json[], draft: EntityDraft): void;
  examples: {
    good: readonly EffectExample[];
    /** `rule`: the id of the only finding. */
    bad: readonly (EffectExample & { rule: string; suggestion?: string })[];
  };
}

/**
 * Gives an effect its type.
 * @example
 * const watch = defineEffect({ ...sampleEffect, name: "watch", read: (word) => ({ notify: word.value !== undefined }) });
 */
export const defineEffect = (effect: Effect): Effect => effect;
