/**
 * Keyboard shortcuts of a list. They are disabled while the user types, while a dialog or panel is open, and when
 * turned off.
 */
import { type RefObject, useEffect, useRef } from "react";
import { NONE } from "../operation/selection.ts";
import type { RowSelection } from "./use-row-selection.tsx";

/** Actions that the shortcuts trigger. */
export interface KeyTargets {
  selection?: RowSelection | undefined;
  open?: ((id: string) => void) | undefined;
  help(): void;
}
const TYPING = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]";
const OVER = "[role=dialog][aria-modal=true], dialog[open], .MuiDialog-root, .MuiDrawer-root";

/** Listens for shortcuts. `page` is the list's element, whose parts are found by `data-key`. */
export function useListKeys(page: RefObject<HTMLElement | null>, on: boolean, targets: KeyTargets): void {
  const latest = useRef(targets);
  latest.current = targets;
  useEffect(() => {
    if (!on) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.isComposing ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        !page.current
      )
        return;
      const target = event.target as Element | null;
      if (target?.closest(TYPING) || document.querySelector(OVER) || document.querySelector(".ov-panel:popover-open"))
        return;
      if (runShortcut(event, page.current, latest.current)) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [page, on]);
}

/** Runs the shortcut of a key. Returns whether the key was handled. */
function runShortcut(event: KeyboardEvent, page: HTMLElement, { selection, open, help }: KeyTargets): boolean {
  const line = document.activeElement?.closest<HTMLElement>("[data-id]");
  const id = line && page.contains(line) ? line.dataset.id : undefined;
  const press = (key: string): boolean => {
    const found = page.querySelector<HTMLElement>(`[data-key="${key}"] > button, button[data-key="${key}"]`);
    found?.click();
    return found !== null;
  };
  switch (event.key) {
    case "/": {
      const field = page.querySelector<HTMLElement>("[data-keyword]");
      field?.focus();
      return field !== null;
    }
    case "f": {
      if (press("filters")) return true;
      const filter = page.querySelector<HTMLElement>(
        ".pt-filters .pt-choose, .pt-filters .pt-control:not([data-keyword])",
      );
      filter?.focus();
      return filter !== null;
    }
    case "j":
    case "k":
      return moveFocus(page, id, event.key === "j" ? 1 : -1);
    case "Enter":
      // A focused control in the row handles Enter itself.
      if (id === undefined || !open || document.activeElement !== line) return false;
      open(id);
      return true;
    case "x":
    case "X":
      if (id === undefined || !selection) return false;
      selection.toggle(id, event.shiftKey);
      return true;
    case "e":
      return press("export");
    case "?":
      help();
      return true;
    case "Escape":
      if (!selection || selection.all.snapshot() === NONE) return false;
      selection.all.clear();
      return true;
    default:
      return false;
  }
}

/** Focuses the next or previous row or card, or the first one when none is focused. Returns false for an empty list. */
function moveFocus(page: HTMLElement, id: string | undefined, by: 1 | -1): boolean {
  const lines = [...page.querySelectorAll<HTMLElement>("tbody [data-id], .pt-card[data-id]")];
  const index = lines.findIndex((button) => button.dataset.id === id);
  const next = index < 0 ? lines[0] : lines[index + by];
  next?.focus();
  next?.scrollIntoView?.({ block: "nearest" });
  return lines.length > 0;
}
