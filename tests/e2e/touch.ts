/** Touch targets on phones: at least 44 px in each direction, including the `::after` area. */
import type { Page } from "@playwright/test";

/**
 * Returns the targets that are too small, with their sizes. Inline links and elements visible only on keyboard focus
 * are exempt.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Tolerates rounding.
    const LEAST = 43.5;
    const found = [
      ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [role=option]"),
    ].flatMap((control) => {
      if (
        !control.checkVisibility({ visibilityProperty: true }) ||
        control.matches(":disabled, .skip") ||
        control.closest("[inert], [aria-hidden=true]")
      )
        return [];
      // A checkbox is measured with its label, a card's title with the card.
      const target = control.closest<HTMLElement>("label, .pt-card") ?? control;
      const style = getComputedStyle(target);
      if (style.display === "inline" || (style.clipPath !== "none" && target.offsetWidth < 2)) return [];
      const box = target.getBoundingClientRect();
      const around = getComputedStyle(target, "::after");
      const [width, height] =
        around.content !== "none" && around.position === "absolute"
          ? [parseFloat(around.width), parseFloat(around.height)]
          : [0, 0];
      const size = [Math.max(box.width, width || 0), Math.max(box.height, height || 0)];
      if (size[0]! < 2 || size.every((one) => one >= LEAST)) return [];
      return [
        `${size.map(Math.round).join(" x ")} ${control.tagName.toLowerCase()}.${control.className} "${(control.getAttribute("aria-label") ?? control.textContent ?? "").trim().slice(0, 30)}"`,
      ];
    });
    return [...new Set(found)];
  });
