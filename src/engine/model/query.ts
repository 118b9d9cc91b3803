/** Query of a list: one type for the URL, the request, the SQL and the export. */
export interface Query {
  /** Free text over `list.search`. */
  q?: string | undefined;
  /** Keys of the records whose whole number is `q`; the search then matches these keys only. Set by the server; never on the wire. */
  exact?: readonly string[] | undefined;
  /** By field name; a field of the entity that its list, filters or a page's preset name. */
  filters: Record<string, Filter>;
  /** `-amount` descending. Empty: the entity's own order. */
  sort: string[];
  /** 20, 50 or 100. */
  size: number;
  /** 1-based; the server turns it into a keyset or a bounded offset. */
  page: number;
  /** Opaque position after the last row of the page before; wins over `page`. */
  cursor?: string | undefined;
  /** Field whose groups are asked for instead of rows; one of `list.groups`. */
  group?: string | undefined;
  /** A built-in view's id. */
  view?: string | undefined;
  /** Parts of the URL that were ignored because they are invalid, as written; the list shows them in a chip. */
  ignored: string[];
}
/** The filter of one field of a query. */
export type Filter =
  /** `all`: of a list of values, that it holds each of these, not one of them. */
  | { style: "is"; values: string[]; not: boolean; all?: true }
  /** `relative` is the word that gave the ends (`last7d`, `thisMonth`): the URL and a saved view keep the word, the ends follow the clock. */
  | { style: "range"; from?: string | undefined; to?: string | undefined; relative?: string }
  | { style: "contains"; text: string }
  | { style: "empty"; not: boolean };

/**
 * Page sizes that the user may choose.
 * @example
 * PAGE_SIZES.includes(50) // => true
 */
export const PAGE_SIZES: readonly number[] = [20, 50, 100];
/** Default page size. */
export const PAGE_SIZE = 20;
/**
 * Maximum number of rows that page numbers reach. Further rows need a cursor, narrower filters or an export.
 * @example
 * MAX_OFFSET / 100 // => 1000
 */
export const MAX_OFFSET = 100_000;
/** Returns the number of the last page that `MAX_OFFSET` allows for this number of records; at least 1. */
export const findLastPage = (total: number, size: number): number =>
  Math.max(1, Math.min(Math.ceil(total / size), MAX_OFFSET / size));
