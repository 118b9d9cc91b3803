/**
 * Layer in the browser's top layer, so that no container clips it. Placed below a control, or above it when there is no
 * room below.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";

export function Popup({
  anchor,
  children,
  wide = false,
}: {
  anchor: RefObject<HTMLElement | null>;
  children: ReactNode;
  wide?: boolean;
}) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = layer.current;
    if (!element) return;
    element.showPopover?.();
    const updatePosition = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const below = window.innerHeight - box.bottom;
      const height = element.offsetHeight;
      element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - element.offsetWidth - 8))}px`;
      element.style.top = `${below < height + 8 && box.top > below ? box.top - height - 4 : box.bottom + 4}px`;
      if (wide) element.style.width = `${box.width}px`;
    };
    updatePosition();
    const resized = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(updatePosition);
    resized?.observe(element);
    window.addEventListener("scroll", updatePosition, { capture: true, passive: true });
    window.addEventListener("resize", updatePosition);
    return () => {
      resized?.disconnect();
      window.removeEventListener("scroll", updatePosition, { capture: true });
      window.removeEventListener("resize", updatePosition);
    };
  }, [anchor, wide]);
  return (
    <div ref={layer} className="pf-popup" popover="manual">
      {children}
    </div>
  );
}
