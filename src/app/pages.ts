/** The route table of `pages.json`: of signed-in people's pages, so no part of the sign-in page. */
import * as manifest from "virtual:schemas/pages";
import type { Page, Tab } from "../contract/pages.ts";

/** The tabs of a page that a person may open. */
export const tabsOf = ({ tabs = [] }: Page, granted: ReadonlySet<string>): Tab[] =>
  tabs.filter((tab) => !tab.grant || granted.has(tab.grant));
/** The one among them that an address names, else the first. */
export const openTab = (tabs: readonly Tab[], params: URLSearchParams): Tab | undefined =>
  tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];

export const pages = manifest.pages as unknown as readonly Page[];
