import type { Entity, StepPlan } from "../model/entity.ts";
import type { StepState } from "./step-states.ts";

/** Minimum number of steps that are listed beside the form instead of above it. */
const FEWEST_ASIDE = 5;

/** Returns whether the steps are listed beside the form on wide screens. */
export const hasStepsAside = ({ form: { steps = [] } }: Entity): boolean => steps.length >= FEWEST_ASIDE;

/** State of a form's steps. */
export interface Stepping {
  /** Steps with a visible field. A form without steps has a single unnamed one. */
  open: readonly StepPlan[];
  current: StepPlan;
  /** Index of the current step among the open steps. */
  at: number;
  last: boolean;
  /** State of every step of the schema, in order. Steps are never added to it or removed. */
  states: readonly StepState[];
  /** Names of the fields to correct, when a review returned the record with remarks. Only these are submitted. */
  corrected?: ReadonlySet<string>;
  /** Names of the fields in the current step. Undefined when the form has no steps. */
  names: ReadonlySet<string> | undefined;
  /** Opens a step. All values are kept. */
  to(id: string): void;
  /** Returns the id of the step that contains a field, or of the current step when none does. */
  of(field: string): string;
}

/** Returns the state of a form without steps, as a single unnamed step. */
export function createSingleStep({ form: { sections } }: Entity): Stepping {
  const current = { id: "", sections: sections.map((section) => section.id) };
  return {
    open: [current],
    current,
    at: 0,
    last: true,
    states: [],
    names: undefined,
    to: () => undefined,
    of: () => current.id,
  };
}
