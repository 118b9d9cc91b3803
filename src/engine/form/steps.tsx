/** Manages the steps of a form: the open ones, the current one, and the step of each field. */
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Entity, Lang, StepPlan } from "../model/entity.ts";
import { useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import type { FormStore } from "../form-store/store.ts";

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

const listFields = (entity: Entity, step: StepPlan): string[] =>
  entity.form.sections
    .filter((section) => step.sections.includes(section.id))
    .flatMap((section) => section.rows.flat());

export function useSteps(store: FormStore, entity: Entity): Stepping {
  const steps = useMemo(
    () => entity.form.steps ?? [{ id: "", sections: entity.form.sections.map((section) => section.id) }],
    [entity],
  );
  const [first = { id: "", sections: [] }] = steps;
  const [id, setId] = useState(first.id);
  const kept = useRef<readonly StepPlan[]>(steps);
  const read = useCallback(() => {
    // Steps without visible fields are skipped.
    const now = steps.length > 1 ? steps.filter((step) => store.showsAny(listFields(entity, step))) : steps;
    return now.length === kept.current.length && now.every((step, index) => step === kept.current[index])
      ? kept.current
      : (kept.current = now);
  }, [steps, store, entity]);
  const subscribe = useCallback(
    (run: () => void) => (steps.length > 1 ? store.watch(run) : () => undefined),
    [steps, store],
  );
  const open = useSyncExternalStore(subscribe, read);
  const at = Math.max(
    0,
    open.findIndex((step) => step.id === id),
  );
  const current = open[at] ?? first;
  return {
    open,
    current,
    at,
    last: at >= open.length - 1,
    names: useMemo(() => (entity.form.steps ? new Set(listFields(entity, current)) : undefined), [entity, current]),
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

/** Returns the progress as text, such as `Step 2 of 3: Bank`. */
export function formatStep(
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
