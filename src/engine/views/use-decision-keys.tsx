/**
 * Single-key shortcuts of an inbox. They are disabled while the user types or composes text, and while a dialog or
 * panel is open.
 */
import { useEffect, useRef } from "react";
import { areShortcutsEnabled } from "../react/shortcuts-enabled.ts";
import { usePorts } from "../react/ports-context.tsx";

/** Actions by key. An action returns false when there is nothing to do. */
export type KeyActions = Readonly<Record<string, () => boolean>>;
const TYPING = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]";
const OVER = "[role=dialog][aria-modal=true], dialog[open], .MuiDialog-root, .MuiDrawer-root, :popover-open";

/** Runs the action of a pressed key, unless the user has disabled single-key shortcuts. */
export function useDecisionKeys(actions: KeyActions): void {
  const ports = usePorts();
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || event.isComposing || isChord || !areShortcutsEnabled(ports)) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector(OVER)) return;
      if (latest.current[event.key]?.()) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [ports]);
}
