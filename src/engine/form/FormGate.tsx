/** Loads the facts that a form's rules read and checks its preconditions before the form opens. */
import { findFailedPrecondition } from "../entity/conditions.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { Scope } from "../model/expression.ts";
import { listAnchoredSections } from "./anchored.ts";
import { useLoaded } from "../data/use-loaded.tsx";
import { loadContexts } from "../entity/facts-loading.ts";
import type { FormGateProps } from "./form-props.tsx";
import { FormBody } from "./FormBody.tsx";
import { getParts } from "./parts.tsx";
import { useInputs } from "./use-inputs.tsx";
import "./form.css";

const NO_FACTS: Scope = {};

export function FormGate(props: FormGateProps) {
  const { entity, record, preset } = props;
  const ports = usePorts();
  // Loaded only once; `useFacts` handles later changes of the record.
  const contexts = useLoaded(
    () => loadContexts(entity, ports, { ...record, ...preset }),
    entity.name,
    Object.keys(entity.contexts).length === 0 ? NO_FACTS : undefined,
  );
  const there = useInputs(entity);
  // Without preconditions the form opens before the facts are loaded. Rules that read unloaded facts pass.
  if (!there || (!contexts && entity.gates.length > 0))
    return (
      <Skeleton
        rows={entity.form.sections.reduce((sum, section) => sum + section.rows.length, 0)}
        label={ports.t("form.loading")}
        anchored={listAnchoredSections(entity, ports.lang).length > 0}
        summarised={entity.summary !== undefined}
        lines={entity.form.grids !== undefined}
      />
    );
  const closed = contexts && findFailedPrecondition(entity, contexts);
  if (closed)
    return (
      <Closed
        text={ports.failure?.(closed.message) ?? ports.t(`failure.${closed.message}`)}
        goto={closed.goto}
        onCancel={props.onCancel}
      />
    );
  const none = contexts && !record && getParts(entity).facts?.describeNothingOpen(entity, contexts, ports);
  if (none) return <Closed text={none} onCancel={props.onCancel} />;
  return <FormBody {...props} contexts={contexts} />;
}

interface SkeletonProps {
  rows: number;
  label: string;
  anchored: boolean;
  summarised: boolean;
  lines: boolean;
}

/**
 * Placeholder with the same width as the loaded form, its section list and its summary, so that nothing shifts when the
 * form appears.
 */
function Skeleton({ rows, label, anchored, summarised, lines }: SkeletonProps) {
  return (
    <div
      className="pf-form pf-skeleton"
      data-anchors={anchored || undefined}
      data-summarised={summarised ? "" : undefined}
      data-lines={lines ? "" : undefined}
    >
      <output className="sr-only">{label}</output>
      <div className="pf-card">
        {Array.from({ length: Math.min(rows, 8) }, (_, index) => (
          <div key={index} className="pf-bone" />
        ))}
      </div>
    </div>
  );
}

function Closed({
  text,
  goto,
  onCancel,
}: {
  text: string;
  goto?: string | undefined;
  onCancel: (() => void) | undefined;
}) {
  const ports = usePorts();
  return (
    <div className="pf-form">
      <div className="pf-card pf-gate">
        <output>{text}</output>
        <div className="pf-buttons">
          {goto && (
            <Link className="btn" data-main href={goto}>
              {ports.t("form.goOn")}
            </Link>
          )}
          {onCancel && (
            <button type="button" className="btn" onClick={onCancel}>
              {ports.t("form.back")}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
