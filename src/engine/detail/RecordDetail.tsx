/** A record with its loading, not-found and error states and its actions. Used by the drawer and the record page. */
import { Receipt as ReceiptIcon } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { EntityForm } from "../form/lazy.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { Actions } from "./Actions.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { codes } from "../operation/refusals.ts";
import { changing, availableActions, eventWord, type RecordAction, removeAction } from "../operation/record-actions.ts";
import { Links, linksOf } from "./Links.tsx";
import type { RecordAnswer } from "../model/wire.ts";
import { RecordBody } from "./RecordBody.tsx";
import { SectionLevel } from "./section-level.tsx";
import { RecordLoadError, StaleNotice, Skeleton } from "./RecordPlaceholders.tsx";
import { useFollow } from "./use-follow.tsx";
import { useRecord } from "../data/use-record.tsx";
import "./detail.css";

const ReceiptSheet = lazy(() => import("./ReceiptSheet.tsx").then((module) => ({ default: module.ReceiptSheet })));

interface DetailProps {
  entity: Entity;
  id: string;
  headingId: string;
  /** Heading level: 1 on a page of its own, 2 in the drawer. */
  level: 1 | 2;
  onChanged(): void;
  /** Called after every load. Must be stable. */
  onLoaded?: (() => void) | undefined;
  onRemoved(): void;
  /** Called when unsaved changes appear and disappear. */
  onDirty?: ((dirty: boolean) => void) | undefined;
  /** Rendered between heading and record (a question before closing). */
  notice?: ReactNode;
  /** Buttons beside the heading (close, previous, next). */
  tools?: ReactNode;
  /** Replaces the detail when the record does not exist; `reload` loads it again once it does. */
  missing?(reload: () => void): ReactNode;
}
type Mode = "read" | "edit" | "receipt";

export function RecordDetail({
  entity,
  id,
  headingId,
  level,
  onChanged,
  onLoaded,
  onRemoved,
  onDirty,
  notice,
  tools,
  missing,
}: DetailProps) {
  const ports = usePorts();
  const { lang } = ports;
  const here = useIsMounted();
  const shown = useRef(id);
  shown.current = id;
  const [chosen, setChosen] = useState<{ id: string; mode: Mode }>();
  // A record is not replaced under its form.
  const isEdited = chosen?.id === id && chosen.mode === "edit";
  const { data: loaded, failure, loading, reload } = useRecord(entity, id, !isEdited);
  // A sole record is loaded without a key.
  const number = id || String(loaded?.record[entity.key] ?? "");
  // Another record opens in read mode.
  const mode = chosen?.id === id && loaded ? chosen.mode : "read";
  const show = (next: Mode) => setChosen({ id, mode: next });
  const changed = () => {
    reload();
    onChanged();
  };
  useEffect(() => {
    if (loaded) onLoaded?.();
  }, [loaded, onLoaded]);
  useFollow({ on: mode !== "edit", entity, loaded, reload, onChanged });
  const Heading = level === 1 ? "h1" : "h2";
  if (missing && !loaded && failure?.code === codes.notFound) return missing(changed);
  return (
    <SectionLevel value={level + 1}>
      <article className="pd-detail" aria-busy={loading} aria-labelledby={headingId}>
        <header className="pd-head">
          <div>
            <p className="pd-quiet">{entity.text("label", lang)}</p>
            <Heading id={headingId} className="pd-key">
              {number.slice(0, -TAIL)}
              <b>{number.slice(-TAIL)}</b>
            </Heading>
            <CopyButton value={number} label={entity.text(`field.${entity.key}.label`, lang)} />
          </div>
          {tools}
        </header>
        {notice}
        <div className="pd-scroll" data-mode={mode}>
          {loaded && failure && mode === "read" && <StaleNotice failure={failure} onRetry={reload} />}
          {!loaded ? (
            failure ? (
              <RecordLoadError failure={failure} onRetry={reload} />
            ) : (
              <Skeleton />
            )
          ) : mode === "edit" ? (
            <EntityForm
              entity={entity}
              record={loaded.version === undefined ? loaded.record : { ...loaded.record, version: loaded.version }}
              onDirty={onDirty}
              onCancel={() => show("read")}
              onDone={() => {
                if (!here() || shown.current !== id)
                  ports.notify("success", ports.word("detail.done", { event: ports.word("detail.edit") }), number);
                // Another record may be open in edit mode by now.
                setChosen((now) => (now?.id === id ? { id, mode: "read" } : now));
                changed();
              }}
            />
          ) : mode === "receipt" && loaded.receipt ? (
            <Suspense fallback={<Skeleton />}>
              <ReceiptSheet
                receipt={loaded.receipt}
                print={entity.calls["print"]}
                reveal={entity.calls["reveal"]}
                amount={entity.list.card?.amount}
                onClose={() => show("read")}
              />
            </Suspense>
          ) : (
            <RecordBody entity={entity} loaded={loaded} />
          )}
        </div>
        {loaded && mode === "read" && (
          <Foot
            key={id}
            entity={entity}
            id={number}
            loaded={loaded}
            onEdit={() => show("edit")}
            onReceipt={() => show("receipt")}
            onChanged={changed}
            onStale={reload}
            onLate={changed}
            onRemoved={onRemoved}
            onDirty={onDirty}
          />
        )}
      </article>
    </SectionLevel>
  );
}
/** Number of trailing characters shown in bold: they tell records apart. */
const TAIL = 6;

