/** Manages the steps of a form: the open ones, the current one, and the step of each field. */
import { type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Entity, Lang, StepPlan } from "../model/entity.ts";
import { useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import { Cards } from "./Cards.tsx";
import type { Stepping } from "./stepping.ts";

const NO_STEPS: readonly StepPlan[] = [];

const listFields = (entity: Entity, step: StepPlan): string[] =>
  entity.form.sections
    .filter((section) => step.sections.includes(section.id))
    .flatMap((section) => section.rows.flat());

/** Renders a form with the state of its steps. */
export function Stepped({ children }: { children(stepping: Stepping): ReactNode }) {
  return children(useSteps());
}

function useSteps(): Stepping {
  const { store, entity } = useForm();
  const { steps = NO_STEPS } = entity.form;
  const [first = { id: "", sections: [] }] = steps;
  const [id, setId] = useState(first.id);
  const kept = useRef<readonly StepPlan[]>(steps);
  const read = useCallback(() => {
    // Steps without visible fields are skipped.
    const now = steps.filter((step) => store.showsAny(listFields(entity, step)));
    return now.length === kept.current.length && now.every((step, index) => step === kept.current[index])
      ? kept.current
      : (kept.current = now);
  }, [steps, store, entity]);
  const subscribe = useCallback((run: () => void) => store.watch(run), [store]);
  const open = useSyncExternalStore(subscribe, read);
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
    names: useMemo(() => new Set(listFields(entity, current)), [entity, current]),
    to: setId,
    of: (field) => steps.find((step) => listFields(entity, step).includes(field))?.id ?? current.id,
  };
}

/** Progress indicator of the steps. Earlier steps are buttons. */
export function Progress({ stepping, onBack }: { stepping: Stepping; onBack(id: string): void }) {
  const { entity, ports } = useForm();
  const { open, at } = stepping;
  return (
    <nav className="pf-steps" aria-label={ports.t("form.steps")}>
      <p className="pf-steps-count" aria-hidden>
        {formatStep(stepping, entity, ports)}
      </p>
      <ol>
        {open.map((step, index) => {
          const label = findText(entity, `step.${step.id}`, ports.lang) ?? step.id;
          return (
            <li key={step.id} aria-current={index === at ? "step" : undefined} data-past={index < at || undefined}>
              <span className="pf-steps-mark" aria-hidden>
                {index < at ? "✓" : index + 1}
              </span>
              {index < at ? (
                <button type="button" onClick={() => onBack(step.id)}>
                  {label}
                </button>
              ) : (
                <span>{label}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
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
  { open, at, current }: Stepping,
  entity: Entity,
  ports: { lang: Lang; t(key: string, params?: Record<string, string | number>): string },
): string {
  return ports.t("form.stepOf", {
    at: at + 1,
    of: open.length,
    label: findText(entity, `step.${current.id}`, ports.lang) ?? current.id,
  });
}
