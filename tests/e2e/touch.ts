/** What a finger has to meet on a phone: 44 px each way, the room that a control has around it (`::after`) included. */
import type { Page } from "@playwright/test";

/** Controls that are smaller, with their sizes. A line of text that is a link has the height of its line; what keys alone bring up is for no finger. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A fraction of a pixel is nobody's.
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
      // A box counts with its label, a card's title with the card.
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
