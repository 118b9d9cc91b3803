/** Heights of dialogs over all frames, from the first frame in which a dialog exists. */
import type { Page } from "@playwright/test";

/** Starts to record on every page that is loaded from now on. Call it before `page.goto`. */
export const recordDialogHeights = (page: Page) =>
  page.addInitScript(() => {
    const heights: Record<string, number[]> = {};
    Object.assign(window, { dialogHeights: heights });
    const read = () => {
      const dialog = document.querySelector(".ov-dialog");
      // A dialog that is about to fade in is not painted yet.
      if (dialog?.checkVisibility({ opacityProperty: true })) {
        // A dialog without its title, or without a visible field, is blank.
        const title = dialog.querySelector("h2")?.textContent ?? "";
        const isFilled = [...dialog.querySelectorAll("input, .pf-bone, .vf-codes")].some((field) =>
          field.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        );
        (heights[isFilled ? title : ""] ??= []).push(dialog.getBoundingClientRect().height);
      }
      requestAnimationFrame(read);
    };
    requestAnimationFrame(read);
  });

/** Returns the difference between the greatest and the smallest height of each dialog on this page, by its title. */
export const readDialogChanges = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries((window as unknown as { dialogHeights: Record<string, number[]> }).dialogHeights).map(
        ([title, heights]) => [title, Math.max(...heights) - Math.min(...heights)],
      ),
    ),
  );
