/** Finds the page that lists an entity, creates it, or opens one of its records. */
import type { Lang } from "../../engine/index.ts";
import { menuOf, type MenuItem } from "./menu.ts";
import type { Page } from "../../contract/pages.ts";
import { pages } from "./pages.ts";
import { knowPlaces } from "./record-path.ts";
import { type Grants, PASSED } from "../session/user.ts";

export interface Place {
  href: string;
  label: Record<Lang, string>;
}

/** Returns the first match: a tab of the page `here`, then the pages that `open` accepts. Undefined for none. */
export function placeOf(
  entity: string,
  show: "list" | "create" | "detail",
  { here, open = () => true }: { here?: Page; open?(page: Page): boolean } = {},
): Place | undefined {
  for (const page of [...(here ? [here] : []), ...pages.filter(open)]) {
    const tab = page.tabs?.find((one) => one.entity === entity && (one.show ?? "list") === show && !one.preset);
    if (tab) return { href: `${page.path}?tab=${tab.id}`, label: tab.label };
    const view = page.view ?? page;
    if (view.entity === entity && (view.show ?? "list") === show && !view.preset)
      return { href: page.path, label: page.label };
  }
  return undefined;
}

/** Returns the path of a record: its detail page, else its list with the record open. Undefined when the user may open neither. */
function pathOf(grants: Grants | undefined, entity: string, id: string): string | undefined {
  const open = (page: Page) =>
    (!page.menu || grants?.granted.has(page.menu) === true) &&
    (page.access === "session" || grants?.user.userStatus === PASSED);
  const place = placeOf(entity, "detail", { open }) ?? placeOf(entity, "list", { open });
  return place && `${place.href}${place.href.includes("?") ? "&" : "?"}id=${encodeURIComponent(id)}`;
}
knowPlaces(pathOf);

/** Returns what a screen may read of the portal: pages and places that are granted to the user. */
export function shellFor(grants: Grants, lang: Lang) {
  const open = (page: Page) => page.menu === undefined || grants.granted.has(page.menu);
  const blocked = (page: Page) => page.access !== "session" && grants.user.userStatus !== PASSED;
  return {
    status: grants.user.userStatus,
    menu: menuOf(pages, grants, lang),
    quick: menuOf(
      pages.filter(({ quick }) => quick).map((page) => ({ ...page, order: page.quick })),
      grants,
      lang,
    ),
    place(entity: string, show: "list" | "create") {
      const found = placeOf(entity, show, { open });
      return found && { href: found.href, label: found.label[lang] };
    },
    page(path: string): MenuItem | undefined {
      const page = pages.find((one) => one.path === path && open(one));
      return page && { path, label: page.label[lang], blocked: blocked(page) };
    },
  };
}
