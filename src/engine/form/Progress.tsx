/** Progress through the steps of a form: the current step, the time left, when the draft was saved, and the steps. */
import { useSyncExternalStore } from "react";
import { formatWallClock } from "../base/time-zone.ts";
import { useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import type { Draft } from "./draft.ts";
import { estimateMinutes } from "./step-states.ts";
import type { Stepping } from "./stepping.ts";

interface ProgressProps {
  stepping: Stepping;
  draft: Draft | undefined;
  /** Called with the id of an earlier step to open it. */
  onBack(id: string): void;
}
/** Lists every step from the start. Earlier steps are buttons, and steps that fall away after a choice are struck. */
export function Progress({ stepping, draft, onBack }: ProgressProps) {
  const { entity, ports } = useForm();
  const { current, states } = stepping;
  const { steps = [] } = entity.form;
  const at = steps.indexOf(current);
  const findLabel = (id: string) => findText(entity, `step.${id}`, ports.lang) ?? id;
  const left = states.filter((state, index) => index >= at && state !== "dropped").length;
  const minutes = estimateMinutes(entity, left);
  return (
    <>
      <div className="pf-steps-head">
        <p aria-hidden>
          <strong>{ports.t("form.stepCount", { at: at + 1, of: steps.length })}</strong>
          <span className="pf-steps-name"> · {findLabel(current.id)}</span>
          {minutes !== undefined && <span> · {ports.t("form.minutesLeft", { count: minutes })}</span>}
        </p>
        {draft && <Saved draft={draft} />}
      </div>
      <nav className="pf-steps" aria-label={ports.t("form.steps")}>
        <ol>
          {steps.map((step, index) => {
            const dropped = states[index] === "dropped";
            const past = index < at && !dropped;
            const label = findLabel(step.id);
            return (
              <li
                key={step.id}
                aria-current={index === at ? "step" : undefined}
                data-past={past || undefined}
                data-dropped={dropped || undefined}
              >
                <span className="pf-steps-mark" aria-hidden>
                  {past ? "✓" : index + 1}
                </span>
                {past ? (
                  <button type="button" onClick={() => onBack(step.id)}>
                    {label}
                  </button>
                ) : dropped ? (
                  <del>
                    {label}
                    <span className="sr-only"> {ports.t("form.stepDropped")}</span>
                  </del>
                ) : (
                  <span>{label}</span>
                )}
              </li>
            );
          })}
        </ol>
      </nav>
    </>
  );
}

/** Time at which the draft was last saved. */
function Saved({ draft }: { draft: Draft }) {
  const { ports } = useForm();
  const at = useSyncExternalStore(draft.subscribe, draft.getSavedAt);
  if (at === undefined) return null;
  return <span>{ports.t("form.savedAt", { time: formatWallClock(at, ports.dialect.zone).slice(11, 16) })}</span>;
}
