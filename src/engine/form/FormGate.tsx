/** Loads the facts that a form's rules read and checks its preconditions before the form opens. */
import { findFailedPrecondition } from "../entity/conditions.ts";
import { buildDefaults, listFormFields } from "../form-store/form-schema.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { Scope } from "../model/expression.ts";
import { useLoaded } from "../data/use-loaded.tsx";
import { loadContexts } from "../entity/facts-loading.ts";
import type { FormGateProps } from "./form-props.tsx";
import { FormBody } from "./FormBody.tsx";
import { describeNothingOpen } from "./facts.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { useInputs } from "./use-inputs.tsx";
import { Waiting } from "./Waiting.tsx";
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
  if (!there)
    return (
      <Waiting entity={entity}>
        {listFormFields(entity).map((name) => (
          <div key={name} className="pf-bone" aria-hidden />
        ))}
      </Waiting>
    );
  if (!contexts && entity.gates.length > 0)
    return <FormSkeleton entity={entity} record={{ ...(record ?? buildDefaults(entity.fields)), ...preset }} />;
  const closed = contexts && findFailedPrecondition(entity, contexts);
  if (closed)
    return (
      <Closed
        text={ports.failure?.(closed.message) ?? ports.t(`failure.${closed.message}`)}
        goto={closed.goto}
        onCancel={props.onCancel}
      />
    );
  const none = contexts && !record && describeNothingOpen(entity, contexts, ports);
  if (none) return <Closed text={none} onCancel={props.onCancel} />;
  return <FormBody {...props} contexts={contexts} />;
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
