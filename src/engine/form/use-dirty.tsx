/** Tells the page that a form is unfinished: the browser asks before the tab closes, the app before it leaves. */
import { useEffect, useRef } from "react";
import type { FormStore } from "./store.ts";

export function useDirty(store: FormStore, onDirty: ((dirty: boolean) => void) | undefined): { done(): void } {
  const told = useRef(false);
  const tell = useRef(onDirty);
  useEffect(() => {
    tell.current = onDirty;
  }, [onDirty]);
  const say = useRef((dirty: boolean) => {
    if (told.current === dirty) return;
    told.current = dirty;
    tell.current?.(dirty);
  });
  useEffect(() => {
    const { current } = say;
    const stop = store.watch(() => current(store.dirty));
    const ask = (event: BeforeUnloadEvent) => {
      if (told.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => {
      stop();
      window.removeEventListener("beforeunload", ask);
      current(false);
    };
  }, [store]);
  return { done: () => say.current(false) };
}
