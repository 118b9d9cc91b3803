/** Buttons of a record's actions, confirmed inline or by step-up where necessary, next to a notice of the outcome. */
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { ActionDialog } from "./ActionDialog.tsx";
import type { RecordAction } from "../operation/record-actions.ts";
import { type ActionNotice, useRecordAction } from "../operation/use-record-action.tsx";

interface RecordButtonsProps {
  entity: Entity;
  id: string;
  /** The loaded record, which supplies initial values for an event's fields. */
  record?: Row | undefined;
  /** The record's check words, which its approver confirms. */
  checkWords?: string | undefined;
  actions: readonly RecordAction[];
  /** Buttons before the actions, such as Edit. */
  children?: ReactNode;
  /** Whether `children` contain the primary button, so that no action is primary. */
  led?: boolean;
  /** Called on success, when the record and the list are stale. */
  onDone(action: RecordAction): void;
  /** Called when the record may have changed. */
  onStale(): void;
  /** Called instead of `onDone` and `onStale` if another record has been opened in the meantime. */
  onLate?(): void;
  onDirty?: ((dirty: boolean) => void) | undefined;
}
export function RecordButtons(props: RecordButtonsProps) {
  const { entity, record, actions, children, led, onDirty } = props;
  const { t, failure } = usePorts();
  const buttons = useRef<HTMLDivElement>(null);
  const { act: recordAction, confirming, isSpent, run, start, cancel } = useActions(props, buttons);
  const empty = actions.length === 0 && !children;
  if (empty && !recordAction.notice) return null;
  const main = led ? undefined : actions.find((action) => !action.danger && !action.blocked);
  return (
    <section className="pd-actions" aria-label={t("detail.actions")}>
      {recordAction.notice && <Notice notice={recordAction.notice} />}
      {confirming ? (
        <ActionDialog
          key={confirming.name}
          entity={entity}
          action={confirming}
          record={record}
          recordAction={recordAction}
          onCancel={cancel}
          onDirty={onDirty}
          onRun={(input) => void run(confirming, input)}
        />
      ) : (
        !empty && (
          <div className="pd-buttons" ref={buttons}>
            {children}
            {actions.map((action) => (
              <ActionButton
                key={action.name}
                action={action}
                main={action === main}
                busy={recordAction.busy}
                over={isSpent}
                again={recordAction.outcomeUnknown === action.name}
                blocked={action.blocked && (failure?.(action.blocked) ?? t(`failure.${action.blocked}`))}
                onClick={() => start(action)}
              />
            ))}
          </div>
        )
      )}
    </section>
  );
}

/**
 * Manages the action being confirmed, and the handlers for pressing, confirming and cancelling. Cancelling returns the
 * focus to the action's button within `buttons`.
 */
function useActions(
  { entity, id, record, checkWords, actions, onDone, onStale, onLate }: RecordButtonsProps,
  buttons: RefObject<HTMLDivElement | null>,
) {
  const [open, setOpen] = useState<string>();
  const recordAction = useRecordAction({ entity, id, record, checkWords, onDone, onStale, onLate });
  // Disables the offered actions after a success until the record is refetched, so that a second click does nothing.
  const [spent, setSpent] = useState<readonly RecordAction[]>();
  const offered = useRef(actions);
  offered.current = actions;
  const confirming = actions.find((action) => action.name === open && !action.blocked);
  const { outcomeUnknown, resolve } = recordAction;
  const outcomeLost = outcomeUnknown !== undefined && !actions.some((action) => action.name === outcomeUnknown);
  useEffect(() => {
    if (outcomeLost) resolve();
  });
  const run = async (action: RecordAction, input: Row) => {
    if (!(await recordAction.run(action, input))) return;
    setSpent(offered.current);
    setOpen(undefined);
  };
  const start = (action: RecordAction) => {
    if (recordAction.busy || actions === spent) return;
    if (action.needs.length > 0 || action.takes?.length || (action.danger && !action.call.stepUp)) {
      recordAction.clear();
      setOpen(action.name);
    } else void run(action, {});
  };
  const cancel = () => {
    setOpen(undefined);
    recordAction.clear();
    requestAnimationFrame(() =>
      buttons.current?.querySelector<HTMLElement>(`[data-offer="${confirming?.name}"]`)?.focus(),
    );
  };
  return { act: recordAction, confirming, isSpent: actions === spent, run, start, cancel };
}

interface ButtonProps {
  action: RecordAction;
  main: boolean;
  busy: string | undefined;
  /** Whether an action succeeded and the record has not been refetched yet. */
  over: boolean;
  again: boolean;
  /** Why the action is not available to the user. */
  blocked: string | undefined;
  onClick(): void;
}
function ActionButton({ action, main, busy, over, again, blocked, onClick }: ButtonProps) {
  const { t } = usePorts();
  const id = useId();
  const off = blocked !== undefined || busy !== undefined || over;
  return (
    <div className="pd-offer">
      <button
        type="button"
        className="btn"
        data-offer={action.name}
        data-main={main || undefined}
        data-tone={action.danger ? "danger" : undefined}
        aria-disabled={off || undefined}
        aria-busy={busy === action.name || undefined}
        aria-describedby={blocked ? id : undefined}
        onClick={off ? undefined : onClick}
      >
        {busy === action.name ? t("form.sending") : again ? t("form.askAgain") : action.label}
      </button>
      {blocked && (
        <p id={id} className="pd-quiet">
          {blocked}
        </p>
      )}
    </div>
  );
}

/** Notice that takes the focus, since the pressed button may have been removed. */
function Notice({ notice }: { notice: ActionNotice }) {
  const { t } = usePorts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [notice]);
  // A notice that is removed while it has the focus hands it to the record.
  useLayoutEffect(() => {
    const element = box.current;
    const article = element?.closest<HTMLElement>("article");
    return () => {
      if (element && document.activeElement === element) article?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={box}
      className="pd-notice"
      data-tone={notice.tone}
      role={notice.tone === "danger" || notice.tone === "warning" ? "alert" : "status"}
      tabIndex={-1}
    >
      <p className="pd-notice-title">{notice.title}</p>
      {notice.detail && <p>{notice.detail}</p>}
      {notice.traceId && (
        <p className="pd-quiet">
          {t("form.trace")} <code>{notice.traceId}</code>
        </p>
      )}
    </div>
  );
}
