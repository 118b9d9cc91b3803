/** A person's own views of a list: a name for filters and an order, kept in the browser. */
import type { Entity } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { readable, writeQuery } from "../query/write.ts";

/** A kept view. `query` is the text of its URL without the page. */
export interface SavedView {
  id: string;
  name: string;
  query: string;
  /** Opens when the list opens without a wish of its own. */
  default?: boolean;
}
/** Longest name in characters, most views of one list. */
export const NAME_LENGTH = 20;
export const MOST_VIEWS = 20;

/** What was kept, without what does not look like a view. */
export function readViews(kept: unknown): SavedView[] {
  if (!Array.isArray(kept)) return [];
  return kept
    .filter(
      (view: Partial<SavedView> | null): view is SavedView =>
        typeof view?.id === "string" && typeof view.name === "string" && typeof view.query === "string",
    )
    .slice(0, MOST_VIEWS);
}

/** A query as the text of a view: which records, in which order, how many on a page. */
export function viewText(entity: Entity, query: Query): string {
  return readable(writeQuery(entity, { ...query, page: 1, cursor: undefined }));
}

/** The views with this one changed, or gone; at most one is the default. */
export function withView(views: readonly SavedView[], id: string, change: Partial<SavedView> | undefined): SavedView[] {
  return views.flatMap((view) => {
    if (view.id === id) return change ? [{ ...view, ...change }] : [];
    return change?.default ? [{ ...view, default: undefined }] : [view];
  });
}
