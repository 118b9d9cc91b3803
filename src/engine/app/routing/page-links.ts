/** Finds the page that lists an entity, creates a record of it, or opens one of its records. */
import { hasRecords, type Page, type View } from "../../model/pages.ts";
import type { Lang } from "../../model/register.ts";
import type { Shell } from "../options.ts";
import { listMenu, toItem } from "./menu.ts";
import { pages } from "./pages.ts";
import { setFinders } from "./record-path.ts";
import { type Grants, hasReached } from "../session/user.ts";

export interface PageLink {
  href: string;
  label: Record<Lang, string>;
}

/** The kind of view a page shows for an entity. */
type Shown = "list" | "create" | "detail" | "sole";
const isShown = (view: View, show: Shown): boolean => (show === "list" ? hasRecords(view) : view.show === show);

/**
 * Returns a link to the page or tab that shows the entity: `current` first, then the pages accepted by `open` (by
 * default all). Views without presets take precedence. Undefined when none matches.
 */
export function findPageLink(
  entity: string,
  show: Shown,
  { current, open = () => true }: { current?: Page; open?(page: Page): boolean } = {},
): PageLink | undefined {
  const found = [...(current ? [current] : []), ...pages.filter(open)];
  return findLink(found, (view) => view.entity === entity && isShown(view, show));
}

/**
 * Returns a link to the first accepted view. Views without presets take precedence, and tabs come before their page.
 */
function findLink(among: readonly Page[], accepts: (view: View) => boolean): PageLink | undefined {
  for (const narrowed of [false, true])
    for (const page of among) {
      const fits = (view: View) => accepts(view) && (narrowed || !view.preset);
      const tab = page.tabs?.find(fits);
      if (tab) return { href: `${page.path}?tab=${tab.id}`, label: tab.label };
      if (fits(page.view ?? page)) return { href: page.path, label: page.label };
    }
  return undefined;
}

const isOpen = (page: Page, grants: Grants | undefined): boolean =>
  (!page.menu || grants?.granted.has(page.menu) === true) &&
  grants !== undefined &&
  hasReached(grants.user, page.access);

/**
 * Returns the path of a record: its detail page, or its list with the record open. Undefined when the user may open
 * neither.
 */
function findRecordPath(grants: Grants | undefined, entity: string, id: string): string | undefined {
  const open = (page: Page) => isOpen(page, grants);
  const link = findPageLink(entity, "detail", { open }) ?? findPageLink(entity, "list", { open });
  return link && `${link.href}${link.href.includes("?") ? "&" : "?"}id=${encodeURIComponent(id)}`;
}
/** Returns the path of an entity's list. Undefined when the user may open none. */
const findListPath = (grants: Grants | undefined, entity: string): string | undefined =>
  findPageLink(entity, "list", { open: (page) => isOpen(page, grants) })?.href;
/** Returns whether the user may open the page at a path, and the tab that it names. */
function canOpen(grants: Grants | undefined, path: string): boolean {
  const [address, query] = path.split(/[?#]/);
  const page = pages.find((page) => page.path === address);
  const open = new URLSearchParams(query).get("tab");
  const tab = page?.tabs?.find(({ id }) => id === open);
  return page !== undefined && isOpen(page, grants) && (!tab?.grant || grants?.granted.has(tab.grant) === true);
}
setFinders({ recordPath: findRecordPath, listPath: findListPath, canOpen });

/** Returns the navigation API that screens receive, restricted to the pages and views granted to the user. */
export function createShell(grants: Grants, lang: Lang): Shell {
  const open = (page: Page) => page.menu === undefined || grants.granted.has(page.menu);
  return {
    user: grants.user,
    quick: listMenu(
      pages.filter(({ quick }) => quick !== undefined).toSorted((a, b) => (a.quick ?? 0) - (b.quick ?? 0)),
      grants,
      lang,
    ),
    findLink(entity, show) {
      const found = findPageLink(entity, show, { open });
      return found && { href: found.href, label: found.label[lang] };
    },
    page(path) {
      const page = pages.find((page) => page.path === path && open(page));
      return page && toItem(page, grants, page.label[lang]);
    },
  };
}
