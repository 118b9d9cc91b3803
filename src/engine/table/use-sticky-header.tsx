/**
 * Sticky table header. `position: sticky` does not work inside a horizontally scrolling container, so a copy of the
 * header is rendered above the table while the original is out of view, and follows the horizontal scroll.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

interface StickyHeader {
  on: boolean;
  /** Ref of the floating header's container. */
  ref(element: HTMLDivElement | null): void;
  onScroll(): void;
  /** Whether the table is scrolled horizontally. The pinned column then shows an edge. */
  scrolled: boolean;
}
/** Manages the floating header. `edge` is an empty element at the top of the table. */
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
