/** Panel that shows a record next to its list, which stays usable. Escape closes it. */
import { ExternalLink, X } from "lucide-react";
import { type ReactNode, useEffect, useId } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { RecordDetail } from "./RecordDetail.tsx";
import { useMember } from "./use-member.tsx";

export interface RecordPanelProps {
  entity: Entity;
  id: string;
  onChanged(): void;
  /** Rendered between heading and record. */
  notice?: ReactNode;
  /** Called by the close button and Escape. Without it the panel cannot be closed. */
  onClose?: (() => void) | undefined;
}

export function RecordPanel({ entity, id, onChanged, notice, onClose }: RecordPanelProps) {
  const { t, recordPath } = usePorts();
  const { member, missing } = useMember(entity, id);
  const heading = useId();
  useEffect(() => {
    if (missing) onClose?.();
  }, [missing, onClose]);
  useEffect(() => {
    if (!onClose) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector(OVERLAY)) onClose();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [onClose]);
  if (!member) return null;
  const path = recordPath?.(member.entity.name, member.id);
  return (
    <aside className="pd-panel" aria-labelledby={heading}>
      <RecordDetail
        key={member.entity.name}
        entity={member.entity}
        id={member.id}
        headingId={heading}
        level={2}
        onChanged={onChanged}
        onRemoved={onChanged}
        notice={notice}
        tools={
          <div className="pd-tools">
            {path !== undefined && (
              <a className="pd-tool" href={path} target="_blank" rel="noopener" aria-label={t("detail.newPage")}>
                <ExternalLink size={18} strokeWidth={1.5} aria-hidden />
              </a>
            )}
            {onClose && (
              <button type="button" className="pd-tool" aria-label={t("detail.close")} onClick={onClose}>
                <X size={20} strokeWidth={1.5} aria-hidden />
              </button>
            )}
          </div>
        }
      />
    </aside>
  );
}
/** Modal elements, which Escape closes first. */
const OVERLAY = "[role=dialog][aria-modal=true], dialog[open], .MuiDialog-root, .MuiDrawer-root, :popover-open";
