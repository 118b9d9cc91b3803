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
  offers: readonly RecordAction[];
  /** Buttons before the actions, such as Edit. */
  children?: ReactNode;
  /** Whether `children` contain the primary button, so that no action is primary. */
  led?: boolean;
  /** Called on success, when the record and the list are stale. */
  onDone(offer: RecordAction): void;
  /** Called when the record may have changed. */
  onStale(): void;
  /** Called instead of `onDone` and `onStale` if another record has been opened in the meantime. */
  onLate?(): void;
  onDirty?: ((dirty: boolean) => void) | undefined;
}
export function RecordButtons(props: RecordButtonsProps) {
  const { entity, record, offers, children, led, onDirty } = props;
  const { t, failure } = usePorts();
  const buttons = useRef<HTMLDivElement>(null);
  const { act, confirming, isSpent, run, start, cancel } = useActions(props, buttons);
  const empty = offers.length === 0 && !children;
  if (empty && !act.notice) return null;
  const main = led ? undefined : offers.find((offer) => !offer.danger && !offer.blocked);
  return (
    <section className="pd-actions" aria-label={t("detail.actions")}>
      {act.notice && <Notice notice={act.notice} />}
      {confirming ? (
        <ActionDialog
          key={confirming.name}
          entity={entity}
          offer={confirming}
          record={record}
          act={act}
          onCancel={cancel}
          onDirty={onDirty}
          onRun={(input) => void run(confirming, input)}
        />
      ) : (
        !empty && (
          <div className="pd-buttons" ref={buttons}>
            {children}
            {offers.map((offer) => (
              <OfferButton
                key={offer.name}
                offer={offer}
                main={offer === main}
                busy={act.busy}
                over={isSpent}
                again={act.outcomeUnknown === offer.name}
                blocked={offer.blocked && (failure?.(offer.blocked) ?? t(`failure.${offer.blocked}`))}
                onClick={() => start(offer)}
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
  { entity, id, record, offers, onDone, onStale, onLate }: RecordButtonsProps,
  buttons: RefObject<HTMLDivElement | null>,
) {
  const [open, setOpen] = useState<string>();
  const act = useRecordAction({ entity, id, record, onDone, onStale, onLate });
  // Disables the offered actions after a success until the record is refetched, so that a second click does nothing.
  const [spent, setSpent] = useState<readonly RecordAction[]>();
  const offered = useRef(offers);
  offered.current = offers;
  const confirming = offers.find((offer) => offer.name === open && !offer.blocked);
  const { outcomeUnknown, resolve } = act;
  const lost = outcomeUnknown !== undefined && !offers.some((offer) => offer.name === outcomeUnknown);
  useEffect(() => {
    if (lost) resolve();
  });
  const run = async (offer: RecordAction, input: Row) => {
    if (!(await act.run(offer, input))) return;
    setSpent(offered.current);
    setOpen(undefined);
  };
  const start = (offer: RecordAction) => {
    if (act.busy || offers === spent) return;
    if (offer.needs.length > 0 || offer.takes?.length || (offer.danger && !offer.call.stepUp)) {
      act.clear();
      setOpen(offer.name);
    } else void run(offer, {});
  };
  const cancel = () => {
    setOpen(undefined);
    act.clear();
    requestAnimationFrame(() =>
      buttons.current?.querySelector<HTMLElement>(`[data-offer="${confirming?.name}"]`)?.focus(),
    );
  };
  return { act, confirming, isSpent: offers === spent, run, start, cancel };
}

interface ButtonProps {
  offer: RecordAction;
  main: boolean;
  busy: string | undefined;
  /** Whether an action succeeded and the record has not been refetched yet. */
  over: boolean;
  again: boolean;
  /** Why the action is not available to the user. */
  blocked: string | undefined;
  onClick(): void;
}
function OfferButton({ offer, main, busy, over, again, blocked, onClick }: ButtonProps) {
  const { t } = usePorts();
  const id = useId();
  const off = blocked !== undefined || busy !== undefined || over;
  return (
    <div className="pd-offer">
      <button
        type="button"
        className="btn"
        data-offer={offer.name}
        data-main={main || undefined}
        data-tone={offer.danger ? "danger" : undefined}
        aria-disabled={off || undefined}
        aria-busy={busy === offer.name || undefined}
        aria-describedby={blocked ? id : undefined}
        onClick={off ? undefined : onClick}
      >
        {busy === offer.name ? t("form.sending") : again ? t("form.askAgain") : offer.label}
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