interface FootProps {
  entity: Entity;
  id: string;
  loaded: RecordAnswer;
  onEdit(): void;
  onReceipt(): void;
  onChanged(): void;
  onStale(): void;
  onLate(): void;
  onRemoved(): void;
  onDirty?: ((dirty: boolean) => void) | undefined;
}
function Foot({ entity, id, loaded, onEdit, onReceipt, onChanged, onStale, onLate, onRemoved, onDirty }: FootProps) {
  const ports = usePorts();
  const { word, lang, granted } = ports;
  const status = entity.lifecycle && loaded.record[entity.lifecycle.field];
  const offers = useMemo(
    () => [
      ...(entity.lifecycle
        ? availableActions({
            entity,
            id,
            events: loaded.events,
            lang,
            confirm: (event) => word("detail.done", { event }),
          })
        : []),
      ...removeAction(entity, id, granted, {
        label: word("detail.remove"),
        confirmation: word("detail.removed", { label: entity.text("label", lang) }),
      }),
    ],
    [entity, id, loaded.events, lang, granted, word],
  );
  const done = (offer: RecordAction) => {
    if (offer.to !== undefined) return onChanged();
    ports.notify("success", offer.confirmation);
    onRemoved();
  };
  const state = entity.lifecycle?.states.find((one) => one.name === status);
  const update = changing(entity, "update", granted);
  // An update that stands for a transition is offered with it, under its name.
  const again = update?.events[0];
  const led = linksOf(entity, loaded.record).some(({ main }) => main);
  const changes = update && (again === undefined || loaded.events.some(({ event }) => event === again));
  return (
    <footer className="pd-foot">
      <Actions
        entity={entity}
        id={id}
        record={loaded.record}
        offers={offers}
        onDone={done}
        onStale={onStale}
        onLate={onLate}
        onDirty={onDirty}
        led={led}
      >
        {changes && (
          <button type="button" className="btn" data-main={!led || undefined} onClick={onEdit}>
            {again === undefined ? word("detail.edit") : eventWord(entity, again, lang)}
          </button>
        )}
        <Links entity={entity} record={loaded.record} />
      </Actions>
      {entity.receipt &&
        (loaded.receipt ? (
          <button type="button" className="btn" onClick={onReceipt}>
            <ReceiptIcon size={16} strokeWidth={1.5} aria-hidden />
            {entity.receipt.named ? entity.text("receipt.name", lang) : word("receipt.open")}
          </button>
        ) : (
          !entity.receipt.named && <p className="pd-quiet">{word(state?.final ? "receipt.none" : "receipt.notYet")}</p>
        ))}
    </footer>
  );
}
