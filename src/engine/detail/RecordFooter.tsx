/** Footer of a record: available actions, links, and the receipt. */
import { Receipt as ReceiptIcon } from "lucide-react";
import { useMemo } from "react";
import type { Entity } from "../model/entity.ts";
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
import { RecordButtons } from "./RecordButtons.tsx";
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
