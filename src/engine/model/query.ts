/** Query of a list, used for the URL, the request, the SQL and the export. */
export interface Query {
  /** Full-text search in the fields of `list.search`. */
  q?: string | undefined;
  /**
   * Ids of the records whose complete key is `q`. When set, the search matches only these records. Set by the server
   * and never sent.
   */
  exact?: readonly string[] | undefined;
  /** Filters by field name. The fields are those that the entity's list, its filters or a page's preset name. */
  filters: Record<string, Filter>;
  /** Sort terms, such as `-amount` for descending. Empty for the entity's default order. */
  sort: string[];
  /** Page size: 20, 50 or 100. */
  size: number;
  /** Page number, starting at 1. The server converts it to a keyset or a bounded offset. */
  page: number;
  /** Opaque position after the last row of the previous page. Takes precedence over `page`. */
  cursor?: string | undefined;
  /** Field to group by instead of returning rows, one of `list.groups` or `list.periods`. */
  group?: string | undefined;
  /** Id of a built-in view. */
  view?: string | undefined;
  /** Invalid parts of the URL as written, which the list shows as ignored. */
  ignored: string[];
}
/** Filter of a single field. */
export type Filter =
  /** `all` matches lists that contain every value instead of at least one. */
  | { style: "is"; values: string[]; not: boolean; all?: true }
  /**
   * `relative` is the name of the range (`last7d`, `thisMonth`). The URL and saved views keep the name, so that the
   * ends follow the clock.
   */
  | { style: "range"; from?: string | undefined; to?: string | undefined; relative?: string }
  | { style: "contains"; text: string }
  | { style: "empty"; not: boolean };

/**
 * Page sizes that users can choose.
 * @example
 * PAGE_SIZES.includes(50) // => true
 */
export const PAGE_SIZES: readonly number[] = [20, 50, 100];
/** Default page size. */
export const PAGE_SIZE = 20;
/**
 * Maximum number of rows reachable by page number. Rows beyond it need a cursor, narrower filters or an export.
 * @example
 * MAX_OFFSET / 100 // => 1000
 */
export const MAX_OFFSET = 100_000;
/** Returns the last page number that `MAX_OFFSET` allows for this number of records, at least 1. */
export const findLastPage = (total: number, size: number): number =>
  Math.max(1, Math.min(Math.ceil(total / size), MAX_OFFSET / size));
