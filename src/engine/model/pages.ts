/** Types of the route table in `schemas/pages.json`. */
import type { Row } from "./field.ts";
import type { Access, Icon, Lang, Screen } from "./register.ts";
import { PAGE_PARTS, type PagePart } from "./views.ts";

/** Content of a page or tab: an entity view, a call form or a hand-written screen. */
export interface View {
  entity?: string;
  /** A part of the entity, or the name of one of its custom views (`x-views`). */
  show?: string;
  /** Filters of a list, or initial values of a form. */
  preset?: Row;
  columns?: string[];
  call?: string;
  screen?: Screen;
  /** Path of the page that the menu marks as current instead of this one, because it is the home of the same records. */
  home?: string;
}
/**
 * Returns the entity part that a view shows, by default the list; undefined for a custom view (`x-views`).
 * @example
 * findPart({ entity: "payee" }) // => "list"
 */
export const findPart = ({ show = "list" }: View): PagePart | undefined => PAGE_PARTS.find((part) => part === show);
/**
 * Returns whether a view shows records of the entity, as a list or as a custom view (`x-views`).
 * @example
 * hasRecords({ entity: "payee", show: "create" }) // => false
 */
export const hasRecords = (view: View): boolean => (findPart(view) ?? "list") === "list";
/** Item of the phone's bottom bar. `counts`: whether it shows the number of orders awaiting the user. */
export interface BarPlace {
  order: number;
  label: Record<Lang, string>;
  icon: Icon;
  counts?: true;
}
/** Entry of the "New" menu: a tab that creates a record. */
export interface Creation {
  href: string;
  label: Record<Lang, string>;
  /** Letter that opens the entry while the menu is open. */
  key: string;
  /** Menu id and grant required to use the entry. */
  menu?: string;
  grant?: string;
}
/**
 * `create` adds the tab, or the address `href` in its place, to the "New" menu; the build strips it from the pages that
 * the portal loads.
 */
export type Tab = View & {
  id: string;
  label: Record<Lang, string>;
  grant?: string;
  /** `false` excludes the tab from the page's tabs unless it is open, because another page shows the same content. */
  nav?: false;
  /** Id of the parent tab on the same page: only the parent is in the navigation. */
  in?: string;
  create?: Pick<Creation, "label" | "key"> & { order: number; href?: string };
  bar?: BarPlace;
};
/** Page of the route table: its address, its access, and its content as one view or as tabs. */
export interface Page extends View {
  path: string;
  id: string;
  label: Record<Lang, string>;
  /** What the page is for, shown while it is closed. By default that of its area. */
  about?: Record<Lang, string>;
  menu?: string;
  /** `false` excludes the page from every menu area. */
  nav?: false;
  /** Position among the shortcuts of the home page. */
  quick?: number;
  bar?: BarPlace;
  access?: Access;
  layout?: "top" | "side";
  header?: boolean;
  footer?: boolean;
  /** `false` serves the page with `cache-control: no-store`. */
  cache?: boolean;
  redirect?: string;
  view?: View;
  tabs?: Tab[];
  /**
   * Whether the tabs are kinds of the same records: chips beside the title, which is that of the page, with a common
   * search, filters and period.
   */
  kinds?: true;
}

/**
 * A menu page that represents several others: visible when any of them is granted, and current when any of them is
 * open.
 */
export interface JoinedPages {
  as: string;
  for: string[];
}
/**
 * First level of the menu, from `schemas/areas.json`. `pages` is the second level: paths, or one page that represents
 * several.
 */
export interface Area {
  id: string;
  label: Record<Lang, string>;
  /** What the area is for, shown while it is closed. */
  about?: Record<Lang, string>;
  icon: Icon;
  pages: (string | JoinedPages)[];
}
/**
 * Returns the paths of an entry of an area: its own, or those of the pages that it represents.
 * @example
 * listPaths({ as: "/cards", for: ["/cards", "/cardholders"] }) // => ["/cards", "/cardholders"]
 */
export const listPaths = (entry: string | JoinedPages): readonly string[] =>
  typeof entry === "string" ? [entry] : entry.for;
