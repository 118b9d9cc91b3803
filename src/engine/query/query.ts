/** What a list shows: the same object behind the URL, the request, the SQL and the export. */
export interface Query {
  /** Free text over `list.search`. */
  q?: string;
  /** By field name; a field of the entity that its list, filters or a page's preset name. */
  filters: Record<string, Filter>;
  /** `-amount` descending. Empty: the entity's own order. */
  sort: string[];
  /** 20, 50 or 100. */
  size: number;
  /** 1-based; the server turns it into a keyset or a bounded offset. */
  page: number;
  /** Opaque position after the last row of the page before; wins over `page`. */
  cursor?: string;
  /** A built-in view's id. */
  view?: string;
  /** Parts of a URL that did not fit, as written; the list says so in a chip. */
  ignored: string[];
}
export type Filter =
  | { style: "is"; values: string[]; not: boolean }
  | { style: "range"; from?: string; to?: string }
  | { style: "contains"; text: string }
  | { style: "empty"; not: boolean };
