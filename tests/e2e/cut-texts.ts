/** Texts that their box cuts off. */
import type { Page } from "@playwright/test";

/** Returns the statuses, names and other cells of the lists on this page that are wider than their box. */
export const findCutTexts = (page: Page): Promise<string[]> =>
  page
    .locator("main :is(.status, td[data-column], td, .pt-card-title, .pv-line h2, .pv-line a, .py-beside h2)")
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth)
        .map((box) => `${box.textContent} (${box.scrollWidth} > ${box.clientWidth})`),
    );
