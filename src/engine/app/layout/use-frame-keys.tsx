/** Keyboard shortcuts that work on every page. */
import { useEffect, useRef } from "react";
import { areShortcutsEnabled } from "../../react/shortcuts-enabled.ts";
import { usePorts } from "../../react/ports-context.tsx";

const TYPING = "input, textarea, select, [contenteditable], [role=dialog]";
const OVER = ".ov-dialog, .ov-drawer";

/** Modifiers and context of a key press. */
export interface FrameKey {
  /** Whether Ctrl or Cmd was held, without Shift or Alt. */
  isChord: boolean;
  /**
   * Whether the key was pressed without Ctrl or Cmd, outside of input fields and dialogs, by a user who has single-key
   * shortcuts turned on.
   */
  isSingle: boolean;
  /** Whether a dialog or drawer is open. */
  isCovered: boolean;
}

/**
 * Calls `act` on every key press without Alt that is neither already handled nor part of an IME composition. `act`
 * returns whether it handled the key, which prevents the default action.
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
        isSingle: !isHeld && !(target as Element).closest?.(TYPING) && areShortcutsEnabled(ports),
        isCovered: document.querySelector(OVER) !== null,
      };
      if (latest.current(key, state)) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [ports]);
}
