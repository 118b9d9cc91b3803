/** Route table of `pages.json`. In its own chunk: sign-in does without it. */
import * as manifest from "virtual:schemas/pages";
import type { Area, Creation, Page, Tab } from "../../contract/pages.ts";

/** Returns the granted tabs of a page. */
export const listTabs = ({ tabs = [] }: Page, granted: ReadonlySet<string>): Tab[] =>
  tabs.filter((tab) => !tab.grant || granted.has(tab.grant));
/** Returns the tab named in the URL, else the first; undefined for none. */
export const selectTab = (tabs: readonly Tab[], params: URLSearchParams): Tab | undefined =>
  tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];

export const pages = manifest.pages as unknown as readonly Page[];
export const areas = manifest.areas as unknown as readonly Area[];
export const creationNeeds = manifest.creationNeeds as unknown as readonly Pick<Creation, "menu" | "grant">[];
