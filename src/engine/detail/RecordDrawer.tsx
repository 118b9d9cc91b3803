/** The record beside its list: `[` and `]` step through the rows, Escape closes, the address names the record. */
import { ChevronLeft, ChevronRight, ExternalLink, X } from "lucide-react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { Entity } from "../entity/entity.ts";
import { Drawer } from "../overlay/overlay.tsx";
import { usePorts } from "../ports-context.tsx";
import { RecordDetail } from "./RecordDetail.tsx";

export interface RecordDrawerProps {
  entity: Entity;
  id: string;
  onClose(): void;
  /** The record changed: the list beside it is old. */
  onChanged(): void;
  /** Whether the list has a row before and after this one. */
  hasStep?: { back: boolean; on: boolean };
  onStep?(by: -1 | 1): void;
}
const TYPING = "input, textarea, select, [contenteditable]";

export function RecordDrawer({ entity, id, onClose, onChanged, hasStep, onStep }: RecordDrawerProps) {
  const { word } = usePorts();
  const heading = useId();
  const dirty = useRef(false);
  const [leaving, setLeaving] = useState<{ go(): void }>();
  /** A change that was not saved is not lost by a key. */
  const leave = useCallback((go: () => void) => (dirty.current ? setLeaving({ go }) : go()), []);
  const close = () => leave(onClose);
  const step = useCallback((by: -1 | 1) => leave(() => onStep?.(by)), [leave, onStep]);
  const back = hasStep?.back === true;
  const on = hasStep?.on === true;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest?.(TYPING)) return;
      if (event.key === "[" && back) step(-1);
      if (event.key === "]" && on) step(1);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [back, on, step]);
  const removed = () => {
    onChanged();
    onClose();
  };
  const question = leaving && (
    <Leaving
      onStay={() => setLeaving(undefined)}
      onLeave={() => {
        dirty.current = false;
        setLeaving(undefined);
        leaving.go();
      }}
    />
  );
  return (
    <Drawer open onClose={close} side="end" labelledBy={heading}>
      <RecordDetail
        entity={entity}
        id={id}
        headingId={heading}
        level={2}
        onChanged={onChanged}
        onRemoved={removed}
        onDirty={(now) => {
          dirty.current = now;
          if (!now) setLeaving(undefined);
        }}
        notice={question}
        tools={
          <div className="pd-tools">
            {onStep && (
              <>
                <button type="button" className="pd-tool" aria-label={word("detail.previous")} title={`${word("detail.previous")} [`} aria-keyshortcuts="[" disabled={!back} onClick={() => step(-1)}>
                  <ChevronLeft size={20} strokeWidth={1.5} aria-hidden />
                </button>
                <button type="button" className="pd-tool" aria-label={word("detail.next")} title={`${word("detail.next")} ]`} aria-keyshortcuts="]" disabled={!on} onClick={() => step(1)}>
                  <ChevronRight size={20} strokeWidth={1.5} aria-hidden />
                </button>
              </>
            )}
            <a className="pd-tool" href={location.pathname + location.search} target="_blank" rel="noopener" aria-label={word("detail.newPage")} title={word("detail.newPage")}>
              <ExternalLink size={18} strokeWidth={1.5} aria-hidden />
            </a>
            <button type="button" className="pd-tool" aria-label={word("detail.close")} title={word("detail.close")} onClick={close}>
              <X size={20} strokeWidth={1.5} aria-hidden />
            </button>
          </div>
        }
      />
    </Drawer>
  );
}

function Leaving({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  const { word } = usePorts();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div className="pd-leaving" role="alertdialog" aria-label={word("detail.unsaved")}>
      <p>{word("detail.unsaved")}</p>
      <div className="pd-buttons">
        <button type="button" className="btn" data-small ref={stay} onClick={onStay}>
          {word("detail.stay")}
        </button>
        <button type="button" className="btn" data-small data-tone="danger" onClick={onLeave}>
          {word("detail.discard")}
        </button>
      </div>
    </div>
  );
}

/** The same as a page of its own. */
export function RecordPage({ entity, id }: { entity: Entity; id: string }) {
  const heading = useId();
  const { go } = usePorts();
  return (
    <div className="pd-page">
      <RecordDetail entity={entity} id={id} headingId={heading} level={1} onChanged={() => undefined} onRemoved={() => (go ? go("/") : history.back())} />
    </div>
  );
}
