/**
 * Record with its actions and its loading, not-found and error states. Used by the drawer, the panel and the record
 * page.
 */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { ChangeNotice } from "../form/ChangeNotice.tsx";
import { EntityForm } from "../form/lazy.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { useLastHeight } from "../react/use-last-height.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { codes } from "../operation/refusals.ts";
import type { DetailResponse } from "../model/wire.ts";
import { KeptSections, RecordBody, Returned } from "./RecordBody.tsx";
import { findOpenRemarks } from "./returned.ts";
import { RecordFooter } from "./RecordFooter.tsx";
import { SectionLevel } from "./section-level.tsx";
import { RecordLoadError, StaleNotice, Skeleton } from "./RecordPlaceholders.tsx";
import { listNextSteps } from "./next-step.ts";
import { useRecord } from "../data/use-record.tsx";
import "./detail.css";

const ReceiptSheet = lazy(() => import("./ReceiptSheet.tsx").then((module) => ({ default: module.ReceiptSheet })));

interface DetailProps {
  entity: Entity;
  id: string;
  headingId: string;
  /** Heading level: 1 on a page of its own, otherwise 2. */
  level: 1 | 2;
  onChanged(): void;
  /** Called after every load. Must be stable. */
  onLoaded?: (() => void) | undefined;
  onRemoved(): void;
  onDirty?: ((dirty: boolean) => void) | undefined;
  /** Rendered between heading and record, such as a question before closing. */
  notice?: ReactNode;
  /** Buttons next to the heading (close, previous, next). */
  tools?: ReactNode;
  /** Whether a record that a review returned opens in its form. */
  corrects?: boolean;
  /** Replaces the detail when the record does not exist. Its `reload` loads the record after it has been created. */
  missing?(reload: () => void): ReactNode;
}
type Mode = "read" | "edit" | "receipt";

export function RecordDetail(props: DetailProps) {
  const { entity, id, headingId, level, notice, tools, missing } = props;
  const { loaded, failure, loading, reload, number, mode, show, changed, saved } = useDetail(props);
  const last = useLastHeight<HTMLElement>(level === 1 ? `${entity.name} record` : undefined, {
    isLoading: !loaded && !failure,
    isTypical: loaded !== undefined && mode === "read",
  });
  if (missing && !loaded && failure?.code === codes.notFound) return missing(changed);
  return (
    <SectionLevel value={level + 1}>
      <article
        className="pd-detail"
        ref={last.box}
        style={last.style}
        tabIndex={-1}
        aria-busy={loading}
        aria-labelledby={headingId}
      >
        <Head entity={entity} number={number} level={level} headingId={headingId} tools={tools} />
        {notice}
        <div className="pd-scroll" data-mode={mode}>
          {loaded && failure && mode === "read" && <StaleNotice failure={failure} onRetry={reload} />}
          {loaded ? (
            <Content
              {...props}
              loaded={loaded}
              number={number}
              mode={mode}
              onSaved={saved}
              onRead={() => show("read")}
            />
          ) : failure ? (
            <RecordLoadError failure={failure} onRetry={reload} />
          ) : (
            <Skeleton entity={entity} />
          )}
        </div>
        {loaded && mode === "read" && (
          <RecordFooter
            key={id}
            entity={entity}
            id={number}
            loaded={loaded}
            onEdit={() => show("edit")}
            onReceipt={() => show("receipt")}
            onChanged={changed}
            onStale={reload}
            onRemoved={props.onRemoved}
            onDirty={props.onDirty}
          />
        )}
      </article>
    </SectionLevel>
  );
}

/** Loads the record and manages whether it is read, edited or shown as a receipt. */
function useDetail({ entity, id, corrects, onChanged, onLoaded }: DetailProps) {
  const [chosen, setChosen] = useState<{ id: string; mode: Mode }>();
  // A record must not be replaced while its form is open.
  const isEdited = chosen?.id === id && chosen.mode === "edit";
  const { data: loaded, failure, loading, reload } = useRecord(entity, id, !isEdited);
  if (corrects && !chosen && loaded && findOpenRemarks(entity, loaded).length > 0) setChosen({ id, mode: "edit" });
  // Another record opens in read mode.
  const mode = chosen?.id === id && loaded ? chosen.mode : "read";
  const changed = () => {
    reload();
    onChanged();
  };
  useEffect(() => {
    if (loaded) onLoaded?.();
  }, [loaded, onLoaded]);
  usePendingPoll({ on: mode !== "edit", entity, loaded, reload, onChanged });
  return {
    loaded,
    failure,
    loading,
    reload,
    // A sole record is loaded without a key.
    number: id || String(loaded?.record[entity.key] ?? ""),
    mode,
    show: (next: Mode) => setChosen({ id, mode: next }),
    changed,
    saved: () => {
      // Another record may be open in edit mode, so leave its mode unchanged.
      setChosen((now) => (now?.id === id ? { id, mode: "read" } : now));
      changed();
    },
  };
}

