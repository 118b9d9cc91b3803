/** Path of the page that the menu marks as current. */
import { useLocation } from "react-router-dom";
import { useGrants } from "../session/grants.tsx";
import { pages } from "./pages.ts";
import { useOpenPage } from "./use-open-page.tsx";

/**
 * Returns the `home` of the open tab or page if the user may open it, otherwise the path of the open page. One list has
 * several addresses, and all of them are current under the same menu item.
 */
export function useHomePath(): string {
  const { pathname } = useLocation();
  const { granted } = useGrants();
  const { page, tab } = useOpenPage();
  const path = tab?.home ?? page?.home;
  const home = pages.find((other) => other.path === path);
  return home && (home.menu === undefined || granted.has(home.menu)) ? home.path : pathname;
}
