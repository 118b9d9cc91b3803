/** A button and a panel below it in the browser's top layer: Escape and a click elsewhere close it, focus returns to the button. */
import { Component, type ReactNode, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";

interface PanelProps {
  button: ReactNode;
  className?: string;
  /** Name for readers where the button's text alone does not say it. */
  label?: string;
  describedBy?: string;
  disabled?: boolean;
  /** The button names the page that is open. */
  current?: boolean;
  /** Fetches what the panel holds, when the pointer or the focus comes near. */
  ahead?(): Promise<unknown>;
  /** Rendered only while open; may wait for its code. */
  children(close: () => void): ReactNode;
  onClose?(): void;
}
export function Panel({
  button,
  className = "btn",
  label,
  describedBy,
  disabled,
  current,
  ahead,
  children,
  onClose,
}: PanelProps) {
  const { word } = usePorts();
  // What cannot be fetched is said where it is drawn; what failed once is asked for again here.
  const near = () => void ahead?.().catch(() => undefined);
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
        aria-current={current ? "page" : undefined}
        onPointerEnter={near}
        onFocus={near}
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
          if (!now) onClose?.();
        }}
      >
        {open && (
          <Fetched otherwise={<p role="alert">{word("form.offline")}</p>}>
            <Suspense fallback={<div className="ov-waiting" aria-hidden />}>
              {children(() => panel.current?.hidePopover())}
              <Settled run={place} />
            </Suspense>
          </Fetched>
        )}
      </div>
    </>
  );
}

/** Says that what stands beside it is there, and again when the window has another size (a tablet that is turned). */
function Settled({ run }: { run(): void }) {
  useLayoutEffect(() => {
    run();
    window.addEventListener("resize", run);
    return () => window.removeEventListener("resize", run);
    // Once: a panel that grows later stays where it is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
}

/** What a panel holds may be out of reach: that is said in the panel, and the page around it stays. */
class Fetched extends Component<{ otherwise: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
