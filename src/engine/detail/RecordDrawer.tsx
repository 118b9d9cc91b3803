/** The record beside its list: `[` and `]` step through the rows, Escape closes, the address names the record. */
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useEffect, useId } from "react";
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
  hasStep: { back: boolean; on: boolean };
  onStep(by: -1 | 1): void;
}
export function RecordDrawer({ entity, id, onClose, onChanged, hasStep, onStep }: RecordDrawerProps) {
  const { word } = usePorts();
  const heading = useId();
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest("input,textarea,select")) return;
      if (event.key === "[" && hasStep.back) onStep(-1);
      if (event.key === "]" && hasStep.on) onStep(1);
    };
    document.addEventListener("keydown", step);
    return () => document.removeEventListener("keydown", step);
  }, [hasStep, onStep]);
  const removed = () => {
    onChanged();
    onClose();
  };
  return (
    <Drawer open onClose={onClose} side="end" labelledBy={heading}>
      <RecordDetail
        entity={entity}
        id={id}
        headingId={heading}
        onChanged={onChanged}
        onRemoved={removed}
        tools={
          <div className="pd-tools">
            <button type="button" className="pd-tool" aria-label={word("detail.previous")} title="[" disabled={!hasStep.back} onClick={() => onStep(-1)}>
              <ChevronLeft size={18} strokeWidth={1.5} aria-hidden />
            </button>
            <button type="button" className="pd-tool" aria-label={word("detail.next")} title="]" disabled={!hasStep.on} onClick={() => onStep(1)}>
              <ChevronRight size={18} strokeWidth={1.5} aria-hidden />
            </button>
            <button type="button" className="pd-tool" aria-label={word("detail.close")} onClick={onClose}>
              <X size={18} strokeWidth={1.5} aria-hidden />
            </button>
          </div>
        }
      />
    </Drawer>
  );
}

/** The same as a page of its own. */
export function RecordPage({ entity, id }: { entity: Entity; id: string }) {
  const heading = useId();
  const { go } = usePorts();
  return (
    <div className="pd-page">
      <RecordDetail entity={entity} id={id} headingId={heading} onChanged={() => undefined} onRemoved={() => go?.("/")} />
    </div>
  );
}
