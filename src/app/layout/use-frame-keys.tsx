/** Keyboard shortcuts that work on every page. */
import { useEffect, useRef } from "react";
import { areKeysOn, usePorts } from "../../engine/ui.tsx";

const TYPING = "input, textarea, select, [contenteditable], [role=dialog]";
const OVER = ".ov-dialog, .ov-drawer";

/** State in which a key was pressed. */
export interface FrameKey {
  /** Whether Ctrl or Cmd was held, without any other modifier. */
  isChord: boolean;
  /**
   * Whether the key was pressed without modifiers, outside of input fields, by a user who has single-key shortcuts
   * turned on.
   */
  isSingle: boolean;
  /** Whether a dialog or drawer is open. */
  isCovered: boolean;
}

/**
 * Calls `act` for every key press; `act` returns whether it handled the key. Skips keys that are already handled or
 * belong to an IME composition.
 */
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
