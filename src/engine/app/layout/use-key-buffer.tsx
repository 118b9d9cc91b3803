import { useCallback, useEffect, useRef } from "react";

/** Keys pressed before the field that they are for was there. */
export interface EarlyKeys {
  text: string;
  /** Whether Enter was pressed after the text. */
  isEntered: boolean;
}

/**
 * Keeps what is typed while `isLoading`, so that no key is lost or acts on the page behind. Returns a function that
 * hands over the keys and ends the buffering, to be called when the field gets the focus.
 */
export function useKeyBuffer(isLoading: boolean): () => EarlyKeys {
  const keys = useRef<EarlyKeys>({ text: "", isEntered: false });
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isLoading) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { text, isEntered } = keys.current;
      if (event.key === "Enter") keys.current = { text, isEntered: true };
      else if (event.key === "Backspace") keys.current = { text: [...text].slice(0, -1).join(""), isEntered: false };
      else if (event.key.length === 1 && !isEntered) keys.current = { text: text + event.key, isEntered };
      else if (event.key.length !== 1) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    stop.current = () => window.removeEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      stop.current?.();
      keys.current = { text: "", isEntered: false };
    };
  }, [isLoading]);
  return useCallback(() => {
    stop.current?.();
    return keys.current;
  }, []);
}
