/** The open page with its tabs. */
import { useLocation } from "react-router-dom";
import type { Page, Tab } from "../../model/pages.ts";
import { useGrants } from "../session/grants.tsx";
import { findSection, listTabs, pages, selectTab } from "./pages.ts";

export interface OpenPage {
  page: Page | undefined;
  /** Tabs granted to the user. */
  tabs: readonly Tab[];
  tab: Tab | undefined;
  /** The parent of the open tab, or the open tab itself without one. */
  section: Tab | undefined;
}
/** Returns the page of the URL with its open tab. Everything is undefined or empty on an address without a page. */
export function useOpenPage(): OpenPage {
  const { pathname, search } = useLocation();
  const { granted } = useGrants();
  const page = pages.find(({ path }) => path === pathname);
  const tabs = page ? listTabs(page, granted) : [];
  const tab = selectTab(tabs, new URLSearchParams(search));
  return { page, tabs, tab, section: findSection(tabs, tab) };
}
