/** Manages the steps of a form: their states, the current one, and the step of each field. */
import { type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Entity, Lang, StepPlan } from "../model/entity.ts";
import { useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import { Cards } from "./Cards.tsx";
import { findStepState, listStepFields, type StepState } from "./step-states.ts";
import type { Stepping } from "./stepping.ts";

const NO_STEPS: readonly StepPlan[] = [];
const NO_STATES: readonly StepState[] = [];

/** Renders a form with the state of its steps. */
export function Stepped({ children }: { children(stepping: Stepping): ReactNode }) {
  return children(useSteps());
}

function useSteps(): Stepping {
  const { entity } = useForm();
  const { steps = NO_STEPS } = entity.form;
  const [first = { id: "", sections: [] }] = steps;
  const [id, setId] = useState(first.id);
  const states = useStepStates(steps);
  // Steps without visible fields are skipped.
  const open = useMemo(() => steps.filter((_step, index) => states[index] === "open"), [steps, states]);
  const position = Math.max(
    0,
    open.findIndex((step) => step.id === id),
  );
  const current = open[position] ?? first;
  return {
    open,
    current,
    at: position,
    last: position >= open.length - 1,
    states,
    names: useMemo(() => new Set(listStepFields(entity, current)), [entity, current]),
    to: setId,
    of: (field) => steps.find((step) => listStepFields(entity, step).includes(field))?.id ?? current.id,
  };
}

/** Returns the state of each step, with a stable identity while none changes. */
function useStepStates(steps: readonly StepPlan[]): readonly StepState[] {
  const { store } = useForm();
  const kept = useRef(NO_STATES);
  const read = useCallback(() => {
    const now = steps.map((step) => findStepState(store, step));
    return now.length === kept.current.length && now.every((state, index) => state === kept.current[index])
      ? kept.current
      : (kept.current = now);
  }, [steps, store]);
  const subscribe = useCallback((run: () => void) => store.watch(run), [store]);
  return useSyncExternalStore(subscribe, read);
}

/** Cards of all open steps. Steps stay mounted, so that uploads continue and Back shows the previous values. */
export function StepCards({ stepping }: { stepping: Stepping }) {
  const { entity, ports } = useForm();
  const { open, current } = stepping;
  return open.map((step) => (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would join its legend to every label
    <div
      key={step.id}
      role="group"
      className="pf-step"
      tabIndex={-1}
      hidden={step !== current}
      data-step={step === current || undefined}
      aria-label={step === current ? formatStep(stepping, entity, ports) : undefined}
    >
      <Cards sections={entity.form.sections.filter((section) => step.sections.includes(section.id))} />
    </div>
  ));
}

/** Returns the progress as text, such as `Step 2 of 3: Bank`. */
function formatStep(
  { current }: Stepping,
  entity: Entity,
  ports: { lang: Lang; t(key: string, params?: Record<string, string | number>): string },
): string {
  const { steps = NO_STEPS } = entity.form;
  return ports.t("form.stepOf", {
    at: steps.indexOf(current) + 1,
    of: steps.length,
    label: findText(entity, `step.${current.id}`, ports.lang) ?? current.id,
  });
}
