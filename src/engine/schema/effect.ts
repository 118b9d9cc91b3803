/**
 * Effects are keywords of a transition that define what its event does beyond changing the state, such as queueing a
 * job. Each has its own file.
 */
import type { Expression } from "../model/expression.ts";
import type { JsonSchema, LifecyclePlan, TransitionPlan } from "../model/entity.ts";
import type { Risk, Words } from "./comparison.ts";
import type { EntityDraft } from "./draft.ts";
import { findingMessages } from "./finding-messages.ts";
import type { Json } from "./json.ts";

/** Variable for the input of an event, whose shape depends on the event. */
const EVENT = { event: "map" };

/**
 * A transition during compilation. `plan` already contains its core keywords when effects are read.
 * @example
 * const effect = defineEffect({
 *   ...sampleEffect,
 *   read(keyword, transition) {
 *     const when = transition.expression(keyword);
 *     return when ? { when } : {};
 *   },
 * });
 */
export class TransitionDraft {
  readonly entity: EntityDraft;
  readonly keyword: Json;
  readonly plan: TransitionPlan;
  /** Expressions that may read the event's input. */
  readonly sources: Json[] = [];

  constructor(entity: EntityDraft, keyword: Json, plan: TransitionPlan) {
    this.entity = entity;
    this.keyword = keyword;
    this.plan = plan;
  }

  /** Compiles an expression over the record and the event, or reports it and returns undefined when it is invalid. */
  expression(keyword: Json, expected?: string): Expression | undefined {
    this.sources.push(keyword);
    return this.entity.expression(keyword, expected, EVENT);
  }

  /**
   * Same as `expression`, for one that must have a value when the event happens. Reports a field in it that may be left
   * out, unless the expression tests it with `has`, or the event needs it or reads it in `when`.
   */
  certainExpression(keyword: Json, expected?: string): Expression | undefined {
    const expression = this.expression(keyword, expected);
    if (expression)
      this.entity.later(() => {
        const name = this.#findOptional(expression);
        if (name !== undefined)
          this.entity.report(keyword.location(), "may-be-absent", findingMessages.mayBeAbsent(name));
      });
    return expression;
  }

  /** Returns the name of the first field that an expression reads and users may leave out, also in computed fields. */
  #findOptional({ reads, source }: Expression): string | undefined {
    const { needs, when } = this.plan;
    const { fields, show } = this.entity.plan;
    for (const { name, required, readOnly, compute, kind, schema } of fields) {
      const isTested = new RegExp(`\\bhas\\(self\\.${name.replaceAll(".", "\\.")}\\)`).test(source);
      if (!reads.includes(`self.${name}`) || isTested) continue;
      if (when?.reads.includes(`self.${name}`) || needs.includes(name)) continue;
      const inner = compute && this.#findOptional(compute);
      if (inner !== undefined) return inner;
      const isFilled = compute || readOnly || schema.default !== undefined || this.entity.kind(kind).celType === "bool";
      if (!isFilled && (!required || show.some(({ field }) => field === name))) return name;
    }
    return undefined;
  }
}

/** An example of an effect: a small lifecycle with an additional transition. */
export interface EffectExample {
  /** Value of the keyword. Undefined omits it. */
  value: unknown;
  /** Other keywords of the transition. */
  at: Readonly<Record<string, unknown>>;
  /** The lifecycle that the transition is added to. Default: the plain one of `lifecycle/samples.ts`. */
  lifecycle?: { readonly transitions: readonly object[] };
  /** Other keywords of the example's file. */
  with?: Readonly<Record<string, unknown>>;
}

/** How a member of a transition's plan is compared. `words` names it in the texts of a difference. */
export interface TransitionComparison {
  member: keyof TransitionPlan;
  words: Words;
  /** Whether it restricts who may fire the event and when. Otherwise it is a part of what the event does. */
  guards?: true;
  /** The risk of a change, and whether this one carries it. */
  risk?: readonly [Risk, (was: TransitionPlan, is: TransitionPlan) => boolean];
}

/** A keyword of a transition with its implementation; see `defineEffect`. */
export interface Effect {
  /** Name of the keyword. */
  name: string;
  /** JSON Schema of the keyword. May refer to the definitions of `compile/meta.ts`. */
  schema: JsonSchema;
  doc: { zh: string; en: string };
  /** Part of the plan to use when the keyword is absent. */
  absent?: Partial<TransitionPlan>;
  /** Returns the effect's part of the transition's plan. Reports findings, never throws. */
  read(keyword: Json, draft: TransitionDraft): Partial<TransitionPlan>;
  /** Returns the expressions in a plan, which determine the facts to load before the event. */
  expressions?(plan: TransitionPlan): Expression[];
  /** Returns the expressions that determine the amounts that the event moves. */
  amounts?(plan: TransitionPlan): Expression[];
  /** How the members of the plan that it sets are compared. */
  compare: readonly TransitionComparison[];
  /** Checks all transitions together once the graph is known. `nodes` are the transitions as written, in plan order. */
  prove?(lifecycle: LifecyclePlan, nodes: readonly Json[], draft: EntityDraft): void;
  examples: {
    good: readonly EffectExample[];
    /** Invalid examples. `rule` is the id of the only finding. */
    bad: readonly (EffectExample & { rule: string; suggestion?: string })[];
  };
}

/**
 * Declares an effect with type checking.
 * @example
 * const watch = defineEffect({ ...sampleEffect, name: "watch", read: (keyword) => ({ notify: keyword.value !== undefined }) });
 */
export const defineEffect = (effect: Effect): Effect => effect;
