/** Where in the portal an entity is listed, made, or one of its records opened. */
import type { Lang } from "../engine/index.ts";
import { menuOf, type MenuItem } from "./menu.ts";
import type { Page } from "../contract/pages.ts";
import { pages } from "./pages.ts";
import { knowPlaces } from "./record-path.ts";
import { type Grants, PASSED } from "./user.ts";

export interface Place {
  href: string;
  label: Record<Lang, string>;
}

/** A tab of the page `here` first, else the first page that does it among those that `open` lets through. */
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

/** Address of one record: a page of its own, else its list with the record open; only where the person may go. */
function pathOf(grants: Grants | undefined, entity: string, id: string): string | undefined {
  const open = (page: Page) =>
    (!page.menu || grants?.granted.has(page.menu) === true) &&
    (page.access === "session" || grants?.user.userStatus === PASSED);
  const place = placeOf(entity, "detail", { open }) ?? placeOf(entity, "list", { open });
  return place && `${place.href}${place.href.includes("?") ? "&" : "?"}id=${encodeURIComponent(id)}`;
}
knowPlaces(pathOf);

/** What a hand-written screen may know of the portal around it: pages and places that this person was granted. */
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
