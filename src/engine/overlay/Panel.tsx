import { Component, type ReactNode, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import { usePorts } from "../react/ports-context.tsx";

interface PanelProps {
  button: ReactNode;
  className?: string;
  /** Accessible name, if the button's text is not sufficient. */
  label?: string;
  describedBy?: string;
  disabled?: boolean;
  /** Whether the button represents the current page (`aria-current`). */
  current?: boolean;
  /** Prefetches the panel's code on hover and focus. */
  ahead?(): Promise<unknown>;
  /** Renders the content while the panel is open. May suspend. */
  children(close: () => void): ReactNode;
  onClose?(): void;
}
/**
 * Button with a panel in the browser's top layer, placed next to it, for menus and choices. Escape closes the panel and
 * returns the focus to the button. A click outside closes it as well.
 * @example
 * <Panel button="Columns">{(close) => <button onClick={close}>Done</button>}</Panel>;
 */
export function Panel({ className = "btn", label, ahead, children, onClose, ...trigger }: PanelProps) {
  const { t } = usePorts();
  // Errors are ignored here: opening the panel retries, and its error boundary shows them.
  const near = () => void ahead?.().catch(() => undefined);
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
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
        aria-describedby={trigger.describedBy}
        disabled={trigger.disabled}
        aria-current={trigger.current ? "page" : undefined}
        onPointerEnter={near}
        onFocus={near}
      >
        {trigger.button}
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
          <LoadErrorBoundary otherwise={<p role="alert">{t("form.offline")}</p>}>
            <Suspense fallback={<div className="ov-waiting" aria-hidden />}>
              {children(() => panel.current?.hidePopover())}
              <Settled run={() => placeBeside(anchor.current, panel.current)} />
            </Suspense>
          </LoadErrorBoundary>
        )}
      </div>
    </>
  );
}

/**
 * Positions the panel below the button, or above it when it does not fit below and there is more room above. Aligns
 * their left edges, or their right edges where the panel would otherwise leave the viewport.
 */
function placeBeside(button: HTMLElement | null, panel: HTMLElement | null): void {
  if (!button || !panel) return;
  const box = button.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - 8;
  panel.style.minWidth = `${Math.max(box.width, 180)}px`;
  const fits = box.left + panel.offsetWidth + 8 <= window.innerWidth;
  panel.style.left = `${Math.max(8, fits ? box.left : box.right - panel.offsetWidth)}px`;
  panel.style.top = `${below < panel.offsetHeight && box.top > below ? Math.max(8, box.top - panel.offsetHeight - 4) : box.bottom + 4}px`;
}

/** Calls `run` once the siblings have rendered, and on every window resize. */
function Settled({ run }: { run(): void }) {
  useLayoutEffect(() => {
    run();
    window.addEventListener("resize", run);
    return () => window.removeEventListener("resize", run);
    // The effect runs only on mount, so that a panel that grows later is not moved.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
}

/** Error boundary of the panel's content, so that the page stays intact when loading fails. */
class LoadErrorBoundary extends Component<{ otherwise: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
