/** Measures the width available to a page. */
import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Returns the width of the element that contains the page, in pixels, and re-renders when it changes. Undefined where
 * nothing is laid out.
 */
export function useRoom(page: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    // The page itself may have no box (`display: contents`).
    const frame = page.current?.parentElement;
    if (!frame) return undefined;
    const measure = () => setRoom(frame.clientWidth || undefined);
    measure();
    if (typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [page]);
  return room;
}
