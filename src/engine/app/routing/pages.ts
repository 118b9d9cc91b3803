/** Route table of `pages.json`, in a chunk that the sign-in page does not load. */
import type { Area, Creation, Page, Tab } from "../../model/pages.ts";
import { loadRouteTable } from "../data/schemas.ts";

const manifest = await loadRouteTable();

/** Returns the tabs of a page that are granted to the user. */
export const listTabs = ({ tabs = [] }: Page, granted: ReadonlySet<string>): Tab[] =>
  tabs.filter((tab) => !tab.grant || granted.has(tab.grant));
/** Returns the tab named in the URL, otherwise the first one; undefined when there are no tabs. */
export const selectTab = (tabs: readonly Tab[], params: URLSearchParams): Tab | undefined =>
  tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];
/** Returns the parent of a tab (`in`), or the tab itself without one. */
export const findSection = (tabs: readonly Tab[], tab: Tab | undefined): Tab | undefined =>
  tabs.find(({ id }) => id === tab?.in) ?? tab;

/**
 * Returns the URL parameters of a tab. Between kinds of the same records, the search, filters and period of the open one
 * are kept.
 */
export function buildTabParams(page: Page, tab: Tab, open: Tab | undefined, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(page.kinds && tab.entity === open?.entity ? params : "");
  for (const name of ["id", "page", "cursor", ...Object.keys(tab.preset ?? {})]) next.delete(name);
  next.set("tab", tab.id);
  return next;
}

export const pages = manifest.pages as unknown as readonly Page[];
export const areas = manifest.areas as unknown as readonly Area[];

export const creationNeeds = manifest.creationNeeds as unknown as readonly Pick<Creation, "menu" | "grant">[];
