import type { Entity, StepPlan } from "../model/entity.ts";

/** State of a form's steps. */
export interface Stepping {
  /** Steps with a visible field. A form without steps has a single unnamed one. */
  open: readonly StepPlan[];
  current: StepPlan;
  /** Index of the current step among the open steps. */
  at: number;
  last: boolean;
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
  return { open: [current], current, at: 0, last: true, names: undefined, to: () => undefined, of: () => current.id };
}
