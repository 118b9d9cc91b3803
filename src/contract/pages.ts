/** The route table, as `schemas/pages.json` has it. */
import { PAGE_PARTS, type Lang, type PagePart, type Row } from "../engine/index.ts";

/** Hand-written screens, by the names that pages call them; the last two are the shell's own. */
export const SCREENS = [
  "home",
  "account",
  "sessions",
  "verification",
  "swap",
  "swapIntra",
  "swapApplication",
  "swapConfirm",
  "validator",
  "notFound",
  "redirect",
] as const;
export type Screen = (typeof SCREENS)[number];

/** What a page or a tab shows: a view of an entity, a call's form or a hand-written screen. */
export interface View {
  entity?: string;
  /** A part of the entity, or one of its views (`x-views`). */
  show?: string;
  /** Filters of a list, or the first values of a form. */
  preset?: Row;
  columns?: string[];
  call?: string;
  screen?: Screen;
}
/** Returns the part of the entity that a view shows; undefined for one of its `x-views`. */
export const findPart = ({ show = "list" }: View): PagePart | undefined => PAGE_PARTS.find((part) => part === show);
/** Returns whether a view shows the entity's records: as the list, or as one of its `x-views`. */
export const hasRecords = (view: View): boolean => (findPart(view) ?? "list") === "list";
/** Icons of the phone's bar, by their names in Lucide. */
export const BAR_ICONS = ["house", "list", "inbox"] as const;
export type BarIcon = (typeof BAR_ICONS)[number];
/** Place in the bar at the foot of phones. `counts`: shows the number of orders that wait for the user. */
export interface BarPlace {
  order: number;
  label: Record<Lang, string>;
  icon: BarIcon;
  counts?: true;
}
/** Entry of "New": a tab that makes something. */
export interface Creation {
  href: string;
  label: Record<Lang, string>;
  /** Letter that opens it while the panel is open. */
  key: string;
  /** Menu id and grant that it needs. */
  menu?: string;
  grant?: string;
}
/** `create`: makes the tab an entry of "New"; the pages that the portal loads are without it. */
export type Tab = View & {
  id: string;
  label: Record<Lang, string>;
  grant?: string;
  create?: Pick<Creation, "label" | "key"> & { order: number };
  bar?: BarPlace;
};
export interface Page extends View {
  path: string;
  id: string;
  label: Record<Lang, string>;
  menu?: string;
  /** `false`: in no area of the menu. */
  nav?: false;
  /** Place among the quick functions of home. */
  quick?: number;
  bar?: BarPlace;
  access?: "public" | "session" | "certified";
  layout?: "top" | "side";
  header?: boolean;
  footer?: boolean;
  /** `false`: the browser must not cache the page. */
  cache?: boolean;
  redirect?: string;
  view?: View;
  tabs?: Tab[];
}

/** Icons of areas, by their names in Lucide. */
export const AREA_ICONS = [
  "house",
  "wallet",
  "arrow-down-left",
  "arrow-up-right",
  "arrow-left-right",
  "credit-card",
] as const;
export type AreaIcon = (typeof AREA_ICONS)[number];

/** One page of the menu that stands for others: it is listed where one of them is granted, and marked while one of them is open. */
export interface JoinedPages {
  as: string;
  for: string[];
}
/** First level of the menu, as `schemas/areas.json` has it; `pages` are its second level: paths, or one page for several. */
export interface Area {
  id: string;
  label: Record<Lang, string>;
  icon: AreaIcon;
  pages: (string | JoinedPages)[];
}
/** Returns the paths whose menu ids an entry of an area lists. */
export const listPaths = (entry: string | JoinedPages): readonly string[] =>
  typeof entry === "string" ? [entry] : entry.for;