interface ContentProps extends Pick<DetailProps, "entity" | "id" | "onDirty"> {
  loaded: DetailResponse;
  number: string;
  mode: Mode;
  onSaved(): void;
  /** Called to return to read mode. */
  onRead(): void;
}
/** Renders the record, its form or its receipt. */
function Content({ entity, id, loaded, number, mode, onSaved, onRead, onDirty }: ContentProps) {
  const { notify, t } = usePorts();
  const isMounted = useIsMounted();
  const shown = useRef(id);
  shown.current = id;
  if (mode === "edit") {
    const returned = findOpenRemarks(entity, loaded).length > 0;
    const form = (
      <EntityForm
        entity={entity}
        record={loaded.version === undefined ? loaded.record : { ...loaded.record, version: loaded.version }}
        secrets={loaded.secrets}
        onDirty={onDirty}
        onCancel={onRead}
        onDone={() => {
          if (!isMounted() || shown.current !== id)
            notify("success", t("detail.done", { event: t("detail.edit") }), number);
          onSaved();
        }}
      >
        {returned && <KeptSections entity={entity} loaded={loaded} />}
        <ChangeNotice />
      </EntityForm>
    );
    return returned ? (
      <>
        <Returned entity={entity} loaded={loaded} />
        {form}
      </>
    ) : (
      form
    );
  }
  if (mode === "receipt" && loaded.receipt)
    return (
      <Suspense fallback={<Skeleton entity={entity} />}>
        <ReceiptSheet
          receipt={loaded.receipt}
          print={entity.calls["print"]}
          download={entity.calls["export"]}
          reveal={entity.calls["reveal"]}
          amount={entity.list.card?.amount}
          onClose={onRead}
        />
      </Suspense>
    );
  return <RecordBody entity={entity} loaded={loaded} />;
}

interface HeadProps extends Pick<DetailProps, "entity" | "level" | "headingId" | "tools"> {
  number: string;
}
/** Label and key of the record, with a copy button. */
function Head({ entity, number, level, headingId, tools }: HeadProps) {
  const { lang } = usePorts();
  const Heading = level === 1 ? "h1" : "h2";
  const label = entity.text("label", lang);
  return (
    <header className="pd-head">
      <div>
        <p className="pd-quiet">{label}</p>
        <Heading id={headingId} className="pd-key">
          {/* A sole record has no key until it is loaded, but its heading needs a name from the start. */}
          {number === "" && <span className="sr-only">{label}</span>}
          {number.slice(0, -TAIL)}
          <b>{number.slice(-TAIL)}</b>
        </Heading>
        <CopyButton value={number} label={entity.label(entity.key, lang)} />
      </div>
      {tools}
    </header>
  );
}
/** Number of trailing characters shown in bold, because they distinguish records. */
const TAIL = 6;

/**
 * Shortest and longest polling interval in milliseconds. A simulated bank responds within seconds, a real one within
 * hours.
 */
const FIRST_MS = 3_000;
const LONGEST_MS = 60_000;
/** Maximum number of polls without a change. Polling then stops, so that an idle session can expire. */
const MAX_POLLS = 8;

interface PendingPoll {
  /** False while the user edits the record. */
  on: boolean;
  entity: Entity;
  loaded: DetailResponse | undefined;
  reload(): void;
  /** Called when the record has a new timeline entry, which makes the list next to it stale. */
  onChanged(): void;
}
/** Polls a displayed record that is waiting for a provider. */
function usePendingPoll({ on, entity, loaded, reload, onChanged }: PendingPoll): void {
  const seen = useRef<{ id: unknown; steps: number; polls: number }>(undefined);
  const onChangedRef = useRef(onChanged);
  onChangedRef.current = onChanged;
  useEffect(() => {
    if (!loaded) return undefined;
    const id = loaded.record[entity.key];
    const steps = loaded.timeline.length;
    const before = seen.current?.id === id ? seen.current : undefined;
    const same = before?.steps === steps;
    const polls = before && same ? before.polls + 1 : 0;
    seen.current = { id, steps, polls };
    if (before && !same) onChangedRef.current();
    if (
      !on ||
      polls >= MAX_POLLS ||
      !listNextSteps(entity, loaded.record, undefined).some((step) => step.by === "system")
    )
      return undefined;
    const timer = setTimeout(
      () => document.visibilityState === "visible" && reload(),
      Math.min(FIRST_MS * 2 ** polls, LONGEST_MS),
    );
    return () => clearTimeout(timer);
  }, [on, entity, loaded, reload]);
}
