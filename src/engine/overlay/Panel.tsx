/** A button and a panel below it in the browser's top layer: Escape and a click elsewhere close it, focus returns to the button. */
import { type ReactNode, useId, useRef, useState } from "react";

interface PanelProps {
  button: ReactNode;
  className?: string;
  /** Name for readers where the button's text alone does not say it. */
  label?: string;
  describedBy?: string;
  disabled?: boolean;
  /** Rendered only while open. */
  children(close: () => void): ReactNode;
  onClose?(): void;
}
export function Panel({ button, className = "btn", label, describedBy, disabled, children, onClose }: PanelProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const place = () => {
    const box = anchor.current?.getBoundingClientRect();
    const layer = panel.current;
    if (!box || !layer) return;
    const below = window.innerHeight - box.bottom - 8;
    layer.style.minWidth = `${Math.max(box.width, 180)}px`;
    layer.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - layer.offsetWidth - 8))}px`;
    layer.style.top = `${below < layer.offsetHeight && box.top > below ? Math.max(8, box.top - layer.offsetHeight - 4) : box.bottom + 4}px`;
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={label}
        aria-describedby={describedBy}
        disabled={disabled}
      >
        {button}
      </button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={label ?? anchor.current?.textContent ?? undefined}
        className="ov-panel"
        onToggle={(event) => {
          const now = event.newState === "open";
          setOpen(now);
          if (now) requestAnimationFrame(place);
          else onClose?.();
        }}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
