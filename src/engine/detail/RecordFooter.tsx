/** Footer of a record: available actions, links, and the receipt. */
import { Receipt as ReceiptIcon } from "lucide-react";
import { useMemo, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import type { DetailResponse } from "../model/wire.ts";
import {
  listActions,
  findChange,
  findEventLabel,
  type RecordAction,
  removeAction,
} from "../operation/record-actions.ts";
import type { Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { hasFailed } from "./RecordBody.tsx";
import { ActionDialog } from "./ActionDialog.tsx";
import { type ActionNotice, useRecordAction } from "../operation/use-record-action.tsx";
import { findOpenRemarks } from "./returned.ts";
import { findLinks } from "../entity/record-links.ts";
import { Links } from "./Links.tsx";

interface FooterProps {
  entity: Entity;
  id: string;
  loaded: DetailResponse;
  onEdit(): void;
  onReceipt(): void;
  /** Called when an action has succeeded, even if another record has been opened in the meantime. */
  onChanged(): void;
  /** Called when the record may have changed. */
  onStale(): void;
  onRemoved(): void;
  onDirty?: ((dirty: boolean) => void) | undefined;
}
export function RecordFooter(props: FooterProps) {
  const { entity, id, loaded, onEdit, onReceipt, onChanged, onStale, onRemoved, onDirty } = props;
  const ports = usePorts();
  const { t, lang, granted } = ports;
  const status = entity.lifecycle && loaded.record[entity.lifecycle.field];
  const actions = useActions(entity, id, loaded.events);
  const done = (action: RecordAction) => {
    if (action.to !== undefined) return onChanged();
    ports.notify("success", action.confirmation);
    onRemoved();
  };
  const state = entity.lifecycle?.states.find((state) => state.name === status);
  const update = findChange(entity, "update", granted);
  // An update that carries an event is available whenever the event is, and uses its label.
  const again = update?.events[0];
  const led = findLinks(entity, loaded.record).some(({ main }) => main);
  const changes = update && (again === undefined || loaded.events.some(({ event }) => event === again));
  return (
    <footer className="pd-foot">
      <RecordButtons
        entity={entity}
        id={id}
        record={loaded.record}
        checkWords={loaded.checkWords}
        actions={actions}
        onDone={done}
        onStale={onStale}
        onLate={onChanged}
        onDirty={onDirty}
        led={led}
      >
        {changes && (
          <button type="button" className="btn" data-main={!led || undefined} onClick={onEdit}>
            {describeChange(props, again, ports)}
          </button>
        )}
        {/* No links while the user has to approve the record. A failed record has its links above the timeline. */}
        {!loaded.review?.isYours && !hasFailed(entity, loaded) && <Links entity={entity} record={loaded.record} />}
      </RecordButtons>
      {entity.receipt &&
        (loaded.receipt ? (
          <button type="button" className="btn" onClick={onReceipt}>
            <ReceiptIcon size={16} strokeWidth={1.5} aria-hidden />
            {entity.receipt.named ? entity.text("receipt.name", lang) : t("receipt.open")}
          </button>
        ) : (
          !entity.receipt.named && !state?.final && <p className="pd-quiet">{t("receipt.notYet")}</p>
        ))}
    </footer>
  );
}

/** Returns the label of the button that opens the form: corrections, the event that the form fires, or Edit. */
function describeChange({ entity, loaded }: FooterProps, event: string | undefined, { t, lang }: Ports): string {
  if (findOpenRemarks(entity, loaded).length > 0) return t("detail.correct");
  return event === undefined ? t("detail.edit") : findEventLabel(entity, event, lang);
}

/** Returns the actions for the events that the server allows and for deletion. */
function useActions(entity: Entity, id: string, events: DetailResponse["events"]): RecordAction[] {
  const { t, lang, granted } = usePorts();
  return useMemo(
    () => [
      ...(entity.lifecycle
        ? listActions({ entity, id, events, lang, confirm: (event) => t("detail.done", { event }) })
        : []),
      ...removeAction(entity, id, granted, {
        label: t("detail.remove"),
        confirmation: t("detail.removed", { label: entity.text("label", lang) }),
      }),
    ],
    [entity, id, events, lang, granted, t],
  );
}

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
/** Buttons of a record's actions, confirmed inline or by step-up where necessary, next to a notice of the outcome. */
function RecordButtons(props: RecordButtonsProps) {
  const { entity, record, actions, children, led, onDirty } = props;
  const { t, failure } = usePorts();
  const buttons = useRef<HTMLDivElement>(null);
  const { act: recordAction, confirming, isSpent, run, start, cancel } = useConfirmedAction(props, buttons);
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
function useConfirmedAction(
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
