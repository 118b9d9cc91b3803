import { useLastHeight } from "../react/use-last-height.tsx";
import type { ListPage } from "./use-list-page.tsx";

/**
 * Returns the height of a list's content at the last visit with the same view and filters, whatever their values. Only
 * the first rows are remembered, and no search.
 */
export function useListHeight({ name, query, state }: ListPage, isLoading = state.first) {
  const { failure, stopped, rows } = state;
  const { q, view, filters, page, size } = query;
  return useLastHeight<HTMLDivElement>([name, view, ...Object.keys(filters).toSorted()].join(" "), {
    isLoading: isLoading && !failure && !stopped,
    isTypical: !isLoading && !failure && !q && page === 1 && rows.length <= size,
  });
}
