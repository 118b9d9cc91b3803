/**
 * URLs of the links in a table's rows. They contain the list's query, so as props they would render every row whenever
 * it changes.
 */
import { type RefObject, useLayoutEffect } from "react";

/**
 * Sets the URLs of the rows' links whenever the rows or `hrefOf` change. `hrefOf` is undefined when rows cannot be
 * opened, and `rendered` is everything that the rows are rendered from.
 */
export function useRowLinks(
  body: RefObject<HTMLTableSectionElement | null>,
  hrefOf: ((id: string) => string) | undefined,
  rendered: readonly unknown[],
): void {
  useLayoutEffect(() => {
    if (!hrefOf) return;
    for (const link of body.current?.querySelectorAll("[data-opens]") ?? []) {
      const id = link.closest("tr")?.dataset.id;
      const href = id && hrefOf(id);
      if (href && link.getAttribute("href") !== href) link.setAttribute("href", href);
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [body, hrefOf, ...rendered]);
}
