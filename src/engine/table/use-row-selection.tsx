/** Updates all checkboxes by one subscription: a tick renders nothing and rows hold no state. */
import { type RefObject, useLayoutEffect } from "react";
import type { Row } from "../model/entity.ts";
import type { Selection } from "../operation/selection.ts";

/** `rows`: the rows that `body` shows. */
export function useRowSelection(
  body: RefObject<HTMLTableSectionElement | null>,
  selection: Selection | undefined,
  rows: readonly Row[],
): void {
  useLayoutEffect(() => {
    if (!selection) return undefined;
    const show = () => {
      for (const row of body.current?.rows ?? []) {
        const { id } = row.dataset;
        const tick = row.querySelector<HTMLInputElement>("[data-tick]");
        if (id === undefined || !tick) continue;
        const isSelected = selection.has(id);
        row.toggleAttribute("data-chosen", isSelected);
        tick.checked = isSelected;
      }
    };
    show();
    return selection.subscribe(show);
  }, [body, selection, rows]);
}
