/**
 * Button that toggles a panel of links or options. Escape closes the panel and returns focus to the button; a click or
 * focus outside closes it as well.
 */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { usePageState } from "./use-page-state.tsx";

interface Props {
  button: ReactNode;
  /** Accessible name, for a button that shows only an icon. */
  label?: string | undefined;
  className?: string | undefined;
  /** Loads the code of the panel; called when the button is hovered or focused. */
  prefetch?: (() => void) | undefined;
  /** Whether the panel contains a link to the current page. */
  current?: boolean | undefined;
  children: (close: () => void) => ReactNode;
}
export function Disclosure({ button, label, className = "", prefetch, current, children }: Props) {
  const [open = false, setOpen] = usePageState<boolean>();
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => root.current?.contains(event.target as Node) || setOpen(false);
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      root.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
      document.removeEventListener("keydown", escape);
    };
  }, [open, setOpen]);
  return (
    <div ref={root} className={`disclosure ${className}`}>
      <button
        type="button"
        className="bar-btn"
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        aria-current={current || undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <div id={id} className="disclosure-panel" hidden={!open}>
        {open && children(() => setOpen(false))}
      </div>
    </div>
  );
}
