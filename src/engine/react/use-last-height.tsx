/** Heights of loaded content, stored on the device, so that a placeholder is as high as the content of the last visit. */
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { readSetting, writeSetting } from "../base/user-settings.ts";
import { useWidth } from "./use-width.tsx";

export interface LastHeight<E> {
  /** Ref for the element that contains the content or its placeholder. */
  box: RefObject<E | null>;
  /** Style of that element: the last height while loading, if there is one. */
  style: { height: number; overflow: "clip" } | undefined;
}

/**
 * Stores the height of the content under `name` and returns it while the content is loading. Each screen class has its
 * own heights. `isTypical` is false for content whose height says nothing about the next visit, such as a filtered list.
 */
export function useLastHeight<E extends HTMLElement>(
  name: string | undefined,
  { isLoading, isTypical }: { isLoading: boolean; isTypical: boolean },
): LastHeight<E> {
  const box = useRef<E>(null);
  const width = useWidth();
  const key = name && `height:${name} ${width}`;
  const height = useMemo(() => (key && isLoading ? readSetting(key) : undefined), [key, isLoading]);
  const isMeasured = !isLoading && isTypical;
  useLayoutEffect(() => {
    const element = box.current;
    if (!key || !isMeasured || !element || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(() => element.offsetHeight > 0 && writeSetting(key, element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [key, isMeasured]);
  return { box, style: typeof height === "number" ? { height, overflow: "clip" } : undefined };
}
