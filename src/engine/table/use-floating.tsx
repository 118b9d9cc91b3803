/**
 * The header row stays in sight under the portal's header while the page scrolls. `position: sticky` cannot do it inside a box that
 * scrolls sideways, so the row is drawn once more above the table while the real one is out of sight, and follows its scroll.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

interface Floating {
  on: boolean;
  /** The box of the second drawing. */
  ref(element: HTMLDivElement | null): void;
  onScroll(): void;
  /** The table is scrolled sideways: the pinned column shows that something lies behind it. */
  scrolled: boolean;
}
/** `edge` is an empty element at the table's upper end. */
export function useFloating(
  edge: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
): Floating {
  const [on, setOn] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!edge.current || typeof IntersectionObserver === "undefined") return undefined;
    const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--header")) || 0;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setOn(!entry.isIntersecting && entry.boundingClientRect.top < height),
      { rootMargin: `-${height}px 0px 0px 0px` },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, [edge]);
  const follow = useCallback(() => {
    const left = scroller.current?.scrollLeft ?? 0;
    if (box.current) box.current.scrollLeft = left;
    setScrolled(left > 0);
  }, [scroller]);
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      if (element) follow();
    },
    [follow],
  );
  return { on, ref, onScroll: follow, scrolled };
}
