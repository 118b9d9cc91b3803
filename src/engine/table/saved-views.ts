/** The user's saved views of a list: name, filters and sort order, stored in the browser. */
import type { Entity } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { toReadable, writeQuery } from "../query/write-url.ts";

/** A saved view. `query` is its URL text without the page. */
export interface SavedView {
  id: string;
  name: string;
  query: string;
  /** Whether the view is applied when the list opens without URL parameters. */
  default?: boolean | undefined;
}
/** Maximum length of a name in characters, and maximum number of views per list. */
export const NAME_LENGTH = 20;
export const MAX_VIEWS = 20;

/** Parses stored views, dropping entries with an unexpected shape and those beyond the maximum number. */
export function readViews(kept: unknown): SavedView[] {
  if (!Array.isArray(kept)) return [];
  return kept
    .filter(
      (view: Partial<SavedView> | null): view is SavedView =>
        typeof view?.id === "string" && typeof view.name === "string" && typeof view.query === "string",
    )
    .slice(0, MAX_VIEWS);
}

/** Returns the name of the setting that holds a user's views of a list. */
export const getViewsKey = (user: string, { name }: Pick<Entity, "name">): string => `list.${user}.${name}.views`;

/** Formats a query as the URL text of a view, without the page and the cursor. */
export function formatView(entity: Entity, query: Query): string {
  return toReadable(writeQuery(entity, { ...query, page: 1, cursor: undefined }));
}

/** Returns the views with one of them changed, or removed if `change` is undefined. At most one is the default. */
export function replaceView(
  views: readonly SavedView[],
  id: string,
  change: Partial<SavedView> | undefined,
): SavedView[] {
  return views.flatMap((view) => {
    if (view.id === id) return change ? [{ ...view, ...change }] : [];
    return change?.default ? [{ ...view, default: undefined }] : [view];
  });
}
