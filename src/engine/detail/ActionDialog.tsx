/** Inline confirmation of an action: its target state, its fields and the confirm button. */
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { fillSentence } from "../entity/sentence.ts";
import { usePorts } from "../react/ports-context.tsx";
import { summarizeAction } from "../operation/step-up-summary.ts";
import type { RecordAction } from "../operation/record-actions.ts";
import type { RecordActionView } from "../operation/use-record-action.tsx";

const Needs = lazy(() => import("../form/EventFields.tsx").then((module) => module.loadWithInputs()));

interface ActionDialogProps {
  entity: Entity;
  action: RecordAction;
  record: Row | undefined;
  recordAction: RecordActionView;
  onCancel(): void;
  onDirty: ((dirty: boolean) => void) | undefined;
  onRun(input: Row): void;
}
export function ActionDialog({ entity, action, record, recordAction, onCancel, onDirty, onRun }: ActionDialogProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const busy = recordAction.busy !== undefined;
  const again = recordAction.outcomeUnknown === action.name;
  const hasFields = action.needs.length + (action.takes?.length ?? 0) > 0;
  useEffect(() => {
    if (!hasFields) panel.current?.focus();
  }, [hasFields]);
  const buttons = <DialogButtons action={action} busy={busy} again={again} onCancel={onCancel} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun({});
  };
  return (
    <div
      className="pd-ask"
      role="group"
      aria-labelledby={`${id}-q`}
      aria-describedby={`${id}-r`}
      tabIndex={-1}
      ref={panel}
    >
      <Question id={id} entity={entity} action={action} record={record} />
      {hasFields ? (
        <Suspense fallback={null}>
          <Needs
            entity={entity}
            names={action.needs}
            takes={action.takes}
            record={record}
            errors={recordAction.errors}
            fixed={again}
            onDirty={onDirty}
            onSubmit={onRun}
          >
            {buttons}
          </Needs>
        </Suspense>
      ) : (
        <form onSubmit={submit}>{buttons}</form>
      )}
    </div>
  );
}

/**
 * Asks for confirmation and describes the effect of the action: in the schema's words, or else by the title and amount
 * of the record, the next state, and whether held money is released.
 */
function Question({
  id,
  entity,
  action,
  record,
}: { id: string } & Pick<ActionDialogProps, "entity" | "action" | "record">) {
  const { t, lang } = usePorts();
  const does = record && fillSentence(entity, `does.${action.name}`, { row: record, lang });
  return (
    <div>
      <p id={`${id}-q`} className="pd-question">
        {action.to === undefined ? t("detail.sureRemove") : t("detail.sure", { event: action.label })}
      </p>
      <p id={`${id}-r`} className="pd-quiet">
        {does === undefined ? (
          <NextState entity={entity} action={action} record={record} />
        ) : (
          <span>{`${does.charAt(0).toUpperCase()}${does.slice(1)}${t("form.stop").trim()}`}</span>
        )}
      </p>
    </div>
  );
}

function NextState({ entity, action, record }: Pick<ActionDialogProps, "entity" | "action" | "record">) {
  const { t, lang } = usePorts();
  const about = record ? summarizeAction(entity, record, "", lang) : "";
  return (
    <>
      {action.to && (
        <span>
          {t("detail.leadsTo", {
            about: about && `${about}${t("form.stop")}`,
            state: entity.stateLabel(action.to, lang),
          })}
        </span>
      )}
      {action.releases && <span>{t("detail.releases")}</span>}
    </>
  );
}

interface ButtonsProps extends Pick<ActionDialogProps, "action" | "onCancel"> {
  busy: boolean;
  /** Whether the outcome of the last attempt is unknown, so that confirming retries. */
  again: boolean;
}
function DialogButtons({ action, busy, again, onCancel }: ButtonsProps) {
  const { t } = usePorts();
  return (
    <div className="pd-buttons">
      <button type="button" className="btn" onClick={onCancel} disabled={busy}>
        {t("detail.notNow")}
      </button>
      {/* Not `disabled`, because the button must keep the focus until the response arrives. */}
      <button
        type="submit"
        className="btn"
        data-main={!action.danger || undefined}
        data-tone={action.danger ? "danger" : undefined}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
      >
        {busy ? t("form.sending") : again ? t("form.askAgain") : t("form.confirm", { action: action.label })}
      </button>
    </div>
  );
}
