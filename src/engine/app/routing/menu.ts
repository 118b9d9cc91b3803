/** Menu of the granted pages, grouped by area, with the reason why a page is locked. */
import { type Area, type JoinedPages, listPaths, type Page } from "../../model/pages.ts";
import type { Icon, Lang } from "../../model/register.ts";
import type { MenuItem } from "../options.ts";
import { type Grants, hasFullAccess, hasReached } from "../session/user.ts";

/** First level of the menu; `items` are the second level. */
export interface MenuArea {
  id: string;
  label: string;
  icon: Icon;
  items: MenuItem[];
  /** Menu ids of the pages in the area. */
  menus: ReadonlySet<string>;
  paths: ReadonlySet<string>;
}

/** Returns a menu item for each granted page that has a menu id, in the given order. */
export function listMenu(pages: readonly Page[], grants: Grants, lang: Lang): MenuItem[] {
  return pages
    .filter((page) => page.menu && grants.granted.has(page.menu))
    .map((page) => toItem(page, grants, page.label[lang]));
}
/** Returns the menu item of a page. */
export const toItem = ({ path, access }: Pick<Page, "path" | "access">, { user }: Grants, label: string): MenuItem => ({
  path,
  label,
  blocked: !hasReached(user, access),
  closed: !hasFullAccess(user),
});

/**
 * Returns the areas that contain a granted page. A menu id that no area lists is added to the second area, so that its
 * page remains reachable, unless the page has `nav: false`.
 */
export function listAreas(
  { areas, pages }: { areas: readonly Area[]; pages: readonly Page[] },
  grants: Grants,
  lang: Lang,
): MenuArea[] {
  const find = (path: string) => pages.filter((page) => page.path === path);
  const listed = new Set(areas.flatMap((area) => area.pages.flatMap(listPaths).flatMap(find)).map(({ menu }) => menu));
  const others = pages.filter(({ menu, nav }, index) => {
    const isFirst = pages.findIndex((page) => page.menu === menu) === index;
    return menu !== undefined && nav !== false && isFirst && !listed.has(menu);
  });
  const listItems = (entry: string | JoinedPages): MenuItem[] => {
    const items = listMenu(listPaths(entry).flatMap(find), grants, lang);
    if (typeof entry === "string" || items.length === 0) return items;
    return find(entry.as).map((page) => ({ ...toItem(page, grants, page.label[lang]), joins: entry.for }));
  };
  return areas
    .map(({ id, label, icon, pages: entries }, index) => {
      const more = index === 1 ? others : [];
      const own = [...entries.flatMap(listPaths).flatMap(find), ...more];
      const items = [...entries.flatMap(listItems), ...listMenu(more, grants, lang)];
      const menus = new Set(own.flatMap(({ menu }) => menu ?? []));
      return { id, label: label[lang], icon, items, menus, paths: new Set(items.map(({ path }) => path)) };
    })
    .filter(({ items }) => items.length > 0);
}

/** Returns the area of a page, matched by path or menu id; undefined for a page outside of the menu. */
export function findArea(areas: readonly MenuArea[], page: Page | undefined): MenuArea | undefined {
  if (!page) return undefined;
  const { menu, path } = page;
  return areas.find(({ menus, paths }) => paths.has(path) || (menu !== undefined && menus.has(menu)));
}

/** Item of the phone's bottom bar. `tab`: tab of the page to open; undefined for the first one. */
export interface BarItem extends MenuItem {
  href: string;
  icon: Icon;
  /** Whether to show a badge with the number of orders awaiting the user. */
  counts: boolean;
  tab?: string | undefined;
}

/** Returns the granted items of the phone's bottom bar, in order. */
export function listBar(pages: readonly Page[], grants: Grants, lang: Lang): BarItem[] {
  return pages
    .flatMap(({ bar, tabs = [], ...page }) => [
      ...(bar ? [{ page, bar, tab: undefined }] : []),
      ...tabs.flatMap((tab) => (tab.bar ? [{ page, bar: tab.bar, tab: tab.id }] : [])),
    ])
    .toSorted((left, right) => left.bar.order - right.bar.order)
    .flatMap(({ page, bar: { label, icon, counts }, tab }) => {
      if (page.menu !== undefined && !grants.granted.has(page.menu)) return [];
      const href = tab === undefined ? page.path : `${page.path}?tab=${tab}`;
      return [{ ...toItem(page, grants, label[lang]), icon, counts: counts === true, href, tab }];
    });
}
