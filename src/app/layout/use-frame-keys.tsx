/** Keyboard shortcuts of the frame, on every page. */
import { useEffect, useRef } from "react";
import { areKeysOn, usePorts } from "../../engine/ui.tsx";

const TYPING = "input, textarea, select, [contenteditable], [role=dialog]";
const OVER = ".ov-dialog, .ov-drawer";

/** Context of a key handler. */
export interface FrameKey {
  /** Pressed with Ctrl or Cmd alone. */
  isChord: boolean;
  /** Pressed alone, not typed into a field, by a user with single-key shortcuts. */
  isSingle: boolean;
  /** A dialog or drawer is open. */
  isCovered: boolean;
}

/** Hands every key to `act`, which returns true when it took it. Keys of a composition and handled ones are ignored. */
export function useFrameKeys(act: (key: string, state: FrameKey) => boolean): void {
  const ports = usePorts();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, altKey, shiftKey, target } = event;
      if (event.defaultPrevented || event.isComposing || altKey) return;
      const isHeld = event.ctrlKey || event.metaKey;
      const state = {
        isChord: isHeld && !shiftKey,
        isSingle: !isHeld && !(target as Element).closest?.(TYPING) && areKeysOn(ports),
        isCovered: document.querySelector(OVER) !== null,
      };
      if (latest.current(key, state)) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [ports]);
}
