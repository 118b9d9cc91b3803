/** Path of the page that the menu marks as current. */
import { useLocation } from "react-router-dom";
import { useGrants } from "../session/grants.tsx";
import { listTabs, pages, selectTab } from "./pages.ts";

/**
 * Returns the `home` of the open tab or page if the user may open it, otherwise the path of the open page. One list has
 * several addresses, and all of them are current under the same menu item.
 */
export function useHomePath(): string {
  const { pathname, search } = useLocation();
  const { granted } = useGrants();
  const find = (path: string | undefined) => pages.find((page) => page.path === path);
  const page = find(pathname);
  const tab = page && selectTab(listTabs(page, granted), new URLSearchParams(search));
  const home = find(tab?.home ?? page?.home);
  return home && (home.menu === undefined || granted.has(home.menu)) ? home.path : pathname;
}
