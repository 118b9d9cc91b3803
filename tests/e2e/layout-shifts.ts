/** Layout shifts of a page without input by the user, as the browser reports them. */
import type { Page } from "@playwright/test";

interface Shifts {
  /** Cumulative layout shift. */
  shift: number;
  /** What moved, from where to where: left, top, width and height. */
  what: string[];
}

/** Observes the layout shifts of every page that is opened from now on. Must be called before the first one. */
export async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shifts = { shift: 0, what: [] };
    Object.assign(window, { seen });
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(",");
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        seen.shift += value;
        seen.what.push(
          ...sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.tagName} ${node?.className}: ${at(previousRect)} -> ${at(currentRect)}`,
          ),
        );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Returns the layout shifts of the open page so far. */
export const readShifts = (page: Page): Promise<Shifts> =>
  page.evaluate(() => (window as unknown as { seen: Shifts }).seen);
