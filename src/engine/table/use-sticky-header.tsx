/**
 * Sticky table header. `position: sticky` does not work inside a horizontally scrolling box, so the header is rendered
 * again above the table while the original is out of view, and follows the horizontal scroll.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

interface StickyHeader {
  on: boolean;
  /** Ref of the floating header's box. */
  ref(element: HTMLDivElement | null): void;
  onScroll(): void;
  /** True when the table is scrolled horizontally; the pinned column then shows an edge. */
  scrolled: boolean;
}
/** `edge`: an empty element at the table's top. */
export function useStickyHeader(
  edge: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
): StickyHeader {
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
